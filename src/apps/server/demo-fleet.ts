import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { provisionDevices } from '#domains/devices/server/index.ts';
import { webhookOf } from '#domains/payments/contract/payment.ts';
import type { Services } from '#platform/context/server/services.ts';
import { demoMessageAccounts } from '../../../db/seed/demo-message-channels.ts';
import type { DemoFleet } from '../../../db/seed/seed-demo-business.ts';
import type { Seeded } from '../../../db/seed/seed-installation.ts';
import { noteSimulator } from './demo-hints.ts';
import { findSigns } from './demo-signs.ts';

export interface RunningSimulator {
  readonly controlUrl: string | undefined;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 15_000;

/**
 * Runs the simulator as a program of its own, which knows the product by its public protocols only. It comes back by
 * itself when it falls over: the demo should not end with it.
 */
export async function startSimulator(
  services: Services,
  { fleet, cabinets, terminals }: Pick<Seeded, 'cabinets' | 'terminals'> & { fleet: DemoFleet },
  letGoOfPorts: () => Promise<void>,
): Promise<RunningSimulator> {
  const { config } = services;
  await provisionDevices(services, [
    ...fleet.robots.map((robot) => ({ ...robot, kind: 'robot' as const })),
    ...cabinets.map((cabinet) => ({ ...cabinet, kind: 'cabinet' as const })),
    ...terminals.map((terminal) => ({ ...terminal, kind: 'pos' as const })),
  ]);
  const folder = join(config.dataDir, 'simulator');
  await mkdir(folder, { recursive: true });
  const configFile = join(folder, 'config.json');
  const host = hereOf(config.host);
  const serverUrl = `http://${host}:${config.port}`;
  const signs = await findSigns(services, [...new Set(fleet.robots.map(({ tenantId }) => tenantId))]);
  const settings = {
    serverUrl,
    // the address of an external broker without the server's own account
    mqttUrl: config.mqttUrl ? services.broker.url : `mqtt://${host}:${config.mqttPort}`,
    dataDir: folder,
    ports: {
      provider: config.simulator.providerPort,
      control: config.simulator.controlPort,
      mail: config.simulator.mailPort,
    },
    consoleUrl: config.publicUrl,
    places: await findPlaces(services, fleet),
    seed: 20_261_121,
    robots: fleet.robots.map((robot) => ({ ...robot, label: signs.labels.get(robot.imei) })),
    posters: signs.posters,
    cabinets,
    terminals,
    storefrontKeys: fleet.storefrontKeys,
    messageAccounts: demoMessageAccounts(services, serverUrl),
    accounts: fleet.accounts.map((account) => ({
      ...account,
      webhookUrl: `${serverUrl}${webhookOf('stripe', account.tenantId)}`,
    })),
  };
  await writeFile(configFile, JSON.stringify(settings, null, 2), { mode: 0o600 });

  let child: ChildProcess | undefined;
  let stopped = false;
  const run = (): Promise<string | undefined> =>
    new Promise((done) => {
      child = spawn(process.execPath, [join(import.meta.dirname, '../simulator/main.ts')], {
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          SIMULATOR_CONFIG: configFile,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: process.platform !== 'win32',
      });
      const late = setTimeout(() => done(undefined), START_LIMIT_MS);
      createInterface({ input: child.stdout! }).on('line', (line) => {
        const url = controlUrlOf(line);
        if (!url) return;
        clearTimeout(late);
        noteSimulator(services, url);
        done(url);
      });
      child.once('exit', (code) => {
        clearTimeout(late);
        done(undefined);
        if (stopped) return;
        services.log.warn({ code }, 'the simulator stopped; it starts again in 5 s');
        setTimeout(() => !stopped && void run(), 5_000);
      });
    });
  await letGoOfPorts();
  const controlUrl = await run();
  // A parent that dies without a word must not leave robots behind.
  process.on('exit', () => child?.kill('SIGKILL'));
  return {
    controlUrl,
    stop: async () => {
      stopped = true;
      if (!child || child.exitCode !== null) return;
      const gone = new Promise((done) => child!.once('exit', done));
      child.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), 5_000);
      await gone;
      clearTimeout(late);
    },
  };
}

/** As they are called now: operators rename their spots. */
async function findPlaces({ database }: Services, fleet: DemoFleet) {
  const tenantIds = [...new Set(fleet.robots.map(({ tenantId }) => Number(tenantId)))];
  return database.acrossTenants("names for the simulator's page", async (db) => {
    const tenants = await db
      .selectFrom('tenant')
      .select(['tenant_id', 'name', 'name_zh'])
      .where('tenant_id', 'in', tenantIds)
      .orderBy('tenant_id')
      .execute();
    const spots = await db
      .selectFrom('spot')
      .select(['tenant_id', 'id', 'name', 'name_zh'])
      .where('tenant_id', 'in', tenantIds)
      .orderBy('id')
      .execute();
    return tenants.map((tenant) => ({
      tenantId: String(tenant.tenant_id),
      name: tenant.name,
      nameZh: tenant.name_zh,
      spots: spots
        .filter(({ tenant_id }) => tenant_id === tenant.tenant_id)
        .map(({ id, name, name_zh }) => ({ spotId: id, name, nameZh: name_zh })),
    }));
  });
}

/** How a program on this machine reaches what listens at `host`. */
function hereOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function controlUrlOf(line: string): string | undefined {
  try {
    const said = JSON.parse(line) as { controlUrl?: string };
    return said.controlUrl;
  } catch {
    return undefined;
  }
}
