import { type SqlBool, sql } from 'kysely';
import { spots } from '#domains/spots/contract/spots.ts';
import { canSeeSpot } from '#platform/context/rules/can.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import type { RecordSight } from '#platform/records/server/serving.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { DUTY_PAGE } from '../contract/addresses.ts';
import type { DutyBlock as Answered, DutyWeek, HandoverNote } from '../contract/duty-endpoints.ts';
import { handoverNotice } from '../contract/notices.ts';
import { type DutyBlock, isOnDutyAt } from '../rules/duty.ts';
import { blocksBetween, findMembers, zoneOf } from './duty-store.ts';

const isRestricted = ({ isRoot, spotIds }: Actor): boolean => !isRoot && spotIds !== null;

/** Of a spot that a person sees, or of every spot; not where an exception leaves none of his spots to it. */
function seesBlock(actor: Actor, block: DutyBlock): boolean {
  if (block.spotId !== null) return canSeeSpot(actor, block.spotId);
  if (block.exceptSpotIds.length === 0 || !isRestricted(actor)) return true;
  return (actor.spotIds ?? []).some((id) => isOnDutyAt(block, id));
}

/** Of every spot, and of the spots that a person sees; who sees some of them plans for those alone. */
export const dutySight: RecordSight = {
  condition: ({ isRoot, spotIds }) =>
    isRoot || spotIds === null
      ? undefined
      : sql<SqlBool>`(record.spot_id is null or record.spot_id = any(${[...spotIds]}::uuid[]))`,
  sees: (actor, { spotId }) => !spotId || canSeeSpot(actor, String(spotId)),
  spotOf: ({ spotId }) => (typeof spotId === 'string' ? spotId : null),
};

/** What is for every spot is planned by who sees every spot. */
export function guardEverySpot({ spotId }: { readonly spotId: string | null }, { actor }: RequestContext): void {
  if (spotId === null && isRestricted(actor)) raiseAt('spotId', 'alarm.duty-of-every-spot');
}

const DAY_MS = 24 * 3_600_000;
const MOST_NOTES = 10;
/** How far the rota is looked through for who comes next. */
const NEXT_WITHIN_MS = 8 * DAY_MS;

interface SpotName {
  readonly id: string;
  readonly name: string;
  readonly name_zh: string;
}

export async function week(
  context: RequestContext,
  { day, spotId }: { readonly day?: string | undefined; readonly spotId?: string | undefined },
): Promise<DutyWeek> {
  const { actor, tenantId } = context;
  if (spotId !== undefined && (!isUuid(spotId) || !canSeeSpot(actor, spotId))) raise(spots.notFound);
  return context.read(async (db) => {
    const timeZone = await zoneOf(db, tenantId);
    const now = context.now();
    const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
    const asked = day === undefined ? today : Temporal.PlainDate.from(day);
    const monday = asked.subtract({ days: asked.dayOfWeek - 1 });
    const at = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
    const [from, until] = [at(monday), at(monday.add({ days: 7 }))];
    const isShown = (block: DutyBlock): boolean =>
      seesBlock(actor, block) && (spotId === undefined || isOnDutyAt(block, spotId));
    const blocks = (await blocksBetween(db, { tenantId, from, until })).filter(isShown);
    const soon = new Date(now.getTime() + 1);
    const there = (await blocksBetween(db, { tenantId, from: now, until: soon })).filter(isShown);
    const words = await wordsOf(db, context, [...blocks, ...there]);
    const days = Array.from({ length: 7 }, (_, nth) => monday.add({ days: nth })).map((date) => ({
      ...{ day: date.toString(), from: at(date).toISOString(), until: at(date.add({ days: 1 })).toISOString() },
    }));
    return {
      days,
      ...{ week: monday.toString(), timeZone, blocks: blocks.map(words), now: there.map(words) },
      notes: await findNotes(db, context, spotId),
    };
  });
}

/** Blocks with the names of people and spots. */
async function wordsOf(db: TenantDb, { actor, tenantId }: RequestContext, blocks: readonly DutyBlock[]) {
  const spotIds = [
    ...new Set(blocks.flatMap(({ spotId, exceptSpotIds }) => [...exceptSpotIds, ...(spotId ? [spotId] : [])])),
  ];
  const names = await spotNames(db, spotIds);
  const people = await findMembers(db, tenantId, [
    ...new Set(blocks.flatMap(({ userId, insteadOf }) => (insteadOf ? [userId, insteadOf] : [userId]))),
  ]);
  return (block: DutyBlock): Answered => {
    const spot = names.get(block.spotId ?? '');
    return {
      ...{ from: block.from.toISOString(), until: block.until.toISOString(), userId: block.userId, name: block.name },
      ...{ userName: people.get(block.userId)?.name ?? '', spotId: block.spotId },
      ...{ spotName: spot?.name ?? '', spotNameZh: spot?.name_zh || (spot?.name ?? '') },
      exceptSpots: block.exceptSpotIds.flatMap((id) => {
        const except = canSeeSpot(actor, id) ? names.get(id) : undefined;
        return except ? [{ id, name: except.name, nameZh: except.name_zh || except.name }] : [];
      }),
      insteadOf: block.insteadOf === null ? '' : (people.get(block.insteadOf)?.name ?? ''),
    };
  };
}

