import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { robotHistoryEndpoint } from '#domains/robots/contract/history-endpoint.ts';
import { updateMaterialsEndpoints } from '#domains/robots/contract/stock-endpoints.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { records } from '#platform/records/server/index.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { session } from '#system/session/server/index.ts';
import { type ConfirmRequest, PLAN, refillRunEndpoints } from '../contract/endpoints.ts';
import { refillFills, refillRuns } from '../contract/refill-runs.ts';
import { refillRunSlice } from './index.ts';

type Person = Caller & { userId: string };
const REFILLER = ['robot:view', 'robot:refill'];

let town: TestTown;
let shop: TestShop;
let planner: Person;
let refiller: Person;
beforeAll(async () => {
  town = await startTestTown([records, session, refillRunSlice]);
});
afterAll(() => town?.stop());
beforeEach(async () => {
  town.server.services.clock.set(new Date());
  shop = await town.openShop();
  planner = await shop.tenant.staff([...REFILLER, 'robot:view-log', 'refill-run:view', PLAN]);
  refiller = await shop.tenant.staff([...REFILLER, 'refill-run:view']);
});

const now = () => town.server.services.clock.now();
const iso = (minutes = 0) => new Date(now().getTime() + minutes * 60_000).toISOString();
/** The clock goes on during calls: to some seconds. */
const isNear = (at: string | null | undefined, to: string) => Math.abs(Date.parse(at ?? '') - Date.parse(to)) < 10_000;
const pass = (minutes: number) => town.server.services.clock.set(new Date(now().getTime() + minutes * 60_000));

const plan = (more: object = {}, caller: Caller = planner) =>
  town.server.call(
    refillRunEndpoints.plan,
    { name: 'Harbour', robotIds: [shop.robot.id], assignedTo: refiller.userId, ...more },
    caller,
  );
const beansOf = async () => {
  const { robots } = await town.server.call(refillRunEndpoints.clock, {}, planner);
  const beans = robots[0]?.materials[0];
  if (!beans) throw new Error('The robot holds nothing');
  return beans;
};
const confirm = (id: string, more: Partial<ConfirmRequest>, caller: Caller = refiller) =>
  town.server.call(
    refillRunEndpoints.confirm,
    { id, robotId: shop.robot.id, actId: crypto.randomUUID(), at: iso(), materials: [], ...more },
    caller,
  );
const act = (id: string) => ({ id, actId: crypto.randomUUID(), at: iso() });
const setLevel = async (amount: number, caller: Caller = planner) =>
  town.server.call(
    updateMaterialsEndpoints.updateMaterials,
    {
      ...{ robotId: shop.robot.id, reason: 'count' },
      materials: [{ materialId: (await beansOf()).materialId, amount, capacity: 1_000, lowMark: 100 }],
    },
    caller,
  );

test('a run is planned for the year to come, at most a day late', async () => {
  const at = (days: number) => new Date(town.server.services.clock.now().getTime() + days * 86_400_000).toISOString();
  const problemAt = async (plannedFor: string) =>
    plan({ plannedFor }).then(
      () => undefined,
      (refused: { problem?: string }) => refused.problem,
    );
  expect(await problemAt('1901-01-01T00:00:00Z')).toBe('refill-run.in-the-past');
  expect(await problemAt(at(366))).toBe('refill-run.too-far-ahead');
  expect((await plan({ plannedFor: at(-0.5) })).state).toBe('planned');
});

