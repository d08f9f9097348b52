import type { ExtraAmountRow } from '#domains/spots/contract/extra-amount.ts';
import type { PriceResult, PriceTraceRow } from '../contract/price.ts';
import type { PaidBy } from '../contract/sale.ts';

/** Why a step of practice 4.1 did nothing to a price. */
export type LeftOutReason =
  | 'noDiscount'
  | 'noCoupon'
  | 'couponRefused'
  | 'noExtra'
  | 'outsideRange'
  | 'firstRowCounts'
  | 'wholeStep'
  | 'notCash'
  | 'isCash';

export interface LeftOutStep {
  readonly step: PriceTraceRow['step'];
  readonly why: LeftOutReason;
  /** Of an extra amount: the range of subtotals that it is for, in minor units. */
  readonly range?: { readonly minMinor: number; readonly maxMinor: number };
}

export type ExplainedStep = { readonly taken: PriceTraceRow } | { readonly leftOut: LeftOutStep };

/** What of a price's input decides which steps are left out; what is not known says nothing. */
export interface ExplainedFacts {
  readonly channelDiscountPercent?: number | undefined;
  readonly extraAmounts?: readonly ExtraAmountRow[] | undefined;
  readonly paidBy: PaidBy;
  readonly coupon: 'none' | 'used' | 'refused';
}

/** All steps of practice 4.1 in their order: those of the trace, and between them those that did nothing, with the reason. */
export function explainedSteps(price: PriceResult, facts: ExplainedFacts): ExplainedStep[] {
  const waiting = [
    { before: ['subtotal'], steps: discountLeftOut(facts) },
    { before: ['extra', 'lineTax'], steps: couponLeftOut(facts) },
    { before: ['lineTax'], steps: extraLeftOut(price, facts) },
    { before: ['payable'], steps: roundingLeftOut(price, facts) },
  ];
  return price.trace.flatMap((taken): ExplainedStep[] => {
    const due = waiting.filter(({ before }) => before.includes(taken.step));
    const steps = due.flatMap((one) => one.steps.splice(0));
    return [...steps.map((leftOut) => ({ leftOut })), { taken }];
  });
}

const discountLeftOut = ({ channelDiscountPercent }: ExplainedFacts): LeftOutStep[] =>
  channelDiscountPercent === 0 ? [{ step: 'channelDiscount', why: 'noDiscount' }] : [];

function couponLeftOut({ coupon }: ExplainedFacts): LeftOutStep[] {
  if (coupon === 'used') return [];
  return [{ step: 'coupon', why: coupon === 'none' ? 'noCoupon' : 'couponRefused' }];
}

/** Each range that the subtotal is not in, and those behind the first one that it is in (practice 4.3). */
function extraLeftOut({ subtotalMinor }: PriceResult, { extraAmounts }: ExplainedFacts): LeftOutStep[] {
  if (extraAmounts === undefined) return [];
  if (extraAmounts.length === 0) return [{ step: 'extra', why: 'noExtra' }];
  const isIn = ({ minMinor, maxMinor }: ExtraAmountRow) => minMinor <= subtotalMinor && subtotalMinor < maxMinor;
  const taken = extraAmounts.find(isIn);
  return extraAmounts
    .filter((row) => row !== taken)
    .map((row) => ({
      step: 'extra',
      why: isIn(row) ? 'firstRowCounts' : 'outsideRange',
      range: { minMinor: row.minMinor, maxMinor: row.maxMinor },
    }));
}

/** One of the two steps at most is taken, and where the total is a multiple of it, it changes nothing (practice 1.3, 1.4). */
function roundingLeftOut({ roundingAdjustmentMinor }: PriceResult, { paidBy }: ExplainedFacts): LeftOutStep[] {
  const [own, other] =
    paidBy === 'cash' ? (['cashStep', 'amountStep'] as const) : (['amountStep', 'cashStep'] as const);
  return [
    ...(roundingAdjustmentMinor === 0 ? [{ step: own, why: 'wholeStep' } as const] : []),
    { step: other, why: paidBy === 'cash' ? 'isCash' : 'notCash' },
  ];
}
