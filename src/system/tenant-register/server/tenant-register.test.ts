import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { flushOperations } from '#platform/operations/server/operation-log.ts';
import { later } from '#platform/testing/later.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { logEndpoints } from '#system/logs/contract/endpoints.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import { tenantRegisterEndpoints } from '../contract/endpoints.ts';
import { tenantRecords } from '../contract/tenants.ts';

let server: TestServer;
let home: TestTenant;
let root: Caller & { userId: string };
let next = 70_000;
beforeAll(async () => {
  server = await startTestServer();
  home = await server.newTenant();
  root = await home.staff([]);
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  // only the owner of the schema makes an administrator
  await owner.query('update staff_user set is_root = true, permission_version = permission_version + 1 where id = $1', [
    root.userId,
  ]);
  await owner.end();
});
beforeEach(() => givePassword(server.services.clock.now()));
afterAll(() => server.stop());

const givePassword = (stepped_up_at: Date | null) =>
  server.services.database.identity((db) =>
    db.updateTable('staff_session').set({ stepped_up_at }).where('user_id', '=', root.userId).execute(),
  );
const { page, one, add, edit } = tenantRecords.endpoints;
const { remove, removeMany, names, people, initialise } = tenantRegisterEndpoints;
const addTenant = (more: Record<string, unknown> = {}, caller: Caller = root) =>
  server.call(add, { id: String(++next), name: `Tenant ${next}`, ...more } as never, caller);
const editTenant = (id: string, more: Record<string, unknown>) => server.call(edit, { id, ...more } as never, root);
const read = (id: string) => server.call(one, { id }, root);
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  return error instanceof Refused ? [error.problem, error.answer.body.faults?.map(({ path }) => path)] : error;
};
const isIn = async (caller: Caller) =>
  (await server.send('GET', '/sos-backend/tenantinfo/api/queryById', undefined, caller)).status;
const DAY = 86_400;
const day = (offset: number) =>
  new Date(server.services.clock.now().getTime() + offset * DAY * 1_000).toISOString().slice(0, 10);

test('a tenant gets its number by hand, with roles that hold something and drafts of agreements', async () => {
  // a catalogue of buttons
  await home.staff('all');
  const made = await addTenant({ nameZh: '峡湾', quotaMegabytes: 10 });
  expect(made).toMatchObject({ state: 'active', status: '1', setupDone: 1, people: 0, robots: 0, orders: 0 });
  const there = { ...root, tenantId: made.id };
  const drafts = await server.services.database.read(made.id, (db) =>
    db.selectFrom('agreement').select(['type', 'status']).orderBy('type').execute(),
  );
  expect(drafts).toEqual([
    { type: 'privacy', status: 0 },
    { type: 'user', status: 0 },
  ]);
  const roles = await server.services.database.read(made.id, (db) =>
    db
      .selectFrom('role')
      .innerJoin('role_permission', 'role_permission.role_id', 'role.id')
      .select((of) => ['role.role_code', of.fn.countAll<number>().as('held')])
      .groupBy('role.role_code')
      .orderBy('role.role_code')
      .execute(),
  );
  expect(roles.map(({ role_code }) => role_code)).toContain('manager');
  expect(await server.call(tenantEndpoints.info, {}, there)).toMatchObject({ id: made.id, isSet: false });
  expect((await refusal(server.call(initialise, { tenant_id: made.id }, root)))?.[0]).toBe('tenant.not-empty');
});

test('a tenant begins with messages and a plan in its currency; what it lacks later is given again, and nothing twice', async () => {
  const { id } = await addTenant();
  const write = <Answer>(work: Parameters<typeof server.services.database.write<Answer>>[1]) =>
    server.services.database.write(id, work);
  const counts = () =>
    write(async (db) => {
      const of = async (table: 'message_template' | 'push_scene' | 'fee_plan' | 'default_fee_plan') =>
        Number(
          (
            await db
              .selectFrom(table)
              .select((a) => a.fn.countAll().as('n'))
              .executeTakeFirstOrThrow()
          ).n,
        );
      return [await of('message_template'), await of('push_scene'), await of('fee_plan'), await of('default_fee_plan')];
    });
  const [templates = 0, scenes = 0, ...plans] = await counts();
  expect(templates).toBe(scenes * 4);
  expect(scenes).toBeGreaterThan(5);
  expect(plans).toEqual([1, 1]);
  const hour = await write((db) => db.selectFrom('fee_plan').select(['name', 'phases']).executeTakeFirstOrThrow());
  expect(hour).toMatchObject({ name: 'City', phases: [{ unitMinutes: 60, unitPriceMinor: 300 }] });
  // as one that was added before there were such plans
  await write((db) => db.deleteFrom('fee_plan').execute());
  expect(await server.call(initialise, { tenant_id: id }, root)).toEqual({
    made: { roles: 0, agreements: 0, templates: 0, scenes: 0, feePlans: 1 },
  });
  expect(await counts()).toEqual([templates, scenes, 1, 1]);
  expect((await refusal(server.call(initialise, { tenant_id: id }, root)))?.[0]).toBe('tenant.not-empty');
});

