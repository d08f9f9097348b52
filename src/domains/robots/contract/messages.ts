import * as z from 'zod';
import { envelopeOf, Word } from '#domains/devices/contract/messages.ts';
import { Instant } from '#platform/http/contract/fields.ts';
import { ROBOT_MODES } from './robot-status.ts';

export const Fault = z.object({
  /** Such as `grinder-jam`; unique with `part` among the active faults of a device. */
  code: Word,
  part: Word.optional(),
  text: z.string().max(200).optional(),
});
export type Fault = z.infer<typeof Fault>;

/**
 * Birth (`online: true`, first message of a session), last will (`online: false`, its session judged alone) and every
 * change of the state in between. A birth and the answer to `reportState` are complete.
 */
export const StateData = z.object({
  online: z.boolean(),
  fw: z.string().max(40).optional(),
  mode: z.enum(ROBOT_MODES).optional(),
  /** All active faults; left out: unchanged. */
  faults: z.array(Fault).max(50).optional(),
  /** The order in the machine, if any. */
  makingOrderNo: z.string().max(40).nullable().optional(),
});
export type StateData = z.infer<typeof StateData>;

export const OUTLET_STATES = ['notProduced', 'placed', 'opened'] as const;
export const OutletReading = z.object({ outlet: z.int().min(1).max(99), state: z.enum(OUTLET_STATES) });
export type OutletReading = z.infer<typeof OutletReading>;

export const TemperatureReading = z.object({
  /** Such as `boiler`, `fridge`, `cabinet`. */
  part: Word,
  /** Tenths of a degree Celsius: 924 is 92.4 °C. */
  celsiusTenths: z.int().min(-1000).max(5000),
});
export type TemperatureReading = z.infer<typeof TemperatureReading>;

export const MaterialLevel = z.object({
  /** Code of the material, such as `beans`. */
  code: Word,
  /** In the material's unit: g, ml or pieces. */
  level: z.int().min(0).max(10_000_000),
});
export type MaterialLevel = z.infer<typeof MaterialLevel>;

export const PumpReading = z.object({ pump: Word, ok: z.boolean() });
export type PumpReading = z.infer<typeof PumpReading>;

/** Measurements, also the heartbeat of each report interval. Whatever is left out is unchanged. */
export const TelemetryData = z.object({
  temperatures: z.array(TemperatureReading).max(32).optional(),
  materials: z.array(MaterialLevel).max(64).optional(),
  outlets: z.array(OutletReading).max(32).optional(),
  window: z.enum(['closed', 'open']).optional(),
  pumps: z.array(PumpReading).max(64).optional(),
  /** Cups made since the last maintenance. */
  cupsSinceMaintenance: z.int().min(0).max(10_000_000).optional(),
});
export type TelemetryData = z.infer<typeof TelemetryData>;

/**
 * One drink has moved on. `event` is an order event code (domain 4): 2251 making, 2252 failed, 2301 made, 2401 not taken,
 * 2402 taken; `step` the step it leads to. `drink` is the cup's number in `makeOrder`; without it all cups of `line` are
 * meant, without both the whole order.
 */
export const OrderStepEvent = z.object({
  kind: z.literal('order.step'),
  orderNo: z.string().regex(/^\d{10,40}$/),
  line: z.int().min(1).max(999).optional(),
  drink: z.int().min(1).max(999).optional(),
  step: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  event: z.union([z.literal(2251), z.literal(2252), z.literal(2301), z.literal(2401), z.literal(2402)]),
  /** Why it failed. */
  reason: z.string().max(200).optional(),
  /** What was really used; the recipe counts where it is left out. */
  consumed: z
    .array(z.object({ code: Word, amount: z.int().min(0).max(1_000_000) }))
    .max(64)
    .optional(),
});
export type OrderStepEvent = z.infer<typeof OrderStepEvent>;

/** Somebody filled up; levels are absolute (practice 13). */
export const MaterialRefilledEvent = z.object({
  kind: z.literal('material.refilled'),
  materials: z.array(MaterialLevel).min(1).max(64),
  operator: z.string().max(100).optional(),
});
export type MaterialRefilledEvent = z.infer<typeof MaterialRefilledEvent>;

export const FaultEvent = z.object({ kind: z.literal('fault'), active: z.boolean(), ...Fault.shape });
export type FaultEvent = z.infer<typeof FaultEvent>;

export const OutletChangedEvent = z.object({ kind: z.literal('outlet.changed'), ...OutletReading.shape });
export type OutletChangedEvent = z.infer<typeof OutletChangedEvent>;

/** The payment terminal beside the robot cannot be reached, or can be again. */
export const PosNetworkEvent = z.object({
  kind: z.literal('pos.network'),
  reachable: z.boolean(),
  pos: Word.optional(),
});
export type PosNetworkEvent = z.infer<typeof PosNetworkEvent>;

/** A piece of the device's own log, as `uploadLog` asked for it. */
export const LogLinesEvent = z.object({
  kind: z.literal('log.lines'),
  cmdId: z.uuid().optional(),
  part: z.int().min(1).max(10_000),
  parts: z.int().min(1).max(10_000),
  lines: z
    .array(z.object({ at: Instant, level: z.enum(['debug', 'info', 'warn', 'error']), text: z.string().max(1000) }))
    .max(500),
});
export type LogLinesEvent = z.infer<typeof LogLinesEvent>;

export const RobotEventData = z.discriminatedUnion('kind', [
  OrderStepEvent,
  MaterialRefilledEvent,
  FaultEvent,
  OutletChangedEvent,
  PosNetworkEvent,
  LogLinesEvent,
]);
export type RobotEventData = z.infer<typeof RobotEventData>;
export const ROBOT_EVENT_KINDS = [
  'order.step',
  'material.refilled',
  'fault',
  'outlet.changed',
  'pos.network',
  'log.lines',
] as const satisfies readonly RobotEventData['kind'][];

export const StateMessage = envelopeOf(StateData);
export type StateMessage = z.infer<typeof StateMessage>;
export const TelemetryMessage = envelopeOf(TelemetryData);
export type TelemetryMessage = z.infer<typeof TelemetryMessage>;
export const RobotEventMessage = envelopeOf(RobotEventData);
export type RobotEventMessage = z.infer<typeof RobotEventMessage>;
