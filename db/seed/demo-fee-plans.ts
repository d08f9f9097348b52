import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { CHINESE, DEMO_TENANTS } from './demo-catalogue.ts';

const BY = 'Demo';

/** What an hour costs, in minor units; the other prices follow from it. */
const HOUR: Readonly<Record<string, number>> = { '1000': 3_000, '1001': 300, '1002': 300 };

function plansOf(hour: number) {
  return [
    {
      ...{ name: 'City', name_zh: '市区', free_minutes: 5, free_time_counted: true },
      phases: [{ startMinute: 0, unitMinutes: 60, unitPriceMinor: hour }],
      ...{ daily_cap_minor: hour * 5, max_days: 3, purchase_price_minor: hour * 20 },
    },
    {
      ...{ name: 'Airport', name_zh: '机场', base_unit_minutes: 30, base_cost_minor: hour, repetitions: 1 },
      phases: [
        { startMinute: 30, unitMinutes: 30, unitPriceMinor: hour / 2 },
        { startMinute: 120, unitMinutes: 60, unitPriceMinor: hour },
      ],
      ...{ daily_cap_minor: hour * 8, max_days: 2, purchase_price_minor: hour * 25 },
    },
  ];
}

/** Two plans for each tenant of the demo, once; the first one holds everywhere but at one spot. */
export async function seedDemoFeePlans(services: Services): Promise<void> {
  for (const { tenantId } of DEMO_TENANTS) {
    const hour = HOUR[tenantId];
    if (hour === undefined) continue;
    await services.database.write(tenantId, async (db) => {
      if (await db.selectFrom('fee_plan').select('id').limit(1).executeTakeFirst()) return;
      let last: string | null = null;
      for (const { phases, name, name_zh, ...plan } of plansOf(hour)) {
        const id = newId();
        const names = tenantId === CHINESE ? { name: name_zh } : { name, name_zh };
        const row = { id, ...names, ...plan, phases: JSON.stringify(phases), created_by: BY };
        await db.insertInto('fee_plan').values(row).execute();
        await db
          .insertInto('default_fee_plan')
          .values({ plan_id: id })
          .onConflict((conflict) => conflict.column('tenant_id').doNothing())
          .execute();
        // the last one holds where the last cabinet stands
        last = id;
      }
      await db
        .updateTable('spot')
        .set({ fee_plan_id: last })
        .where('id', '=', (of) => of.selectFrom('cabinet').select('spot_id').orderBy('imei', 'desc').limit(1))
        .execute();
    });
  }
}
