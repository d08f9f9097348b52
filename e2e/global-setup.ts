import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildWhenChanged } from '../scripts/build-console.ts';
import {
  databaseOnNodes,
  distributeForTests,
  dropDatabase,
  writeWithCare,
} from '../src/platform/testing/citus-template.ts';
import { aPlaceWithDemo } from './demo-copy.ts';
import { aPlace, fleetOf, type Place, type Product, startProduct } from './start-product.ts';

/** What a journey may also look into. */
export interface OpenProduct extends Product {
  /** As the owner of its database. */
  readonly databaseUrl: string;
  readonly secretsKey: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker. */
    products: readonly OpenProduct[];
  }
}

/** Journeys wait for drinks: here they are made three times as fast as people are used to. */
async function hurryRobots(control: string, robots: Product['fleet']['robots']): Promise<void> {
  for (const { imei } of robots) {
    const { ok } = await fetch(`${control}/robots/${imei}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'slow', factor: 0.33 }),
    });
    if (!ok) throw new Error(`The simulator does not hurry ${imei}`);
  }
}

/** The demo in a database of its own, whose tables of tenants then go to the workers of a cluster (docs/scale.md). */
async function placeOnCluster(url: string, nth: number): Promise<{ place: Place; drop: () => Promise<void> }> {
  const nodes = await databaseOnNodes(url, `console_e2e_${nth}`);
  await writeWithCare(nodes);
  const place = await aPlace({ DATABASE_URL: nodes[0], SECRETS_KEY: 'kX7-shard-0aZ3-shard-9qW1-shard-5tR8' });
  await (await startProduct(place)).end('SIGTERM');
  await distributeForTests(nodes[0]);
  return {
    place,
    drop: async () => {
      for (const node of nodes) await dropDatabase(node);
    },
  };
}

/** One product for each worker, so that journeys of several files at a time share nothing. `ownProduct` tells a file which is its. */
export default async function setup({ vitest, config, provide }: TestProject): Promise<() => Promise<void>> {
  // before they start, or each of them would build into the same folder
  if (!buildWhenChanged()) throw new Error('The console could not be built');
  const count = Math.min(config.maxWorkers, vitest.state.getPaths().length);
  const running = await Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const citus = process.env['TEST_CITUS'];
      const { place, drop } = citus
        ? await placeOnCluster(citus, nth)
        : { place: await aPlaceWithDemo(), drop: undefined };
      const started = await startProduct(place);
      const fleet = await fleetOf(place);
      await hurryRobots(place.product.control, fleet.robots);
      const kept = (name: string): Promise<string> => readFile(join(place.dataDir, name), 'utf8');
      const databaseUrl = place.env['DATABASE_URL'] ?? (await kept('postgres/url'));
      const secretsKey = place.env['SECRETS_KEY'] ?? (await kept('secrets-key')).trim();
      return { place, started, drop, product: { ...place.product, fleet, databaseUrl, secretsKey } };
    }),
  );
  provide(
    'products',
    running.map(({ product }) => product),
  );
  return async () => {
    await Promise.all(
      running.map(async ({ place, started, drop }) => {
        await started.end('SIGTERM');
        await drop?.();
        await rm(place.dataDir, { recursive: true, force: true });
      }),
    );
  };
}
