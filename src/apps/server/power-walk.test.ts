import * as fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TENANT_TABLES } from '#platform/database/server/tables.gen.ts';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Planted, plantCanaries } from '#platform/testing/canaries.ts';
import { bodyFor } from '#platform/testing/form-body.ts';
import { plausibleFields } from '#platform/testing/plausible.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { slices } from './slices.ts';

/**
 * The weakest account calls everything at random, with fields that are not its own to set and in the name of other tenants;
 * afterwards it may and sees no more than before, and nothing of another tenant or another spot was in any answer (security
 * 5.3, 5.4, 19.1). `POWER_SEED` walks elsewhere, `POWER_CALLS` further.
 */
const SEED = Number(process.env['POWER_SEED'] ?? 20_261_124);
const CALLS = Number(process.env['POWER_CALLS'] ?? 2_000);
const RIGHTS = [
  ...['spot:view', 'robot:view', 'order:view', 'user:view', 'department:view', 'beverage:view'],
  ...['hardware:view', 'hardware:edit'],
];
const endpoints = slices.flatMap((slice) => slice.routes ?? []).map((route) => route.endpoint);
/** It would end the walk. */
const walked = endpoints.filter(({ path }) => path !== '/sys/logout');

let product: TestServer;
let ours: TestTenant;
let theirs: TestTenant;
let clerk: Caller & { userId: string };
let manager: Caller & { userId: string };
let planted: { ours: Planted; theirs: Planted };
let client: pg.Client;
/** Texts of rows that belong to a spot which the clerk does not see. */
let ofOtherSpot: RegExp;

beforeAll(async () => {
  product = await startTestServer();
  [ours, theirs] = [await product.newTenant(), await product.newTenant()];
  manager = await ours.staff('all');
  const spotId = newId();
  await product.services.database.write(ours.id, (db) =>
    db
      .insertInto('spot')
      .values({ id: spotId, name: 'The own spot' } as never)
      .execute(),
  );
  planted = {
    ours: await plantCanaries(product.databaseUrl, ours.id, manager.userId),
    theirs: await plantCanaries(product.databaseUrl, theirs.id, (await theirs.staff('all')).userId),
  };
  clerk = await ours.staff(RIGHTS, { spotIds: [spotId] });
  client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query("select set_config('app.tenant_id', $1, false)", [ours.id]);
  ofOtherSpot = new RegExp(`cnr-${ours.id}-(${['spot', ...(await tablesOfSpots())].join('|')})\\.\\w+`);
});
afterAll(async () => {
  await client.end();
  await product.stop();
});

/** Tables whose rows name a spot, or a robot or an order of it. */
async function tablesOfSpots(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('spot_id', 'robot_id', 'robot_imei', 'order_no') order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => TENANT_TABLES.has(name));
}

/** What an account must not set by itself, as clients and attackers spell it. */
const extras = (): Readonly<Record<string, unknown>> => ({
  ...{ isRoot: true, is_root: true, root: 1, admin: true, canSwitchTenant: true, userIdentity: 2, status: 1 },
  ...{ tenantId: theirs.id, tenant_id: Number(theirs.id), tenantIds: [theirs.id], relTenantIds: theirs.id },
  ...{ permissions: ['*'], permission: 'user:edit', auth: ['user:edit'], action: 'user:edit', permissionIds: 'all' },
  ...{
    roleIds: planted.ours.keys.slice(0, 3),
    selectedroles: planted.ours.keys.slice(0, 3).join(','),
    roleCode: 'admin',
  },
  ...{
    spotIds: planted.ours.keys,
    spotAccess: 'all',
    spot_access: 'all',
    spot_id: planted.ours.keys[0],
    selecteddeparts: '',
  },
  ...{
    userId: manager.userId,
    user_id: manager.userId,
    ownerId: manager.userId,
    username: 'the-admin',
    workNo: 'admin',
  },
  ...{ createdBy: 'admin', created_by: 'admin', createBy: 'admin', updatedBy: 'admin', actor: 'admin', version: 1 },
  ...{ passwordHash: 'x', stepped_up_at: '2099-01-01T00:00:00Z', sandbox: false, paidMinor: 0, deletedAt: null },
});

interface Step {
  readonly endpoint: Endpoint;
  readonly fields: Record<string, unknown>;
  readonly more: readonly string[];
  readonly tenantId: string | undefined;
}

function steps(): Step[] {
  // half of the words are keys, the clerk's own among them, for most calls are about something that is there
  const words = [...planted.ours.keys, ...planted.theirs.keys, manager.userId, clerk.userId];
  const held = walked.filter(({ permission }) => permission === null || RIGHTS.includes(permission));
  const one = fc
    .tuple(fc.oneof(fc.constantFrom(...walked), fc.constantFrom(...held)), fc.boolean())
    .chain(([endpoint, isComplete]) =>
      fc.record({
        endpoint: fc.constant(endpoint),
        fields: plausibleFields(endpoint, { words, isComplete }),
        more: fc.oneof(
          { weight: 2, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.subarray(Object.keys(extras()), { minLength: 1, maxLength: 3 }) },
        ),
        tenantId: fc.oneof(
          { weight: 5, arbitrary: fc.constant(ours.id) },
          { weight: 1, arbitrary: fc.constantFrom(theirs.id, '1', '0', '-1', `${ours.id},${theirs.id}`, undefined) },
        ),
      }),
    );
  return fc.sample(one, { seed: SEED, numRuns: CALLS });
}

