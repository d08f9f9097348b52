import { sql } from 'kysely';
import type { LoadAdsArgs } from '#domains/cabinets/contract/commands.ts';
import { sendCabinetCommand } from '#domains/cabinets/server/index.ts';
import type { DeviceResult } from '#domains/device-commands/contract/endpoints.ts';
import { isSent, resultOf } from '#domains/device-commands/server/index.ts';
import type { CommandState } from '#domains/devices/contract/commands.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { MOST_PLACES } from '../contract/codes.ts';
import type { Playlist, PushAdsRequest } from '../contract/endpoints.ts';
import { findCabinets } from './places.ts';
import { playlistOf } from './playlist.ts';
import { notOver, showings } from './showing-store.ts';

/** Sends each cabinet its whole list (`loadAds`), each in a transaction of its own (settled 48, 71). */
export async function pushAds(context: RequestContext, request: PushAdsRequest) {
  const cabinets = await context.read((db) => findAsked(db, context, request));
  if (cabinets.length === 0) raiseAt('cabinetIds', 'ad.place-needed');
  const origin = context.services.config.publicUrl;
  const results: DeviceResult[] = [];
  for (const { id, imei, name } of cabinets) {
    const send = async (tx: Transaction) => {
      const args = loadAdsArgs(await playlistOf(tx.db, { cabinetId: id, now: tx.now(), origin }));
      const command = await sendCabinetCommand(tx, { imei, cmd: 'loadAds', args });
      const after = { version: args.version, clips: args.clips.length, commandId: command.id };
      await tx.audit({ action: 'ad:push', objectKind: 'cabinet', objectId: id, after });
      return command;
    };
    results.push(await resultOf(context, { imei, kind: 'cabinet', name }, send, results.some(isSent)));
  }
  const sent = results.filter(isSent).length;
  return { sent, refused: results.length - sent, results };
}

function loadAdsArgs({ version, clips }: Playlist): LoadAdsArgs {
  return {
    version,
    clips: clips.map(({ name: _name, from, to, ...clip }) => ({
      ...clip,
      ...(from === null ? {} : { from }),
      ...(to === null ? {} : { to }),
    })),
  };
}

/** The cabinets that are named, those at the spots, and those that show the clip. */
async function findAsked(db: TenantDb, context: RequestContext, { cabinetIds, spotIds, clipId }: PushAdsRequest) {
  const ids = new Set(cabinetIds);
  const spots = spotIds.filter(isUuid);
  if (spots.length > 0) {
    const there = await db.selectFrom('cabinet').select('id').where('spot_id', 'in', spots).execute();
    for (const { id } of there) ids.add(id);
  }
  if (clipId !== undefined && isUuid(clipId)) {
    const showing = await showings(db)
      .select('showing.cabinet_id as id')
      .where('showing.clip_id', '=', clipId)
      .where('showing.cabinet_id', 'is not', null)
      .where(notOver(context.now()))
      .execute();
    for (const { id } of showing) if (id !== null) ids.add(id);
  }
  const found = await findCabinets(db, context.actor, [...ids]);
  if (found.length > MOST_PLACES)
    raise('ad.too-many', { maximum: MOST_PLACES }, { faults: [{ path: 'cabinetIds', code: 'ad.too-many' }] });
  return found;
}

/** How far the lists have come, of cabinets that this person sees. */
export async function readPushResults(
  context: RequestContext,
  { commandIds }: { readonly commandIds: readonly string[] },
) {
  const ids = commandIds.filter(isUuid);
  if (ids.length === 0) return [];
  const { spotIds } = context.actor;
  return context.read(async (db) => {
    const rows = await db
      .selectFrom('device_command as command')
      .innerJoin('cabinet', 'cabinet.imei', 'command.imei')
      .select(['command.id', 'command.imei', 'command.state', 'command.result_code', 'command.result_text'])
      .where('command.id', 'in', ids)
      .where('command.cmd', '=', 'loadAds')
      .where(spotIds === null ? sql<boolean>`true` : sql<boolean>`cabinet.spot_id = any(${[...spotIds]}::uuid[])`)
      .execute();
    return rows.map((row) => ({
      commandId: row.id,
      imei: row.imei,
      state: row.state as CommandState,
      resultCode: row.result_code,
      resultText: row.result_text,
    }));
  });
}