test('a run is planned for somebody, who is told, does it and is done; the list and the history say so', async () => {
  await setLevel(200);
  const run = await plan({ note: 'Key at the desk' });
  expect(run).toMatchObject({ state: 'planned', assignedTo: refiller.userId, stops: [{ state: 'waiting', turn: 0 }] });
  const told = await town.server.call(noticeEndpoints.page, {}, refiller);
  expect(told.records[0]).toMatchObject({
    kind: 'refill-runs.assigned',
    path: `/devices/refill-runs/detail/${run.id}`,
  });

  const { runs } = await town.server.call(refillRunEndpoints.mine, {}, refiller);
  expect(runs.map(({ id }) => id)).toEqual([run.id]);
  expect((await town.server.call(refillRunEndpoints.mine, {}, planner)).runs).toEqual([]);
  await town.server.call(refillRunEndpoints.start, act(run.id), refiller);
  const beans = await beansOf();
  const { told: nothing } = await confirm(run.id, {
    materials: [{ materialId: beans.materialId, amount: 1_000, batch: 'B-17', filledAt: beans.filledAt }],
  });
  expect(nothing).toEqual([]);
  expect((await beansOf()).level).toBe(1_000);
  const { run: done } = await town.server.call(refillRunEndpoints.finish, act(run.id), refiller);
  expect(done).toMatchObject({
    ...{ state: 'done', stops: [{ state: 'filled', fills: [{ before: 200, after: 1_000, batch: 'B-17' }] }] },
  });
  const list = await town.server.call(refillRuns.endpoints.page, {}, planner);
  expect(list.records[0]).toMatchObject({ name: 'Harbour', state: 'done', robots: 1, filled: 1, conflicts: 0 });
  const fills = await town.server.call(refillFills.endpoints.page, { keyword: 'B-17' }, planner);
  expect(fills.records).toMatchObject([{ before: 200, after: 1_000, kept: false, runId: run.id }]);
  const history = await town.server.call(robotHistoryEndpoint, { id: shop.robot.id }, planner);
  expect(history.records[0]).toMatchObject({ action: 'robot:refill', reason: 'Harbour' });
  const open = await town.server.call(noticeEndpoints.page, {}, refiller);
  expect(open.records[0]).toMatchObject({ settledAt: expect.any(String) });
});

test('an act that is sent again changes nothing, and answers the same', async () => {
  await setLevel(200);
  const run = await plan();
  const { materialId } = await beansOf();
  const actId = crypto.randomUUID();
  const at = iso();
  const first = await confirm(run.id, { actId, at, materials: [{ materialId, amount: 900 }] });
  pass(1);
  await setLevel(300);
  const again = await confirm(run.id, { actId, at, materials: [{ materialId, amount: 900 }] });
  expect(again.told).toEqual(first.told);
  expect(again.run.stops[0]?.fills).toHaveLength(1);
  expect((await beansOf()).level).toBe(300);
});

test('cups that were made after a refill, and before it was sent, are out of it', async () => {
  await setLevel(200);
  const run = await plan();
  const { materialId } = await beansOf();
  pass(5);
  const at = iso();
  pass(10);
  const { orderNo } = await shop.paidOrder();
  await shop.robotSays(orderNo, { step: 1, event: 2251 });
  await shop.robotSays(orderNo, { step: 2, event: 2301 });
  const used = 200 - (await beansOf()).level;
  expect(used).toBeGreaterThan(0);
  pass(10);
  await confirm(run.id, { at, materials: [{ materialId, amount: 1_000 }] });
  expect((await beansOf()).level).toBe(1_000 - used);
});

test('somebody filled up later: that amount stays, both are kept, and the person is told', async () => {
  await setLevel(200);
  const run = await plan();
  const { materialId, filledAt } = await beansOf();
  pass(5);
  const at = iso();
  pass(5);
  const theirs = iso();
  await setLevel(800);
  pass(5);
  const { told, run: after } = await confirm(run.id, { at, materials: [{ materialId, amount: 1_000, filledAt }] });
  expect(told.map(({ code }) => code)).toEqual(['later']);
  expect(isNear(told[0]?.at, theirs)).toBe(true);
  expect((await beansOf()).level).toBe(800);
  expect(after.stops[0]).toMatchObject({
    state: 'filled',
    fills: [{ after: 1_000, kept: true, otherAt: told[0]?.at }],
  });
});

