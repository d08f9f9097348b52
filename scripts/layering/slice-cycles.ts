import { type Finding, type Import, isOfTests, placeOf, sliceOf } from './sources.ts';

type Arrows = Map<string, Map<string, Import>>;

/**
 * Slices of which each needs the other, on the server or on the web side, types included: none of them can be read, moved or
 * left out alone. A cycle is named by its side and all of its slices.
 *
 * Rooms of the platform may know each other's types: a request carries all services (`platform/context`), and most of them
 * are given a request. At run time no slice knows one that knows it.
 */
export function sliceCycles(imports: readonly Import[]): Finding[] {
  return (['server', 'web'] as const).flatMap((side) => {
    const arrows = arrowsOf(imports, side);
    const reached = new Map([...arrows.keys()].map((slice) => [slice, reachedFrom(slice, arrows)]));
    const reported = new Set<string>();
    return [...arrows.keys()].flatMap((slice) => {
      const members = [...arrows.keys()]
        .filter((other) => reached.get(slice)?.has(other) && reached.get(other)?.has(slice))
        .sort();
      if (members.length < 2 || reported.has(slice)) return [];
      for (const member of members) reported.add(member);
      return [{ key: `${side}: ${members.join(' ')}`, say: `cycle of slices, ${side}: ${described(members, arrows)}` }];
    });
  });
}

/** From slice to slice, each with one import that makes it. */
function arrowsOf(imports: readonly Import[], side: 'server' | 'web'): Arrows {
  const arrows: Arrows = new Map();
  for (const one of imports) {
    const from = placeOf(one.file);
    const to = placeOf(one.target);
    if (isOfTests(one.file) || from.area === 'apps' || from.side !== side || to.side !== side) continue;
    if (sliceOf(from) === sliceOf(to)) continue;
    if (one.isType && from.area === 'platform' && to.area === 'platform') continue;
    const others = arrows.get(sliceOf(from)) ?? new Map<string, Import>();
    arrows.set(sliceOf(from), others.set(sliceOf(to), one));
  }
  return arrows;
}

function reachedFrom(slice: string, arrows: Arrows): Set<string> {
  const reached = new Set<string>();
  const waiting = [slice];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const next of arrows.get(at)?.keys() ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}

const MOST_SHOWN = 6;

/** The imports that make it, the least tied slices first: that is where a cycle was closed last, and where it opens. */
function described(members: readonly string[], arrows: Arrows): string {
  const inside = members.flatMap((from) =>
    [...(arrows.get(from) ?? [])].filter(([to]) => members.includes(to)).map(([to, by]) => ({ from, to, by })),
  );
  const ties = (slice: string): number => inside.filter(({ from, to }) => from === slice || to === slice).length;
  const lines = inside
    .sort((one, other) => Math.min(ties(one.from), ties(one.to)) - Math.min(ties(other.from), ties(other.to)))
    .slice(0, MOST_SHOWN)
    .map(({ by }) => `\n    ${by.file} imports ${by.target}`);
  return `${members.join(', ')}${lines.join('')}`;
}
