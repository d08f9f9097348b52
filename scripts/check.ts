// `npm run check`: types of the three projects, lint and formatting, generated files, rule tests. Under a minute.
import { runAll } from './run-all.ts';

const ok = await runAll([
  ['types: contract and rules', 'tsc', ['-p', 'tsconfig.shared.json']],
  ['types: server', 'tsc', ['-p', 'tsconfig.server.json']],
  ['types: web', 'tsc', ['-p', 'tsconfig.web.json']],
  ['lint and formatting', 'biome', ['check', '--diagnostic-level=error', '.']],
  ['layering', 'node', ['scripts/layering.ts']],
  ['texts', 'node', ['scripts/texts.ts']],
  ['planted bugs fit', 'node', ['scripts/planted-bugs.ts', '--check']],
  ['rule tests', 'vitest', ['run', '--project', 'rules', '--reporter=dot']],
]);
process.exitCode = ok ? 0 : 1;