async function spotNames(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, SpotName>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('spot')
    .select(['id', 'name', 'name_zh'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function findNotes(db: TenantDb, { actor }: RequestContext, spotId: string | undefined): Promise<HandoverNote[]> {
  let query = db.selectFrom('alarm_handover').selectAll().orderBy('at', 'desc').orderBy('id', 'desc');
  if (isRestricted(actor)) {
    const own = [...(actor.spotIds ?? [])];
    query = query.where(sql<SqlBool>`(spot_id is null or spot_id = any(${own}::uuid[]))`);
  }
  if (spotId !== undefined) query = query.where(sql<SqlBool>`(spot_id is null or spot_id = ${spotId})`);
  const rows = await query.limit(MOST_NOTES).execute();
  const names = await spotNames(
    db,
    rows.flatMap(({ spot_id }) => spot_id ?? []),
  );
  return rows.map((row) => {
    const spot = names.get(row.spot_id ?? '');
    return {
      ...{ id: row.id, at: row.at.toISOString(), spotId: row.spot_id, spotName: spot?.name ?? '' },
      ...{ spotNameZh: spot?.name_zh || (spot?.name ?? ''), byName: row.by_name, isOwn: row.by_id === actor.id },
      ...{ forName: row.for_name, note: row.note, readAt: row.read_at?.toISOString() ?? null, readBy: row.read_by },
    };
  });
}

/** Leaves a note, and tells who is on duty next. */
export async function handOver(
  context: RequestContext,
  { spotId, note }: { readonly spotId: string | null; readonly note: string },
): Promise<{ id: string; forName: string }> {
  const { actor, tenantId } = context;
  guardEverySpot({ spotId }, context);
  if (spotId !== null && (!isUuid(spotId) || !canSeeSpot(actor, spotId))) raise(spots.notFound);
  return context.transaction(async (tx) => {
    if (spotId !== null && !(await spotNames(tx.db, [spotId])).has(spotId)) raise(spots.notFound);
    const now = tx.now();
    const blocks = await blocksBetween(tx.db, { tenantId, from: now, until: new Date(now.getTime() + NEXT_WITHIN_MS) });
    const next = blocks
      .filter((block) => spotId === null || isOnDutyAt(block, spotId))
      .filter((block) => block.userId !== actor.id)
      .sort((one, other) => one.from.getTime() - other.from.getTime())[0];
    const comes = next && (await findMembers(tx.db, tenantId, [next.userId])).get(next.userId);
    const id = newId();
    await tx.db
      .insertInto('alarm_handover')
      .values({
        ...{ id, spot_id: spotId, at: now, by_id: actor.id, by_name: actor.name, note },
        ...{ for_id: comes?.id ?? null, for_name: comes?.name ?? '' },
      })
      .execute();
    await tx.audit({ action: 'alarm:hand-over', objectKind: 'alarmDuty', objectId: id, after: { note } });
    if (comes)
      await notify(tx, handoverNotice, {
        to: { userId: comes.id },
        params: { by: actor.name, note: note.slice(0, 200) },
        path: DUTY_PAGE,
        key: `alarm-handover/${id}`,
      });
    await tx.live({ kind: 'alarmDuty', id, permission: 'alarm-duty:view' });
    return { id, forName: comes?.name ?? '' };
  });
}

/** Whoever reads it says so once. */
export async function readNote(context: RequestContext, { id }: { readonly id: string }): Promise<null> {
  const { actor } = context;
  if (!isUuid(id)) raise('alarm.note-not-found');
  return context.transaction(async (tx) => {
    const row = await tx.db
      .selectFrom('alarm_handover')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row || (row.spot_id !== null && !canSeeSpot(actor, row.spot_id))) raise('alarm.note-not-found');
    if (row.by_id === actor.id) raise('alarm.note-own');
    if (row.read_at !== null) return null;
    await tx.db
      .updateTable('alarm_handover')
      .set({ read_at: tx.now(), read_by: actor.name })
      .where('id', '=', id)
      .execute();
    await settleNotice(tx, `alarm-handover/${id}`);
    await tx.audit({ action: 'alarm:read-note', objectKind: 'alarmDuty', objectId: id, after: { readBy: actor.name } });
    await tx.live({ kind: 'alarmDuty', id, permission: 'alarm-duty:view' });
    return null;
  });
}
