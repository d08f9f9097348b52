import type { Currency } from '#platform/money/contract/currency.ts';

/** What a spot took in on one day of the tenant's calendar (settled 40). Amounts in minor units of `currency`. */
export interface DaySheet {
  readonly seller: { readonly name: string; readonly identification: string };
  readonly spot: { readonly name: string; readonly address: string };
  /** `yyyy-MM-dd` */
  readonly day: string;
  readonly timeZone: string;
  /** On the clock of the tenant. */
  readonly printedAt: string;
  /** The day is not over: there may be more. */
  readonly isOpen: boolean;
  /** One part for each currency that was paid in; nearly always one. */
  readonly parts: readonly DaySheetPart[];
}

export interface DaySheetPart {
  readonly currency: Currency;
  readonly orders: number;
  readonly cups: number;
  readonly firstOrderNo: string;
  readonly lastOrderNo: string;
  readonly subtotalMinor: number;
  readonly discountMinor: number;
  readonly extraMinor: number;
  /** What customers paid, after rounding. */
  readonly paidMinor: number;
  readonly roundingMinor: number;
  readonly taxMinor: number;
  readonly taxes: readonly { readonly rate: number; readonly baseMinor: number; readonly taxMinor: number }[];
  readonly payments: readonly { readonly channel: string; readonly count: number; readonly amountMinor: number }[];
  /** Money that went back on this day, whenever the order was paid. */
  readonly refunds: { readonly count: number; readonly amountMinor: number };
  readonly drinks: readonly { readonly name: string; readonly quantity: number; readonly amountMinor: number }[];
}

/** What is left of the day: paid minus given back. */
export const netOf = ({ paidMinor, refunds }: Pick<DaySheetPart, 'paidMinor' | 'refunds'>): number =>
  paidMinor - refunds.amountMinor;
