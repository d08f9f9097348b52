import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { CHINESE, DEMO_TENANTS } from './demo-catalogue.ts';

const BY = 'Demo';
const DAY_MS = 86_400_000;

const RULES = [
  {
    ...{ name: ['A coffee on your birthday', '生日咖啡'], reward_type: 4 },
    runs: [{ daysAgo: 2, planned: 3, sent: 3, skipped: 0, state: 'done' }],
  },
  {
    ...{ name: ['Welcome', '新顾客欢迎券'], reward_type: 2 },
    runs: [
      { daysAgo: 1, planned: 5, sent: 5, skipped: 0, state: 'done' },
      { daysAgo: 3, planned: 2, sent: 2, skipped: 0, state: 'done' },
    ],
  },
  {
    ...{ name: ['Colleagues, last day of the month', '同事月末福利'], reward_type: 1 },
    ...{ frequency: 'monthly', execution_time: '31 09:00:00', email_suffixes: 'corp.example' },
    runs: [{ daysAgo: 24, planned: 40, sent: 28, skipped: 0, state: 'partial', problem: 'coupon.none-left' }],
  },
  {
    ...{ name: ['Weekday mornings', '工作日早晨'], reward_type: 1, status: 'disabled' },
    ...{ frequency: 'daily', execution_time: '07:30:00', weekdays: JSON.stringify([1, 2, 3, 4, 5]) },
    runs: [{ daysAgo: 9, planned: 60, sent: 57, skipped: 3, state: 'done' }],
  },
] as const;

/** Rules of the demo with some of their sendings, once; the clock plans what comes. */
export async function seedDemoCouponRules(services: Services): Promise<void> {
  const now = services.clock.now();
  for (const { tenantId } of DEMO_TENANTS)
    await services.database.write(tenantId, async (db) => {
      if (await db.selectFrom('reward_rule').select('id').limit(1).executeTakeFirst()) return;
      const coupons = await db.selectFrom('coupon').select('id').orderBy('created_at').orderBy('id').limit(4).execute();
      for (const [at, { name: names, runs, ...rule }] of RULES.entries()) {
        const coupon = coupons[at % Math.max(1, coupons.length)];
        if (!coupon) return;
        const name = names[tenantId === CHINESE ? 1 : 0] ?? '';
        const id = newId();
        const begin_at = new Date(now.getTime() - 60 * DAY_MS);
        const end_at = new Date(now.getTime() + 300 * DAY_MS);
        await db
          .insertInto('reward_rule')
          .values({ id, name, ...rule, coupon_id: coupon.id, begin_at, end_at, created_by: BY })
          .execute();
        for (const { daysAgo, ...run } of runs) {
          const slot = new Date(now.getTime() - daysAgo * DAY_MS);
          const ended = new Date(slot.getTime() + 4_000);
          const of = { rule_id: id, task_name: name, coupon_id: coupon.id, reward_type: rule.reward_type };
          const when = { slot, started_at: slot, finished_at: ended, period_key: slot.toISOString().slice(0, 10) };
          await db
            .insertInto('reward_run')
            .values({ id: newId(), ...of, ...when, ...run })
            .execute();
        }
      }
    });
}
