// `npm test`: every test, a real browser included. Ends with the slowest files and one line `N passed, N failed`.
// `npm test -- --fast`: what needs neither database nor product, in under two minutes. `npm run e2e -- frame` runs the files of
// one kind whose names contain a word.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { keepDemo } from '../e2e/demo-copy.ts';
import { browserPath } from './chromium.ts';
import { CITUS_FILES, filesOfPart, filesOfServer, partInWords, partToRun } from './citus-files.ts';
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
  readonly testResults: readonly {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    message: string;
    assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] | null }[];
  }[];
}

// where it comes from npm it is unpacked here, once: two runs at a time would take each other's half
process.env['CHROMIUM_PATH'] = await browserPath().catch(() => '');

/** Of all rows together: what hangs must not keep the others from being told. A slow machine needs an hour for them. */
const RUN_LIMIT_MS = 4_800_000;

/** More files that fail are no matter of a busy machine. */
const MOST_LOOKED_AT_AGAIN = 6;

/** A project of tests, or some files of it in surroundings of their own. */
interface Row {
  readonly project: string;
  readonly files?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly isShownAtItsEnd?: boolean;
}

/** What came of a file of tests. */
interface FileResult {
  readonly row: Row;
  readonly file: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

/** Of the steps. */
let passed = 0;
let failed = 0;
/** Rows that told of no file, or failed with none that did: nothing to look at again. */
const broken: string[] = [];
/** By row and path: of a second look counts what it found. */
const results = new Map<string, FileResult>();
const keyOf = ({ project, env }: Row, file: string): string => JSON.stringify([project, env, file]);
/** Failed first and passed when they were tried again: to be looked into, before they fail twice. */
const unsteady: string[] = [];
const keptFolders: string[] = [];
/** Said again at the end: another day has other files. */
let clusterRan = '';

try {
  if (only) {
    if (only === 'e2e') await runAll([BUILD]);
    for (const row of only === 'citus' ? onCluster() : [{ project: only }]) await vitest(row);
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
    // beside the rules, which take one core
    await Promise.all([keepDemoFor(process.env), withoutProduct()]);
    // what waits for servers to come back leaves the cores to the others
    await Promise.all([vitest({ project: 'server' }), vitest({ project: 'starts', isShownAtItsEnd: true })]);
    await vitest({ project: 'e2e' });
    // its dozens of processes would take the cores from whatever runs beside it
    if (process.env['CITUS_URL']) for (const row of onCluster()) await vitest(row);
    await lookAgain();
  }
} finally {
  for (const path of [folder, ...keptFolders]) rmSync(path, { recursive: true, force: true });
}
tellSlowest();
const failures = [...broken, ...[...results.values()].flatMap((result) => result.failures)];
failed += broken.length;
for (const result of results.values()) {
  passed += result.passed;
  failed += result.failed;
}
// in short: of a long output often only the end is kept
if (unsteady.length > 0) console.log(`Passed at the second try:\n${unsteady.join('\n')}\n`);
if (clusterRan) console.log(`${clusterRan}\n`);
if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The checks of the tree are one test. */
function count(isOk: boolean): void {
  if (isOk) passed += 1;
  else failed += 1;
}

/** Where it does not start, the tests begin with nothing, and say why themselves. */
async function keepDemoFor(tests: NodeJS.ProcessEnv): Promise<void> {
  try {
    const demo = await keepDemo();
    keptFolders.push(demo.folder);
    Object.assign(tests, demo.env);
  } catch (error) {
    console.log(`The demo could not be kept: ${error}`);
  }
}

/** Rules take a core, their properties above all; renderings wait for their browser. */
async function withoutProduct(): Promise<void> {
  await Promise.all([vitest({ project: 'rules' }), vitest({ project: 'rendering', isShownAtItsEnd: true })]);
}

function onCluster(): Row[] {
  const url = process.env['CITUS_URL'];
  if (!url) throw new Error('CITUS_URL is to name a database at the coordinator of a cluster (docs/scale.md)');
  const chosen = Object.groupBy(files.length > 0 ? files : filesOfToday(), (file) =>
    file.startsWith('e2e/') ? 'e2e' : 'server',
  );
  return Object.entries(chosen).map(([project, files]) => ({
    ...{ project, files, env: { TEST_CITUS: url } },
  }));
}

/** The chosen ones, and the part that today, or `CITUS_PART`, says. */
function filesOfToday(): string[] {
  const part = partToRun(process.env['CITUS_PART'], new Date());
  clusterRan = `On a cluster: the chosen files and part ${partInWords(part)} of the others; CITUS_PART=${partInWords(part)} npm run test:citus does it again.`;
  console.log(clusterRan);
  return [...CITUS_FILES, ...filesOfPart(part, filesOfServer())];
}

/**
 * Files that failed beside others, which took the processor from them, once more alone and from their beginning. What fails again has
 * failed; what passes is named at the end.
 */
async function lookAgain(): Promise<void> {
  const again = [...results.values()].filter((result) => result.failed > 0);
  if (again.length > MOST_LOOKED_AT_AGAIN) return;
  for (const row of new Set(again.map((result) => result.row))) {
    const first = again.filter((result) => result.row === row);
    await vitest({ ...row, files: first.map(({ file }) => file) });
    for (const { file, failures } of first) if (results.get(keyOf(row, file))?.failed === 0) unsteady.push(...failures);
  }
}

function tellSlowest(): void {
  const slowest = [...results.values()].toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  if (slowest.length > 1) console.log(`\nThe ${slowest.length} slowest test files:`);
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  console.log('');
}

/** Runs the files of a row and notes what came of them. */
async function vitest(row: Row): Promise<void> {
  const { project } = row;
  const file = join(folder, `${project}${row.env ? '-elsewhere' : ''}.json`);
  rmSync(file, { force: true });
  const words = ['run', ...(row.files ?? files), '--project', project];
  const code = await run([...words, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], row);
  const found = (reportIn(file)?.testResults ?? []).map((result) => resultOf(row, result));
  for (const result of found) results.set(keyOf(row, result.file), result);
  // such as a product that did not start
  if (found.length === 0 || (code !== 0 && found.every((result) => result.failed === 0)))
    broken.push(`  ${project}: ${code === null ? 'was ended before it had told of its files' : 'broke as a whole'}`);
}

function resultOf(
  row: Row,
  { name, startTime, endTime, status: outcome, message, assertionResults }: Report['testResults'][number],
): FileResult {
  const file = relative(root, name);
  const failures: string[] = [];
  const count = (wanted: string): number => assertionResults.filter(({ status }) => status === wanted).length;
  for (const { fullName, status, failureMessages } of assertionResults) {
    const [reason] = failureMessages ?? [];
    const line = `  ${file} > ${fullName}: ${inShort(reason ?? '')}`;
    if (status === 'failed') failures.push(line);
    else if (reason !== undefined) unsteady.push(line);
  }
  // what could not be loaded, or fails in its own beginning or end, has no test that failed
  const isBroken = message !== '' || (outcome === 'failed' && failures.length === 0);
  if (isBroken) failures.push(`  ${file}: ${inShort(message || 'fails in its own beginning or end')}`);
  const seconds = (endTime - startTime) / 1_000;
  return {
    ...{ row, file, seconds, failures },
    ...{ passed: count('passed'), failed: Math.max(count('failed'), isBroken ? 1 : 0) },
  };
}

/** A command that failed says why in its second line. */
function inShort(message: string): string {
  const [first = '', second = ''] = message.split('\n');
  const why = first.startsWith('Error: Command failed') ? `${first.slice(0, 100)} … ${second}` : first;
  return why.slice(0, MOST_OF_A_MESSAGE);
}

function run(words: readonly string[], { isShownAtItsEnd = false, env }: Row): Promise<number | null> {
  return new Promise((done) => {
    const child = spawn(join(BIN, 'vitest'), words, {
      cwd: root,
      stdio: isShownAtItsEnd ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, PATH: `${BIN}:${process.env['PATH']}`, ...env },
      timeout: Math.max(1, Math.round(RUN_LIMIT_MS - performance.now())),
      killSignal: 'SIGKILL',
    });
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    const end = (code: number | null): void => {
      process.stdout.write(Buffer.concat(output.splice(0)));
      done(code);
    };
    child.on('close', end);
    // what it started may hold its output open
    child.on('exit', (code) => code === null && end(code));
  });
}

function reportIn(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
