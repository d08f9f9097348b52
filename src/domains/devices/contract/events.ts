import * as z from 'zod';
import { eventType } from '#platform/events/contract/event.ts';
import { Instant } from '#platform/http/contract/fields.ts';
import { CommandState } from './commands.ts';
import { PRESENCE_REASONS } from './device.ts';

/** What every fact that a device reported says: who said it, and where it stands in the order of what that device said. */
export const reportedFields = {
  imei: z.string(),
  session: z.string(),
  /** Sessions count in the order in which the server first saw them. */
  sessionOrdinal: z.int(),
  seq: z.int(),
  /** Server receipt: the time that business uses (security 10.5). */
  receivedAt: Instant,
  deviceAt: Instant,
};

/** Facts about devices of every kind that other slices act on. What a kind reports is in the events of its slice. */
export const deviceEvents = {
  /** Aggregate: the IMEI. */
  presenceChanged: eventType(
    'device.presence-changed',
    z.object({
      deviceId: z.string(),
      imei: z.string(),
      online: z.boolean(),
      reason: z.enum(PRESENCE_REASONS),
      at: Instant,
    }),
  ),
  /** A command reached a final state, or a late result changed one. Aggregate: the number of its order, if any; the IMEI
   * where what a device says is one row of facts (`answersInItsOrder`). */
  commandFinished: eventType(
    'device.command-finished',
    z.object({
      commandId: z.string(),
      imei: z.string(),
      cmd: z.string(),
      orderNo: z.string().nullable(),
      state: CommandState,
      resultCode: z.string().nullable(),
      resultText: z.string().nullable(),
      late: z.boolean(),
    }),
  ),
};
