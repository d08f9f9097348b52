import type { CouponProblem } from '#domains/coupons/contract/problems.ts';
import { refusalToUse } from '#domains/coupons/rules/coupon-discount.ts';
import { CURRENCIES } from '#platform/money/contract/currency.ts';
import { sumMinor, timesMinor } from '#platform/money/rules/money.ts';
import { AmountTooLarge } from '#platform/money/rules/rounding.ts';
import type { PricedLine, PriceResult } from '../contract/price.ts';
import type { PriceProblem } from '../contract/problems.ts';
import { applyCoupon } from './price-coupon.ts';
import { extraAmount, extraRowFor } from './price-extra.ts';
import { payableOf, stepFor } from './price-step.ts';
import { sumByRate, type Taxable, type TaxOfRate, taxesOf } from './price-tax.ts';
import { traceOf } from './price-trace.ts';
import { afterChannelDiscount } from './price-unit.ts';
import type { PricingInput } from './pricing-input.ts';

export type PricingAnswer =
  | {
      readonly priced: true;
      readonly price: PriceResult;
      /** For the receipt, which names tax per rate; the extra amount is in it (practice 18.3). */
      readonly taxes: readonly TaxOfRate[];
      /** Millionths, in the order of the lines. */
      readonly lineTaxRates: readonly number[];
      readonly extraTaxMinor: number;
    }
  | { readonly priced: false; readonly because: PriceProblem | CouponProblem };

/**
 * The one pricing function (practice 4.1): orders, quotes, previews and receipts all show what it says. Units, channel
 * discount, coupon, extra amount, tax, channel or cash step, in this order. Amounts in minor units.
 */
export function priceOrder(input: PricingInput): PricingAnswer {
  if (CURRENCIES[input.currency].withdrawn) return { priced: false, because: 'order.currency-withdrawn' };
  try {
    return calculate(input);
  } catch (failure) {
    if (failure instanceof AmountTooLarge) return { priced: false, because: 'order.amount-too-large' };
    throw failure;
  }
}

function calculate(input: PricingInput): PricingAnswer {
  const { taxMode, taxRounding, spotTaxRate } = input;
  const couponAfterTax = input.couponApplies === 'afterTax';
  const added = (tax: number): number => (taxMode === 'exclusive' ? tax : 0);

  const basket = input.lines.map(({ unitMinor: listed, quantity, taxRate }) => {
    const unitMinor = afterChannelDiscount(listed, input.channelDiscountPercent);
    return { unitMinor, quantity, amountMinor: timesMinor(unitMinor, quantity), rate: taxRate ?? spotTaxRate };
  });
  const subtotalMinor = sumMinor(basket.map((line) => line.amountMinor));

  const refusal = input.coupon && refusalToUse(input.coupon, { ...input, subtotalMinor });
  if (refusal) return { priced: false, because: refusal };

  const extraRow = extraRowFor(input.extraAmounts, subtotalMinor);
  const extraMinor = extraAmount(extraRow, subtotalMinor);
  // The extra amount is a line of its own at the spot's rate (practice 4.3); rounded per order it belongs to that group.
  const withExtra = (goods: readonly Taxable[]): Taxable[] =>
    extraRow ? [...goods, { amountMinor: extraMinor, rate: spotTaxRate }] : [...goods];

  const fullTaxes = couponAfterTax ? taxesOf(withExtra(basket), taxMode, taxRounding) : [];
  const coupon = applyCoupon(
    input.coupon,
    basket.map((line, index) => ({ ...line, addedTaxMinor: added(fullTaxes[index] ?? 0) })),
  );

  const taxables = withExtra(
    basket.map(({ amountMinor, rate }, index) => ({
      amountMinor: couponAfterTax ? amountMinor : amountMinor - (coupon.sharesMinor[index] as number),
      rate,
    })),
  );
  const taxes = couponAfterTax ? fullTaxes : taxesOf(taxables, taxMode, taxRounding);
  const extraTaxMinor = extraRow ? (taxes.at(-1) as number) : 0;

  const lines = basket.map(({ unitMinor, amountMinor }, index): PricedLine => {
    const discountMinor = coupon.sharesMinor[index] as number;
    const taxMinor = taxes[index] as number;
    const payableMinor = sumMinor([amountMinor, -discountMinor, added(taxMinor)]);
    return { unitMinor, amountMinor, discountMinor, taxMinor, payableMinor };
  });

  const totalMinor = sumMinor([...lines.map((line) => line.payableMinor), extraMinor, added(extraTaxMinor)]);
  const step = stepFor(input.currency, input.paidBy, input);
  const { payableMinor, roundingAdjustmentMinor } = payableOf(totalMinor, step);
  if (payableMinor > 0 && payableMinor < (input.channelMinimumMinor ?? 0)) {
    return { priced: false, because: 'order.amount-below-minimum' };
  }

  const trace = traceOf({
    input,
    lines,
    taxables,
    subtotalMinor,
    couponBaseMinor: coupon.baseMinor,
    extraRow,
    extraMinor,
    extraTaxMinor,
    totalMinor,
    step,
    payableMinor,
  });
  return {
    priced: true,
    price: {
      subtotalMinor,
      discountMinor: sumMinor(coupon.sharesMinor),
      extraMinor,
      taxMinor: sumMinor(taxes),
      totalMinor,
      payableMinor,
      roundingAdjustmentMinor,
      lines,
      trace,
    },
    taxes: sumByRate(taxables, taxes, taxMode),
    lineTaxRates: basket.map((line) => line.rate),
    extraTaxMinor,
  };
}
