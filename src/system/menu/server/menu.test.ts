import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slices } from '#apps/server/slices.ts';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { menuEndpoints } from '../contract/endpoints.ts';
import type { PermissionEntry, PermissionNode } from '../contract/permission-entry.ts';
import { declaredCatalogue } from './declared-catalogue.ts';
import { recordCatalogue } from './record-catalogue.ts';

let server: TestServer;
let tenant: TestTenant;
let root: Caller;
const declared = declaredCatalogue(slices);
const start = () => server.services.database.acrossTenants('a start', (db) => recordCatalogue(db, declared));

beforeAll(async () => {
  server = await startTestServer();
  tenant = await server.newTenant();
  await start();
  const person = await tenant.staff([]);
  await server.services.database.acrossTenants('the administrator of a test', async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await db.updateTable('staff_user').set({ is_root: true }).where('id', '=', person.userId).execute();
    await rightsChanged(db, [person.userId]);
  });
  root = person;
});
afterAll(() => server?.stop());

const problemOf = async (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: { problem: string }) => error.problem,
  );
const all = async (): Promise<PermissionEntry[]> => {
  const flat = (nodes: readonly PermissionEntry[]): PermissionEntry[] =>
    nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
  return flat(await server.call(menuEndpoints.list, {}, root));
};
const named = async (name: string) =>
  (await all()).find(({ componentName, perms }) => [componentName, perms].includes(name))!;

describe('the catalogue', () => {
  test('is the administrator’s alone, even for who holds its rights', async () => {
    const holder = await tenant.staff('all');
    for (const call of [menuEndpoints.list, menuEndpoints.tree, menuEndpoints.firstLevel])
      expect(await problemOf(server.call(call, {}, holder))).toBe('request.forbidden');
    const page = await named('orders-list');
    expect(await problemOf(server.call(menuEndpoints.edit, { id: page.id, titleEn: 'x' }, holder))).toBe(
      'request.forbidden',
    );
    expect(await problemOf(server.call(menuEndpoints.remove, { id: page.id }, holder))).toBe('request.forbidden');
  });

  test('has every entry under its group from the first start on, in whatever order slices declare them', async () => {
    const found = new Map((await all()).map((entry) => [entry.id, entry]));
    const groupOf = new Map(
      [...found.values()].map(({ componentName, parentId }) => [componentName, found.get(parentId)?.componentName]),
    );
    const astray = declared.entries.filter(({ name, parent }) => groupOf.get(name) !== parent);
    expect(astray.map(({ name }) => name)).toEqual([]);
  });

  test('comes as a tree, by levels, and to choose from', async () => {
    const orders = await named('orders');
    const first = await server.call(menuEndpoints.firstLevel, {}, root);
    expect(first.find(({ id }) => id === orders.id)).toMatchObject({ menuType: 0, isLeaf: false, children: null });
    const below = await server.call(menuEndpoints.below, { parentId: orders.id }, root);
    expect(below.map(({ componentName }) => componentName)).toContain('orders-list');
    const many = await server.call(menuEndpoints.belowMany, { parentIds: `${orders.id},nobody,` }, root);
    expect([many[orders.id]?.length, many['nobody']]).toEqual([below.length, []]);
    const { treeList, ids } = await server.call(menuEndpoints.tree, {}, root);
    expect(ids).toHaveLength((await all()).length);
    expect(treeList.find(({ key }) => key === orders.id)).toMatchObject({
      slotTitle: 'Orders',
      scopedSlots: { title: 'hasDatarule' },
      isLeaf: false,
    });
    const level = await server.call(menuEndpoints.level, { pid: orders.id }, root);
    expect(level.map(({ key }) => key)).toEqual(below.map(({ id }) => id));
    const rootOnly = (nodes: readonly PermissionNode[]): boolean =>
      nodes.some((node) => (node.perms === 'permission:edit' ? node.disableCheckbox : rootOnly(node.children)));
    expect(rootOnly(treeList)).toBe(true);
  });

  test('shows titles in the language of the reader', async () => {
    const [first] = await server.call(menuEndpoints.firstLevel, {}, { ...root, language: 'zh-CN' });
    expect(first?.name).toBe(first?.titleZh);
  });
});

