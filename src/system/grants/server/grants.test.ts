import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { positions } from '#system/positions/contract/positions.ts';
import { roleEndpoints } from '#system/roles/contract/endpoints.ts';
import { roles } from '#system/roles/contract/roles.ts';
import { departmentRoleEndpoints, departmentRoles } from '../contract/department-roles.ts';
import { departmentGrantEndpoints, explainEndpoints, roleGrantEndpoints } from '../contract/endpoints.ts';

let server: TestServer;
let tenant: TestTenant;
let manager: Caller & { userId: string };
let department: string;
const entry = newId();

beforeAll(async () => {
  server = await startTestServer();
  tenant = await server.newTenant();
  manager = await tenant.staff('all');
  department = newId();
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('department').values({ id: department, org_code: 'A01', name: 'Field service' }).execute(),
  );
  await server.services.database.acrossTenants('a page of a test', async (db) => {
    const titles = { title_en: 'Positions', title_zh: '职务' };
    const page = { id: entry, kind: 1, name: 'positions-list', needs: 'position:view', path: '/p', component: 'p' };
    await db
      .insertInto('permission')
      .values({ ...page, ...titles })
      .execute();
  });
});
afterAll(() => server?.stop());

const idOf = (action: string) =>
  server.services.database.identity(async (db) => {
    const row = await db.selectFrom('permission').select('id').where('action', '=', action).executeTakeFirstOrThrow();
    return row.id;
  });
const idsOf = async (...actions: string[]): Promise<string> => (await Promise.all(actions.map(idOf))).join(',');
const problemOf = async (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: { problem: string }) => error.problem,
  );
let number = 0;
const newRole = async (holder?: Caller & { userId: string }) => {
  number += 1;
  const role = await server.call(roles.endpoints.add, { roleName: `Role ${number}` }, manager);
  if (holder) await server.call(roleEndpoints.addPeople, { roleId: role.id, userIdList: [holder.userId] }, manager);
  return role.id;
};
const save = (roleId: string, permissionIds: string, lastpermissionIds?: string, by: Caller = manager) =>
  server.call(roleGrantEndpoints.saveRole, { roleId, permissionIds, lastpermissionIds }, by);
const held = (roleId: string) => server.call(roleGrantEndpoints.roleHeld, { roleId }, manager);
const may = async (who: Caller, path: string) => (await server.send('GET', path, undefined, who)).status === 200;
const POSITIONS = '/api/sys/position/list';

/** A data rule of the page of positions, as the administrator writes it. */
const newRule = async (field: string, condition: string, value: string): Promise<string> => {
  const id = newId();
  await server.services.database.acrossTenants('a rule of a test', (db) =>
    db
      .insertInto('permission_rule')
      .values({ id, permission_id: entry, name: value, field, condition, value })
      .execute()
      .then(() => rightsChanged(db, [])),
  );
  return id;
};

