import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { samplePicture } from '#platform/records/server/test-picture.ts';
import { bodyFor } from '#platform/testing/form-body.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { fieldCheckEndpoints } from '#system/field-checks/contract/endpoints.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { aKnownCaptcha } from '#system/verification/server/test-captcha.ts';
import { userEndpoints } from '../contract/endpoints.ts';
import { userAdminEndpoints } from '../contract/user-endpoints.ts';
import { users } from '../contract/users.ts';

const PASSWORD = 'Lys&Fjord-27';
const { endpoints: calls } = users;

let server: TestServer;
let tenant: TestTenant;
let other: TestTenant;
let manager: Caller & { userId: string };
let avatar: string;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  [tenant, other] = [await server.newTenant(), await server.newTenant()];
});
afterAll(() => server?.stop());
beforeEach(async () => {
  manager = await tenant.staff();
  await stepUp(manager);
  avatar ??= await samplePicture({ server, staff: manager }, 'avatar');
});

async function stepUp(who: { userId: string }) {
  await server.services.database.identity((db) =>
    db.updateTable('staff_session').set({ stepped_up_at: new Date() }).where('user_id', '=', who.userId).execute(),
  );
}

const someone = () => {
  count += 1;
  return {
    avatar,
    username: `kari${count}`,
    realname: `Kari ${count}`,
    workNo: `W-${count}-${newId()}`,
    phone: `+4741${String(count).padStart(6, '0')}`,
    email: `kari${count}@example.com`,
    password: PASSWORD,
  };
};
const add = (more: object = {}, who: Caller = manager) => server.call(calls.add, { ...someone(), ...more }, who);
const edit = (id: string, more: object, who: Caller = manager) =>
  server.call(calls.edit, { id, ...more } as never, who);
const login = (username: string, password = PASSWORD) => server.call(signInEndpoints.login, { username, password });

async function aRole(actions: readonly string[], inside = tenant): Promise<string> {
  const id = newId();
  const permissions = await server.services.database.identity((db) =>
    db
      .selectFrom('permission')
      .select('id')
      .where('action', 'in', [...actions])
      .execute(),
  );
  await server.services.database.write(inside.id, async (db) => {
    await db
      .insertInto('role')
      .values({ id, role_code: id, role_name: `Role ${id.slice(-4)}` })
      .execute();
    await db
      .insertInto('role_permission')
      .values(permissions.map((row) => ({ role_id: id, permission_id: row.id })))
      .execute();
    await rightsChanged(db, [id]);
  });
  return id;
}

async function aSpot(): Promise<string> {
  const id = newId();
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('spot')
      .values({ id, name: `Spot ${id}` } as never)
      .execute(),
  );
  return id;
}

async function refusal(work: Promise<unknown>): Promise<{ problem: string; faults: string[] }> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refused)) throw new Error(`nothing was refused: ${String(error)}`);
  return { problem: error.problem, faults: (error.answer.body.faults ?? []).map(({ path }) => path) };
}

async function administrator(): Promise<{ id: string; username: string }> {
  const row = await server.services.database.identity((db) =>
    db.selectFrom('staff_user').select(['id', 'username']).where('is_root', '=', true).executeTakeFirst(),
  );
  if (row) return row;
  const id = newId();
  await server.services.database.acrossTenants('an administrator of a test', async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    const names = { username: 'admin', username_key: 'admin', realname: 'Administrator', work_no: 'admin' };
    await db
      .insertInto('staff_user')
      .values({ id, ...names, is_root: true, password_hash: 'x' })
      .execute();
    await db
      .insertInto('membership')
      .values({ tenant_id: Number(tenant.id), user_id: id })
      .execute();
    await client.query('select raise_permission_version($1, $2)', [[id], tenant.id]);
  });
  return { id, username: 'admin' };
}

test('a person is added with a password, logs in and does what the role allows', async () => {
  const role = await aRole(['robot:view']);
  const made = await add({ username: 'Solveig', selectedroles: role, sex: 2, birthday: '1990-05-17' });
  expect(made).toMatchObject({ username: 'Solveig', status: '1', sex: '2', selectedroles: role, version: 1 });
  const session = await login('solveig');
  const who = { token: session.token, tenantId: tenant.id };
  const rights = await server.send('GET', '/api/sys/permission/getUserPermissionByToken', undefined, who);
  const { auth } = rights.body.result as { auth: { action: string }[] };
  expect(auth.map(({ action }) => action)).toEqual(['robot:view']);
  expect(await server.call(userAdminEndpoints.roleIds, { userid: made.id }, manager)).toEqual([role]);
  const page = await server.call(calls.page, { keyword: 'solveig' }, manager);
  expect(page.records).toMatchObject([{ id: made.id, selectedrolesNames: [`Role ${role.slice(-4)}`] }]);
  expect(JSON.stringify(page)).not.toContain('password');
});

