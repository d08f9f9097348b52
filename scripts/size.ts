// `npm run size`: what a browser fetches on a cold load of the first pages, against the budgets (ux-guide 14) and beside the
// peers that were measured for them. Walks the manifest of the build: the chunks that a page's parts name, and what those
// import. Requests are those files, and what is asked besides (`asks`; `e2e/addresses.test.ts` counts them in a browser).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

interface Page {
  /** Kilobytes of script, gzip, and requests in all. */
  readonly budget: { readonly script: number; readonly requests: number };
  readonly parts: readonly string[];
  /** Document, configuration, calls of the first seconds. */
  readonly asks: number;
  readonly peers?: string;
}

const folder = join(import.meta.dirname, '../dist/console');
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const CSS_BUDGET = 40;
const CHUNK_BUDGET = 60;
/** Everybody's, or an editor that comes when it is opened. */
const LARGE = /\/(react|shell|json-area|rich-text-area)-/;

const LOGIN_TEXTS = '/sign-in/locales/en-US.json';
const INSIDE = ['_index-', '_shell-', '_texts-en-US-'];
const OVERVIEW = ['_welcome-', '_work-texts-en-US-'];
const ANALYSIS = [...INSIDE, '_pages-of-insights-', '_dashboard-texts-en-US-'];
const ON_PHONE = ['_index-', '_mobile-', 'mobile/locales/en-US.json', '_work-texts-en-US-'];
const LATER_ON_PHONE = [
  ...['refund-sheet', 'contact-sheet', 'step-up-sheet', 'session-end'].map((name) => `mobile/${name}.tsx`),
  'vitals/web/collect/index.ts',
];
const SCREENS_OF_PHONE = [
  ...['alarms-screen', 'robot-screen', 'orders-screen', 'refill-screen'].map((name) => `mobile/${name}.tsx`),
  'mobile/locales/on-the-way.en-US.json',
];
const PAGES: Record<string, Page> = {
  login: {
    budget: { script: 95, requests: 12 },
    parts: ['_index-', '_login-', LOGIN_TEXTS],
    asks: 3,
    peers: 'JeecgBoot 1,047 KB, 296 requests; Ant Design Pro 644 KB, 26; react-admin demo 411 KB, 9',
  },
  // the bar's five places, alarms of each robot, and the start without a network
  mobile: { budget: { script: 114, requests: 25 }, parts: ON_PHONE, asks: 10 },
  // a sheet that reached for a page of the console would bring all of it
  'its sheets': { budget: { script: 123, requests: 30 }, parts: [...ON_PHONE, ...LATER_ON_PHONE], asks: 10 },
  // all that a phone may fetch: alarms, orders, a robot and the refill run are each opened by themselves
  'its screens': { budget: { script: 135, requests: 45 }, parts: [...ON_PHONE, ...SCREENS_OF_PHONE], asks: 10 },
  // its drawings come after it
  'first page': {
    budget: { script: 255, requests: 25 },
    parts: [...INSIDE, ...OVERVIEW],
    asks: 14,
    peers: 'JeecgBoot 1,625 KB, 463 requests; Ant Design Pro 1,152 KB, 42; react-admin demo 609 KB, 18',
  },
  'its charts': {
    budget: { script: 450, requests: 25 },
    parts: [...INSIDE, ...OVERVIEW, '/chart/plot.tsx'],
    asks: 14,
  },
  // where a login ends; its charts come after its figures
  analysis: {
    budget: { script: 320, requests: 29 },
    parts: ANALYSIS,
    asks: 13,
  },
  'with charts': { budget: { script: 335, requests: 30 }, parts: [...ANALYSIS, '/chart/plot.tsx'], asks: 13 },
  'order list': {
    budget: { script: 318, requests: 25 },
    parts: [...INSIDE, '_pages-of-orders-', '_work-texts-en-US-'],
    asks: 13,
    peers: 'JeecgBoot 1,794 KB; Ant Design Pro 897 KB; react-admin demo 411 KB',
  },
};

/** `_name-` is a chunk that `scripts/build/chunk-plan.ts` puts together. */
function keyOf(part: string): string {
  const found = Object.keys(manifest).find((key) =>
    part.startsWith('_') ? key.startsWith(part) && key.endsWith('.js') : key.endsWith(part),
  );
  if (!found) throw new Error(`The build has no ${part}: run \`npm run build\` first`);
  return found;
}

function filesOf(key: string, into: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk || into.has(chunk.file)) return;
  into.add(chunk.file);
  for (const style of chunk.css ?? []) into.add(style);
  for (const imported of chunk.imports ?? []) filesOf(imported, into);
}

const kilobytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1_000;

function check(what: string, value: number, most: number): void {
  if (value <= most) return;
  console.error(`${what}: ${value.toFixed(1)} is more than ${most}`);
  process.exitCode = 1;
}

for (const [name, { budget, parts, asks, peers }] of Object.entries(PAGES)) {
  const files = new Set<string>();
  for (const part of parts) filesOf(keyOf(part), files);
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const styles = [...files].filter((file) => file.endsWith('.css'));
  const requests = files.size + asks;
  const size = kilobytes(scripts);
  console.log(
    `${name.padEnd(10)} ${size.toFixed(1).padStart(6)} KB of ${budget.script} KB in ${scripts.length} scripts, ` +
      `${styles.length} styles; ${requests} requests of ${budget.requests}`,
  );
  if (peers) console.log(`           ${peers}`);
  check(`${name}, script in KB`, size, budget.script);
  check(`${name}, requests`, requests, budget.requests);
}

// The order in which layers are named for the first time decides which one wins: base, kit, page (`ui/theme/tokens.css`).
const html = readFileSync(join(folder, 'index.html'), 'utf8');
const sheets = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="\/([^"]+)"/g)].map(([, file = '']) => file);
const layers = sheets.flatMap((file) =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(/@layer ([\w, ]+)/g)].flatMap(([, names = '']) =>
    names.split(/, ?/),
  ),
);
const order = [...new Set(layers.map((name) => name.trim()))].join(', ');
if (order !== 'base, kit, page') {
  console.error(`The first style sheets name the layers in the order ${order}: another sheet comes before the entry's`);
  process.exitCode = 1;
}

/** All that a part of the console wears, its frame included. */
function stylesWith(key: string): number {
  const files = new Set<string>();
  for (const part of [...INSIDE.map(keyOf), key]) filesOf(part, files);
  return kilobytes([...files].filter((file) => file.endsWith('.css')));
}
const [most = '', styles = 0] = Object.keys(manifest)
  .map((key) => [key, stylesWith(key)] as const)
  .reduce((one, other) => (other[1] > one[1] ? other : one));
console.log(`styles     ${styles.toFixed(1).padStart(6)} KB of ${CSS_BUDGET} KB at most, with ${most}`);
check('styles in KB', styles, CSS_BUDGET);

const all = [...new Set(Object.values(manifest).map(({ file }) => file))];
for (const file of all.filter((one) => one.endsWith('.js') && !LARGE.test(`/${one}`)))
  check(`${file} in KB`, kilobytes([file]), CHUNK_BUDGET);