describe('rights of a role', () => {
  test('are saved by what differs from the last ids; the next request obeys', async () => {
    const person = await tenant.staff([]);
    const roleId = await newRole(person);
    await save(roleId, await idsOf('position:view', 'position:add'));
    expect(await may(person, POSITIONS)).toBe(true);
    // somebody else has given a right meanwhile: what both lists lack stays as it is
    await save(roleId, await idsOf('position:edit'), '');
    await save(roleId, await idsOf('position:add'), await idsOf('position:view', 'position:add'));
    expect((await held(roleId)).toSorted()).toEqual(
      (await idsOf('position:add', 'position:edit')).split(',').toSorted(),
    );
    expect(await may(person, POSITIONS)).toBe(false);
  });

  test('are given and taken by who holds them alone, all or nothing', async () => {
    const clerk = await tenant.staff(['role:view', 'role:grant', 'position:view']);
    const roleId = await newRole();
    const both = await idsOf('position:view', 'position:delete');
    const answer = await server.send(
      'POST',
      '/api/sys/permission/saveRolePermission',
      { roleId, permissionIds: both },
      clerk,
    );
    expect([answer.status, answer.body.problem]).toEqual([403, 'grants.beyond-own']);
    expect(answer.body.message).toContain('position:delete');
    expect(await held(roleId)).toEqual([]);
    await save(roleId, await idsOf('position:view'), '', clerk);
    await save(roleId, both, await idsOf('position:view'));
    expect(await problemOf(save(roleId, await idsOf('position:view'), both, clerk))).toBe('grants.beyond-own');
    expect(await held(roleId)).toHaveLength(2);
    expect(await problemOf(save(roleId, newId(), ''))).toBe('grants.unknown-permission');
    expect(await problemOf(save(newId(), both))).toBe('record.not-found');
  });

  test('that are the administrator’s own are given by nobody', async () => {
    const permissionId = await idOf('permission:edit');
    await server.services.database.acrossTenants('a right of the administrator', (db) =>
      db.updateTable('permission').set({ root_only: true }).where('id', '=', permissionId).execute(),
    );
    expect(await problemOf(save(await newRole(), permissionId))).toBe('grants.beyond-own');
    const { ids } = await server.call(roleGrantEndpoints.roleTree, {}, manager);
    expect(ids).not.toContain(permissionId);
  });

  test('are offered as a tree in which those beyond one’s own cannot be chosen', async () => {
    const clerk = await tenant.staff(['role:view', 'position:view']);
    const { treeList } = await server.call(roleGrantEndpoints.roleTree, {}, clerk);
    const disabled = (action: string) => treeList.find(({ perms }) => perms === action)?.disableCheckbox;
    expect([disabled('position:view'), disabled('position:add')]).toEqual([false, true]);
    expect(treeList.find(({ key }) => key === entry)?.disableCheckbox).toBe(false);
  });

  test('of another tenant’s role are not known', async () => {
    const stranger = await (await server.newTenant()).staff('all');
    const roleId = await newRole();
    await save(roleId, await idsOf('position:view'));
    expect(await problemOf(server.call(roleGrantEndpoints.roleHeld, { roleId }, stranger))).toBe('record.not-found');
    expect(await problemOf(save(roleId, await idsOf('position:add'), '', stranger))).toBe('record.not-found');
  });
});

test('of a holder that is unknown, or another tenant’s, nothing is answered', async () => {
  const stranger = await (await server.newTenant()).staff('all');
  const ofDepartments = departmentGrantEndpoints;
  for (const [who, id, departId] of [
    [manager, newId(), newId()],
    [stranger, await newRole(), department],
  ] as const) {
    expect(await problemOf(server.call(roleGrantEndpoints.roleHeld, { roleId: id }, who))).toBe('record.not-found');
    for (const endpoint of [ofDepartments.departmentHeld, ofDepartments.departmentRoleTree])
      expect(await problemOf(server.call<Endpoint>(endpoint, { departId }, who))).toBe('record.not-found');
    expect(await problemOf(server.call(ofDepartments.departmentRoleHeld, { roleId: id }, who))).toBe(
      'record.not-found',
    );
  }
  expect(await held(await newRole())).toEqual([]);
});

