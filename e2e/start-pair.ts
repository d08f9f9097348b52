import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/database/server/embedded-postgres.ts';
import { type findMosquitto, startMosquitto } from '../src/platform/device-gateway/server/test-mosquitto.ts';
import { aPlaceWithDemo, secretsKeyOf } from './demo-copy.ts';
import { aPlace, type Place, type Product, type Started, startProduct } from './start-product.ts';
import { insist } from './storefront-client.ts';

type Which = 'first' | 'second' | 'third';

export interface Pair {
  readonly first: Place;
  readonly second: Place;
  /** Of a server that is started where a test asks for it. */
  readonly third: Place;
  readonly databaseUrl: string;
  end(which: Which, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  start(which: Which): Promise<void>;
  stop(): Promise<void>;
}

/** Two servers of one installation: they share a database, a broker and a key. The demo and its simulator belong to the first. */
export async function startPair(
  installed: NonNullable<ReturnType<typeof findMosquitto>>,
  more: Readonly<Record<string, string>> = {},
): Promise<Pair> {
  const demo = await aPlaceWithDemo();
  const postgres = await startEmbeddedPostgres({ directory: join(demo.dataDir, 'postgres') });
  const mosquitto = await startMosquitto(installed);
  const shared = {
    DATABASE_URL: postgres.url,
    MQTT_URL: mosquitto.url,
    SECRETS_KEY: await secretsKeyOf(demo),
    ...more,
  };
  const first = { ...demo, env: { ...demo.env, ...shared, DEMO: 'on' } };
  // both ask the same payment provider
  const withoutDemo = { ...shared, DEMO: 'off', STRIPE_API_BASE: first.product.provider };
  const [second, third] = [await aPlace(withoutDemo), await aPlace(withoutDemo)];
  const places = { first, second, third };
  const running = new Map<Which, Started>();
  const start = async (which: Which): Promise<void> => {
    running.set(which, await startProduct(places[which]));
  };
  const end = async (which: Which, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    await running.get(which)?.end(signal);
    running.delete(which);
  };
  const stop = async (): Promise<void> => {
    await end('third', 'SIGTERM');
    await end('second', 'SIGTERM');
    await end('first', 'SIGTERM');
    await mosquitto.stop();
    await postgres.stop();
    for (const folder of [first.dataDir, second.dataDir, third.dataDir])
      await rm(folder, { recursive: true, force: true });
  };
  try {
    await start('first');
    await start('second');
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...places, databaseUrl: postgres.url, end, start, stop };
}

/** The headers of a call by one of the demo's people. */
export async function asStaff(
  { url, password, adminPassword }: Omit<Product, 'fleet'>,
  username: string,
  tenantId: string,
): Promise<Record<string, string>> {
  const login = { username, password: username === 'admin' ? adminPassword : password };
  const { result, message } = await insist<{ token: string } | null>(`${url}/api/sys/login`, {}, login);
  if (!result) throw new Error(message);
  return { 'x-access-token': result.token, 'tenant-id': tenantId };
}
