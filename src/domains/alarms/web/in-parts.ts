import { MOST_ALARMS } from '../contract/endpoints.ts';

/** A selection may hold more alarms than one call takes: they go one part after another, and none is left out. */
export async function inParts(
  ids: readonly string[],
  work: (part: string[], from: number) => Promise<{ readonly changed: number }>,
): Promise<{ changed: number }> {
  let changed = 0;
  for (let from = 0; from < ids.length; from += MOST_ALARMS)
    changed += (await work(ids.slice(from, from + MOST_ALARMS), from)).changed;
  return { changed };
}
