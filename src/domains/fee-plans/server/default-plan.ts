import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
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

export interface ChosenPlan {
  readonly id: string;
  readonly name: string;
  readonly nameZh: string;
  readonly plan: FeePlan;
}

const plans = (db: TenantDb) => db.selectFrom('fee_plan').selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof plans>['executeTakeFirstOrThrow']>>;
const toChosen = (row: Row): ChosenPlan => ({
  ...{ id: row.id, name: row.name, nameZh: row.name_zh },
  plan: FeePlan.parse({
    ...{ freeMinutes: row.free_minutes, freeTimeCounted: row.free_time_counted, phases: row.phases },
    ...{ baseUnitMinutes: row.base_unit_minutes, baseCostMinor: row.base_cost_minor, repetitions: row.repetitions },
    ...{ dailyCapMinor: row.daily_cap_minor, maxDays: row.max_days, purchaseMode: row.purchase_mode },
    purchasePriceMinor: row.purchase_price_minor,
  }),
});

/** The plan that holds where neither spot nor cabinet has chosen another. A tenant without plans has none. */
export async function defaultPlan(db: TenantDb): Promise<ChosenPlan | undefined> {
  const row = await plans(db)
    .where('id', '=', (eb) => eb.selectFrom('default_fee_plan').select('plan_id'))
    .executeTakeFirst();
  return row && toChosen(row);
}

/**
 * The plan by which a rental that begins now at this cabinet is priced: its own, else that of its spot, else the default (settled
 * 65). Orders keep it as it was.
 */
export async function planAt(db: TenantDb, cabinetId: string): Promise<ChosenPlan | undefined> {
  const row = await plans(db)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('cabinet')
        .leftJoin('spot', (join) =>
          join.onRef('spot.tenant_id', '=', 'cabinet.tenant_id').onRef('spot.id', '=', 'cabinet.spot_id'),
        )
        .select((of) =>
          of.fn
            .coalesce('cabinet.fee_plan_id', 'spot.fee_plan_id', of.selectFrom('default_fee_plan').select('plan_id'))
            .as('plan_id'),
        )
        .where('cabinet.id', '=', cabinetId),
    )
    .executeTakeFirst();
  return row && toChosen(row);
}

/** What plans are called, and which is the default: for pages that say what places have chosen. */
export async function chosenPlans(db: TenantDb): Promise<{
  readonly byId: ReadonlyMap<string, Omit<ChosenPlan, 'plan'>>;
  readonly defaultId: string | null;
}> {
  const rows = await db.selectFrom('fee_plan').select(['id', 'name', 'name_zh']).execute();
  const first = await db.selectFrom('default_fee_plan').select('plan_id').executeTakeFirst();
  return {
    byId: new Map(rows.map((row) => [row.id, { id: row.id, name: row.name, nameZh: row.name_zh }])),
    defaultId: first?.plan_id ?? null,
  };
}
