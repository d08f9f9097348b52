import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { clips } from '../contract/clips.ts';
import { MOST_CLIPS } from '../contract/codes.ts';
import type { EditShowingRequest, SetAdsRequest, Showing } from '../contract/endpoints.ts';
import { type Period, periodFault } from '../rules/period-fault.ts';
import { lockPlaces, type Place, seenPlaces } from './places.ts';
import { notOver, SHOWN, showings, toShowing } from './showing-store.ts';

/** Writes what these places show (settled 71): in place of what they showed, or beside it. */
export function setAds(context: RequestContext, request: SetAdsRequest) {
  return context.transaction(async (tx) => {
    const places = await lockPlaces(tx, request);
    if (places.length === 0) refuse('cabinetIds', 'ad.place-needed');
    const period = periodOf(request);
    refusePeriod(tx, period);
    const clipIds = [...new Set(request.clipIds)];
    await refuseClips(tx, clipIds);
    const replaced = request.mode === 'replace' ? await clear(tx, places) : [];
    const rows = places.flatMap((place) =>
      clipIds.map((clip_id, at) => ({
        ...{ id: newId(), clip_id, cabinet_id: place.cabinetId, spot_id: place.spotId, sort: at },
        ...{ starts_at: period.startsAt, ends_at: period.endsAt, created_at: tx.now(), created_by: tx.actor.name },
      })),
    );
    if (rows.length > 0) await tx.db.insertInto('ad_showing').values(rows).execute();
    if (request.mode === 'add') for (const place of places) await refuseTooMany(tx, place);
    for (const id of new Set([...clipIds, ...replaced])) {
      const isShown = clipIds.includes(id);
      await recordChange(tx, id, undefined, {
        places: isShown ? places.length : 0,
        ...(isShown ? asText(period) : {}),
      });
    }
    return { places: places.length, showings: rows.length };
  });
}

/** Order or period of one clip at one place; refusals of this call have words of their own (platform 8). */
export function editShowing(context: RequestContext, { id, ...given }: EditShowingRequest): Promise<Showing> {
  return context.transaction(async (tx) => {
    const before = await lockShowing(tx, id);
    const period = {
      startsAt: given.startsAt === undefined ? before.starts_at : instant(given.startsAt),
      endsAt: given.endsAt === undefined ? before.ends_at : instant(given.endsAt),
    };
    if (given.startsAt !== undefined || given.endsAt !== undefined) refusePeriod(tx, period);
    const sort = given.sort ?? before.sort;
    await tx.db
      .updateTable('ad_showing')
      .set({ sort, starts_at: period.startsAt, ends_at: period.endsAt })
      .where('id', '=', id)
      .execute();
    const old = { sort: before.sort, ...asText({ startsAt: before.starts_at, endsAt: before.ends_at }) };
    await recordChange(tx, before.clip_id, old, { sort, ...asText(period) });
    const row = await showings(tx.db).select(SHOWN).where('showing.id', '=', id).executeTakeFirstOrThrow();
    return toShowing(row, context.language, context.now());
  });
}

export function deleteShowing(context: RequestContext, { id }: { readonly id: string }): Promise<null> {
  return context.transaction(async (tx) => {
    const before = await lockShowing(tx, id);
    await tx.db.deleteFrom('ad_showing').where('id', '=', id).execute();
    const { placeName } = toShowing(before, context.language, context.now());
    await recordChange(tx, before.clip_id, { placeName }, { placeName: '' });
    return null;
  });
}

async function lockShowing(tx: Transaction, id: string) {
  if (!isUuid(id)) return raise('ad.showing-not-found');
  await tx.db.selectFrom('ad_showing').select('id').where('id', '=', id).forUpdate().execute();
  const row = await showings(tx.db)
    .select(SHOWN)
    .where('showing.id', '=', id)
    .where(seenPlaces(tx.actor))
    .executeTakeFirst();
  return row ?? raise('ad.showing-not-found');
}

/** Ends everything that the places show or would show; answers which clips those were. */
async function clear(tx: Transaction, places: readonly Place[]): Promise<string[]> {
  const gone = await tx.db
    .deleteFrom('ad_showing')
    .where((where) =>
      where.or([
        where('cabinet_id', 'in', idsOf(places.map(({ cabinetId }) => cabinetId))),
        where('spot_id', 'in', idsOf(places.map(({ spotId }) => spotId))),
      ]),
    )
    .returning('clip_id')
    .execute();
  return gone.map(({ clip_id }) => clip_id);
}

const NO_ONE = '00000000-0000-0000-0000-000000000000';
const idsOf = (ids: readonly (string | null)[]): string[] => [NO_ONE, ...ids.filter((id) => id !== null)];

async function refuseClips(tx: Transaction, ids: readonly string[]): Promise<void> {
  const known = ids.filter(isUuid);
  const rows =
    known.length === 0
      ? []
      : await tx.db
          .selectFrom('ad_clip')
          .select(['id', 'status'])
          .where('id', 'in', known)
          .orderBy('id')
          .forKeyShare()
          .execute();
  for (const [at, id] of ids.entries()) {
    const found = rows.find((row) => row.id === id);
    if (!found) refuse(`clipIds.${at}`, 'ad.clip-not-found');
    if (found?.status === 0) refuse(`clipIds.${at}`, 'ad.clip-off');
  }
}

/** A cabinet takes so many with one command. */
async function refuseTooMany(tx: Transaction, { cabinetId, spotId }: Place): Promise<void> {
  const { count } = await tx.db
    .selectFrom('ad_showing as showing')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(cabinetId === null ? 'spot_id' : 'cabinet_id', '=', cabinetId ?? spotId)
    .where(notOver(tx.now()))
    .executeTakeFirstOrThrow();
  if (Number(count) > MOST_CLIPS) refuse('clipIds', 'ad.too-many', { maximum: MOST_CLIPS });
}

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));
const periodOf = ({ startsAt, endsAt }: Pick<SetAdsRequest, 'startsAt' | 'endsAt'>): Period => ({
  startsAt: instant(startsAt),
  endsAt: instant(endsAt),
});
const asText = ({ startsAt, endsAt }: Period) => ({
  startsAt: startsAt?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
});

function refusePeriod(tx: Transaction, period: Period): void {
  const fault = periodFault(period, tx.now());
  if (fault) refuse('endsAt', fault);
}

function refuse(path: string, code: string, params: Record<string, number> = {}): never {
  raise(code as 'ad.period', params, { faults: [{ path, code, params }] });
}

/** In the history of the clip, and to whoever has the gallery open. */
async function recordChange(tx: Transaction, clipId: string, before: object | undefined, after: object): Promise<void> {
  await tx.audit({ action: 'ad:set', objectKind: clips.name, objectId: clipId, ...(before ? { before } : {}), after });
  await tx.live({ kind: clips.name, id: clipId, permission: clips.permission('view') });
}
