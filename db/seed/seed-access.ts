import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SeededAccount } from '#apps/server/startup-banner.ts';
import { SettingsError } from '#platform/config/server/config.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { everybodysRightsChanged, rightsChanged, rightsOfRolesChanged } from '#system/access/server/index.ts';
import { type DeclaredCatalogue, recordCatalogue } from '#system/menu/server/index.ts';
import { passwordFaults } from '#system/passwords/rules/password-policy.ts';
import { PRODUCT_NAME } from '#system/passwords/rules/product-name.ts';
import { hashPassword } from '#system/passwords/server/index.ts';
import { DEFAULT_ROLES, type DefaultRole } from '#system/roles/rules/default-roles.ts';
import { recordCheckRules } from './check-rules.ts';
import { ADMINISTRATOR, type DemoPerson, PEOPLE } from './demo-people.ts';
import { recordDictionaries } from './dictionaries.ts';
import { seedOrganisation } from './seed-organisation.ts';

type Db = Kysely<Tables>;

const PLATFORM = { id: 1, name: 'Platform', nameZh: '平台', timeZone: 'UTC', currency: 'EUR' };
const DEFAULT = { id: 1000, name: 'Default tenant', nameZh: '默认租户', timeZone: 'UTC', currency: 'EUR' };
const DEMO = [
  { id: 1000, name: 'Nordic Coffee', nameZh: '北欧咖啡', timeZone: 'Europe/Oslo', currency: 'NOK' },
  { id: 1001, name: 'Shanghai Robotics', nameZh: '上海智能机器人', timeZone: 'Asia/Shanghai', currency: 'CNY' },
  { id: 1002, name: 'Tokyo Kiosk', nameZh: '东京咖啡亭', timeZone: 'Asia/Tokyo', currency: 'JPY' },
];

/** Far above any cup: the demo shows the setting and never meets it (security 4.9). */
const DEMO_STEP_UP_MINOR = 10_000_000;

/**
 * Tenants, catalogue, dictionaries and the administrator; with DEMO also the demo's tenants, roles and people. Repeating it
 * changes nothing. A second server that starts at the same moment waits and then finds everything there.
 */
export async function seedAccess(services: Services, declared: DeclaredCatalogue): Promise<SeededAccount[]> {
  const { config, database } = services;
  const missing = await database.identity(findMissing);
  const admin = missing.administrator
    ? firstPassword('ADMIN_PASSWORD', config.adminPassword, [ADMINISTRATOR])
    : undefined;
  const demo = config.demo && missing.demo ? firstPassword('DEMO_PASSWORD', config.demoPassword, PEOPLE) : undefined;
  const adminHash = admin && (await hashPassword(services, admin));
  const demoHash = demo && (await hashPassword(services, demo));

  const made = await database.acrossTenants('seed the installation', async (scoped, client) => {
    const db = scoped as unknown as Db;
    // The owner of the schema: the only one who may make the administrator (security 4.10), or lock.
    await client.query("select set_config('role', 'none', true)");
    await client.query("set local lock_timeout = '60s'");
    await client.query('lock table installation_setting in exclusive mode');
    const still = await findMissing(db);
    if (still.administrator && adminHash) await addAdministrator(db, config.adminWorkNo, adminHash);
    await keepWorkNumber(db, config.adminWorkNo);
    await client.query("select set_config('role', 'platform', true)");
    const added = await recordCatalogue(db, declared);
    await recordDictionaries(db);
    await recordCheckRules(db);
    await addTenant(db, PLATFORM, null);
    for (const tenant of config.demo ? DEMO : [DEFAULT])
      await addTenant(db, tenant, config.demo ? DEMO_STEP_UP_MINOR : null);
    if (config.demo) {
      await seedOrganisation(db);
      const roles = await addRoles(db);
      await grantRoles(db, declared, roles, added);
      if (still.demo && demoHash) for (const person of PEOPLE) await addPerson(db, person, demoHash);
    }
    return { administrator: still.administrator, demo: still.demo };
  });
  return [
    {
      username: ADMINISTRATOR.username,
      what: ADMINISTRATOR.what,
      ...(made.administrator && admin ? { password: admin } : {}),
    },
    ...(config.demo
      ? PEOPLE.map(({ username, what, phone }) => ({
          username,
          what: `${what}, phone ${phone}`,
          ...(made.demo && demo ? { password: demo } : {}),
        }))
      : []),
  ];
}

async function findMissing(db: Db): Promise<{ administrator: boolean; demo: boolean }> {
  const root = await db.selectFrom('staff_user').select('id').where('is_root', '=', true).executeTakeFirst();
  const demo = await db
    .selectFrom('staff_user')
    .select('id')
    .where(
      'username_key',
      'in',
      PEOPLE.map((person) => person.username),
    )
    .executeTakeFirst();
  return { administrator: root === undefined, demo: demo === undefined };
}

