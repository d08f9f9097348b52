import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { later } from '#platform/testing/later.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { everybodysRightsChanged, rightsChanged, rightsOfRolesChanged } from '#system/access/server/index.ts';
import { departments } from '#system/departments/server/index.ts';
import { setPassword } from '#system/passwords/server/index.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { signInSlices } from '#system/sign-in/server/test-sign-in.ts';
import { tenants } from '#system/tenants/server/index.ts';
import { aPerson, grant, PASSWORD, type TestPerson } from './test-people.ts';

const Whoami = z.strictObject({
  id: z.string(),
  tenantId: z.string(),
  tenantIds: z.array(z.string()),
  permissions: z.array(z.string()),
  spotIds: z.array(z.string()).nullable(),
  channel: z.string().nullable(),
});
const probes = {
  guarded: endpoint({
    method: 'GET',
    path: '/probe/api/guarded',
    permission: 'probe:look',
    request: z.strictObject({}),
    response: Whoami,
    summary: 'Test',
  }),
  shop: endpoint({
    method: 'GET',
    path: '/storefront/v1/probe',
    auth: 'storefront',
    permission: null,
    request: z.strictObject({}),
    response: Whoami,
    summary: 'Test',
  }),
};
const probe: ServerSlice = {
  name: 'probe',
  routes: [probes.guarded, probes.shop].map((one) =>
    route(one, async ({ actor, tenantId }) => ({
      id: actor.id,
      tenantId,
      tenantIds: [...actor.tenantIds],
      permissions: [...actor.permissions].sort(),
      spotIds: actor.spotIds && [...actor.spotIds],
      channel: actor.storefront?.channel ?? null,
    })),
  ),
};

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ slices: [...signInSlices, departments, tenants, probe], planDue: async () => 0 });
});
afterAll(() => product.stop());

const change: TestServer['services']['database']['acrossTenants'] = (reason, work) =>
  product.services.database.acrossTenants(reason, work);

type Change = Parameters<typeof change>[1];
const changeRights = (userId: string, work: Change) =>
  change('t', async (db, client) => {
    await work(db, client);
    await rightsChanged(db, [userId]);
  });
const changeRoles = (tenantId: string, work: Change) =>
  change('t', async (db, client) => {
    const roles = await db.selectFrom('role').select('id').where('tenant_id', '=', Number(tenantId)).execute();
    await rightsOfRolesChanged(
      db,
      tenantId,
      roles.map(({ id }) => id),
    );
    await work(db, client);
  });
const switchOff = (tenantId: string) =>
  change('t', async (db) => {
    await db.updateTable('tenant').set({ status: 0 }).where('tenant_id', '=', Number(tenantId)).execute();
    await everybodysRightsChanged(db);
  });

/** A logged-in person who may look, and where. */
async function aLooker(tenantIds?: string[]): Promise<TestPerson & Caller & { tenantId: string }> {
  const ids = tenantIds ?? [(await product.newTenant()).id];
  const memberships = ids.map((tenantId) => ({ tenantId, permissions: ['probe:look'] }));
  const person = await aPerson(product.services, { memberships });
  const { token } = await product.call(signInEndpoints.login, { username: person.username, password: PASSWORD });
  return { ...person, token, tenantId: ids[0]! };
}

const look = async (caller: Caller): Promise<number> =>
  (await product.send('GET', '/sos-backend/probe/api/guarded', undefined, caller)).status;
const own = async (caller: Caller): Promise<number> =>
  (await product.send('GET', '/api/sys/user/getCurrentUserDeparts', undefined, caller)).status;

test('a stranger, a broken token and a token in the query are answered 401', async () => {
  const caller = await aLooker();
  const wrong = [undefined, 'x', 'a'.repeat(43), `${caller.token}x`, caller.token!.slice(1), `${'é'.repeat(40)}`];
  for (const token of wrong)
    expect(await own(token === undefined ? {} : { token: encodeURIComponent(token) })).toBe(401);
  const inQuery = await product.send('GET', `/api/sys/user/getCurrentUserDeparts?token=${caller.token}`);
  expect(inQuery.status).toBe(401);
});

