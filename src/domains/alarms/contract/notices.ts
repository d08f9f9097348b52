import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** An alarm that no other notice tells of; settled when it is over. */
export const alarmNotice = noticeKind(
  'alarms.raised',
  'danger',
  z.strictObject({ name: z.string(), alarm: z.string(), alarmZh: z.string() }),
);

/** No message about an alarm has arrived at anybody; settled when somebody looks after it, or it is over. */
export const unreachedNotice = noticeKind(
  'alarms.unreached',
  'danger',
  z.strictObject({ name: z.string(), alarm: z.string(), alarmZh: z.string() }),
);

/** Somebody is to look after an alarm; settled when it is over or somebody else's. */
export const assignedNotice = noticeKind(
  'alarms.assigned',
  'info',
  z.strictObject({ name: z.string(), alarm: z.string(), alarmZh: z.string(), by: z.string() }),
);

/** Whoever is on duty next has a note to read. */
export const handoverNotice = noticeKind(
  'alarms.handover',
  'info',
  z.strictObject({ by: z.string(), note: z.string() }),
);
