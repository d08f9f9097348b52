import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openInstallation } from '#apps/server/open-installation.ts';
import type { Config } from '#platform/config/server/config.ts';
import type { Services } from '#platform/context/server/services.ts';
import { CommandProblem } from './run-command.ts';

/** Does something with the services of the installation that the settings name, and closes them whatever happens. */
export async function withInstallation(config: Config, act: (services: Services) => Promise<void>): Promise<void> {
  await requireInstallation(config);
  const { services, close } = await openInstallation(config, await masterKeyOf(config));
  try {
    await act(services);
  } finally {
    await close();
  }
}

/** Asked before a database is opened, because that would make an empty one where a DATA_DIR was mistyped. */
export async function requireInstallation({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== undefined) return;
  // a link where the cluster had to go elsewhere
  const cluster = await lstat(join(dataDir, 'postgres/cluster')).catch(() => undefined);
  if (!cluster) throw new CommandProblem(`There is no installation in ${dataDir}: set DATA_DIR or DATABASE_URL.`);
}

export async function masterKeyOf({ secretsKey, dataDir }: Config): Promise<string> {
  if (secretsKey !== undefined) return secretsKey;
  const file = join(dataDir, 'secrets-key');
  const key = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandProblem(`${file} cannot be read (${error.code}): set SECRETS_KEY, or DATA_DIR of the server.`);
  });
  if (key.trim() === '') throw new CommandProblem(`${file} is empty: set SECRETS_KEY, or DATA_DIR of the server.`);
  return key.trim();
}
