import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, Refused, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { savedViewEndpoints } from '#system/saved-views/contract/endpoints.ts';
import { aPerson, PASSWORD } from '#system/session/server/test-people.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { verificationEndpoints } from '#system/verification/contract/endpoints.ts';
import { newPhone, type ServerWithPhones, startServerWithPhones } from '#system/verification/server/test-phones.ts';
import { userAdminEndpoints } from '../contract/user-endpoints.ts';
import { userTenantEndpoints } from '../contract/user-tenants.ts';
import { users } from '../contract/users.ts';

const { unassigned, read, save } = userTenantEndpoints;

let product: ServerWithPhones;
let tenant: TestTenant;
let other: TestTenant;
let root: Caller & { userId: string };

beforeAll(async () => {
  product = await startServerWithPhones();
  [tenant, other] = [await product.newTenant(), await product.newTenant()];
  root = await tenant.staff('all', { steppedUp: true });
  await product.services.database.acrossTenants('an administrator of a test', async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await db.updateTable('staff_user').set({ is_root: true }).where('id', '=', root.userId).execute();
    await client.query('select raise_permission_version($1)', [[root.userId]]);
  });
});
afterAll(() => product?.stop());

const listed = async (keyword?: string) =>
  (await product.call(unassigned, { pageSize: 200, ...(keyword === undefined ? {} : { keyword }) }, root)).records;
const isListed = async (userId: string) => (await listed()).some(({ id }) => id === userId);
const assign = (userId: string, relTenantIds: string[]) =>
  product.call(save, { userId, relTenantIds, canSwitchTenant: false }, root);
const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof Refused)) throw new Error(`nothing was refused: ${String(error)}`);
  return { problem: error.problem, status: error.answer.status };
};

async function register(username: string): Promise<{ phone: string; email: string }> {
  const [phone, email] = [newPhone(), `${username}@example.com`];
  await product.call(verificationEndpoints.sendCode, { mobile: phone, smsmode: '1' });
  const smscode = (await product.codeFor(phone))!;
  await product.call(signInEndpoints.register, { phone, smscode, username, email, password: PASSWORD });
  return { phone, email };
}

async function logIn(username: string, tenantId: string): Promise<Caller> {
  const { token } = await product.call(signInEndpoints.login, { username, password: PASSWORD });
  return { token, tenantId };
}

/** Into the recycle bin, as the list of users does it. */
const remove = (userId: string, { id }: TestTenant) =>
  product.services.database.write(id, async (db) => {
    const removed = { status: 0, removed_at: new Date(), removed_by: 'Test' };
    await db.updateTable('membership').set(removed).where('user_id', '=', userId).execute();
    await rightsChanged(db, [userId]);
  });

test('who registered is found, assigned, and works in the tenant', async () => {
  const { phone, email } = await register('ola.nordmann');
  const [row, ...more] = await listed('ola.nord');
  expect(more).toEqual([]);
  expect(row).toMatchObject({ username: 'ola.nordmann', phone, email, removedFrom: [] });
  for (const keyword of [phone, email.toUpperCase()]) expect(await listed(keyword)).toEqual([row]);
  expect(await listed('%')).toEqual([]);

  const { id } = row!;
  const before = await logIn('ola.nordmann', tenant.id);
  expect((await refusal(product.call(savedViewEndpoints.all, {}, before))).status).toBe(403);
  expect(await product.call(read, { userId: id }, root)).toMatchObject({ relTenantIds: [], canSwitchTenant: false });
  expect((await assign(id, [tenant.id])).relTenantIds).toEqual([tenant.id]);
  expect(await isListed(id)).toBe(false);
  for (const caller of [before, await logIn('ola.nordmann', tenant.id)])
    await expect(product.call(savedViewEndpoints.all, {}, caller)).resolves.toBeDefined();
  expect(await product.call(users.endpoints.one, { id }, root)).toMatchObject({ username: 'ola.nordmann' });
});

