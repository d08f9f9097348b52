import { createHash } from 'node:crypto';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { fileAddressAt } from '#platform/files/server/index.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type Display, type FileType, LONGEST_SECONDS, MOST_CLIPS } from '../contract/codes.ts';
import type { Playlist } from '../contract/endpoints.ts';
import { notOver, SHOWN, showings } from './showing-store.ts';

interface Asked {
  readonly cabinetId?: string;
  readonly spotId?: string;
  readonly now: Date;
  /** Where the installation is reached. */
  readonly origin: string;
}

/** Everything that a screen plays now and will play, in its order; what is over or switched off is not in it. */
export async function playlistOf(db: TenantDb, { cabinetId, spotId, now, origin }: Asked): Promise<Playlist> {
  const rows = await showings(db)
    .select(SHOWN)
    .where(cabinetId === undefined ? 'showing.spot_id' : 'showing.cabinet_id', '=', cabinetId ?? spotId ?? null)
    .where('clip.status', '=', 1)
    .where(notOver(now))
    .orderBy('showing.sort')
    .orderBy('clip.sort')
    .orderBy('showing.id')
    .limit(MOST_CLIPS)
    .execute();
  const list = rows.map((row) => ({
    id: row.clip_id,
    name: row.name,
    url: fileAddressAt(origin, row.file),
    fileType: row.file_type as FileType,
    durationSeconds: row.duration_seconds ?? LONGEST_SECONDS,
    display: row.display as Display,
    sort: row.sort,
    from: row.starts_at?.toISOString() ?? null,
    to: row.ends_at?.toISOString() ?? null,
  }));
  const version = createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 16);
  return { version, clips: list };
}

/** The kiosks of a spot; a key of one spot asks for that one. */
export function readSpotPlaylist(context: RequestContext, { spotId }: { readonly spotId: string }): Promise<Playlist> {
  const key = context.actor.storefront ?? raise('request.forbidden');
  if (!isUuid(spotId) || (key.spotId !== null && key.spotId !== spotId)) raise('spot.not-found');
  return context.read(async (db) => {
    const spot = await db.selectFrom('spot').select('id').where('id', '=', spotId).executeTakeFirst();
    if (!spot) raise('spot.not-found');
    return playlistOf(db, { spotId, now: context.now(), origin: context.services.config.publicUrl });
  });
}

export function readCabinetPlaylist(context: RequestContext, { imei }: { readonly imei: string }): Promise<Playlist> {
  const key = context.actor.storefront ?? raise('request.forbidden');
  return context.read(async (db) => {
    const cabinet = await db
      .selectFrom('cabinet')
      .select(['id', 'spot_id'])
      .where('imei', '=', imei)
      .where('retired_at', 'is', null)
      .executeTakeFirst();
    if (!cabinet || (key.spotId !== null && key.spotId !== cabinet.spot_id)) return raise('cabinet.not-found');
    return playlistOf(db, {
      cabinetId: cabinet.id,
      now: context.now(),
      origin: context.services.config.publicUrl,
    });
  });
}
