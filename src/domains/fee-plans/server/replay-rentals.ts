import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { FeePlan } from '../contract/plan.ts';
import { REPLAYED_DAYS, type Replay, type ReplayRequest } from '../contract/replay.ts';
import { planFaults } from '../rules/plan-faults.ts';
import { RentalReplay } from '../rules/replay.ts';

const DAY_MS = 86_400_000;
const WEEKS = Math.ceil(REPLAYED_DAYS / 7);

interface Row {
  readonly customer: string;
  readonly minutes: number;
  readonly fee_minor: number;
  readonly plan_key: string;
  readonly count: number;
}

/**
 * The rentals of the last 90 days, priced by another plan. A fee is a matter of whole minutes, so the database counts rentals of the
 * same length; a week at a time, so that a large tenant's rentals are never held at once.
 */
export function replayRentals(context: RequestContext, { plan, planId, scope }: ReplayRequest): Promise<Replay> {
  const faults = planFaults(plan).map(({ path, code }) => ({ path: `plan.${path}`, code }));
  if (faults.length > 0) raise('request.malformed', {}, { faults });
  if (scope === 'plan' && !isUuid(planId ?? '')) raise('fee-plan.not-found');
  const to = context.now();
  const replay = new RentalReplay(plan, WEEKS);
  return context.read(async (db) => {
    const { currency } = await db.selectFrom('tenant').select('currency').executeTakeFirstOrThrow();
    const plans = new Map<string, FeePlan>();
    const starts: Date[] = [];
    for (let week = WEEKS - 1; week >= 0; week--) {
      const until = new Date(to.getTime() - week * 7 * DAY_MS);
      const from = new Date(Math.max(until.getTime() - 7 * DAY_MS, to.getTime() - REPLAYED_DAYS * DAY_MS));
      starts.push(from);
      const some = { ...{ from, until, currency }, ...(scope === 'plan' ? { planId } : {}) };
      for (const row of await countRentals(db, context, some)) {
        const kept = plans.get(row.plan_key) ?? (await readPlan(db, some, row.plan_key));
        plans.set(row.plan_key, kept);
        const { customer, minutes, count } = row;
        replay.add({ customer, minutes, count, week, plan: kept, feeMinor: row.fee_minor });
      }
    }
    const { weeks, ...result } = replay.result;
    return {
      ...result,
      ...{ currency, from: new Date(to.getTime() - REPLAYED_DAYS * DAY_MS).toISOString(), to: to.toISOString() },
      weeks: weeks.map((sums, at) => ({ from: (starts[at] ?? to).toISOString(), ...sums })),
    };
  });
}

interface Some {
  readonly from: Date;
  readonly until: Date;
  readonly currency: string;
  readonly planId?: string | undefined;
}

/** Those that were priced by time: not the ones that cost nothing because nothing was known to have come out. */
const priced = ({ from, until, currency, planId }: Some) => sql`
  tenant_id = ${THIS_TENANT} and created_at >= ${from} and created_at < ${until} and step = 'over' and started_at is not null and not_lent is null
  and fee_minor is not null and not sandbox and currency = ${currency}
  and ${planId === undefined ? sql`true` : sql`plan_id = ${planId}`}`;

async function countRentals(db: TenantDb, { actor }: RequestContext, some: Some): Promise<readonly Row[]> {
  const seen = actor.isRoot || actor.spotIds === null ? sql`true` : sql`spot_id = any(${[...actor.spotIds]}::uuid[])`;
  const { rows } = await sql<Row>`
    select case when customer_id = '' then order_no else coalesce(client_key_id::text, '') || '/' || customer_id end as customer,
           ceil(greatest(0, extract(epoch from ended_at - started_at)) / 60)::integer as minutes,
           fee_minor, md5(plan::text) as plan_key, count(*)::integer as count
      from rental_order where ${priced(some)} and ${seen}
     group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** As rentals of this week kept it. */
async function readPlan(db: TenantDb, some: Some, key: string): Promise<FeePlan> {
  const { rows } = await sql<{ plan: unknown }>`
    select plan from rental_order where ${priced(some)} and md5(plan::text) = ${key} limit 1`.execute(db);
  return FeePlan.parse(rows[0]?.plan);
}
