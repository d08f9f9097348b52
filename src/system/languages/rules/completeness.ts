/** Keys of texts by the name of their pack. */
export type PackKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** How many of the console's texts a language lacks; a text for a key that the console does not have counts for nothing. */
export function countMissing(wanted: PackKeys, given: PackKeys): number {
  let missing = 0;
  for (const [pack, keys] of wanted) missing += keys.difference(given.get(pack) ?? new Set()).size;
  return missing;
}
