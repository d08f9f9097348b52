import * as z from 'zod';
import { Instant, Minor } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';

/**
 * What is wrong. `in-slot`: a unit lies in a slot while its rental is open. `lent-again`: it came out for another order. Both end the
 * rental. `earlier-return`: what ended it came late, a full upload of a cabinet that had been offline, or staff, as the cabinet tells
 * afterwards. `never-left`: the unit lies where it was, it never came out. Both give money back. `not-there`: a unit whose return was reported is not in its slot.
 */
export const REPAIR_KINDS = ['in-slot', 'lent-again', 'earlier-return', 'never-left', 'not-there'] as const;
export type RepairKind = (typeof REPAIR_KINDS)[number];

/** `gone`: what it said was put right by something else before anybody decided. */
export const REPAIR_STATES = ['waiting', 'settled', 'dismissed', 'gone'] as const;
export type RepairState = (typeof REPAIR_STATES)[number];

export const REPAIR_DECIDERS = ['system', 'staff'] as const;

/** What a proposal was concluded from; kept with it. */
export const RepairEvidence = z.strictObject({
  /** The full upload or event that said so, by the server's clock. */
  seenAt: Instant,
  /** The last time at which the cabinet still said otherwise, or could have. */
  notBefore: Instant.nullable().default(null),
  /** The cabinet had no connection until then. */
  offlineFrom: Instant.nullable().default(null),
  offlineUntil: Instant.nullable().default(null),
  /** Charge of the unit, percent. */
  soc: z.int().nullable().default(null),
  clockSkewed: z.boolean().default(false),
  /** The order that the same unit came out for. */
  otherOrderNo: z.string().nullable().default(null),
  /** Where the unit came from. */
  fromImei: z.string().default(''),
  fromSlot: z.int().nullable().default(null),
});
export type RepairEvidence = z.infer<typeof RepairEvidence>;

export const RentalRepair = z.strictObject({
  id: z.string(),
  orderNo: z.string(),
  serial: z.string(),
  kind: z.enum(REPAIR_KINDS),
  state: z.enum(REPAIR_STATES),
  /** Percent. */
  confidence: z.int(),
  /** When the unit came back by the proposal, and what the rental costs then. */
  endAt: Instant,
  feeMinor: Minor,
  giveBackMinor: Minor,
  currency: z.enum(CURRENCY_CODES),
  cabinetImei: z.string(),
  cabinetName: z.string(),
  slot: z.int().nullable(),
  evidence: RepairEvidence,
  foundAt: Instant,
  lastAt: Instant,
  times: z.int(),
  decidedAt: Instant.nullable(),
  decidedBy: z.enum(REPAIR_DECIDERS).nullable(),
  decidedByName: z.string(),
  note: z.string(),
});
export type RentalRepair = z.infer<typeof RentalRepair>;