describe('an entry', () => {
  test('is added with what is usual, changed, and gone with all below it', async () => {
    const group = await server.call(
      menuEndpoints.add,
      { menuType: 0, name: 'Reports', url: 'reports', sortNo: 70 },
      root,
    );
    expect(group).toMatchObject({
      ...{ name: 'Reports', titleZh: 'Reports', url: '/reports', component: 'layouts/RouteView', perms: 'reports' },
      ...{ permsType: '1', status: '1', route: true, parentId: '', isDelivered: false, isLeaf: true },
    });
    const written = {
      menuType: 1,
      name: 'Daily',
      url: '/reports/daily.vue',
      component: 'src/views/reports/daily.vue',
    } as const;
    const page = await server.call(menuEndpoints.add, { ...written, parentId: group.id }, root);
    expect(page).toMatchObject({ url: '/reports/daily', component: 'reports/daily', perms: 'reports:daily' });
    const button = { menuType: 2, name: 'Print', perms: 'report:print', permsType: '2', parentId: page.id } as const;
    const print = await server.call(menuEndpoints.add, button, root);
    expect(print).toMatchObject({ url: '', component: '', permsType: '2' });

    const edited = await server.call(menuEndpoints.edit, { id: page.id, titleZh: '日报', version: 1 }, root);
    expect(edited).toMatchObject({ titleEn: 'Daily', titleZh: '日报', url: '/reports/daily', version: 2 });
    expect(await problemOf(server.call(menuEndpoints.edit, { id: page.id, titleZh: 'x', version: 1 }, root))).toBe(
      'permission.changed-meanwhile',
    );

    const holder = await tenant.staff(['report:print']);
    const actions = async () => {
      const answer = await server.send('GET', '/api/sys/permission/getUserPermissionByToken', undefined, holder);
      return (answer.body.result as { auth: { action: string }[] }).auth.map(({ action }) => action);
    };
    expect(await actions()).toEqual(['report:print']);
    await server.call(menuEndpoints.remove, { id: group.id }, root);
    expect(await actions()).toEqual([]);
    const left = (await all()).map(({ id }) => id);
    for (const { id } of [group, page, print]) expect(left).not.toContain(id);
    // by the same name nothing comes back (security 5.6)
    const again = await server.call(menuEndpoints.add, { menuType: 0, name: 'Reports', url: 'reports' }, root);
    await server.call(menuEndpoints.add, { ...button, parentId: again.id }, root);
    expect(await actions()).toEqual([]);
    await server.call(menuEndpoints.removeMany, { ids: `${again.id},` }, root);
  });

  test.each([
    ['a page without a path', { menuType: 1, name: 'X', component: 'x' }, ['url', 'parentId']],
    ['a button without an id', { menuType: 2, name: 'X' }, ['perms', 'parentId']],
    ['a sort that is no positive integer', { menuType: 0, name: 'X', url: '/x', sortNo: 0 }, ['sortNo']],
    ['no title', { menuType: 0, url: '/x' }, ['name']],
    ['an id with a space', { menuType: 0, name: 'X', url: '/x', perms: 'a b' }, ['perms']],
  ])('%s is refused by its field', async (_what, request, fields) => {
    const answer = await server.send('POST', '/api/sys/permission/add', request, root);
    expect([answer.status, answer.body.faults?.map(({ path }) => path)]).toEqual([400, fields]);
  });

  test('has an id of its own, and a place that is not below itself or a button', async () => {
    const orders = await named('orders');
    const view = await named('order:view');
    const list = await named('orders-list');
    const page = { menuType: 1, name: 'X', url: '/x', component: 'x' } as const;
    const add = (more: object) => problemOf(server.call(menuEndpoints.add, { ...page, ...more }, root));
    expect(await add({ parentId: orders.id, perms: 'order:view' })).toBe('permission.taken');
    expect(await add({ parentId: view.id })).toBe('permission.parent-unknown');
    expect(await add({ parentId: 'nobody' })).toBe('permission.parent-unknown');
    const move = server.call(
      menuEndpoints.edit,
      { id: orders.id, menuType: 1, parentId: list.id, component: 'x' },
      root,
    );
    expect(await problemOf(move)).toBe('permission.below-itself');
  });
});

describe('what the program delivers', () => {
  test('keeps its edits over a start, and goes back when it is asked to', async () => {
    const before = await named('orders-list');
    const title = { titleEn: 'All coffees', icon: 'cup', sortNo: 99, status: '0' } as const;
    await server.call(menuEndpoints.edit, { id: before.id, ...title }, root);
    expect([...(await start())]).toEqual([]);
    expect(await named('orders-list')).toMatchObject({ ...title, isEdited: true, isDelivered: true });
    const reset = await server.call(menuEndpoints.reset, { id: before.id }, root);
    const { version: _, updateTime: __, updateBy: ___, children: ____, ...same } = before;
    expect(reset).toMatchObject(same);
    expect((await named('orders-list')).isEdited).toBe(false);
  });

  test('is not deleted, also not below something that is, and a right keeps its id', async () => {
    const view = await named('order:view');
    expect(await problemOf(server.call(menuEndpoints.remove, { id: view.parentId }, root))).toBe(
      'permission.delivered',
    );
    const own = await server.call(menuEndpoints.add, { menuType: 0, name: 'Own', url: '/own' }, root);
    await server.call(menuEndpoints.edit, { id: view.id, parentId: own.id }, root);
    expect(await problemOf(server.call(menuEndpoints.remove, { id: own.id }, root))).toBe('permission.delivered');
    expect(await problemOf(server.call(menuEndpoints.edit, { id: view.id, perms: 'order:other' }, root))).toBe(
      'permission.delivered-id',
    );
    await server.call(menuEndpoints.reset, { id: view.id }, root);
    expect((await named('order:view')).parentId).toBe(view.parentId);
    await server.call(menuEndpoints.remove, { id: own.id }, root);
    expect(await problemOf(server.call(menuEndpoints.reset, { id: own.id }, root))).toBe('permission.not-found');
  });

  test('is put in order among its siblings', async () => {
    const orders = await named('orders');
    const ids = (await server.call(menuEndpoints.below, { parentId: orders.id }, root)).map(({ id }) => id);
    const turned = ids.toReversed();
    await server.call(menuEndpoints.sort, { ids: turned }, root);
    const after = await server.call(menuEndpoints.below, { parentId: orders.id }, root);
    expect(after.map(({ id }) => id)).toEqual(turned);
    await start();
    expect((await server.call(menuEndpoints.below, { parentId: orders.id }, root)).map(({ id }) => id)).toEqual(turned);
    expect(await problemOf(server.call(menuEndpoints.sort, { ids: [ids[0]!, orders.id] }, root))).toBe(
      'permission.order-unknown',
    );
    for (const id of ids) await server.call(menuEndpoints.reset, { id }, root);
  });
});

