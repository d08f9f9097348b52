/** How the currency is written beside an amount: the values of `Intl.NumberFormat`'s `currencyDisplay`. */
export const CURRENCY_FORMATS = ['symbol', 'narrowSymbol', 'code', 'name'] as const;
export type CurrencyFormat = (typeof CURRENCY_FORMATS)[number];

/** Patterns offered for date and time; the console's formatter knows exactly these. */
export const TIME_FORMATS = [
  'yyyy-MM-dd HH:mm:ss',
  'dd.MM.yyyy HH:mm:ss',
  'dd/MM/yyyy HH:mm:ss',
  'MM/dd/yyyy hh:mm:ss a',
  'yyyy年MM月dd日 HH:mm:ss',
] as const;
export type TimeFormat = (typeof TIME_FORMATS)[number];
