// `npm run check`: types of the three projects, lint and formatting, generated files, rule tests. Under a minute.
import { CLEAN_TREE, runAll } from './run-all.ts';

const ok = await runAll([
  ...CLEAN_TREE,
  ['planted bugs fit', 'node', ['scripts/planted-bugs.ts', '--check']],
  ['rule tests', 'vitest', ['run', '--project', 'rules', '--reporter=dot']],
]);
process.exitCode = ok ? 0 : 1;
