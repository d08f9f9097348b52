import { maintenanceValue } from '#domains/alarms/server/alarm-words.ts';
import { maintenanceAlarm } from '#domains/maintenance/rules/countdown.ts';
import { countMaintenance, keepCounted } from '#domains/maintenance/server/maintenance-store.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { CHINESE, DEMO_TENANTS } from './demo-catalogue.ts';
import { PEOPLE } from './demo-people.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

interface Past {
  readonly type: string;
  readonly subKey?: string;
  readonly severity: string;
  readonly value?: readonly [en: string, zh: string];
  /** Hours ago, and how many minutes it lasted. */
  readonly ago: number;
  readonly minutes: number;
  readonly count?: number;
  readonly isAnswered?: boolean;
}

interface Person {
  readonly name: string;
  readonly email: string;
}

/** What happened to the first robots of each tenant in the last weeks; what else is wrong now the robots say themselves. */
const PAST: readonly Past[] = [
  { type: 'heartbeat', severity: 'critical', ago: 640, minutes: 47, isAnswered: true },
  {
    ...{ type: 'low_material', subKey: 'milk', severity: 'minor', value: ['Milk', '牛奶'] },
    ...{ ago: 500, minutes: 180 },
  },
  {
    ...{ type: 'missing_material', subKey: 'milk', severity: 'major', value: ['Milk', '牛奶'] },
    ...{ ago: 498, minutes: 62, isAnswered: true },
  },
  {
    ...{ type: 'make_failure', severity: 'critical', value: ['3 in a row', '连续 3 次'] },
    ...{ ago: 330, minutes: 25, count: 3, isAnswered: true },
  },
  {
    ...{ type: 'fridge_temperature', subKey: 'fridge', severity: 'critical', value: ['9.4 °C', '9.4 °C'] },
    ...{ ago: 210, minutes: 95, isAnswered: true },
  },
  {
    ...{ type: 'sub_device_fault', subKey: 'grinder-jam', severity: 'major', value: ['Grinder blocked', '磨豆机堵塞'] },
    ...{ ago: 120, minutes: 33 },
  },
  { type: 'pos_network', subKey: 'robot', severity: 'major', ago: 70, minutes: 9 },
  { type: 'heartbeat', severity: 'major', ago: 30, minutes: 4, count: 3 },
  { type: 'maintenance', severity: 'minor', ago: 400, minutes: 2_600, isAnswered: true },
];

const NOBODY: Person = { name: 'Demo', email: 'demo@smart-iot.example' };
/** Who looks after the robots of a tenant: those who work at them, before those who run it. */
function peopleOf(tenantId: string): readonly Person[] {
  const found = PEOPLE.filter(({ role, tenants }) => role !== 'clerk' && tenants.includes(Number(tenantId)));
  return found.length > 0 ? found.toSorted((a, b) => b.role.localeCompare(a.role)) : [NOBODY];
}

/** Alarms of the last weeks that are over, and of the maintenance that is due now: one is looked after, the others wait. Once. */
export async function seedDemoAlarms(services: Services): Promise<void> {
  const now = services.clock.now();
  for (const { tenantId } of DEMO_TENANTS)
    await services.database.write(tenantId, async (db) => {
      const known = await db.selectFrom('alarm').select('id').limit(1).executeTakeFirst();
      if (known) return;
      const people = peopleOf(tenantId);
      await addPast(db, people, now);
      await addDue(db, people, { now, note: tenantId === CHINESE ? NOTE.zh : NOTE.en });
    });
}

const NOTE = { en: 'The new filters come tomorrow morning.', zh: '新滤芯明天上午送到。' };

interface Step {
  readonly alarmId: string;
  readonly at: Date;
  readonly kind: string;
  readonly actor?: string;
  readonly detail?: object;
}
const addSteps = (db: TenantDb, steps: readonly Step[]) =>
  db
    .insertInto('alarm_step')
    .values(
      steps.map(({ alarmId, at, kind, actor = '', detail = {} }) => ({
        ...{ id: newId(), alarm_id: alarmId, at, kind, actor, detail: JSON.stringify(detail) },
      })),
    )
    .execute();

const robotsIn = (db: TenantDb) =>
  db
    .selectFrom('robot')
    .select(['id', 'imei', 'name', 'spot_id'])
    .where('spot_id', 'is not', null)
    .where('retired_at', 'is', null)
    .orderBy('imei');

