/** One container as a run sees it. */
export interface RunContainer {
  readonly materialId: string;
  readonly capacity: number;
  readonly level: number;
  readonly lowMark: number;
  /** Hours until it is used up; null where that is far away or not known. */
  readonly hoursToEmpty: number | null;
}

/** A container that has used up this share of what goes into it is filled up on the way. */
const WORTH_FILLING = 0.2;
/** Hours: what runs out so soon is filled up, however much is in it. */
const SOON_HOURS = 24;

/** Is the container to be filled up when somebody comes by? */
export function isWanted({ capacity, level, lowMark, hoursToEmpty }: RunContainer): boolean {
  if (level >= capacity) return false;
  if (level < lowMark || level <= 0) return true;
  return capacity - level >= capacity * WORTH_FILLING || (hoursToEmpty !== null && hoursToEmpty <= SOON_HOURS);
}

/** Hours until the first material of a robot is used up; 0 where one is, null where none is near. */
export function soonest(materials: readonly RunContainer[]): number | null {
  const hours = materials.map(({ level, capacity, hoursToEmpty }) => (level <= 0 && capacity > 0 ? 0 : hoursToEmpty));
  return hours.reduce<number | null>(
    (first, one) => (one === null ? first : first === null ? one : Math.min(first, one)),
    null,
  );
}

/** Does somebody have to come within `hours`? Used up and low count as now. */
export function isDue(materials: readonly RunContainer[], hours: number): boolean {
  const first = soonest(materials);
  return (first !== null && first <= hours) || materials.some(({ level, lowMark }) => level < lowMark);
}

/** What is missing to full of everything that is wanted, by material, over the stops that still wait. */
export function pickList<One extends RunContainer>(
  stops: readonly { readonly state: string; readonly materials: readonly One[] }[],
): readonly { readonly material: One; readonly amount: number }[] {
  const sums = new Map<string, { material: One; amount: number }>();
  for (const { state, materials } of stops) {
    if (state !== 'waiting') continue;
    for (const material of materials.filter(isWanted)) {
      const sum = sums.get(material.materialId) ?? { material, amount: 0 };
      sums.set(material.materialId, { ...sum, amount: sum.amount + material.capacity - material.level });
    }
  }
  return [...sums.values()];
}

/**
 * When an act happened by the server's clock. A phone whose clock is wrong says what it shows when it sends, so both are moved by
 * the difference; nothing happened after now.
 */
export function actTime(told: { at: string; sentAt?: string | undefined }, now: Date): Date {
  const skew = told.sentAt === undefined ? 0 : now.getTime() - Date.parse(told.sentAt);
  return new Date(Math.min(now.getTime(), Date.parse(told.at) + skew));
}
