import { afterAll, beforeAll, expect, test } from 'vitest';
import { SettingsError } from '#platform/config/server/config.ts';
import type { Services } from '#platform/context/server/services.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { everybodysRightsChanged } from '#system/access/server/index.ts';
import { departments } from '#system/departments/server/index.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { signInSlices } from '#system/sign-in/server/test-sign-in.ts';
import { seedAccess } from '../../../../db/seed/seed-access.ts';
import { declaredCatalogue } from './declared-catalogue.ts';

const ACTIONS = declaredCatalogue([], ['order:view', 'order:refund', 'robot:view', 'robot:add', 'robot:command']);
const DEMO_PASSWORD = 'Fjell#Vann-83';
const ADMIN_PASSWORD = 'Sn0w!Hare-Lake';

let product: TestServer;
let bare: TestServer;
const startEmpty = (env: Record<string, string>) =>
  startTestServer({ slices: [...signInSlices, departments], planDue: async () => 0, env });
beforeAll(async () => {
  product = await startEmpty({ DEMO: 'on', ADMIN_PASSWORD, DEMO_PASSWORD, ADMIN_WORK_NO: 'boss' });
  bare = await startEmpty({ DEMO: 'off' });
});
afterAll(async () => {
  await product.stop();
  await bare.stop();
});

const logIn = (server: TestServer, username: string, password: string): Promise<LoginAnswer> =>
  server.call(signInEndpoints.login, { username, password });
const rowsOf = (services: Services) =>
  services.database.acrossTenants('count', async (db) => ({
    tenants: await db.selectFrom('tenant').select('tenant_id').orderBy('tenant_id').execute(),
    users: await db.selectFrom('staff_user').select(['username', 'permission_version']).orderBy('username').execute(),
    grants: await db.selectFrom('role_permission').select('permission_id').orderBy('permission_id').execute(),
    departments: await db.selectFrom('department').select('org_code').orderBy('org_code').execute(),
    items: await db.selectFrom('dictionary_item').select('value').execute(),
  }));

test('the first start answers the passwords, a later one does not and changes nothing', async () => {
  const accounts = await seedAccess(product.services, ACTIONS);
  expect(accounts.map(({ username, password }) => [username, password])).toEqual([
    ['admin', ADMIN_PASSWORD],
    ['manager', DEMO_PASSWORD],
    ['operator', DEMO_PASSWORD],
    ['clerk', DEMO_PASSWORD],
    ['manager.cn', DEMO_PASSWORD],
  ]);
  const before = await rowsOf(product.services);
  const again = await seedAccess(product.services, ACTIONS);
  expect(again.map(({ username }) => username)).toEqual(accounts.map(({ username }) => username));
  expect(again.some((account) => account.password !== undefined)).toBe(false);
  expect(await rowsOf(product.services)).toEqual(before);
});

test('admin has all tenants and the configured work number', async () => {
  const answer = await logIn(product, 'admin', ADMIN_PASSWORD);
  expect(answer.tenantList?.map(({ id }) => id)).toEqual(['1', '1000', '1001', '1002']);
  expect(answer.userInfo).toMatchObject({ workNo: 'boss', canSwitchTenant: true });
  expect(answer.sysAllDictItems['order_status']?.find((item) => item.value === '3')?.text).toBe('Paid, in queue');
});

test.each([
  { who: 'manager', tenants: ['1000', '1001'], flag: 0, switches: true },
  { who: 'operator', tenants: ['1000'], flag: 2, switches: true },
  { who: 'clerk', tenants: ['1000'], flag: 1, switches: false },
  { who: 'manager.cn', tenants: ['1001'], flag: 1, switches: false },
])('$who has tenants $tenants and department flag $flag', async ({ who, tenants, flag, switches }) => {
  const answer = await logIn(product, who, DEMO_PASSWORD);
  expect(answer.tenantList?.map(({ id }) => id)).toEqual(tenants);
  expect(answer.multi_depart).toBe(flag);
  expect(answer.userInfo.canSwitchTenant).toBe(switches);
});

test.each([
  { who: 'manager', may: ACTIONS.actions, pages: ['settings', '设置'] },
  { who: 'operator', may: ['order:refund', 'order:view', 'robot:command', 'robot:view'], pages: ['settings', '设置'] },
  { who: 'clerk', may: ['order:view', 'robot:view'] },
])('$who may $may and sees the pages for it', async ({ who, may, pages }) => {
  const caller: Caller = {
    token: (await logIn(product, who, DEMO_PASSWORD)).token,
    tenantId: '1000',
    language: 'zh-CN',
  };
  const { auth, menu } = await product.call(sessionEndpoints.permissions, {}, caller);
  expect(auth.map(({ action }) => action).sort()).toEqual([...may].sort());
  expect(menu.map(({ name, meta }) => [name, meta.title])).toEqual([
    // first and so called for the older console; ours draws it among the dashboards
    ['dashboard-analysis', '首页'],
    ['dashboard', '仪表盘'],
    ['orders', '订单'],
    ['devices', '设备'],
    ...(pages ? [pages] : []),
    // hidden; reached from the header
    ['account', '个人'],
    ['help', '帮助'],
  ]);
});

