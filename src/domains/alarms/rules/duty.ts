/** Somebody is on duty on these days of the week, on the clock of the tenant (decision 101). */
export interface Duty {
  readonly id: string;
  readonly name: string;
  /** Null: of every spot. */
  readonly spotId: string | null;
  readonly userId: string;
  /** ISO days on which it begins; Monday is 1. */
  readonly weekdays: readonly number[];
  /** `HH:mm`; ends on the next day where it does not end later than it begins. */
  readonly hours: { readonly from: string; readonly to: string };
  /** Days, `yyyy-MM-dd`. Weeks are counted from the one of the first day. */
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly everyWeeks: number;
}

/** Somebody takes over for once. */
export interface DutyChange {
  readonly id: string;
  readonly spotId: string | null;
  readonly from: Date;
  readonly until: Date;
  /** Null: whoever is on duty. */
  readonly absentId: string | null;
  readonly userId: string;
}

/** A piece of time in which one person is on duty. */
export interface DutyBlock {
  readonly from: Date;
  readonly until: Date;
  /** When the duty began of which this is a piece: whoever's began first is called first. */
  readonly began: Date;
  readonly userId: string;
  /** Null: at every spot but `exceptSpotIds`. */
  readonly spotId: string | null;
  /** Spots at which somebody else takes this piece of a duty of all spots. */
  readonly exceptSpotIds: readonly string[];
  /** Of the duty, empty where an exception alone puts somebody there. */
  readonly name: string;
  /** Whom an exception replaces. */
  readonly insteadOf: string | null;
}

interface Asked {
  readonly from: Date;
  readonly until: Date;
  readonly timeZone: string;
}

/**
 * Who is on duty between two moments, in the order of time; blocks begin and end as the rota says, not where the time asked for does.
 * Each exception changes what those before it have made of the rota.
 */
export function dutyBlocks(duties: readonly Duty[], changes: readonly DutyChange[], asked: Asked): DutyBlock[] {
  const planned = duties.flatMap((duty) => blocksOf(duty, asked));
  return changes
    .reduce<DutyBlock[]>(
      (blocks, change) => [...blocks.flatMap((block) => withChange(block, change)), ...aloneBy(change)],
      planned,
    )
    .filter(({ from, until }) => from < until && from < asked.until && until > asked.from)
    .sort((one, other) => one.from.getTime() - other.from.getTime() || one.userId.localeCompare(other.userId));
}

/** Whether somebody is on duty at a spot by this block. */
export const isOnDutyAt = (
  { spotId, exceptSpotIds }: Pick<DutyBlock, 'spotId' | 'exceptSpotIds'>,
  at: string,
): boolean => (spotId === null ? !exceptSpotIds.includes(at) : spotId === at);

/** Who is on duty at a spot now: those of the spot itself stand before those of all spots. Each person once. */
export function onDutyAt(
  blocks: readonly DutyBlock[],
  { spotId, now }: { readonly spotId: string; readonly now: Date },
): string[] {
  const there = blocks
    .filter((block) => block.from <= now && now < block.until && isOnDutyAt(block, spotId))
    .sort((one, other) => one.began.getTime() - other.began.getTime() || one.userId.localeCompare(other.userId));
  const own = there.filter((block) => block.spotId !== null);
  const all = there.filter((block) => block.spotId === null);
  return [...new Set([...own, ...all].map(({ userId }) => userId))];
}

function blocksOf(duty: Duty, { from, until, timeZone }: Asked): DutyBlock[] {
  const dayOf = (at: Date) =>
    Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const first = Temporal.PlainDate.from(duty.startsOn);
  const last = duty.endsOn === null ? undefined : Temporal.PlainDate.from(duty.endsOn);
  const weekOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });
  const blocks: DutyBlock[] = [];
  const end = dayOf(until);
  // one that began yesterday may last into the time that is asked for
  for (
    let day = dayOf(from).subtract({ days: 1 });
    Temporal.PlainDate.compare(day, end) <= 0;
    day = day.add({ days: 1 })
  ) {
    if (Temporal.PlainDate.compare(day, first) < 0 || (last && Temporal.PlainDate.compare(day, last) > 0)) continue;
    if (!duty.weekdays.includes(day.dayOfWeek)) continue;
    const weeks = weekOf(first).until(weekOf(day), { largestUnit: 'days' }).days / 7;
    if (weeks % duty.everyWeeks !== 0) continue;
    const at = (date: Temporal.PlainDate, clock: string) =>
      new Date(date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(clock) }).epochMilliseconds);
    const goesOn = duty.hours.to <= duty.hours.from;
    const begin = at(day, duty.hours.from);
    blocks.push({
      ...{ from: begin, until: at(goesOn ? day.add({ days: 1 }) : day, duty.hours.to), began: begin },
      ...{ userId: duty.userId, spotId: duty.spotId, exceptSpotIds: [], name: duty.name, insteadOf: null },
    });
  }
  return blocks;
}

/** Who takes over from whoever is on duty has a block of his own. */
const aloneBy = ({ absentId, from, until, userId, spotId }: DutyChange): DutyBlock[] =>
  absentId === null ? [{ from, until, began: from, userId, spotId, exceptSpotIds: [], name: '', insteadOf: null }] : [];

/** What is left of a block before and after an exception, the piece that somebody else takes, and where that is one spot of all the others. */
function withChange(block: DutyBlock, change: DutyChange): DutyBlock[] {
  const isThere = change.spotId === null || isOnDutyAt(block, change.spotId);
  const isMeant = isThere && (change.absentId === null || change.absentId === block.userId);
  const from = change.from > block.from ? change.from : block.from;
  const until = change.until < block.until ? change.until : block.until;
  if (!isMeant || from >= until) return [block];
  const piece = { ...block, from, until };
  const taken = { ...piece, userId: change.userId, insteadOf: block.userId };
  const pieces = [{ ...block, until: from }];
  if (block.spotId === null && change.spotId !== null) {
    // the duty goes on at the other spots
    pieces.push({ ...piece, exceptSpotIds: [...block.exceptSpotIds, change.spotId] });
    if (change.absentId !== null) pieces.push({ ...taken, spotId: change.spotId, exceptSpotIds: [] });
  } else if (change.absentId !== null) pieces.push(taken);
  pieces.push({ ...block, from: until });
  return pieces.filter((one) => one.from < one.until);
}