describe('required, unique and well formed', () => {
  test.each(['username', 'realname', 'workNo', 'phone', 'avatar', 'password'])('%s is required', async (field) => {
    const { [field]: _, ...others } = someone() as Record<string, unknown>;
    expect((await refusal(server.call(calls.add, others as never, manager))).faults).toContain(field);
  });

  test.each(['username', 'workNo', 'phone', 'email'] as const)(
    '%s is taken once, in another tenant too, and it says no more than that',
    async (field) => {
      const first = await add();
      const elsewhere = await other.staff();
      const value = first[field];
      for (const who of [manager, elsewhere])
        expect(
          await refusal(add({ avatar: '', [field]: value, ...(who === manager ? { avatar } : {}) }, who)),
        ).toMatchObject(who === manager ? { problem: 'record.taken', faults: [field] } : {});
      const picture = await samplePicture({ server, staff: elsewhere }, 'avatar');
      expect(await refusal(add({ avatar: picture, [field]: value }, elsewhere))).toEqual({
        problem: 'record.taken',
        faults: [field],
      });
    },
  );

  test.each([
    [{ password: 'short' }, 'password'],
    [{ password: 'nodigitsHere!' }, 'password'],
    [{ confirmpassword: 'Other&Fjord-27' }, 'confirmpassword'],
    [{ phone: 'abc' }, 'phone'],
    [{ email: 'nobody' }, 'email'],
    [{ sex: 3 }, 'sex'],
    [{ birthday: '2999-01-01' }, 'birthday'],
    [{ selectedroles: newId() }, 'selectedroles'],
    [{ username: 'x'.repeat(101) }, 'username'],
  ])('%j is refused at its field', async (more, field) => {
    expect((await refusal(add(more))).faults).toContain(field);
  });
});

describe('a phone that is typed without its country', () => {
  test('is one of the country of the tenant, and is stored with it', async () => {
    const [first, second] = [await add({ phone: '400 00 002' }), await add()];
    expect(first.phone).toBe('+4740000002');
    expect(await edit(second.id, { phone: '40000003' })).toMatchObject({ phone: '+4740000003' });
    const german = await server.newTenant({ timeZone: 'Europe/Berlin' });
    const there = await german.staff();
    const picture = await samplePicture({ server, staff: there }, 'avatar');
    expect(await add({ avatar: picture, phone: '0151 23456789' }, there)).toMatchObject({ phone: '+4915123456789' });
  });

  test('is taken whichever way it is written', async () => {
    await add({ phone: '+4740000004' });
    const taken = { problem: 'record.taken', faults: ['phone'] };
    for (const phone of ['40000004', '0047 400 00 004']) expect(await refusal(add({ phone }))).toEqual(taken);
    const isFree = (phone: string) => server.call(userAdminEndpoints.checkOnlyUser, { phone }, manager);
    expect([await isFree('400 00 004'), await isFree('40000005')]).toEqual([false, true]);
    const check = (fieldVal: string) =>
      server.call(
        fieldCheckEndpoints.duplicate,
        { tableName: 'sys_user', fieldName: 'phone', fieldVal } as never,
        manager,
      );
    expect((await refusal(check('40000004'))).problem).toBe('field-check.taken');
    await check('40000005');
  });

  test('is refused at its field where it is none of that country', async () => {
    const [wrong, chinese] = ['400000', { ...manager, language: 'zh-CN' }];
    expect(await refusal(add({ phone: wrong }))).toEqual({ problem: 'session.phone-of-elsewhere', faults: ['phone'] });
    await expect(add({ phone: wrong }, chinese)).rejects.toMatchObject({
      answer: { body: { faults: [{ message: expect.stringContaining('这不是挪威的手机号') }] } },
    });
    expect(await refusal(server.call(userAdminEndpoints.checkOnlyUser, { phone: wrong }, manager))).toMatchObject({
      faults: ['phone'],
    });
    const atSea = await (await server.newTenant({ timeZone: 'UTC' })).staff();
    const picture = await samplePicture({ server, staff: atSea }, 'avatar');
    expect(await refusal(add({ avatar: picture, phone: '40000006' }, atSea))).toEqual({
      problem: 'session.phone-without-country',
      faults: ['phone'],
    });
  });

  test('stays as it is where an older one was stored so, whatever else is saved', async () => {
    const { id } = await add();
    await server.services.database.identity((db) =>
      db.updateTable('staff_user').set({ phone: '5550001' }).where('id', '=', id).execute(),
    );
    expect(await edit(id, { phone: '5550001', realname: 'Kari Other' })).toMatchObject({ phone: '5550001' });
  });
});

