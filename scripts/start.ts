// `npm start`: builds the console when its sources changed (never in production), then runs the server in this process.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { beginWithCalmAllocator } from '../src/apps/server/calm-allocator.ts';
// before the console is built: whoever launched this may be gone by then
import '../src/apps/server/launcher.ts';

beginWithCalmAllocator();
const root = join(import.meta.dirname, '..');
enableCompileCache(join(root, '.cache/compile'));
if (process.env['NODE_ENV'] !== 'production') buildWhenChanged();
await import('../src/apps/server/main.ts');

function buildWhenChanged(): void {
  const stamp = join(root, '.cache/console-sources');
  const sources = [
    'src/**/{web,contract,rules,locales}/**',
    'src/ui/**',
    'src/apps/console/**',
    'vite.config.ts',
    'package-lock.json',
  ];
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  const digest = hash.digest('hex');
  if (read(stamp) === digest && read(join(root, 'dist/console/index.html')) !== undefined) return;
  process.stdout.write('Building the console …\n');
  const vite = join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) {
    process.stderr.write('The console could not be built.\n');
    process.exit(1);
  }
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, digest);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
