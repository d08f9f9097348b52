// Kills server, database and broker again and again under load. Whatever was acknowledged is there once, and both ledgers agree.
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../src/apps/simulator/world/random.ts';
import { anInstallation, type Installation, type Part } from './crash-installation.ts';
import { CrashRenters, mqttUrlFor } from './crash-renters.ts';
import { fleetOf, type Place, type Product, stopCustomers } from './start-product.ts';
import { insist } from './storefront-client.ts';

/** At other moments in each run; more of them with `CRASH_KILLS`. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 4);
const CUSTOMERS = 4;
const RENTERS = 6;
const TENANT = '1000';
const SEED = process.env['CRASH_SEED'] ?? String(randomInt(1_000_000));
const random = createRandom(SEED);

let installation: Installation;
let place: Place;
let fleet: Product['fleet'];
let database: Client;
let renters: CrashRenters | undefined;
beforeAll(async () => {
  installation = await anInstallation();
  ({ place } = installation);
  fleet = await fleetOf(place);
});
afterAll(async () => {
  working = false;
  await renters?.stop();
  await database?.end();
  await installation?.stop();
});

let working = true;
const acknowledgedOrders = new Map<string, string>();
const answers = { paid: 0, cancelled: 0, requested: 0, refunded: 0 };
const acknowledgedEvents: { session: string; seq: number }[] = [];

interface Placed {
  orderNo: string;
  money: { payableMinor: number };
}

/** Orders, pays, cancels and asks for money back, as long as it is asked to; every call until it is answered. */
async function customer(number: number, staff: Record<string, string>): Promise<void> {
  const own = random.stream(`customer ${number}`);
  const shops = fleet.storefrontKeys.filter((key) => key.tenantId === TENANT && key.channel !== 'kiosk');
  while (working) {
    const shop = own.pick(shops);
    const headers = { authorization: `Bearer ${shop.key}` };
    const at = (path: string): string => `${place.product.url}/storefront/v1/${path}`;
    const menu = await insist<{ goods: { goodsId: string; soldOut: boolean }[] }>(
      at(`spots/${shop.spotId}/menu`),
      headers,
    );
    const goods = menu.result.goods.filter((each) => !each.soldOut);
    const wanted = goods[own.integer(0, Math.max(0, goods.length - 1))];
    if (!wanted) {
      await sleep(500);
      continue;
    }
    const customerId = `crash-${randomUUID()}`;
    const lines = [{ goodsId: wanted.goodsId, quantity: own.integer(1, 2) }];
    const created = await insist<Placed>(at('orders'), headers, { spotId: shop.spotId, customerId, lines });
    if (!created.success) continue;
    const { orderNo, money } = created.result;
    acknowledgedOrders.set(customerId, orderNo);
    const next = own.next();
    if (next < 0.25) {
      if ((await insist(at(`orders/${orderNo}/cancel`), headers, {})).success) answers.cancelled += 1;
    } else if (next < 0.9) {
      const paid = await insist<Placed>(at(`orders/${orderNo}/pay`), headers, { paymentMethod: 'pm_card_visa' });
      if (!paid.success) continue;
      answers.paid += 1;
      if (next < 0.5) {
        const amountMinor = Math.max(1, Math.floor(money.payableMinor / 3));
        const refund = { orderNo, amountMinor, reason: 'crash' };
        const refunded = await insist(`${place.product.url}/sos-backend/coffeeorder/api/refundOrder`, staff, refund);
        if (refunded.success) answers.refunded += 1;
      } else if (next < 0.6) {
        const asked = await insist(at(`orders/${orderNo}/refundRequests`), headers, { reason: 'crash' });
        if (asked.success) answers.requested += 1;
      }
    }
    await sleep(own.integer(20, 120));
  }
}