describe('who may do what to whom', () => {
  test('nobody gives a role beyond his own rights, alone or among others', async () => {
    const clerk = await tenant.staff(['user:view', 'user:add', 'user:edit', 'robot:view']);
    const [small, large] = [await aRole(['robot:view']), await aRole(['robot:view', 'robot:edit'])];
    await add({ selectedroles: [small] }, clerk);
    expect(await refusal(add({ selectedroles: [small, large] }, clerk))).toEqual({
      problem: 'user.roles-beyond-own',
      faults: ['selectedroles'],
    });
  });

  test('a person with more rights is not edited, frozen, reset or removed', async () => {
    const weak = await tenant.staff(['user:view', 'user:edit', 'user:delete', 'user:reset-password']);
    await stepUp(weak);
    const strong = await add({ selectedroles: await aRole(['robot:edit']) });
    const { username } = strong;
    for (const attempt of [
      () => edit(strong.id, { realname: 'Other' }, weak),
      () => edit(strong.id, { selectedroles: '' }, weak),
      () => server.call(userAdminEndpoints.frozenBatch, { ids: strong.id, status: '2' }, weak),
      () => server.call(userAdminEndpoints.resetPassword, { username, password: 'New&Fjord-28' }, weak),
      () => server.call(calls.remove, { id: strong.id }, weak),
    ])
      expect((await refusal(attempt())).problem).toBe('user.beyond-own-rights');
  });

  test('nobody changes his own rights or removes himself', async () => {
    const role = await aRole(['robot:view']);
    expect((await refusal(edit(manager.userId, { selectedroles: role }))).problem).toBe('user.own-rights');
    expect((await refusal(edit(manager.userId, { status: 2 }))).problem).toBe('user.own-rights');
    expect((await refusal(server.call(calls.remove, { id: manager.userId }, manager))).problem).toBe(
      'user.own-account',
    );
  });

  test('who sees some spots lets others see those at most', async () => {
    const [mine, theirs] = [await aSpot(), await aSpot()];
    const narrow = await tenant.staff('all', { spotIds: [mine] });
    expect((await refusal(add({ spotAccess: 'all' }, narrow))).problem).toBe('user.spots-beyond-own');
    expect((await refusal(add({ spotAccess: 'selected', spotIds: theirs }, narrow))).faults).toEqual(['spotIds']);
    await add({ spotAccess: 'selected', spotIds: mine }, narrow);
  });

  test('names of spots that the reader may not see are not his to read', async () => {
    const [mine, theirs] = [await aSpot(), await aSpot()];
    const narrow = await tenant.staff('all', { spotIds: [mine] });
    const made = await add({ spotAccess: 'selected', spotIds: [mine, theirs].join() });
    expect(made.spotNames).toHaveLength(2);
    const [listed] = (await server.call(calls.page, { username: made.username }, narrow)).records;
    const [all] = (await server.call(calls.page, { username: made.username }, manager)).records;
    expect(all?.spotNames).toEqual(made.spotNames);
    const [own] = listed?.spotNames ?? [];
    expect(listed?.spotNames).toEqual([own]);
    expect((await server.call(calls.one, { id: made.id }, narrow)).spotNames).toEqual([own]);
    // what he does not see stays when he saves the rest
    const saved = await server.call(calls.edit, { id: made.id, spotIds: made.spotIds, sex: 1 }, narrow);
    expect(saved).toMatchObject({ spotNames: [own], spotIds: made.spotIds });
  });

  test('an account that belongs to other tenants too keeps its names and password, its roles here may change', async () => {
    const person = await add();
    await server.services.database.acrossTenants('a second membership', async (db) => {
      await db
        .insertInto('membership')
        .values({ tenant_id: Number(other.id), user_id: person.id })
        .execute();
      await rightsChanged(db, [person.id], other.id);
    });
    expect(await refusal(edit(person.id, { phone: '+4799112233' }))).toEqual({
      problem: 'user.belongs-elsewhere',
      faults: ['phone'],
    });
    const { username } = person;
    expect(
      (await refusal(server.call(userAdminEndpoints.resetPassword, { username, password: 'New&Fjord-28' }, manager)))
        .problem,
    ).toBe('user.belongs-elsewhere');
    const role = await aRole(['robot:view']);
    expect(await edit(person.id, { selectedroles: role })).toMatchObject({ selectedroles: role });
  });

  test('another tenant does not know the person', async () => {
    const person = await add();
    const stranger = await other.staff();
    for (const attempt of [
      () => server.call(calls.one, { id: person.id }, stranger),
      () => edit(person.id, { realname: 'Theirs' }, stranger),
      () => server.call(calls.remove, { id: person.id }, stranger),
      () => server.call(userAdminEndpoints.frozenBatch, { ids: person.id, status: '2' }, stranger),
      () => server.call(userAdminEndpoints.byIds, { userIds: person.id }, stranger),
    ])
      expect((await refusal(attempt())).problem).toBe('user.unknown');
    expect((await server.call(calls.page, {}, stranger)).records.map(({ id }) => id)).not.toContain(person.id);
  });
});

