import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { lockRecord } from '#platform/records/server/save-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import { feePlans } from '../contract/fee-plans.ts';
import { FeePlan } from '../contract/plan.ts';

/** The first plan of a tenant holds everywhere until another one is chosen. */
export async function keepDefault(tx: Transaction, planId: string): Promise<void> {
  await tx.db
    .insertInto('default_fee_plan')
    .values({ plan_id: planId })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
}

/** Where the default is removed, the oldest of the others takes its place. */
export async function passDefaultOn(tx: Transaction): Promise<void> {
  const oldest = await tx.db
    .selectFrom('fee_plan')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await keepDefault(tx, oldest.id);
  await tx.live({ kind: feePlans.name, id: oldest.id, permission: feePlans.permission('view') });
}

export const makeDefault =
  (served: ServedKind) =>
  async (context: RequestContext, { id }: { readonly id: string }): Promise<null> => {
    await context.transaction(async (tx) => {
      await lockRecord(served, tx, id);
      const before = await tx.db.selectFrom('default_fee_plan').select('plan_id').executeTakeFirst();
      await tx.db
        .insertInto('default_fee_plan')
        .values({ plan_id: id })
        .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ plan_id: id }))
        .execute();
      await tx.audit({
        action: feePlans.permission('edit'),
        objectKind: feePlans.name,
        objectId: id,
        before: { isDefault: before?.plan_id === id },
        after: { isDefault: true },
      });
      for (const changed of new Set([id, before?.plan_id ?? id]))
        await tx.live({ kind: feePlans.name, id: changed, permission: feePlans.permission('view') });
    });
    return null;
  };

/** The plan that holds where neither spot nor cabinet has chosen another; a tenant without plans has none. */
export async function findDefaultPlan(
  db: TenantDb,
  language: Language,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const row = await db
    .selectFrom('default_fee_plan')
    .innerJoin('fee_plan', 'fee_plan.id', 'default_fee_plan.plan_id')
    .select(['fee_plan.id', 'fee_plan.name', 'fee_plan.name_zh'])
    .executeTakeFirst();
  return row && { id: row.id, name: localName(language, row.name, row.name_zh) };
}

/** The plan by which a rental that begins now is priced: orders keep it as it was (settled 65). */
export async function defaultPlan(
  db: TenantDb,
): Promise<{ readonly name: string; readonly plan: FeePlan } | undefined> {
  const row = await db
    .selectFrom('fee_plan')
    .innerJoin('default_fee_plan', (join) =>
      join
        .onRef('default_fee_plan.tenant_id', '=', 'fee_plan.tenant_id')
        .onRef('default_fee_plan.plan_id', '=', 'fee_plan.id'),
    )
    .selectAll('fee_plan')
    .executeTakeFirst();
  if (!row) return undefined;
  const plan = FeePlan.parse({
    ...{ freeMinutes: row.free_minutes, freeTimeCounted: row.free_time_counted, phases: row.phases },
    ...{ baseUnitMinutes: row.base_unit_minutes, baseCostMinor: row.base_cost_minor, repetitions: row.repetitions },
    ...{ dailyCapMinor: row.daily_cap_minor, maxDays: row.max_days, purchaseMode: row.purchase_mode },
    purchasePriceMinor: row.purchase_price_minor,
  });
  return { name: row.name, plan };
}
