import * as z from 'zod';
import { eventType } from '#platform/events/contract/event.ts';
import { Instant } from '#platform/http/contract/fields.ts';
import { CommandState } from './commands.ts';
import { FaultEvent, MaterialRefilledEvent, OrderStepEvent, PosNetworkEvent } from './messages.ts';
import { PRESENCE_REASONS } from './robot-status.ts';

/** Which device said it, and where it stands in the order of what that device said. */
const reported = {
  robotId: z.string(),
  imei: z.string(),
  session: z.string(),
  /** Sessions count in the order in which the server first saw them. */
  sessionOrdinal: z.int(),
  seq: z.int(),
  /** Server receipt: the time that business uses (security 10.5). */
  receivedAt: Instant,
  deviceAt: Instant,
};

/** Facts about devices that other slices act on. Aggregate: the order number for order steps, else the IMEI. */
export const deviceEvents = {
  orderStepReported: eventType('device.order-step-reported', z.object({ ...reported, report: OrderStepEvent })),
  materialRefilled: eventType('device.material-refilled', z.object({ ...reported, report: MaterialRefilledEvent })),
  faultReported: eventType('device.fault-reported', z.object({ ...reported, report: FaultEvent })),
  posNetworkReported: eventType('device.pos-network-reported', z.object({ ...reported, report: PosNetworkEvent })),
  presenceChanged: eventType(
    'device.presence-changed',
    z.object({
      robotId: z.string(),
      imei: z.string(),
      online: z.boolean(),
      reason: z.enum(PRESENCE_REASONS),
      at: Instant,
    }),
  ),
  /** A command reached a final state, or a late result changed one. */
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
