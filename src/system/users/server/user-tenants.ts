import { recordAct } from '#platform/audit/server/record-act.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { dropMembership, rightsChanged } from '#system/access/server/index.ts';
import type { SaveUserTenantsRequest, UserTenants } from '../contract/user-tenants.ts';
import { unassignedAccounts } from './unassigned-users.ts';

const MOST_TENANTS = 1_000;
const REMOVED = 0;
const IN_FORCE = 1;

/** Which tenants a person belongs to (settled 18): nobody but the administrator learns of others than his own. */
export function readTenants(context: RequestContext, { userId }: { userId: string }): Promise<UserTenants> {
  requireRoot(context);
  return context.identity(async (db) => tenantsOf(db, context, await personInReach(db, context, userId)));
}

async function tenantsOf(
  db: PlatformDb,
  { language }: RequestContext,
  { id, canSwitchTenant }: { readonly id: string; readonly canSwitchTenant: boolean },
): Promise<UserTenants> {
  const tenants = await db
    .selectFrom('tenant')
    .select(['tenant_id', 'name', 'name_zh'])
    .orderBy('tenant_id')
    .limit(MOST_TENANTS)
    .execute();
  return {
    relTenantIds: (await belongsTo(db, id)).map(String),
    canSwitchTenant,
    tenants: tenants.map((row) => ({
      id: String(row.tenant_id),
      name: localName(language, row.name, row.name_zh),
    })),
  };
}

async function belongsTo(db: PlatformDb, userId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('membership')
    .select('tenant_id')
    .where('user_id', '=', userId)
    .where('status', '>', REMOVED)
    .orderBy('tenant_id')
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Somebody of the tenant that the administrator works in, or of none: who works elsewhere is chosen there. */
async function personInReach(db: PlatformDb, { tenantId }: RequestContext, userId: string) {
  if (!isUuid(userId)) raise('user.unknown');
  const member = await memberOf(db, Number(tenantId), userId);
  const row = member ?? (await accountOfNone(db, userId));
  if (!row) raise('user.unknown');
  return {
    id: row.id,
    isRoot: row.is_root,
    canSwitchTenant: row.can_switch_tenant,
    isMember: member !== undefined,
  };
}

const PERSON = ['u.id', 'u.is_root', 'u.can_switch_tenant'] as const;

const accountOfNone = (db: PlatformDb, userId: string) =>
  unassignedAccounts(db).select(PERSON).where('u.id', '=', userId).forUpdate('u').executeTakeFirst();

function memberOf(db: PlatformDb, tenant: number, userId: string) {
  return db
    .selectFrom('staff_user as u')
    .innerJoin('membership as m', 'm.user_id', 'u.id')
    .select(PERSON)
    .where('u.id', '=', userId)
    .where('m.tenant_id', '=', tenant)
    .where('m.status', '>', REMOVED)
    .forUpdate('m')
    .executeTakeFirst();
}

/** Who joins a tenant has no role there yet; who leaves one lies in its recycle bin. */
export function saveTenants(context: RequestContext, request: SaveUserTenantsRequest): Promise<UserTenants> {
  requireRoot(context);
  requireStepUp(context);
  const { userId, canSwitchTenant } = request;
  const wanted = [...new Set(request.relTenantIds.map(Number))];
  return context.identity(async (db) => {
    const person = await personInReach(db, context, userId);
    if (person.isRoot) raise('user.administrator');
    if (person.isMember && !wanted.includes(Number(context.tenantId))) refuse('user.tenant-selected');
    const known = await db.selectFrom('tenant').select('tenant_id').where('tenant_id', 'in', wanted).execute();
    if (known.length < wanted.length) refuse('user.tenant-unknown');
    const had = await belongsTo(db, userId);
    // somebody assigned him while this waited for his account
    if (!person.isMember && had.length > 0) raise('user.unknown');
    const joined = wanted.filter((id) => !had.includes(id));
    const left = had.filter((id) => !wanted.includes(id));
    for (const tenant of joined) await join(db, context, { tenant, userId });
    for (const tenant of left) await leave(db, context, { tenant, userId });
    await db.updateTable('staff_user').set({ can_switch_tenant: canSwitchTenant }).where('id', '=', userId).execute();
    for (const tenant of [...joined, ...left]) await rightsChanged(db, [userId], tenant);
    await rightsChanged(db, [userId]);
    await audit(db, context, {
      ...{ tenant: Number(PLATFORM_TENANT), userId, action: 'user:tenants' },
      before: { relTenantIds: had, canSwitchTenant: person.canSwitchTenant },
      after: { relTenantIds: wanted, canSwitchTenant },
    });
    return tenantsOf(db, context, { id: userId, canSwitchTenant });
  });
}

interface Place {
  readonly tenant: number;
  readonly userId: string;
}

async function join(db: PlatformDb, context: RequestContext, { tenant, userId }: Place): Promise<void> {
  const at = context.now();
  const times = { created_at: at, created_by: context.actor.name, updated_at: at };
  // he may lie in its recycle bin
  await dropMembership(db, tenant, userId);
  await db
    .insertInto('membership')
    .values({ tenant_id: tenant, user_id: userId, status: IN_FORCE, ...times })
    .execute();
  await audit(db, context, { tenant, userId, action: 'user:join' });
}

async function leave(db: PlatformDb, context: RequestContext, { tenant, userId }: Place): Promise<void> {
  await db
    .updateTable('membership')
    .set({ status: REMOVED, removed_at: context.now(), removed_by: context.actor.name })
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .execute();
  await audit(db, context, { tenant, userId, action: 'user:leave' });
}

function refuse(code: string): never {
  return raise(code, {}, { faults: [{ path: 'relTenantIds', code }] });
}

interface Act extends Place {
  readonly action: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A tenant's log tells of this tenant alone; the whole stands in the platform's (security 3.8). */
const audit = (db: PlatformDb, context: RequestContext, { tenant, userId, ...act }: Act): Promise<void> =>
  recordAct(db, context, {
    ...{ ...act, tenantId: String(tenant), at: context.now(), objectKind: 'user', objectId: userId },
  });
