import { sql } from 'kysely';
import { maskedEmail } from '#domains/customers/rules/masked-contact.ts';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { isoWithOffset } from '#system/scheduling/rules/next-runs.ts';
import { RewardType } from '../contract/coupon-rules.ts';
import type { NextRuleRuns, NextRunsRequest, WhoRequest, WhoWouldGetIt } from '../contract/endpoints.ts';
import { nextRuleRuns, periodKey } from '../rules/plan-run.ts';
import { ruleFaults, timesOf } from '../rules/rule-faults.ts';
import { type Audience, countAudience, examplesOf, tenantsOf } from './audience.ts';
import { zoneOf } from './plan-rules.ts';
import { findRule } from './rule-store.ts';

const EXAMPLES = 10;

/** When a rule would run, as it is written in a form; what is wrong with it is refused as an addition would be. */
export function previewRuns(context: RequestContext, request: NextRunsRequest): Promise<NextRuleRuns> {
  const draft = { ...request, frequency: request.frequency ?? null, emailSuffixes: '' };
  mustBeRight(draft);
  return context.read(async (db) => {
    const timeZone = await zoneOf({ db });
    const times = timesOf({ ...draft, beginAt: new Date(request.beginAt), endAt: new Date(request.endAt) });
    const runs = times ? nextRuleRuns(times, timeZone, context.now(), request.count) : [];
    return { timeZone, runs: runs.map((run) => isoWithOffset(run, timeZone)) };
  });
}

/** Refuses a rule with all its faults. */
export function mustBeRight(draft: Parameters<typeof ruleFaults>[0]): void {
  const faults = ruleFaults(draft);
  const [first] = faults;
  if (first) raise(first.code as 'coupon-rule.end-before-begin', first.params ?? {}, { faults });
}

/** Who would get the coupon now, and how far it would go round. */
export async function whoWouldGetIt(context: RequestContext, request: WhoRequest): Promise<WhoWouldGetIt> {
  mustBeRight({
    ...{ ...request, frequency: 'daily', executionTime: '00:00:00', weekdays: [] },
    ...{ beginAt: '', endAt: '' },
  });
  if (!isUuid(request.couponId)) raise('coupon.not-found', {}, unknownCoupon);
  const { actor, services, tenantId } = context;
  const found = await context.read(async (db) => {
    const coupon = await db
      .selectFrom('coupon')
      .select(sql<number>`greatest(max_total - issued, 0)`.as('left'))
      .where('id', '=', request.couponId)
      .executeTakeFirst();
    const timeZone = await zoneOf({ db });
    const { rewardType, emailSuffixes, includeSharedTenants } = request;
    const audience: Audience = { rewardType, emailSuffixes, includeSharedTenants, at: context.now(), timeZone };
    // names are for those who may see customers, all of them
    const mayName = can(actor, 'app-user:view') && (actor.isRoot || actor.spotIds === null);
    return {
      left: (coupon ?? raise('coupon.not-found', {}, unknownCoupon)).left,
      audience,
      customers: await countAudience(db, audience),
      have: await countIssued(db, request.ruleId, audience),
      examples: mayName ? await examplesOf(db, audience, EXAMPLES) : [],
    };
  });
  const lenders = (await tenantsOf(services, tenantId, found.audience)).slice(1);
  let lentCustomers = 0;
  for (const lender of lenders)
    lentCustomers += await services.database.read(lender, (db) => countAudience(db, found.audience), 'background');
  const wanted = Math.max(0, (found.customers + lentCustomers) * request.couponCount - found.have);
  return {
    ...{ customers: found.customers, lentCustomers, have: found.have },
    ...{ codes: Math.min(wanted, found.left), codesLeft: found.left },
    examples: found.examples.map(({ id, name, email }) => ({ id, name, email: maskedEmail(email) })),
  };
}

const unknownCoupon = { faults: [{ path: 'couponId', code: 'coupon.not-found' }] };

/** Codes that a rule has sent in the period of this moment. */
async function countIssued(db: TenantDb, ruleId: string | undefined, { at, timeZone }: Audience): Promise<number> {
  if (ruleId === undefined) return 0;
  const rule = isUuid(ruleId) ? await findRule(db, ruleId) : undefined;
  if (!rule) return raise('coupon-rule.not-found');
  const period =
    rule.rewardType === RewardType.birthday
      ? periodKey('yearly', at, timeZone)
      : rule.rewardType === RewardType.timed && rule.frequency
        ? periodKey(rule.frequency, at, timeZone)
        : undefined;
  // of a customer's life: who is counted now has not had theirs
  if (period === undefined) return 0;
  const { count } = await db
    .selectFrom('reward_issue')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('rule_id', '=', ruleId)
    .where('period_key', '=', period)
    .executeTakeFirstOrThrow();
  return Number(count);
}
