import type { Services } from '#platform/context/server/services.ts';
import { type FurtherBrokers, furtherBrokersOf } from '#platform/device-gateway/server/many-brokers.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { openPassword } from './broker-secret.ts';
import { addressWithLogin, targetOf } from './broker-target.ts';
import { sweepMoves } from './sweep-moves.ts';

const LOOK_EVERY_MS = 5_000;

export interface BrokerService {
  /** Connects to what was switched on, leaves what was switched off, and sees to robots on their way. */
  sweep(): Promise<void>;
  /** Why the server does not connect to a broker. */
  problemOf(id: string): string | null;
  stop(): Promise<void>;
}

const services = new WeakMap<Services, BrokerService>();

export const brokerServiceOf = (of: Services): BrokerService | undefined => services.get(of);

/** Keeps the server connected to the brokers of the list: each server looks for itself, so that all of them serve all. */
export function openBrokerService(of: Services): BrokerService {
  const further = furtherBrokersOf(of.broker);
  const problems = new Map<string, string>();
  const versions = new Map<string, number>();
  const sweep = async (): Promise<void> => {
    if (further) await reconcile(of, further, versions, problems);
    await sweepMoves(of, further);
  };
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= sweep()
      .catch((error: Error) => of.log.warn({ err: error }, 'Brokers of tenants'))
      .finally(() => {
        running = undefined;
      });
  }, LOOK_EVERY_MS);
  const service: BrokerService = {
    sweep,
    problemOf: (id) => problems.get(id) ?? null,
    stop: async () => {
      clearInterval(timer);
      await running;
      services.delete(of);
    },
  };
  services.set(of, service);
  return service;
}

async function reconcile(
  of: Services,
  further: FurtherBrokers,
  versions: Map<string, number>,
  problems: Map<string, string>,
): Promise<void> {
  const wanted = await of.database.acrossTenants('brokers that are served', (db) =>
    db
      .selectFrom('mqtt_broker')
      .select(['tenant_id', 'id', 'version', 'url', 'tls_url', 'username'])
      .where('status', '=', 1)
      .execute(),
  );
  const ids = new Set(wanted.map(({ id }) => id));
  for (const id of further.attached.keys()) if (!ids.has(id)) await further.detach(id);
  for (const id of versions.keys()) if (!ids.has(id)) versions.delete(id);
  for (const row of wanted) {
    if (versions.get(row.id) === row.version) continue;
    const tenantId = String(row.tenant_id);
    const login = { url: row.url, tlsUrl: row.tls_url, username: row.username };
    try {
      const { address } = await targetOf(of, login);
      const password = await of.database.read(tenantId, (db) => openPassword(of, db, tenantId, row.id), 'background');
      await further.attach({ id: row.id, tenantId, address, url: addressWithLogin(login, password) });
      versions.set(row.id, row.version);
      problems.delete(row.id);
    } catch (error) {
      problems.set(row.id, error instanceof Problem ? error.code : 'broker.unreachable');
      of.log.warn({ brokerId: row.id, tenantId, err: error }, 'A broker of a tenant is not served');
    }
  }
}
