import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/database/server/embedded-postgres.ts';
import { checkRoles, migrate } from '#platform/database/server/migrate.ts';
import { makeBroker } from '#platform/device-gateway/server/make-broker.ts';
import { openLog } from '#platform/observability/server/log.ts';
import { schedulePlanner } from '#system/scheduling/server/index.ts';
import { seedInstallation } from '../../../db/seed/seed-installation.ts';
import { authenticators } from './authenticators.ts';
import { buildServer, type ConsoleServer } from './build-server.ts';
import { type Config, readConfig, SettingsError } from './config.ts';
import { consoleFiles } from './console-files.ts';
import { lockData } from './data-lock.ts';
import { startSimulator } from './demo-fleet.ts';
import { firstWords } from './first-words.ts';
import { noteDatabaseUrl } from './open-installation.ts';
import { slices } from './slices.ts';
import { testControls } from './test-controls.ts';

const DRAIN_MS = 5_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log: Logger = openLog(config.logLevel === 'info' && config.demo ? 'warn' : config.logLevel);
  await mkdir(config.dataDir, { recursive: true });

  let postgres: EmbeddedPostgres | undefined;
  let unlock = async (): Promise<void> => undefined;
  if (!config.databaseUrl) {
    unlock = await lockData(config.dataDir);
    postgres = await startEmbeddedPostgres({
      directory: join(config.dataDir, 'postgres'),
      onExit: (reason) => {
        // Nothing can be answered without it; the supervisor, or the person at the keyboard, starts us again.
        log.fatal(reason);
        process.exit(1);
      },
    });
  }
  await requireFreePort(config);
  const databaseUrl = config.databaseUrl ?? postgres!.url;
  if (postgres) await noteDatabaseUrl(config, postgres.url);
  const server = await assemble(config, databaseUrl, log);
  const seeded = await seedInstallation(server.services, slices);
  await server.start();
  await server.app.listen({ port: config.port, host: config.host });
  const simulator = seeded.fleet ? await startSimulator(server.services, seeded.fleet) : undefined;
  process.stdout.write(firstWords(config, server.services.broker.url, seeded.accounts, simulator?.controlUrl));

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    const late = setTimeout(() => process.exit(1), 30_000);
    server.readiness.draining = true;
    // A load balancer needs a moment to look elsewhere; a person at a terminal does not.
    if (signal === 'SIGTERM' && config.production) await new Promise((done) => setTimeout(done, DRAIN_MS));
    await simulator?.stop();
    await server.stop();
    await postgres?.stop();
    await unlock();
    clearTimeout(late);
    process.exit(0);
  };
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('SIGTERM', () => void stop('SIGTERM'));
}

async function assemble(config: Config, databaseUrl: string, log: Logger): Promise<ConsoleServer> {
  await migrate(databaseUrl);
  await checkRoles(databaseUrl);
  return buildServer({
    config,
    databaseUrl,
    masterKey: await masterKey(config),
    slices,
    authenticators,
    makeBroker,
    planDue: schedulePlanner(slices.flatMap((slice) => slice.schedules ?? [])),
    log,
    extraRoutes: (running) => [...(config.testControls ? testControls(running) : [])],
    addFiles: (app) => consoleFiles(app, config),
  });
}

/** Asked before anything is seeded: passwords that are shown once must not be lost to a start that cannot listen. */
async function requireFreePort(config: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((done, failed) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${config.port} on ${config.host} is taken: stop the other program, or set PORT.`)
          : error,
      ),
    );
    probe.listen(config.port, config.host, () => probe.close(() => done()));
  });
}

/** The master key of tenant secrets: a setting, or made once and kept beside the data (product.md 2). */
async function masterKey(config: Config): Promise<string> {
  if (config.secretsKey) return config.secretsKey;
  const file = join(config.dataDir, 'secrets-key');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known?.trim()) return known.trim();
  const fresh = randomBytes(32).toString('base64url');
  await writeFile(file, fresh, { mode: 0o600 });
  return fresh;
}

process.on('unhandledRejection', (error) => {
  process.stderr.write(`Unhandled failure, stopping: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});

main().catch((error) => {
  const lines = error instanceof SettingsError ? error.lines : [error instanceof Error ? error.message : String(error)];
  process.stderr.write(`${lines.join('\n')}\n`);
  if (process.env['LOG_LEVEL'] === 'debug') process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
});
