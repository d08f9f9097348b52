import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { RobotMaintenance } from '../contract/maintenance.ts';
import { USUAL_INTERVAL } from '../contract/maintenance.ts';
import { countdownDays } from '../rules/countdown.ts';

const DAY_MS = 24 * 3_600_000;
const AVERAGE_DAYS = 14;

interface UseRow {
  readonly id: string;
  readonly cups: number;
  readonly days: number;
  readonly own_cups: number | null;
  readonly own_days: number | null;
  readonly last_at: Date | null;
  readonly since: Date;
  readonly created_at: Date;
  readonly used: string;
  readonly recent: string;
  /** The first cup of the last 14 days. */
  readonly first: Date | null;
}

/** Counts, for these robots, cups since the last maintenance and of the last 14 days, and the days that are left. */
export async function countMaintenance(
  db: TenantDb,
  robotIds: readonly string[],
  now: Date,
): Promise<RobotMaintenance[]> {
  if (robotIds.length === 0) return [];
  const recentFrom = new Date(now.getTime() - AVERAGE_DAYS * DAY_MS);
  const { rows } = await sql<UseRow>`
    select robot.id, coalesce(kept.cups, plan.cups, ${USUAL_INTERVAL.cups}::integer) as cups,
           coalesce(kept.days, plan.days, ${USUAL_INTERVAL.days}::integer) as days,
           kept.cups as own_cups, kept.days as own_days, kept.last_at, robot.created_at,
           coalesce(kept.last_at, robot.created_at) as since, made.used, made.recent, made.first
      from robot
      left join robot_maintenance kept on kept.tenant_id = robot.tenant_id and kept.robot_id = robot.id
      left join maintenance_plan plan on plan.tenant_id = robot.tenant_id
      cross join lateral (
        select count(*) filter (where o.created_at >= coalesce(kept.last_at, robot.created_at)) as used,
               count(*) filter (where o.created_at >= ${recentFrom}::timestamptz) as recent,
               min(o.created_at) filter (where o.created_at >= ${recentFrom}::timestamptz) as first
          from coffee_order o
          join order_drink drink on drink.tenant_id = o.tenant_id and drink.order_no = o.order_no
         where o.tenant_id = ${THIS_TENANT} and o.robot_imei = robot.imei and drink.step in (2, 3)
           and o.created_at >= least(coalesce(kept.last_at, robot.created_at), ${recentFrom}::timestamptz)
           and o.created_at <= ${now}::timestamptz) as made
     where robot.tenant_id = ${THIS_TENANT} and robot.id = any(${`{${robotIds.join(',')}}`}::uuid[])
     order by robot.id`.execute(db);
  return rows.map((row) => toMaintenance(row, now));
}

function toMaintenance(row: UseRow, now: Date): RobotMaintenance {
  // a young robot has no 14 days; one with a history from elsewhere has made cups before it was added
  const began = Math.min(row.created_at.getTime(), row.first?.getTime() ?? now.getTime());
  const ofDays = Math.max(1, Math.min(AVERAGE_DAYS, (now.getTime() - began) / DAY_MS));
  const cupsPerDay = Number(row.recent) / ofDays;
  const daysGone = Math.max(0, Math.floor((now.getTime() - row.since.getTime()) / DAY_MS));
  const cupsUsed = Number(row.used);
  return {
    robotId: row.id,
    cups: row.cups,
    days: row.days,
    ownCups: row.own_cups,
    ownDays: row.own_days,
    lastAt: row.last_at?.toISOString() ?? null,
    cupsUsed,
    cupsPerDay: Math.round(cupsPerDay * 10) / 10,
    daysGone,
    countdownDays: countdownDays({ cups: row.cups, days: row.days, cupsUsed, daysGone, cupsPerDay }),
  };
}

/** Keeps what was counted, for lists. */
export async function keepCounted(db: TenantDb, counted: readonly RobotMaintenance[], now: Date): Promise<void> {
  if (counted.length === 0) return;
  await db
    .insertInto('robot_maintenance')
    .values(
      counted.map((one) => ({
        robot_id: one.robotId,
        counted_at: now,
        cups_used: one.cupsUsed,
        cups_per_day: one.cupsPerDay,
        countdown_days: one.countdownDays,
      })),
    )
    .onConflict((on) =>
      on.columns(['tenant_id', 'robot_id']).doUpdateSet((of) => ({
        counted_at: of.ref('excluded.counted_at'),
        cups_used: of.ref('excluded.cups_used'),
        cups_per_day: of.ref('excluded.cups_per_day'),
        countdown_days: of.ref('excluded.countdown_days'),
      })),
    )
    .execute();
}

/** As counted last: whole days to the next maintenance of each robot; robots that were never counted are left out. */
export async function maintenanceOf(
  db: TenantDb,
  robotIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly countdownDays: number; readonly countedAt: Date }>> {
  if (robotIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('robot_maintenance')
    .select(['robot_id', 'countdown_days', 'counted_at'])
    .where('robot_id', 'in', [...robotIds])
    .execute();
  return new Map(
    rows.flatMap(({ robot_id, countdown_days, counted_at }) =>
      countdown_days === null || counted_at === null
        ? []
        : [[robot_id, { countdownDays: countdown_days, countedAt: counted_at }] as const],
    ),
  );
}
