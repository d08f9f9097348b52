// `node scripts/planted-bugs.ts [name …]`: plants one bug after the other in a copy of the tree and runs the tests that the
// bug's head names; they must go red (security 19.6). `--check` only looks whether each still fits the sources.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BIN } from './run-all.ts';

const root = join(import.meta.dirname, '..');
const folder = join(import.meta.dirname, 'planted-bugs');

interface Bug {
  readonly name: string;
  readonly why: string;
  readonly file: string;
  /** Project and test file; one red one is enough, and the first usually is. */
  readonly tests: readonly { project: string; file: string }[];
  readonly hunks: readonly { before: string; after: string }[];
}

/** Reads a unified diff by its words alone: line numbers move with every change of a file, and mean nothing here. */
function readBug(path: string): Bug {
  const [head = '', ...parts] = readFileSync(path, 'utf8').split(/^@@.*\n/m);
  const pick = (line: string, sign: string): string[] => (line[0] === ' ' || line[0] === sign ? [line.slice(1)] : []);
  return {
    name: basename(path, '.patch'),
    why: head.split('\n')[0] ?? '',
    file: /^--- a\/(.+)$/m.exec(head)?.[1] ?? '',
    tests: [...head.matchAll(/^Red: (\w+) (\S+)$/gm)].map(([, project, file]) => ({ project: project!, file: file! })),
    hunks: parts.map((part) => {
      const lines = part.split('\n');
      return {
        before: lines.flatMap((line) => pick(line, '-')).join('\n'),
        after: lines.flatMap((line) => pick(line, '+')).join('\n'),
      };
    }),
  };
}

/** The file with the bug in it; undefined where it does not fit in exactly one place. */
function plant(text: string, { hunks }: Bug): string | undefined {
  let planted = text;
  for (const { before, after } of hunks) {
    const parts = planted.split(before);
    if (parts.length !== 2) return undefined;
    planted = parts.join(after);
  }
  return planted === text ? undefined : planted;
}

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const bugs = globSync('*.patch', { cwd: folder })
  .sort()
  .map((name) => readBug(join(folder, name)))
  .filter(({ name }) => asked.length === 0 || asked.includes(name));

const misfits = bugs.filter((bug) => {
  const isThere = bug.tests.length > 0 && bug.tests.every(({ file }) => globSync(file, { cwd: root }).length === 1);
  return (
    !isThere ||
    globSync(bug.file, { cwd: root }).length !== 1 ||
    !plant(readFileSync(join(root, bug.file), 'utf8'), bug)
  );
});
for (const { name, file } of misfits)
  console.error(
    `planted bug ${name} does not fit any more: ${file}. Write its lines anew in scripts/planted-bugs/${name}.patch`,
  );

if (misfits.length > 0) process.exitCode = 1;
else if (!process.argv.includes('--check')) process.exitCode = plantAll() ? 0 : 1;

function plantAll(): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'planted-bugs-'));
  const survivors: string[] = [];
  try {
    chmodSync(copy, 0o755);
    for (const part of globSync(['src', 'db', 'scripts', 'docs', '*.json', '*.ts'], { cwd: root }))
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    // green without a bug, or red with one means nothing
    for (const [project, tests] of Map.groupBy(
      bugs.flatMap((bug) => bug.tests),
      (one) => one.project,
    )) {
      const { status, output } = vitest(copy, project, [...new Set(tests.map(({ file }) => file))]);
      if (status === 0) continue;
      console.error(`the ${project} tests are red without any bug\n${output}`);
      return false;
    }
    for (const bug of bugs) {
      const path = join(copy, bug.file);
      const sound = readFileSync(path, 'utf8');
      writeFileSync(path, plant(sound, bug)!);
      const killer = bug.tests.find(({ project, file }) => vitest(copy, project, ['--bail=1', file]).status !== 0);
      writeFileSync(path, sound);
      if (!killer) survivors.push(bug.name);
      console.log(`${killer ? `found by ${killer.file}` : 'SURVIVES'}: ${bug.name} – ${bug.why}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  console.log(`${bugs.length - survivors.length} of ${bugs.length} planted bugs were found`);
  return survivors.length === 0;
}

/** Twice before it counts: on a busy machine a test may fail without any bug. */
function vitest(cwd: string, project: string, more: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    join(BIN, 'vitest'),
    ['run', '--project', project, '--retry=1', ...more],
    { cwd },
  );
  return { status, output: `${stdout}${stderr}`.slice(-4_000) };
}