/** Each event of security 4.2, and what the next request gets: on a tenant's call, and on an own one. */
test.each<{
  event: string;
  make(person: TestPerson & { tenantId: string }): Promise<unknown>;
  tenant: number;
  identity: number;
}>([
  {
    event: 'a disabled user',
    make: ({ id }) =>
      change('t', (db) => db.updateTable('staff_user').set({ status: 2 }).where('id', '=', id).execute()),
    tenant: 401,
    identity: 401,
  },
  {
    event: 'a deleted user',
    make: ({ id }) =>
      change('t', (db) =>
        db
          .updateTable('staff_user')
          .set({ deleted_at: new Date(0) })
          .where('id', '=', id)
          .execute(),
      ),
    tenant: 401,
    identity: 401,
  },
  {
    event: 'a changed password',
    make: ({ username }) => setPassword(product.services, username, 'An0ther&Fjord'),
    tenant: 401,
    identity: 401,
  },
  {
    event: 'a forced logout',
    make: ({ id }) => change('t', (db) => db.deleteFrom('staff_session').where('user_id', '=', id).execute()),
    tenant: 401,
    identity: 401,
  },
  {
    event: 'a removed tenant',
    make: ({ id }) => changeRights(id, (db) => db.deleteFrom('membership').where('user_id', '=', id).execute()),
    tenant: 403,
    identity: 200,
  },
  {
    event: 'a disabled membership',
    make: ({ id }) =>
      changeRights(id, (db) => db.updateTable('membership').set({ status: 2 }).where('user_id', '=', id).execute()),
    tenant: 403,
    identity: 200,
  },
  {
    event: 'a disabled tenant',
    make: ({ tenantId }) => switchOff(tenantId),
    tenant: 403,
    identity: 200,
  },
  {
    event: 'a role taken away',
    make: ({ id }) => changeRights(id, (db) => db.deleteFrom('user_role').where('user_id', '=', id).execute()),
    tenant: 403,
    identity: 200,
  },
  {
    event: 'a deleted role',
    make: ({ tenantId }) =>
      changeRoles(tenantId, (db) => db.deleteFrom('role').where('tenant_id', '=', Number(tenantId)).execute()),
    tenant: 403,
    identity: 200,
  },
  {
    event: 'a permission taken from the role',
    make: ({ tenantId }) =>
      changeRoles(tenantId, (db) =>
        db.deleteFrom('role_permission').where('tenant_id', '=', Number(tenantId)).execute(),
      ),
    tenant: 403,
    identity: 200,
  },
  {
    event: 'a permission taken from the role inside the tenant',
    make: ({ tenantId }) =>
      product.services.database.write(tenantId, async (db) => {
        await db.deleteFrom('role_permission').execute();
        const roles = await db.selectFrom('role').select('id').execute();
        await rightsOfRolesChanged(
          db,
          tenantId,
          roles.map(({ id }) => id),
        );
      }),
    tenant: 403,
    identity: 200,
  },
])('$event is obeyed by the next request', async ({ make, tenant, identity }) => {
  const caller = await aLooker();
  expect([await look(caller), await own(caller)]).toEqual([200, 200]);
  await make(caller);
  expect([await look(caller), await own(caller)]).toEqual([tenant, identity]);
});

test('a granted role and a permission switched off in the catalogue are obeyed too', async () => {
  const tenant = await product.newTenant();
  const person = await aPerson(product.services, { memberships: [{ tenantId: tenant.id }] });
  const { token } = await product.call(signInEndpoints.login, { username: person.username, password: PASSWORD });
  const caller = { token, tenantId: tenant.id };
  expect(await look(caller)).toBe(403);
  await grant(product.services, person.id, tenant.id, ['probe:look']);
  expect(await look(caller)).toBe(200);
  const setStatus = (status: number) =>
    change('t', (db) => db.updateTable('permission').set({ status }).where('name', '=', 'probe:look').execute());
  await setStatus(0);
  expect(await look(caller)).toBe(403);
  await setStatus(1);
  expect(await look(caller)).toBe(200);
});

test('permissions belong to the tenant in which they were given', async () => {
  const [one, two] = [await product.newTenant(), await product.newTenant()];
  const person = await aPerson(product.services, {
    memberships: [
      { tenantId: one.id, permissions: ['probe:look'] },
      { tenantId: two.id, permissions: ['probe:other'] },
    ],
  });
  const { token } = await product.call(signInEndpoints.login, { username: person.username, password: PASSWORD });
  expect(await look({ token, tenantId: one.id })).toBe(200);
  expect(await look({ token, tenantId: two.id })).toBe(403);
});

