import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderEvents } from '#domains/orders/contract/events.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { couponRules, RewardType } from '../contract/coupon-rules.ts';
import { type CouponRun, couponRuns } from '../contract/coupon-runs.ts';
import { couponRuleEndpoints } from '../contract/endpoints.ts';
import { planDueRules } from './plan-rules.ts';
import { rewardRegistrations } from './reward-customers.ts';

const { add, one, remove, turn } = couponRules.endpoints;
const calls = couponRuleEndpoints;

/** The sizes of the specification, which take a while: `BIG_RACES=on`. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 10);
/** Of fifty rounds on a busy machine. */
const LONGEST_MS = 240_000;
const IS_BIG = process.env['BIG_RACES'] === 'on';

let server: TestServer;
let second: TestServer;
let tenant: TestTenant;
let staff: Caller & { userId: string };
const planDue = async (services: Services) => (await planDueRules(services)) + (await rewardRegistrations(services));
beforeAll(async () => {
  // the schedules of the program stay quiet
  server = await startTestServer({ planDue });
  second = await startTestServer({ planDue, databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await second?.stop();
  await server?.stop();
});
beforeEach(async () => {
  await clockAt('2027-01-01T00:00:00Z');
  tenant = await server.newTenant();
  staff = await tenant.staff();
});

/** It is that moment, and everybody is still logged in. */
async function clockAt(text: string): Promise<void> {
  const now = new Date(text);
  for (const { services } of [server, second]) services.clock.set(now);
  const expires_at = new Date(now.getTime() + 86_400_000);
  await server.services.database.identity((db) =>
    db.updateTable('staff_session').set({ created_at: now, last_seen_at: now, expires_at }).execute(),
  );
}
const both = () => Promise.all([server.runDue(), second.runDue()]);

async function aCoupon(more: object = {}, tenantId = tenant.id): Promise<string> {
  const id = newId();
  const row = { id, title: 'Free coffee', type: 4, value_minor: 1000, max_total: 1000, max_uses: 1 };
  const times = { starts_at: new Date('2026-01-01T00:00:00Z'), ends_at: new Date('2030-01-01T00:00:00Z') };
  await server.services.database.write(tenantId, (db) =>
    db
      .insertInto('coupon')
      .values({ ...row, ...times, ...more })
      .execute(),
  );
  return id;
}

async function customers(count: number, more: object = {}, tenantId = tenant.id): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const at = server.services.clock.now();
  await server.services.database.write(tenantId, (db) =>
    db
      .insertInto('customer')
      .values(
        ids.map((id) => ({ id, client_id: newId(), user_id: id, name: '', created_at: at, last_seen_at: at, ...more })),
      )
      .execute(),
  );
  return ids;
}

const YEAR = { beginAt: '2026-12-31T23:00:00Z', endAt: '2027-12-31T22:59:59Z' };
async function aRule(more: object = {}) {
  const couponId = (more as { couponId?: string }).couponId ?? (await aCoupon());
  const timed = { name: 'Monthly', couponId, frequency: 'monthly', executionTime: '31 09:00:00', ...YEAR };
  return server.call(add, { ...timed, ...more } as never, staff);
}
async function runsOf(ruleId: string): Promise<CouponRun[]> {
  const { records } = await server.call(couponRuns.endpoints.page, { ruleId, pageSize: 200 }, staff);
  return records.toReversed();
}
const past = async (ruleId: string) => (await runsOf(ruleId)).filter(({ state }) => state !== 'planned');
const codesOf = (customerId: string, tenantId = tenant.id) =>
  server.services.database.read(tenantId, (db) =>
    db.selectFrom('coupon_code').selectAll().where('customer_id', '=', customerId).execute(),
  );
/** What a coupon says that it gave, and the codes that there are. */
const issuedOf = (couponId: string) =>
  server.services.database.read(tenant.id, async (db) => {
    const { issued } = await db
      .selectFrom('coupon')
      .select('issued')
      .where('id', '=', couponId)
      .executeTakeFirstOrThrow();
    const { codes } = await db
      .selectFrom('coupon_code')
      .select((of) => of.fn.countAll<number>().as('codes'))
      .where('coupon_id', '=', couponId)
      .executeTakeFirstOrThrow();
    return { issued, codes: Number(codes) };
  });
/** Somebody holds the run: a portion of it is being sent. */
const isHeld = (runId: string) =>
  server.services.database.write(tenant.id, async (db) => {
    const free = await db
      .selectFrom('reward_run')
      .select('id')
      .where('id', '=', runId)
      .forUpdate()
      .skipLocked()
      .execute();
    return free.length === 0;
  });
const refused = (problem: string) => expect.objectContaining({ problem });
const counts = ({ state, planned, sent, skipped, failed }: CouponRun) => [state, planned, sent, skipped, failed];

describe('two servers', () => {
  test('send each month once, on the last day where the month has no 31st', async () => {
    const people = await customers(3);
    const rule = await aRule();
    expect(rule.nextRunAt).toBe('2027-01-31T08:00:00.000Z');
    for (const day of ['2027-01-31T08', '2027-02-28T08', '2027-03-31T07'])
      for (const moment of [':00:00Z', ':59:00Z']) {
        await clockAt(`${day}${moment}`);
        await both();
      }
    expect((await past(rule.id)).map(({ slot, periodKey }) => [slot, periodKey])).toEqual([
      ['2027-01-31T08:00:00.000Z', '2027-01'],
      ['2027-02-28T08:00:00.000Z', '2027-02'],
      ['2027-03-31T07:00:00.000Z', '2027-03'],
    ]);
    for (const run of await past(rule.id)) expect(counts(run)).toEqual(['done', 3, 3, 0, 0]);
    for (const id of people) expect(await codesOf(id)).toHaveLength(3);
    expect(await server.call(one, { id: rule.id }, staff)).toMatchObject({
      ...{ lastState: 'done', sentTotal: 9, nextRunAt: '2027-04-30T07:00:00.000Z' },
    });
  });

  test.each([
    // the hour that is left out, and the one that comes twice, lie at 01:00 of UTC
    ['2027-03-28', ['00:30', '01:30', '03:30', '04:30']],
    ['2027-10-31', ['01:30', '02:30', '02:30', '03:30']],
  ])('send each real hour around the change of clocks on %s', async (day, clocks) => {
    const at = (hour: number, minutes: number) =>
      new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 + minutes * 60_000).toISOString();
    await clockAt(at(-2, 45));
    const [person] = await customers(1);
    const rule = await aRule({ frequency: 'hourly', executionTime: '30:00', name: 'Hourly' });
    for (const hour of [-1, 0, 1, 2]) {
      await clockAt(at(hour, 30));
      await both();
    }
    const found = await past(rule.id);
    expect(found.map(({ slot }) => localTime(slot))).toEqual(clocks);
    expect(found.every(({ state, sent }) => state === 'done' && sent === 1)).toBe(true);
    expect(await codesOf(person ?? '')).toHaveLength(clocks.length);
  });

  test('that were down send the latest missed time alone, and none where the rule is over', async () => {
    await customers(2);
    const goesOn = await aRule({ frequency: 'daily', executionTime: '09:00:00' });
    const isOver = await aRule({ frequency: 'daily', executionTime: '09:00:00', endAt: '2027-02-01T00:00:00Z' });
    await clockAt('2027-02-10T12:00:00Z');
    await both();
    expect((await past(goesOn.id)).map(({ slot }) => slot)).toEqual(['2027-02-10T08:00:00.000Z']);
    expect(await runsOf(isOver.id)).toEqual([]);
  });
});

