import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { asOwner, type Binaries, giveTo } from './postgres-binaries.ts';

const run = promisify(execFile);

/**
 * Started as root, the cluster belongs to a stand-in user who must be able to walk down to it. Below a private folder
 * (a home of mode 0700) he cannot, so the cluster itself goes to the system's place for such data and a link stays here.
 */
export async function clusterHome(directory: string, binaries: Binaries): Promise<string> {
  const here = join(directory, 'cluster');
  if (!binaries.owner || (await isReachable(directory))) return here;
  const elsewhere = join(
    '/var/lib/smart-iot-console',
    createHash('sha256').update(directory).digest('hex').slice(0, 16),
  );
  if (!(await lstat(here).catch(() => undefined))) {
    // A deleted data folder means that the data are to be deleted.
    await rm(elsewhere, { recursive: true, force: true });
    await mkdir(dirname(elsewhere), { recursive: true, mode: 0o755 });
    await symlink(elsewhere, here);
  }
  return (await lstat(here)).isSymbolicLink() ? readlink(here) : here;
}

async function isReachable(directory: string): Promise<boolean> {
  for (let path = directory; path !== dirname(path); path = dirname(path)) {
    if (((await stat(path)).mode & 0o001) === 0) return false;
  }
  return true;
}

/** Made once, kept beside the cluster for this user alone. */
export async function clusterPassword(directory: string): Promise<string> {
  const file = join(directory, 'password');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known) return known.trim();
  const fresh = randomBytes(24).toString('base64url');
  await writeFile(file, fresh, { mode: 0o600 });
  return fresh;
}

/** An empty cluster with a superuser of that password. */
export async function initialise(cluster: string, password: string, binaries: Binaries): Promise<void> {
  // Made beside its place and moved there when it is whole: an initdb that was killed half way leaves a folder that looks
  // like a cluster and is none.
  const draft = `${cluster}.draft-${randomBytes(4).toString('hex')}`;
  await removeDrafts(cluster);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await giveTo(binaries.owner, draft);
  const passwordFile = join(tmpdir(), `initdb-${randomBytes(8).toString('hex')}`);
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (binaries.owner) await chown(passwordFile, binaries.owner.uid, binaries.owner.gid);
  try {
    await run(
      join(binaries.bin, 'initdb'),
      [
        `--pgdata=${draft}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--data-checksums',
      ],
      asOwner(binaries),
    );
    await rm(cluster, { recursive: true, force: true });
    await rename(draft, cluster);
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw new Error(`initdb failed: ${String((error as { stderr?: string }).stderr || error)}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Of starts that were killed; one whose initdb still runs comes to nothing by itself. */
async function removeDrafts(cluster: string): Promise<void> {
  const names = await readdir(dirname(cluster)).catch(() => []);
  const drafts = names.filter((name) => name.startsWith(`${basename(cluster)}.draft-`));
  await Promise.all(
    drafts.map((name) =>
      rm(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined),
    ),
  );
}
