import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { setAway, tenantsApart, type WorkerOfTenant } from '#platform/testing/worker-away.ts';
import { departments } from '#system/departments/server/index.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { aPerson, PASSWORD, type TestPerson } from '#system/session/server/test-people.ts';
import { signInEndpoints } from '../contract/endpoints.ts';
import { signInSlices } from './test-sign-in.ts';

// `TEST_CITUS` names a cluster (docs/scale.md)
describe.runIf(process.env['TEST_CITUS'])('while a worker is away', () => {
  let product: TestServer;
  let apart: readonly WorkerOfTenant[] = [];
  const people = new Map<string, TestPerson>();
  beforeAll(async () => {
    product = await startTestServer({ slices: [...signInSlices, departments], planDue: async () => 0 });
    // where a tenant lies is a matter of its number
    const tenantIds: string[] = [];
    while (apart.length < 2) {
      tenantIds.push((await product.newTenant()).id);
      apart = await tenantsApart(product.databaseUrl, tenantIds);
    }
    for (const { tenantId } of apart) {
      const departments = ['A01', 'A02'];
      const memberships = [{ tenantId, departments, permissions: ['robot:view'] }];
      people.set(tenantId, await aPerson(product.services, { memberships }));
    }
  }, 60_000);
  afterAll(() => product.stop());

  /** Logs in, reads what he may do, chooses where he works. */
  async function works(tenantId: string): Promise<void> {
    const { username } = people.get(tenantId)!;
    const { token, tenantList, departs } = await product.call(signInEndpoints.login, { username, password: PASSWORD });
    expect(tenantList?.map(({ id }) => id)).toEqual([tenantId]);
    expect(departs.map(({ orgCode }) => orgCode)).toEqual(['A01', 'A02']);
    const caller = { token, tenantId };
    const { codeList } = await product.call(sessionEndpoints.permissionCodes, {}, caller);
    expect(codeList).toContain('robot:view');
    const { list } = await product.call(sessionEndpoints.currentTenants, {}, caller);
    expect(list.map(({ id }) => id)).toEqual([tenantId]);
    await product.call(sessionEndpoints.logout, {}, caller);
  }

  async function refused(tenantId: string): Promise<unknown[]> {
    const { username } = people.get(tenantId)!;
    const form = { username, password: PASSWORD };
    const { status, headers, body } = await product.send('POST', fullPath(signInEndpoints.login.path), form);
    return [status, body.problem, headers['retry-after']];
  }

  test('people of the other workers log in; those of its tenants hear when to try again', async () => {
    for (const away of apart) {
      const here = apart.filter((one) => one !== away);
      await setAway(away.worker, true);
      try {
        for (const { tenantId } of here) await works(tenantId);
        expect(await refused(away.tenantId)).toEqual([503, 'server.unavailable', '2']);
      } finally {
        await setAway(away.worker, false);
      }
      await expect.poll(() => works(away.tenantId).then(() => 'works', String), { timeout: 20_000 }).toBe('works');
    }
  }, 90_000);

  test('a header that names a tenant of the worker that is away opens nothing and stops nobody else', async () => {
    for (const away of apart) {
      const here = apart.find((one) => one !== away)!;
      const { username } = people.get(here.tenantId)!;
      await setAway(away.worker, true);
      try {
        const { token } = await product.call(signInEndpoints.login, { username, password: PASSWORD });
        const caller = { token, tenantId: away.tenantId };
        const { list } = await product.call(sessionEndpoints.currentTenants, {}, caller);
        expect(list.map(({ id }) => id)).toEqual([here.tenantId]);
      } finally {
        await setAway(away.worker, false);
      }
    }
  }, 90_000);

  test('the administrator, who belongs to all, works in the tenants that are there', async () => {
    const { id, username } = await aPerson(product.services, {
      memberships: apart.map(({ tenantId }) => ({ tenantId, departments: ['A01'] })),
    });
    await product.services.database.acrossTenants('an administrator of a test', async (db, owner) => {
      await owner.query("select set_config('role', 'none', true)");
      await db.updateTable('staff_user').set({ is_root: true }).where('id', '=', id).execute();
    });
    const enters = async () => {
      const { token, tenantList, departs } = await product.call(signInEndpoints.login, {
        username,
        password: PASSWORD,
      });
      const [first] = tenantList!;
      const caller = { token, tenantId: first!.id };
      const { list } = await product.call(sessionEndpoints.currentTenants, {}, caller);
      expect(list).toEqual(tenantList);
      const { codeList } = await product.call(sessionEndpoints.permissionCodes, {}, caller);
      expect(codeList).toContain('robot:view');
      await product.call(sessionEndpoints.logout, {}, caller);
      return { tenantIds: tenantList!.map((one) => one.id), departs: departs.length };
    };
    const all = await enters();
    expect(all.departs).toBe(2);
    for (const away of apart) {
      const here = apart.find((one) => one !== away)!;
      await setAway(away.worker, true);
      try {
        const { tenantIds, departs } = await enters();
        expect(tenantIds).toContain(here.tenantId);
        expect(tenantIds).not.toContain(away.tenantId);
        expect(departs).toBe(1);
      } finally {
        await setAway(away.worker, false);
      }
      await expect.poll(() => enters().catch(String), { timeout: 20_000 }).toEqual(all);
    }
  }, 90_000);
});
