export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

const middle = ({ top, bottom }: Extent): number => (top + bottom) / 2;

/**
 * Where a dragged item goes: past each neighbour whose middle the pointer has reached. Lines of different heights would jump
 * to and fro if their edges counted, for a swap moves them.
 */
export function sortedPlace(lines: readonly Extent[], from: number, pointer: number): number {
  let place = from;
  for (let next = lines[place + 1]; next && pointer >= middle(next); next = lines[place + 1]) place += 1;
  for (let next = lines[place - 1]; next && pointer <= middle(next); next = lines[place - 1]) place -= 1;
  return place;
}

/** The places of a list, in the order in which they stand after one of them was moved. */
export function movedPlaces(count: number, from: number, to: number): number[] {
  const places = [...Array(count).keys()];
  const [moved] = places.splice(from, 1);
  if (moved !== undefined) places.splice(to, 0, moved);
  return places;
}