async function addPast(db: TenantDb, people: readonly Person[], now: Date): Promise<void> {
  const robots = await robotsIn(db).limit(3).execute();
  for (const [at, past] of PAST.entries()) {
    const robot = robots[at % Math.max(robots.length, 1)];
    if (!robot?.spot_id) continue;
    const { name } = people[at % people.length] ?? NOBODY;
    const id = newId();
    const raised = new Date(now.getTime() - past.ago * HOUR_MS);
    const cleared = new Date(raised.getTime() + past.minutes * MINUTE_MS);
    const answered = past.isAnswered ? new Date(raised.getTime() + 6 * MINUTE_MS) : null;
    const [value, valueZh] = past.value ?? ['', ''];
    const why = past.type === 'make_failure' ? 'made' : 'over';
    await db
      .insertInto('alarm')
      .values({
        ...{ id, spot_id: robot.spot_id, robot_id: robot.id, device_imei: robot.imei, device_name: robot.name },
        ...{ type: past.type, sub_key: past.subKey ?? '', severity: past.severity, state: 'cleared' },
        ...{ value, value_zh: valueZh, count: past.count ?? 1, messages: 2 },
        ...{ raised_at: raised, last_seen_at: cleared, cleared_at: cleared, cleared_why: why },
        ...{ acknowledged_at: answered, acknowledged_by: answered ? name : '', assigned_to: answered ? name : '' },
      })
      .execute();
    const step = { alarmId: id, actor: name };
    const called = { name, channels: ['email'] };
    await addSteps(db, [
      { alarmId: id, at: raised, kind: 'raised', detail: { severity: past.severity, value, valueZh } },
      { alarmId: id, at: raised, kind: 'called', detail: { ...called, reason: 'first' } },
      ...(answered
        ? [
            { ...step, at: answered, kind: 'acknowledged' },
            { ...step, at: answered, kind: 'assigned', detail: { to: name } },
          ]
        : []),
      { alarmId: id, at: cleared, kind: 'cleared', detail: { why } },
      { alarmId: id, at: cleared, kind: 'called', detail: { ...called, reason: 'cleared' } },
    ]);
  }
}

/** What the count of each morning would find: until somebody maintains these robots they stay so. */
async function addDue(
  db: TenantDb,
  people: readonly Person[],
  { now, note }: { readonly now: Date; readonly note: string },
): Promise<void> {
  const robots = await robotsIn(db).execute();
  const counted = await countMaintenance(
    db,
    robots.map(({ id }) => id),
    now,
  );
  await keepCounted(db, counted, now);
  const days = new Map(counted.map(({ robotId, countdownDays }) => [robotId, countdownDays]));
  const due = robots.filter(({ id }) => maintenanceAlarm(days.get(id) ?? 1) !== null);
  const [helper = NOBODY] = people;
  for (const [turn, robot] of due.entries()) {
    const inDays = days.get(robot.id) ?? 0;
    const id = newId();
    const raised = new Date(now.getTime() - (50 - turn) * MINUTE_MS);
    const answered = new Date(raised.getTime() + 9 * MINUTE_MS);
    const isAnswered = turn === 0;
    const severity = maintenanceAlarm(inDays) === 'overdue' ? 'major' : 'minor';
    const { value, valueZh } = maintenanceValue(inDays);
    // all of them know, whoever is on duty
    const calls = people.map(({ email }) => ({
      ...{ key: email, firstAt: raised.toISOString(), lastAt: raised.toISOString() },
    }));
    await db
      .insertInto('alarm')
      .values({
        ...{ id, spot_id: robot.spot_id ?? '', robot_id: robot.id, device_imei: robot.imei, device_name: robot.name },
        ...{ type: 'maintenance', severity, state: isAnswered ? 'acknowledged' : 'open' },
        ...{ value, value_zh: valueZh, raised_at: raised, last_seen_at: raised },
        ...{ messages: calls.length, calls: JSON.stringify(calls) },
        ...(isAnswered
          ? { acknowledged_at: answered, acknowledged_by: helper.name, assigned_to: helper.name }
          : { acknowledged_at: null }),
      })
      .execute();
    const step = { alarmId: id, at: answered, actor: helper.name };
    await addSteps(db, [
      { alarmId: id, at: raised, kind: 'raised', detail: { severity, value, valueZh } },
      ...people.map(({ name, email }) => ({
        ...{ alarmId: id, at: raised, kind: 'called' },
        detail: { name, key: email, reason: 'first', channels: ['email'] },
      })),
      ...(isAnswered
        ? [
            { ...step, kind: 'acknowledged' },
            { ...step, kind: 'assigned', detail: { to: helper.name } },
            { ...step, kind: 'commented', detail: { comment: note } },
          ]
        : []),
    ]);
  }
}
