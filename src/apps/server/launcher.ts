import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * `npm start` is npm, a shell and this program. npm hands a signal on to the shell alone, which dies of it, and hands on
 * nothing when it is killed: the end of npm must not leave a server behind that holds the port and the data.
 */
interface Launcher {
  isGone(): boolean;
}

const CHECKED_EVERY_MS = 200;

/** Looked for when the program is loaded: what launched it may be gone before the console is built. */
const launcher = findLauncher();

export function isLauncherGone(): boolean {
  return launcher?.isGone() ?? false;
}

/** Calls back once, when npm is gone. A program that was started without npm keeps running. */
export function onLauncherGone(onGone: () => void): void {
  if (!launcher) return;
  const timer = setInterval(() => {
    if (!launcher.isGone()) return;
    clearInterval(timer);
    onGone();
  }, CHECKED_EVERY_MS);
  timer.unref();
}

function findLauncher(): Launcher | undefined {
  if (process.env['npm_lifecycle_event'] !== 'start') return undefined;
  const parent = process.ppid;
  const seen = look(parent);
  // some shells become the program that they run
  const npm = seen && / -c /.test(seen.command) ? seen.parent : undefined;
  return { isGone: () => process.ppid !== parent || (npm !== undefined && hasLost(parent, npm)) };
}

/** A process that lost its parent gets another one; where that cannot be seen, the parent id belongs to no process any more. */
function hasLost(shell: number, npm: number): boolean {
  if (process.platform === 'linux') return look(shell)?.parent !== npm;
  try {
    return !process.kill(npm, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function look(pid: number): { readonly parent: number; readonly command: string } | undefined {
  if (process.platform === 'win32') return undefined;
  if (process.platform !== 'linux') {
    const said = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
    const [, parent, command] = /^(\d+)\s+(.*)$/.exec(said) ?? [];
    return parent && command ? { parent: Number(parent), command } : undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name stands in brackets and may hold spaces
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') };
  } catch {
    return undefined;
  }
}