describe('data rules of an entry', () => {
  const rule = { ruleName: 'Paid', ruleColumn: 'paidMinor', ruleConditions: '>', ruleValue: '0' } as const;
  test('name fields of its list, with conditions and values that fit them', async () => {
    const { id: permissionId } = await named('orders-list');
    const { list, fields } = await server.call(menuEndpoints.ruleFields, { permissionId }, root);
    expect(list).toBe('order:view');
    expect(fields.find(({ name }) => name === 'spotId')).toMatchObject({
      kind: 'record',
      conditions: ['=', '!=', 'IN'],
    });
    const faults = async (more: object) => {
      const body = { permissionId, ...rule, ...more };
      return (await server.send('POST', '/api/sys/permission/addPermissionRule', body, root)).body.faults?.map(
        ({ path }) => path,
      );
    };
    expect(await faults({ ruleColumn: 'tenantId' })).toEqual(['ruleColumn']);
    expect(await faults({ ruleConditions: 'LIKE' })).toEqual(['ruleConditions']);
    expect(await faults({ ruleConditions: 'USE_SQL_RULES', ruleValue: '1=1' })).toEqual(['ruleConditions']);
    expect(await faults({ ruleValue: 'much' })).toEqual(['ruleValue']);
    expect(await faults({ ruleColumn: 'goodsSummary', ruleConditions: '=', ruleValue: '#{sys_secret}' })).toEqual([
      'ruleValue',
    ]);
    const button = await named('orders');
    expect(await problemOf(server.call(menuEndpoints.addRule, { permissionId: button.id, ...rule }, root))).toBe(
      'permission.no-list',
    );
  });

  test('of an entry that is unknown are not an empty list, nor is what lies below it', async () => {
    for (const id of [newId(), 'nobody']) {
      for (const endpoint of [menuEndpoints.rules, menuEndpoints.findRules])
        expect(await problemOf(server.call<Endpoint>(endpoint, { permissionId: id }, root))).toBe(
          'permission.not-found',
        );
      expect(await problemOf(server.call(menuEndpoints.below, { parentId: id }, root))).toBe('permission.not-found');
    }
  });

  test('are added, found, changed and deleted; the entry shows a mark', async () => {
    const { id: permissionId } = await named('orders-list');
    const made = await server.call(menuEndpoints.addRule, { permissionId, ...rule }, root);
    expect((await named('orders-list')).ruleFlag).toBe(1);
    expect(await server.call(menuEndpoints.rules, { permissionId }, root)).toEqual([made]);
    expect(await server.call(menuEndpoints.findRules, { permissionId, ruleName: 'pai' }, root)).toHaveLength(1);
    expect(await server.call(menuEndpoints.findRules, { permissionId, ruleValue: '7' }, root)).toEqual([]);
    const edited = await server.call(
      menuEndpoints.editRule,
      { id: made.id, ...rule, ruleValue: '7', status: '0' },
      root,
    );
    expect(edited).toMatchObject({ ruleValue: '7', status: '0', ruleName: 'Paid' });
    // older clients send the row back as they got it
    const sentBack = { ...edited, ruleValue: '8' };
    expect(await server.call(menuEndpoints.editRule, sentBack as never, root)).toMatchObject({ ruleValue: '8' });
    await server.call(menuEndpoints.removeRule, { id: made.id }, root);
    expect((await named('orders-list')).ruleFlag).toBe(0);
    expect(await problemOf(server.call(menuEndpoints.removeRule, { id: made.id }, root))).toBe(
      'permission.rule-not-found',
    );
  });
});
