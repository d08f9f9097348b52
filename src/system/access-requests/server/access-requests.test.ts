import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { accessRequests } from '../contract/access-requests.ts';
import { accessRequestEndpoints as calls } from '../contract/endpoints.ts';

type Person = Caller & { userId: string };
const DAY_MS = 86_400_000;

let server: TestServer;
let tenant: TestTenant;
let other: TestTenant;
let manager: Person;
let small: string;
let large: string;
let clerk: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { TEST_CONTROLS: 'on' } });
  [tenant, other] = [await server.newTenant(), await server.newTenant()];
  // all rights are known once somebody holds them
  await tenant.staff();
  large = await aRole('Large', ['robot:edit', 'robot:view', 'user:edit']);
  small = await aRole('Small', ['robot:edit', 'robot:view']);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  manager = await tenant.staff();
  clerk = await tenant.staff(['order:view']);
});

async function aRole(name: string, actions: readonly string[]): Promise<string> {
  const id = newId();
  const found = await server.services.database.identity((db) =>
    db
      .selectFrom('permission')
      .select('id')
      .where('action', 'in', [...actions])
      .execute(),
  );
  await server.services.database.write(tenant.id, async (db) => {
    await db.insertInto('role').values({ id, role_code: id, role_name: name }).execute();
    await db
      .insertInto('role_permission')
      .values(found.map((row) => ({ role_id: id, permission_id: row.id })))
      .execute();
    await rightsChanged(db, [id]);
  });
  return id;
}

const why = (action: string, who: Caller) => server.call(calls.why, { action }, who);
const ask = (who: Caller, action = 'robot:edit') =>
  server.call(calls.ask, { action, reason: 'the harbour robot' }, who);
const open = async (who: Person) => {
  const { records } = await server.call(accessRequests.endpoints.page, { state: 'open' } as never, manager);
  const { realname } = await server.services.database.identity((db) =>
    db.selectFrom('staff_user').select('realname').where('id', '=', who.userId).executeTakeFirstOrThrow(),
  );
  return records.find((row) => row.userName === realname)?.id ?? '';
};
const mayEdit = async (who: Caller) => (await why('robot:edit', who)).held;
const problemOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Refused ? error.problem : `nothing was refused: ${String(error)}`;
};

describe('why', () => {
  test('names the right, the roles that give it, and who could give them for those who see people', async () => {
    const answer = await why('robot:edit', clerk);
    expect(answer).toMatchObject({ action: 'robot:edit', held: false, asked: false, givers: [] });
    expect(answer.roles).toEqual(expect.arrayContaining(['Small', 'Large']));
    expect(answer.giverCount).toBeGreaterThan(0);
    const colleague = await tenant.staff(['user:view']);
    expect((await why('robot:edit', colleague)).givers.length).toBeGreaterThan(0);
    expect(await why('order:view', clerk)).toMatchObject({ held: true });
  });

  test('a page is asked for by its address, with its place in it', async () => {
    await server.services.database.identity(async (db) => {
      for (const path of ['/isystem/user', '/isystem/user/form/:id?'])
        await db
          .insertInto('permission')
          .values({ id: newId(), kind: 1, name: path, title_en: path, title_zh: path, path, needs: 'user:view' })
          .execute();
    });
    const byPath = (path: string) => server.call(calls.why, { path }, clerk);
    expect(await byPath('/isystem/user')).toMatchObject({ action: 'user:view', held: false });
    expect(await byPath('/isystem/user/form/7?x=1')).toMatchObject({ action: 'user:view' });
    expect(await problemOf(byPath('/nowhere'))).toBe('access-request.unknown-action');
    expect(await problemOf(server.call(calls.why, {}, clerk))).toBe('request.malformed');
  });
});

test('a request reaches who gives roles, and a role for good answers it', async () => {
  await ask(clerk);
  expect(await why('robot:edit', clerk)).toMatchObject({ asked: true });
  expect(await problemOf(ask(clerk))).toBe('access-request.asked');
  const notices = await server.call(noticeEndpoints.page, {} as never, manager);
  expect(JSON.stringify(notices)).toContain('access-requests.asked');
  const id = await open(clerk);
  const offered = await server.call(calls.roles, { id }, manager);
  const names = offered.map(({ name }) => name);
  expect(names.indexOf('Small')).toBeLessThan(names.indexOf('Large'));
  expect(await mayEdit(clerk)).toBe(false);
  await server.call(calls.grant, { id, roleId: small }, manager);
  expect(await mayEdit(clerk)).toBe(true);
  expect(await problemOf(server.call(calls.grant, { id, roleId: small }, manager))).toBe('access-request.answered');
  expect(await problemOf(ask(clerk))).toBe('access-request.held');
  const own = await server.call(noticeEndpoints.page, {} as never, clerk);
  expect(JSON.stringify(own)).toContain('access-requests.granted');
});

test('a role until a moment is taken back when it has come', async () => {
  await ask(clerk);
  const id = await open(clerk);
  const endsAt = new Date(server.services.clock.now().getTime() + DAY_MS).toISOString();
  const past = new Date(0).toISOString();
  expect(await problemOf(server.call(calls.grant, { id, roleId: small, endsAt: past }, manager))).toBe(
    'access-request.ends-in-past',
  );
  await server.call(calls.grant, { id, roleId: small, endsAt }, manager);
  expect(await mayEdit(clerk)).toBe(true);
  await server.runDue();
  expect(await mayEdit(clerk)).toBe(true);
  server.services.clock.set(new Date(server.services.clock.now().getTime() + DAY_MS + 120_000));
  await server.runDue();
  const held = await server.services.database.read(tenant.id, (db) =>
    db
      .selectFrom('user_role')
      .select('role_id')
      .where('user_id', '=', clerk.userId)
      .where('role_id', '=', small)
      .execute(),
  );
  expect(held).toEqual([]);
});

describe('an answer is refused', () => {
  test('beyond own rights, with a role that does not give it, by who asked, and in another tenant', async () => {
    const giver = await tenant.staff(['role:assign', 'role:view', 'robot:edit', 'robot:view', 'access-request:view']);
    await ask(clerk);
    const id = await open(clerk);
    expect(await server.call(calls.roles, { id }, giver)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: small, mayGive: true }),
        expect.objectContaining({ id: large, mayGive: false }),
      ]),
    );
    expect(await problemOf(server.call(calls.grant, { id, roleId: large }, giver))).toBe('grants.beyond-own');
    const wrong = await aRole('Other', ['order:view']);
    expect(await problemOf(server.call(calls.grant, { id, roleId: wrong }, giver))).toBe('access-request.wrong-role');
    expect(await problemOf(server.call(calls.grant, { id, roleId: small }, await other.staff()))).toBe(
      'access-request.unknown',
    );
    await server.call(calls.refuse, { id, answer: 'ask again in spring' }, giver);
    expect(await mayEdit(clerk)).toBe(false);
    const asker = await tenant.staff(['role:assign']);
    await ask(asker);
    expect(await problemOf(server.call(calls.grant, { id: await open(asker), roleId: small }, asker))).toBe(
      'access-request.own',
    );
  });

  test('what cannot be asked for: a right that is unknown, or the administrator’s alone', async () => {
    expect(await problemOf(ask(clerk, 'moon:land'))).toBe('access-request.unknown-action');
    expect(await problemOf(ask(clerk, ''))).toBe('request.malformed');
  });
});
