// `npm run size`: script bytes (gzip) that a browser fetches on a cold load of the first pages, against their budgets
// (ux-guide 14). Walks the manifest of the build: the entry, what it loads for that page, and their static imports.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const folder = join(import.meta.dirname, '../dist/console');
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const texts = (...slices: string[]): string[] => slices.map((slice) => `${slice}/locales/en-US.json`);

const SHELL = ['shell/start-shell.tsx', 'locales/en-US.json', ...texts('/ui')];
const PAGES: Record<string, { budget: number; parts: string[] }> = {
  login: { budget: 120, parts: ['_login-', ...texts('/session')] },
  mobile: {
    budget: 140, // decision 19
    parts: ['mobile/start-mobile.tsx', 'mobile/locales/en-US.json', ...texts('/orders', '/devices')],
  },
  welcome: {
    budget: 320,
    parts: [...SHELL, 'dashboard/web/welcome-page.tsx', ...texts('/dashboard', '/orders', '/devices')],
  },
  'order list': { budget: 320, parts: [...SHELL, 'orders/web/order-list-page.tsx', ...texts('/orders')] },
};

/** `_name-` is a chunk that vite.config.ts puts together. */
const keyOf = (part: string): string => {
  const found = manifest[part]
    ? part
    : Object.keys(manifest).find((key) => key.endsWith(part) || (part.startsWith('_') && key.startsWith(part)));
  if (!found) throw new Error(`The build has no ${part}: run \`npm run build\` first`);
  return found;
};

function filesOf(key: string, into: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk || into.has(chunk.file)) return;
  into.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, into);
}

for (const [name, { budget, parts }] of Object.entries(PAGES)) {
  const files = new Set<string>();
  for (const part of ['index.html', ...parts]) filesOf(keyOf(part), files);
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
  const kilobytes = bytes / 1_000;
  console.log(`${name.padEnd(10)} ${kilobytes.toFixed(1).padStart(6)} KB of ${budget} KB in ${scripts.length} scripts`);
  if (kilobytes > budget) process.exitCode = 1;
}
