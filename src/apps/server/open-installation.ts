import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config/server/config.ts';
import type { Services } from '#platform/context/server/services.ts';
import { startEmbeddedPostgres } from '#platform/database/server/embedded-postgres.ts';
import { migrate } from '#platform/database/server/migrate.ts';
import { makeBroker } from '#platform/device-gateway/server/make-broker.ts';
import { openLog } from '#platform/observability/server/log.ts';
import { requireKeyOfInstallation } from '#platform/secrets/server/installation-key.ts';
import { authenticators } from './authenticators.ts';
import { buildServer } from './build-server.ts';
import { runningServer } from './data-lock.ts';

const URL_FILE = 'postgres/url';

/** Where a running server's embedded database answers, for the commands beside it. */
export async function noteDatabaseUrl(config: Config, url: string): Promise<void> {
  await writeFile(join(config.dataDir, URL_FILE), url, { mode: 0o600 });
}

/** The database of an installation, whether its server runs or not. */
export async function openDatabaseOf(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  const isRunning = (await runningServer(config.dataDir)) !== undefined;
  const known = config.databaseUrl ?? (isRunning ? await readFile(join(config.dataDir, URL_FILE), 'utf8') : undefined);
  if (known) return { url: known, close: async () => undefined };
  const postgres = await startEmbeddedPostgres({ directory: join(config.dataDir, 'postgres') });
  return { url: postgres.url, close: postgres.stop };
}

/** The services of an installation without serving anything: for commands, whether the server runs or not. */
export async function openInstallation(
  config: Config,
  masterKey: string,
): Promise<{ services: Services; close(): Promise<void> }> {
  const database = await openDatabaseOf(config);
  await migrate(database.url);
  const { services } = await buildServer({
    config,
    databaseUrl: database.url,
    masterKey,
    slices: [],
    authenticators,
    makeBroker,
    planners: [],
    log: openLog('warn'),
  });
  const close = async (): Promise<void> => {
    await services.database.close();
    await database.close();
  };
  try {
    await requireKeyOfInstallation(services);
  } catch (error) {
    await close();
    throw error;
  }
  return { services, close };
}