test('somebody filled up before it, unknown to the person: this one counts, and the person is told', async () => {
  await setLevel(200);
  const run = await plan();
  const { materialId, filledAt } = await beansOf();
  pass(5);
  const other = await plan({ assignedTo: planner.userId });
  await confirm(other.id, { materials: [{ materialId, amount: 700, filledAt }] }, planner);
  pass(5);
  const at = iso();
  pass(5);
  const { told } = await confirm(run.id, { at, materials: [{ materialId, amount: 1_000, filledAt }] });
  expect(told).toMatchObject([{ code: 'earlier', byName: expect.stringMatching(/./) }]);
  expect((await beansOf()).level).toBe(1_000);
});

test('an act that comes late does not move the end of a stop back', async () => {
  await setLevel(200);
  const run = await plan();
  const { materialId } = await beansOf();
  pass(60);
  const { run: first } = await confirm(run.id, { at: iso(), materials: [{ materialId, amount: 900 }] });
  pass(1);
  const { run: after } = await confirm(run.id, { at: iso(-3_600), materials: [{ materialId, amount: 800 }] });
  expect(after.stops[0]?.doneAt).toBe(first.stops[0]?.doneAt);
});

test('a phone whose clock is wrong is understood', async () => {
  await setLevel(200);
  const run = await plan();
  const { materialId } = await beansOf();
  pass(10);
  const { run: after } = await confirm(run.id, {
    ...{ at: iso(-3_000), sentAt: iso(-2_995), materials: [{ materialId, amount: 900 }] },
  });
  expect(isNear(after.stops[0]?.doneAt, iso(-5))).toBe(true);
});

test('who was on the way in a run that is cancelled hears of it with the reason, for a while', async () => {
  const run = await plan();
  await town.server.call(refillRunEndpoints.cancel, { id: run.id, reason: 'rain' }, planner);
  const mine = async () => (await town.server.call(refillRunEndpoints.mine, {}, refiller)).runs;
  const cancelled = { id: run.id, state: 'cancelled', reason: 'rain', stops: [{ robotId: shop.robot.id }] };
  expect((await mine()).find(({ id }) => id === run.id)).toMatchObject(cancelled);
  await town.server.services.database.write(shop.tenant.id, (db) =>
    db
      .updateTable('refill_run')
      .set({ ended_at: new Date(town.server.services.clock.now().getTime() - 13 * 3_600_000) })
      .where('id', '=', run.id)
      .execute(),
  );
  expect((await mine()).some(({ id }) => id === run.id)).toBe(false);
});

test('what was filled is taken though the run was cancelled or given away meanwhile', async () => {
  await setLevel(200);
  const run = await plan();
  const { materialId } = await beansOf();
  await town.server.call(refillRunEndpoints.assign, { id: run.id, assignedTo: planner.userId }, planner);
  await town.server.call(refillRunEndpoints.cancel, { id: run.id, reason: 'rain' }, planner);
  pass(1);
  const { told, run: after } = await confirm(run.id, { materials: [{ materialId, amount: 900 }] });
  expect(told.map(({ code }) => code)).toEqual(['ended', 'reassigned']);
  expect(after.state).toBe('cancelled');
  expect((await beansOf()).level).toBe(900);
  await expect(
    town.server.call(refillRunEndpoints.cancel, { id: run.id, reason: 'again' }, planner),
  ).rejects.toMatchObject({ problem: 'refill-run.not-open' });
});

test('a robot is skipped with a reason; what was filled is not undone by a word', async () => {
  await setLevel(200);
  const run = await plan();
  const skip = (reason: string) =>
    town.server.call(refillRunEndpoints.skip, { ...act(run.id), robotId: shop.robot.id, reason }, refiller);
  expect((await skip('closed')).run.stops[0]).toMatchObject({ state: 'skipped', reason: 'closed' });
  const { materialId } = await beansOf();
  pass(1);
  const { told } = await confirm(run.id, { materials: [{ materialId, amount: 900 }] });
  expect(told.map(({ code }) => code)).toEqual(['skipped']);
  expect((await skip('closed')).told.map(({ code }) => code)).toEqual(['filled']);
  expect((await skip('closed')).run.stops[0]?.state).toBe('filled');
});