/** A robot that reports without end; it notes what was acknowledged, and begins a new session after each crash. */
async function device(imei: string, password: string): Promise<void> {
  while (working) {
    let client: MqttClient | undefined;
    try {
      client = await connectAsync(mqttUrlFor(place), {
        clientId: imei,
        username: imei,
        password,
        reconnectPeriod: 0,
        connectTimeout: 2_000,
      });
      client.on('error', () => undefined);
      const session = randomUUID().slice(0, 8);
      const frame = (seq: number, data: object): string =>
        JSON.stringify({ v: 1, id: randomUUID(), ts: new Date().toISOString(), seq, session, data });
      const own = `v1/${TENANT}/robot/${imei}`;
      const birth = frame(0, { online: true, fw: '1.0.0', mode: 'normal', faults: [] });
      await acknowledged(client, `${own}/state`, birth, true);
      for (let seq = 1; working && client.connected; seq += 1) {
        await acknowledged(
          client,
          `${own}/event`,
          frame(seq, { kind: 'fault', active: seq % 2 === 1, code: 'door-open' }),
        );
        acknowledgedEvents.push({ session, seq });
        await sleep(10);
      }
    } catch {
      await sleep(200);
    } finally {
      client?.end(true);
    }
  }
}

/** Resolves with PUBACK; rejects when the connection ends before it. */
function acknowledged(client: MqttClient, topic: string, payload: string, retain = false): Promise<void> {
  return new Promise((done, lost) => {
    const gone = (): void => lost(new Error('the connection ended before PUBACK'));
    const late = setTimeout(gone, 5_000);
    client.once('close', gone);
    client.publish(topic, payload, { qos: 1, retain }, (error) => {
      clearTimeout(late);
      client.off('close', gone);
      if (error) lost(error);
      else done();
    });
  });
}

const count = async (text: string, values: unknown[] = []): Promise<number> =>
  Number(((await database.query(text, values)).rows[0] as { count: string }).count);

test(
  `what is killed ${KILLS} times under load loses nothing and does nothing twice (seed ${SEED})`,
  async () => {
    const base = place.product.url;
    const login = { username: 'manager', password: place.product.password };
    const { result } = await insist<{ token: string }>(`${base}/api/sys/login`, {}, login);
    const staff = { 'x-access-token': result.token, 'tenant-id': TENANT };
    // another one at a second try
    const imei = `CRASH${SEED.padStart(8, '0')}${randomInt(1_000)}`;
    const added = await insist<{ mqtt: { password: string } }>(`${base}/sos-backend/coffeeMachineV2/api/add`, staff, {
      imei,
      name: 'Crash robot',
    });
    expect(added.success, added.message).toBe(true);
    const lending = await CrashRenters.open({
      ...{ place, fleet, tenantId: TENANT, staff, random: random.stream('renters'), isWorking: () => working },
    });
    renters = lending;
    const load = [
      ...Array.from({ length: CUSTOMERS }, (_, index) => customer(index, staff)),
      ...Array.from({ length: RENTERS }, (_, index) => lending.rent(random.stream(`renter ${index}`))),
      device(imei, added.result.mqtt.password),
    ];
    const moments = random.stream('kills');
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await lending.reachesPoint(moments);
      await killAndTime(moments.pick(installation.parts));
      if (kill % 10 === 0) console.log(`${kill} of ${KILLS} kills`);
    }
    tellRecoveries();
    working = false;
    await telling('the calls under way are answered', () => Promise.all(load));
    await stopCustomers(place.product.control);
    await telling('all rentals end', async () => {
      database = await installation.connect();
      await lending.comeToRest(database);
      await lending.stop();
      await database.end();
    });
    await telling('what is due now and in half an hour is done', settle);

    database = await installation.connect();
    await telling('rentals are compared', () => lending.check(database));
    const { rows: found } = await database.query<{ customer_id: string; order_no: string }>(
      "select customer_id, order_no from coffee_order where customer_id like 'crash-%'",
    );
    expect(found.length, 'each acknowledged order once, and no other').toBe(acknowledgedOrders.size);
    expect(new Map(found.map((row) => [row.customer_id, row.order_no]))).toEqual(acknowledgedOrders);
    expect(answers.paid).toBeGreaterThan(KILLS);
    expect(answers.refunded).toBeGreaterThan(0);

    await telling('both ledgers agree', ledgersAgree);

    const { rows: events } = await database.query<{ session: string; seq: number }>(
      'select session, seq::int from device_event where imei = $1',
      [imei],
    );
    const stored = new Set(events.map(({ session, seq }) => `${session} ${seq}`));
    expect(stored.size).toBe(events.length);
    expect(acknowledgedEvents.length).toBeGreaterThan(KILLS);
    if (installation.keepsWhatItAcknowledged)
      expect(acknowledgedEvents.filter(({ session, seq }) => !stored.has(`${session} ${seq}`))).toEqual([]);

    // robots go on speaking, so the newest news may still be under way
    await telling('facts are delivered', () =>
      expect
        .poll(() => count("select count(*) from outbox where created_at < now() - interval '10 seconds'"), {
          timeout: 120_000,
        })
        .toBe(0),
    );
    expect(await count("select count(*) from pgboss.job where state = 'failed'")).toBe(0);
    expect(
      await count(`select count(*) from (
      select tenant_id, status, sum(orders) as orders from order_count_delta group by 1, 2) kept
      full join (select tenant_id, status, count(*) as orders from coffee_order group by 1, 2) counted using (tenant_id, status)
      where coalesce(kept.orders, 0) <> coalesce(counted.orders, 0)`),
    ).toBe(0);
    // an order hears of its money by an event, so the two may be a moment apart
    await telling('orders have their money', () => expect.poll(ordersUnlikePayments, { timeout: 60_000 }).toEqual([]));
  },
  400_000 + KILLS * 100_000,
);