const localTime = (at: string): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO('Europe/Oslo').toPlainTime().toString().slice(0, 5);

describe('who gets it', () => {
  test('verified mailboxes under a suffix at the border of a label, of active customers', async () => {
    const [member] = await customers(1, { email: 'a@no.corp.com', email_verified: true });
    await customers(1, { email: 'a@badcorp.com', email_verified: true });
    await customers(1, { email: 'b@corp.com', email_verified: false });
    await customers(1, { email: 'c@corp.com', email_verified: true, status: 0 });
    await customers(1);
    const rule = await aRule({ emailSuffixes: '@Corp.com', couponCount: 2 });
    expect(rule.emailSuffixes).toBe('corp.com');
    await clockAt('2027-01-31T08:00:00Z');
    await both();
    expect((await past(rule.id)).map(counts)).toEqual([['done', 2, 2, 0, 0]]);
    expect(await codesOf(member ?? '')).toHaveLength(2);
  });

  test('birthdays, once a year, those of 29 February on the 28th', async () => {
    const [may, leap] = [
      ...(await customers(1, { birthday: '1990-05-17' })),
      ...(await customers(1, { birthday: '2000-02-29' })),
    ];
    const rule = await aRule({ rewardType: RewardType.birthday, endAt: '2028-12-31T22:59:59Z' });
    expect(rule).toMatchObject({ frequency: null, executionTime: '' });
    for (const moment of [
      '2027-02-27T23:00:01Z',
      '2027-05-16T22:00:01Z',
      '2028-02-27T23:00:01Z',
      '2028-02-28T23:00:01Z',
    ]) {
      await clockAt(moment);
      await both();
    }
    expect(await codesOf(may ?? '')).toHaveLength(1);
    expect(await codesOf(leap ?? '')).toHaveLength(2);
  });

  test('new customers, once, and who verifies the mailbox later', async () => {
    await customers(1, { email: 'old@corp.com', email_verified: true });
    await clockAt('2027-01-02T10:00:00Z');
    const rule = await aRule({ rewardType: RewardType.registration, emailSuffixes: 'corp.com' });
    await clockAt('2027-01-03T10:00:00Z');
    const [early] = await customers(1, { email: 'new@corp.com', email_verified: true });
    const [late] = await customers(1, { email: 'late@corp.com' });
    await clockAt('2027-01-03T10:01:00Z');
    await both();
    expect([await codesOf(early ?? ''), await codesOf(late ?? '')].map(({ length }) => length)).toEqual([1, 0]);
    await clockAt('2027-01-03T12:00:00Z');
    await server.services.database.write(tenant.id, (db) =>
      db
        .updateTable('customer')
        .set({ email_verified: true, last_seen_at: new Date('2027-01-03T11:59:00Z') })
        .where('id', '=', late ?? '')
        .execute(),
    );
    await both();
    await clockAt('2027-01-03T13:00:00Z');
    await both();
    expect([await codesOf(early ?? ''), await codesOf(late ?? '')].map(({ length }) => length)).toEqual([1, 1]);
    expect((await runsOf(rule.id)).map((run) => [run.periodKey, ...counts(run)])).toEqual([
      ['2027-01-03', 'done', 2, 2, 0, 0],
    ]);
  });

  test('nobody twice, though the run is added again; who came since gets theirs', async () => {
    await customers(2);
    const rule = await aRule({ frequency: 'daily', executionTime: '09:00:00' });
    await clockAt('2027-01-05T08:00:01Z');
    await both();
    await customers(1);
    await server.call(calls.addRun, { ruleId: rule.id }, staff);
    await both();
    expect((await past(rule.id)).map(counts)).toEqual([
      ['done', 2, 2, 0, 0],
      ['done', 3, 1, 2, 0],
    ]);
  });

  test('as many as the coupon has: the run ends partial', async () => {
    await customers(5);
    const rule = await aRule({ couponId: await aCoupon({ max_total: 3 }) });
    await clockAt('2027-01-31T08:00:00Z');
    await both();
    const [run] = await past(rule.id);
    expect(counts(run!)).toEqual(['partial', 5, 3, 0, 0]);
    expect(run?.problem).toBe('coupon.none-left');
  });

  /** So many customers of the tenant, all active. */
  const aCrowd = (size: number) =>
    server.services.database.write(tenant.id, (db) =>
      sql`insert into customer (tenant_id, id, client_id, user_id, name, created_at, last_seen_at)
        select ${Number(tenant.id)}::bigint, gen_random_uuid(), ${newId()}::uuid, 'big-' || nth, '', at, at
          from generate_series(1, ${size}::integer) nth, (values (${server.services.clock.now()}::timestamptz)) made (at)`.execute(
        db,
      ),
    );

  test.runIf(IS_BIG)(
    '100,000 customers get theirs within a minute, with progress on the way',
    async () => {
      await aCrowd(100_000);
      const rule = await aRule({ couponId: await aCoupon({ max_total: 100_000 }) });
      await clockAt('2027-01-31T08:00:00Z');
      const began = performance.now();
      const sending = both();
      const progress: number[] = [];
      const watch = setInterval(async () => progress.push((await past(rule.id))[0]?.sent ?? 0), 1_000);
      await sending;
      clearInterval(watch);
      const seconds = (performance.now() - began) / 1_000;
      console.info(`100,000 customers: ${seconds.toFixed(1)} s; sent after each second: ${progress.join(', ')}`);
      expect(counts((await past(rule.id))[0]!)).toEqual(['done', 100_000, 100_000, 0, 0]);
      expect(seconds).toBeLessThan(60);
    },
    300_000,
  );

  test.runIf(IS_BIG)(
    '100,000 customers are no more sent to once somebody stops it',
    async () => {
      await aCrowd(100_000);
      const rule = await aRule({ couponId: await aCoupon({ max_total: 100_000 }) });
      await clockAt('2027-01-31T08:00:00Z');
      const sending = both();
      const run = await until(async () => (await past(rule.id)).find(({ sent }) => sent >= 5_000));
      const began = performance.now();
      const { sent } = await server.call(calls.stopRun, { id: run?.id ?? '' }, staff);
      console.info(`stopped after ${sent} customers, in ${(performance.now() - began).toFixed(0)} ms`);
      await sending;
      expect(counts((await past(rule.id))[0]!)).toEqual(['stopped', 100_000, sent, 0, 0]);
      expect(sent).toBeLessThan(100_000);
      expect(await issuedOf(rule.couponId)).toEqual({ issued: sent, codes: sent });
    },
    300_000,
  );

  test('nobody of a coupon that is switched off', async () => {
    await customers(2);
    const rule = await aRule({ couponId: await aCoupon({ enabled: false }) });
    await clockAt('2027-01-31T08:00:00Z');
    await both();
    const [run] = await past(rule.id);
    expect([run?.state, run?.sent, run?.problem]).toEqual(['failed', 0, 'coupon.disabled']);
  });

  test('customers of a tenant that lends them, once both agreed', async () => {
    const lender = await server.newTenant();
    const there = await lender.staff();
    const [lent] = await customers(1, {}, lender.id);
    await customers(1);
    const pair = { lenderTenantId: lender.id, borrowerTenantId: tenant.id };
    const who = async () => {
      const asked = { couponId, includeSharedTenants: true };
      const { customers: own, lentCustomers, codes } = await server.call(calls.who, asked, staff);
      return [own, lentCustomers, codes];
    };
    const couponId = await aCoupon();
    await expect(server.call(calls.addLending, pair, staff)).rejects.toEqual(refused('request.forbidden'));
    await server.services.database.acrossTenants('a test', (db) =>
      db
        .insertInto('customer_lending')
        .values({
          tenant_id: Number(lender.id),
          borrower_tenant_id: Number(tenant.id),
          made_at: new Date(),
          made_by: 'Root',
        })
        .execute(),
    );
    await server.call(calls.agreeLending, pair, staff);
    expect(await who()).toEqual([1, 0, 1]);
    await server.call(calls.agreeLending, pair, there);
    expect(await who()).toEqual([1, 1, 2]);
    const [shared, own] = [await aRule({ couponId, includeSharedTenants: true }), await aRule({ couponId })];
    await clockAt('2027-01-31T08:00:00Z');
    await both();
    expect([await past(shared.id), await past(own.id)].flat().map(counts)).toEqual([
      ['done', 2, 2, 0, 0],
      ['done', 1, 1, 0, 0],
    ]);
    expect(await codesOf(lent ?? '')).toHaveLength(1);
    const outsider = await (await server.newTenant()).staff();
    await expect(server.call(calls.removeLending, pair, outsider)).rejects.toEqual(
      refused('coupon-rule.lending-not-found'),
    );
    await server.call(calls.removeLending, pair, there);
    expect(await who()).toMatchObject([1, 0, expect.any(Number)]);
  });
});

