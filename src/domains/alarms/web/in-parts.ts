import { CallError } from '#platform/http/web/call-error.ts';
import { MOST_ALARMS } from '../contract/endpoints.ts';

/**
 * A selection may hold more alarms than one call takes: they go one part after another, and none is left out. As within a part,
 * those for which it is too late stay as they are: a part that is refused stops no other, and is no failure unless all are. What
 * may have come about stops; the same question once more goes on from there.
 */
export async function inParts(
  ids: readonly string[],
  work: (part: string[], from: number) => Promise<{ readonly changed: number }>,
): Promise<{ changed: number }> {
  let changed = 0;
  let refused: CallError | undefined;
  for (let from = 0; from < ids.length; from += MOST_ALARMS) {
    try {
      changed += (await work(ids.slice(from, from + MOST_ALARMS), from)).changed;
    } catch (error) {
      if (!(error instanceof CallError) || error.leavesOpen) throw error;
      refused = error;
    }
  }
  if (refused && changed === 0) throw refused;
  return { changed };
}