test('roles left over in a tenant that one is no member of grant nothing there', async () => {
  const caller = await aLooker();
  const foreign = await product.newTenant();
  await grant(product.services, caller.id, foreign.id, ['probe:look']);
  const answer = await product.send('GET', '/sos-backend/probe/api/guarded', undefined, {
    token: caller.token!,
    tenantId: foreign.id,
  });
  expect(answer.status).toBe(403);
  expect(answer.body.problem).toBe('request.tenant-forbidden');
});

test('the tenant header selects among the own tenants and never grants', async () => {
  const caller = await aLooker();
  const foreign = await product.newTenant();
  const headers = [
    foreign.id,
    '1',
    '0',
    '-1',
    `${caller.tenantId},${foreign.id}`,
    `0${caller.tenantId}`,
    caller.tenantId.slice(0, 2),
    '1e3',
    'null',
    "1' or '1'='1",
  ];
  for (const tenantId of headers) expect(await look({ token: caller.token!, tenantId }), tenantId).toBe(403);
  // Without the header the default tenant is meant, of which he is no member.
  expect(await look({ token: caller.token! })).toBe(403);
  // Own matters ignore the header, because a client that has not chosen yet sends 1000.
  for (const tenantId of [foreign.id, '1000', 'x']) expect(await own({ token: caller.token!, tenantId })).toBe(200);
});

test('a session ends after 24 idle hours, and after 7 days whatever happens', async () => {
  const caller = await aLooker();
  const begun = product.services.clock.now();
  const atHour = async (hour: number): Promise<number> => {
    product.services.clock.set(new Date(begun.getTime() + hour * 3600_000));
    return own(caller);
  };
  try {
    expect(await atHour(23)).toBe(200);
    expect(await atHour(46)).toBe(200);
    for (let hour = 69; hour < 168; hour += 23) expect(await atHour(hour)).toBe(200);
    expect(await atHour(168.1)).toBe(401);
    product.services.clock.set(begun);
    const other = await aLooker();
    product.services.clock.set(new Date(begun.getTime() + 24.1 * 3600_000));
    expect(await own(other)).toBe(401);
  } finally {
    product.services.clock.set(begun);
  }
});

test('the idle limit is that of the tenant', async () => {
  const tenant = await product.newTenant();
  await change('t', (db) =>
    db.updateTable('tenant').set({ session_idle_seconds: 600 }).where('tenant_id', '=', Number(tenant.id)).execute(),
  );
  const caller = await aLooker([tenant.id]);
  await later(product, 601, async () => expect(await own(caller)).toBe(401));
});

test('a user with chosen spots is given them, and a change takes effect', async () => {
  const caller = await aLooker();
  const who = () => product.call(probes.guarded, {}, caller);
  expect((await who()).spotIds).toBeNull();
  const spotId = newId();
  const tenant_id = Number(caller.tenantId);
  await changeRights(caller.id, (db) =>
    db.updateTable('membership').set({ spot_access: 'selected' }).where('user_id', '=', caller.id).execute(),
  );
  expect((await who()).spotIds).toEqual([]);
  await change('a spot', async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await db.insertInto('spot').values({ tenant_id, id: spotId, name: 'Here' }).execute();
  });
  await change('his spot', async (db) => {
    await db.insertInto('user_spot').values({ tenant_id, user_id: caller.id, spot_id: spotId }).execute();
    await rightsChanged(db, [caller.id]);
  });
  expect((await who()).spotIds).toEqual([spotId]);
});

test('root acts in every active tenant, held by a column that no request writes', async () => {
  const person = await aPerson(product.services, { workNo: 'admin' });
  const [one, two] = [await product.newTenant(), await product.newTenant()];
  const { token } = await product.call(signInEndpoints.login, { username: person.username, password: PASSWORD });
  // The admin's work number alone is no power.
  expect(await look({ token, tenantId: one.id })).toBe(403);
  await makeRoot(person.id);
  expect([await look({ token, tenantId: one.id }), await look({ token, tenantId: two.id })]).toEqual([200, 200]);
  expect(await look({ token, tenantId: '999999' })).toBe(403);
});

