import * as z from 'zod';
import { envelopeOf, Word } from '#domains/devices/contract/messages.ts';
import { MOST_SLOTS, SLOT_STATES } from './codes.ts';

/** What cabinets say, protocol `cabinet` version 1 (practice 9 and 10.1). */

export const SlotNumber = z.int().min(1).max(MOST_SLOTS);
/** Printed on a unit, and read by the slot that it lies in. */
export const Serial = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
/** Charge in percent. */
const Soc = z.int().min(0).max(100);
const TemperatureTenths = z.int().min(-1000).max(5000);
/** Charge cycles of a unit. */
const Cycles = z.int().min(0).max(1_000_000);
/** The cabinet's own name of an event: the same name is the same event, in whatever session it is said again. */
const EventId = Word;

export const CabinetStateData = z.object({
  online: z.boolean(),
  fw: z.string().max(40).optional(),
  hardware: z.string().max(40).optional(),
  model: z.string().max(60).optional(),
  /** Of the SIM card. */
  iccid: z.string().max(40).optional(),
  /** Of the mobile network, dBm. */
  signal: z.int().min(-150).max(0).optional(),
});

/** Heartbeat: what changes by itself. Which unit lies where is said by events alone. */
export const CabinetTelemetryData = z.object({
  signal: z.int().min(-150).max(0).optional(),
  temperatureTenths: TemperatureTenths.optional(),
  slots: z
    .array(
      z.object({
        slot: SlotNumber,
        soc: Soc.optional(),
        temperatureTenths: TemperatureTenths.optional(),
      }),
    )
    .max(MOST_SLOTS)
    .optional(),
});

export const SlotReading = z.object({
  slot: SlotNumber,
  state: z.enum(SLOT_STATES),
  /** Of the unit in it; a slot with a fault may hold one too. */
  serial: Serial.nullable().optional(),
  soc: Soc.optional(),
  temperatureTenths: TemperatureTenths.optional(),
  lock: z.enum(['closed', 'open']).optional(),
  cycles: Cycles.optional(),
  /** Such as `lock-jam`, `unit-hot`. */
  fault: Word.optional(),
});
export type SlotReading = z.infer<typeof SlotReading>;

/** The full upload: all slots; nothing lies in one that it does not name. After each birth, every ten minutes, and when asked. */
export const SlotsEvent = z.object({
  kind: z.literal('bank.slots'),
  slots: z.array(SlotReading).max(MOST_SLOTS),
});
export type SlotsEvent = z.infer<typeof SlotsEvent>;

/** One slot is another: a fault, a lock, a unit that was recognised. */
export const SlotEvent = z.object({ kind: z.literal('bank.slot'), ...SlotReading.shape });

/** A unit came into a slot. Said again until it is acknowledged. */
export const ReturnedEvent = z.object({
  kind: z.literal('bank.returned'),
  serial: Serial,
  slot: SlotNumber,
  soc: Soc.optional(),
  temperatureTenths: TemperatureTenths.optional(),
  cycles: Cycles.optional(),
  eventId: EventId,
});
export type ReturnedEvent = z.infer<typeof ReturnedEvent>;

/** A unit left a slot: for `eject`, for `popAll`, or without anybody asking. */
export const EjectedEvent = z.object({
  kind: z.literal('bank.ejected'),
  serial: Serial,
  slot: SlotNumber,
  /** Of the command that asked for it. */
  cmdId: z.uuid().optional(),
  eventId: EventId,
});
export type EjectedEvent = z.infer<typeof EjectedEvent>;

/** Which clips of `loadAds` it shows now. */
export const AdvertsEvent = z.object({
  kind: z.literal('adverts.loaded'),
  version: Word,
  clips: z.array(z.object({ id: Word, ok: z.boolean(), reason: z.string().max(200).optional() })).max(100),
});
export type AdvertsEvent = z.infer<typeof AdvertsEvent>;

export const CabinetEventData = z.discriminatedUnion('kind', [
  SlotsEvent,
  SlotEvent,
  ReturnedEvent,
  EjectedEvent,
  AdvertsEvent,
]);
export type CabinetEventData = z.infer<typeof CabinetEventData>;

export const CabinetStateMessage = envelopeOf(CabinetStateData);
export const CabinetTelemetryMessage = envelopeOf(CabinetTelemetryData);
export const CabinetEventMessage = envelopeOf(CabinetEventData);
