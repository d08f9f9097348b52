import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { roleGrantEndpoints } from '#system/grants/contract/endpoints.ts';
import { users } from '#system/users/contract/users.ts';
import { roleEndpoints } from '../contract/endpoints.ts';
import { roles } from '../contract/roles.ts';

behavesAsRecords(roles, () => ({ roleName: 'Barista', roleCode: 'barista', description: 'Makes coffee' }), {
  use: async ({ server, tenant }, id) => {
    const { userId } = await tenant.staff([]);
    await server.services.database.write(tenant.id, async (db) => {
      await db.insertInto('user_role').values({ user_id: userId, role_id: id }).execute();
      await rightsChanged(db, [userId]);
    });
  },
});

let server: TestServer;
let tenant: TestTenant;
let manager: Caller & { userId: string };
beforeAll(async () => {
  server = await startTestServer();
  tenant = await server.newTenant();
  manager = await tenant.staff('all');
});
afterAll(() => server?.stop());

const idOf = (action: string) =>
  server.services.database.identity(async (db) => {
    const row = await db.selectFrom('permission').select('id').where('action', '=', action).executeTakeFirstOrThrow();
    return row.id;
  });
const problemOf = async (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: { problem: string }) => error.problem,
  );
const newRole = async (roleName: string, actions: readonly string[] = []) => {
  const role = await server.call(roles.endpoints.add, { roleName }, manager);
  const permissionIds = (await Promise.all(actions.map(idOf))).join(',');
  await server.call(roleGrantEndpoints.saveRole, { roleId: role.id, permissionIds }, manager);
  return role;
};

describe('a code', () => {
  test('is made from the name, with a number where it is taken, and stays', async () => {
    const first = await newRole('Shift lead');
    const second = await newRole('Shift Lead');
    expect([first.roleCode, second.roleCode]).toEqual(['shift_lead', 'shift_lead_2']);
    const edit = (roleCode: string) =>
      server.call(roles.endpoints.edit, { id: first.id, roleName: 'Lead', roleCode }, manager);
    expect(await problemOf(edit('other'))).toBe('record.fixed');
    expect((await edit('shift_lead')).roleName).toBe('Lead');
  });

  test('is free or taken, whatever the case of its letters', async () => {
    const role = await newRole('Cleaner');
    const check = (request: { id?: string; roleCode: string }) =>
      server.call(roleEndpoints.checkCode, request, manager);
    expect(await problemOf(check({ roleCode: 'CLEANER' }))).toBe('role.code-taken');
    expect(await problemOf(check({ id: role.id, roleCode: 'cleaner' }))).toBeUndefined();
    expect(await problemOf(check({ roleCode: 'cleaner_9' }))).toBeUndefined();
  });

  test('a name has 2 to 30 characters', async () => {
    expect(await problemOf(server.call(roles.endpoints.add, { roleName: 'x' }, manager))).toBe('request.malformed');
    const long = 'x'.repeat(31);
    expect(await problemOf(server.call(roles.endpoints.add, { roleName: long }, manager))).toBe('request.malformed');
  });
});

