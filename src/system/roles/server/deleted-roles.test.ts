import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { rightsOfRolesChanged } from '#system/access/server/index.ts';
import { session } from '#system/session/server/index.ts';
import { roleSlice } from './index.ts';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ slices: [session, roleSlice], planDue: async () => 0 });
});
afterAll(() => product.stop());

const inRoles = <T>(work: (db: PlatformDb) => Promise<T>): Promise<T> =>
  product.services.database.acrossTenants('roles of a test', (db) => work(db));
const mayLook = async (caller: Caller) =>
  (await product.send('GET', '/api/sys/role/list', undefined, caller)).status === 200;

test('a role that is deleted takes its grants along, and one that is made by its name inherits none', async () => {
  const tenant = await product.newTenant();
  const tenant_id = Number(tenant.id);
  const person = await tenant.staff(['role:view']);
  expect(await mayLook(person)).toBe(true);

  const role = await inRoles((db) =>
    db
      .selectFrom('role')
      .select(['id', 'role_code', 'role_name'])
      .where('tenant_id', '=', tenant_id)
      .executeTakeFirstOrThrow(),
  );
  await inRoles(async (db) => {
    await rightsOfRolesChanged(db, tenant_id, [role.id]);
    await db.deleteFrom('role').where('tenant_id', '=', tenant_id).where('id', '=', role.id).execute();
  });
  expect(await mayLook(person), 'obeyed by the next request').toBe(false);

  await inRoles((db) =>
    db
      .insertInto('role')
      .values({ tenant_id, id: newId(), role_code: role.role_code, role_name: role.role_name })
      .execute(),
  );
  expect(await mayLook(person)).toBe(false);
  const grants = await inRoles(async (db) => [
    ...(await db.selectFrom('user_role').select('role_id').where('tenant_id', '=', tenant_id).execute()),
    ...(await db.selectFrom('role_permission').select('role_id').where('tenant_id', '=', tenant_id).execute()),
  ]);
  expect(grants).toEqual([]);
});
