import type { FeePlan } from '#domains/fee-plans/contract/plan.ts';
import { rentalFee } from '#domains/fee-plans/rules/rental-fee.ts';
import type { Message, Stay } from './test-fleet.ts';

/** A clock that is further off is not believed (practice 9). */
const BELIEVED_MS = 300_000;
const ANSWER_MS = 30_000;
const UNANSWERED_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

export interface Asked {
  readonly command: string;
  readonly orderNo: string;
  readonly serial: string;
  readonly cabinetId: string;
  readonly slot: number;
  readonly at: number;
  /** How many stays there had been by then. */
  readonly stays: number;
}

interface Eject extends Asked {
  readonly rental: ModelRental;
  state: 'asked' | 'checking' | 'unresolved' | 'out' | 'failed';
  checkedAt: number;
}

export interface ModelRental {
  readonly orderNo: string;
  ejects: readonly Eject[];
  serial: string | undefined;
  start: number | undefined;
  end: number | undefined;
  /** Its unit was heard to be back before it was heard to be out. */
  backAt: number | undefined;
  /** Ten minutes after it was asked nobody knew whether it came out. */
  isUnanswered: boolean;
  /** The customer had been told that nothing came out. */
  isFree: boolean;
}

/**
 * What rentals come to, from the words that were heard and nothing else: the first word about a fact counts, with the time of the
 * cabinet where its clock is believed.
 */
export class RentalModel {
  readonly rentals = new Map<string, ModelRental>();
  readonly #plan: FeePlan;
  readonly #ejects = new Map<string, Eject>();
  readonly #open = new Set<Eject>();
  /** By the unit that it was for. */
  readonly #lastOf = new Map<string, Eject>();

  constructor(plan: FeePlan) {
    this.#plan = plan;
  }

  knows = (command: string): boolean => this.#ejects.has(command);

  /** Nobody has an answer yet. */
  isAsked = (serial: string): boolean => [...this.#open].some((eject) => eject.serial === serial);

  asked(asked: Asked): void {
    const { orderNo, command, serial } = asked;
    const rental = this.rentals.get(orderNo) ?? {
      ...{ orderNo, ejects: [], serial: undefined, start: undefined, end: undefined, backAt: undefined },
      ...{ isUnanswered: false, isFree: false },
    };
    this.rentals.set(orderNo, rental);
    const eject: Eject = { ...asked, rental, state: 'asked', checkedAt: 0 };
    rental.ejects = [...rental.ejects, eject];
    this.#ejects.set(command, eject);
    this.#open.add(eject);
    this.#lastOf.set(serial, eject);
  }

  /** An eject without an answer is looked at, and then left open. */
  answersAreDue(now: number): void {
    for (const eject of this.#open) {
      if (eject.state === 'checking' && now - eject.checkedAt >= ANSWER_MS) eject.state = 'unresolved';
      if (eject.state === 'asked' && now - eject.at >= ANSWER_MS) {
        eject.state = 'checking';
        eject.checkedAt = now;
      }
    }
  }
  /** One that nobody confirmed is unanswered, and a unit that is kept is sold. */
  timersRun(now: number): void {
    for (const { rental, at } of this.#open) if (now - at >= UNANSWERED_MS) rental.isUnanswered = true;
    const { maxDays } = this.#plan;
    if (maxDays === null) return;
    for (const rental of this.rentals.values()) {
      const { start, end, isFree } = rental;
      if (start !== undefined && end === undefined && !isFree && now > start + maxDays * DAY_MS) rental.end = now;
    }
  }

  hears({ cabinet, word, madeAt }: Message, now: number): void {
    const isBelieved = Math.abs(cabinet.skewMs) <= BELIEVED_MS;
    const timeOf = (at: number): number => (isBelieved ? Math.min(at + cabinet.skewMs, now) : now);
    if (word.kind === 'answer') {
      const eject = this.#ejects.get(word.command);
      if (eject && word.ok) this.#isOut(eject, now);
      else if (eject) this.#isThere(eject);
    } else if (word.kind === 'looked') {
      for (const eject of this.#open)
        if (eject.state === 'checking' && eject.cabinetId === cabinet.id && eject.slot === word.slot) {
          if (word.serial === eject.serial) this.#isThere(eject);
          else this.#isOut(eject, now);
        }
    } else if (word.kind === 'ejected') {
      const eject = word.command === undefined ? undefined : this.#ejects.get(word.command);
      if (eject) this.#isOut(eject, timeOf(word.at));
    } else if (word.kind === 'returned') this.#isBack(word.unit.serial, word.stay, timeOf(word.at));
    else if (word.kind === 'slots') {
      for (const eject of this.#open) {
        // one from before the eject says nothing about it
        if (eject.state !== 'unresolved' || eject.cabinetId !== cabinet.id || madeAt <= eject.at) continue;
        const isThere = word.stays.some(([unit, { slot }]) => unit.serial === eject.serial && slot === eject.slot);
        if (isThere) this.#isThere(eject);
        else this.#isOut(eject, timeOf(word.at));
      }
      for (const [unit, stay] of word.stays) this.#isBack(unit.serial, stay, timeOf(word.at));
    }
  }

  #isThere(eject: Eject): void {
    if (!this.#open.delete(eject)) return;
    eject.state = 'failed';
  }
  #isOut(eject: Eject, at: number): void {
    const { rental, serial, state } = eject;
    if (state === 'out') return;
    eject.state = 'out';
    this.#open.delete(eject);
    if (rental.end !== undefined || rental.start !== undefined) return;
    rental.serial = serial;
    rental.start = at;
    if (state === 'failed') rental.isFree = true;
    if (rental.backAt !== undefined) rental.end = Math.max(rental.backAt, at);
  }
  #isBack(serial: string, stay: Stay, at: number): void {
    const eject = this.#lastOf.get(serial);
    // it lay there before the rental began
    if (!eject || stay.nth <= eject.stays || eject.rental.end !== undefined) return;
    const { rental } = eject;
    if (rental.start !== undefined && rental.serial === serial) rental.end = Math.max(at, rental.start);
    else if (rental.start === undefined && eject.state !== 'failed') {
      if (rental.isUnanswered) rental.end = at;
      else rental.backAt ??= at;
    }
  }

  feeOf({ start, end, isFree }: ModelRental): number | null {
    if (end === undefined) return null;
    if (start === undefined || isFree) return 0;
    return rentalFee(this.#plan, Math.ceil((end - start) / 1_000)).feeMinor;
  }
}
