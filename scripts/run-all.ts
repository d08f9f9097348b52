import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
export const BIN = join(root, 'node_modules/.bin');

export type Step = readonly [title: string, command: string, args: readonly string[]];

/** What holds for every commit and needs no more than a look at the files. */
export const CLEAN_TREE: readonly Step[] = [
  ['types: contract and rules', 'tsc', ['-p', 'tsconfig.shared.json']],
  ['types: server', 'tsc', ['-p', 'tsconfig.server.json']],
  ['types: web', 'tsc', ['-p', 'tsconfig.web.json']],
  ['lint and formatting', 'biome', ['check', '--diagnostic-level=error', '.']],
  ['layering', 'node', ['scripts/layering.ts']],
  ['texts', 'node', ['scripts/texts.ts']],
];

/** Runs the steps two at a time, shows the output of what fails, and answers whether all passed. */
export async function runAll(steps: readonly Step[], atOnce = 2): Promise<boolean> {
  const waiting = [...steps];
  let ok = true;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) {
        const [title, command, args] = step;
        const started = performance.now();
        const { code, output } = await run(command, args);
        const seconds = ((performance.now() - started) / 1_000).toFixed(1);
        process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${title} (${seconds} s)\n`);
        if (code !== 0) {
          ok = false;
          process.stdout.write(`${output}\n`);
        }
      }
    }),
  );
  return ok;
}

function run(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(join(BIN, command), args, {
      cwd: root,
      env: { ...process.env, PATH: `${BIN}:${process.env['PATH']}` },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}
