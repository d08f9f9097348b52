import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import { departments } from '#system/departments/server/index.ts';
import { declaredCatalogue, recordCatalogue } from '#system/menu/server/index.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { signInSlices } from '#system/sign-in/server/test-sign-in.ts';
import { sessionEndpoints } from '../contract/endpoints.ts';
import { aPerson, grant, PASSWORD } from './test-people.ts';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ slices: [...signInSlices, departments], planDue: async () => 0 });
  await product.services.database.acrossTenants('catalogue', (db) =>
    recordCatalogue(db, declaredCatalogue([], ['order:view', 'order:refund', 'robot:view'])),
  );
});
afterAll(() => product.stop());

async function logIn(username: string): Promise<Caller> {
  const { token } = await product.call(signInEndpoints.login, { username, password: PASSWORD });
  return { token };
}

const names = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap((node) => [node.name, ...(node.children ? names(node.children) : [])]);

/** Everybody's, hidden and reached from the header. */
const OWN = ['account', 'account-center', 'account-settings', 'account-messages', 'help', 'help-document'];

test('menu and buttons are those of the selected tenant', async () => {
  const [one, two] = [await product.newTenant(), await product.newTenant()];
  const person = await aPerson(product.services, { memberships: [{ tenantId: one.id }, { tenantId: two.id }] });
  await grant(product.services, person.id, one.id, ['order:view', 'order:refund', 'orders-list', 'orders-detail']);
  await grant(product.services, person.id, two.id, ['robot:view', 'devices-robots']);
  const caller = await logIn(person.username);
  const inOne = await product.call(sessionEndpoints.permissions, {}, { ...caller, tenantId: one.id });
  expect(names(inOne.menu)).toEqual([
    'dashboard-analysis',
    'dashboard',
    'dashboard-welcome',
    'dashboard-home',
    'orders-downloads',
    'orders',
    'orders-list',
    'orders-detail',
    ...OWN,
  ]);
  expect(inOne.auth.map(({ action }) => action).sort()).toEqual(['order:refund', 'order:view']);
  expect(inOne.allAuth.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['order:refund', 'order:view', 'robot:view']),
  );
  const inTwo = await product.call(sessionEndpoints.permissions, {}, { ...caller, tenantId: two.id });
  expect(names(inTwo.menu)).toEqual([
    'dashboard-analysis',
    'dashboard',
    'dashboard-welcome',
    'dashboard-home',
    'orders-downloads',
    'devices',
    'devices-robots',
    ...OWN,
  ]);
  expect(inTwo.auth).toEqual([{ action: 'robot:view', type: '1', describe: 'See robots' }]);
});

test('a client that has not chosen a tenant yet gets the menu of the first one', async () => {
  const tenant = await product.newTenant();
  const person = await aPerson(product.services, { memberships: [{ tenantId: tenant.id }] });
  await grant(product.services, person.id, tenant.id, ['robot:view', 'devices-robots']);
  const caller = await logIn(person.username);
  for (const tenantId of [undefined, '1000', '999999']) {
    const { menu } = await product.call(
      sessionEndpoints.permissions,
      {},
      { ...caller, ...(tenantId ? { tenantId } : {}) },
    );
    expect(names(menu)).toContain('devices-robots');
  }
});

test('titles are in the language of the caller', async () => {
  const person = await aPerson(product.services);
  const caller = await logIn(person.username);
  const title = async (language: string) =>
    (await product.call(sessionEndpoints.permissions, {}, { ...caller, language })).menu[1]?.meta.title;
  expect([await title('en-US'), await title('zh-CN')]).toEqual(['Dashboards', '仪表盘']);
});

test('a user without any role still has the home page, his files, his account and the help', async () => {
  const person = await aPerson(product.services);
  const { menu, auth } = await product.call(sessionEndpoints.permissions, {}, await logIn(person.username));
  expect(names(menu)).toEqual([
    'dashboard-analysis',
    'dashboard',
    'dashboard-welcome',
    'dashboard-home',
    'orders-downloads',
    ...OWN,
  ]);
  expect(auth).toEqual([]);
});

test("recording the catalogue again changes nothing and ends no user's rights", async () => {
  const state = () =>
    product.services.database.acrossTenants('t', async (db) => ({
      rows: await db.selectFrom('permission').select(['id', 'name', 'status']).orderBy('name').execute(),
      versions: await db.selectFrom('staff_user').select(['id', 'permission_version']).orderBy('id').execute(),
    }));
  const before = await state();
  await product.services.database.acrossTenants('catalogue', (db) =>
    recordCatalogue(db, declaredCatalogue([], ['order:view', 'order:refund', 'robot:view'])),
  );
  expect(await state()).toEqual(before);
});

test('the chosen department is kept and answered by the next login', async () => {
  const tenant = await product.newTenant();
  const person = await aPerson(product.services, {
    memberships: [{ tenantId: tenant.id, departments: ['A01', 'A02'] }],
  });
  const caller = await logIn(person.username);
  expect((await product.call(sessionEndpoints.currentDepartments, {}, caller)).orgCode).toBe('A01');
  const chosen = await product.call(
    sessionEndpoints.selectDepartment,
    { orgCode: 'A02', username: person.username },
    caller,
  );
  expect(chosen.userInfo).toMatchObject({ username: person.username, orgCode: 'A02' });
  expect((await product.call(sessionEndpoints.currentDepartments, {}, caller)).orgCode).toBe('A02');
  const again = await product.call(signInEndpoints.login, { username: person.username, password: PASSWORD });
  expect(again).toMatchObject({ multi_depart: 2, userInfo: { orgCode: 'A02' } });
  // The older client puts.
  const put = await product.send('PUT', '/api/sys/selectDepart', { orgCode: 'A01' }, caller);
  expect(put.body).toMatchObject({ success: true, result: { userInfo: { orgCode: 'A01' } } });
});

test("a department is chosen for oneself and among one's own only", async () => {
  const tenant = await product.newTenant();
  const [person, other] = [
    await aPerson(product.services, { memberships: [{ tenantId: tenant.id, departments: ['A01'] }] }),
    await aPerson(product.services, { memberships: [{ tenantId: tenant.id, departments: ['A01', 'A09'] }] }),
  ];
  const caller = await logIn(person.username);
  const choose = (body: object) => product.send('POST', '/api/sys/selectDepart', body, caller);
  expect(await choose({ orgCode: 'A01', username: other.username })).toMatchObject({
    status: 403,
    body: { problem: 'session.other-user' },
  });
  const [foreign, unknown] = [await choose({ orgCode: 'A09' }), await choose({ orgCode: 'Z99' })];
  expect([foreign.status, foreign.body.problem]).toEqual([403, 'session.department-not-yours']);
  expect([unknown.status, unknown.body.message]).toEqual([foreign.status, foreign.body.message]);
  expect((await choose({ orgCode: 'A01', userId: other.id })).status).toBe(400);
  expect((await choose({ orgCode: ` ${person.username}`, username: ` ${person.username.toUpperCase()}` })).status).toBe(
    403,
  );
});

test('choosing a department leaves an audit row in its tenant', async () => {
  const tenant = await product.newTenant();
  const person = await aPerson(product.services, { memberships: [{ tenantId: tenant.id, departments: ['A01'] }] });
  await product.call(sessionEndpoints.selectDepartment, { orgCode: 'A01' }, await logIn(person.username));
  const rows = await product.services.database.read(tenant.id, (db) =>
    db.selectFrom('audit_row').selectAll().execute(),
  );
  expect(rows).toMatchObject([{ action: 'session:select-department', actor_id: person.id, object_kind: 'department' }]);
});
