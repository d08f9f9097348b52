import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { slices } from '#apps/server/slices.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';

export interface Received {
  readonly to: string;
  readonly text: string;
  /** Whose provider sent it. */
  readonly by: string;
}

export interface ServerWithPhones extends TestServer {
  readonly received: Received[];
  /** Sends what waits, and answers the code in the newest message to this phone; undefined where there is none. */
  codeFor(phone: string): Promise<string | undefined>;
  /** Lets a tenant send text messages. */
  giveProvider(tenantId: string): Promise<void>;
}

/** The product with a provider of text messages beside it; the platform tenant has an account there. */
export async function startServerWithPhones(log?: Logger): Promise<ServerWithPhones> {
  const received: Received[] = [];
  const provider = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      received.push(JSON.parse(body) as Received);
      response.end('{}');
    });
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const product = await startTestServer({
    slices,
    planDue: async () => 0,
    env: { OUTBOUND_ALLOW: host },
    ...(log && { log }),
  });

  const giveProvider = async (tenantId: string): Promise<void> => {
    const config = {
      endpoint: `http://${host}/send`,
      body: '{"to":"{phone}","text":"{text}","by":"{sender}"}',
      sender: tenantId,
    };
    await product.services.database.acrossTenants('test provider', (db) =>
      db
        .updateTable('tenant')
        .set({ sms_config: JSON.stringify(config) })
        .where('tenant_id', '=', Number(tenantId))
        .execute(),
    );
  };
  await product.services.database.acrossTenants('test platform', (db) =>
    addTestTenant(db, { tenant_id: 1, name: 'Platform', time_zone: 'UTC', currency: 'EUR' }),
  );
  await giveProvider('1');

  return {
    ...product,
    received,
    giveProvider,
    codeFor: async (phone) => {
      await product.runDue();
      const newest = received.findLast(({ to }) => to === phone);
      return newest && /\d{6}/.exec(newest.text)?.[0];
    },
    stop: async () => {
      await product.stop();
      provider.closeAllConnections();
      await new Promise((done) => provider.close(done));
    },
  };
}

let lastPhone = 4_740_100_000;
/** A number that no other test has. */
export const newPhone = (): string => `+${++lastPhone}`;

/** A wrong code of the right form. */
export const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
