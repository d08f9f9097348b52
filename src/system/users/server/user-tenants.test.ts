import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { Refused, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { userTenantEndpoints } from '../contract/user-tenants.ts';
import { users } from '../contract/users.ts';
import { purgeRemoved } from './purge-removed.ts';

let server: TestServer;
let tenant: TestTenant;
let other: TestTenant;
type Person = Awaited<ReturnType<TestTenant['staff']>>;
let root: Person;

beforeAll(async () => {
  server = await startTestServer();
  [tenant, other] = [await server.newTenant(), await server.newTenant()];
  root = await tenant.staff('all', { steppedUp: true });
  await server.services.database.acrossTenants('an administrator of a test', async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await db.updateTable('staff_user').set({ is_root: true }).where('id', '=', root.userId).execute();
    await client.query('select raise_permission_version($1)', [[root.userId]]);
  });
});
afterAll(() => server?.stop());

const read = (userId: string, who = root) => server.call(userTenantEndpoints.read, { userId }, who);
const save = (userId: string, relTenantIds: string[], who = root, canSwitchTenant = false) =>
  server.call(userTenantEndpoints.save, { userId, relTenantIds, canSwitchTenant }, who);
const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof Refused)) throw new Error(`nothing was refused: ${String(error)}`);
  return { problem: error.problem, status: error.answer.status };
};

test('the administrator gives a person another tenant and takes it away; each log tells of its own', async () => {
  const { userId } = await tenant.staff([]);
  expect(await read(userId)).toMatchObject({ relTenantIds: [tenant.id], canSwitchTenant: false });
  const both = await save(userId, [tenant.id, other.id], root, true);
  expect(both).toMatchObject({ relTenantIds: [tenant.id, other.id].sort(), canSwitchTenant: true });
  expect(both.tenants.map(({ id }) => id)).toEqual(expect.arrayContaining([tenant.id, other.id]));
  expect((await save(userId, [tenant.id])).relTenantIds).toEqual([tenant.id]);
  const logOf = (tenantId: string) =>
    server.services.database.read(tenantId, (db) =>
      db.selectFrom('audit_row').select(['action', 'after']).where('object_id', '=', userId).orderBy('at').execute(),
    );
  expect((await logOf(other.id)).map(({ action }) => action)).toEqual(['user:join', 'user:leave']);
  expect(JSON.stringify(await logOf(tenant.id))).not.toContain(other.id);
});

test('who comes back to a tenant begins without what he was there', async () => {
  const { userId } = await tenant.staff([]);
  await save(userId, [tenant.id, other.id]);
  const roleId = newId();
  await server.services.database.write(other.id, async (db) => {
    await db.insertInto('role').values({ id: roleId, role_code: roleId, role_name: 'Of before' }).execute();
    await db.insertInto('user_role').values({ user_id: userId, role_id: roleId }).execute();
    await rightsChanged(db, [userId]);
  });
  await save(userId, [tenant.id]);
  await save(userId, [tenant.id, other.id]);
  const roles = await server.services.database.read(other.id, (db) =>
    db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute(),
  );
  expect(roles).toEqual([]);
});

test('nobody else reads or changes it, whatever he may do', async () => {
  const manager = await tenant.staff('all', { steppedUp: true });
  const { userId } = await tenant.staff([]);
  expect((await refusal(read(userId, manager))).status).toBe(403);
  expect((await refusal(save(userId, [tenant.id, other.id], manager))).status).toBe(403);
  const answer = await server.call(users.endpoints.one, { id: userId }, manager);
  expect(Object.keys(answer)).not.toContain('relTenantIds');
});

test('unknown tenants and people, the own tenant and the administrator himself are refused', async () => {
  const { userId } = await tenant.staff([]);
  expect((await refusal(save(userId, [other.id]))).problem).toBe('user.tenant-selected');
  expect((await refusal(save(userId, [tenant.id, '999999999']))).problem).toBe('user.tenant-unknown');
  expect((await refusal(save(newId(), [tenant.id]))).problem).toBe('user.unknown');
  expect((await refusal(save((await other.staff([])).userId, [tenant.id]))).problem).toBe('user.unknown');
  expect((await refusal(save(root.userId, [tenant.id]))).problem).toBe('user.administrator');
});

test('who was removed 30 days ago is gone for good, who was removed later can come back', async () => {
  const [old, young] = [await tenant.staff([]), await tenant.staff([])];
  const day = 24 * 3_600_000;
  await server.services.database.write(tenant.id, async (db) => {
    for (const [{ userId }, days] of [
      [old, 31],
      [young, 29],
    ] as const)
      await db
        .updateTable('membership')
        .set({ status: 0, removed_at: new Date(Date.now() - days * day), removed_by: 'Test' })
        .where('user_id', '=', userId)
        .execute();
    await db.executeQuery({
      sql: 'select raise_permission_version($1)',
      parameters: [[old.userId, young.userId]],
    } as never);
  });
  await purgeRemoved.run(server.services, new Date());
  const left = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('membership').select('user_id').where('user_id', 'in', [old.userId, young.userId]).execute(),
  );
  expect(left).toEqual([{ user_id: young.userId }]);
});
