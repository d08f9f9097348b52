import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, text } from '#platform/records/contract/fields.ts';

/** Dictionary `position_rank`: 1 staff to 5 senior. */
export const POST_RANKS = [1, 2, 3, 4, 5] as const;

/** System-api.md 5.5; other records store a position's code. */
export const positions = defineRecords({
  name: 'position',
  namespace: 'positions',
  calls: systemCalls('/sys/position'),
  fields: {
    code: text(64, { required: true, unique: true, search: true, sort: true }),
    name: text(100, { required: true, search: true, sort: true }),
    postRank: choice(POST_RANKS, 'position_rank', { required: true, sort: true }),
  },
  label: 'name',
  value: 'code',
  olderTable: 'sys_position',
});
export type Position = RecordOf<typeof positions>;
