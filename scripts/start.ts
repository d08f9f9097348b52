// `npm start`: builds the console when its sources changed (never in production), then runs the server in this process.

import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { beginWithCalmAllocator } from '../src/apps/server/calm-allocator.ts';
// before the console is built: the process that launched this may be gone by then
import '../src/apps/server/launcher.ts';
import { buildWhenChanged } from './build-console.ts';

beginWithCalmAllocator();
const root = join(import.meta.dirname, '..');
// as a setting, so that the simulator of the demo has it too
process.env['NODE_COMPILE_CACHE'] ??= join(root, '.cache/compile');
enableCompileCache();
if (process.env['NODE_ENV'] !== 'production' && !buildWhenChanged()) {
  process.stderr.write('The console could not be built.\n');
  process.exit(1);
}
await import('../src/apps/server/main.ts');
