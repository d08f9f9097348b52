/**
 * What is left of one material in one robot, by everything that is known of it (practice 13). Times are the device's own:
 * a report that was measured before the last refill says nothing about what is in the container now.
 */
export interface MaterialLevels {
  /** The book: the last refill less what was used since. */
  readonly current: number;
  /** What the robot measured after the last refill, less what was used since. */
  readonly reported: { readonly level: number; readonly at: Date } | null;
  readonly filledAt: Date | null;
  /** When staff last counted it themselves; nothing where they never did. */
  readonly countedAt?: Date;
  /** Since when the robot says by a fault that it is out of it. */
  readonly emptySince: Date | null;
}

/** A fault that says that the material it names as its part has run out. */
export const MATERIAL_EMPTY = 'material-empty';

/** What may be sold from: nothing while the robot is out of it, else the smaller of book and measurement. */
export function usableLevel({ current, reported, emptySince }: MaterialLevels): number {
  if (emptySince !== null) return 0;
  return reported === null ? current : Math.min(current, reported.level);
}

/** Late and repeated reports change nothing. */
export function afterReport(known: MaterialLevels, report: { level: number; at: Date }): MaterialLevels {
  if (!isAfter(report.at, known.reported?.at) || !isAfter(report.at, known.filledAt)) return known;
  return { ...known, reported: report };
}

/** The robot ran out of it, unless somebody has filled it up since. */
export function afterEmptyFault(known: MaterialLevels, at: Date): MaterialLevels {
  if (!isAfter(at, known.filledAt) || !isAfter(at, known.emptySince)) return known;
  return { ...known, emptySince: at };
}

export function afterFaultCleared(known: MaterialLevels): MaterialLevels {
  return { ...known, emptySince: null };
}

/**
 * Sets the book and clears what was said before it; what was measured or missed later stays. A refill from before staff counted,
 * which the robot tells of late, changes nothing.
 */
export function afterRefill(known: MaterialLevels, { level, at }: { level: number; at: Date }): MaterialLevels {
  const { reported, emptySince } = known;
  if (!isAfter(at, known.countedAt)) return known;
  return {
    ...known,
    current: level,
    reported: reported && isAfter(reported.at, at) ? reported : null,
    filledAt: at,
    emptySince: emptySince && isAfter(emptySince, at) ? emptySince : null,
  };
}

/** Staff counted what is in the container (settled 81); where the robot has told of a newer refill, that one counts. */
export function afterCount(known: MaterialLevels, { level, at }: { level: number; at: Date }): MaterialLevels {
  if (!isAfter(at, known.filledAt)) return known;
  return { ...afterRefill(known, { level, at }), countedAt: at };
}

/**
 * A drink took its share from the book and from what was measured: until the robot measures again the measurement would
 * otherwise give back what the ended reservation no longer holds. Where the robot measured between pouring and saying that the
 * drink is made, the share is counted twice until its next report: too little is offered then, never too much.
 */
export function afterUse(known: MaterialLevels, amount: number): MaterialLevels {
  const less = (level: number): number => Math.max(0, level - amount);
  const { current, reported } = known;
  return { ...known, current: less(current), reported: reported && { ...reported, level: less(reported.level) } };
}

/** Staff believe the robot. */
export function afterTakeOver(known: MaterialLevels): MaterialLevels {
  return { ...known, current: known.reported?.level ?? known.current };
}

/** By how much the robot's measurement is above (or, negative, below) the book. */
export function differenceToBook(known: { readonly current: number; readonly reportedLevel: number | null }): number {
  return known.reportedLevel === null ? 0 : known.reportedLevel - known.current;
}

/** A difference that is more than what is being poured just now: five per cent of the container. */
export function isWideDifference(difference: number, capacity: number): boolean {
  return Math.abs(difference) * 20 > capacity;
}

/** A difference that stays wide for so long is no drink on its way any more (settled 152). */
export const WIDE_FOR_MINUTES = 10;

/** Staff should come soon (practice 12). */
export function isLow(level: number, lowMark: number): boolean {
  return level < lowMark;
}

/** How a material stands: nothing left that is not promised, or gone by now; soon to be filled up; or good. */
export function materialState(material: {
  readonly level: number;
  readonly reserved: number;
  readonly lowMark: number;
  readonly hoursToEmpty: number | null;
}): 'empty' | 'low' | 'good' {
  if (material.level <= material.reserved || material.hoursToEmpty === 0) return 'empty';
  return isLow(material.level, material.lowMark) ? 'low' : 'good';
}

function isAfter(at: Date, than: Date | null | undefined): boolean {
  return than == null || at > than;
}
