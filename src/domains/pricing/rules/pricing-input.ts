import type { ExplainPriceRequest } from '../contract/price.ts';

/** Everything a price depends on. Amounts in minor units of `currency`, rates in millionths. */
export interface PricingInput extends ExplainPriceRequest {
  /** Providers refuse tiny charges: a payable above zero and below this is refused (practice 1.3). */
  readonly channelMinimumMinor?: number | undefined;
}
