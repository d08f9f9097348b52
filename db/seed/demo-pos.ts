import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';

interface DemoPlace {
  readonly name: string;
  readonly address: string;
  readonly zipCode: string;
  readonly country: string;
}

/** By tenant: the first stands at a robot, the others lie in store. */
const PLACES: Readonly<Record<string, readonly DemoPlace[]>> = {
  '1000': [
    { name: 'Terminal Oslo 1', address: 'Jernbanetorget 1, Oslo', zipCode: '0154', country: 'NO' },
    { name: 'Terminal Oslo 2', address: 'Fjordgata 12, Oslo', zipCode: '0150', country: 'NO' },
  ],
  '1001': [
    { name: '上海终端一', address: '上海市黄浦区南京东路 100 号', zipCode: '200001', country: 'CN' },
    { name: '上海终端二', address: '上海市浦东新区世纪大道 8 号', zipCode: '200120', country: 'CN' },
  ],
  '1002': [{ name: 'Tokyo terminal 1', address: '1-9-1 Marunouchi, Tokyo', zipCode: '100-0005', country: 'JP' }],
};
const BY = 'Demo';

/** Payment terminals of the demo, once. Nobody has registered them yet: the codes of its provider are `simulated-…`. */
export async function seedDemoPos(services: Services): Promise<void> {
  for (const { tenantId, imeiPrefix } of DEMO_TENANTS) {
    const known = await services.database.read(tenantId, (db) =>
      db.selectFrom('pos_terminal').select('id').limit(1).executeTakeFirst(),
    );
    if (known) continue;
    const at = services.clock.now();
    await services.database.write(tenantId, async (db) => {
      const robot = await db.selectFrom('robot').select('id').orderBy('imei').limit(1).executeTakeFirst();
      await db
        .insertInto('pos_terminal')
        .values(
          (PLACES[tenantId] ?? []).map(({ name, address, zipCode, country }, place) => ({
            ...{
              id: newId(),
              imei: `${imeiPrefix}POS0000${place + 1}`,
              pos_code: `POS-${place + 1}`,
              name,
              address,
              country,
            },
            ...{ zip_code: zipCode, robot_id: place === 0 ? (robot?.id ?? null) : null },
            ...{ created_at: at, created_by: BY, updated_at: at },
          })),
        )
        .execute();
    });
  }
}
