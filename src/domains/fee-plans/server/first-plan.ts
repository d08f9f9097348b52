import type { PlatformDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { FIRST_PLAN, firstPlan } from '../rules/first-plan.ts';
import { keepDefault } from './default-plan.ts';

/** A new tenant begins with a plan that holds everywhere, in its currency. */
export async function addFirstPlan(tx: Transaction) {
  const some = await tx.db.selectFrom('fee_plan').select('id').limit(1).executeTakeFirst();
  if (some) return { feePlans: 0 };
  const { currency } = await tx.db.selectFrom('tenant').select('currency').executeTakeFirstOrThrow();
  const plan = firstPlan(currency as Currency);
  const id = newId();
  await tx.db
    .insertInto('fee_plan')
    .values({
      ...{ id, name: FIRST_PLAN.name, name_zh: FIRST_PLAN.nameZh, phases: JSON.stringify(plan.phases) },
      ...{ free_minutes: plan.freeMinutes, free_time_counted: plan.freeTimeCounted },
      ...{ daily_cap_minor: plan.dailyCapMinor, max_days: plan.maxDays },
      ...{ purchase_price_minor: plan.purchasePriceMinor, purchase_mode: plan.purchaseMode },
      ...{ created_at: tx.now(), created_by: tx.actor.name, updated_at: tx.now() },
    })
    .execute();
  await keepDefault(tx, id);
  return { feePlans: 1 };
}

/** The same plan where nobody has changed it. */
export async function removeFirstPlan(db: PlatformDb, tenantId: number): Promise<void> {
  await db
    .deleteFrom('fee_plan')
    .where('tenant_id', '=', tenantId)
    .where('name', '=', FIRST_PLAN.name)
    .where('version', '=', 1)
    .execute();
}
