import type { RecordSection } from '#system/records/web/record-page.tsx';

/** What is asked beside the words. */
export const READERS: RecordSection = { key: 'readers', fields: ['msgType', 'userIds'] };
export const PERIOD: RecordSection = {
  key: 'period',
  fields: [
    ['startTime', 'endTime'],
    ['priority', 'msgCategory'],
  ],
};
