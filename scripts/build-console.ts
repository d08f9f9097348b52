// Builds the console, and keeps a note of which sources it was built from. `node scripts/build-console.ts` builds in any case.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const STAMP = join(root, '.cache/console-sources');
const SOURCES = [
  'src/**/{web,contract,rules,locales}/**',
  'src/ui/**',
  'src/apps/console/**',
  'scripts/build/**',
  'vite.config.ts',
  'package-lock.json',
];

/** Answers whether there is a console of the sources as they are now. */
export function buildWhenChanged(): boolean {
  const digest = digestOfSources();
  if (read(STAMP) === digest && read(join(root, 'dist/console/index.html')) !== undefined) return true;
  process.stdout.write('Building the console …\n');
  return build(digest);
}

function build(digest: string): boolean {
  const vite = join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js');
  // under a test runner too it is the console that is shipped, with its service worker
  const env = { ...process.env, NODE_ENV: 'production' };
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  if (built.status !== 0) return false;
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(STAMP, digest);
  return true;
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.main && !build(digestOfSources())) process.exitCode = 1;
