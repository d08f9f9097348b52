import { periodFaults } from '#platform/records/contract/periods.ts';
import { couponRules, type Frequency, RewardType } from '../contract/coupon-rules.ts';
import { malformedSuffix } from './email-suffix.ts';
import { readExecutionTime, TIME_PATTERNS } from './execution-time.ts';
import { nextRuleRuns, type TimedRule } from './plan-run.ts';

/** What a rule says, as far as it can be wrong. */
export interface RuleDraft {
  readonly rewardType: number;
  readonly frequency: Frequency | null;
  readonly executionTime: string;
  readonly weekdays: readonly number[];
  readonly beginAt: string;
  readonly endAt: string;
  readonly emailSuffixes: string;
}

export interface RuleFault {
  readonly path: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** All that is wrong with a rule, each at its field (domain 5, practice 6). */
export function ruleFaults(draft: RuleDraft): RuleFault[] {
  const faults: RuleFault[] = periodFaults(couponRules.fields, draft);
  const suffix = malformedSuffix(draft.emailSuffixes);
  if (suffix !== undefined)
    faults.push({ path: 'emailSuffixes', code: 'coupon-rule.suffix-malformed', params: { suffix } });
  if (draft.rewardType !== RewardType.timed) return faults;
  const { frequency, executionTime } = draft;
  if (frequency === null) return [...faults, { path: 'frequency', code: 'coupon-rule.frequency-needed' }];
  if (executionTime === '') return [...faults, { path: 'executionTime', code: 'coupon-rule.time-needed' }];
  if (!readExecutionTime(frequency, executionTime))
    faults.push({
      ...{ path: 'executionTime', code: 'coupon-rule.time-malformed' },
      params: { pattern: TIME_PATTERNS[frequency] },
    });
  return faults;
}

/** Each birthday begins at midnight on the tenant's clocks. */
const BIRTHDAYS = { frequency: 'daily', executionTime: '00:00:00', weekdays: [] } as const;

/** When the clock runs a rule; undefined where customers begin it, who register or pay for the first time (settled 104). */
export function timesOf(
  rule: Omit<RuleDraft, 'beginAt' | 'endAt'> & { beginAt: Date; endAt: Date },
): TimedRule | undefined {
  const { beginAt, endAt, frequency, executionTime, weekdays } = rule;
  if (rule.rewardType === RewardType.birthday) return { ...BIRTHDAYS, beginAt, endAt };
  if (rule.rewardType !== RewardType.timed || frequency === null) return undefined;
  return { frequency, executionTime, weekdays, beginAt, endAt };
}

/** Whether the clock runs it at all between its begin and its end. */
export const everRuns = (times: TimedRule, timeZone: string): boolean =>
  nextRuleRuns(times, timeZone, new Date(times.beginAt.getTime() - 1), 1).length > 0;
