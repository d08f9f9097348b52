import { CouponType } from '#domains/coupons/contract/coupon.ts';
import { OrderSource, OrderStatus, OrderType } from '#domains/orders/contract/order.ts';
import { NO_COUPON, NO_REFUND, type OrderListFilters } from '#domains/orders/contract/order-query.ts';
import { ORDER_FILTER_CONDITIONS } from '#domains/orders/rules/order-filter.ts';
import { PaidBy } from '#domains/pricing/contract/sale.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import { readChoice } from '#platform/http/contract/choice.ts';
import { withoutHyphens } from '#platform/ids/rules/grouped-number.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { endingOf, type OrderEnding } from './order-ending.ts';

/**
 * What a list asks for, as values that SQL can bind; what is left out is "any". Which parts there are, and how many codes,
 * is all that the text of a statement depends on (see `statement`).
 */
export interface OrderListQuery {
  readonly statuses?: readonly number[] | undefined;
  /** Status 4 or a flag: the tab "abnormal", or all failures. */
  readonly hasFailed?: true | undefined;
  /** The tab's own. */
  readonly refundAnyOf?: readonly number[] | undefined;
  readonly refundNoneOf: readonly number[];
  /** What the reader chose, 0 for none. */
  readonly refundAmong?: readonly number[] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly spotIds?: UuidArray | undefined;
  readonly imei?: string | undefined;
  readonly sources?: readonly number[] | undefined;
  readonly paidBy?: readonly string[] | undefined;
  readonly paid?: { readonly is: boolean } | undefined;
  readonly isSound?: true | undefined;
  readonly refunded?: { readonly is: boolean } | undefined;
  readonly goodsId?: string | undefined;
  readonly customerRef?: string | undefined;
  readonly orderTypes?: readonly number[] | undefined;
  readonly couponId?: string | undefined;
  /** 0 for none. */
  readonly couponTypes?: readonly number[] | undefined;
  readonly couponUsed?: { readonly is: boolean } | undefined;
  readonly barcodeUsed?: { readonly is: boolean } | undefined;
  readonly payableFrom?: number | undefined;
  readonly payableTo?: number | undefined;
  readonly search?: SearchedWord | undefined;
}

/** Ids as PostgreSQL writes an array of them: one value, however many there are. */
type UuidArray = string;

/** An order number, its beginning or its last digits, an IMEI, or the pickup code of an order that still waits. */
export interface SearchedWord {
  readonly imei: string;
  /** A range instead of LIKE: it finds its index under every collation. */
  readonly orderNo?: { readonly from: string; readonly to: string } | undefined;
  readonly ending?: OrderEnding | undefined;
  readonly pickupCode?: string | undefined;
}

/** `visibleSpotIds` are those of a restricted person: a filter can only narrow them (security 5.3). */
export function toListQuery(request: OrderListFilters, visibleSpotIds: readonly string[] | null): OrderListQuery {
  const tab = ORDER_FILTER_CONDITIONS[request.filter];
  const spotIds = narrowSpots(visibleSpotIds, request.spotId);
  const chosen = chosenOf(request.status, Object.values(OrderStatus));
  return {
    // of an abnormal order every status qualifies, by its flag
    statuses: tab.orHasIssue || tab.statuses === null ? chosen : both(tab.statuses, chosen),
    hasFailed: tab.orHasIssue || request.failed || request.processAnomaly || undefined,
    refundAnyOf: tab.refundAnyOf ?? undefined,
    refundNoneOf: tab.refundNoneOf,
    refundAmong: chosenOf(request.refundStatus, [NO_REFUND, ...Object.values(RefundStatus)]),
    from: request.createdFrom === undefined ? undefined : withinReason(request.createdFrom),
    to: request.createdTo === undefined ? undefined : withinReason(request.createdTo),
    spotIds: spotIds === null ? undefined : `{${spotIds.join(',')}}`,
    imei: request.deviceImei || undefined,
    sources: chosenOf(request.source, Object.values(OrderSource)),
    paidBy: chosenOf(request.paidBy, PaidBy.options),
    paid: isOf(request.paid),
    isSound: request.processAnomaly === false || undefined,
    refunded: isOf(request.refunded),
    goodsId: request.goodsId === undefined || isUuid(request.goodsId) ? request.goodsId : NOTHING,
    customerRef: request.customerRef === undefined || isUuid(request.customerRef) ? request.customerRef : NOTHING,
    orderTypes: chosenOf(request.orderType, Object.values(OrderType)),
    couponId: request.couponId === undefined || isUuid(request.couponId) ? request.couponId : NOTHING,
    couponTypes: chosenOf(request.couponType, [NO_COUPON, ...Object.values(CouponType)]),
    couponUsed: isOf(request.couponUsed),
    barcodeUsed: isOf(request.barcodeUsed),
    payableFrom: request.payableFrom,
    payableTo: request.payableTo,
    search: request.search ? searchedWord(request.search) : undefined,
  };
}

const isOf = (flag: boolean | undefined): { readonly is: boolean } | undefined =>
  flag === undefined ? undefined : { is: flag };

/** The codes that fit a choice; undefined: any. */
function chosenOf<Code extends string | number>(
  choice: string | undefined,
  codes: readonly Code[],
): readonly Code[] | undefined {
  if (choice === undefined) return undefined;
  const { isNot, values } = readChoice(choice);
  return codes.filter((code) => values.includes(String(code)) !== isNot);
}

const both = (some: readonly number[], others: readonly number[] | undefined): readonly number[] =>
  others ? some.filter((code) => others.includes(code)) : some;

/** What no drink and no customer is called: ids of other forms name none. */
const NOTHING = '00000000-0000-0000-0000-000000000000';

const EARLIEST = new Date('1900-01-01T00:00:00Z');
const LATEST = new Date('9900-01-01T00:00:00Z');

/** No order is older or younger; the days of the counts are written with four digits, and none of them is the year 0. */
function withinReason(instant: string): Date {
  const at = new Date(instant);
  if (at < EARLIEST) return EARLIEST;
  return at > LATEST ? LATEST : at;
}

const CODES_OF_PEOPLE = /^\d{4}$/;
const ORDER_NUMBER_BEGINNING = /^\d{6,40}$/;

function searchedWord(asked: string): SearchedWord {
  const word = withoutHyphens(asked);
  return {
    imei: word,
    orderNo: ORDER_NUMBER_BEGINNING.test(word) ? { from: word, to: word.padEnd(48, '9') } : undefined,
    ending: endingOf(word),
    pickupCode: CODES_OF_PEOPLE.test(word) ? word : undefined,
  };
}

/** Spots that are both visible and asked for; `null` is all of the tenant. */
export function narrowSpots(visible: readonly string[] | null, asked: string | undefined): readonly string[] | null {
  if (asked === undefined) return visible;
  return isUuid(asked) && (visible === null || visible.includes(asked)) ? [asked] : [];
}

/** No status and no refund code fits: there is nothing to ask. */
export const isEmpty = (query: OrderListQuery): boolean =>
  [
    ...[query.statuses, query.refundAnyOf, query.refundAmong, query.sources, query.paidBy],
    ...[query.orderTypes, query.couponTypes],
  ].some((codes) => codes?.length === 0);