describe('managed departments', () => {
  async function aDepartment(): Promise<string> {
    const id = newId();
    await server.services.database.write(tenant.id, (db) =>
      db
        .insertInto('department')
        .values({ id, name: `Department ${id}`, org_code: `D${id}` } as never)
        .execute(),
    );
    return id;
  }

  test('belong to identity 2, and go with it', async () => {
    const [one, two] = [await aDepartment(), await aDepartment()];
    const person = await add({ userIdentity: 2, departIds: [one, two] });
    expect(person).toMatchObject({ userIdentity: '2', departIds: [one, two].sort().join(',') });
    expect(await edit(person.id, { departIds: one })).toMatchObject({ departIds: one });
    expect(await edit(person.id, { userIdentity: 1 })).toMatchObject({ userIdentity: '1', departIds: '' });
    expect((await add({ userIdentity: 1, departIds: [one] })).departIds).toBe('');
    expect((await refusal(add({ userIdentity: 2, departIds: [newId()] }))).faults).toEqual(['departIds']);
  });

  test('are given by who may edit departments, or manages them himself', async () => {
    const [mine, theirs] = [await aDepartment(), await aDepartment()];
    const clerk = await tenant.staff(['user:view', 'user:add', 'user:edit']);
    await server.services.database.write(tenant.id, async (db) => {
      await db.insertInto('department_manager').values({ department_id: mine, user_id: clerk.userId }).execute();
      await rightsChanged(db, [clerk.userId]);
    });
    await add({ userIdentity: 2, departIds: [mine] }, clerk);
    expect(await refusal(add({ userIdentity: 2, departIds: [mine, theirs] }, clerk))).toEqual({
      problem: 'user.departments-beyond-own',
      faults: ['departIds'],
    });
  });
});

describe('the administrator', () => {
  test('cannot be edited, switched off, reset, removed or put among others', async () => {
    const { id, username } = await administrator();
    const person = await add();
    for (const ids of [[id], [person.id, id], `${person.id},${id},`, id.toUpperCase()])
      expect(['user.administrator', 'request.malformed', 'user.unknown']).toContain(
        (await refusal(server.call(userAdminEndpoints.frozenBatch, { ids: ids as string, status: '2' }, manager)))
          .problem,
      );
    for (const attempt of [
      () => edit(id, { realname: 'Nobody' }),
      () => edit(id, { status: 2 }),
      () => edit(id, { selectedroles: '', spotAccess: 'selected' }),
      () => server.call(calls.remove, { id }, manager),
      () => server.call(calls.removeMany, { ids: [person.id, id] }, manager),
      () => server.call(calls.turn, { ids: [person.id, id], on: false }, manager),
      () => server.call(userAdminEndpoints.resetPassword, { username, password: 'New&Fjord-28' }, manager),
    ])
      expect((await refusal(attempt())).problem).toBe('user.administrator');
    // one refused: nothing was done to the other
    expect(await server.call(calls.one, { id: person.id }, manager)).toMatchObject({ status: '1' });
  });
});

