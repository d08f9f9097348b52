import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, flag, integer, rows, text } from '#platform/records/contract/fields.ts';
import {
  FeePlan,
  HIGHEST_PRICE,
  MINUTES_OF_A_DAY,
  MOST_DAYS,
  MOST_MINUTES,
  MOST_PHASES,
  MOST_REPETITIONS,
  PURCHASE_MODES,
} from './plan.ts';

const minutes = { unit: 'min' } as const;
const price = { max: HIGHEST_PRICE } as const;

/** What rentals cost (domain 3, settled 65): named plans of a tenant, of which one holds where nothing else was chosen. */
export const feePlans = defineRecords({
  name: 'feePlan',
  namespace: 'fee-plans',
  calls: domainCalls('/basecost/api', { page: 'query' }),
  notFound: 'fee-plan.not-found',
  labelZh: 'nameZh',
  fields: {
    name: text(100, { required: true, unique: true, search: true, sort: true }),
    nameZh: text(100, { search: true }),
    freeMinutes: integer(0, MINUTES_OF_A_DAY, { empty: 0, ...minutes }),
    freeTimeCounted: flag(true, { filter: false, sort: false }),
    baseUnitMinutes: integer(0, MOST_MINUTES, { empty: 0, ...minutes }),
    baseCostMinor: amount({ empty: 0, ...price }),
    repetitions: integer(0, MOST_REPETITIONS, { empty: 0 }),
    phases: rows(
      {
        startMinute: integer(0, MOST_MINUTES, { required: true, ...minutes }),
        unitMinutes: integer(1, MOST_MINUTES, { required: true, ...minutes }),
        unitPriceMinor: amount({ required: true, ...price }),
      },
      MOST_PHASES,
    ),
    dailyCapMinor: amount(price),
    maxDays: integer(1, MOST_DAYS),
    purchasePriceMinor: amount(price),
    purchaseMode: choice(PURCHASE_MODES, 'purchase_mode', { empty: 'replace', filter: false }),
    remark: text(500),
  },
  /** It holds where neither spot nor cabinet has chosen one. */
  computed: { isDefault: flag(false, { filter: false, sort: false }) },
});
export type FeePlanRecord = RecordOf<typeof feePlans>;

/** What it costs, without its name and history: an order keeps this. */
export function planOf(record: Readonly<Record<keyof FeePlan, unknown>>): FeePlan {
  return FeePlan.parse(pricesOf(record));
}

/** The same of values that somebody is still writing, which may be no plan yet. */
export const pricesOf = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(FeePlan.shape).map((field) => [field, values[field]]));