describe('runs', () => {
  test('are planned ahead, called off and planned again', async () => {
    await customers(1);
    const rule = await aRule({ frequency: 'daily', executionTime: '09:00:00' });
    const [planned] = await runsOf(rule.id);
    expect(planned).toMatchObject({ state: 'planned', slot: '2027-01-01T08:00:00.000Z', periodKey: '2027-01-01' });
    const id = planned?.id ?? '';
    await server.call(calls.switchRun, { id, on: false }, staff);
    await clockAt('2027-01-01T09:00:00Z');
    await both();
    expect((await runsOf(rule.id)).map(({ state, periodKey }) => [state, periodKey])).toEqual([
      ['off', '2027-01-01'],
      ['planned', '2027-01-02'],
    ]);
    await expect(server.call(calls.switchRun, { id, on: true }, staff)).rejects.toEqual(
      refused('coupon-rule.run-begun'),
    );
    await clockAt('2027-01-02T09:00:00Z');
    await both();
    expect((await past(rule.id)).map(({ state }) => state)).toEqual(['off', 'done']);
  });

  test('are stopped on their way: what was sent stays sent and counted, and a run that is added goes on', async () => {
    await customers(3_000);
    const rule = await aRule({ couponId: await aCoupon({ max_total: 3_000 }) });
    await clockAt('2027-01-31T08:00:00Z');
    const [run] = await runsOf(rule.id);
    const id = run?.id ?? '';
    const others = await (await server.newTenant()).staff();
    await expect(server.call(calls.stopRun, { id }, others)).rejects.toEqual(refused('coupon-rule.run-not-found'));
    const reader = await tenant.staff(['coupon-rule:view']);
    await expect(server.call(calls.stopRun, { id }, reader)).rejects.toEqual(refused('request.forbidden'));
    // the first portion waits for the coupon, so that the stop comes while it is being sent
    let sending: Promise<unknown> = Promise.resolve();
    const stopped = await server.services.database.write(tenant.id, async (db) => {
      await db.selectFrom('coupon').select('id').where('id', '=', rule.couponId).forNoKeyUpdate().execute();
      sending = both();
      await until(async () => (await past(rule.id))[0]?.planned === 3_000 && (await isHeld(id)));
      return { answer: server.call(calls.stopRun, { id }, staff) };
    });
    const { sent, planned } = await stopped.answer;
    // a portion is sent whole or not at all; on a busy machine more than the first one is quicker than the call
    expect([sent % 500, sent > 0, sent < 3_000]).toEqual([0, true, true]);
    expect(planned).toBe(3_000);
    await sending;
    await both();
    const [ended] = await past(rule.id);
    expect(counts(ended!)).toEqual(['stopped', 3_000, sent, 0, 0]);
    expect(ended).toMatchObject({ stoppedBy: expect.stringMatching(/./), finishedAt: expect.any(String) });
    expect(await issuedOf(rule.couponId)).toEqual({ issued: sent, codes: sent });
    // whoever asks again hears the same
    expect(await server.call(calls.stopRun, { id }, staff)).toEqual({ sent, planned });
    await server.call(calls.addRun, { ruleId: rule.id }, staff);
    await both();
    expect((await past(rule.id)).map(counts).at(-1)).toEqual(['done', 3_000, 3_000 - sent, sent, 0]);
    expect(await issuedOf(rule.couponId)).toEqual({ issued: 3_000, codes: 3_000 });
  });

  test('that wait are stopped before anything is sent; those that are over are not stopped', async () => {
    await customers(2);
    const rule = await aRule();
    const [planned] = await runsOf(rule.id);
    const stop = (id = '') => server.call(calls.stopRun, { id }, staff);
    await expect(stop(planned?.id)).rejects.toEqual(refused('coupon-rule.run-not-running'));
    await clockAt('2027-01-31T08:00:00Z');
    // in the queue, and no server has taken it yet
    await server.services.database.write(tenant.id, (db) =>
      db.updateTable('reward_run').set({ state: 'waiting' }).where('rule_id', '=', rule.id).execute(),
    );
    expect(await stop(planned?.id)).toEqual({ sent: 0, planned: 0 });
    await both();
    expect((await past(rule.id)).map(counts)).toEqual([['stopped', 0, 0, 0, 0]]);
    await server.call(calls.addRun, { ruleId: rule.id }, staff);
    await both();
    const done = (await past(rule.id)).at(-1);
    expect(counts(done!)).toEqual(['done', 2, 2, 0, 0]);
    await expect(stop(done?.id)).rejects.toEqual(refused('coupon-rule.run-not-running'));
  });

  test(
    'that are stopped in the moment of their last portion are stopped or done, and count what was sent',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await clockAt('2027-01-01T00:00:00Z');
        tenant = await server.newTenant();
        staff = await tenant.staff();
        await customers(3);
        const rule = await aRule();
        await clockAt('2027-01-31T08:00:00Z');
        await planDue(server.services);
        // the other server may have been the one that took it
        const run = await until(async () => (await past(rule.id))[0]);
        const stopAfter = async () => {
          await new Promise((resolve) => setTimeout(resolve, round * 7));
          return server.call(calls.stopRun, { id: run?.id ?? '' }, staff).catch(({ problem }) => problem as string);
        };
        const [answer] = await Promise.all([stopAfter(), both()]);
        const [ended] = await past(rule.id);
        const { sent = -1, state } = ended ?? {};
        if (typeof answer === 'string')
          expect([answer, state, sent]).toEqual(['coupon-rule.run-not-running', 'done', 3]);
        else expect([answer.sent, state]).toEqual([sent, 'stopped']);
        expect(await issuedOf(rule.couponId)).toEqual({ issued: sent, codes: sent });
      }
    },
    LONGEST_MS,
  );

  test('that people plan begin at their time, within begin and end alone', async () => {
    await customers(1);
    const rule = await aRule();
    const asked = (at: string) => server.call(calls.addRun, { ruleId: rule.id, at }, staff);
    await expect(asked('2028-01-01T00:00:00Z')).rejects.toEqual(refused('coupon-rule.outside-period'));
    const { id } = await asked('2027-01-10T12:00:00Z');
    await clockAt('2027-01-10T12:00:01Z');
    await both();
    expect((await past(rule.id)).map((run) => [run.id, run.periodKey, ...counts(run)])).toEqual([
      [id, '2027-01', 'done', 1, 1, 0, 0],
    ]);
    // and the month has had it when the clock comes
    await clockAt('2027-01-31T08:00:01Z');
    await both();
    expect((await past(rule.id)).map(counts).at(-1)).toEqual(['done', 1, 0, 1, 0]);
  });

  test('of a rule that is off or deleted are not planned; what was taken back is planned again', async () => {
    const rule = await aRule();
    await server.call(turn, { ids: [rule.id], on: false }, staff);
    expect(await runsOf(rule.id)).toEqual([]);
    expect(await server.call(one, { id: rule.id }, staff)).toMatchObject({ nextRunAt: null, status: 'disabled' });
    await server.call(turn, { ids: [rule.id], on: true }, staff);
    expect((await runsOf(rule.id)).map(({ state }) => state)).toEqual(['planned']);
    const { changeId } = await server.call(remove, { id: rule.id }, staff);
    expect(await runsOf(rule.id)).toEqual([]);
    await server.call(undoEndpoints.undo, { changeId }, staff);
    expect((await runsOf(rule.id)).map(({ state }) => state)).toEqual(['planned']);
    const others = await (await server.newTenant()).staff();
    await expect(server.call(one, { id: rule.id }, others)).rejects.toEqual(refused('coupon-rule.not-found'));
    await expect(server.call(calls.addRun, { ruleId: rule.id }, others)).rejects.toEqual(
      refused('coupon-rule.not-found'),
    );
  });
});