describe('data rules', () => {
  const names = async (who: Caller) =>
    (await server.call(positions.endpoints.page, { pageSize: 200, column: 'name', order: 'asc' }, who)).records.map(
      ({ name }) => name,
    );
  beforeAll(async () => {
    await server.services.database.acrossTenants('words of a test', async (db) => {
      await db.insertInto('dictionary').values({ code: 'position_rank', name_en: 'Rank', name_zh: '职级' }).execute();
    });
    for (const [name, postRank] of [
      ['Assistant', 1],
      ['Boss', 5],
      ['Chief', 4],
    ] as const)
      await server.call(positions.endpoints.add, { code: name, name, postRank }, manager);
  });

  test('are set for a right that the role holds, and narrow its list everywhere', async () => {
    const person = await tenant.staff(['position:edit', 'position:delete']);
    const roleId = await newRole(person);
    const ruleId = await newRule('postRank', '>=', '4');
    const wrong = await newRule('postRank', 'LIKE', '4');
    const narrow = (dataRuleIds: string) =>
      server.call(roleGrantEndpoints.saveRoleRules, { permissionId: entry, roleId, dataRuleIds }, manager);
    expect(await problemOf(narrow(ruleId))).toBe('grants.save-permission-first');
    await save(roleId, `${await idOf('position:view')},${entry}`);
    expect(await names(person)).toEqual(['Assistant', 'Boss', 'Chief']);
    // an order of codes is none: such a rule cannot be read and lets nothing through
    await narrow(wrong);
    expect(await names(person)).toEqual([]);
    const equal = await newRule('postRank', 'IN', '4,5');
    await narrow(equal);
    expect(await names(person)).toEqual(['Boss', 'Chief']);
    const { datarule, drChecked } = await server.call(
      roleGrantEndpoints.roleRules,
      { permissionId: entry, roleId },
      manager,
    );
    expect([drChecked, datarule.length]).toEqual([equal, 3]);
    expect(await problemOf(narrow(newId()))).toBe('grants.unknown-rule');

    const [hidden] = (await server.call(positions.endpoints.page, { name: 'Assistant' }, manager)).records;
    const one = server.call(positions.endpoints.one, { id: hidden!.id }, person);
    expect(await problemOf(one)).toBe('record.not-found');
    const edit = server.call(positions.endpoints.edit, { id: hidden!.id, name: 'Seen' }, person);
    expect(await problemOf(edit)).toBe('record.not-found');
    expect(await problemOf(server.call(positions.endpoints.remove, { id: hidden!.id }, person))).toBe(
      'record.not-found',
    );
    const options = await server.call(positions.endpoints.options, { pageSize: 50 }, person);
    expect(options.map(({ name }) => name)).toEqual(['Boss', 'Chief']);
    const several = await server.call(positions.endpoints.removeMany, { ids: [hidden!.id] }, person);
    expect([several.done, several.failed[0]?.name]).toEqual([[], hidden!.id]);
  });

  test('all hold together, with what stands for the reader', async () => {
    const person = await tenant.staff([]);
    const [one, other] = [await newRole(person), await newRole(person)];
    const view = `${await idOf('position:view')},${entry}`;
    await save(one, view);
    await save(other, view);
    const own = await newRule('code', '=', '#{sys_user_code}');
    await server.call(
      roleGrantEndpoints.saveRoleRules,
      { permissionId: entry, roleId: one, dataRuleIds: own },
      manager,
    );
    expect(await names(person)).toEqual([]);
    const username = `user-${person.userId.slice(-12)}`;
    await server.call(positions.endpoints.add, { code: username, name: 'Mine', postRank: 2 }, manager);
    expect(await names(person)).toEqual(['Mine']);
    const high = await newRule('postRank', '=', '5');
    await server.call(
      roleGrantEndpoints.saveRoleRules,
      { permissionId: entry, roleId: other, dataRuleIds: high },
      manager,
    );
    expect(await names(person)).toEqual([]);
  });

  test('go along with what is given by who is narrowed, and cannot be left out', async () => {
    const clerk = await tenant.staff(['role:view', 'role:grant', 'role:assign']);
    const ofClerk = await newRole(clerk);
    await save(ofClerk, `${await idOf('position:view')},${entry}`);
    const ruleId = await newRule('postRank', '=', '5');
    await server.call(
      roleGrantEndpoints.saveRoleRules,
      { permissionId: entry, roleId: ofClerk, dataRuleIds: ruleId },
      manager,
    );
    const friend = await tenant.staff([]);
    const roleId = await newRole(friend);
    await save(roleId, await idOf('position:view'), '', clerk);
    expect(await names(friend)).toEqual(['Boss']);
    await save(roleId, `${await idOf('position:view')},${entry}`, await idOf('position:view'), clerk);
    await server
      .call(roleGrantEndpoints.saveRoleRules, { permissionId: entry, roleId, dataRuleIds: '' }, manager)
      .catch(() => null);
    const wide = await newRole();
    await save(wide, await idOf('position:view'));
    const give = server.call(roleEndpoints.addPeople, { roleId: wide, userIdList: [friend.userId] }, clerk);
    expect(await problemOf(give)).toBe('grants.beyond-own');
  });

  test('of a department hold for its people', async () => {
    const person = await tenant.staff(['position:view']);
    await server.services.database.write(tenant.id, async (db) => {
      await db.insertInto('user_department').values({ user_id: person.userId, department_id: department }).execute();
      await rightsChanged(db, [person.userId]);
    });
    const org = await newRule('code', 'IN', 'Boss,#{sys_multi_org_code}');
    await server.call(departmentGrantEndpoints.saveDepartment, { departId: department, permissionIds: entry }, manager);
    const rows = await server.call(departmentGrantEndpoints.departmentPermissions, { departId: department }, manager);
    expect(rows.records).toMatchObject([{ departId: department, permissionId: entry, dataRuleIds: '' }]);
    const one = rows.records[0]!;
    await server.call(departmentGrantEndpoints.editDepartmentPermission, { ...pick(one), dataRuleIds: org }, manager);
    expect(await names(person)).toEqual(['Boss']);
    await server.call(departmentGrantEndpoints.removeDepartmentPermission, { id: one.id }, manager);
    expect(await names(person)).toHaveLength(4);
  });
});

