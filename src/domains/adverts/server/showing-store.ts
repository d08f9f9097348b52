import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { Display, FileType } from '../contract/codes.ts';
import type { Showing } from '../contract/endpoints.ts';
import { showingState } from '../rules/period-fault.ts';

/** Showings with their clips and places: `showing`, `clip`, `cabinet`, `spot`. */
export const showings = (db: TenantDb) =>
  db
    .selectFrom('ad_showing as showing')
    .innerJoin('ad_clip as clip', 'clip.id', 'showing.clip_id')
    .leftJoin('cabinet', 'cabinet.id', 'showing.cabinet_id')
    .leftJoin('spot', 'spot.id', 'showing.spot_id');

export const SHOWN = [
  'showing.id',
  'showing.clip_id',
  'showing.cabinet_id',
  'showing.spot_id',
  'showing.sort',
  'showing.starts_at',
  'showing.ends_at',
  'clip.name',
  'clip.file',
  'clip.file_type',
  'clip.display',
  'clip.duration_seconds',
  'clip.status',
  'cabinet.name as cabinet_name',
  'spot.name as spot_name',
  'spot.name_zh as spot_name_zh',
] as const;

const someRow = (db: TenantDb) => showings(db).select(SHOWN).executeTakeFirstOrThrow();
type ShownRow = Awaited<ReturnType<typeof someRow>>;

export function toShowing(row: ShownRow, language: Language, now: Date): Showing {
  return {
    id: row.id,
    clipId: row.clip_id,
    clipName: row.name,
    file: row.file,
    fileType: row.file_type as FileType,
    display: row.display as Display,
    durationSeconds: row.duration_seconds,
    cabinetId: row.cabinet_id,
    spotId: row.spot_id,
    placeName: row.cabinet_name ?? localName(language, row.spot_name ?? '', row.spot_name_zh ?? ''),
    sort: row.sort,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    state: showingState({ startsAt: row.starts_at, endsAt: row.ends_at }, row.status === 1, now),
  };
}

/** Shown now or later. */
export const notOver = (now: Date) => sql<boolean>`(showing.ends_at is null or showing.ends_at > ${now})`;
