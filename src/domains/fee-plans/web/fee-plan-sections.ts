import type { RecordSection } from '#system/records/web/record-page.tsx';

/** The parts of a plan, in its form and on its page. */
export const FEE_PLAN_SECTIONS: readonly RecordSection[] = [
  { key: 'name', fields: ['name', 'nameZh', 'remark'] },
  { key: 'free', fields: ['freeMinutes', 'freeTimeCounted'] },
  { key: 'base', fields: [['baseUnitMinutes', 'baseCostMinor', 'repetitions'], 'phases'] },
  { key: 'limits', fields: ['dailyCapMinor', ['maxDays', 'purchasePriceMinor'], 'purchaseMode'] },
];