const pick = ({ id, departId, permissionId }: { id: string; departId: string; permissionId: string }) => ({
  ...{ id, departId, permissionId },
});

describe('roles of a department', () => {
  const newDepartmentRole = async (roleName: string) =>
    server.call(departmentRoles.endpoints.add, { roleName, departId: department }, manager);
  const belongs = (userId: string) =>
    server.services.database.write(tenant.id, async (db) => {
      await db.insertInto('user_department').values({ user_id: userId, department_id: department }).execute();
      await rightsChanged(db, [userId]);
    });

  test('are listed in their own order where the column is none of theirs', async () => {
    const asked = { deptId: department, column: 'constructor' };
    expect(await server.call(departmentRoleEndpoints.departmentRoles, asked, manager)).toMatchObject({ current: 1 });
  });

  test('hold no more than the department may give, and give it to its people alone', async () => {
    const role = await newDepartmentRole('Dispatcher');
    expect(role.roleCode).toBe('dispatcher');
    const permissionIds = await idsOf('position:view', 'position:add');
    const saveRole = () =>
      server.call(departmentGrantEndpoints.saveDepartmentRole, { roleId: role.id, permissionIds }, manager);
    expect(await problemOf(saveRole())).toBe('grants.beyond-department');
    await server.call(departmentGrantEndpoints.saveDepartment, { departId: department, permissionIds }, manager);
    await saveRole();
    const tree = await server.call(departmentGrantEndpoints.departmentRoleTree, { departId: department }, manager);
    expect(tree.ids.toSorted()).toEqual(permissionIds.split(',').toSorted());
    expect(tree.treeList).toHaveLength(2);

    const [inside, outside] = [await tenant.staff([]), await tenant.staff([])];
    await belongs(inside.userId);
    const assign = (userId: string, newRoleId: string, oldRoleId = '') =>
      server.call(departmentRoleEndpoints.assignDepartmentRoles, { userId, newRoleId, oldRoleId }, manager);
    expect(await problemOf(assign(outside.userId, role.id))).toBe('grants.not-in-department');
    await assign(inside.userId, role.id);
    expect(await may(inside, POSITIONS)).toBe(true);
    expect(
      await server.call(
        departmentRoleEndpoints.departmentRolesOfPerson,
        { userId: inside.userId, departId: department },
        manager,
      ),
    ).toEqual([{ id: role.id, userId: inside.userId, droleId: role.id }]);
    const people = await server.call(departmentRoleEndpoints.departmentPeople, { departId: department }, manager);
    expect(people.find(({ id }) => id === inside.userId)?.roleIds).toEqual([role.id]);
    expect(await problemOf(server.call(departmentRoles.endpoints.remove, { id: role.id }, manager))).toBe(
      'record.in-use',
    );

    // what is taken from the department is taken from its roles
    const view = await idOf('position:view');
    await server.call(
      departmentGrantEndpoints.saveDepartment,
      { departId: department, permissionIds: '', lastpermissionIds: view },
      manager,
    );
    expect(await may(inside, POSITIONS)).toBe(false);
    expect(await server.call(departmentGrantEndpoints.departmentRoleHeld, { roleId: role.id }, manager)).toEqual([
      await idOf('position:add'),
    ]);
    await assign(inside.userId, '', role.id);
    await server.call(departmentRoles.endpoints.remove, { id: role.id }, manager);
  });

  test('end with the place in the department', async () => {
    const role = await newDepartmentRole('Night shift');
    const view = await idOf('position:view');
    await server.call(departmentGrantEndpoints.saveDepartment, { departId: department, permissionIds: view }, manager);
    await server.call(departmentGrantEndpoints.saveDepartmentRole, { roleId: role.id, permissionIds: view }, manager);
    const person = await tenant.staff([]);
    await belongs(person.userId);
    await server.call(
      departmentRoleEndpoints.assignDepartmentRoles,
      { userId: person.userId, newRoleId: role.id },
      manager,
    );
    expect(await may(person, POSITIONS)).toBe(true);
    await server.services.database.write(tenant.id, async (db) => {
      await db.deleteFrom('user_department').where('user_id', '=', person.userId).execute();
      await rightsChanged(db, [person.userId]);
    });
    expect(await may(person, POSITIONS)).toBe(false);
  });

  test('are listed for their department, and stay in it', async () => {
    const role = await newDepartmentRole('Trainer');
    const list = await server.call(departmentRoleEndpoints.departmentRoles, { deptId: department }, manager);
    expect(list.records.map(({ roleName }) => roleName)).toContain('Trainer');
    expect(
      await server.call(departmentRoleEndpoints.allDepartmentRoles, { departId: department }, manager),
    ).toHaveLength(list.total);
    const other = newId();
    await server.services.database.write(tenant.id, (db) =>
      db.insertInto('department').values({ id: other, org_code: 'B01', name: 'Office' }).execute(),
    );
    const move = server.call(departmentRoles.endpoints.edit, { id: role.id, departId: other }, manager);
    expect(await problemOf(move)).toBe('record.fixed');
  });

  test('are given by nobody beyond his own rights', async () => {
    const role = await newDepartmentRole('Strong');
    const strong = await idOf('position:delete');
    await server.call(
      departmentGrantEndpoints.saveDepartment,
      { departId: department, permissionIds: strong },
      manager,
    );
    await server.call(departmentGrantEndpoints.saveDepartmentRole, { roleId: role.id, permissionIds: strong }, manager);
    const clerk = await tenant.staff(['department-role:view', 'department-role:edit', 'department-permission:edit']);
    await belongs(clerk.userId);
    const take = server.call(
      departmentRoleEndpoints.assignDepartmentRoles,
      { userId: clerk.userId, newRoleId: role.id },
      clerk,
    );
    expect(await problemOf(take)).toBe('grants.beyond-own');
    const give = server.call(
      departmentGrantEndpoints.addDepartmentPermission,
      { departId: department, permissionId: await idOf('position:edit') },
      clerk,
    );
    expect(await problemOf(give)).toBe('grants.beyond-own');
  });
});