test('a number is taken once, and must be one', async () => {
  const { id } = await addTenant();
  expect(await refusal(addTenant({ id }))).toEqual(['tenant.number-taken', ['id']]);
  const chinese = await refusal(addTenant({ id }, { ...root, language: 'zh-CN' }));
  expect(chinese?.[0]).toBe('tenant.number-taken');
  for (const wrong of ['0', 'abc', '012', '1'.repeat(16)])
    expect(await refusal(addTenant({ id: wrong }))).toEqual(['request.malformed', ['id']]);
  expect(await refusal(addTenant({ beginDate: '2027-02-01', endDate: '2027-01-01' }))).toEqual([
    'request.malformed',
    ['endDate'],
  ]);
});

test('nobody but the administrator sees or changes tenants, whatever his roles hold', async () => {
  const boss = await home.staff('all');
  const { id } = await addTenant();
  const calls = [
    () => server.call(page, {}, boss),
    () => server.call(one, { id }, boss),
    () => addTenant({}, boss),
    () => server.call(edit, { id, status: 0 } as never, boss),
    () => server.call(remove, { id }, boss),
    () => server.call(removeMany, { ids: [id] }, boss),
    () => server.call(names, {}, boss),
    () => server.call(people, { id }, boss),
    () => server.call(initialise, { tenant_id: id }, boss),
  ];
  for (const work of calls) expect((await refusal(work()))?.[0]).toBe('request.root-only');
  expect((await read(id)).state).toBe('active');
});

test('acts on tenants want the password again', async () => {
  const { id } = await addTenant();
  await givePassword(null);
  for (const work of [() => addTenant(), () => editTenant(id, { status: 0 }), () => server.call(remove, { id }, root)])
    expect((await refusal(work()))?.[0]).toBe('session.step-up-required');
});

test('a frozen tenant ends the sessions of those who have no other, its keys, and works again when it is opened', async () => {
  const tenant = await server.newTenant();
  const [only, shop] = [await tenant.staff(['order:view']), await tenant.storefront({})];
  const both = await tenant.staff([]);
  await server.services.database.identity(async (db) => {
    await db
      .insertInto('membership')
      .values({ tenant_id: Number(home.id), user_id: both.userId })
      .execute();
    await rightsChanged(db, [both.userId], home.id);
  });
  expect([await isIn(only), await isIn(both)]).toEqual([200, 200]);
  expect(await editTenant(tenant.id, { status: 0 })).toMatchObject({ state: 'frozen', status: '0' });
  expect([await isIn(only), await isIn(both), await isIn({ ...both, tenantId: home.id })]).toEqual([401, 403, 200]);
  const ended = await server.send('GET', '/sos-backend/tenantinfo/api/queryById', undefined, only);
  expect(ended.body.problem).toBe('session.ended-tenant');
  expect((await server.send('GET', '/storefront/v1/tenant', undefined, shop)).status).toBe(401);
  expect(await editTenant(tenant.id, { status: 1 })).toMatchObject({ state: 'active' });
  expect(await isIn(both)).toBe(200);
  expect((await server.send('GET', '/storefront/v1/tenant', undefined, shop)).status).toBe(200);
});

test('credentials of devices are looked at anew when their tenant is frozen', async () => {
  const tenant = await server.newTenant();
  const imei = `35${tenant.id.padStart(13, '0')}`;
  await server.services.database.identity((db) =>
    db
      .insertInto('device_credential')
      .values({ imei, tenant_id: Number(tenant.id), kind: 'robot', password_digest: Buffer.alloc(32) })
      .execute(),
  );
  const rotated = () =>
    server.services.database.identity((db) =>
      db.selectFrom('device_credential').select('rotated_at').where('imei', '=', imei).executeTakeFirstOrThrow(),
    );
  const before = await rotated();
  await editTenant(tenant.id, { status: 0 });
  expect((await rotated()).rotated_at.getTime()).toBeGreaterThan(before.rotated_at.getTime());
});

test('a tenant works from its first day to the end of its last one, on its own clock', {
  timeout: 120_000,
}, async () => {
  const made = await addTenant({ beginDate: day(1), endDate: day(2) });
  expect(made.state).toBe('notBegun');
  expect((await server.call(names, { ids: [made.id] }, root)).length).toBe(0);
  await later(server, DAY, () => server.runDue());
  const status = () =>
    server.services.database.read(made.id, (db) => db.selectFrom('tenant').select('status').executeTakeFirstOrThrow());
  expect(await status()).toEqual({ status: 1 });
  await later(server, 3 * DAY, () => server.runDue());
  expect(await status()).toEqual({ status: 0 });
});

