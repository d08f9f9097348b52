import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { addTestRobot, robotSlices } from '#domains/robots/server/test-robots.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { later } from '#platform/testing/later.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { notices } from '#system/notices/server/index.ts';
import { maintenanceEndpoints as calls } from '../contract/maintenance.ts';
import { countDaily } from './count-daily.ts';
import { maintenanceOf, maintenanceSlice } from './index.ts';

const DAY = 24 * 3_600;
let server: TestServer;
let tenant: TestTenant;
let staff: Caller;

beforeAll(async () => {
  server = await startTestServer({
    slices: [...robotSlices, beverages, maintenanceSlice, notices],
    planDue: async () => 0,
  });
  tenant = await server.newTenant();
  staff = await tenant.staff();
});
afterAll(() => server?.stop());

const openNotices = (id: string) =>
  server.services.database.read(tenant.id, (db) =>
    db
      .selectFrom('notice')
      .select(['kind'])
      .where('key', 'in', [`maintenance-due/${id}`, `maintenance-overdue/${id}`])
      .where('settled_at', 'is', null)
      .execute(),
  );

test('a robot counts from the day on which it was added, by the interval of its tenant', async () => {
  const { id } = await addTestRobot(server, staff);
  expect(await server.call(calls.one, { robotId: id }, staff)).toMatchObject({
    ...{ cups: 2000, days: 30, ownCups: null, ownDays: null, lastAt: null },
    ...{ cupsUsed: 0, daysGone: 0, countdownDays: 30 },
  });
  await server.call(calls.plan, { robotId: id, cups: 500, days: null }, staff);
  expect(await server.call(calls.one, { robotId: id }, staff)).toMatchObject({ cups: 500, days: 30, ownCups: 500 });
});

test('recording begins both counts again and keeps what was done', async () => {
  const { id } = await addTestRobot(server, staff);
  await later(server, 12 * DAY, async () => {
    // sessions do not last for twelve days
    const staff = await tenant.staff();
    expect(await server.call(calls.one, { robotId: id }, staff)).toMatchObject({ daysGone: 12, countdownDays: 18 });
    const what = 'Cleaning';
    const after = await server.call(calls.record, { robotId: id, what, doneBy: 'Kari', remark: 'New filter' }, staff);
    expect(after).toMatchObject({ daysGone: 0, countdownDays: 30 });
    expect(await server.call(calls.page, { robotId: id }, staff)).toMatchObject({
      total: 1,
      records: [{ what, doneBy: 'Kari', remark: 'New filter', daysGone: 12 }],
    });
    const [at, before] = [new Date(server.services.clock.now()), new Date(0)];
    at.setDate(at.getDate() + 1);
    const record = (doneAt: Date) =>
      server.call(calls.record, { robotId: id, what, doneAt: doneAt.toISOString() }, staff);
    await expect(record(at)).rejects.toMatchObject({ problem: 'maintenance.in-future' });
    await expect(record(before)).rejects.toMatchObject({ problem: 'maintenance.before-last' });
  });
});

test('once a day robots are counted; at 0 they are due, three days later overdue, until it is recorded', async () => {
  const { id } = await addTestRobot(server, staff);
  const count = (days: number) =>
    later(server, days * DAY, async () => {
      const hour = server.services.clock.now();
      hour.setUTCHours(12);
      server.services.clock.set(hour);
      await countDaily.run(server.services, hour);
      return openNotices(id);
    });
  expect(await count(29)).toEqual([]);
  expect(await count(31)).toEqual([{ kind: 'maintenance.due' }]);
  expect(await count(34)).toEqual([{ kind: 'maintenance.overdue' }]);
  // not twice on a day
  expect(await count(34)).toEqual([{ kind: 'maintenance.overdue' }]);
  const kept = await server.services.database.read(tenant.id, (db) => maintenanceOf(db, [id]));
  expect(kept.get(id)?.countdownDays).toBeLessThanOrEqual(-3);
  // the page of a robot says what lists and alarms say
  expect((await server.call(calls.one, { robotId: id }, staff)).countdownDays).toBe(kept.get(id)?.countdownDays);
  await later(server, 34 * DAY, async () =>
    server.call(calls.record, { robotId: id, what: 'Service' }, await tenant.staff()),
  );
  expect(await openNotices(id)).toEqual([]);
});

test('the interval of all robots is for those who see all of them', async () => {
  const spotId = newId();
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('spot').values({ id: spotId, name: 'Harbour' }).execute(),
  );
  const clerk = await tenant.staff('all', { spotIds: [spotId] });
  await expect(server.call(calls.saveTenantPlan, { cups: 10, days: 1 }, clerk)).rejects.toMatchObject({
    problem: 'maintenance.only-all-spots',
  });
  const { id } = await addTestRobot(server, staff);
  await server.call(calls.saveTenantPlan, { cups: 900, days: 20 }, staff);
  expect(await server.call(calls.tenantPlan, {}, staff)).toEqual({ cups: 900, days: 20 });
  expect(await server.call(calls.one, { robotId: id }, staff)).toMatchObject({ cups: 900, countdownDays: 20 });
  // robots of no spot of theirs, and of other tenants, are not there
  const stranger = await (await server.newTenant()).staff();
  for (const caller of [clerk, stranger])
    for (const ask of [
      () => server.call(calls.one, { robotId: id }, caller),
      () => server.call(calls.page, { robotId: id }, caller),
      () => server.call(calls.record, { robotId: id, what: 'x' }, caller),
      () => server.call(calls.plan, { robotId: id, cups: 1, days: 1 }, caller),
    ])
      await expect(ask()).rejects.toMatchObject({ problem: 'robot.not-found' });
  await expect(server.call(calls.plan, { robotId: id, cups: 0, days: 1 }, staff)).rejects.toMatchObject({
    problem: 'request.malformed',
  });
});
