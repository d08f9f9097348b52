import type { RepairKind } from '../contract/repair.ts';

const MINUTE_MS = 60_000;
/** A cabinet uploads all by itself every ten minutes (practice 9): until then nobody can know better. */
const UPLOAD_EVERY_MS = 10 * MINUTE_MS;
/** A customer is not charged for more time than this without somebody having looked: one upload that was lost, and the next one. */
export const CLEAR_WINDOW_MS = 2 * UPLOAD_EVERY_MS + 10 * MINUTE_MS;
/** So soon after it came out a unit that lies in the same slot has not been away: nobody rents for one upload. */
const NEVER_LEFT_MS = UPLOAD_EVERY_MS + 5 * MINUTE_MS;
/** A unit that is missing in the first upload after its return was never let go of. */
const FIRST_UPLOAD_MS = UPLOAD_EVERY_MS + 5 * MINUTE_MS;
/** From here on nobody needs to look: two full uploads agree, or the time is known to the length of one upload. Percent. */
export const CLEAR_FROM = 90;

/** The time within which the unit came back, as it is known: from the last word that was otherwise to the upload that shows it. */
export interface Window {
  readonly notBefore: Date;
  readonly seenAt: Date;
}
export const windowMs = ({ notBefore, seenAt }: Window): number => seenAt.getTime() - notBefore.getTime();

export interface Offline {
  readonly from: Date;
  readonly until: Date;
}

/**
 * When a unit that an upload shows came back at the earliest: after the upload before it, which a cabinet that was online all the time
 * made ten minutes ago, and one that was offline before it fell silent; never before the rental began.
 */
export function returnWindow(seenAt: Date, startedAt: Date, offline: Offline | undefined): Window {
  const isConnectedJustNow = offline !== undefined && seenAt.getTime() - offline.until.getTime() <= UPLOAD_EVERY_MS;
  const since = isConnectedJustNow && offline ? offline.from : seenAt;
  const from = since.getTime() - UPLOAD_EVERY_MS;
  return { seenAt, notBefore: new Date(Math.min(seenAt.getTime(), Math.max(from, startedAt.getTime()))) };
}

/** How sure it is that the unit came back at the time of the upload that shows it, percent. */
export function returnConfidence(window: Window, clockSkewed: boolean): number {
  const ms = windowMs(window);
  const sure = ms <= UPLOAD_EVERY_MS ? 98 : ms <= CLEAR_WINDOW_MS ? 92 : ms <= 120 * MINUTE_MS ? 75 : 60;
  return sure - (clockSkewed ? 10 : 0);
}

/** A lost return that is closed already: whether its customer was charged for time that he may not have had the unit. */
export function afterLostReturn(facts: Window & { readonly startedAt: Date; readonly isSameSlot: boolean }):
  | {
      readonly kind: Extract<RepairKind, 'never-left' | 'earlier-return'>;
      readonly endAt: Date;
      readonly confidence: number;
    }
  | undefined {
  const { startedAt, seenAt, isSameSlot } = facts;
  if (isSameSlot && seenAt.getTime() - startedAt.getTime() <= NEVER_LEFT_MS)
    return { kind: 'never-left', endAt: startedAt, confidence: 80 };
  const ms = windowMs(facts);
  if (ms <= CLEAR_WINDOW_MS) return undefined;
  return { kind: 'earlier-return', endAt: facts.notBefore, confidence: ms <= 120 * MINUTE_MS ? 60 : 50 };
}

/** The cabinet's own word says when the unit came back, but not that staff or an upload had ended its rental for no good reason. */
export const TOLD_LATE_CONFIDENCE = 85;

/**
 * A unit lies in a slot and its rental is open, though its return was never told to the rental. One upload may be older than the
 * eject; a second one that says the same is not.
 */
export const inSlotConfidence = (uploads: number): number => (uploads > 1 ? 97 : 70);

/** The cabinet says that the unit came out for somebody else: it must have been back, unless the cabinet read a wrong number. */
export const LENT_AGAIN_CONFIDENCE = 75;

/** A unit whose return was reported is not in its slot: taken out again at once, or later by somebody else. */
export const notThereConfidence = (returnedAt: Date, missedAt: Date): number =>
  missedAt.getTime() - returnedAt.getTime() <= FIRST_UPLOAD_MS ? 80 : 50;

/** Nobody needs to look. */
export const isClear = (confidence: number): boolean => confidence >= CLEAR_FROM;

/** Kinds whose rental is open until they are settled: its unit is not sold meanwhile. */
export const ENDING_KINDS = ['in-slot', 'lent-again'] as const satisfies readonly RepairKind[];
export const endsRental = (kind: RepairKind): boolean => (ENDING_KINDS as readonly RepairKind[]).includes(kind);