describe('a rule is refused', () => {
  test.each([
    [{ endAt: '2026-01-01T00:00:00Z' }, 'endAt'],
    [{ frequency: null }, 'frequency'],
    [{ executionTime: '' }, 'executionTime'],
    [{ executionTime: '09:00:00' }, 'executionTime'],
    [{ emailSuffixes: 'corp..com' }, 'emailSuffixes'],
    [{ frequency: 'yearly', executionTime: '03-01 09:00:00', endAt: '2027-02-01T00:00:00Z' }, 'endAt'],
    [{ couponId: newId() }, 'couponId'],
    [{ couponCount: 0 }, 'couponCount'],
    [{ weekdays: [8] }, 'weekdays.0'],
  ])('%j at %s', async (wrong, path) => {
    const couponId = await aCoupon();
    const error = await aRule({ couponId, ...wrong }).catch((one: unknown) => one);
    expect(error).toMatchObject({ answer: { body: { faults: [expect.objectContaining({ path })] } } });
  });
});

test('the preview says when it runs, with the offset of the day', async () => {
  const asked = { frequency: 'monthly' as const, executionTime: '31 09:00:00', ...YEAR, count: 3 };
  expect(await server.call(calls.nextRuns, asked, staff)).toEqual({
    timeZone: 'Europe/Oslo',
    runs: ['2027-01-31T09:00:00+01:00', '2027-02-28T09:00:00+01:00', '2027-03-31T09:00:00+02:00'],
  });
});

