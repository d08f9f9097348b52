import * as z from 'zod';
import { reportedFields } from '#domains/devices/contract/events.ts';
import { eventType } from '#platform/events/contract/event.ts';
import { FaultEvent, MaterialRefilledEvent, OrderStepEvent, PosNetworkEvent } from './messages.ts';

const reported = { robotId: z.string(), ...reportedFields };

/** What robots report and other slices act on. Aggregate: the order number for order steps, else the IMEI. */
export const robotEvents = {
  orderStepReported: eventType('device.order-step-reported', z.object({ ...reported, report: OrderStepEvent })),
  materialRefilled: eventType('device.material-refilled', z.object({ ...reported, report: MaterialRefilledEvent })),
  faultReported: eventType('device.fault-reported', z.object({ ...reported, report: FaultEvent })),
  /** A part of its log has come; the lines are in its events. Aggregate: the IMEI. */
  logLinesReported: eventType(
    'device.log-lines-reported',
    z.object({ imei: z.string(), cmdId: z.string().nullable(), part: z.int(), parts: z.int() }),
  ),
  posNetworkReported: eventType('device.pos-network-reported', z.object({ ...reported, report: PosNetworkEvent })),
};