describe('who can do what, and why', () => {
  test('a person, through what; people, through what', async () => {
    const person = await tenant.staff(['position:view']);
    const roleId = await newRole(person);
    await save(roleId, await idsOf('position:view', 'position:add'));
    const { rights } = await server.call(explainEndpoints.rightsOfPerson, { userId: person.userId }, manager);
    expect(rights.map(({ action, through }) => [action, through.length])).toEqual(
      [
        ['position:add', 1],
        ['position:view', 2],
      ].toSorted(),
    );
    const { holders } = await server.call(
      explainEndpoints.holdersOfRight,
      { permissionId: await idOf('position:view') },
      manager,
    );
    const found = holders.find(({ id }) => id === person.userId);
    expect(found?.through.map(({ kind }) => kind)).toEqual(['role', 'role']);
    const stranger = await (await server.newTenant()).staff('all');
    expect(await problemOf(server.call(explainEndpoints.rightsOfPerson, { userId: person.userId }, stranger))).toBe(
      'user.not-found',
    );
  });
});

test('the history of a role says which rights and data rules were given and taken, in words', async () => {
  const roleId = await newRole();
  const [view, edit] = ['position:view', 'position:edit'];
  await save(roleId, await idsOf(view, edit));
  await save(roleId, await idsOf(view), await idsOf(view, edit));
  await save(roleId, `${await idsOf(view)},${entry}`, await idsOf(view));
  const dataRuleIds = await newRule('code', '=', '7');
  await server.call(roleGrantEndpoints.saveRoleRules, { roleId, permissionId: entry, dataRuleIds }, manager);
  const told = await server.call(roles.endpoints.history, { id: roleId, order: 'asc' }, manager);
  expect(
    told.records.map(({ action, changes }) => [action, changes.map(({ field, after }) => [field, after])]),
  ).toEqual([
    ['role:add', expect.anything()],
    ['role:grant', [['given', expect.arrayContaining([view, edit])]]],
    ['role:grant', [['taken', [edit]]]],
    ['role:grant', [['given', ['positions-list']]]],
    [
      'role:grant',
      [
        ['permission', 'positions-list'],
        ['rules', ['7']],
      ],
    ],
  ]);
  expect(Object.keys(told.names).toSorted()).toEqual([edit, view, 'positions-list']);
  expect(told.names['positions-list']).toBe('Positions');
  expect(
    (await server.call(roles.endpoints.history, { id: roleId }, { ...manager, headers: { language: 'zh-CN' } })).names,
  ).toMatchObject({ 'positions-list': '职务' });
});
