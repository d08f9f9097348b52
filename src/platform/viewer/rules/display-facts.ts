import type { Currency } from '#platform/money/contract/currency.ts';
import { CURRENCY_FORMATS, type CurrencyFormat, TIME_FORMATS } from '../contract/display-formats.ts';

type Stored = Partial<Record<'timeZone' | 'timeFormat' | 'currency' | 'currencyFormat', unknown>>;

/** What times and amounts are shown with. */
export interface DisplayFacts {
  readonly timeZone: string;
  readonly timeFormat: string;
  /** Empty where none is set: amounts then stand without a currency. */
  readonly currency: Currency;
  readonly currencyFormat: CurrencyFormat;
}

/**
 * A tenant may lack each of the four (platform.md 9: the checklist asks for them) or hold a word of another server: times are
 * then shown in UTC and in the first format, so that the console stands and says what is missing.
 */
export function displayFacts(stored: Readonly<Stored>): DisplayFacts {
  return {
    timeZone: knownZone(textOf(stored.timeZone)) ?? 'UTC',
    timeFormat: knownFormat(textOf(stored.timeFormat)) ?? TIME_FORMATS[0],
    currency: textOf(stored.currency) as Currency,
    currencyFormat: CURRENCY_FORMATS.find((format) => format === stored.currencyFormat) ?? 'symbol',
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** `UTC+8` and `GMT-3:30` are offsets; everything else is a name of the time zone database. */
function knownZone(text: string): string | undefined {
  const [, sign, hours = '', minutes = '00'] = /^(?:UTC|GMT)([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(text) ?? [];
  const zone = sign === undefined ? text : `${sign}${hours.padStart(2, '0')}:${minutes}`;
  try {
    return zone === '' ? undefined : new Intl.DateTimeFormat('en-US', { timeZone: zone }) && zone;
  } catch {
    return undefined;
  }
}

/** A day and a clock with the letters that the formatter knows; some clients write year and day in capitals. */
function knownFormat(text: string): string | undefined {
  const format = text.replaceAll('YYYY', 'yyyy').replaceAll('DD', 'dd');
  const isKnown = /^(?=[^ ]*yyyy)(?=[^ ]*dd)(?:yyyy|MM|dd|[-/.年月日])+ (?:HH|hh):mm:ss(?: a)?$/.test(format);
  return isKnown ? format : undefined;
}