test('the platform’s tenant and the selected one are not frozen', async () => {
  await server.services.database.acrossTenants('the platform', (db) =>
    addTestTenant(db, { tenant_id: 1, name: 'Platform' }),
  );
  expect(await refusal(editTenant('1', { status: 0 }))).toEqual(['tenant.platform', ['status']]);
  expect(await refusal(editTenant('1', { endDate: '2027-01-01' }))).toEqual(['tenant.platform', ['endDate']]);
  expect(await refusal(editTenant('1', { beginDate: '2025-01-01' }))).toEqual(['tenant.platform', ['beginDate']]);
  expect(await refusal(editTenant(home.id, { status: 0 }))).toEqual(['tenant.selected', ['status']]);
  // its days would do the same
  expect(await refusal(editTenant(home.id, { endDate: day(-1) }))).toEqual(['tenant.selected', ['endDate']]);
  // tomorrow already has begun further east
  expect(await refusal(editTenant(home.id, { beginDate: day(2) }))).toEqual(['tenant.selected', ['beginDate']]);
  await editTenant(home.id, { endDate: day(30) });
});

test('what is unused goes with what it began with; what is used stays, in the words of the older contract', async () => {
  const [empty, other, used] = [await addTenant(), await addTenant(), await server.newTenant()];
  await used.staff([]);
  const zh = { ...root, language: 'zh-CN' };
  const send = (ids: string[], caller: Caller = zh) =>
    server.send('DELETE', `/api/sys/tenant/deleteBatch?ids=${ids.join(',')}`, undefined, caller);
  expect((await send([empty.id, used.id])).body).toMatchObject({
    success: true,
    message: '部分删除成功！（被引用的租户无法删除）',
    result: { done: [empty.id], failed: [used.id] },
  });
  expect((await send([used.id])).body.message).toBe('选择的租户都已被引用，无法删除！');
  expect((await send([])).body.message).toBe('未选中租户！');
  expect((await send([other.id])).body.message).toBe('删除成功！');
  expect((await refusal(read(other.id)))?.[0]).toBe('tenant.not-found');
  expect((await refusal(server.call(remove, { id: used.id }, root)))?.[0]).toBe('tenant.in-use');
});

test('the list finds by number and name, by days and by status, and orders by each of its columns', async () => {
  const made = await addTenant({
    name: 'Glacier Coffee',
    beginDate: '2026-01-01',
    endDate: day(30),
    quotaMegabytes: 7,
  });
  const ids = async (request: Record<string, unknown>) =>
    (await server.call(page, { pageSize: 200, ...request } as never, root)).records.map(({ id }) => id);
  expect(await ids({ keyword: 'glacier' })).toEqual([made.id]);
  expect(await ids({ keyword: made.id })).toContain(made.id);
  expect(await ids({ beginDate: '2026-01-01', endDate: day(30) })).toContain(made.id);
  expect(await ids({ endDate: day(29) })).not.toContain(made.id);
  expect(await ids({ status: '0' })).not.toContain(made.id);
  for (const column of ['id', 'name', 'status', 'beginDate', 'endDate', 'quotaMegabytes', 'createTime'])
    expect(await ids({ column, order: 'desc' }), column).toContain(made.id);
  expect(await read(made.id)).toMatchObject({
    name: 'Glacier Coffee',
    quotaMegabytes: 7,
    status_dictText: expect.any(String),
  });
});

test('members of a tenant are named with their roles; an edit leaves its trace in both logs', async () => {
  const tenant = await server.newTenant();
  const member = await tenant.staff([]);
  expect(await server.call(people, { id: tenant.id }, root)).toMatchObject([
    { id: member.userId, roles: ['test role'], isActive: true },
  ]);
  await editTenant(tenant.id, { name: 'Renamed' });
  for (const log of ['1', tenant.id]) {
    const rows = await server.services.database.read(log, (db) =>
      db.selectFrom('audit_row').select(['action', 'after']).where('object_id', '=', tenant.id).execute(),
    );
    expect(rows, log).toMatchObject([{ action: 'tenant:edit', after: { name: 'Renamed' } }]);
  }
});

test('the operation log says in words what was done to a tenant', async () => {
  await addTenant();
  await flushOperations(server.services);
  const said = async (language: string) =>
    (await server.call(logEndpoints.list, { pageSize: 50 }, { ...root, headers: { language } })).records.map(
      ({ logContent }) => logContent,
    );
  for (const [language, words] of [
    ['en-US', /^Add tenants/],
    ['zh-CN', /^添加租户/],
  ] as const)
    expect(await said(language)).toContainEqual(expect.stringMatching(words));
});
