import { CouponType, type CouponValue } from '#domains/coupons/contract/coupon.ts';
import type { ExtraAmountRow } from '#domains/spots/contract/extra-amount.ts';
import type { TaxMode } from '#domains/spots/contract/spot-tax.ts';
import type { PricedLine, PriceTraceRow } from '../contract/price.ts';
import type { Taxable } from './price-tax.ts';
import type { PricingInput } from './pricing-input.ts';

/** What the calculation knows at its end; the trace retells it step by step in formulas that need no translation. */
export interface PriceSteps {
  readonly input: PricingInput;
  readonly lines: readonly PricedLine[];
  /** What each line was taxed on, in their order. */
  readonly taxables: readonly Taxable[];
  readonly subtotalMinor: number;
  readonly couponBaseMinor: number;
  readonly extraRow: ExtraAmountRow | undefined;
  readonly extraMinor: number;
  readonly extraTaxMinor: number;
  readonly totalMinor: number;
  readonly step: number;
  readonly payableMinor: number;
}

/** The way to the payable amount in rows that people can add up, minor units. */
export function traceOf(steps: PriceSteps): PriceTraceRow[] {
  const { input, lines } = steps;
  const rows: PriceTraceRow[] = [];
  const add = (step: PriceTraceRow['step'], detail: string, amountMinor: number): void => {
    rows.push({ step, detail, amountMinor });
  };

  for (const [index, line] of lines.entries()) {
    const { unitMinor, quantity } = input.lines[index] as PricingInput['lines'][number];
    add('unit', at(index, ''), unitMinor);
    if (input.channelDiscountPercent > 0) {
      add('channelDiscount', at(index, `${unitMinor} × ${input.channelDiscountPercent} %`), line.unitMinor - unitMinor);
    }
    add('lineAmount', at(index, `${line.unitMinor} × ${quantity}`), line.amountMinor);
  }
  add('subtotal', lines.map((line) => line.amountMinor).join(' + '), steps.subtotalMinor);

  if (input.coupon) {
    add(
      'coupon',
      couponFormula(input.coupon, steps.couponBaseMinor),
      -lines.reduce((sum, line) => sum + line.discountMinor, 0),
    );
    for (const [index, line] of lines.entries()) add('couponShare', at(index, ''), -line.discountMinor);
  }
  if (steps.extraRow) {
    const { minMinor, maxMinor, proportion } = steps.extraRow;
    const formula = typeof proportion !== 'number' ? '' : `: ${steps.subtotalMinor} × ${percent(proportion)}`;
    add('extra', `${minMinor} ≤ ${steps.subtotalMinor} < ${maxMinor}${formula}`, steps.extraMinor);
  }
  for (const [index, line] of lines.entries()) {
    const formula = taxFormula(steps.taxables[index] as Taxable, input.taxMode);
    add('lineTax', at(index, formula), line.taxMinor);
  }
  if (steps.extraRow) {
    add('extraTax', taxFormula(steps.taxables.at(-1) as Taxable, input.taxMode), steps.extraTaxMinor);
  }
  add('total', '', steps.totalMinor);
  const adjustment = steps.payableMinor - steps.totalMinor;
  if (adjustment !== 0) {
    const step = input.paidBy === 'cash' ? 'cashStep' : 'amountStep';
    add(step, `${steps.totalMinor} → n × ${steps.step}`, adjustment);
  }
  add('payable', '', steps.payableMinor);
  return rows;
}

const at = (index: number, formula: string): string => `#${index + 1}${formula ? ` ${formula}` : ''}`;

/** `88750` is `8.875 %`. */
function percent(millionths: number): string {
  const whole = Math.floor(millionths / 10_000);
  const rest = String(millionths % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${whole}${rest ? `.${rest}` : ''} %`;
}

function taxFormula({ amountMinor, rate }: Taxable, mode: TaxMode): string {
  const divisor = mode === 'inclusive' ? ` / ${percent(1_000_000 + rate)}` : '';
  return `${amountMinor} × ${percent(rate)}${divisor}`;
}

function couponFormula(coupon: CouponValue, baseMinor: number): string {
  switch (coupon.type) {
    case CouponType.singleItemRate:
    case CouponType.wholeOrderRate:
    case CouponType.posRate:
      return `${baseMinor} × ${percent(coupon.rate ?? 0)}`;
    default:
      return `min(${coupon.valueMinor ?? 0}, ${baseMinor})`;
  }
}
