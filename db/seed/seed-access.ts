import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SeededAccount } from '#apps/server/first-words.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Services } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { HOME_ENTRY, MENU_ENTRIES, recordCatalogue } from '#system/access/server/index.ts';
import { checkPassword, hashPassword } from '#system/session/server/index.ts';

type Db = Kysely<Tables>;

const PLATFORM = { id: 1, name: 'Platform', timeZone: 'UTC', currency: 'EUR' };
const DEFAULT = { id: 1000, name: 'Default tenant', timeZone: 'UTC', currency: 'EUR' };
const DEMO = [
  { id: 1000, name: 'Nordic Coffee', timeZone: 'Europe/Oslo', currency: 'NOK' },
  { id: 1001, name: 'Shanghai Robotics', timeZone: 'Asia/Shanghai', currency: 'CNY' },
  { id: 1002, name: 'Tokyo Kiosk', timeZone: 'Asia/Tokyo', currency: 'JPY' },
];

interface DemoPerson {
  readonly username: string;
  readonly name: string;
  readonly role: 'manager' | 'operator' | 'clerk';
  readonly tenants: readonly number[];
  readonly departments?: readonly string[];
  readonly canSwitchTenant?: boolean;
  readonly what: string;
}

/** Product.md 4. */
const PEOPLE: readonly DemoPerson[] = [
  {
    username: 'manager',
    name: 'Maja Berg',
    role: 'manager',
    tenants: [1000, 1001],
    canSwitchTenant: true,
    what: 'runs Nordic Coffee and Shanghai Robotics',
  },
  {
    username: 'operator',
    name: 'Ola Hansen',
    role: 'operator',
    tenants: [1000],
    departments: ['A01', 'A02'],
    canSwitchTenant: true,
    what: 'works in two departments of Nordic Coffee',
  },
  {
    username: 'clerk',
    name: 'Kari Lie',
    role: 'clerk',
    tenants: [1000],
    departments: ['A01'],
    what: 'sees one spot of Nordic Coffee',
  },
  { username: 'manager.cn', name: '王芳', role: 'manager', tenants: [1001], what: 'runs Shanghai Robotics' },
];

const CLERK_ACTIONS = new Set(['order:view', 'robot:view', 'spot:view', 'beverage:view']);
const MANAGER_ONLY = new Set(['robot:rotate-credential', 'robot:add']);

/** Tenants, catalogue and the administrator; with DEMO also the demo's tenants, roles and people. Repeating it changes nothing. */
export async function seedAccess(services: Services, actions: readonly string[]): Promise<SeededAccount[]> {
  const { config } = services;
  const passwords = { admin: config.adminPassword ?? freshPassword(), demo: config.demoPassword ?? freshPassword() };
  const hashes = { admin: '', demo: '' };
  const isFirst = await services.database.identity(
    async (db) =>
      (await db.selectFrom('staff_user').select('id').where('is_root', '=', true).executeTakeFirst()) === undefined,
  );
  const knownDemo = await services.database.identity((db) =>
    db.selectFrom('staff_user').select('id').where('username_key', '=', PEOPLE[0]!.username).executeTakeFirst(),
  );
  if (isFirst) {
    checkPassword(passwords.admin, { account: 'admin', name: 'Administrator' });
    hashes.admin = await hashPassword(services, passwords.admin);
  }
  const makesDemo = config.demo && !knownDemo;
  if (makesDemo) {
    for (const person of PEOPLE) checkPassword(passwords.demo, { account: person.username, name: person.name });
    hashes.demo = await hashPassword(services, passwords.demo);
  }
  // The owner of the schema: the only one who may make the administrator (security 4.10).
  await services.database.acrossTenants('seed the installation', async (scoped, client) => {
    await client.query("select set_config('role', 'none', true)");
    const db = scoped as unknown as Db;
    await asPlatform(client, async () => {
      await recordCatalogue(db, actions);
      for (const tenant of [PLATFORM, ...(config.demo ? DEMO : [DEFAULT])]) await addTenant(db, tenant);
    });
    if (isFirst) await addAdministrator(db, config.adminWorkNo, hashes.admin);
    await asPlatform(client, async () => {
      if (makesDemo) for (const person of PEOPLE) await addPerson(db, person, hashes.demo);
      if (config.demo) await grantRoles(db);
    });
  });
  return [
    { username: 'admin', what: 'administrator of all tenants', ...(isFirst ? { password: passwords.admin } : {}) },
    ...(config.demo
      ? PEOPLE.map(({ username, what }) => ({ username, what, ...(makesDemo ? { password: passwords.demo } : {}) }))
      : []),
  ];
}

/** A clerk sees the first spot only: called when the demo's spots exist. */
export async function restrictClerk(services: Services): Promise<void> {
  await services.database.acrossTenants('the demo clerk sees one spot', async (db) => {
    const clerk = await db.selectFrom('staff_user').select('id').where('username_key', '=', 'clerk').executeTakeFirst();
    const spot = await db
      .selectFrom('spot')
      .select('id')
      .where('tenant_id', '=', 1000)
      .orderBy('id')
      .executeTakeFirst();
    if (!clerk || !spot) return;
    const known = await db
      .selectFrom('user_spot')
      .select('spot_id')
      .where('tenant_id', '=', 1000)
      .where('user_id', '=', clerk.id)
      .executeTakeFirst();
    if (known) return;
    await db
      .updateTable('membership')
      .set({ spot_access: 'selected' })
      .where('tenant_id', '=', 1000)
      .where('user_id', '=', clerk.id)
      .execute();
    await db.insertInto('user_spot').values({ tenant_id: 1000, user_id: clerk.id, spot_id: spot.id }).execute();
  });
}

