// A new version starts on data of an older one, and beside servers of the version before it: nothing is lost, and sales go on.
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/database/server/embedded-postgres.ts';
import { migrate, migrationNames } from '../src/platform/database/server/migrate.ts';
import { openSecrets, sha256 } from '../src/platform/secrets/server/secrets.ts';
import { hasherOf } from '../src/system/passwords/server/server-hasher.ts';
import { aPlace, fleetOf, type Place, type Started, startProduct, stopCustomers } from './start-product.ts';
import { goodsOnSale, insist, type Menu } from './storefront-client.ts';

const root = join(import.meta.dirname, '..');
const SECRETS_KEY = 'uP4-grade-0aZ3-grade-9qW1-grade-5tR8';
const TENANT = '1000';
const folders: string[] = [];

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // the server goes before it where a test fails
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'console-upgrade-'));
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
}
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describe('a database of the first version', () => {
  /** The tables of commit 4e0e3f0, unchanged since. */
  const LAST_OF_THEN = '20261121-0712-session-self-named.sql';
  const PASSWORD = 'Fjord-7812-mokka';
  const KEY = `sk_${randomBytes(32).toString('base64url')}`;
  const ids = { user: randomUUID(), role: randomUUID(), spot: randomUUID(), robot: randomUUID(), key: randomUUID() };

  /** Orders that are there before the new version comes. */
  const BEFORE = 200;
  const numberOf = (at: number): string => `20261120${String(at).padStart(10, '0')}`;
  const AS_SOLD = {
    taxMode: 'inclusive',
    taxes: [{ rate: 250_000, baseMinor: 3_600, taxMinor: 900 }],
    receipt: {
      ...{ layout: 'default', companyName: 'Nordic', companyAddress: 'Quay 1', companyIdentification: '1' },
      ...{ spotName: 'Quay', spotAddress: '', timeZone: 'Europe/Oslo', ticketNumber: '' },
    },
  };

  let postgres: EmbeddedPostgres;
  let owner: pg.Client;
  let server: Started | undefined;
  beforeAll(async () => {
    postgres = await startEmbeddedPostgres({ directory: await aFolder() });
    await migrate(postgres.url, undefined, (name) => name <= LAST_OF_THEN);
    owner = await connected(postgres.url);
    await owner.query(`set app.tenant_id = '${TENANT}'`);
  });
  afterAll(async () => {
    await server?.end('SIGTERM');
    await owner?.end();
    await postgres?.stop();
  });

  /** As a server of that version wrote them. */
  async function fill(): Promise<void> {
    const hash = await hasherOf({ secrets: openSecrets(SECRETS_KEY) }).hash(PASSWORD);
    const insert = (table: string, row: Record<string, unknown>) =>
      owner.query(
        `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
        Object.values(row),
      );
    const tenant_id = TENANT;
    await insert('tenant', { tenant_id, name: 'Nordic', time_zone: 'Europe/Oslo', currency: 'NOK' });
    const names = { username: 'Kari', username_key: 'kari', realname: 'Kari Nordmann', work_no: 'W-1' };
    await insert('staff_user', { id: ids.user, ...names, password_hash: hash });
    await insert('membership', { tenant_id, user_id: ids.user });
    await insert('role', { tenant_id, id: ids.role, code: 'seller', name: 'Seller' });
    await insert('user_role', { tenant_id, user_id: ids.user, role_id: ids.role });
    const right = randomUUID();
    const titles = { title_en: 'See orders', title_zh: '查看订单' };
    await insert('permission', { id: right, kind: 2, name: 'order:view', action: 'order:view', ...titles });
    await insert('role_permission', { tenant_id, role_id: ids.role, permission_id: right });
    await insert('spot', { tenant_id, id: ids.spot, name: 'Quay' });
    // the same but for the case of its letters, which was another name then
    await insert('spot', { tenant_id, id: randomUUID(), name: 'QUAY' });
    const robot = { tenant_id, id: ids.robot, imei: '860000000000001', name: 'R1', spot_id: ids.spot };
    await insert('robot', robot);
    await insert('storefront_key', { id: ids.key, key_digest: sha256(KEY), tenant_id, name: 'App', channel: 'app' });
    await insert('payment_config', {
      ...{ tenant_id, id: randomUUID(), channel: 'stripe', secret_key: 'sealed', webhook_secret: 'sealed too' },
    });
    await insert('audit_row', {
      ...{ tenant_id, id: randomUUID(), at: new Date(), actor_kind: 'staff', actor_id: ids.user },
      ...{ actor_name: 'Kari Nordmann', action: 'spot:add' },
    });
  }

  /** An order, paid and partly paid back, as a server of that version writes it, in one transaction. */
  async function sell(client: pg.Client, order_no: string): Promise<void> {
    const id = randomUUID();
    await client.query('begin');
    try {
      await client.query(
        `insert into coffee_order (tenant_id, order_no, spot_id, robot_id, robot_imei, channel, paid_by, client_key_id, status, step,
           refund_status, currency, subtotal_minor, total_minor, payable_minor, paid_minor, refunded_minor, price, goods_summary, cups,
           created_at, paid_at, changed_at)
         values ($1, $2, $3, $4, '860000000000001', 'app', 'stripe', $5, 6, 5, 102, 'NOK', 4500, 4500, 4500, 4500, 1000,
           $6, 'Latte', 1, now(), now(), now())`,
        [TENANT, order_no, ids.spot, ids.robot, ids.key, JSON.stringify(AS_SOLD)],
      );
      await client.query(
        `insert into order_line (tenant_id, order_no, line_no, goods_id, name, quantity, list_price_minor, unit_minor, amount_minor,
           discount_minor, tax_minor, payable_minor, tax_rate) values ($1, $2, 1, $3, 'Latte', 1, 4500, 4500, 4500, 0, 900, 4500, 250000)`,
        [TENANT, order_no, randomUUID()],
      );
      await client.query(
        'insert into order_drink (tenant_id, order_no, drink_no, line_no, step) values ($1, $2, 1, 1, 5)',
        [...[TENANT, order_no]],
      );
      await client.query(
        `insert into payment (tenant_id, id, serial_no, order_no, attempt, channel, status, amount_minor, currency, refunded_minor,
           idempotency_key, requested_at) values ($1, $2, $3, $3, 1, 'stripe', 'succeeded', 4500, 'NOK', 1000, $3, now())`,
        [TENANT, id, order_no],
      );
      await client.query(
        `insert into order_refund (tenant_id, id, order_no, payment_id, origin, status, provider_state, amount_minor, currency, is_full,
           requested_by, requested_by_name, requested_at) values ($1, $2, $3, $4, 'staff', 102, 'succeeded', 1000, 'NOK', false, $5, 'Kari', now())`,
        [TENANT, randomUUID(), order_no, id, ids.user],
      );
      await client.query(
        "insert into order_event (tenant_id, id, order_no, code, status, step, at, source) values ($1, $2, $3, 101, 6, 5, now(), 'console')",
        [TENANT, randomUUID(), order_no],
      );
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }

  /** A transaction that was in the way is repeated, at most three times (`openDatabase`). */
  async function sellAsServersDo(client: pg.Client, orderNo: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await sell(client, orderNo);
      } catch (error) {
        if (!['40P01', '40001'].includes((error as { code?: string }).code ?? '') || attempt === 4) throw error;
        await sleep(50 * attempt);
      }
    }
  }

  test('is migrated by a start while sales of that version go on; then people log in and find everything', async () => {
    await fill();
    for (let at = 1; at <= BEFORE; at++) await sell(owner, numberOf(at));
    const seller = await connected(postgres.url);
    await seller.query(`set app.tenant_id = '${TENANT}'; set role app; set lock_timeout = '5s'`);
    const place = await aPlace({ DATABASE_URL: postgres.url, SECRETS_KEY, DEMO: 'off' });
    folders.push(place.dataDir);

    let selling = true;
    let sold = 0;
    let longest = 0;
    const sales = (async () => {
      while (selling) {
        const began = performance.now();
        await sellAsServersDo(seller, numberOf(BEFORE + sold + 1));
        sold += 1;
        longest = Math.max(longest, performance.now() - began);
        await sleep(5);
      }
    })();
    // a sale that fails is told at once, and not when the server has started
    server = await Promise.race([startProduct(place), sales.then(() => Promise.reject(new Error('sales ended')))]);
    selling = false;
    await sales.catch((error: Error) => {
      if (error.message !== 'sales ended') throw error;
    });
    await seller.end();
    expect(sold).toBeGreaterThan(20);
    expect(longest, 'the longest sale, ms').toBeLessThan(5_000);
    const { rows: applied } = await owner.query('select name from schema_migration order by name');
    expect(applied.map(({ name }) => name)).toEqual(await migrationNames());

    const { url } = place.product;
    const login = await insist<{ token: string }>(`${url}/api/sys/login`, {}, { username: 'kari', password: PASSWORD });
    expect(login.success, login.message).toBe(true);
    const staff = { 'x-access-token': login.result.token, 'tenant-id': TENANT };
    for (const orderNo of [1, BEFORE, BEFORE + 1, BEFORE + sold].map(numberOf)) {
      const order = await insist<object>(
        `${url}/sos-backend/coffeeorder/api/getOrderBySerialNo?orderNo=${orderNo}`,
        staff,
      );
      expect(order.result, `${orderNo}: ${order.message}`).toMatchObject({
        ...{ orderNo, money: { paidMinor: 4_500, refundedMinor: 1_000 }, refunds: [{ amountMinor: 1_000 }] },
      });
    }
    const shop = await insist(`${url}/storefront/v1/spots/${ids.spot}/menu`, { authorization: `Bearer ${KEY}` });
    expect(shop.success, shop.message).toBe(true);
    const { rows } = await owner.query(
      `select (select count(*) from coffee_order)::int as orders, (select sum(paid_minor - refunded_minor) from coffee_order)::int as kept,
              (select sum(amount_minor - refunded_minor) from payment)::int as paid, (select sum(amount_minor) from order_refund)::int as refunded,
              (select array_agg(lower(name)) from spot) as spots, (select count(*) from payment_secret)::int as secrets,
              (select role_name from role where id = $1) as role`,
      [ids.role],
    );
    const orders = BEFORE + sold;
    expect(rows[0]).toMatchObject({ orders, kept: orders * 3_500, paid: orders * 3_500, refunded: orders * 1_000 });
    expect(rows[0]).toMatchObject({ secrets: 2, role: 'Seller' });
    expect(new Set(rows[0].spots).size).toBe(2);
  });
});

describe('a server of the version before', () => {
  /** What the version before did not have: its code ran without it. */
  const NEW = '20261126-0201-secrets-uses.sql';

  let postgres: EmbeddedPostgres;
  let [before, after]: Place[] = [];
  let [one, two]: (Started | undefined)[] = [];
  afterAll(async () => {
    await two?.end('SIGTERM');
    await one?.end('SIGTERM');
    await postgres?.stop();
  });

  /** The whole product but for that migration. */
  async function olderVersion(): Promise<string> {
    const copy = await aFolder();
    const without = new Set(['.git', 'node_modules', 'docs', 'e2e', 'reports']);
    for (const name of await readdir(root))
      if (!without.has(name))
        await cp(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    await rm(join(copy, 'db/migrations', NEW));
    return copy;
  }

  // a first start with its whole history, and a second server, on a machine that is busy with other tests
  test('answers every call while the new one migrates, and both sell afterwards', async () => {
    postgres = await startEmbeddedPostgres({ directory: await aFolder() });
    const shared = { DATABASE_URL: postgres.url, SECRETS_KEY };
    before = await aPlace(shared);
    after = await aPlace({ ...shared, DEMO: 'off', STRIPE_API_BASE: before.product.provider });
    folders.push(before.dataDir, after.dataDir);
    const old = await olderVersion();
    one = await startProduct(before, { cwd: old }, old);
    await stopCustomers(before.product.control);
    const owner = await connected(postgres.url);
    const isThere = async () =>
      (await owner.query('select from schema_migration where name = $1', [NEW])).rows.length === 1;
    expect(await isThere()).toBe(false);

    const shop = (await fleetOf(before)).storefrontKeys.find(
      (key) => key.tenantId === TENANT && key.channel === 'app',
    )!;
    const bearer = { authorization: `Bearer ${shop.key}` };
    const failed: string[] = [];
    let longest = 0;
    /** Once, without a second try. */
    const ask = async <T>(at: Place, path: string, body?: unknown): Promise<T> => {
      const began = performance.now();
      const headers = { ...bearer, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      const answer = await fetch(`${at.product.url}/storefront/v1/${path}`, {
        ...{ method: body === undefined ? 'GET' : 'POST', headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch((error: Error) => new Response(String(error), { status: 599 }));
      longest = Math.max(longest, performance.now() - began);
      const text = await answer.text();
      if (!answer.ok) failed.push(`${path}: ${answer.status} ${text.slice(0, 300)}`);
      return answer.ok ? (JSON.parse(text) as { result: T }).result : ({} as T);
    };
    const goods = await goodsOnSale(() => ask<Menu>(before!, `spots/${shop.spotId}/menu`));
    const quote = (at: Place) =>
      ask(at, 'quote', { spotId: shop.spotId, paidBy: 'card', lines: [{ goodsId: goods[0]!.goodsId, quantity: 1 }] });
    const orders: string[] = [];
    const order = async (at: Place) => {
      const lines = [{ goodsId: goods[0]!.goodsId, quantity: 1 }];
      const { orderNo } = await ask<{ orderNo: string }>(at, 'orders', { spotId: shop.spotId, lines });
      if (orderNo) orders.push(orderNo);
      return orderNo;
    };
    await order(before);
    failed.length = 0;
    longest = 0;

    let starting = true;
    let calls = 0;
    const asked = (async () => {
      while (starting) {
        await ask(before!, `spots/${shop.spotId}/menu`);
        await quote(before!);
        await ask(before!, `orders/${orders[0]}`);
        // stock is finite: some orders among many questions
        if (calls % 40 === 0 && orders.length < 6) await order(before!);
        calls += 1;
      }
    })();
    two = await startProduct(after);
    expect(await isThere()).toBe(true);
    await sleep(500);
    starting = false;
    await asked;
    expect(failed).toEqual([]);
    expect(calls).toBeGreaterThan(20);
    expect(longest, 'the longest answer, ms').toBeLessThan(5_000);

    for (const at of [before, after])
      for (const orderNo of orders) expect(await ask<object>(at, `orders/${orderNo}`)).toMatchObject({ orderNo });
    expect(await order(after)).toBeTruthy();
    expect(failed).toEqual([]);
    await owner.end();
  }, 240_000);
});