/** The password of the settings, which must meet the policy for each of its owners, or a fresh one (security 4.11). */
function firstPassword(
  setting: string,
  given: string | undefined,
  owners: readonly { username: string; name: string }[],
): string {
  const faultsOf = (password: string): string[] => [
    ...new Set(
      owners.flatMap(({ username, name }) =>
        passwordFaults(password, { account: username, name, productName: PRODUCT_NAME }),
      ),
    ),
  ];
  if (given !== undefined) {
    const faults = faultsOf(given);
    if (faults.length > 0)
      throw new SettingsError([`${setting}: is refused by the password policy: ${faults.join(', ')}`]);
    return given;
  }
  for (;;) {
    const fresh = freshPassword();
    if (faultsOf(fresh).length === 0) return fresh;
  }
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
    await rightsChanged(db, [clerk.id]);
  });
}

async function addTenant(db: Db, tenant: typeof PLATFORM, limit: number | null): Promise<void> {
  // A new tenant renews everybody's rights, so it is not merely tried.
  const known = await db.selectFrom('tenant').select('tenant_id').where('tenant_id', '=', tenant.id).executeTakeFirst();
  if (known) return;
  await db
    .insertInto('tenant')
    .values({
      tenant_id: tenant.id,
      name: tenant.name,
      name_zh: tenant.nameZh,
      time_zone: tenant.timeZone,
      currency: tenant.currency,
      refund_step_up_minor: limit,
    })
    .execute();
  await everybodysRightsChanged(db);
}

async function addAdministrator(db: Db, workNo: string, hash: string): Promise<void> {
  await db
    .insertInto('staff_user')
    .values({
      id: newId(),
      username: ADMINISTRATOR.username,
      username_key: ADMINISTRATOR.username,
      realname: ADMINISTRATOR.name,
      work_no: workNo,
      is_root: true,
      can_switch_tenant: true,
      password_hash: hash,
    })
    .execute();
}

/** The configured admin code is what the client compares with (platform.md 3); it may change from start to start. */
async function keepWorkNumber(db: Db, workNo: string): Promise<void> {
  const holder = await db.selectFrom('staff_user').select(['is_root']).where('work_no', '=', workNo).executeTakeFirst();
  if (holder) return;
  await db
    .updateTable('staff_user')
    .set({ work_no: workNo })
    .where('is_root', '=', true)
    .where('username_key', '=', ADMINISTRATOR.username)
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
      phone: person.phone,
      email: person.email,
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
  for (const tenant_id of person.tenants) await rightsChanged(db, [id], tenant_id);
}

interface SeededRole {
  readonly tenant_id: number;
  readonly id: string;
  readonly code: DefaultRole['code'];
  readonly isNew: boolean;
}

async function addRoles(db: Db): Promise<SeededRole[]> {
  const codes = DEFAULT_ROLES.map(({ code }) => code);
  const known = await db
    .selectFrom('role')
    .select(['tenant_id', 'id', 'role_code'])
    .where('role_code', 'in', codes)
    .execute();
  const roles: SeededRole[] = [];
  for (const { id: tenant_id } of DEMO) {
    for (const { code, name, nameZh } of DEFAULT_ROLES) {
      const found = known.find((role) => role.tenant_id === tenant_id && role.role_code === code);
      const id = found?.id ?? newId();
      if (!found)
        await db
          .insertInto('role')
          .values({ tenant_id, id, role_code: code, role_name: name, role_name_zh: nameZh })
          .execute();
      roles.push({ tenant_id, id, code, isNew: found === undefined });
    }
  }
  return roles;
}

async function roleId(db: Db, tenant_id: number, code: string): Promise<string> {
  const role = db.selectFrom('role').select('id').where('tenant_id', '=', tenant_id).where('role_code', '=', code);
  return (await role.executeTakeFirstOrThrow()).id;
}

const DEPARTMENT_NAMES: Readonly<Record<string, string>> = {
  A01: 'Field service',
  A02: 'Customer care',
  B01: '运营部',
};

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

/** A new role gets all that it holds; a known one what this release brought, so that what was taken from it stays taken. */
async function grantRoles(
  db: Db,
  declared: DeclaredCatalogue,
  roles: readonly SeededRole[],
  added: ReadonlySet<string>,
): Promise<void> {
  const catalogue = await db
    .selectFrom('permission')
    .select(['id', 'name', 'action'])
    .where('root_only', '=', false)
    .execute();
  const needs = new Map(declared.entries.map((entry) => [entry.name, entry.needs]));
  for (const role of roles) {
    const holds = DEFAULT_ROLES.find(({ code }) => code === role.code)?.holds ?? (() => false);
    const granted = catalogue.filter((row) => {
      if (!role.isNew && !added.has(row.name)) return false;
      const needed = row.action ?? needs.get(row.name);
      return needed === undefined || holds(needed);
    });
    if (granted.length === 0) continue;
    await db
      .insertInto('role_permission')
      .values(granted.map((row) => ({ tenant_id: role.tenant_id, role_id: role.id, permission_id: row.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await rightsOfRolesChanged(db, role.tenant_id, [role.id]);
  }
}

/** 16 characters without look-alikes that meet the policy (security 4.11). */
function freshPassword(): string {
  const sets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!#%+-_=?'];
  const pick = (set: string): string => set[randomInt(set.length)]!;
  const characters = [...sets.map(pick), ...Array.from({ length: 12 }, () => pick(sets.slice(0, 3).join('')))];
  for (let i = characters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [characters[i], characters[j]] = [characters[j]!, characters[i]!];
  }
  return characters.join('');
}
