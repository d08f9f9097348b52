import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { TenantDb } from '#platform/database/server/database.ts';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { samplePicture } from '#platform/records/server/test-picture.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { bodyFor } from '#platform/testing/form-body.ts';
import {
  type Caller,
  startTestServer,
  type TestAnswer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { invitations } from '#system/invitations/contract/invitations.ts';
import { users } from '#system/users/contract/users.ts';
import { slices } from './slices.ts';

/**
 * The administrator stays as he is (security 4.10): each call of the registry that changes people is aimed at him, alone and
 * among others, by a manager who may do everything else. The same call works for anybody else, or the refusal would prove
 * nothing.
 */
interface Person {
  readonly id: string;
  readonly username: string;
  readonly workNo: string;
  readonly sessionId: string;
}
interface Aim {
  /** The field that names people. */
  readonly field: string;
  /** How it names one. */
  readonly by?: keyof Person;
  readonly rest?: () => Record<string, unknown>;
  /** Of who was removed. */
  readonly inBin?: true;
  /** Several at once. */
  readonly isList?: true;
  /** The first one of the call's own words for "there is no such person". */
  readonly refusal?: string;
}
const PASSWORD = 'New&Fjord-28';
let place: { roleId: string; departmentId: string; departmentRoleId: string; spotId: string };
const AIMS: Readonly<Record<string, Aim>> = {
  'PUT /sys/user/edit': { field: 'id', rest: () => ({ status: 2 }) },
  'PUT /sys/user/frozenBatch': { field: 'ids', isList: true, rest: () => ({ status: '2' }) },
  'POST /sys/user/updateStatus': { field: 'ids', isList: true, rest: () => ({ on: false }) },
  'PUT /sys/user/changePassword': { field: 'username', by: 'username', rest: () => ({ password: PASSWORD }) },
  'DELETE /sys/user/delete': { field: 'id' },
  'DELETE /sys/user/deleteBatch': { field: 'ids', isList: true },
  'PUT /sys/user/putRecycleBin': { field: 'userIds', isList: true, inBin: true },
  'DELETE /sys/user/deleteRecycleBin': { field: 'userIds', isList: true, inBin: true },
  'POST /sys/user/addSysUserRole': { field: 'userIdList', isList: true, rest: () => ({ roleId: place.roleId }) },
  'DELETE /sys/user/deleteUserRole': { field: 'userId', rest: () => ({ roleId: place.roleId }) },
  'DELETE /sys/user/deleteUserRoleBatch': { field: 'userIds', isList: true, rest: () => ({ roleId: place.roleId }) },
  'POST /sys/user/editSysDepartWithUser': {
    field: 'userIdList',
    isList: true,
    rest: () => ({ depId: place.departmentId }),
  },
  'DELETE /sys/user/deleteUserInDepart': { field: 'userId', rest: () => ({ depId: place.departmentId }) },
  'DELETE /sys/user/deleteUserInDepartBatch': {
    field: 'userIds',
    isList: true,
    rest: () => ({ depId: place.departmentId }),
  },
  'PUT /sys/sysDepart/editManager': {
    field: 'userId',
    rest: () => ({ depId: place.departmentId, isManager: false }),
  },
  'POST /sys/sysDepartRole/deptRoleUserAdd': {
    field: 'userId',
    rest: () => ({ newRoleId: '', oldRoleId: place.departmentRoleId }),
  },
  'POST /sys/online/forceLogout': { field: 'token', by: 'sessionId', refusal: 'session.unknown-session' },
};
/** They make somebody new, or are the administrator's own; looked at one by one below and in their slice. */
const APART = new Set([
  ...['POST /sys/user/add', 'POST /sys/user/importExcel', 'PUT /sys/user/editTenants'],
  // asks for the name as well: refused for him in `erasure.test.ts`
  'POST /sys/user/erasePersonalData',
  // who is to read an announcement, gets a message, or looks after an alarm
  'POST /alarm/api/assign',
  ...['POST /MsgPush/api/exampleSend', 'POST /MsgPush/api/sceneSend', 'POST /tenantinfo/api/setUserByAlert'],
  ...['POST /sys/annountCement/add', 'PUT /sys/annountCement/edit'],
  // customers, who are nobody of the console
  'POST /account/accountInfoModel/addUserPoints',
]);
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const endpoints = slices.flatMap((slice) => slice.routes ?? []).map((route) => route.endpoint);
const READS_ONLY = /\/(export|exportXls|importCheck)$/;

/** Calls of a tenant that change something and name people. */
function changesPeople({ path, method, effect, auth, scope, request }: Endpoint): boolean {
  if (effect !== 'change' || auth !== 'session' || scope !== 'tenant' || READS_ONLY.test(path)) return false;
  const { properties = {} } = z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>;
  };
  return (
    (path.startsWith('/sys/user/') && method !== 'GET') ||
    Object.keys(properties).some((name) =>
      /^(user_?id|user_?ids|userIdList|person(Id|Ids)?|people|members?)$/i.test(name),
    )
  );
}