const header = (tenantId: string | undefined): Caller => {
  const { token } = clerk;
  return { ...(token ? { token } : {}), ...(tenantId === undefined ? {} : { tenantId }) };
};

async function take({ endpoint, fields, more, tenantId }: Step): Promise<string> {
  const rest = { ...fields, ...Object.fromEntries(more.map((name) => [name, extras()[name]])) };
  const path = fullPath(endpoint.path).replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name] ?? 'x'));
    delete rest[name];
    return value;
  });
  const headers: Record<string, string> = endpoint.effect === 'change' ? { 'idempotency-key': newId() } : {};
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
    return (await product.send(endpoint.method, `${path}?${query}`, undefined, { ...header(tenantId), headers })).text;
  }
  const { body, headers: type } = bodyFor(endpoint, rest);
  const answer = await product.send(endpoint.method, path, body, {
    ...header(tenantId),
    headers: { ...headers, ...type },
  });
  return answer.text;
}

/** Lists of which every page of the clerk is read. */
const lists = endpoints.filter(
  ({ auth, effect, request }) =>
    auth === 'session' && effect === 'read' && request.safeParse({ pageNo: 1, pageSize: 100 }).success,
);

/** The people of a tenant are listed with the names of the spots that they work at, for everybody who manages people. */
const NAMES_SPOTS = new Set(['/sys/user/list']);

/** The key of a row; what the clerk wrote himself, such as the name of a view, may be any text. */
const KEY = /"(?:id|imei|orderNo|tenantId)":"?([^",}]+)/g;

/** All that the account may and sees; of what it makes itself nothing was there before. */
async function power(): Promise<Record<string, unknown>> {
  const ask = async (path: string) => (await product.send('GET', path, undefined, header(ours.id))).body.result;
  const known = new Set([...planted.ours.keys, ...planted.theirs.keys, manager.userId]);
  const readable = new Set<string>();
  const opened: string[] = [];
  for (const endpoint of lists) {
    const path = fullPath(endpoint.path);
    const asked = { pageNo: 1, pageSize: 100 };
    const answer =
      endpoint.method === 'GET'
        ? await product.send('GET', `${path}?pageNo=1&pageSize=100`, undefined, header(ours.id))
        : await product.send(endpoint.method, path, asked, header(ours.id));
    if (!NAMES_SPOTS.has(endpoint.path))
      expect(ofOtherSpot.exec(answer.text)?.[0], `list ${endpoint.path}`).toBeUndefined();
    if (answer.status === 200) opened.push(endpoint.path);
    for (const [, id = ''] of answer.text.matchAll(KEY)) if (known.has(id)) readable.add(id);
  }
  const rows: Record<string, unknown> = {};
  for (const table of [
    'membership',
    'user_role',
    'user_department',
    'user_spot',
    'department_role_user',
    'department_manager',
  ])
    rows[table] = (
      await client.query(`select to_jsonb(t) as row from ${table} t where user_id = $1 order by t::text`, [
        clerk.userId,
      ])
    ).rows;
  const { rows: account } = await client.query(
    'select is_root, status, work_no, username, deleted_at from staff_user where id = $1',
    [clerk.userId],
  );
  return {
    rights: await ask('/api/sys/permission/getUserPermissionByToken'),
    tenants: await ask('/api/sys/tenant/getCurrentUserTenant'),
    departments: await ask('/api/sys/user/getCurrentUserDeparts'),
    readable: [...readable].toSorted(),
    opened: opened.toSorted(),
    ...rows,
    account,
  };
}

test(`${CALLS} calls of a clerk with a single spot open nothing, seed ${SEED}`, async () => {
  const before = await power();
  const [own, foreign] = [await spotRows(), await planted.theirs.fingerprint()];
  expect(before['readable']).not.toEqual([]);
  const done: Record<number, number> = {};
  for (const [at, step] of steps().entries()) {
    const text = await take(step);
    const said = `call ${at} of seed ${SEED}: ${step.endpoint.method} ${step.endpoint.path} ${JSON.stringify(step.fields)} ${step.more}`;
    expect(ofOtherSpot.exec(text)?.[0], said).toBeUndefined();
    const status = Number(/"code":"?(\d{3})/.exec(text)?.[1] ?? 200);
    done[status] = (done[status] ?? 0) + 1;
    expect(status, `${said} → ${text.slice(0, 300)}`).not.toBe(500);
  }
  // a walk that is refused everywhere proves nothing
  expect((done[0] ?? 0) + (done[200] ?? 0), JSON.stringify(done)).toBeGreaterThan(CALLS / 20);
  expect(await power(), `seed ${SEED}`).toEqual(before);
  expect(await spotRows(), `seed ${SEED}`).toEqual(own);
  expect(await planted.theirs.fingerprint(), `seed ${SEED}`).toEqual(foreign);
}, 240_000);

/** Rows of the other spot, which the clerk cannot change either. */
async function spotRows(): Promise<Record<string, string>> {
  const sums = await planted.ours.fingerprint();
  return Object.fromEntries(
    ['spot', 'robot', 'hardware', 'coffee_order', 'order_line', 'user_spot'].map((name) => [name, sums[name] ?? '']),
  );
}
