import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { type Caller, Refused, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { feePlanEndpoints } from '../contract/endpoints.ts';
import { feePlans } from '../contract/fee-plans.ts';

const hourly = {
  freeMinutes: 5,
  freeTimeCounted: true,
  phases: [{ startMinute: 0, unitMinutes: 60, unitPriceMinor: 300 }],
  dailyCapMinor: 1_500,
};

behavesAsRecords(
  feePlans,
  () => ({ name: 'City', phases: [], maxDays: 3, purchasePriceMinor: 900, dailyCapMinor: 100 }),
  {
    use: ({ server: running, tenant }, planId) =>
      running.services.database.write(tenant.id, async (db) => {
        await db.insertInto('spot').values({ id: newId(), name: 'Harbour', fee_plan_id: planId }).execute();
      }),
    // the fields of a plan hang together: none of these can change alone
    other: {
      ...{ baseUnitMinutes: undefined, baseCostMinor: undefined, maxDays: 4, phases: hourly.phases },
      ...{ purchasePriceMinor: 901, dailyCapMinor: 101 },
    },
  },
);

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const aTenant = async () => (await server.newTenant()).staff();
const add = (name: string, given: object = {}) =>
  server.call(feePlans.endpoints.add, { name, ...hourly, ...given }, staff);
const faultsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (refused) => {
      if (!(refused instanceof Refused)) throw refused;
      const body = refused.answer.body as { faults?: { path: string }[]; problem: string };
      return body.faults?.map(({ path }) => path) ?? [body.problem];
    },
  );
const defaults = async () => {
  const { records } = await server.call(feePlans.endpoints.page, { pageSize: 50 }, staff);
  return records.filter(({ isDefault }) => isDefault).map(({ name }) => name);
};

test('a preview answers what is charged, and refuses a plan that could never be kept', async () => {
  staff = await aTenant();
  const preview = (plan: object, elapsedSeconds: number) =>
    server.call(feePlanEndpoints.preview, { plan: plan as never, elapsedSeconds }, staff);
  expect(await preview({ ...hourly, maxDays: 3, purchasePriceMinor: 6_000 }, 72 * 3_600 + 1)).toEqual({
    billedMinutes: 4_320,
    feeMinor: 6_000,
    ended: true,
    parts: [{ kind: 'purchase', fromMinute: 4_320, amountMinor: 6_000 }],
  });
  expect(await preview({ ...hourly, baseUnitMinutes: 0, baseCostMinor: 0, repetitions: 0 }, 3_601)).toEqual({
    billedMinutes: 61,
    feeMinor: 600,
    ended: false,
    parts: [{ kind: 'phase', fromMinute: 0, amountMinor: 600 }],
  });
  expect(await faultsOf(preview({ ...hourly, baseUnitMinutes: 30, repetitions: 1 }, 60))).toEqual([
    'plan.phases.0.startMinute',
  ]);
  expect(await faultsOf(preview({ ...hourly, dailyCapMinor: -1 }, 60))).toEqual(['plan.dailyCapMinor']);
  expect(await faultsOf(preview(hourly, -1))).toEqual(['elapsedSeconds']);
});

test('a plan that contradicts itself is not kept, and each fault names its field', async () => {
  staff = await aTenant();
  expect(await faultsOf(add('Bad', { baseCostMinor: 100, maxDays: 3 }))).toEqual([
    'baseUnitMinutes',
    'purchasePriceMinor',
  ]);
  expect(await faultsOf(add('Long', { maxDays: 6, purchasePriceMinor: 9_000 }))).toEqual(['maxDays']);
  const { id } = await add('Good');
  expect(await faultsOf(server.call(feePlans.endpoints.edit, { id, maxDays: 2 }, staff))).toEqual([
    'purchasePriceMinor',
  ]);
});

test('a phase is added at its place, once, and not where it would break a unit', async () => {
  staff = await aTenant();
  const { id } = await add('City', {
    phases: [...hourly.phases, { startMinute: 240, unitMinutes: 60, unitPriceMinor: 1 }],
  });
  const phase = (startMinute: number) =>
    server.call(feePlanEndpoints.addPhase, { id, startMinute, unitMinutes: 60, unitPriceMinor: 200 }, staff);
  await phase(120);
  expect((await server.call(feePlans.endpoints.one, { id }, staff)).phases.map((one) => one.startMinute)).toEqual([
    0, 120, 240,
  ]);
  expect(await faultsOf(phase(120))).toEqual(['startMinute']);
  expect(await faultsOf(phase(130))).toEqual(['phases.2.startMinute', 'phases.3.startMinute']);
});

test('the first plan is the default until another one is, and a removed default passes it on and gets it back', async () => {
  staff = await aTenant();
  const city = await add('City');
  const airport = await add('Airport');
  expect([city.isDefault, airport.isDefault]).toEqual([true, false]);
  expect(await defaults()).toEqual(['City']);
  await server.call(feePlanEndpoints.makeDefault, { id: airport.id }, staff);
  expect(await defaults()).toEqual(['Airport']);
  const { changeId } = await server.call(feePlans.endpoints.remove, { id: airport.id }, staff);
  expect(await defaults()).toEqual(['City']);
  await server.call(undoEndpoints.undo, { changeId }, staff);
  expect(await defaults()).toEqual(['City']);
  const strangers = await aTenant();
  expect(await faultsOf(server.call(feePlanEndpoints.makeDefault, { id: city.id }, strangers))).toEqual([
    'fee-plan.not-found',
  ]);
});