let product: TestServer;
let tenant: TestTenant;
let bin: TestTenant;
let manager: Caller & { userId: string };
let binManager: Caller & { userId: string };
let root: Person;
let client: pg.Client;

beforeAll(async () => {
  product = await startTestServer();
  [tenant, bin] = [await product.newTenant(), await product.newTenant()];
  [manager, binManager] = [await tenant.staff('all', { steppedUp: true }), await bin.staff('all', { steppedUp: true })];
  place = await aPlace();
  root = await theAdministrator();
  client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await product.stop();
});

/** What people have and belong to. */
async function aPlace(): Promise<typeof place> {
  const made = { roleId: newId(), departmentId: newId(), departmentRoleId: newId(), spotId: newId() };
  await product.services.database.write(tenant.id, async (db) => {
    await db.insertInto('role').values({ id: made.roleId, role_code: 'small', role_name: 'Small' }).execute();
    await db.insertInto('department').values({ id: made.departmentId, org_code: 'A01', name: 'Service' }).execute();
    const departmentRole = { id: made.departmentRoleId, depart_id: made.departmentId };
    await db
      .insertInto('department_role')
      .values({ ...departmentRole, role_code: 'shift', role_name: 'Shift' } as never)
      .execute();
    await db
      .insertInto('spot')
      .values({ id: made.spotId, name: 'Harbour' } as never)
      .execute();
  });
  return made;
}

async function placePerson(db: TenantDb, user_id: string): Promise<void> {
  const links = { user_id } as never as { user_id: string };
  await db
    .insertInto('user_role')
    .values({ ...links, role_id: place.roleId })
    .execute();
  await db
    .insertInto('user_department')
    .values({ ...links, department_id: place.departmentId })
    .execute();
  await db
    .insertInto('department_manager')
    .values({ ...links, department_id: place.departmentId })
    .execute();
  await db
    .insertInto('department_role_user')
    .values({ ...links, role_id: place.departmentRoleId })
    .execute();
  await db
    .insertInto('user_spot')
    .values({ ...links, spot_id: place.spotId })
    .execute();
  await rightsChanged(db, [user_id]);
}

const REMOVED = { status: 0, removed_at: new Date(), removed_by: 'somebody' };

/** He is a member of one tenant, and was one of another. */
async function theAdministrator(): Promise<Person> {
  const id = newId();
  const names = { username: 'the-admin', username_key: 'the-admin', realname: 'Administrator', work_no: 'ADMIN-1' };
  await product.services.database.acrossTenants('an administrator of a test', async (db, owner) => {
    await owner.query("select set_config('role', 'none', true)");
    const contact = { email: 'admin@example.com', phone: '+4740009999' };
    await db
      .insertInto('staff_user')
      .values({ id, ...names, ...contact, is_root: true, password_hash: 'x' })
      .execute();
    for (const more of [{ tenant_id: Number(tenant.id) }, { tenant_id: Number(bin.id), ...REMOVED }])
      await db
        .insertInto('membership')
        .values({ user_id: id, ...more })
        .execute();
    for (const { id: tenantId } of [tenant, bin])
      await owner.query('select raise_permission_version($1, $2)', [[id], tenantId]);
  });
  await product.services.database.write(tenant.id, (db) => placePerson(db, id));
  return { id, username: names.username, workNo: names.work_no, sessionId: await aSession(id) };
}

