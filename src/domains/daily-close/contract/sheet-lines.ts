import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList } from '#platform/records/contract/define-records.ts';
import { amount, choice, day, instant, integer, text } from '#platform/records/contract/fields.ts';
import { SHEET_SECTIONS } from './codes.ts';

const MOST = 1_000_000_000;

/** The day sheet line by line, as it is kept. */
export const sheetLines = defineList({
  name: 'closeSheetLine',
  rightsOf: 'dailyClose',
  namespace: 'close-sheet',
  table: 'listed_daily_close_line',
  calls: domainCalls('/daily-close/api/sheet'),
  time: 'fromAt',
  label: 'key',
  fields: {
    day: day({ required: true, sort: true }),
    section: choice(SHEET_SECTIONS, 'close_sheet_section', { required: true, sort: true }),
    key: text(100, { search: true }),
    currency: text(3, { filter: true }),
    number: integer(-MOST, MOST, { required: true }),
    amountMinor: amount({ currency: 'currency' }),
    baseMinor: amount({ currency: 'currency' }),
    fromAt: instant({ required: true, sort: true }),
  },
});