describe('a person comes and goes', () => {
  test('who is switched off is out at the next request, and in again', async () => {
    const person = await add({ selectedroles: await aRole(['robot:view']) });
    const { token } = await login(person.username);
    const own = () => server.send('POST', '/sos-backend/coffeeMachineV2/api/page', {}, { token, tenantId: tenant.id });
    expect((await own()).status).toBe(200);
    await server.call(userAdminEndpoints.frozenBatch, { ids: `${person.id},`, status: '2' }, manager);
    expect((await own()).status).toBe(403);
    await server.call(userAdminEndpoints.frozenBatch, { ids: person.id, status: '1' }, manager);
    expect((await own()).status).toBe(200);
  });

  test('a removal is taken back, or found in the recycle bin with its roles', async () => {
    const role = await aRole(['robot:view']);
    const person = await add({ selectedroles: role });
    const { changeId } = await server.call(calls.remove, { id: person.id }, manager);
    expect((await refusal(server.call(calls.one, { id: person.id }, manager))).problem).toBe('user.unknown');
    await server.call(undoEndpoints.undo, { changeId }, manager);
    expect(await server.call(calls.one, { id: person.id }, manager)).toMatchObject({ selectedroles: role });
    await server.call(calls.remove, { id: person.id }, manager);
    const bin = await server.call(userAdminEndpoints.recycleBin, {}, manager);
    expect(bin.map(({ id }) => id)).toContain(person.id);
    await server.call(userAdminEndpoints.restore, { userIds: person.id }, manager);
    expect(await server.call(calls.one, { id: person.id }, manager)).toMatchObject({
      selectedroles: role,
      status: '1',
    });
    await server.call(calls.remove, { id: person.id }, manager);
    await server.call(userAdminEndpoints.removeForGood, { userIds: [person.id] }, manager);
    expect((await server.call(userAdminEndpoints.recycleBin, {}, manager)).map(({ id }) => id)).not.toContain(
      person.id,
    );
  });

  test('what somebody in the recycle bin has is taken, and it says so to his own tenant alone', async () => {
    const person = await add();
    const elsewhere = await other.staff();
    const picture = await samplePicture({ server, staff: elsewhere }, 'avatar');
    await server.call(calls.remove, { id: person.id }, manager);
    const second = await add();
    for (const field of ['username', 'workNo', 'phone', 'email'] as const) {
      const inBin = { problem: 'user.in-bin', faults: [field] };
      expect(await refusal(add({ [field]: person[field] }))).toEqual(inBin);
      expect(await refusal(edit(second.id, { [field]: person[field] }))).toEqual(inBin);
      expect(await refusal(add({ avatar: picture, [field]: person[field] }, elsewhere))).toEqual({
        problem: 'record.taken',
        faults: [field],
      });
    }
    expect((await refusal(add({ workNo: person.workNo.toLowerCase() }))).problem).toBe('user.in-bin');
    const check = { tableName: 'sys_user', fieldName: 'username', fieldVal: person.username } as const;
    expect((await refusal(server.call(fieldCheckEndpoints.duplicate, check as never, manager))).problem).toBe(
      'user.in-bin',
    );
    await server.call(userAdminEndpoints.restore, { userIds: person.id }, manager);
    expect((await refusal(add({ username: person.username }))).problem).toBe('record.taken');
  });

  test('who has no picture is shown with one of the initials; sent back, it is no change', async () => {
    const { userId } = await tenant.staff([]);
    const one = (id: string) => server.call(calls.one, { id }, manager);
    const { realname, avatar: shown } = await one(userId);
    expect(shown).toMatch(/^initials\/.+\.svg$/);
    const { records } = await server.call(calls.page, { pageSize: 200 }, manager);
    expect(records.filter((row) => row.avatar === '')).toEqual([]);
    expect(records.find(({ id }) => id === userId)?.avatar).toBe(shown);
    const edited = await edit(userId, { realname: 'Wang Fang', avatar: shown });
    expect([realname, edited.avatar]).toEqual([expect.not.stringContaining('Fang'), 'initials/WF.svg']);
    expect((await edit(userId, { avatar })).avatar).toBe(avatar);
  });

  test('a reset password ends all sessions, opens with the new one, and is told', async () => {
    const person = await add();
    const { token } = await login(person.username);
    const { username } = person;
    await server.call(userAdminEndpoints.resetPassword, { username, password: 'New&Fjord-28' }, manager);
    expect((await server.send('GET', '/api/sys/user/getCurrentUserDeparts', undefined, { token })).status).toBe(401);
    await expect(login(username)).rejects.toBeInstanceOf(Refused);
    await login(username, 'New&Fjord-28');
    const unproved = await tenant.staff();
    expect(
      (await refusal(server.call(userAdminEndpoints.resetPassword, { username, password: 'New&Fjord-29' }, unproved)))
        .problem,
    ).toBe('session.step-up-required');
  });
});

