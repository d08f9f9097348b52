import { isDoor } from './sides.ts';
import { type Finding, type Import, isOfTests, placeOf } from './sources.ts';

/** Programs wire slices together, so they too enter each by its door; every other file is a window. */
export function throughWindows(imports: readonly Import[]): Finding[] {
  return imports.flatMap(({ file, target }) => {
    const { area, side } = placeOf(target);
    const isInside = (area === 'system' || area === 'domains') && (side === 'server' || side === 'web');
    if (isOfTests(file) || placeOf(file).area !== 'apps' || !isInside || isDoor(target)) return [];
    const key = `${file.replace(/\/[^/]*$/, '')} → ${target}`;
    return [{ key, say: `${file} imports ${target}: a slice is entered through its index.ts` }];
  });
}
