import { PAID_TWICE, RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { RefundSummary } from '#domains/refunds/contract/refund-record.ts';
import { refundForUnits } from '#domains/refunds/rules/refund-share.ts';
import { largestRemainder } from '#platform/money/rules/largest-remainder.ts';
import { roundHalfUp } from '#platform/money/rules/rounding.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import type { ReceiptDocument } from '../contract/receipt.ts';
import { type PaidBy, receiptOf, type SoldOrder } from './receipt-document.ts';

/** Money that has reached the customer; amounts in minor units. */
export interface ReturnedMoney {
  readonly id: string;
  readonly amountMinor: number;
  readonly completedAt: Date;
  /** The cups it pays back; none where an amount was asked for. */
  readonly drinkNos?: readonly number[];
  /** A second payment of the same order: it bought nothing, so there is no tax in it. */
  readonly isSurplus?: boolean;
  /** That went back with it. */
  readonly points?: number | undefined;
}

type Refund = Pick<RefundSummary, 'id' | 'status' | 'origin' | 'reason' | 'amountMinor' | 'completedAt'> & {
  readonly drinkNos?: readonly number[];
};

/** Of all refunds those that reached the customer, the oldest first. */
export const returnedMoney = (refunds: readonly Refund[]): ReturnedMoney[] =>
  refunds
    .flatMap(({ status, origin, reason, completedAt, ...refund }) =>
      status === RefundStatus.returned && completedAt !== null
        ? [
            {
              ...refund,
              completedAt: new Date(completedAt),
              isSurplus: origin === 'automatic' && reason === PAID_TWICE,
            },
          ]
        : [],
    )
    .toSorted((one, other) => one.completedAt.getTime() - other.completedAt.getTime());

/** What a refund of cups is reckoned from; a rental has none. */
type SoldCups = Pick<SoldOrder, 'lines' | 'drinks'>;
const NO_CUPS: SoldCups = { lines: [], drinks: [] };

/** What of a sale has not gone back yet. */
interface Left {
  readonly payableMinor: number;
  /** Base and tax of each rate of the receipt, one after the other. */
  readonly taxed: readonly number[];
  /** Cups of each line. */
  readonly cups: readonly number[];
}

type Part = Left & { readonly isLast: boolean };

/** The documents of the refunds of an order, the oldest first; each names the original. */
export const refundDocumentsOf = (
  order: SoldOrder,
  paid: PaidBy,
  refunds: readonly ReturnedMoney[],
): ReceiptDocument[] =>
  refundDocumentsFrom(
    receiptOf(order, paid),
    refunds.map((refund) => ({ ...refund, points: order.points.get(refund.id) })),
    order,
  );

/**
 * The same from the receipt of whatever was sold. Cups take their own tax with them, an amount alone a share of what is left at
 * each rate, and the last refund all that is left: so the documents add up to the taxes of the sale.
 */
export function refundDocumentsFrom(
  sale: ReceiptDocument,
  refunds: readonly ReturnedMoney[],
  sold: SoldCups = NO_CUPS,
): ReceiptDocument[] {
  let left: Left = {
    payableMinor: sale.payableMinor,
    taxed: sale.taxes.flatMap(({ baseMinor, taxMinor }) => [baseMinor, taxMinor]),
    cups: sold.lines.map(({ quantity }) => quantity),
  };
  return refunds.map((refund) => {
    const part = partOf(sale, sold, left, refund);
    const document = documentOf(sale, sold, left, part, refund);
    left = {
      payableMinor: left.payableMinor - part.payableMinor,
      taxed: left.taxed.map((minor, place) => minor - part.taxed[place]!),
      cups: left.cups.map((cups, place) => cups - part.cups[place]!),
    };
    return document;
  });
}

function partOf(sale: ReceiptDocument, sold: SoldCups, left: Left, refund: ReturnedMoney): Part {
  const none = { taxed: left.taxed.map(() => 0), cups: left.cups.map(() => 0) };
  if (refund.isSurplus) return { ...none, payableMinor: 0, isLast: false };
  const { amountMinor: payableMinor, drinkNos = [] } = refund;
  if (payableMinor === left.payableMinor) return { ...left, isLast: true };
  const named = sold.drinks.filter(({ drinkNo }) => drinkNos.includes(drinkNo));
  const cups = sold.lines.map(({ lineNo }, place) =>
    Math.min(left.cups[place]!, named.filter((drink) => drink.lineNo === lineNo).length),
  );
  const part = { payableMinor, isLast: false };
  if (drinkNos.length > 0 && sum(pricesOf(sold, left, cups).flat()) === payableMinor) {
    const own = taxedOf(sale, sold, left, cups);
    return { ...part, cups, taxed: taken(left.taxed, own, sum(own)) };
  }
  const { totalMinor } = sale;
  const share = totalMinor && roundHalfUp(BigInt(payableMinor) * BigInt(taxedMinorOf(sale)), BigInt(totalMinor));
  return { ...part, cups: none.cups, taxed: taken(left.taxed, none.taxed, share) };
}

/** What is taxed, tax included: more than the total where a coupon is taken off after tax. */
const taxedMinorOf = (sale: ReceiptDocument): number =>
  sum(sale.taxes.map(({ baseMinor, taxMinor }) => baseMinor + taxMinor));

/** `own` as far as it is left, and up to `total` a share of everything else: an earlier amount may have taken some of it. */
function taken(left: readonly number[], own: readonly number[], total: number): number[] {
  const first = left.map((minor, place) => Math.min(minor, own[place]!));
  const others = left.map((minor, place) => minor - first[place]!);
  const more = largestRemainder(Math.min(total - sum(first), sum(others)), others);
  return first.map((minor, place) => minor + more[place]!);
}

/** What each of the next cups of each line gave back (practice 3.3). */
const pricesOf = (sold: SoldCups, left: Left, cups: readonly number[]): number[][] =>
  sold.lines.map(({ payableMinor, quantity }, place) =>
    Array.from({ length: cups[place]! }, (_, next) =>
      refundForUnits(payableMinor, quantity, quantity - left.cups[place]! + next, 1),
    ),
  );

/** Base and tax of the next cups of each line, by the rates of the sale. */
function taxedOf(sale: ReceiptDocument, sold: SoldCups, left: Left, cups: readonly number[]): number[] {
  const isCouponAfterTax = taxedMinorOf(sale) > sale.totalMinor;
  const taxed = left.taxed.map(() => 0);
  for (const [place, line] of sold.lines.entries()) {
    const rate = sale.taxes.findIndex((tax) => tax.rate === line.taxRate);
    if (rate < 0) continue;
    const of = (minor: number) => refundForUnits(minor, line.quantity, line.quantity - left.cups[place]!, cups[place]!);
    const withTax = of(line.payableMinor + (isCouponAfterTax ? line.discountMinor : 0));
    const tax = Math.min(of(line.taxMinor), withTax);
    taxed[2 * rate]! += withTax - tax;
    taxed[2 * rate + 1]! += tax;
  }
  return taxed;
}

function documentOf(
  sale: ReceiptDocument,
  sold: SoldCups,
  left: Left,
  part: Part,
  refund: ReturnedMoney,
): ReceiptDocument {
  const head = {
    ...{ at: refund.completedAt.toISOString(), localTime: wallClock(refund.completedAt, sale.timeZone) },
    ...({ kind: 'refund', refundNo: refund.id, points: refund.points ?? null } as const),
  };
  const { amountMinor } = refund;
  if (part.isLast && part.payableMinor === sale.payableMinor) return { ...sale, ...head };
  const prices = pricesOf(sold, left, part.cups);
  const lines = sold.lines.flatMap((_, place) => linesOf(sale.lines[place]!, prices[place]!));
  const taxes = sale.taxes
    .map(({ rate }, place) => ({ rate, baseMinor: part.taxed[2 * place]!, taxMinor: part.taxed[2 * place + 1]! }))
    .filter(({ baseMinor, taxMinor }) => baseMinor > 0 || taxMinor > 0);
  // extra amount and rounding go back with all that is left alone (practice 3.3)
  const isRest = part.isLast && lines.length > 0;
  const subtotalMinor = lines.length > 0 ? sum(prices.flat()) : amountMinor;
  const extraMinor = isRest ? sale.totalMinor - sum(sold.lines.map(({ payableMinor }) => payableMinor)) : 0;
  const totalMinor = subtotalMinor + extraMinor;
  const roundingAdjustmentMinor = isRest ? sale.roundingAdjustmentMinor : 0;
  return {
    ...sale,
    ...head,
    taxMode: 'inclusive',
    ...{ lines, subtotalMinor, discountMinor: 0, couponTitle: null, extraMinor },
    ...{ taxes, taxMinor: sum(taxes.map(({ taxMinor }) => taxMinor)), totalMinor, roundingAdjustmentMinor },
    returnedBeforeMinor: totalMinor + roundingAdjustmentMinor - amountMinor,
    payableMinor: amountMinor,
  };
}

/** Cups of a line that gave back the same stand together. */
function linesOf(line: ReceiptDocument['lines'][number], prices: readonly number[]): ReceiptDocument['lines'] {
  return [...new Set(prices)].map((unitMinor) => {
    const quantity = prices.filter((price) => price === unitMinor).length;
    return { ...line, quantity, unitMinor, amountMinor: unitMinor * quantity };
  });
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, minor) => all + minor, 0);