test('who may not see contacts finds nobody by a part of them, and no order tells them', async () => {
  const person = await add({ phone: '+4740000078', email: 'guessed@example.com' });
  const plain = await tenant.staff(['user:view']);
  const found = async (request: Record<string, unknown>, caller = plain) =>
    (await server.call(calls.page, { pageSize: 100, ...request }, caller)).records.map(({ id }) => id);
  for (const part of ['40000078', 'guessed', '@example.com']) {
    expect(await found({ keyword: part })).not.toContain(person.id);
    expect(await found({ keyword: part }, manager)).toContain(person.id);
  }
  expect(await found({ keyword: 'guessed@example.com' })).toContain(person.id);
  expect(await found({ phone: '*0078' })).not.toContain(person.id);
  expect(await found({ column: 'phone', order: 'asc' })).toEqual(await found({ order: 'asc' }));
});

test('who may not see contacts reads masks, and a form that sends them back changes nothing', async () => {
  const person = await add({ phone: '+4740000077', email: 'ola@example.com' });
  const plain = await tenant.staff(['user:view', 'user:edit']);
  const seen = await server.call(calls.one, { id: person.id }, plain);
  expect(seen).toMatchObject({ phone: '+47•••••077', email: 'o•••@example.com' });
  await edit(person.id, { realname: 'Ola', phone: seen.phone, email: seen.email }, plain);
  expect(await server.call(calls.one, { id: person.id }, manager)).toMatchObject({
    realname: 'Ola',
    phone: '+4740000077',
  });
});

test('an id that no person has is 32 hexadecimal digits', async () => {
  const { body } = await server.send('GET', '/api/sys/user/generateUserId', undefined, manager);
  expect(body.result).toMatch(/^[0-9a-f]{32}$/);
  // older clients send it along; the person gets an id of the server's
  const person = { ...someone(), id: body.result };
  const added = await server.send('POST', '/api/sys/user/add', person, manager);
  expect(added.body).toMatchObject({ success: true, result: { username: person.username } });
  expect((added.body.result as { id: string }).id).not.toBe(body.result);
});

test('people come in a table, without a password that anybody knows', async () => {
  const { avatar: _, password: __, ...first } = someone();
  const columns = Object.keys(first);
  const text = [columns.join(','), Object.values(first).join(',')].join('\n');
  const { body, headers } = bodyFor(calls.importExcel, { file: { name: 'people.csv', bytes: Buffer.from(text) } });
  const answer = await server.send('POST', '/api/sys/user/importExcel', body, { ...manager, headers });
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ success: true });
  for (const guess of [PASSWORD, '123456', ''])
    await expect(login(first.username, guess)).rejects.toBeInstanceOf(Refused);
});

describe('is it free', () => {
  test('inside the tenant for who manages people, elsewhere for a picture with characters', async () => {
    const person = await add();
    const ask = (query: Record<string, string>, who: Caller = {}) =>
      server.send('GET', `/api/sys/user/checkOnlyUser?${new URLSearchParams(query)}`, undefined, who);
    expect((await ask({ username: person.username }, manager)).body.result).toBe(false);
    expect((await ask({ username: person.username, id: person.id }, manager)).body.result).toBe(true);
    expect((await ask({ phone: person.phone }, await other.staff())).body.result).toBe(true);
    expect((await ask({ username: person.username })).body.problem).toBe('session.captcha-refused');
    const picture = await aKnownCaptcha(server);
    expect((await ask({ email: person.email, ...picture })).body.result).toBe(false);
    expect((await ask({ email: person.email, ...picture })).body.problem).toBe('session.captcha-refused');
    expect((await ask({}, manager)).status).toBe(400);
  });
});