test('what a new release declares is granted at its first start, and what was taken from a role stays taken', async () => {
  const clerkMay = async (): Promise<string[]> => {
    const caller: Caller = { token: (await logIn(product, 'clerk', DEMO_PASSWORD)).token, tenantId: '1000' };
    return (await product.call(sessionEndpoints.permissions, {}, caller)).auth.map(({ action }) => action).sort();
  };
  await product.services.database.acrossTenants('take robot:view', async (db) => {
    const view = db.selectFrom('permission').select('id').where('name', '=', 'robot:view');
    const { id } = await view.executeTakeFirstOrThrow();
    await db.deleteFrom('role_permission').where('permission_id', '=', id).execute();
    await everybodysRightsChanged(db);
  });
  await seedAccess(product.services, declaredCatalogue([], [...ACTIONS.actions, 'spot:view']));
  expect(await clerkMay()).toEqual(['order:view', 'spot:view']);
});

test('without DEMO there are tenants 1 and 1000, the administrator, and no well-known password', async () => {
  const [first, second] = await Promise.all([seedAccess(bare.services, ACTIONS), seedAccess(bare.services, ACTIONS)]);
  const passwords = [...first, ...second].flatMap((account) => account.password ?? []);
  expect(passwords).toHaveLength(1);
  const { tenants, users } = await rowsOf(bare.services);
  expect(tenants).toEqual([{ tenant_id: 1 }, { tenant_id: 1000 }]);
  expect(users.map(({ username }) => username)).toEqual(['admin']);
  for (const [username, password] of [
    ['admin', 'admin'],
    ['admin', 'admin123'],
    ['root', 'root'],
    ['manager', 'manager'],
  ]) {
    await expect(logIn(bare, username!, password!)).rejects.toMatchObject({ problem: 'session.login-refused' });
  }
  await expect(logIn(bare, 'admin', passwords[0]!)).resolves.toMatchObject({
    userInfo: { username: 'admin', workNo: 'admin' },
  });
});

test.each([
  { setting: 'ADMIN_PASSWORD', value: 'P@ssw0rd1' },
  { setting: 'ADMIN_PASSWORD', value: 'Admin#2031' },
  { setting: 'DEMO_PASSWORD', value: 'Clerk#2031x' },
])('$setting=$value stops the start and names the setting', async ({ setting, value }) => {
  const server = await startEmpty({ DEMO: 'on', [setting]: value });
  try {
    const failure = await seedAccess(server.services, ACTIONS).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SettingsError);
    expect((failure as SettingsError).lines[0]).toContain(setting);
    expect((await rowsOf(server.services)).users).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('an entry that was edited survives the next start, with its title and place', async () => {
  const edit = (title_en: string, edited_at: Date | null) =>
    product.services.database.acrossTenants('edit an entry', (db) =>
      db
        .updateTable('permission')
        .set({ title_en, edited_at })
        .where('name', 'in', ['orders-list', 'order:view'])
        .execute(),
    );
  const titles = async () =>
    (
      await product.services.database.acrossTenants('titles', (db) =>
        db
          .selectFrom('permission')
          .select('title_en')
          .where('name', 'in', ['orders-list', 'order:view'])
          .orderBy('name')
          .execute(),
      )
    ).map(({ title_en }) => title_en);
  const delivered = await titles();
  await edit('Till', new Date());
  await seedAccess(product.services, ACTIONS);
  expect(await titles()).toEqual(['Till', 'Till']);
  await edit('Till', null);
  await seedAccess(product.services, ACTIONS);
  expect(await titles()).toEqual(delivered);
});

test('a right that an older release hung below nothing comes below its page, and roles keep it', async () => {
  const right = () =>
    product.services.database.acrossTenants('a right of the catalogue', async (db) => ({
      ...(await db
        .selectFrom('permission as p')
        .innerJoin('permission as page', 'page.id', 'p.parent_id')
        .select(['p.id', 'page.name as page'])
        .where('p.name', '=', 'order:view')
        .executeTakeFirst()),
      held: await db
        .selectFrom('role_permission as h')
        .innerJoin('permission as p', 'p.id', 'h.permission_id')
        .select(['h.role_id', 'h.permission_id'])
        .where('p.name', '=', 'order:view')
        .orderBy('h.role_id')
        .execute(),
    }));
  const before = await right();
  expect([before.page, before.held.length > 0]).toEqual(['orders-list', true]);
  await product.services.database.acrossTenants('as an older release wrote it', (db) =>
    db.updateTable('permission').set({ parent_id: null, delivered: null }).where('name', '=', 'order:view').execute(),
  );
  expect((await right()).page).toBeUndefined();
  await seedAccess(product.services, ACTIONS);
  expect(await right()).toEqual(before);
});

test('a start that finds the catalogue as it declares it writes nothing into it', async () => {
  const versions = () =>
    product.services.database.acrossTenants('rows of the catalogue', async (_db, client) => {
      const { rows } = await client.query<{ name: string; at: string }>(
        'select name, xmin::text as at from permission order by name',
      );
      return rows;
    });
  await seedAccess(product.services, ACTIONS);
  const before = await versions();
  await seedAccess(product.services, ACTIONS);
  expect(await versions()).toEqual(before);
});
