// `npm test`: every test, a real browser included. Ends with the slowest files and one line `N passed, N failed`.
// `npm test -- --fast`: what needs neither database nor product, in under two minutes. `npm run e2e -- frame` runs the files of
// one kind whose names contain a word. `CITUS_URL` is a database at the coordinator of a cluster: chosen files of the server run there.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { browserPath } from './chromium.ts';
import { CITUS_FILES } from './citus-files.ts';
import { BIN, CLEAN_TREE, runAll, type Step } from './run-all.ts';

const root = join(import.meta.dirname, '..');
const isFast = process.argv.includes('--fast');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const files = only ? process.argv.slice(2).filter((argument) => !argument.startsWith('--')) : [];
const folder = mkdtempSync(join(tmpdir(), 'console-results-'));
const SLOWEST = 10;
const MOST_OF_A_MESSAGE = 300;
/** Also leaves a note of its sources, so that no product which the tests start builds it again. */
const BUILD: Step = ['the console builds', 'node', ['scripts/build-console.ts']];

/** What a run of vitest writes down, as far as it is read here. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    name: string;
    startTime: number;
    endTime: number;
    message: string;
    assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] | null }[];
  }[];
}

// where it comes from npm it is unpacked here, once: two runs at a time would take each other's half
process.env['CHROMIUM_PATH'] = await browserPath().catch(() => '');

let passed = 0;
let failed = 0;
const failures: string[] = [];
/** Failed first and passed when they were tried again: to be looked into, before they fail twice. */
const unsteady: string[] = [];
const durations: { file: string; seconds: number }[] = [];

try {
  if (only) {
    if (only === 'e2e') await runAll([BUILD]);
    await (only === 'citus' ? onCluster() : vitest(only));
  } else if (isFast) {
    count(await runAll(CLEAN_TREE));
    await withoutProduct();
  } else {
    const isClean = await runAll([
      ...CLEAN_TREE,
      ['table types follow the migrations', 'node', ['scripts/db-types.ts', '--check']],
      BUILD,
    ]);
    count(
      isClean && (await runAll([['the first pages keep to their bytes and requests', 'node', ['scripts/size.ts']]])),
    );
    await withoutProduct();
    // what waits for servers to come back is the longest row of all and leaves the cores to the others
    await Promise.all([serverThenBrowser(), vitest('starts', { isShownAtItsEnd: true })]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
tellSlowest();
// in short: of a long output often only the end is kept
if (unsteady.length > 0) console.log(`Passed at the second try:\n${unsteady.join('\n')}\n`);
if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The checks of the tree are one test. */
function count(isOk: boolean): void {
  if (isOk) passed += 1;
  else failed += 1;
}

/** Rules take a core, their properties above all; renderings wait for their browser. */
async function withoutProduct(): Promise<void> {
  await Promise.all([vitest('rules'), vitest('rendering', { isShownAtItsEnd: true })]);
}

async function serverThenBrowser(): Promise<void> {
  await vitest('server');
  if (process.env['CITUS_URL']) await onCluster();
  await vitest('e2e');
}

async function onCluster(): Promise<void> {
  const url = process.env['CITUS_URL'];
  if (!url) throw new Error('CITUS_URL is to name a database at the coordinator of a cluster (docs/scale.md)');
  await vitest('server', { of: files.length > 0 ? files : CITUS_FILES, env: { TEST_CITUS: url } });
}

function tellSlowest(): void {
  const slowest = durations.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  if (slowest.length > 1) console.log(`\nThe ${slowest.length} slowest test files:`);
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  console.log('');
}

/** Runs the files of one project and adds what came of them. */
async function vitest(
  project: string,
  {
    isShownAtItsEnd = false,
    of = files,
    env = {},
  }: { isShownAtItsEnd?: boolean; of?: readonly string[]; env?: object } = {},
): Promise<void> {
  const file = join(folder, `${project}.json`);
  const code = await run(
    ['run', ...of, '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    isShownAtItsEnd,
    env,
  );
  const report = reportIn(file);
  passed += report?.numPassedTests ?? 0;
  failed += report?.numFailedTests ?? 0;
  // such as a file that cannot be loaded, or a product that did not start
  if (!report || (code !== 0 && report.numFailedTests === 0)) failed += 1;
  for (const { name, startTime, endTime, message, assertionResults } of report?.testResults ?? []) {
    const path = relative(root, name);
    durations.push({ file: path, seconds: (endTime - startTime) / 1_000 });
    if (message) failures.push(`  ${path}: ${inShort(message)}`);
    for (const { fullName, status, failureMessages } of assertionResults) {
      const [reason] = failureMessages ?? [];
      const line = `  ${path} > ${fullName}: ${inShort(reason ?? '')}`;
      if (status === 'failed') failures.push(line);
      else if (reason !== undefined) unsteady.push(line);
    }
  }
}

/** A command that failed says why in its second line. */
function inShort(message: string): string {
  const [first = '', second = ''] = message.split('\n');
  const why = first.startsWith('Error: Command failed') ? `${first.slice(0, 100)} … ${second}` : first;
  return why.slice(0, MOST_OF_A_MESSAGE);
}

function run(words: readonly string[], isShownAtItsEnd: boolean, more: object): Promise<number | null> {
  return new Promise((done) => {
    const child = spawn(join(BIN, 'vitest'), words, {
      cwd: root,
      stdio: isShownAtItsEnd ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...more, PATH: `${BIN}:${process.env['PATH']}` },
    });
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      done(code);
    });
  });
}

function reportIn(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
