import type { ExplainPriceRequest } from '#domains/pricing/contract/price.ts';
import { priceOrder } from '#domains/pricing/rules/price-order.ts';
import { localDay, wallClock } from '#platform/time/rules/local-day.ts';
import type { DrawnCoupon } from '../contract/rehearsal.ts';
import { refusalToUse } from './coupon-discount.ts';
import { isWithinRanges } from './coupon-validity.ts';

/** A paid order as it was. */
export interface PastOrder {
  readonly at: Date;
  readonly spotId: string;
  readonly customerId: string | null;
  readonly subtotalMinor: number;
  /** What its price was made of; null where that is not known any more. */
  readonly pricing: ExplainPriceRequest | null;
}

interface Sum {
  uses: number;
  costMinor: number;
}

export interface RehearsalSums extends Sum {
  orders: number;
  subtotalMinor: number;
  unknown: number;
  endsOn: string | null;
  endsBy: 'uses' | 'budget' | null;
  readonly spots: Map<string, Sum>;
  readonly hours: Map<number, Sum>;
}

/**
 * Replays orders, the oldest first, as if every customer had had a code: each is priced again by the function that priced it,
 * and the coupon ends where its uses or its money do (minor units). An order that had a coupon has none to spare.
 */
export function startRehearsal(drawn: DrawnCoupon, timeZone: string) {
  const sums: RehearsalSums = {
    ...{ orders: 0, subtotalMinor: 0, uses: 0, costMinor: 0, unknown: 0, endsOn: null, endsBy: null },
    ...{ spots: new Map(), hours: new Map() },
  };
  const spotIds = drawn.spotIds && new Set(drawn.spotIds);
  const ofCustomer = new Map<string, number>();

  const discountOf = (order: PastOrder, pricing: ExplainPriceRequest): number => {
    const { value, dailyRanges, perUserLimit } = drawn;
    if (pricing.coupon || (spotIds && !spotIds.has(order.spotId))) return 0;
    if (!isWithinRanges(dailyRanges, order.at, timeZone)) return 0;
    if (refusalToUse(value, { ...pricing, subtotalMinor: order.subtotalMinor })) return 0;
    const had = order.customerId === null ? 0 : (ofCustomer.get(order.customerId) ?? 0);
    if (perUserLimit !== null && had >= perUserLimit) return 0;
    const answer = priceOrder({ ...pricing, coupon: value });
    return answer.priced ? answer.price.discountMinor : 0;
  };

  const whatEnds = (costMinor: number): RehearsalSums['endsBy'] => {
    if (drawn.mostUses !== null && sums.uses >= drawn.mostUses) return 'uses';
    return drawn.budgetMinor !== null && sums.costMinor + costMinor > drawn.budgetMinor ? 'budget' : null;
  };

  const count = (order: PastOrder, costMinor: number): void => {
    const hour = Number(wallClock(order.at, timeZone).slice(11, 13));
    const spot = at(sums.spots, order.spotId);
    for (const sum of [sums, spot, at(sums.hours, hour)]) {
      sum.uses += 1;
      sum.costMinor += costMinor;
    }
    if (order.customerId !== null) ofCustomer.set(order.customerId, (ofCustomer.get(order.customerId) ?? 0) + 1);
  };

  return {
    sums,
    add(order: PastOrder): void {
      sums.orders += 1;
      sums.subtotalMinor += order.subtotalMinor;
      if (order.pricing === null) {
        sums.unknown += 1;
        return;
      }
      const costMinor = discountOf(order, order.pricing);
      if (costMinor === 0) return;
      const endsBy = whatEnds(costMinor);
      if (endsBy === null) count(order, costMinor);
      else if (sums.endsBy === null) Object.assign(sums, { endsBy, endsOn: localDay(order.at, timeZone) });
    },
  };
}

function at<Key>(sums: Map<Key, Sum>, key: Key): Sum {
  const known = sums.get(key) ?? { uses: 0, costMinor: 0 };
  sums.set(key, known);
  return known;
}