/** Seconds from a kill until everything is up and says so, by what was killed. */
const recoveries: { part: Part; seconds: number }[] = [];

async function killAndTime(part: Part): Promise<void> {
  const began = performance.now();
  await installation.kill(part);
  await expect.poll(isWholeAgain, { timeout: 60_000, interval: 100 }).toBe(true);
  recoveries.push({ part, seconds: (performance.now() - began) / 1_000 });
}

async function isWholeAgain(): Promise<boolean> {
  const answer = await fetch(`${place.product.url}/readyz`).catch(() => undefined);
  if (!answer?.ok) return false;
  const { broker, workersAway } = (await answer.json()) as { broker: boolean; workersAway: number[] };
  return broker && workersAway.length === 0;
}

/** How long a step of the comparison took; one that lasts says every quarter of a minute what still waits, so that nobody has to guess. */
async function telling(what: string, step: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1_000).toFixed(0)} s`;
  const timer = setInterval(async () => {
    const waiting = await whatWaits().catch((error: Error) => error.message);
    console.log(`until ${what}: ${seconds()}, waiting ${JSON.stringify(waiting)}`);
  }, 15_000);
  try {
    await step();
  } finally {
    clearInterval(timer);
  }
  console.log(`until ${what}: ${seconds()}`);
}

async function whatWaits(): Promise<unknown[]> {
  const own = await installation.connect();
  try {
    const { rows } = await own.query(
      `select name, 'fact' as what, count(*)::int, max(attempts) as attempts, max(last_error) as error from outbox group by name
       union all
       select name, state::text, count(*)::int, max(retry_count), null from pgboss.job where state < 'completed' group by name, state`,
    );
    return rows;
  } finally {
    await own.end();
  }
}

/** To be read: how long it takes is a matter of the machine. */
function tellRecoveries(): void {
  for (const [part, all] of Map.groupBy(recoveries, (recovery) => recovery.part)) {
    const seconds = all.map((recovery) => recovery.seconds).toSorted((one, other) => one - other);
    const [median, most] = [seconds[Math.floor(seconds.length / 2)], seconds.at(-1)];
    console.log(
      `${part}: killed ${seconds.length} times, up again after ${median?.toFixed(1)} s, at most ${most?.toFixed(1)} s`,
    );
  }
}

const ordersUnlikePayments = async (): Promise<unknown[]> =>
  (
    await database.query(`
      select o.order_no, o.status, o.paid_minor, o.refunded_minor, p.paid, p.refunded
        from coffee_order o
        cross join lateral (select coalesce(sum(amount_minor), 0) as paid, coalesce(sum(refunded_minor), 0) as refunded
          from payment where tenant_id = o.tenant_id and order_no = o.order_no and status = 'succeeded') p
       where o.refunded_minor > o.paid_minor or o.refunded_minor <> p.refunded or o.paid_minor <> p.paid`)
  ).rows;

test('a killed PostgreSQL of its own takes the server down with a clear line, and the same command brings back everything', async () => {
  const orders = await count("select count(*) from coffee_order where customer_id like 'crash-%'");
  const server = installation.server();
  await installation.kill('database');
  if (installation.server() !== server)
    // its last words may still be on their way
    await expect.poll(() => server.output(), { timeout: 10_000 }).toContain('PostgreSQL stopped by itself');
  database = await installation.connect();
  expect(await count("select count(*) from coffee_order where customer_id like 'crash-%'")).toBe(orders);
}, 120_000);

const control = (path: string, method: string, body?: object) =>
  fetch(`${place.product.url}/api/test-controls/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });

