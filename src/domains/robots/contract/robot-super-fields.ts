import type { SuperFields } from '#platform/super-query/contract/super-query.ts';
import { ROBOT_STATUSES } from './robot-status.ts';

/** What an advanced query of the robot list may ask about. */
export const robotSuperFields = {
  imei: { kind: 'text' },
  name: { kind: 'text' },
  status: { kind: 'choice', values: ROBOT_STATUSES, dictionary: 'robot_status' },
  spotId: { kind: 'record', dictionary: 'sos_service_spots_info,name,id' },
  model: { kind: 'text' },
  firmware: { kind: 'text' },
  abnormal: { kind: 'flag' },
  canOrderInApp: { kind: 'flag' },
  makingOrderNo: { kind: 'text' },
  lastHeardAt: { kind: 'time' },
  presenceChangedAt: { kind: 'time' },
  reportIntervalSeconds: { kind: 'number' },
  fridgeLimitCelsius: { kind: 'number' },
  createdAt: { kind: 'time' },
} as const satisfies SuperFields;
