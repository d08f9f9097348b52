import { neededWithin } from '#domains/beverages/rules/stock-forecast.ts';
import { findHourlyUse } from '#domains/beverages/server/index.ts';
import type { Services } from '#platform/context/server/services.ts';
import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { type DemoFleet, keepFleet } from './seed-demo-business.ts';

const HOUR_MS = 3_600_000;
/** Robots that are to be filled today, by tenant and name, and what they run out of; coffee they make all the same. */
const RUN_OUT: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  1000: { 'Hall south': ['milk'], 'Reading room': ['milk', 'powder'], Entrance: ['ice'] },
  1001: { 候车大厅: ['milk', 'ice'] },
};
/** Of what the forecast expects until midnight: late orders and a busy hour change nothing. */
const SHARE = 0.5;

/**
 * Some robots run out today, by the forecast from the demo's own past, so that the work list and a new refill run have something to
 * do. The simulator's service leaves them alone. Only before the machines have told what they hold.
 */
export async function seedDemoStock(services: Services, fleet: DemoFleet): Promise<void> {
  if (fleet.robots.some(({ waitsForRefill }) => waitsForRefill)) return;
  const now = services.clock.now();
  for (const [tenantId, names] of Object.entries(RUN_OUT)) {
    const robots = fleet.robots.filter((robot) => robot.tenantId === tenantId && robot.name in names);
    const imeis = robots.map(({ imei }) => imei);
    await services.database.write(tenantId, async (db) => {
      const { time_zone: timeZone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
      const midnight = startOfDay(addDays(localDay(now, timeZone), 1), timeZone);
      const hours = (midnight.getTime() - now.getTime()) / HOUR_MS;
      const held = await db
        .selectFrom('robot_material as held')
        .innerJoin('robot', 'robot.id', 'held.robot_id')
        .innerJoin('material', 'material.id', 'held.material_id')
        .select(['robot.id', 'robot.imei', 'robot.name', 'held.material_id', 'held.capacity', 'material.code'])
        .where('robot.imei', 'in', imeis)
        .where('robot.last_heard_at', 'is', null)
        .execute();
      const used = await findHourlyUse(db, [...new Set(held.map(({ id }) => id))], now);
      for (const { id, imei, name, material_id, capacity, code } of held) {
        if (!names[name]?.includes(code)) continue;
        const known = used.get(id)?.get(material_id);
        const wanted = known ? neededWithin(hours, known.use, known.at, known.minutes) : 0;
        const level = Math.min(capacity, Math.floor(wanted * SHARE));
        await db
          .updateTable('robot_material')
          .set({ current: level })
          .where('robot_id', '=', id)
          .where('material_id', '=', material_id)
          .execute();
        const container = robots.find((robot) => robot.imei === imei)?.materials.find((one) => one.code === code);
        if (container) container.level = level;
      }
    });
    for (const robot of robots) robot.waitsForRefill = true;
  }
  await keepFleet(services, fleet);
}
