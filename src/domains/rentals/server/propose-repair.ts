import type * as z from 'zod';
import type { cabinetEvents } from '#domains/cabinets/contract/events.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { RENTAL_REPAIRS } from '../contract/addresses.ts';
import { rentalRepairNotice } from '../contract/notices.ts';
import {
  afterLostReturn,
  type Offline,
  returnConfidence,
  returnWindow,
  TOLD_LATE_CONFIDENCE,
} from '../rules/repair.ts';
import { feeAt } from './fee-at.ts';
import { findCabinetById } from './lending-cabinets.ts';
import { type Rental, recordRentalEvent } from './rental-store.ts';
import { type Found, keepFound, keepSettled, letRepairsGo, type Repair } from './repair-store.ts';

type Returned = z.output<(typeof cabinetEvents.unitReturned)['payload']>;

const noticeKey = (orderNo: string): string => `rental-repair/${orderNo}`;

/** Keeps a proposal, tells the rental's history, and people once. */
export async function propose(tx: Transaction, rental: Rental, found: Found): Promise<Repair | undefined> {
  const repair = await keepFound(tx, rental, found);
  if (!repair) return undefined;
  await tx.live({ kind: 'rental', id: rental.orderNo, spotId: rental.from.spotId, permission: 'rental:view' });
  // the same again, by the next upload
  if (repair.times > 1) return repair;
  await recordRentalEvent(tx, rental, {
    ...{ what: 'repair-found', source: 'system' },
    detail: { repair: found.kind, slot: found.place.slot, imei: found.place.imei, confidence: found.confidence },
  });
  await notify(tx, rentalRepairNotice, {
    to: { permission: 'rental:close', spotId: rental.from.spotId },
    params: { orderNo: rental.orderNo, repair: found.kind },
    path: `${RENTAL_REPAIRS}?search=${encodeURIComponent(rental.orderNo)}`,
    key: noticeKey(rental.orderNo),
  });
  return repair;
}

export const repairDecided = (tx: Transaction, orderNo: string): Promise<void> => settleNotice(tx, noticeKey(orderNo));

/** The name that people know a cabinet by stands with what was found at it. */
export async function foundAt(
  db: TenantDb,
  { cabinetId, imei, slot }: { readonly cabinetId: string; readonly imei: string; readonly slot: number },
): Promise<Found['place']> {
  const cabinet = await findCabinetById(db, cabinetId);
  return { cabinetId, imei, slot, name: cabinet?.name ?? '' };
}

/**
 * A full upload has ended a rental whose return was lost (practice 9): what that was concluded from is kept, and where the customer may
 * have been charged for time that he did not have the unit, what he may get back waits for somebody to say so.
 */
export async function noteLostReturn(tx: Transaction, before: Rental, ended: Rental, event: Returned): Promise<void> {
  if (before.startedAt === null) return;
  const seenAt = new Date(event.at);
  const offline = await lastOffline(tx.db, event.imei, seenAt);
  const window = returnWindow(seenAt, before.startedAt, offline);
  const charged = ended.feeMinor ?? 0;
  const place = await foundAt(tx.db, event);
  const evidence: Found['evidence'] = {
    ...{ seenAt: event.at, notBefore: window.notBefore.toISOString(), soc: event.soc, clockSkewed: event.clockSkewed },
    ...{ offlineFrom: offline?.from.toISOString() ?? null, offlineUntil: offline?.until.toISOString() ?? null },
    ...{ fromImei: before.from.imei, fromSlot: before.from.slot },
  };
  const confidence = returnConfidence(window, event.clockSkewed);
  await keepSettled(tx, before, {
    ...{ kind: 'in-slot', confidence, endAt: seenAt, feeMinor: charged, place, evidence },
  });
  const isSameSlot = before.from.imei === event.imei && before.from.slot === event.slot;
  const doubt = afterLostReturn({ ...window, startedAt: before.startedAt, isSameSlot });
  if (!doubt) return;
  const { feeMinor } = feeAt(before, doubt.endAt).fee;
  if (feeMinor >= charged) return;
  await propose(tx, ended, { ...doubt, feeMinor, giveBackMinor: charged - feeMinor, place, evidence });
}

const GUESSES = ['earlier-return', 'never-left'] as const;

/**
 * A cabinet tells of a return after staff or an upload have ended its rental (practice 9): what was charged for the time after it waits
 * for somebody to give it back, and what was guessed before has nothing to say any more.
 */
export async function noteToldLate(
  tx: Transaction,
  rental: Rental,
  event: Pick<Returned, 'cabinetId' | 'imei' | 'slot'> & Partial<Pick<Returned, 'soc' | 'clockSkewed'>>,
  at: Date,
): Promise<void> {
  if ((await letRepairsGo(tx, rental.orderNo, GUESSES)) > 0) await repairDecided(tx, rental.orderNo);
  const { feeMinor } = feeAt(rental, at).fee;
  const giveBackMinor = (rental.feeMinor ?? 0) - rental.refundedMinor - feeMinor;
  if (giveBackMinor <= 0) return;
  await propose(tx, rental, {
    ...{ kind: 'earlier-return', confidence: TOLD_LATE_CONFIDENCE, endAt: at, feeMinor, giveBackMinor },
    place: await foundAt(tx.db, event),
    evidence: {
      ...{ seenAt: tx.now().toISOString(), notBefore: at.toISOString(), soc: event.soc ?? null },
      ...{ clockSkewed: event.clockSkewed ?? false, fromImei: rental.from.imei, fromSlot: rental.from.slot },
    },
  });
}

/** The last time that a cabinet had no connection, before that moment. */
async function lastOffline(db: TenantDb, imei: string, before: Date): Promise<Offline | undefined> {
  const changes = (online: boolean, until: Date) =>
    db
      .selectFrom('device_presence_change')
      .select('at')
      .where('imei', '=', imei)
      .where('online', '=', online)
      .where('at', '<=', until)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
  const back = await changes(true, before);
  const gone = back && (await changes(false, back.at));
  return back && gone ? { from: gone.at, until: back.at } : undefined;
}