describe('people of a role', () => {
  test('get it, are listed, and lose it; the next request of theirs obeys', async () => {
    const role = await newRole('Looker', ['position:view']);
    const [ann, ben] = [await tenant.staff([]), await tenant.staff([])];
    const mayLook = async (who: Caller) =>
      (await server.send('GET', '/api/sys/position/list', undefined, who)).status === 200;
    expect(await mayLook(ann)).toBe(false);
    const userIdList = [ann.userId, ben.userId];
    await server.call(roleEndpoints.addPeople, { roleId: role.id, userIdList }, manager);
    await server.call(roleEndpoints.addPeople, { roleId: role.id, userIdList: [ann.userId] }, manager);
    expect(await mayLook(ann)).toBe(true);
    const page = await server.call(roleEndpoints.people, { roleId: role.id }, manager);
    expect(page.records.map(({ id }) => id).toSorted()).toEqual(userIdList.toSorted());
    const [found] = (
      await server.call(roleEndpoints.people, { roleId: role.id, username: ann.userId.slice(-6) }, manager)
    ).records;
    expect(found?.id).toBe(ann.userId);
    expect((await server.call(roles.endpoints.one, { id: role.id }, manager)).people).toBe(2);
    await server.call(roleEndpoints.removePerson, { roleId: role.id, userId: ann.userId }, manager);
    expect([await mayLook(ann), await mayLook(ben)]).toEqual([false, true]);
    await server.call(roleEndpoints.removePeople, { roleId: role.id, userIds: `${ben.userId},` }, manager);
    expect(await mayLook(ben)).toBe(false);
  });

  test('one stranger refuses all, with no effect', async () => {
    const role = await newRole('Guests');
    const [ours, theirs] = [await tenant.staff([]), await (await server.newTenant()).staff([])];
    const userIdList = [ours.userId, theirs.userId];
    const outcome = server.call(roleEndpoints.addPeople, { roleId: role.id, userIdList }, manager);
    expect(await problemOf(outcome)).toBe('role.unknown-person');
    expect((await server.call(roleEndpoints.people, { roleId: role.id }, manager)).total).toBe(0);
  });

  test('nobody hands on a role that gives more than he holds, not to himself either, and nobody takes one away', async () => {
    const role = await newRole('Powerful', ['position:delete']);
    const clerk = await tenant.staff(['role:view', 'role:assign', 'position:view']);
    const give = server.call(roleEndpoints.addPeople, { roleId: role.id, userIdList: [clerk.userId] }, clerk);
    expect(await problemOf(give)).toBe('grants.beyond-own');
    await server.call(roleEndpoints.addPeople, { roleId: role.id, userIdList: [manager.userId] }, manager);
    const take = server.call(roleEndpoints.removePerson, { roleId: role.id, userId: manager.userId }, clerk);
    expect(await problemOf(take)).toBe('grants.beyond-own');
  });

  test('of another tenant are not seen, and its roles not known', async () => {
    const role = await newRole('Ours');
    const stranger = await (await server.newTenant()).staff('all');
    expect((await server.call(roleEndpoints.people, { roleId: role.id }, stranger)).total).toBe(0);
    const give = server.call(roleEndpoints.addPeople, { roleId: role.id, userIdList: [stranger.userId] }, stranger);
    expect(await problemOf(give)).toBe('record.not-found');
  });
});

describe('a role that goes', () => {
  test('says how many people have it, and stays', async () => {
    const role = await newRole('In use');
    await server.call(roleEndpoints.addPeople, { roleId: role.id, userIdList: [manager.userId] }, manager);
    const answer = await server.send('DELETE', `/api/sys/role/delete?id=${role.id}`, undefined, manager);
    expect([answer.body.problem, answer.body.message]).toEqual([
      'record.in-use',
      expect.stringContaining('people (1)'),
    ]);
  });

  test.each([
    ['en-US', 'people (2), 1 of them in the recycle bin of users. Restore them there'],
    ['zh-CN', '用户（2），其中 1 个在用户回收站中'],
  ])('says in %s how many of them lie in the recycle bin', async (language, words) => {
    const role = await newRole(`Kept in the bin ${language}`);
    const gone = await tenant.staff([]);
    const userIdList = [manager.userId, gone.userId];
    await server.call(roleEndpoints.addPeople, { roleId: role.id, userIdList }, manager);
    await server.call(users.endpoints.remove, { id: gone.userId }, manager);
    const answer = await server.send('DELETE', `/api/sys/role/delete?id=${role.id}`, undefined, {
      ...manager,
      language,
    });
    expect([answer.body.problem, answer.body.message]).toEqual([
      'record.in-use-unseen',
      expect.stringContaining(words),
    ]);
  });

  test('takes its rights along; taken back, it has them again', async () => {
    const role = await newRole('Fleeting', ['position:view', 'role:view']);
    const held = () => server.call(roleGrantEndpoints.roleHeld, { roleId: role.id }, manager);
    expect(await held()).toHaveLength(2);
    const { changeId } = await server.call(roles.endpoints.remove, { id: role.id }, manager);
    expect(await problemOf(held())).toBe('record.not-found');
    await server.call(undoEndpoints.undo, { changeId }, manager);
    expect(await held()).toHaveLength(2);
  });

  test('is not deleted by somebody who holds less', async () => {
    const role = await newRole('Above', ['position:delete']);
    const clerk = await tenant.staff(['role:view', 'role:delete']);
    expect(await problemOf(server.call(roles.endpoints.remove, { id: role.id }, clerk))).toBe('grants.beyond-own');
  });

  test('of many, those that may go go, each with its result', async () => {
    const [free, used] = [await newRole('Free'), await newRole('Used')];
    await server.call(roleEndpoints.addPeople, { roleId: used.id, userIdList: [manager.userId] }, manager);
    const results = await server.call(roles.endpoints.removeMany, { ids: `${free.id},${used.id},` }, manager);
    expect([results.done.map(({ id }) => id), results.failed.map(({ id }) => id)]).toEqual([[free.id], [used.id]]);
  });
});

test('all roles come at once, in the order of their names', async () => {
  const names = (await server.call(roleEndpoints.allRoles, {}, manager)).map(({ roleName }) => roleName);
  expect(names).toEqual(names.toSorted());
});