test('the administrator is protected by the database itself', async () => {
  const root = await aPerson(product.services);
  await makeRoot(root.id);
  const other = await aPerson(product.services);
  const attacks = [
    (id: string) => change('t', (db) => db.updateTable('staff_user').set({ status: 2 }).where('id', '=', id).execute()),
    (id: string) =>
      change('t', (db) =>
        db
          .updateTable('staff_user')
          .set({ deleted_at: new Date(0) })
          .where('id', '=', id)
          .execute(),
      ),
    (id: string) =>
      change('t', (db) => db.updateTable('staff_user').set({ is_root: false }).where('id', '=', id).execute()),
    (id: string) => change('t', (db) => db.deleteFrom('staff_user').where('id', '=', id).execute()),
    (id: string) =>
      change('t', (db) => db.updateTable('staff_user').set({ status: 2 }).where('id', 'in', [other.id, id]).execute()),
  ];
  for (const attack of attacks) await expect(attack(root.id)).rejects.toMatchObject({ code: '42501' });
  await expect(
    change('t', (db) => db.updateTable('staff_user').set({ is_root: true }).where('id', '=', other.id).execute()),
  ).rejects.toMatchObject({ code: '42501' });
  const row = await change('t', (db) =>
    db.selectFrom('staff_user').select(['status', 'is_root']).where('id', '=', other.id).executeTakeFirstOrThrow(),
  );
  expect(row).toEqual({ status: 1, is_root: false });
});

test('a storefront key opens the storefront of its tenant, channel and spot, and a staff token does not', async () => {
  const tenant = await product.newTenant();
  const shop = await tenant.storefront({ channel: 'app' });
  expect(await product.call(probes.shop, {}, shop)).toMatchObject({
    tenantId: tenant.id,
    channel: 'app',
    spotIds: null,
    permissions: [],
  });
  const staff = await aLooker();
  const unknown = `sk_${randomBytes(32).toString('base64url')}`;
  for (const bearer of [staff.token!, unknown, 'sk_short', shop.bearer!.toUpperCase()]) {
    const { status, headers } = await product.send('GET', '/storefront/v1/probe', undefined, { bearer });
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
  }
  const without = await product.send('GET', '/storefront/v1/probe', undefined, { token: staff.token! });
  expect([without.status, without.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  const stranger = await product.send('GET', '/api/sys/user/getCurrentUserDeparts');
  expect([stranger.status, stranger.headers['www-authenticate']]).toEqual([401, undefined]);
  expect(await own({ token: shop.bearer! })).toBe(401);
  expect(await look({ token: shop.bearer!, tenantId: tenant.id })).toBe(401);
});

test('a switched-off key and the key of a disabled tenant are refused by the next request', async () => {
  const [one, two] = [await product.newTenant(), await product.newTenant()];
  const [byKey, byTenant] = [await one.storefront({}), await two.storefront({})];
  const status = async (shop: Caller) => (await product.send('GET', '/storefront/v1/probe', undefined, shop)).status;
  expect([await status(byKey), await status(byTenant)]).toEqual([200, 200]);
  await change('t', (db) =>
    db.updateTable('storefront_client').set({ status: 0 }).where('tenant_id', '=', Number(one.id)).execute(),
  );
  await switchOff(two.id);
  expect([await status(byKey), await status(byTenant)]).toEqual([401, 401]);
});

test('where nothing can be written, people read on', async () => {
  const caller = await aLooker();
  const admin = new pg.Client({ connectionString: product.databaseUrl });
  await admin.connect();
  const name = new URL(product.databaseUrl).pathname.slice(1);
  const others = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`;
  await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  await admin.query(others);
  // two minutes later, when it is noted that the session lives
  await later(product, 120, () =>
    until(
      () => look(caller),
      (status) => status === 200,
    ),
  );
  await admin.query('set default_transaction_read_only = off');
  await admin.query(`alter database ${name} reset default_transaction_read_only`);
  await admin.query(others);
  await admin.end();
});

async function makeRoot(userId: string): Promise<void> {
  await change('t', async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await db.updateTable('staff_user').set({ is_root: true }).where('id', '=', userId).execute();
  });
}
