import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { violatedUnique } from '#platform/database/server/violated-unique.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { periodFaults } from '#platform/records/contract/periods.ts';
import type { Values } from '#platform/records/server/record-rows.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { everybodysRightsChanged } from '#system/access/server/index.ts';
import { tenantRecords } from '../contract/tenants.ts';
import { type TenantTerm, tenantState } from '../rules/tenant-state.ts';
import { auditTenant } from './audit-tenant.ts';
import type { TenantBeginning } from './begin-tenant.ts';
import { type Figures, numberOf, oneTenant } from './find-tenants.ts';
import { type Turned, turnTenant } from './turn-tenant.ts';

const MEGABYTE = 1_048_576;

interface Given {
  readonly name?: string;
  readonly nameZh?: string;
  readonly beginDate?: string | null;
  readonly endDate?: string | null;
  readonly status?: number;
  readonly quotaMegabytes?: number;
}

export interface SavingDeps {
  readonly figures: Figures;
  readonly turned: Turned;
  readonly beginning: TenantBeginning;
}

/** Adds a tenant under the number that was given, and gives it what a tenant begins with. */
export const addTenant =
  ({ figures, turned, beginning }: SavingDeps) =>
  async (context: RequestContext, { id, ...given }: Given & { readonly id: string }): Promise<Values> => {
    requireRoot(context);
    requireStepUp(context);
    refuseDays(given);
    const tenantId = numberOf(id);
    try {
      await context.identity(async (db) => {
        await db
          .insertInto('tenant')
          .values({
            tenant_id: tenantId,
            name: given.name ?? id,
            ...columnsOf(given),
            created_at: context.now(),
            created_by: context.actor.name,
          })
          .execute();
        await everybodysRightsChanged(db);
        await turnTenant(db, tenantId, context.now(), turned);
        await auditTenant(db, context, { action: 'tenant:add', tenantId, after: { id, ...given } });
      });
    } catch (error) {
      if (violatedUnique(error) === undefined) throw error;
      raiseAt('id', 'tenant.number-taken');
    }
    await beginning.give(context, id);
    return oneTenant(figures)(context, id);
  };

/** Saves what is given; freezing and days take effect in the same transaction (security 3.13). */
export const editTenant =
  ({ figures, turned }: SavingDeps) =>
  async (
    context: RequestContext,
    { id, version, ...given }: Given & { readonly id: string; readonly version?: number },
  ): Promise<Values> => {
    requireRoot(context);
    requireStepUp(context);
    const tenantId = numberOf(id);
    await context.identity(async (db) => {
      const before = (await lockTenant(db, tenantId)) ?? raise('tenant.not-found');
      const draft = { ...before, ...given };
      if (version !== undefined && version !== before.version)
        raise('tenant.changed-meanwhile', {}, { conflict: { current: before, changedBy: null, changedAt: null } });
      refuseDays(draft);
      const term = { wanted: draft.status, beginDate: draft.beginDate, endDate: draft.endDate };
      if (id === PLATFORM_TENANT) refuseTerm(term);
      if (id === context.tenantId) await refuseSleep(db, context, term);
      await db
        .updateTable('tenant')
        .set({
          ...columnsOf(given),
          version: before.version + 1,
          updated_at: context.now(),
          updated_by: context.actor.name,
        })
        .where('tenant_id', '=', tenantId)
        .execute();
      await turnTenant(db, tenantId, context.now(), turned);
      await auditTenant(db, context, { action: 'tenant:edit', tenantId, before, after: draft });
    });
    return oneTenant(figures)(context, id);
  };

async function lockTenant(db: PlatformDb, tenantId: number) {
  const row = await db
    .selectFrom('tenant')
    .select(['name', 'name_zh', 'begin_date', 'end_date', 'wanted_status', 'file_quota_bytes', 'version'])
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      name: row.name,
      nameZh: row.name_zh,
      beginDate: row.begin_date,
      endDate: row.end_date,
      status: row.wanted_status,
      quotaMegabytes: Math.floor(row.file_quota_bytes / MEGABYTE),
      version: row.version,
    }
  );
}

function columnsOf({ name, nameZh, beginDate, endDate, status, quotaMegabytes }: Given) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(nameZh === undefined ? {} : { name_zh: nameZh }),
    ...(beginDate === undefined ? {} : { begin_date: beginDate }),
    ...(endDate === undefined ? {} : { end_date: endDate }),
    ...(status === undefined ? {} : { wanted_status: status }),
    ...(quotaMegabytes === undefined ? {} : { file_quota_bytes: quotaMegabytes * MEGABYTE }),
  };
}

function refuseDays(given: Given): void {
  const faults = periodFaults(tenantRecords.fields, given);
  if (faults.length > 0) raise('request.malformed', {}, { faults });
}

/** The platform's tenant has languages and logins of all others: it never stops. */
function refuseTerm({ wanted, beginDate, endDate }: TenantTerm): void {
  if (wanted !== 1) raiseAt('status', 'tenant.platform');
  if (beginDate !== null) raiseAt('beginDate', 'tenant.platform');
  if (endDate !== null) raiseAt('endDate', 'tenant.platform');
}

/** What makes a tenant one that does not work. */
const FIELD_OF = { frozen: 'status', notBegun: 'beginDate', ended: 'endDate' } as const;

/** Who stops the tenant that he works in, by hand or by its days, locks himself out of the page. */
async function refuseSleep(db: PlatformDb, context: RequestContext, term: TenantTerm): Promise<void> {
  const { time_zone } = await db
    .selectFrom('tenant')
    .select('time_zone')
    .where('tenant_id', '=', Number(context.tenantId))
    .executeTakeFirstOrThrow();
  const state = tenantState(term, localDay(context.now(), time_zone));
  if (state !== 'active') raiseAt(FIELD_OF[state], 'tenant.selected');
}
