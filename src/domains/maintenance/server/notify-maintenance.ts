import type { Transaction } from '#platform/database/server/transaction.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import type { RobotMaintenance } from '../contract/maintenance.ts';
import { maintenanceDueNotice, maintenanceOverdueNotice } from '../contract/notices.ts';
import { maintenanceAlarm } from '../rules/countdown.ts';

const keyOf = (alarm: 'due' | 'overdue', robotId: string): string => `maintenance-${alarm}/${robotId}`;

/** One notice for each robot that is due or overdue; what is over is settled. */
export async function notifyMaintenance(tx: Transaction, counted: readonly RobotMaintenance[]): Promise<void> {
  if (counted.length === 0) return;
  const robots = await tx.db
    .selectFrom('robot')
    .select(['id', 'name', 'imei', 'spot_id'])
    .where(
      'id',
      'in',
      counted.map(({ robotId }) => robotId),
    )
    .execute();
  const byId = new Map(robots.map((robot) => [robot.id, robot]));
  const open = await tx.db
    .selectFrom('notice')
    .select('key')
    .where('kind', 'in', [maintenanceDueNotice.name, maintenanceOverdueNotice.name])
    .where('settled_at', 'is', null)
    .execute();
  const notified = new Set(open.map(({ key }) => key));
  for (const { robotId, countdownDays: days } of counted) {
    const robot = byId.get(robotId);
    if (!robot) continue;
    const alarm = maintenanceAlarm(days);
    for (const other of ['due', 'overdue'] as const)
      if (other !== alarm && notified.has(keyOf(other, robotId))) await settleNotice(tx, keyOf(other, robotId));
    if (alarm === null || notified.has(keyOf(alarm, robotId))) continue;
    await notify(tx, alarm === 'due' ? maintenanceDueNotice : maintenanceOverdueNotice, {
      to: { permission: 'robot:maintain', spotId: robot.spot_id },
      params: { name: robot.name, imei: robot.imei, days: Math.abs(days) },
      path: `/devices/robots/${robot.imei}`,
      key: keyOf(alarm, robotId),
    });
  }
}
