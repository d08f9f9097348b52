import * as z from 'zod';
import { reportedFields } from '#domains/devices/contract/events.ts';
import { eventType } from '#platform/events/contract/event.ts';
import { Instant } from '#platform/http/contract/fields.ts';
import { AdvertsEvent, EjectedEvent, ReturnedEvent, SlotEvent, SlotsEvent } from './messages.ts';

const reported = { cabinetId: z.string(), ...reportedFields };
const unit = {
  cabinetId: z.string(),
  imei: z.string(),
  slot: z.int(),
  /** Server receipt: the time that business uses. */
  at: Instant,
};

const returned = z.object({
  ...unit,
  serial: z.string(),
  source: z.enum(['event', 'upload']),
  /** The cabinet's time; off by more than five minutes where `clockSkewed`: then `at` counts, and the order is flagged. */
  deviceAt: Instant,
  clockSkewed: z.boolean(),
  soc: z.int().nullable(),
  /** Of the rental that the unit was known to be in, if any. */
  orderNo: z.string().nullable(),
});

/** Facts about cabinets and their units that other slices act on. Aggregate: the IMEI, so those of a cabinet come in their order. */
export const cabinetEvents = {
  // what the cabinet said, for this slice itself
  returnReported: eventType('cabinet.return-reported', z.object({ ...reported, report: ReturnedEvent })),
  ejectReported: eventType('cabinet.eject-reported', z.object({ ...reported, report: EjectedEvent })),
  slotReported: eventType('cabinet.slot-reported', z.object({ ...reported, report: SlotEvent })),
  slotsReported: eventType('cabinet.slots-reported', z.object({ ...reported, report: SlotsEvent })),

  /**
   * A unit left a slot: for an order, for staff (`orderNo` null), or unasked. Once for each eject; `late` where the eject had counted
   * as failed before: its order is over, and the unit is out nevertheless (status 2).
   */
  unitEjected: eventType(
    'cabinet.unit-ejected',
    z.object({
      ...unit,
      serial: z.string(),
      /** Another unit than the one that was asked for; null where none was named. */
      expectedSerial: z.string().nullable(),
      commandId: z.string().nullable(),
      orderNo: z.string().nullable(),
      late: z.boolean(),
    }),
  ),
  /** The unit is still in its slot. Once for each eject; the slot is a fault now, unless the command never reached the cabinet. */
  ejectFailed: eventType(
    'cabinet.eject-failed',
    z.object({
      ...unit,
      serial: z.string().nullable(),
      commandId: z.string(),
      orderNo: z.string().nullable(),
      /** The cabinet's own code, or `EXPIRED`, `STILL_THERE`. */
      code: z.string(),
    }),
  ),
  /** Neither the eject nor the question after it was answered: the next full upload settles it, or the ten-minute rule (status 7). */
  ejectUnresolved: eventType(
    'cabinet.eject-unresolved',
    z.object({ ...unit, serial: z.string().nullable(), commandId: z.string(), orderNo: z.string().nullable() }),
  ),
  /**
   * A unit is in a slot that was not there before. `upload`: its return was lost, and a full upload shows it (close and review). The
   * same event of a cabinet is published once, however often it is said.
   */
  unitReturned: eventType('cabinet.unit-returned', returned),
  /** Of a unit that a full upload has shown, its cabinet tells after all when it came back: earlier than the upload. */
  returnDated: eventType('cabinet.return-dated', returned),
  /** A unit that should be in a slot is not, and no order has it. */
  unitMissing: eventType('cabinet.unit-missing', z.object({ ...unit, serial: z.string() })),
  /** One unit was seen at two places (status 2). */
  contradiction: eventType(
    'cabinet.contradiction',
    z.object({ ...unit, serial: z.string(), otherCabinetId: z.string(), otherSlot: z.int() }),
  ),
  /** A full upload was applied: the truth about each slot. */
  uploaded: eventType(
    'cabinet.uploaded',
    z.object({
      cabinetId: z.string(),
      imei: z.string(),
      at: Instant,
      units: z.array(z.object({ slot: z.int(), serial: z.string(), soc: z.int().nullable() })),
    }),
  ),
  /** What it shows now. */
  advertsLoaded: eventType('cabinet.adverts-loaded', z.object({ ...reported, report: AdvertsEvent })),
};