test('refusals: who may not, who does not see, what cannot be', async () => {
  await setLevel(200);
  const clerk = await shop.tenant.staff(REFILLER, { spotIds: [shop.otherSpotId] });
  const viewer = await shop.tenant.staff(['robot:view']);
  const problem = (code: string) => ({ problem: code });
  await expect(plan({}, refiller).then((run) => run.assignedTo)).resolves.toBe(refiller.userId);
  await expect(plan({ assignedTo: planner.userId }, refiller)).rejects.toMatchObject(problem('request.forbidden'));
  await expect(plan({ assignedTo: newId() })).rejects.toMatchObject(problem('refill-run.nobody'));
  await expect(plan({ assignedTo: 'x' })).rejects.toMatchObject(problem('refill-run.nobody'));
  await expect(plan({ assignedTo: viewer.userId })).rejects.toMatchObject(problem('refill-run.may-not-refill'));
  await expect(plan({ assignedTo: clerk.userId })).rejects.toMatchObject(problem('refill-run.does-not-see'));
  await expect(plan({ robotIds: [newId()] })).rejects.toMatchObject(problem('robot.not-found'));
  const run = await plan();
  const { materialId } = await beansOf();
  const materials = [{ materialId, amount: 900 }];
  await expect(confirm(run.id, { materials }, clerk)).rejects.toMatchObject(problem('refill-run.not-found'));
  await expect(confirm(newId(), { materials })).rejects.toMatchObject(problem('refill-run.not-found'));
  await expect(confirm(run.id, { materials, robotId: newId() })).rejects.toMatchObject(
    problem('refill-run.not-a-stop'),
  );
  await expect(confirm(run.id, { materials: [{ materialId, amount: 5_000 }] })).rejects.toMatchObject(
    problem('robot.stock-impossible'),
  );
  expect((await town.server.call(refillRunEndpoints.clock, {}, clerk)).robots).toEqual([]);
  expect((await beansOf()).level).toBe(200);
});

test('the clock goes through a large fleet page by page, each robot once and the most urgent first', async () => {
  const { materialId } = await beansOf();
  await shop.inside(async (tx) => {
    await sql`
      insert into robot (tenant_id, id, imei, name, spot_id)
      select ${tx.tenantId}::bigint, gen_random_uuid(), 'FLEET' || lpad(n::text, 8, '0') || substr(md5(${shop.spotId}), 1, 8),
             'Fleet ' || n, ${shop.spotId}::uuid
        from generate_series(1, 2100) as n`.execute(tx.db);
    await sql`
      insert into robot_material (tenant_id, robot_id, material_id, capacity, current, low_mark)
      select tenant_id, id, ${materialId}::uuid, 1000, case when name like '%7' then 50 else 900 end, 100
        from robot where tenant_id = ${tx.tenantId}::bigint and name like 'Fleet %'`.execute(tx.db);
  });
  const seen: { robotId: string; level: number }[] = [];
  let after: string | undefined;
  do {
    const page = await town.server.call(refillRunEndpoints.clock, after === undefined ? {} : { after }, planner);
    seen.push(...page.robots.map(({ robotId, materials }) => ({ robotId, level: materials[0]?.level ?? 0 })));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(seen).toHaveLength(2_101);
  expect(new Set(seen.map(({ robotId }) => robotId)).size).toBe(2_101);
  expect(seen.slice(0, 210).every(({ level }) => level === 50)).toBe(true);
  await expect(town.server.call(refillRunEndpoints.clock, { after: 'x' }, planner)).rejects.toMatchObject({
    problem: 'request.malformed',
  });
});

test('the clock names what is low or runs out in time', async () => {
  await setLevel(1_000);
  const due = (hours: number) => town.server.call(refillRunEndpoints.clock, { hours }, planner);
  const others = (await due(24)).robots.length;
  await setLevel(0);
  expect((await due(24)).robots[0]).toMatchObject({ robotId: shop.robot.id, hoursToEmpty: 0, runName: null });
  await plan();
  expect((await due(24)).robots[0]?.runName).toBe('Harbour');
  expect(others).toBeLessThanOrEqual(1);
});
