import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { BooleanField, Done, Id, Instant, IntField, TenantId } from '#platform/http/contract/fields.ts';
import { couponRules } from './coupon-rules.ts';

const RULES = '/RewardCouponRule/api';
const RUNS = '/CouponSchedule/api';
const view = {
  method: 'POST',
  permission: couponRules.permission('view'),
  effect: 'read',
} as const;
const change = { method: 'POST', permission: couponRules.permission('edit') } as const;

const { frequency, executionTime, weekdays, beginAt, endAt, rewardType, couponId, couponCount, emailSuffixes } =
  couponRules.fields;

export const NextRunsRequest = z.strictObject({
  rewardType: rewardType.input.default(1),
  frequency: frequency.input.optional(),
  executionTime: executionTime.input.default(''),
  weekdays: weekdays.input.default([]),
  beginAt: beginAt.input,
  endAt: endAt.input,
  count: IntField(1, 50).default(10),
});
export type NextRunsRequest = z.infer<typeof NextRunsRequest>;

export const NextRuleRuns = z.strictObject({
  timeZone: z.string(),
  /** In that zone, with offset; empty where none is left, or where customers and not the clock begin them. */
  runs: z.array(Instant),
});
export type NextRuleRuns = z.infer<typeof NextRuleRuns>;

export const WhoRequest = z.strictObject({
  couponId: couponId.input,
  rewardType: rewardType.input.default(1),
  couponCount: couponCount.input.default(1),
  emailSuffixes: emailSuffixes.input.default(''),
  includeSharedTenants: BooleanField.default(false),
  /** Of a rule that is there: who already has theirs of this period is left out. */
  ruleId: Id.optional(),
});
export type WhoRequest = z.infer<typeof WhoRequest>;

export const WhoWouldGetIt = z.strictObject({
  /** Of the tenant itself. */
  customers: z.int(),
  /** Of tenants that lend theirs. */
  lentCustomers: z.int(),
  /** Codes that they have of this period already. */
  have: z.int(),
  /** Codes that a run now would send, before the coupon runs out. */
  codes: z.int(),
  codesLeft: z.int(),
  /** Some of them; mailboxes in part only. */
  examples: z.array(z.strictObject({ id: z.string(), name: z.string(), email: z.string() })),
});
export type WhoWouldGetIt = z.infer<typeof WhoWouldGetIt>;

export const AddRunRequest = z.strictObject({
  ruleId: Id,
  /** Now, when left out; within begin and end of the rule. */
  at: Instant.optional(),
});
export type AddRunRequest = z.infer<typeof AddRunRequest>;
export const SwitchRunRequest = z.strictObject({ id: Id, on: BooleanField });
export type SwitchRunRequest = z.infer<typeof SwitchRunRequest>;
export const StopRunRequest = z.strictObject({ id: Id });
export type StopRunRequest = z.infer<typeof StopRunRequest>;
/** What it had sent when it ended: codes, not people. */
export const StoppedRun = z.strictObject({ sent: z.int(), planned: z.int() });
export type StoppedRun = z.infer<typeof StoppedRun>;

const Lending = z.strictObject({
  lenderTenantId: z.string(),
  lenderName: z.string(),
  borrowerTenantId: z.string(),
  borrowerName: z.string(),
  madeAt: Instant,
  lenderAgreedAt: Instant.nullable(),
  borrowerAgreedAt: Instant.nullable(),
});
export type Lending = z.infer<typeof Lending>;
export const LendingPair = z.strictObject({ lenderTenantId: TenantId, borrowerTenantId: TenantId });
export type LendingPair = z.infer<typeof LendingPair>;

/** Made by the administrator alone. */
export const LENDING_PERMISSION = 'coupon-rule:lend';

export const couponRuleEndpoints = {
  nextRuns: endpoint({
    ...view,
    path: `${RULES}/nextRuns`,
    request: NextRunsRequest,
    response: NextRuleRuns,
    summary: 'When a rule would send next, by the function that sends',
  }),
  who: endpoint({
    ...view,
    path: `${RULES}/whoWouldGetIt`,
    request: WhoRequest,
    response: WhoWouldGetIt,
    summary: 'Who would get the coupon if a rule ran now; nothing is sent',
  }),
  addRun: endpoint({
    ...change,
    path: `${RUNS}/add`,
    request: AddRunRequest,
    response: z.strictObject({ id: z.string() }),
    summary: 'Add a run of a rule, now or later; who has theirs of that period gets no second one',
  }),
  switchRun: endpoint({
    ...change,
    path: `${RUNS}/switch`,
    request: SwitchRunRequest,
    response: Done,
    summary: 'Call a planned run off, or plan it again',
  }),
  stopRun: endpoint({
    ...change,
    path: `${RUNS}/stop`,
    request: StopRunRequest,
    response: StoppedRun,
    summary: 'Stop a run on its way; what it sent stays sent and counted',
  }),
  lendings: endpoint({
    ...view,
    path: `${RULES}/sharedTenants`,
    request: z.strictObject({}),
    response: z.array(Lending),
    summary: 'Tenants that lend their customers to this one, and those that it lends to',
  }),
  addLending: endpoint({
    ...change,
    path: `${RULES}/sharedTenantAdd`,
    permission: LENDING_PERMISSION,
    request: LendingPair,
    response: Done,
    summary: 'Let a tenant lend its customers to another one; both have to agree',
  }),
  agreeLending: endpoint({
    ...change,
    path: `${RULES}/sharedTenantAgree`,
    request: LendingPair,
    response: Done,
    summary: 'Agree for the own tenant that customers are lent',
  }),
  removeLending: endpoint({
    ...change,
    path: `${RULES}/sharedTenantDelete`,
    request: LendingPair,
    response: Done,
    summary: 'End the lending of customers, for either tenant',
  }),
};
