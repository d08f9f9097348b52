/** The seventeen currencies of the specification with their facts (practice 1.2). */
export interface CurrencyFacts {
  /** Decimals: the number of minor-unit digits. */
  readonly digits: 0 | 2 | 3;
  /** Cash is rounded to a multiple of this many minor units; 1 means no rounding. */
  readonly cashStep: number;
  /** Card and wallet charges are rounded to a multiple of this many minor units (practice 1.3). */
  readonly amountStep: number;
  /** Withdrawn currencies format and stay selectable, but nothing is sold in them. */
  readonly withdrawn: boolean;
}

const facts = (digits: 0 | 2 | 3, cashStep = 1, amountStep = 1, withdrawn = false): CurrencyFacts => ({
  digits,
  cashStep,
  amountStep,
  withdrawn,
});

export const CURRENCIES = {
  SAR: facts(2),
  NOK: facts(2, 100),
  OMR: facts(3, 1, 10),
  CNY: facts(2),
  EUR: facts(2),
  GBP: facts(2),
  USD: facts(2),
  JPY: facts(0),
  KRW: facts(0),
  FRF: facts(2, 1, 1, true),
  IEP: facts(2, 1, 1, true),
  NLG: facts(2, 1, 1, true),
  SEK: facts(2, 100),
  MXN: facts(2),
  ILS: facts(2, 10),
  PLN: facts(2),
  AED: facts(2),
} as const satisfies Record<string, CurrencyFacts>;

export type Currency = keyof typeof CURRENCIES;
export const CURRENCY_CODES = Object.keys(CURRENCIES) as [Currency, ...Currency[]];

/** Minor-unit digits; a word that is none of the seventeen has the two of most. */
export function digitsOf(currency: string): number {
  return Object.hasOwn(CURRENCIES, currency) ? CURRENCIES[currency as Currency].digits : 2;
}
