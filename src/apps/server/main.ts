import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Config, readConfig, SettingsError } from '#platform/config/server/config.ts';
import { checkServer } from '#platform/database/server/check-server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/database/server/embedded-postgres.ts';
import { checkRoles, migrate } from '#platform/database/server/migrate.ts';
import { makeBroker } from '#platform/device-gateway/server/make-broker.ts';
import type { Readiness } from '#platform/health/server/health-routes.ts';
import { openLog } from '#platform/observability/server/log.ts';
import { requireKeyOfInstallation } from '#platform/secrets/server/installation-key.ts';
import { plannersOf } from '#system/scheduling/server/index.ts';
import { seedInstallation } from '../../../db/seed/seed-installation.ts';
import { authenticators } from './authenticators.ts';
import { buildServer, type ConsoleServer } from './build-server.ts';
import { checkEnvironment, databaseFault } from './check-environment.ts';
import { consoleFiles } from './console-files.ts';
import { lockData } from './data-lock.ts';
import { type RunningSimulator, startSimulator } from './demo-fleet.ts';
import { registerDemoTerminals } from './demo-terminals.ts';
import { isLauncherGone, onLauncherGone } from './launcher.ts';
import { noteDatabaseUrl } from './open-installation.ts';
import { holdPorts } from './simulator-ports.ts';
import { slices } from './slices.ts';
import { firstWords } from './startup-banner.ts';
import { testControls } from './test-controls.ts';

const DRAIN_MS = 5_000;
const STOP_LIMIT_MS = 30_000;

/** What is open and how it is closed, newest last: a start that fails leaves nothing running, and so does a stop. */
const opened: (() => Promise<void> | void)[] = [];
let readiness: Readiness | undefined;
let stopping = false;

async function main(): Promise<void> {
  const held = await holdPorts(readConfig(process.env), (line) => process.stdout.write(`${line}\n`));
  const { config } = held;
  opened.push(held.letGo);
  const log: Logger = openLog(config.logLevel === 'info' && config.demo ? 'warn' : config.logLevel);
  if (config.demo && config.production)
    log.warn(
      'DEMO=on with NODE_ENV=production: demo tenants and accounts, payments by a simulator; not for real customers',
    );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal, config, log));
  if (isLauncherGone()) process.exit(1);
  onLauncherGone(() => !stopping && void stop('npm is gone', config, log));
  await checkEnvironment(config);

  let postgres: EmbeddedPostgres | undefined;
  if (!config.databaseUrl) {
    opened.push(await lockData(config.dataDir));
    const starting = startEmbeddedPostgres({
      directory: join(config.dataDir, 'postgres'),
      onExit: (reason) => {
        if (stopping) return;
        // Nothing can be answered without it; the supervisor, or the person at the keyboard, starts us again.
        log.fatal(reason);
        process.exit(1);
      },
    });
    // a stop that comes meanwhile waits for it: nothing else would end what it has begun
    opened.push(() =>
      starting.then(
        (running) => running.stop(),
        () => undefined,
      ),
    );
    postgres = await starting;
    await noteDatabaseUrl(config, postgres.url);
  }
  const databaseUrl = config.databaseUrl ?? postgres!.url;
  const server = await assemble(config, databaseUrl, log).catch((error) => {
    throw databaseFault(error, config.databaseUrl);
  });
  let simulator: RunningSimulator | undefined;
  // behind the server, as the world outlives it: devices lose their connection and have not said goodbye, payments under way are answered
  opened.push(() => simulator?.stop());
  opened.push(server.stop);
  await requireKeyOfInstallation(server.services);
  const seeded = await seedInstallation(server.services, slices);
  await server.start();
  await server.app.listen({ port: config.port, host: config.host });
  readiness = server.readiness;
  if (seeded.fleet) {
    simulator = await startSimulator(server.services, { ...seeded, fleet: seeded.fleet }, held.letGo);
    await registerDemoTerminals(server.services, seeded.terminals);
  }
  const { url, tlsUrl } = server.services.broker;
  const brokerUrls = tlsUrl ? [url, tlsUrl] : [url];
  process.stdout.write(firstWords(config, brokerUrls, seeded.accounts, simulator?.controlUrl));
}

/** Unready at once, then everything that is open is closed, newest first, within 30 seconds (security 16.2). */
async function stop(signal: string, config: Config, log: Logger): Promise<void> {
  // the second one means it
  if (stopping) process.exit(1);
  stopping = true;
  log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(1), STOP_LIMIT_MS);
  if (readiness) {
    readiness.draining = true;
    // A load balancer needs a moment to look elsewhere; a person at a terminal does not.
    if (signal === 'SIGTERM' && config.production) await new Promise((done) => setTimeout(done, DRAIN_MS));
  }
  await closeAll();
  process.exit(0);
}

async function closeAll(): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) {
    await Promise.resolve(close()).catch((error: Error) => process.stderr.write(`While stopping: ${error.message}\n`));
  }
}

async function assemble(config: Config, databaseUrl: string, log: Logger): Promise<ConsoleServer> {
  await checkServer(databaseUrl);
  await migrate(databaseUrl);
  await checkRoles(databaseUrl);
  return buildServer({
    config,
    databaseUrl,
    masterKey: await masterKey(config),
    slices,
    authenticators,
    makeBroker,
    planners: plannersOf(slices),
    log,
    extraRoutes: (running) => [...(config.testControls ? testControls(running) : [])],
    addFiles: (app) => consoleFiles(app, config),
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

main().catch(async (error) => {
  // errors of a start that a stop interrupted are not reported
  if (stopping) return;
  stopping = true;
  const lines = error instanceof SettingsError ? error.lines : [error instanceof Error ? error.message : String(error)];
  process.stderr.write(`${lines.join('\n')}\n`);
  if (process.env['LOG_LEVEL'] === 'debug') process.stderr.write(`${(error as Error).stack}\n`);
  setTimeout(() => process.exit(1), STOP_LIMIT_MS);
  await closeAll();
  process.exit(1);
});
