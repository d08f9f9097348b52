import { CURRENCIES, type Currency } from '#platform/money/contract/currency.ts';

/** Of one currency, in its minor units; null leaves the currency's own step and no minimum. */
export interface AmountRule {
  readonly currency: Currency;
  readonly amountStepMinor: number | null;
  readonly minAmountMinor: number | null;
}

/** A step that is no multiple of the currency's own would be refused by providers (practice 1.3): by place in the list. */
export function tooFineSteps(rules: readonly AmountRule[]): number[] {
  return rules.flatMap(({ currency, amountStepMinor }, place) =>
    amountStepMinor !== null && amountStepMinor % CURRENCIES[currency].amountStep !== 0 ? [place] : [],
  );
}

/** What a channel asks of an amount in a currency (practice 1.3); minor units. */
export function amountRuleOf(
  rules: readonly AmountRule[],
  currency: string,
): { readonly amountStepMinor?: number; readonly minimumMinor?: number } {
  const rule = rules.find((one) => one.currency === currency);
  return {
    ...(rule?.amountStepMinor == null ? {} : { amountStepMinor: rule.amountStepMinor }),
    ...(rule?.minAmountMinor == null ? {} : { minimumMinor: rule.minAmountMinor }),
  };
}
