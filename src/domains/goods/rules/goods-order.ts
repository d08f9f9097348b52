/** A drink with its number: higher ones come first (domain 3). */
export interface Sorted {
  readonly id: string;
  readonly sort: number;
}

/**
 * The numbers that put drinks into the asked order: those that they have, dealt out anew, and where some are alike the least
 * more that tells them apart. Answers the ones that change. Others keep their number, and so their place among each other.
 */
export function dealtSorts(now: readonly Sorted[], order: readonly string[]): Sorted[] {
  const before = new Map(now.map(({ id, sort }) => [id, sort]));
  const free = now.map(({ sort }) => sort).sort((one, other) => one - other);
  const dealt: Sorted[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const [place, id] of order.toReversed().entries()) {
    last = Math.max(free[place] ?? 0, last + 1);
    if (before.get(id) !== last) dealt.push({ id, sort: last });
  }
  return dealt;
}
