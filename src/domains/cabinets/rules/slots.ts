import type { SlotState } from '../contract/codes.ts';

/** Percent below which a unit in a slot needs a hand (settled 63). */
export const LOW_SOC = 20;
/** Seconds for which a slot is held for an order (practice 9). */
export const RESERVED_SECONDS = 30;
/** What the server itself calls a slot whose unit did not come out; it stays until another unit lies there. */
export const EJECT_FAULT = 'eject-failed';

export interface SlotFacts {
  readonly slot: number;
  readonly state: SlotState;
  readonly serial: string | null;
  readonly soc: number | null;
  readonly fault: string;
}

/** Occupied, charged to what the tenant lends from, no fault (practice 9, settled 143). */
export function isBorrowable({ state, serial, soc, fault }: Omit<SlotFacts, 'slot'>, lendFrom: number): boolean {
  return state === 'occupied' && serial !== null && soc !== null && soc >= lendFrom && fault === '';
}

/** Takes a unit back: empty without a fault (practice 9). */
export function isFree({ state, fault }: Pick<SlotFacts, 'state' | 'fault'>): boolean {
  return state === 'empty' && fault === '';
}

/**
 * How many slots a cabinet has after a full upload, which names all of them: those that follow on its last one without a gap are new.
 * A number beyond a gap is a wrong one, and would offer slots that do not exist.
 */
export function grownCapacity(capacity: number, named: readonly number[]): number {
  let grown = capacity;
  while (named.includes(grown + 1)) grown += 1;
  return grown;
}

export interface Lendable extends SlotFacts {
  /** The unit lies there since then. */
  readonly since: Date | null;
  readonly reservedUntil: Date | null;
}

/** The slot to lend from: the highest charge; of equal ones the longest idle, then the first (practice 9). */
export function bestSlot<Slot extends Lendable>(
  slots: readonly Slot[],
  { now, lendFrom }: { readonly now: Date; readonly lendFrom: number },
): Slot | undefined {
  const idleSince = ({ since }: Slot): number => since?.getTime() ?? 0;
  return slots
    .filter((slot) => isBorrowable(slot, lendFrom) && (slot.reservedUntil === null || slot.reservedUntil <= now))
    .toSorted(
      (one, other) => (other.soc ?? 0) - (one.soc ?? 0) || idleSince(one) - idleSince(other) || one.slot - other.slot,
    )[0];
}

/** Answers to an eject after which the slot is no fault: nothing was tried. */
const UNTRIED: ReadonlySet<string> = new Set(['EXPIRED', 'CANCELLED', 'BUSY', 'REFUSED', 'WITHDRAWN']);

/** Whether a failed eject makes its slot a fault (practice 9). */
export const makesFault = (code: string): boolean => !UNTRIED.has(code);