async function aSession(user_id: string): Promise<string> {
  const at = new Date();
  const token_digest = sha256(randomBytes(32).toString('base64url'));
  const { id } = await product.services.database.identity((db) =>
    db
      .insertInto('staff_session')
      .values({
        ...{ token_digest, user_id, created_at: at, last_seen_at: at, idle_seconds: 86_400 },
        expires_at: new Date(at.getTime() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return String(id);
}

/** Somebody of whom the same is true, but that he is not the administrator. */
async function anOrdinaryPerson(isRemoved = false): Promise<Person> {
  const { userId: id } = await (isRemoved ? bin : tenant).staff([]);
  if (isRemoved)
    await product.services.database.write(bin.id, async (db) => {
      await db.updateTable('membership').set(REMOVED).where('user_id', '=', id).execute();
      await rightsChanged(db, [id]);
    });
  else await product.services.database.write(tenant.id, (db) => placePerson(db, id));
  const { username, work_no } = await product.services.database.identity((db) =>
    db.selectFrom('staff_user').select(['username', 'work_no']).where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return { id, username, workNo: work_no, sessionId: await aSession(id) };
}

/** Every row of the administrator, whatever table it lies in. */
async function rowsOfRoot(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE' order by 1`,
  );
  for (const { id } of [tenant, bin]) {
    await client.query("select set_config('app.tenant_id', $1, false)", [id]);
    for (const { name } of [...tables, { name: 'staff_user' }]) {
      const column = name === 'staff_user' ? 'id' : 'user_id';
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t where ${column}::text = $1 order by 1`,
        [root.id],
      );
      found[`${id} ${name}`] = rows.map(({ row }) => row);
    }
  }
  return found;
}

function send(endpoint: Endpoint, method: string, fields: Record<string, unknown>, who: Caller): Promise<TestAnswer> {
  const path = fullPath(endpoint.path);
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    return product.send(method, `${path}?${query}`, undefined, who);
  }
  return product.send(method, path, fields, who);
}

/** The forms in which a client may name one, or one among others. */
function formsOf({ by = 'id', isList }: Aim, other: Person): unknown[] {
  const [own, others] = [root[by], other[by]];
  const single = [own, own.toUpperCase(), ` ${own} `, `${own},`, [own]];
  if (!isList) return by === 'username' ? [...single, root.workNo, root.id] : single;
  const lists = [
    [own],
    [own, own],
    [others, own],
    [own, others],
    [own.toUpperCase()],
    [others, own.toUpperCase(), own],
  ];
  return [...single, ...lists, ...lists.map((list) => list.join(',')), `${others},${own},`, `,${own},,`];
}

test('the calls that change people are those that are tried here', () => {
  const found = endpoints.filter(changesPeople).map(nameOf);
  expect(found.filter((name) => !(name in AIMS) && !APART.has(name))).toEqual([]);
  const all = new Set(endpoints.map(nameOf));
  expect([...Object.keys(AIMS), ...APART].filter((name) => !all.has(name))).toEqual([]);
});

describe('the administrator stays as he is', () => {
  const aimed = Object.entries(AIMS).map(([name, aim]) => ({
    name,
    aim,
    endpoint: endpoints.find((one) => nameOf(one) === name)!,
  }));
  test.each(aimed)('$name', async ({ aim, endpoint }) => {
    const who = aim.inBin ? binManager : manager;
    const other = await anOrdinaryPerson(aim.inBin);
    const before = await rowsOfRoot();
    for (const form of formsOf(aim, other))
      for (const method of [endpoint.method, ...(endpoint.alsoMethods ?? [])]) {
        const answer = await send(endpoint, method, { ...aim.rest?.(), [aim.field]: form }, who);
        const said = `${method} ${JSON.stringify(form)}: ${answer.text.slice(0, 300)}`;
        expect(answer.body.success, said).toBe(false);
        expect(answer.status, said).toBeLessThan(500);
        expect(await rowsOfRoot(), said).toEqual(before);
      }
    const plain = aim.isList ? [root.id] : root[aim.by ?? 'id'];
    const answer = await send(endpoint, endpoint.method, { ...aim.rest?.(), [aim.field]: plain }, who);
    expect(answer.body.problem).toBe(aim.refusal ?? 'user.administrator');
    // nothing was done to who stood beside him: it works for him alone
    const own = aim.isList ? [other.id] : other[aim.by ?? 'id'];
    const done = await send(endpoint, endpoint.method, { ...aim.rest?.(), [aim.field]: own }, who);
    expect(done.body, done.text).toMatchObject({ success: true });
  });

  test('a request for a right in his name is answered by no role', async () => {
    const id = newId();
    await product.services.database.write(tenant.id, (db) =>
      db
        .insertInto('access_request')
        .values({ id, user_id: root.id, user_name: 'Administrator', action: 'robot:view', reason: 'x' } as never)
        .execute(),
    );
    const before = await rowsOfRoot();
    const grant = { id, roleId: place.roleId, endsAt: null };
    const answer = await product.send('POST', '/api/sys/access/grant', grant, manager);
    expect(answer.body.problem).toBe('user.administrator');
    expect(await rowsOfRoot()).toEqual(before);
  });

  test('nobody is made or brought along under his name, work number, phone or mailbox', async () => {
    const before = await rowsOfRoot();
    const avatar = await samplePicture({ server: product, staff: manager }, 'avatar');
    let count = 0;
    const fresh = () => {
      count += 1;
      const names = { username: `kari-${count}`, realname: 'Kari', workNo: newId() };
      return { ...names, phone: `+4740${String(count).padStart(6, '0')}`, email: `kari${count}@example.com` };
    };
    const add = (person: object) =>
      product.send('POST', fullPath(users.endpoints.add.path), { ...person, avatar, password: PASSWORD }, manager);
    const bring = async (person: object) => {
      const text = [Object.keys(person).join(','), Object.values(person).join(',')].join('\n');
      const file = { name: 'people.csv', bytes: Buffer.from(text) };
      const { body, headers } = bodyFor(users.endpoints.importExcel, { file });
      await product.send('POST', fullPath(users.endpoints.importExcel.path), body, { ...manager, headers });
      await product.runDue();
    };
    const his: Record<string, string>[] = [
      { username: root.username },
      { username: root.username.toUpperCase() },
      { workNo: root.workNo },
      { phone: '+4740009999' },
      { email: 'admin@example.com' },
      { email: 'ADMIN@example.com' },
    ];
    for (const taken of his) {
      const answer = await add({ ...fresh(), ...taken });
      expect(answer.body.faults?.map(({ path }) => path)).toEqual(Object.keys(taken));
      await bring({ ...fresh(), ...taken });
      expect(await rowsOfRoot()).toEqual(before);
    }
    const people = () =>
      product.services.database.identity(
        async (db) => (await db.selectFrom('staff_user').select('id').execute()).length,
      );
    const many = await people();
    expect((await add(fresh())).body).toMatchObject({ success: true });
    await bring(fresh());
    expect(await people()).toBe(many + 2);
  });

  test('an invitation to his mailbox makes him no member', async () => {
    const before = await rowsOfRoot();
    const invited = { contact: 'admin@example.com', roleIds: [], departmentIds: [], spotAccess: 'all', spotIds: [] };
    await product.send('POST', fullPath(invitations.endpoints.add.path), invited, manager);
    const left = await rowsOfRoot();
    expect(left).toEqual(before);
  });
});
