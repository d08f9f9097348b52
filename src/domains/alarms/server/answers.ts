import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SpotAlarmPage, SpotAlarmRequest } from '#domains/spots/contract/endpoints.ts';
import { mustSeeSpot } from '#domains/spots/server/index.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { distinctIds } from '#platform/ids/server/distinct-ids.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sightOf } from '#platform/records/server/record-query.ts';
import { serveList } from '#platform/records/server/serve-records.ts';
import { ALARM_TYPES, type AlarmState, type AlarmType, alarms, type Severity } from '../contract/alarms.ts';
import type { AlarmFigures, AlarmNoise, AlarmPart, AlarmStep, RobotAlarmRow } from '../contract/endpoints.ts';
import { noiseOf } from '../rules/noise.ts';
import { type AlarmRow, addStep, addSteps, callSoon, settleUnreached, show } from './alarm-store.ts';

const ofSpots = (spotIds: readonly string[]) => sql<SqlBool>`spot_id = any(${[...spotIds]}::uuid[])`;
const seenBy = ({ isRoot, spotIds }: Actor) => (isRoot || spotIds === null ? sql<SqlBool>`true` : ofSpots(spotIds));

/** Of the spots that a person sees. */
export const alarmList = serveList(alarms, {
  visible: { condition: ({ isRoot, spotIds }) => (isRoot || spotIds === null ? undefined : ofSpots(spotIds)) },
  computed: {
    parts: sql`(select count(*)::integer from alarm part
                 where part.tenant_id = ${THIS_TENANT} and part.parent_id = record.id)`,
    unreached: sql`(record.calls <> '[]' and not jsonb_path_exists(record.calls, '$[*] ? (!exists(@.isUnreached))'))`,
  },
});

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 3_600_000;
/** An alarm that was over within two minutes was noise. */
const SHORT = '2 minutes';

