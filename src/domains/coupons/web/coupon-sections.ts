import type { RecordSection } from '#system/records/web/record-page.tsx';

/** The parts of a coupon, in its form and on its page. */
export const COUPON_SECTIONS: readonly RecordSection[] = [
  { key: 'worth', fields: ['title', 'titleZh', 'type', 'rate', 'valueMinor', 'targetMinor'] },
  { key: 'when', fields: [['startsAt', 'endsAt'], 'dailyRanges', 'allSpots', 'spotIds'] },
  {
    key: 'codes',
    fields: [['maxTotal', 'maxUses'], ['perUserLimit', 'claimFrequency'], 'qrClaim', 'customCode', 'budgetMinor'],
  },
  { key: 'more', fields: ['enabled', 'remark'] },
];