test('the newest account comes first', async () => {
  const [older, newer] = [await aPerson(product.services), await aPerson(product.services)];
  const ids = (await listed()).map(({ id }) => id);
  expect(ids.indexOf(newer.id)).toBeLessThan(ids.indexOf(older.id));
  expect(await product.call(unassigned, { pageSize: 1 }, root)).toMatchObject({
    records: [{ id: newer.id }],
    total: ids.length,
  });
});

test('he may be assigned to another tenant than the one that is worked in, and is out of reach from then on', async () => {
  const { id } = await aPerson(product.services);
  expect((await refusal(assign(id, ['999999999']))).problem).toBe('user.tenant-unknown');
  expect((await assign(id, [other.id])).relTenantIds).toEqual([other.id]);
  expect(await isListed(id)).toBe(false);
  expect((await refusal(assign(id, [tenant.id, other.id]))).problem).toBe('user.unknown');
});

test('of two who assign him at once, one does', async () => {
  const { id } = await aPerson(product.services);
  const results = await Promise.allSettled([assign(id, [other.id]), assign(id, [other.id])]);
  const [refused, ...more] = results.filter((result) => result.status === 'rejected');
  expect(more).toEqual([]);
  expect(refused?.reason).toMatchObject({ problem: 'user.unknown' });
});

test('members of any tenant are not listed; who was removed from the last one is', async () => {
  const { userId } = await other.staff([]);
  expect(await isListed(userId)).toBe(false);
  await remove(userId, other);
  const found = (await listed()).find(({ id }) => id === userId);
  expect(found?.removedFrom).toHaveLength(1);
  expect((await assign(userId, [tenant.id])).relTenantIds).toEqual([tenant.id]);
  expect(await isListed(userId)).toBe(false);
  await remove(userId, tenant);
  expect((await listed()).find(({ id }) => id === userId)?.removedFrom).toHaveLength(2);
});

test('the administrator and who is erased are accounts of nobody to assign', async () => {
  const erased = await aPerson(product.services);
  await product.services.database.identity((db) =>
    db.updateTable('staff_user').set({ deleted_at: new Date() }).where('id', '=', erased.id).execute(),
  );
  expect(await isListed(erased.id)).toBe(false);
  expect((await refusal(assign(erased.id, [tenant.id]))).problem).toBe('user.unknown');
  expect(await isListed(root.userId)).toBe(false);
});

test('who belongs to no tenant is erased like anybody else, by the administrator alone', async () => {
  await register('kari.gone');
  const [row] = await listed('kari.gone');
  const { id, realname: name } = row!;
  const erase = (who: Caller, as = name) => product.call(userAdminEndpoints.erase, { id, name: as }, who);
  const manager = await tenant.staff('all', { steppedUp: true });
  expect((await refusal(erase(manager))).problem).toBe('user.unknown');
  expect((await refusal(erase(root, 'somebody else'))).problem).toBe('user.name-differs');
  await erase(root);
  expect(await isListed(id)).toBe(false);
  expect((await refusal(logIn('kari.gone', tenant.id))).problem).toBe('session.login-refused');
  expect((await refusal(assign(id, [tenant.id]))).problem).toBe('user.unknown');
  expect((await refusal(erase(root))).problem).toBe('user.being-erased');
  const stored = async () => {
    await product.runDue();
    return product.services.database.identity((db) =>
      db.selectFrom('staff_user').select(['username', 'email']).where('id', '=', id).executeTakeFirstOrThrow(),
    );
  };
  await until(async () => (await stored()).username.startsWith('erased-'));
  expect((await stored()).email).toBeNull();
});

test('a member of another tenant is out of reach for that, for the administrator too', async () => {
  const { userId } = await other.staff([]);
  const one = product.call(userAdminEndpoints.erase, { id: userId, name: 'x' }, root);
  expect((await refusal(one)).problem).toBe('user.unknown');
});

test('nobody but the administrator sees them, whatever he may do', async () => {
  const manager = await tenant.staff('all', { steppedUp: true });
  const { id } = await aPerson(product.services);
  expect(await refusal(product.call(unassigned, {}, manager))).toEqual({ problem: 'request.root-only', status: 403 });
  expect((await refusal(product.call(read, { userId: id }, manager))).status).toBe(403);
});
