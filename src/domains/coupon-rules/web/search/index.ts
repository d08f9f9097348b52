import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { recordSearcher } from '#system/records/web/index.ts';
import { SEND_RULES } from '../../contract/addresses.ts';
import { couponRules } from '../../contract/coupon-rules.ts';

export const couponRuleSearcher = (): Promise<RecordSearcher> =>
  recordSearcher(couponRules, { icon: 'schedule', list: SEND_RULES });
