import { randomUUID } from 'node:crypto';
import { connect } from 'mqtt';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { failureOf } from '#platform/device-gateway/server/broker-failure.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { brokers } from '../contract/brokers.ts';
import type { TestBrokerRequest } from '../contract/endpoints.ts';
import { openPassword } from './broker-secret.ts';
import { addressWithLogin, type BrokerLogin, faultAt, targetOf } from './broker-target.ts';
import { isUnchanged, mustBeSameLogin } from './serve-brokers.ts';

const PATIENCE_MS = 8_000;

/** Connects with what stands in the form, under a name of its own, and leaves again. */
export async function tryBroker(
  context: RequestContext,
  { id, url = '', tlsUrl = '', username = '', password = '' }: TestBrokerRequest,
) {
  requireStepUp(context);
  const login = { url, tlsUrl, username };
  const target = await targetOf(context.services, login);
  const secret = id === undefined || !isUnchanged(password) ? password : await keptPassword(context, id, login);
  const begun = monotonicMs();
  await tryConnection(addressWithLogin(login, secret), target.address, target.host);
  return { isEncrypted: target.tls, tookMs: Math.round(monotonicMs() - begun) };
}

async function keptPassword(context: RequestContext, id: string, login: BrokerLogin): Promise<string> {
  return context.read(async (db) => {
    const kept = isUuid(id)
      ? await db
          .selectFrom('mqtt_broker')
          .select(['url', 'tls_url', 'username'])
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined;
    if (!kept) raise(brokers.notFound);
    mustBeSameLogin({ url: kept.url, tlsUrl: kept.tls_url, username: kept.username }, login);
    return openPassword(context.services, db, context.tenantId, id);
  });
}

function tryConnection(url: string, address: string, servername: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const client = connect(url, {
      ...{ host: address, servername, protocolVersion: 5 as const, clean: true, reconnectPeriod: 0 },
      ...{ clientId: `try-${randomUUID()}`, connectTimeout: PATIENCE_MS },
    });
    const end = (finish: () => void) => {
      clearTimeout(timer);
      client.removeAllListeners();
      client.on('error', () => undefined);
      client.end(true);
      finish();
    };
    const timer = setTimeout(() => end(() => reject(faultAt('url', 'broker.timeout'))), PATIENCE_MS);
    client.on('connect', () => end(resolve));
    client.on('error', (error: Error & { code?: unknown }) =>
      end(() => {
        const failure = failureOf(error);
        reject(faultAt(failure === 'wrong-password' ? 'accountPassword' : 'url', `broker.${failure}`));
      }),
    );
    client.on('close', () => end(() => reject(faultAt('url', 'broker.unreachable'))));
  });
}
