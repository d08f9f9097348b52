// Who may import whom (architecture 5), by pattern and without a list of slices: a side's neighbours, the doors of other
// slices, and no cycles between files.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const SIDES = ['contract', 'rules', 'server', 'web'] as const;
type Side = (typeof SIDES)[number];
/** What each side may use. */
const MAY_USE: Record<Side, readonly Side[]> = {
  contract: ['contract'],
  rules: ['contract', 'rules'],
  server: ['contract', 'rules', 'server'],
  web: ['contract', 'rules', 'web'],
};

interface Place {
  readonly area: string;
  readonly slice: string;
  readonly side: Side | undefined;
}

const wrong: string[] = [];
const imports = new Map<string, string[]>();
for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root })) {
  const text = readFileSync(join(root, file), 'utf8');
  // what tests are set up with is of the tests
  const isTest = /(\.test|\/test-[^/]*)\.tsx?$/.test(file);
  const targets: string[] = [];
  for (const match of text.matchAll(
    /(?:^|\n)\s*(import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'|import\('([^']+)'\)/g,
  )) {
    const target = resolveTarget(file, match[3] ?? match[4] ?? '');
    if (!target) continue;
    // Types vanish and lazy pages come later: neither makes a cycle.
    if (match[2] === undefined && match[4] === undefined) targets.push(target);
    if (!isTest) checkImport(file, target);
  }
  imports.set(file, targets);
}
findCycles();
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exitCode = 1;
}

function resolveTarget(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (specifier.startsWith('.')) return relative(root, join(root, dirname(file), specifier));
  return undefined;
}

function placeOf(file: string): Place {
  const [, area = '', slice = '', ...rest] = file.split('/');
  return { area, slice, side: SIDES.find((side) => rest[0] === side) };
}

function checkImport(file: string, target: string): void {
  const from = placeOf(file);
  const to = placeOf(target);
  if (from.area === 'apps' || file.startsWith('src/platform/testing/') || !target.startsWith('src/')) return;
  const say = (why: string): void => void wrong.push(`${file} imports ${target}: ${why}`);
  if (from.side && to.side && !MAY_USE[from.side].includes(to.side)) say(`${from.side} does not use ${to.side}`);
  const sameSlice = from.area === to.area && from.slice === to.slice;
  const isBusiness = (place: Place) => place.area === 'domains' || place.area === 'system';
  if (!sameSlice && isBusiness(from) && isBusiness(to) && (to.side === 'server' || to.side === 'web')) {
    // what pages stand on has a door of its own, or the frame would fetch it
    const isDoor = /\/(server|web)\/index\.tsx?$|\/web\/(form-|record-)?page\.tsx$/.test(target);
    const isShared = to.side === 'web' && to.area === 'system' && /\/(session-store|use-tenant)\.tsx?$/.test(target);
    if (!isDoor && !isShared) say('another slice is entered through its index.ts');
  }
  if (from.area === 'platform' && isBusiness(to) && to.side === 'server') say('plumbing knows no slice');
}

/** Depth-first over value imports; each cycle is told once. */
function findCycles(): void {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      wrong.push(`cycle: ${[...path.slice(at), file].join(' → ')}`);
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
}
