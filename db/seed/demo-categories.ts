import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';

/** A code begins with that of the parent. */
const CATEGORIES: Readonly<Record<string, readonly (readonly [code: string, name: string])[]>> = {
  '1000': [
    ['A01', 'Service reasons'],
    ['A01A01', 'Machine fault'],
    ['A01A01A01', 'Grinder'],
    ['A01A01A02', 'Robot arm'],
    ['A01A01A03', 'Ice maker'],
    ['A01A02', 'Cleaning'],
    ['A01A03', 'Refill'],
    ['A02', 'Customer enquiries'],
    ['A02A01', 'Refund'],
    ['A02A02', 'Taste and quality'],
    ['A02A03', 'Lost property'],
    ['A03', 'Locations'],
    ['A03A01', 'Airport'],
    ['A03A02', 'Railway station'],
    ['A03A03', 'Office building'],
  ],
  '1001': [
    ['A01', '服务原因'],
    ['A01A01', '设备故障'],
    ['A01A01A01', '磨豆机'],
    ['A01A01A02', '机械臂'],
    ['A01A02', '清洁'],
    ['A01A03', '补货'],
    ['A02', '客户咨询'],
    ['A02A01', '退款'],
    ['A02A02', '口味与品质'],
    ['A03', '网点类型'],
    ['A03A01', '写字楼'],
    ['A03A02', '地铁站'],
  ],
  '1002': [
    ['A01', 'Service reasons'],
    ['A01A01', 'Machine fault'],
    ['A01A02', 'Refill'],
    ['A02', 'Locations'],
    ['A02A01', 'Railway station'],
  ],
};
const LENGTH_OF_LEVEL = 3;

/** The trees of categories of the demo's tenants, once: what somebody deletes stays deleted. */
export async function seedDemoCategories(services: Services): Promise<void> {
  for (const [tenantId, categories] of Object.entries(CATEGORIES)) {
    const known = await services.database.read(tenantId, (db) =>
      db.selectFrom('category').select('id').limit(1).executeTakeFirst(),
    );
    if (known) continue;
    const ids = new Map(categories.map(([code]) => [code, newId()]));
    const rows = categories.map(([code, name]) => ({
      ...{ id: ids.get(code) ?? newId(), code, name, created_by: 'Demo' },
      pid: ids.get(code.slice(0, -LENGTH_OF_LEVEL)) ?? null,
    }));
    await services.database.write(tenantId, (db) => db.insertInto('category').values(rows).execute());
  }
}