/** Late webhooks, open refunds and lost answers get their time: due work is performed now and a quarter of an hour later. */
async function settle(): Promise<void> {
  for (const minutes of [0, 16, 32]) {
    if (minutes > 0) {
      const now = new Date(Date.now() + minutes * 60_000).toISOString();
      expect((await control('clock', 'PUT', { now })).status).toBe(200);
    }
    await sleep(1_000);
    expect((await control('run-due', 'POST')).status).toBe(200);
  }
  // back to the real time, in which the signatures of webhooks are made
  await installation.restart();
}

/** To the last minor unit and per payment (practice 18.2); refunds that the provider still ponders are waited for. */
async function ledgersAgree(): Promise<void> {
  const giveUpAt = performance.now() + 120_000;
  let differences = await ledgerDifferences();
  while (differences.length > 0 && performance.now() < giveUpAt) {
    await sleep(1_000);
    await control('run-due', 'POST');
    differences = await ledgerDifferences();
  }
  expect(differences).toEqual([]);
}

interface Sums {
  readonly charged: number;
  readonly refunded: number;
  /** Of a deposit: neither taken nor given back. */
  readonly held: number;
}

async function ledgerDifferences(): Promise<{ ref: string; theirs?: Sums; ours?: Sums }[]> {
  const response = await fetch(`${place.product.control}/provider/ledger`);
  const { entries } = (await response.json()) as {
    entries: { kind: string; paymentIntent: string; amountMinor: number }[];
  };
  const theirs = new Map<string, Sums>();
  for (const { kind, paymentIntent, amountMinor } of entries) {
    const { charged, refunded, held } = theirs.get(paymentIntent) ?? { charged: 0, refunded: 0, held: 0 };
    const sign = kind === 'refund' ? 1 : kind === 'refund-failed' ? -1 : 0;
    // a charge of what was never held leaves nothing held
    const ofHold = kind === 'hold' ? amountMinor : kind === 'charge' || kind === 'release' ? -amountMinor : 0;
    theirs.set(paymentIntent, {
      charged: charged + (kind === 'charge' ? amountMinor : 0),
      refunded: refunded + sign * amountMinor,
      held: Math.max(0, held + ofHold),
    });
  }
  const { rows } = await database.query<{ ref: string; charged: string; refunded: string; held: string }>(
    `select provider_ref as ref, coalesce(sum(amount_minor) filter (where status = 'succeeded'), 0) as charged,
            coalesce(sum(refunded_minor) filter (where status = 'succeeded'), 0) as refunded,
            coalesce(sum(held_minor) filter (where status = 'held'), 0) as held
       from payment where status in ('succeeded', 'held') and provider_ref is not null group by 1`,
  );
  const ours = new Map(
    rows.map(({ ref, charged, refunded, held }) => [
      ref,
      { charged: Number(charged), refunded: Number(refunded), held: Number(held) },
    ]),
  );
  const refs = new Set([
    ...[...theirs].filter(([, { charged, held }]) => charged > 0 || held > 0).map(([ref]) => ref),
    // payments of the seeded month are older than this provider, which knows those that were asked for since
    ...[...ours.keys()].filter((ref) => !ref.startsWith('pi_past')),
  ]);
  return [...refs].flatMap((ref) => {
    const [our, their] = [ours.get(ref), theirs.get(ref)];
    const same = our?.charged === their?.charged && our?.refunded === their?.refunded && our?.held === their?.held;
    return same ? [] : [{ ref, ...(their ? { theirs: their } : {}), ...(our ? { ours: our } : {}) }];
  });
}