export function figures(context: RequestContext): Promise<AlarmFigures> {
  const since = new Date(context.now().getTime() - WEEK_MS);
  return context.read(async (db) => {
    const count = (condition: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${condition})::integer`;
    const now = await db
      .selectFrom('alarm as record')
      .select([count(sql`state = 'open'`).as('open'), count(sql`state = 'acknowledged'`).as('acknowledged')])
      .select(count(sql`severity = 'critical'`).as('critical'))
      .where('state', '!=', 'cleared')
      // one cause counts once, as the list shows it
      .where('is_part', '=', false)
      .where(sightOf(alarmList.served, context.actor) ?? sql<SqlBool>`true`)
      .executeTakeFirstOrThrow();
    const week = await db
      .selectFrom('alarm')
      .select('type')
      .select([sql<number>`sum(count)::integer`.as('count'), sql<number>`sum(messages)::integer`.as('messages')])
      .select(count(sql`cleared_at - raised_at < ${SHORT}::interval`).as('short'))
      .where('raised_at', '>=', since)
      .where(seenBy(context.actor))
      .groupBy('type')
      .orderBy('count', 'desc')
      .orderBy('type')
      .execute();
    return { ...now, week: week.map((row) => ({ ...row, type: typeOf(row.type) })) };
  });
}

/** Each type with its noise, the loudest first. */
export async function noise(context: RequestContext): Promise<{ since: string; types: AlarmNoise[] }> {
  // a whole minute, so that the log can be asked for the same alarms
  const since = new Date(Math.floor((context.now().getTime() - WEEK_MS) / MINUTE_MS) * MINUTE_MS);
  const seen = sightOf(alarmList.served, context.actor) ?? sql<SqlBool>`true`;
  const { rows } = await context.read((db) =>
    sql<Omit<AlarmNoise, 'score' | 'advice'>>`
      with lately as (select * from alarm record where tenant_id = ${THIS_TENANT} and raised_at >= ${since} and not is_part and ${seen}),
      answered as (select distinct step.alarm_id from alarm_step step join lately on lately.id = step.alarm_id
                    where step.tenant_id = ${THIS_TENANT} and step.kind in ('acknowledged', 'assigned', 'commented', 'snoozed')),
      devices as (select type, device_name, device_imei, count(*)::integer as alarms,
                         row_number() over (partition by type order by count(*) desc, device_name) as place
                    from lately group by type, source_id, device_name, device_imei)
      select lately.type, count(*)::integer as alarms, sum(lately.count)::integer as count,
             sum(lately.messages)::integer as messages,
             (count(*) filter (where cleared_at - raised_at < ${SHORT}::interval))::integer as short,
             count(answered.alarm_id)::integer as answered,
             max(devices.device_name) as loudest, max(devices.device_imei) as "loudestImei", max(devices.alarms) as "ofLoudest"
        from lately left join answered on answered.alarm_id = lately.id
        left join devices on devices.type = lately.type and devices.place = 1
       group by lately.type`.execute(db),
  );
  const types = rows.map((row) => ({ ...row, type: typeOf(row.type), ...noiseOf({ ...row, ofOne: row.ofLoudest }) }));
  types.sort((one, other) => other.score - one.score || other.count - one.count);
  return { since: since.toISOString(), types };
}

export async function parts(context: RequestContext, { id }: { readonly id: string }): Promise<{ parts: AlarmPart[] }> {
  if (!isUuid(id)) raise('alarm.not-found');
  const rows = await context.read((db) =>
    db
      .selectFrom('alarm')
      .select(['id', 'type', 'severity', 'state', 'device_name', 'device_imei', 'raised_at', 'cleared_at'])
      .where('parent_id', '=', id)
      .where(seenBy(context.actor))
      .orderBy(sql`state = 'cleared'`)
      .orderBy('device_name')
      .orderBy('id')
      .execute(),
  );
  return {
    parts: rows.map((row) => ({
      ...{ id: row.id, type: typeOf(row.type), severity: row.severity as Severity, state: row.state as AlarmState },
      ...{ deviceName: row.device_name, deviceImei: row.device_imei, raisedAt: row.raised_at.toISOString() },
      clearedAt: row.cleared_at?.toISOString() ?? null,
    })),
  };
}

const typeOf = (type: string): AlarmType => ALARM_TYPES.find((one) => one === type) ?? 'sub_device_fault';

export async function ofRobot(
  context: RequestContext,
  { robotId }: { readonly robotId: string },
): Promise<{ alarms: RobotAlarmRow[] }> {
  if (!isUuid(robotId)) return { alarms: [] };
  const rows = await context.read((db) =>
    db
      .selectFrom('alarm')
      .select(['id', 'type', 'severity', 'state', 'value', 'value_zh', 'raised_at'])
      .where('robot_id', '=', robotId)
      .where('state', '!=', 'cleared')
      .where(seenBy(context.actor))
      .orderBy('raised_at', 'desc')
      .orderBy('id')
      .execute(),
  );
  return {
    alarms: rows.map((row) => ({
      ...{ id: row.id, type: typeOf(row.type), severity: row.severity as Severity, state: row.state as AlarmState },
      ...{ value: row.value, valueZh: row.value_zh, raisedAt: row.raised_at.toISOString() },
    })),
  };
}

export async function steps(context: RequestContext, { id }: { readonly id: string }): Promise<{ steps: AlarmStep[] }> {
  if (!isUuid(id)) raise('alarm.not-found');
  const rows = await context.read(async (db) => {
    const found = await db
      .selectFrom('alarm')
      .select('id')
      .where('id', '=', id)
      .where(seenBy(context.actor))
      .executeTakeFirst();
    if (!found) raise('alarm.not-found');
    return db
      .selectFrom('alarm_step')
      .select(['id', 'at', 'kind', 'actor', 'detail'])
      .where('alarm_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute();
  });
  return {
    steps: rows.map((row) => ({ ...row, at: row.at.toISOString(), detail: row.detail as AlarmStep['detail'] })),
  };
}

/** What lies under an alarm is acknowledged with it. */
export function acknowledge(context: RequestContext, { ids }: { readonly ids: readonly string[] }) {
  return changeAlarms(context, ids, async (tx, alarm) => {
    if (alarm.state === 'acknowledged') return false;
    const done = await tx.db
      .updateTable('alarm')
      .set({
        ...{ state: 'acknowledged', acknowledged_at: tx.now(), snoozed_until: null },
        ...{ acknowledged_by: tx.actor.name, acknowledged_user_id: tx.actor.kind === 'staff' ? tx.actor.id : null },
      })
      .where((of) => of.or([of('id', '=', alarm.id), of('parent_id', '=', alarm.id)]))
      .where('state', '=', 'open')
      .returning(['id', 'spot_id'])
      .execute();
    await addSteps(
      tx,
      done.map(({ id }) => ({ alarmId: id, kind: 'acknowledged' })),
    );
    await settleUnreached(
      tx,
      done.map(({ id }) => id),
    );
    for (const { id, spot_id } of done) if (id !== alarm.id) await show(tx, id, spot_id);
    return { state: 'acknowledged' };
  });
}

export const comment = (
  context: RequestContext,
  { id, comment: said }: { readonly id: string; readonly comment: string },
) =>
  changeAlarms(
    context,
    [id],
    async (tx, alarm) => {
      await addStep(tx, alarm.id, 'commented', { comment: said });
      return { comment: said };
    },
    // the last word about an alarm may come when it is over
    { evenOver: true },
  );

/** Only what calls is kept silent: after the silence an acknowledged alarm would not call again (`rules/call-chain.ts`). */
export async function snooze(
  context: RequestContext,
  { ids, minutes }: { readonly ids: readonly string[]; readonly minutes: number },
): Promise<{ changed: number }> {
  let isLookedAfter = false;
  const done = await changeAlarms(context, ids, async (tx, alarm) => {
    if (alarm.state === 'acknowledged') {
      isLookedAfter = true;
      return false;
    }
    const until = new Date(tx.now().getTime() + minutes * 60_000);
    await tx.db.updateTable('alarm').set({ snoozed_until: until }).where('id', '=', alarm.id).execute();
    await addStep(tx, alarm.id, 'snoozed', { until: until.toISOString() });
    return { snoozedUntil: until.toISOString() };
  });
  // those that are over meanwhile are another matter
  return done.changed === 0 && isLookedAfter ? raise('alarm.acknowledged') : done;
}

type Change = (tx: Transaction, alarm: AlarmRow) => Promise<Readonly<Record<string, unknown>> | false>;

/** All that are named must be there; those that are over meanwhile stay as they are, and one alone is refused. */
export function changeAlarms(
  context: RequestContext,
  ids: readonly string[],
  act: Change,
  { evenOver = false } = {},
): Promise<{ changed: number }> {
  if (!ids.every(isUuid)) raise('alarm.not-found');
  const wanted = distinctIds(ids);
  return context.transaction(async (tx) => {
    const rows = await tx.db
      .selectFrom('alarm')
      .selectAll()
      .where('id', 'in', wanted)
      .where(seenBy(tx.actor))
      .orderBy('id')
      .forUpdate()
      .execute();
    if (rows.length < wanted.length) raise('alarm.not-found');
    const open = evenOver ? rows : rows.filter(({ state }) => state !== 'cleared');
    if (open.length === 0) raise('alarm.over');
    let changed = 0;
    for (const alarm of open) {
      const after = await act(tx, alarm);
      if (!after) continue;
      changed += 1;
      await tx.audit({ action: alarms.permission('edit'), objectKind: 'alarm', objectId: alarm.id, after });
      await show(tx, alarm.id, alarm.spot_id);
    }
    if (changed === 0) return { changed };
    await callSoon(tx);
    return { changed };
  });
}

/** `getAlarmList` of older clients: the alarms of a spot, the newest first. */
export async function ofSpot(
  context: RequestContext,
  { id, pageNo, pageSize }: SpotAlarmRequest,
): Promise<SpotAlarmPage> {
  await mustSeeSpot(context, id);
  return context.read(async (db) => {
    const of = db.selectFrom('alarm').where('spot_id', '=', id);
    const { total } = await of.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
    const rows = await of
      .select(['id', 'type', 'severity', 'state', 'device_imei', 'count', 'raised_at', 'last_seen_at', 'cleared_at'])
      .orderBy('raised_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute();
    const records = rows.map((row) => ({
      ...{ id: row.id, type: row.type, severity: row.severity, state: row.state as AlarmState, count: row.count },
      ...{ deviceImei: row.device_imei, clearedAt: row.cleared_at?.toISOString() ?? null },
      ...{ firstSeenAt: row.raised_at.toISOString(), lastSeenAt: row.last_seen_at.toISOString() },
    }));
    return { records, current: pageNo, pages: Math.ceil(total / pageSize), size: pageSize, total };
  });
}