async function asPlatform(client: { query(text: string): Promise<unknown> }, work: () => Promise<void>): Promise<void> {
  await client.query("select set_config('role', 'platform', true)");
  await work();
  await client.query("select set_config('role', 'none', true)");
}

async function addTenant(db: Db, tenant: typeof PLATFORM): Promise<void> {
  await db
    .insertInto('tenant')
    .values({ tenant_id: tenant.id, name: tenant.name, time_zone: tenant.timeZone, currency: tenant.currency })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
}

async function addAdministrator(db: Db, workNo: string, hash: string): Promise<void> {
  await db
    .insertInto('staff_user')
    .values({
      id: newId(),
      username: 'admin',
      username_key: 'admin',
      realname: 'Administrator',
      work_no: workNo,
      is_root: true,
      can_switch_tenant: true,
      password_hash: hash,
    })
    .execute();
}

async function addPerson(db: Db, person: DemoPerson, hash: string): Promise<void> {
  const id = newId();
  await db
    .insertInto('staff_user')
    .values({
      id,
      username: person.username,
      username_key: person.username,
      realname: person.name,
      work_no: `W-${person.username}`,
      can_switch_tenant: person.canSwitchTenant ?? false,
      password_hash: hash,
    })
    .execute();
  for (const tenant_id of person.tenants) {
    await db.insertInto('membership').values({ tenant_id, user_id: id }).execute();
    await db
      .insertInto('user_role')
      .values({ tenant_id, user_id: id, role_id: await roleId(db, tenant_id, person.role) })
      .execute();
    for (const code of person.departments ?? []) {
      await db
        .insertInto('user_department')
        .values({ tenant_id, user_id: id, department_id: await departmentId(db, tenant_id, code) })
        .execute();
    }
  }
}

const ROLE_NAMES = { manager: 'Manager', operator: 'Operator', clerk: 'Clerk' };

async function roleId(db: Db, tenant_id: number, code: keyof typeof ROLE_NAMES): Promise<string> {
  const known = await db
    .selectFrom('role')
    .select('id')
    .where('tenant_id', '=', tenant_id)
    .where('code', '=', code)
    .executeTakeFirst();
  if (known) return known.id;
  const id = newId();
  await db.insertInto('role').values({ tenant_id, id, code, name: ROLE_NAMES[code] }).execute();
  return id;
}

const DEPARTMENT_NAMES: Readonly<Record<string, string>> = { A01: 'Field service', A02: 'Customer care' };

async function departmentId(db: Db, tenant_id: number, org_code: string): Promise<string> {
  const known = await db
    .selectFrom('department')
    .select('id')
    .where('tenant_id', '=', tenant_id)
    .where('org_code', '=', org_code)
    .executeTakeFirst();
  if (known) return known.id;
  const id = newId();
  await db
    .insertInto('department')
    .values({ tenant_id, id, org_code, name: DEPARTMENT_NAMES[org_code] ?? org_code })
    .execute();
  return id;
}

/** What the demo's roles hold; permissions that a new release brings are granted at its first start. */
async function grantRoles(db: Db): Promise<void> {
  const catalogue = await db.selectFrom('permission').select(['id', 'name', 'action', 'kind']).execute();
  const needs = new Map(MENU_ENTRIES.map((entry) => [entry.name, entry.needs]));
  const holds: Record<keyof typeof ROLE_NAMES, (action: string) => boolean> = {
    manager: () => true,
    operator: (action) => !MANAGER_ONLY.has(action),
    clerk: (action) => CLERK_ACTIONS.has(action),
  };
  const roles = await db
    .selectFrom('role')
    .select(['tenant_id', 'id', 'code'])
    .where('code', 'in', Object.keys(ROLE_NAMES))
    .execute();
  for (const role of roles) {
    const may = holds[role.code as keyof typeof ROLE_NAMES];
    const granted = catalogue.filter((row) => {
      if (row.action !== null) return may(row.action);
      const needed = needs.get(row.name);
      return row.name === HOME_ENTRY || needed === undefined || may(needed);
    });
    await db
      .insertInto('role_permission')
      .values(granted.map((row) => ({ tenant_id: role.tenant_id, role_id: role.id, permission_id: row.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** 16 characters without look-alikes that meet the policy (security 4.11). */
export function freshPassword(): string {
  const sets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!#%+-_=?'];
  const pick = (set: string): string => set[randomInt(set.length)]!;
  const characters = [...sets.map(pick), ...Array.from({ length: 12 }, () => pick(sets.slice(0, 3).join('')))];
  for (let i = characters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [characters[i], characters[j]] = [characters[j]!, characters[i]!];
  }
  return characters.join('');
}
