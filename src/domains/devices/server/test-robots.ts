import { beverages } from '#domains/beverages/server/index.ts';
import { aCatalogue, type TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { devices } from './index.ts';

export interface TwoSpots {
  readonly server: TestServer;
  readonly tenant: TestTenant;
  readonly staff: Caller;
  /** Of the spot `Harbour`. */
  readonly goods: TestCatalogue;
  /** `Airport`, where nothing is yet. */
  readonly otherSpotId: string;
}

/** A tenant with two spots between which its robots can move. */
export async function startWithTwoSpots(): Promise<TwoSpots> {
  const server = await startTestServer({ slices: [devices, beverages], planDue: async () => 0 });
  const tenant = await server.newTenant();
  const otherSpotId = newId();
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('spot').values({ id: otherSpotId, name: 'Airport' }).execute(),
  );
  return {
    server,
    tenant,
    staff: await tenant.staff(),
    goods: await aCatalogue(server.services.database, tenant.id),
    otherSpotId,
  };
}
