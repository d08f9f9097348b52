import { digitsOf } from '#platform/money/contract/currency.ts';
import { toDecimalText } from '#platform/money/rules/parse-amount.ts';
import type { ExportFormat } from '../contract/export-job.ts';
import { amountLook } from '../rules/sheet-style.ts';
import { zonedSerial, zonedText } from '../rules/zoned-time.ts';
import type { CellForm, ReaderWords } from './define-export.ts';

/** How one file writes values. Workbooks know dates, but no offsets of their own: the zone stands in the head. */
export function cellForm(words: ReaderWords, format: ExportFormat, timeZone: string): CellForm {
  return {
    ...words,
    time: format === 'csv' ? csvTime(timeZone) : sheetTime(timeZone),
    money: (minor, currency) => ({ decimal: toDecimalText(minor, currency), look: amountLook(digitsOf(currency)) }),
    number: (value) => ({ decimal: String(value), look: Number.isInteger(value) ? 'whole' : 'plain' }),
  };
}

function csvTime(timeZone: string): CellForm['time'] {
  const write = zonedText(timeZone);
  return (at) => (at === null ? null : write(at));
}

function sheetTime(timeZone: string): CellForm['time'] {
  const serial = zonedSerial(timeZone);
  const write = zonedText(timeZone);
  return (at) => {
    const decimal = at === null ? '' : serial(at);
    return decimal === undefined ? write(at as Date) : { decimal, look: 'time' };
  };
}
