import { periodFaults } from '#platform/records/contract/periods.ts';
import { CouponType } from '../contract/coupon.ts';
import { type Coupon, coupons, isRateType } from '../contract/coupons.ts';

/** A coupon as it would be kept, with the ends of its period as moments. */
export type CouponDraft = Pick<
  Coupon,
  | 'title'
  | 'titleZh'
  | 'type'
  | 'rate'
  | 'valueMinor'
  | 'targetMinor'
  | 'startsAt'
  | 'endsAt'
  | 'dailyRanges'
  | 'allSpots'
  | 'spotIds'
  | 'maxTotal'
  | 'maxUses'
  | 'perUserLimit'
  | 'claimFrequency'
  | 'customCode'
  | 'budgetMinor'
>;

export interface CouponFault {
  readonly path: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** What the fields of a coupon say against each other (domain 5, practice 5.1 and 5.4), each fault at its field. */
export function couponFaults(draft: CouponDraft): CouponFault[] {
  const faults: CouponFault[] = [...worthFaults(draft), ...periodFaults(coupons.fields, draft)];
  for (const [place, { window }] of draft.dailyRanges.entries())
    if (window.from === window.to) faults.push({ path: `dailyRanges.${place}.window`, code: 'coupon.range-empty' });
  if (!draft.allSpots && draft.spotIds.length === 0) faults.push({ path: 'spotIds', code: 'coupon.spots-missing' });
  return faults;
}

function worthFaults({ type, rate, valueMinor, targetMinor }: CouponDraft): CouponFault[] {
  if (isRateType(type)) return rate === null ? [{ path: 'rate', code: 'coupon.value-missing' }] : [];
  if (valueMinor === null || valueMinor <= 0) return [{ path: 'valueMinor', code: 'coupon.value-missing' }];
  if (type !== CouponType.thresholdFlat) return [];
  if (targetMinor === null) return [{ path: 'targetMinor', code: 'coupon.target-missing' }];
  return targetMinor < valueMinor ? [{ path: 'targetMinor', code: 'coupon.threshold-below-reduction' }] : [];
}

/** What customers were told with their codes. */
const TOLD = [
  ...['title', 'titleZh', 'type', 'rate', 'valueMinor', 'targetMinor', 'startsAt', 'dailyRanges', 'allSpots'],
  ...['spotIds', 'maxUses', 'perUserLimit', 'claimFrequency', 'customCode'],
] as const;

/** Once codes are out only the end may move later and the total may rise, beside remark, budget and switches (settled 100). */
export function changeFaults(before: CouponDraft, draft: CouponDraft): CouponFault[] {
  const same = (field: string): boolean => {
    const [one, other] = [before, draft].map((of) => (of as unknown as Record<string, unknown>)[field]);
    return JSON.stringify(one) === JSON.stringify(other);
  };
  const faults: CouponFault[] = TOLD.filter((field) => !same(field)).map((path) => ({
    path,
    code: 'coupon.codes-out',
  }));
  if (Date.parse(draft.endsAt) < Date.parse(before.endsAt)) faults.push({ path: 'endsAt', code: 'coupon.only-later' });
  if (draft.maxTotal < before.maxTotal) faults.push({ path: 'maxTotal', code: 'coupon.only-more' });
  return faults;
}
