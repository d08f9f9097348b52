import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { CHINESE, DEMO_TENANTS, NOBODY } from './demo-catalogue.ts';

const HOUR_MS = 3_600_000;
const BY = 'Demo';

interface PastChange {
  readonly hoursAgo: number;
  readonly kind: 'settings' | 'firmware';
  readonly wanted: Readonly<Record<string, string | number>>;
  readonly before: Readonly<Record<string, string | number>>;
  readonly reason: readonly [string, string];
  /** Of the robots in their order; those beyond were not told. */
  readonly states: readonly ('done' | 'failed' | 'left' | 'waiting')[];
  readonly message: readonly [string, string];
}

const CHANGES: readonly PastChange[] = [
  {
    ...{
      hoursAgo: 50,
      kind: 'settings',
      wanted: { reportIntervalSeconds: 60 },
      before: { reportIntervalSeconds: 120 },
    },
    reason: ['Readings every minute for the summer', '夏季每分钟上报一次'],
    ...{ states: ['done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done'], message: ['', ''] },
  },
  {
    ...{ hoursAgo: 26, kind: 'firmware', wanted: { firmware: '4.3.0' }, before: { firmware: '' } },
    reason: ['Quieter grinder', '磨豆机降噪'],
    states: ['done', 'failed', 'left', 'left'],
    message: ['Not enough memory', '存储空间不足'],
  },
];

/** A change that went well and one that stopped by itself, once. */
export async function seedDemoFleetChanges(services: Services): Promise<void> {
  for (const { tenantId, language } of DEMO_TENANTS.map((one) => ({ ...one, language: languageOf(one.tenantId) })))
    await services.database.write(tenantId, async (db) => {
      const known = await db.selectFrom('fleet_change').select('id').limit(1).executeTakeFirst();
      if (known) return;
      const robots = await db
        .selectFrom('robot')
        .select(['id', 'imei', 'name'])
        .where('retired_at', 'is', null)
        .orderBy('imei')
        .execute();
      for (const change of CHANGES) await writeChange(db, change, robots, services.clock.now(), language);
    });
}

const languageOf = (tenantId: string): 'en-US' | 'zh-CN' => (tenantId === CHINESE ? 'zh-CN' : 'en-US');

async function writeChange(
  db: TenantDb,
  change: PastChange,
  all: readonly { readonly id: string; readonly imei: string; readonly name: string }[],
  now: Date,
  language: 'en-US' | 'zh-CN',
): Promise<void> {
  const said = ([english, chinese]: readonly [string, string]) => (language === 'zh-CN' ? chinese : english);
  const robots = all.slice(0, change.states.length);
  const at = new Date(now.getTime() - change.hoursAgo * HOUR_MS);
  const isDone = !change.states.includes('failed');
  const id = newId();
  await db
    .insertInto('fleet_change')
    .values({
      ...{ id, kind: change.kind, wanted: JSON.stringify(change.wanted), reason: said(change.reason), language },
      ...{ state: isDone ? 'done' : 'stopped', stopped_because: isDone ? '' : 'limit', stage: isDone ? 2 : 1 },
      ...{ limit_percent: 10, wait_seconds: 600, watch_seconds: 120, takes_back: false, robots: robots.length },
      ...{ requested_by: NOBODY, requested_by_name: BY, created_at: at, ended_at: isDone ? at : null },
    })
    .execute();
  for (const [turn, robot] of robots.entries()) {
    const state = change.states[turn] ?? 'left';
    const isTold = state === 'done' || state === 'failed';
    await db
      .insertInto('fleet_change_robot')
      .values({
        ...{ change_id: id, robot_id: robot.id, imei: robot.imei, name: robot.name, turn },
        stage: Math.min(turn, 2),
        ...{ before: JSON.stringify(change.before), wanted: JSON.stringify(change.wanted), state },
        ...{ was_online: true, message: state === 'failed' ? said(change.message) : '' },
        ...{ sent_at: isTold ? at : null, ended_at: isTold ? new Date(at.getTime() + 20_000 * (turn + 1)) : null },
      })
      .execute();
  }
}
