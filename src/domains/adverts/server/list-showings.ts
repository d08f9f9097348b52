import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { ListShowingsRequest, ShowingState } from '../contract/endpoints.ts';
import { seenPlaces } from './places.ts';
import { notOver, SHOWN, showings, toShowing } from './showing-store.ts';

/** What is shown where, in the order of the screens; what is over only where it is asked for. */
export async function listShowings(context: RequestContext, request: ListShowingsRequest) {
  const { clipId, cabinetId, spotId, state, pageNo, pageSize } = request;
  const now = context.now();
  const asked = [clipId, cabinetId, spotId].filter((id) => id !== undefined);
  if (!asked.every(isUuid)) return toPage([], 0, request);
  return context.read(async (db) => {
    const matching = showings(db)
      .where(seenPlaces(context.actor))
      .where(state === undefined ? notOver(now) : inState(state, now))
      .$if(clipId !== undefined, (query) => query.where('showing.clip_id', '=', clipId as string))
      .$if(cabinetId !== undefined, (query) => query.where('showing.cabinet_id', '=', cabinetId as string))
      .$if(spotId !== undefined, (query) => query.where('showing.spot_id', '=', spotId as string));
    const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await matching
      .select(SHOWN)
      .orderBy(sql`coalesce(cabinet.name, spot.name)`)
      .orderBy('showing.sort')
      .orderBy('showing.id')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute();
    return toPage(
      rows.map((row) => toShowing(row, context.language, now)),
      Number(total),
      request,
    );
  });
}

/** As `showingState` says it. */
function inState(state: ShowingState, now: Date) {
  const began = sql`(showing.starts_at is null or showing.starts_at <= ${now})`;
  switch (state) {
    case 'past':
      return sql<boolean>`not ${notOver(now)}`;
    case 'off':
      return sql<boolean>`${notOver(now)} and clip.status = 0`;
    case 'coming':
      return sql<boolean>`${notOver(now)} and clip.status = 1 and not ${began}`;
    default:
      return sql<boolean>`${notOver(now)} and clip.status = 1 and ${began}`;
  }
}
