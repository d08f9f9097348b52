import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { DEMO_TENANTS, NOBODY } from './demo-catalogue.ts';

const HOUR_MS = 3_600_000;
const STOP_MS = 20 * 60_000;

/** Who fills up in each tenant; where the account is not there a name without one. */
const REFILLERS: Readonly<Record<string, readonly [username: string, name: string]>> = {
  1000: ['operator', 'Henrik Nygaard'],
  1001: ['manager.cn', '王芳'],
  1002: ['', 'Demo'],
};

/** A run that was done two days ago, one robot skipped, and one that is planned for the next hours; once. */
export async function seedDemoRefillRuns(services: Services): Promise<void> {
  const now = services.clock.now();
  for (const { tenantId } of DEMO_TENANTS) {
    const [username, name] = REFILLERS[tenantId] ?? ['', 'Demo'];
    const userId = await services.database.acrossTenants('who fills robots up in the demo', async (db) => {
      const row = await db
        .selectFrom('staff_user')
        .select('id')
        .where('username_key', '=', username)
        .executeTakeFirst();
      return row?.id ?? NOBODY;
    });
    await services.database.write(tenantId, async (db) => {
      const known = await db.selectFrom('refill_run').select('id').limit(1).executeTakeFirst();
      if (known) return;
      const robots = await db
        .selectFrom('robot')
        .select(['id', 'imei', 'name', 'spot_id'])
        .where('retired_at', 'is', null)
        .where('spot_id', 'is not', null)
        .orderBy('imei')
        .limit(4)
        .execute();
      if (robots.length === 0) return;
      const isChinese = tenantId === '1001';
      const shared = { assigned_to: userId, assigned_name: name, planned_by: NOBODY, planned_by_name: 'Demo' };
      const began = new Date(now.getTime() - 50 * HOUR_MS);
      const past = newId();
      await db
        .insertInto('refill_run')
        .values({
          ...{ ...shared, id: past, state: 'done', name: isChinese ? '早班补货' : 'Morning round' },
          ...{ created_at: new Date(began.getTime() - 12 * HOUR_MS), planned_for: began, started_at: began },
          ended_at: new Date(began.getTime() + 2 * HOUR_MS),
        })
        .execute();
      for (const [turn, robot] of robots.entries()) {
        const at = new Date(began.getTime() + (turn + 1) * STOP_MS);
        const isSkipped = turn === robots.length - 1 && turn > 0;
        await db
          .insertInto('refill_stop')
          .values({
            ...{ run_id: past, robot_id: robot.id, imei: robot.imei, name: robot.name, turn, done_at: at },
            ...{ state: isSkipped ? 'skipped' : 'filled', reason: isSkipped ? 'enough' : '', done_by_name: name },
          })
          .execute();
        if (!isSkipped) await fill(db, { runId: past, robot, at, name, batch: `L-${2_040 + turn}` });
      }
      const next = newId();
      await db
        .insertInto('refill_run')
        .values({
          ...{ ...shared, id: next, name: isChinese ? '下午补货' : 'Afternoon round', created_at: now },
          planned_for: new Date(now.getTime() + 3 * HOUR_MS),
          note: isChinese ? '钥匙在前台' : 'The key is at the front desk',
        })
        .execute();
      await db
        .insertInto('refill_stop')
        .values(
          robots
            .slice(0, 3)
            .map(({ id, imei, name: robot }, turn) => ({ run_id: next, robot_id: id, imei, name: robot, turn })),
        )
        .execute();
    });
  }
}

interface Filling {
  readonly runId: string;
  readonly robot: {
    readonly id: string;
    readonly imei: string;
    readonly name: string;
    readonly spot_id: string | null;
  };
  readonly at: Date;
  readonly name: string;
  readonly batch: string;
}

/** The record of what was filled then; the book of today is another matter. */
async function fill(db: TenantDb, { runId, robot, at, name, batch }: Filling): Promise<void> {
  const materials = await db
    .selectFrom('robot_material as held')
    .innerJoin('material', 'material.id', 'held.material_id')
    .select(['material.id', 'material.name', 'material.name_zh', 'material.unit', 'held.capacity'])
    .where('held.robot_id', '=', robot.id)
    .where('material.code', 'in', ['beans', 'milk', 'cup'])
    .orderBy('material.code')
    .execute();
  for (const material of materials)
    await db
      .insertInto('refill_fill')
      .values({
        ...{ id: newId(), run_id: runId, robot_id: robot.id, imei: robot.imei, robot_name: robot.name },
        ...{ spot_id: robot.spot_id, material_id: material.id, material_name: material.name, unit: material.unit },
        ...{ material_name_zh: material.name_zh, before: Math.round(material.capacity * 0.22) },
        ...{ after: material.capacity, batch, at, received_at: at, by_name: name },
      })
      .execute();
}
