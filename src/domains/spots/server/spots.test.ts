import { newId } from '#platform/ids/server/new-id.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { spots } from '../contract/spots.ts';
import { newSpot } from './test-spots.ts';

behavesAsRecords(spots, newSpot, {
  spotOf: ({ id }) => String(id),
  use: ({ server, tenant }, spotId) =>
    server.services.database.write(tenant.id, async (db) => {
      const id = newId();
      await db
        .insertInto('robot')
        .values({ id, imei: id.slice(-12), name: 'Robot 1', spot_id: spotId })
        .execute();
    }),
});
