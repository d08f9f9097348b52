import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { CHINESE, DEMO_TENANTS } from './demo-catalogue.ts';

const DAY_MS = 24 * 3_600_000;
const PLAN = { cups: 4_000, days: 30 };
/** The first robot of each tenant is due in three days, the second one today. */
const GONE = [27, 30, 12, 5, 19, 2];
const ROUND_DAYS = 30;
const FORMER_FIRMWARE = '4.1.2';

const WORDS = {
  en: {
    by: 'Demo',
    what: ['Cleaning and new water filter', 'Grinder adjusted', 'Yearly service'],
    remark: 'All parts well',
  },
  zh: { by: '演示', what: ['清洁并更换滤芯', '调整磨豆机', '年度保养'], remark: '各部件正常' },
};

/** When the demo's robots were maintained, once: some of them are due soon. */
export async function seedDemoMaintenance(services: Services): Promise<void> {
  const now = services.clock.now().getTime();
  for (const { tenantId } of DEMO_TENANTS) {
    const words = tenantId === CHINESE ? WORDS.zh : WORDS.en;
    await services.database.write(tenantId, async (db) => {
      const known = await db.selectFrom('maintenance_plan').select('cups').executeTakeFirst();
      if (known) return;
      await db.insertInto('maintenance_plan').values(PLAN).execute();
      const robots = await db.selectFrom('robot').select('id').orderBy('imei').execute();
      if (robots.length === 0) return;
      const doneAt = (at: number, rounds: number): Date =>
        new Date(now - ((GONE[at % GONE.length] ?? 0) + rounds * ROUND_DAYS) * DAY_MS);
      await db
        .insertInto('robot_maintenance')
        .values(robots.map(({ id }, at) => ({ robot_id: id, last_at: doneAt(at, 0) })))
        // the product may have begun to count
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'robot_id']).doUpdateSet((of) => ({ last_at: of.ref('excluded.last_at') })),
        )
        .execute();
      await db
        .insertInto('maintenance_record')
        .values(
          robots.flatMap(({ id }, at) =>
            words.what.slice(0, 2 + (at % 2)).map((what, rounds) => ({
              ...{ id: newId(), robot_id: id, done_at: doneAt(at, rounds), done_by: words.by, what },
              ...{
                remark: rounds === 0 ? words.remark : '',
                cups_used: 1_400 + 130 * at + 90 * rounds,
                days_gone: ROUND_DAYS,
              },
            })),
          ),
        )
        .execute();
      const versions = robots.flatMap(({ id }) => [
        { robot_id: id, kind: 'firmware', value: FORMER_FIRMWARE, seen_at: new Date(now - 80 * DAY_MS) },
      ]);
      await db
        .insertInto('robot_version')
        .values(versions)
        .onConflict((on) => on.doNothing())
        .execute();
    });
  }
}