test('the first paid order is rewarded once, the second one is not', async () => {
  const [person] = await customers(1);
  await aRule({ rewardType: RewardType.firstPaidOrder });
  const orders = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('coffee_order').select('order_no').execute(),
  );
  expect(orders).toEqual([]);
  await runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
    tx.publish(orderEvents.paid, { orderNo: 'none', spotId: newId(), deviceImei: '1', at: tx.now().toISOString() }),
  );
  await both();
  expect(await codesOf(person ?? '')).toEqual([]);
});

test('who is known by a client of the sandbox alone gets nothing, and an order of the sandbox is nobody’s first one', async () => {
  const { database, clock } = server.services;
  const [clientId, spotId, robotId] = [newId(), newId(), newId()];
  await database.write(tenant.id, async (db) => {
    await db.insertInto('spot').values({ id: spotId, name: 'S', tax_mode: 'inclusive', tax_rate: 0 }).execute();
    await db.insertInto('robot').values({ id: robotId, imei: robotId, name: 'R', spot_id: spotId }).execute();
    await db
      .insertInto('storefront_client')
      .values({ id: clientId, name: 'Trial', channel: 'app', spot_id: spotId, sandbox: true, created_at: clock.now() })
      .execute();
  });
  const [builder = ''] = await customers(1, { client_id: clientId });
  const [buyer = ''] = await customers(1);
  await aRule({ rewardType: RewardType.firstPaidOrder });
  const pays = async (customer: string, more: object = {}) => {
    const orderNo = newId();
    const at = clock.now();
    await database.write(tenant.id, (db) =>
      db
        .insertInto('coffee_order')
        .values({
          ...{ order_no: orderNo, spot_id: spotId, robot_id: robotId, robot_imei: '8600', source: 1, channel: 'app' },
          ...{ paid_by: 'card', status: 3, step: 0, currency: 'NOK', subtotal_minor: 100, total_minor: 100 },
          ...{ payable_minor: 100, paid_minor: 100, price: '{}', goods_summary: 'Latte', cups: 1 },
          ...{ customer_ref: customer, paid_at: at, created_at: at, changed_at: at, ...more },
        })
        .execute(),
    );
    await runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
      tx.publish(orderEvents.paid, { orderNo, spotId, deviceImei: '8600', at: at.toISOString() }),
    );
    await both();
  };
  await pays(buyer, { sandbox: true });
  await pays(builder);
  expect([await codesOf(buyer), await codesOf(builder)]).toEqual([[], []]);
  await pays(buyer);
  expect(await codesOf(buyer)).toHaveLength(1);
});
