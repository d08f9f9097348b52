import { type Finding, type Import, isOfTests, placeOf, sliceOf } from './sources.ts';

/** Each area uses those before it. */
const AREAS = ['platform', 'ui', 'system', 'domains', 'apps'];

/** Imports against the order of areas; a type that is asked of a later area is knowledge of it too. */
export function againstOrder(imports: readonly Import[]): Finding[] {
  return imports.flatMap(({ file, target }) => {
    const from = placeOf(file);
    const to = placeOf(target);
    if (isOfTests(file) || AREAS.indexOf(to.area) <= AREAS.indexOf(from.area)) return [];
    const key = `src/${sliceOf(from)} → src/${sliceOf(to)}`;
    return [{ key, say: `${file} imports ${target}: ${from.area} comes before ${to.area}` }];
  });
}
