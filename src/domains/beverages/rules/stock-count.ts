import { afterCount, type MaterialLevels } from './material-level.ts';

/** One container of a robot: what is in it, how much goes into it, and below what somebody should come. */
export interface Container extends MaterialLevels {
  readonly capacity: number;
  readonly lowMark: number;
}

/** What staff say of one material, in its unit; what is left out stays as it is (settled 81). */
export interface Count {
  readonly amount?: number | undefined;
  readonly capacity?: number | undefined;
  readonly lowMark?: number | undefined;
  /** The last refill that they knew of; undefined where nobody says. */
  readonly filledAt?: Date | null | undefined;
}

export interface CountFault {
  readonly field: 'amount' | 'capacity' | 'lowMark';
  readonly code: 'stock.capacity-missing' | 'stock.above-capacity' | 'stock.mark-above-capacity';
}

const NOTHING_YET = { current: 0, reported: null, filledAt: null, emptySince: null, capacity: 0, lowMark: 0 };

/** A container after staff counted; `known` is undefined where the robot had none of the material. */
export function containerAfter(known: Container | undefined, count: Count, at: Date): Container {
  const before = known ?? NOTHING_YET;
  const { amount, capacity = before.capacity, lowMark = before.lowMark } = count;
  const levels =
    amount === undefined || isOvertaken(before, count) ? before : afterCount(before, { level: amount, at });
  return { ...before, ...levels, capacity, lowMark };
}

/** Somebody else filled up, or counted, while this was typed. */
function isOvertaken(known: Container, { filledAt }: Count): boolean {
  if (filledAt === undefined || known.filledAt === null) return false;
  return filledAt === null || known.filledAt > filledAt;
}

/** What of it cannot be: each fault at the field that says so. Nobody is asked about what he does not change. */
export function countFaults(known: Container | undefined, count: Count): CountFault[] {
  const capacity = count.capacity ?? known?.capacity;
  if (capacity === undefined) return [{ field: 'capacity', code: 'stock.capacity-missing' }];
  const faults: CountFault[] = [];
  if (count.amount !== undefined && count.amount > capacity)
    faults.push({ field: 'amount', code: 'stock.above-capacity' });
  else if (count.capacity !== undefined && count.amount === undefined && (known?.current ?? 0) > capacity)
    faults.push({ field: 'capacity', code: 'stock.above-capacity' });
  const lowMark = count.lowMark ?? known?.lowMark ?? 0;
  if (lowMark > capacity)
    faults.push({ field: count.lowMark === undefined ? 'capacity' : 'lowMark', code: 'stock.mark-above-capacity' });
  return faults;
}