test('a data rule on people narrows every list of them', async () => {
  const [department, entry, ruleId] = [newId(), newId(), newId()];
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('department').values({ id: department, name: 'Workshop', org_code: 'Y01' }).execute(),
  );
  const [role, hidden] = [await aRole(['user:view', 'user:contact']), await add({ selecteddeparts: [department] })];
  const person = await add({ selecteddeparts: [department], selectedroles: role });
  await server.services.database.acrossTenants('a data rule of a test', async (db) => {
    const page = { id: entry, kind: 1, name: 'users-list', needs: 'user:view', path: '/u', component: 'u' };
    await db
      .insertInto('permission')
      .values({ ...page, title_en: 'Users', title_zh: '用户' })
      .execute();
    const rule = { name: 'Own', field: 'username', condition: '=', value: '#{sys_user_code}' };
    await db
      .insertInto('permission_rule')
      .values({ id: ruleId, permission_id: entry, ...rule })
      .execute();
    await db
      .insertInto('role_permission')
      .values({ tenant_id: Number(tenant.id), role_id: role, permission_id: entry, rule_ids: [ruleId] } as never)
      .execute();
    await rightsChanged(db, []);
  });
  const { token } = await login(person.username);
  const who = { token, tenantId: tenant.id };
  const asked = { realname: 'Kari' };
  const lists = {
    page: (await server.call(calls.page, {}, who)).records,
    picker: (await server.call(userEndpoints.users, {}, who)).records,
    ofDepartment: await server.call(userEndpoints.departmentUsers, { id: department }, who),
    addresses: (await server.call(userAdminEndpoints.addressList, asked, who)).records,
    mergedAddresses: (await server.call(userAdminEndpoints.mergedAddressList, { orgCode: 'Y01' }, who)).records,
  };
  for (const [list, people] of Object.entries(lists))
    expect(
      people.map(({ id }) => id),
      list,
    ).toEqual([person.id]);
  const words = await server.send(
    'GET',
    '/api/sys/dict/loadDict/sys_user,realname,username?keyword=Kari',
    undefined,
    who,
  );
  expect(JSON.stringify(words.body.result)).toContain(person.username);
  expect(JSON.stringify(words.body.result)).not.toContain(`"${hidden.username}"`);
});

test('who belongs to no department, or has no role, is refused by the rule and not as unknown', async () => {
  const { id } = await add();
  for (const [path, problem] of [
    [`userDepartList?userId=${id}`, 'user.no-departments'],
    [`queryUserRole?userid=${id}`, 'user.no-roles'],
  ])
    expect(await server.send('GET', `/api/sys/user/${path}`, undefined, manager)).toMatchObject({
      status: 200,
      body: { success: false, problem },
    });
  const unknown = await server.send('GET', `/api/sys/user/userDepartList?userId=${newId()}`, undefined, manager);
  expect([unknown.status, unknown.body.problem]).toEqual([404, 'user.unknown']);
});

test('an address list has a line for each department, or one for each person, with positions', async () => {
  const [service, care, position] = [newId(), newId(), newId()];
  await server.services.database.write(tenant.id, async (db) => {
    for (const [id, name, org_code] of [
      [service, 'Service', 'Z01'],
      [care, 'Care', 'Z02'],
    ] as const)
      await db.insertInto('department').values({ id, name, org_code }).execute();
    await db.insertInto('position').values({ id: position, code: 'TECH', name: 'Technician', post_rank: 2 }).execute();
  });
  const { id, ...made } = await add({ selecteddeparts: [service, care], post: [position] });
  // as older clients read the names of what a list only numbers
  expect(made).toMatchObject({
    ...{ post_dictText: 'Technician', departIds_dictText: '', selecteddeparts_dictText: 'Care,Service' },
  });
  const own = async (call: typeof userAdminEndpoints.addressList, request: object = {}) =>
    (await server.call(call, request, manager)).records.filter((row) => row.userId === id);
  const lines = await own(userAdminEndpoints.addressList);
  expect(lines.map(({ departName, post }) => [departName, post]).sort()).toEqual([
    ['Care', 'TECH'],
    ['Service', 'TECH'],
  ]);
  expect(await own(userAdminEndpoints.mergedAddressList)).toMatchObject([{ departName: 'Service | Care' }]);
  expect(await own(userAdminEndpoints.mergedAddressList, { orgCode: 'Z02' })).toMatchObject([{ departName: 'Care' }]);
});
