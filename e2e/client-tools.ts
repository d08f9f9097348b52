import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The small package of tools that are not ours; it has a lockfile of its own. */
export const CLIENTS = join(import.meta.dirname, 'clients');
const OUR_NODE = join(import.meta.dirname, '../node_modules/.bin');
const run = promisify(execFile);
const INSTALL_LIMIT_MS = 180_000;
const RUN_LIMIT_MS = 240_000;

/** The pinned Node runs them as it runs us. */
const env = { ...process.env, PATH: `${OUR_NODE}:${process.env['PATH'] ?? ''}` };

/**
 * Whether the tools are there; where they are not, they are installed. Without a registry their tests are left out with a
 * word, except where `REQUIRE_CLIENTS=1` promises them (`.ci/run`).
 */
export function haveClients(): boolean {
  const isThere = () => existsSync(join(CLIENTS, 'node_modules/.package-lock.json'));
  if (isThere()) return true;
  try {
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: CLIENTS, env, stdio: 'ignore', timeout: INSTALL_LIMIT_MS });
  } catch (error) {
    if (process.env['REQUIRE_CLIENTS'] === '1') throw error;
  }
  if (!isThere()) process.stderr.write('e2e/clients could not be installed, so its tests are left out\n');
  return isThere();
}

/** Runs one of the tools, or a program beside them with the pinned Node; answers what it printed, with its exit code. */
export async function runTool(name: string, ...args: readonly string[]): Promise<{ code: number; output: string }> {
  const command = name === 'node' ? join(OUR_NODE, 'node') : join(CLIENTS, 'node_modules/.bin', name);
  try {
    const { stdout, stderr } = await run(command, [...args], { cwd: CLIENTS, env, timeout: RUN_LIMIT_MS });
    return { code: 0, output: name === 'node' ? stdout : stdout + stderr };
  } catch (error) {
    const failed = error as { code?: number; stdout?: string; stderr?: string };
    return { code: failed.code ?? 1, output: `${failed.stdout ?? ''}${failed.stderr ?? ''}` };
  }
}
