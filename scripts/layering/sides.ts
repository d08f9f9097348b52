import { type Import, isOfTests, type Place, placeOf, type Side } from './sources.ts';

/** What each side may use. */
const MAY_USE: Record<Side, readonly Side[]> = {
  contract: ['contract'],
  rules: ['contract', 'rules'],
  server: ['contract', 'rules', 'server'],
  web: ['contract', 'rules', 'web'],
};

const isBusiness = ({ area }: Place): boolean => area === 'domains' || area === 'system';

/**
 * What one program needs and another must not fetch has a door of its own, `web/<purpose>/index.ts`, and so has what pages
 * stand on, or the frame would fetch it.
 */
export const isDoor = (file: string): boolean =>
  /\/(server|web)\/index\.tsx?$|\/web\/[\w-]+\/index\.tsx?$|\/web\/((form|record|tree)-)?page\.tsx$/.test(file);

/** A side's neighbours, and the doors of other slices. */
export function wrongSides(imports: readonly Import[]): string[] {
  return imports
    .filter(({ file, target }) => !isOfTests(file) && !file.startsWith('src/apps/') && target.startsWith('src/'))
    .flatMap(({ file, target }) => {
      const from = placeOf(file);
      const to = placeOf(target);
      const why: string[] = [];
      if (from.side && to.side && !MAY_USE[from.side].includes(to.side))
        why.push(`${from.side} does not use ${to.side}`);
      const isOther = from.area !== to.area || from.slice !== to.slice;
      if (isOther && isBusiness(from) && isBusiness(to) && (to.side === 'server' || to.side === 'web')) {
        const isShared = to.area === 'system' && /\/web\/(session-store|use-tenant)\.tsx?$/.test(target);
        if (!isDoor(target) && !isShared) why.push('another slice is entered through its index.ts');
      }
      if (from.area === 'platform' && isBusiness(to) && to.side === 'server') why.push('plumbing knows no slice');
      return why.map((text) => `${file} imports ${target}: ${text}`);
    });
}

/** Depth-first over values that are there from the start: types and lazy pages make no cycle. Each is reported once. */
export function fileCycles(imports: readonly Import[]): string[] {
  const targets = Map.groupBy(
    imports.filter(({ isType, isLazy }) => !isType && !isLazy),
    ({ file }) => file,
  );
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) return void found.push(`cycle: ${[...path.slice(at), file].join(' → ')}`);
    if (done.has(file)) return;
    path.push(file);
    for (const { target } of targets.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of targets.keys()) visit(file);
  return found;
}
