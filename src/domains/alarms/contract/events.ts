import * as z from 'zod';
import { eventType } from '#platform/events/contract/event.ts';
import { ALARM_TYPES, SEVERITIES } from './alarms.ts';

/** What scenes about alarms are filled with; `count` alarms were told of by the same message, this one first. */
export const AlarmTold = z.object({
  alarmId: z.string(),
  spotId: z.string(),
  type: z.enum(ALARM_TYPES),
  severity: z.enum(SEVERITIES),
  device: z.string(),
  spot: z.string(),
  spotZh: z.string(),
  /** In words: `Fridge temperature: 9.4 °C`. */
  fault: z.string(),
  faultZh: z.string(),
  count: z.int(),
});
export type AlarmTold = z.infer<typeof AlarmTold>;

/**
 * Facts for the scenes `alarm-raised`, `alarm-escalated` and `alarm-cleared`: published when somebody is called, so that a storm
 * of alarms is as few facts as it is messages. Aggregate: the alarm.
 */
export const alarmEvents = {
  raised: eventType('alarm.raised', AlarmTold),
  escalated: eventType('alarm.escalated', AlarmTold),
  cleared: eventType('alarm.cleared', AlarmTold),
};
