import type { RecordTarget } from '#platform/records/contract/fields.ts';

/** The spot of a robot, as lists point at it. */
export const robotSpot: RecordTarget = {
  name: 'spot',
  table: 'spot',
  label: 'name',
  labelZh: 'name_zh',
  dictionary: 'sos_service_spots_info,name,id',
  isSpot: true,
};
