// `npm test`: every test, a real browser included. Ends with one line `N passed, N failed`. `npm run e2e -- frame` runs the
// files of one kind whose names contain a word.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN, CLEAN_TREE, runAll } from './run-all.ts';

const root = join(import.meta.dirname, '..');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const files = only ? process.argv.slice(2).filter((argument) => !argument.startsWith('--')) : [];
const folder = mkdtempSync(join(tmpdir(), 'console-results-'));
let passed = 0;
let failed = 0;

try {
  if (!only) {
    const clean = await runAll([
      ...CLEAN_TREE,
      ['table types follow the migrations', 'node', ['scripts/db-types.ts', '--check']],
      ['the console builds', 'vite', ['build', '--logLevel', 'warn']],
    ]);
    const isSmall =
      clean && (await runAll([['the first pages keep to their bytes and requests', 'node', ['scripts/size.ts']]]));
    if (clean && isSmall) passed += 1;
    else failed += 1;
  } else if (only === 'e2e') {
    await runAll([['the console builds', 'vite', ['build', '--logLevel', 'warn']]]);
  }
  for (const project of only ? [only] : ['rules', 'server']) await vitest(project);
  // both wait more than they work: for a browser, for a server to come back
  if (!only) await Promise.all([vitest('e2e'), vitest('starts', { isShownAtItsEnd: true })]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function vitest(project: string, { isShownAtItsEnd = false } = {}): Promise<void> {
  const file = join(folder, `${project}.json`);
  return new Promise((done) => {
    const child = spawn(
      join(BIN, 'vitest'),
      ['run', ...files, '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      {
        cwd: root,
        stdio: isShownAtItsEnd ? ['ignore', 'pipe', 'pipe'] : 'inherit',
        env: { ...process.env, PATH: `${BIN}:${process.env['PATH']}` },
      },
    );
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      try {
        const result = JSON.parse(readFileSync(file, 'utf8')) as {
          numPassedTests: number;
          numFailedTests: number;
          numFailedTestSuites: number;
          success: boolean;
        };
        passed += result.numPassedTests;
        failed += result.numFailedTests;
        if (code !== 0 && result.numFailedTests === 0) failed += 1;
      } catch {
        failed += 1;
      }
      done();
    });
  });
}
