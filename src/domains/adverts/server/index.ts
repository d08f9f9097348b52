import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { ADVERTS } from '../contract/addresses.ts';
import { clips } from '../contract/clips.ts';
import { advertEndpoints } from '../contract/endpoints.ts';
import { advertProblems } from '../contract/problems.ts';
import { deleteShowing, editShowing, setAds } from './change-showings.ts';
import { clipOfFile } from './clip-of-file.ts';
import { listShowings } from './list-showings.ts';
import { readCabinetPlaylist, readSpotPlaylist } from './playlist.ts';
import { pushAds, readPushResults } from './push-ads.ts';

const served = serveRecords(clips, {
  generate: (tx, { draft }) => clipOfFile(tx, draft),
  computed: {
    places: sql`(select count(distinct coalesce(cabinet_id, spot_id))::integer from ad_showing as showing
                  where showing.tenant_id = ${THIS_TENANT} and showing.clip_id = record.id
                    and (showing.ends_at is null or showing.ends_at > now()))`,
  },
  beforeRemove: (tx, { id }) => refuseShown(tx, id),
});

/** What is shown, or will be, stays; what was shown goes with its clip. */
async function refuseShown(tx: Transaction, clipId: string): Promise<void> {
  const rows = await tx.db
    .selectFrom('ad_showing as showing')
    .select(['cabinet_id', 'spot_id'])
    .where('clip_id', '=', clipId)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', tx.now())]))
    .execute();
  const places = new Set(rows.map(({ cabinet_id, spot_id }) => cabinet_id ?? spot_id)).size;
  if (places > 0) raise('ad.shown', { places });
  await tx.db.deleteFrom('ad_showing').where('clip_id', '=', clipId).execute();
}

/** Clips, where they are shown, and the command that brings them to cabinets. */
export const advertSlice: ServerSlice = sliceOf(
  {
    name: 'adverts',
    about:
      'Pictures and films for the screens of cabinets and kiosks: what is shown where, in which order and how long.',
    problems: advertProblems,
    routes: [
      route(advertEndpoints.relationship, listShowings),
      route(advertEndpoints.editRelationship, editShowing),
      route(advertEndpoints.deleteRelationship, deleteShowing),
      route(advertEndpoints.set, setAds),
      route(advertEndpoints.push, pushAds),
      route(advertEndpoints.pushResults, readPushResults),
      route(advertEndpoints.spotPlaylist, readSpotPlaylist),
      route(advertEndpoints.cabinetPlaylist, readCabinetPlaylist),
    ],
    menu: [{ page: 'adverts/list', kind: clips, under: 'rentals', path: ADVERTS, icon: 'image', sort: 67 }],
  },
  served,
);
