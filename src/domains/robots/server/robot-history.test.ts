import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { robotHistoryEndpoint } from '#domains/robots/contract/history-endpoint.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Caller, TestServer, TestTenant } from '#platform/testing/test-server.ts';
import { startWithTwoSpots } from './test-robots.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let goods: TestCatalogue;
let otherSpotId: string;

beforeAll(async () => {
  ({ server, tenant, staff, goods, otherSpotId } = await startWithTwoSpots());
});
afterAll(() => server?.stop());

let counter = 0;
const add = async (more: object = {}, caller = staff) =>
  (
    await server.call(
      robotEndpoints.add,
      { imei: `87100000000${String(++counter).padStart(4, '0')}`, name: 'Lobby', spotId: goods.spotId, ...more },
      caller,
    )
  ).robot;
const historyOf = (id: string, more: object = {}, caller = staff) =>
  server.call(robotHistoryEndpoint, { id, ...more }, caller);
const bind = (id: string, spotId: string | null) =>
  server.call(robotEndpoints.bindServiceSpots, { robotIds: [id], spotId }, staff);

test('every edit is told with its values before and after, who it was and why, newest first', async () => {
  const { id, imei } = await add();
  await server.call(robotEndpoints.update, { id, name: 'Hall', reportIntervalSeconds: 90 }, staff);
  await bind(id, otherSpotId);
  await server.call(robotEndpoints.updateStatus, { id, status: 'maintain', reason: 'cleaning' }, staff);
  const page = await historyOf(id);
  expect(page).toMatchObject({ total: 4, pages: 1, names: { [goods.spotId]: 'Harbour', [otherSpotId]: 'Airport' } });
  expect(page.records.map(({ action, changes, reason }) => ({ action, changes, reason }))).toEqual([
    { action: 'robot:maintain', reason: 'cleaning', changes: [{ field: 'mode', before: 'normal', after: 'maintain' }] },
    {
      action: 'robot:bind-spot',
      reason: null,
      changes: [{ field: 'spotId', before: goods.spotId, after: otherSpotId }],
    },
    {
      action: 'robot:edit',
      reason: null,
      changes: [
        { field: 'name', before: 'Lobby', after: 'Hall' },
        { field: 'reportIntervalSeconds', before: 60, after: 90 },
      ],
    },
    {
      action: 'robot:add',
      reason: null,
      changes: [
        { field: 'imei', before: null, after: imei },
        { field: 'name', before: null, after: 'Lobby' },
        { field: 'spotId', before: null, after: goods.spotId },
      ],
    },
  ]);
  expect(page.records.every(({ byKind, byName }) => byKind === 'staff' && byName !== '')).toBe(true);
});

test('maintenance is told in one way, by its own call or by a command, also where the robot was so before', async () => {
  const { id } = await add();
  await server.call(robotEndpoints.updateStatus, { id, status: 'normal', reason: 'all is well' }, staff);
  const asked = { robotId: (await add()).id, cmd: 'setMaintenance', args: { on: true }, reason: 'cleaning' } as const;
  await server.call(robotEndpoints.sendCommand, asked, staff);
  const newest = async (of: string) => (await historyOf(of)).records[0];
  expect(await newest(id)).toMatchObject({
    action: 'robot:maintain',
    changes: [{ field: 'mode', before: 'normal', after: 'normal' }],
  });
  expect(await newest(asked.robotId)).toMatchObject({
    action: 'robot:maintain',
    reason: 'cleaning',
    changes: [{ field: 'mode', before: 'normal', after: 'maintain' }],
  });
});

test('it comes in pages', async () => {
  const { id } = await add();
  for (const name of ['A', 'B', 'C']) await server.call(robotEndpoints.update, { id, name }, staff);
  const pages = await Promise.all([1, 2].map((pageNo) => historyOf(id, { pageNo, pageSize: 3 })));
  expect(pages.map(({ records }) => records.map(({ changes }) => changes.at(-1)?.after))).toEqual([
    ['C', 'B', 'A'],
    [goods.spotId],
  ]);
  expect(pages[0]).toMatchObject({ total: 4, pages: 2 });
});

test("another tenant, and who does not see the robot's spot, learn nothing of it", async () => {
  const { id } = await add();
  const stranger = await (await server.newTenant()).staff();
  const clerk = await tenant.staff('all', { spotIds: [otherSpotId] });
  for (const caller of [stranger, clerk])
    await expect(historyOf(id, {}, caller)).rejects.toMatchObject({ problem: 'robot.not-found' });
  const blind = await tenant.staff(['robot:edit']);
  await expect(historyOf(id, {}, blind)).rejects.toMatchObject({ problem: 'request.forbidden' });
});

test('a spot that is not the reader’s has no name for him', async () => {
  const { id } = await add({ spotId: otherSpotId });
  await bind(id, goods.spotId);
  const clerk = await tenant.staff('all', { spotIds: [goods.spotId] });
  expect((await historyOf(id, {}, clerk)).names).toEqual({ [goods.spotId]: 'Harbour' });
});

test('a secret is in no history, whatever an audit row may hold', async () => {
  const { id } = await add();
  const { password } = await server.call(robotEndpoints.rotateCredential, { robotId: id }, staff);
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('audit_row')
      .values({
        id: newId(),
        at: server.services.clock.now(),
        actor_kind: 'staff',
        actor_id: 'x',
        actor_name: 'X',
        action: 'robot:edit',
        object_kind: 'robot',
        object_id: id,
        before: JSON.stringify({ name: '[secret]', mqttPassword: 'planted-1' }),
        after: JSON.stringify({ name: 'planted-2', mqttPassword: 'planted-3' }),
      })
      .execute(),
  );
  const text = JSON.stringify(await historyOf(id));
  expect(text).toContain('robot:rotate-credential');
  for (const secret of ['planted', password ?? 'no password', '[secret]']) expect(text).not.toContain(secret);
});

test('who edited is still named when the account is gone', async () => {
  const leaver = await tenant.staff();
  const { id } = await add({}, leaver);
  const before = (await historyOf(id)).records[0]?.byName;
  await server.services.database.identity((db) =>
    db
      .updateTable('staff_user')
      .set({ realname: 'Deleted', deleted_at: server.services.clock.now() })
      .where('id', '=', leaver.userId)
      .execute(),
  );
  expect((await historyOf(id)).records[0]?.byName).toBe(before);
  expect(before).not.toBe('');
});

test('what failed is no history', async () => {
  const { id } = await add();
  await expect(bind(id, newId())).rejects.toMatchObject({ problem: 'robot.spot-not-found' });
  await expect(server.call(robotEndpoints.update, { id, version: 7, name: 'Late' }, staff)).rejects.toMatchObject({
    problem: 'robot.changed-meanwhile',
  });
  expect((await historyOf(id)).total).toBe(1);
});
