import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';

const HOUR_MS = 3_600_000;

interface Past {
  readonly type: string;
  readonly subKey?: string;
  readonly severity: string;
  readonly value?: readonly [en: string, zh: string];
  /** Hours ago, and how many minutes it lasted. */
  readonly ago: number;
  readonly minutes: number;
  readonly count?: number;
  readonly acknowledgedBy?: string;
}

/** What happened to the first robots of each tenant in the last weeks; what is wrong now the robots say themselves. */
const PAST: readonly Past[] = [
  { type: 'heartbeat', severity: 'critical', ago: 640, minutes: 47, acknowledgedBy: 'Demo' },
  {
    ...{ type: 'low_material', subKey: 'milk', severity: 'minor', value: ['Milk', '牛奶'] },
    ...{ ago: 500, minutes: 180 },
  },
  {
    ...{ type: 'missing_material', subKey: 'milk', severity: 'major', value: ['Milk', '牛奶'] },
    ...{ ago: 498, minutes: 62, acknowledgedBy: 'Demo' },
  },
  {
    ...{ type: 'make_failure', severity: 'critical', value: ['3 in a row', '连续 3 次'] },
    ...{ ago: 330, minutes: 25, count: 3, acknowledgedBy: 'Demo' },
  },
  {
    ...{ type: 'fridge_temperature', subKey: 'fridge', severity: 'critical', value: ['9.4 °C', '9.4 °C'] },
    ...{ ago: 210, minutes: 95, acknowledgedBy: 'Demo' },
  },
  {
    ...{ type: 'sub_device_fault', subKey: 'grinder-jam', severity: 'major', value: ['Grinder blocked', '磨豆机堵塞'] },
    ...{ ago: 120, minutes: 33 },
  },
  { type: 'pos_network', subKey: 'robot', severity: 'major', ago: 70, minutes: 9 },
  { type: 'heartbeat', severity: 'major', ago: 30, minutes: 4, count: 3 },
  { type: 'maintenance', severity: 'minor', ago: 400, minutes: 2_600, acknowledgedBy: 'Demo' },
];

/** Alarms of the last weeks that are over, once. */
export async function seedDemoAlarms(services: Services): Promise<void> {
  const now = services.clock.now().getTime();
  for (const { tenantId } of DEMO_TENANTS)
    await services.database.write(tenantId, async (db) => {
      const known = await db.selectFrom('alarm').select('id').limit(1).executeTakeFirst();
      if (known) return;
      const robots = await db
        .selectFrom('robot')
        .select(['id', 'imei', 'name', 'spot_id'])
        .where('spot_id', 'is not', null)
        .orderBy('imei')
        .limit(3)
        .execute();
      for (const [at, past] of PAST.entries()) {
        const robot = robots[at % Math.max(robots.length, 1)];
        if (!robot?.spot_id) continue;
        const id = newId();
        const raised = new Date(now - past.ago * HOUR_MS);
        const cleared = new Date(raised.getTime() + past.minutes * 60_000);
        const answered = past.acknowledgedBy ? new Date(raised.getTime() + 6 * 60_000) : null;
        const [value, valueZh] = past.value ?? ['', ''];
        await db
          .insertInto('alarm')
          .values({
            ...{ id, spot_id: robot.spot_id, robot_id: robot.id, device_imei: robot.imei, device_name: robot.name },
            ...{ type: past.type, sub_key: past.subKey ?? '', severity: past.severity, state: 'cleared' },
            ...{ value, value_zh: valueZh, count: past.count ?? 1, messages: 2 },
            ...{ raised_at: raised, last_seen_at: cleared, cleared_at: cleared },
            cleared_why: past.type === 'make_failure' ? 'made' : 'over',
            ...{ acknowledged_at: answered, acknowledged_by: past.acknowledgedBy ?? '' },
          })
          .execute();
        const step = (kind: string, when: Date, actor: string, detail: object) => ({
          ...{ id: newId(), alarm_id: id, at: when, kind, actor, detail: JSON.stringify(detail) },
        });
        await db
          .insertInto('alarm_step')
          .values([
            step('raised', raised, '', { severity: past.severity, value, valueZh }),
            step('called', raised, '', { name: 'Demo', reason: 'first', channels: ['email'] }),
            ...(answered ? [step('acknowledged', answered, past.acknowledgedBy ?? '', {})] : []),
            step('cleared', cleared, '', { why: past.type === 'make_failure' ? 'made' : 'over' }),
            step('called', cleared, '', { name: 'Demo', reason: 'cleared', channels: ['email'] }),
          ])
          .execute();
      }
    });
}
