import { sql } from 'kysely';
import { cabinetEvents } from '#domains/cabinets/contract/events.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { isOut } from '../rules/rental-moves.ts';
import { inSlotConfidence, isClear, LENT_AGAIN_CONFIDENCE, notThereConfidence } from '../rules/repair.ts';
import { feeAt } from './fee-at.ts';
import { foundAt, propose, repairDecided } from './propose-repair.ts';
import { lockRental } from './rental-store.ts';
import { letRepairsGo, setConfidence } from './repair-store.ts';
import { settleEnding } from './settle-repair.ts';

/** A unit that is gone later than this after its return was taken by somebody else. */
const AFTER_RETURN_MS = 24 * 3_600_000;

/** Who takes a full upload for the truth ends nearly all of them by the return that it shows; what is left is found here. */
const onUploaded = subscribe(cabinetEvents.uploaded, 'rentals.compare-upload', async (tx, event) => {
  const slotOf = new Map(event.units.map(({ serial, slot }) => [serial, slot]));
  if (slotOf.size === 0) return;
  const at = new Date(event.at);
  const serials = [...slotOf.keys()];
  const { rows } = await sql<{ order_no: string; serial: string }>`
    select o.order_no, o.serial from rental_order o
      join power_bank u on u.tenant_id = o.tenant_id and u.serial = o.serial
     where o.tenant_id = ${THIS_TENANT} and o.step = 'out' and o.serial = any(${serials}) and o.started_at < ${at}
       and u.state in ('in_slot', 'broken') and u.cabinet_id = ${event.cabinetId}`.execute(tx.db);
  for (const { order_no, serial } of rows) await inSlot(tx, order_no, { ...event, slot: slotOf.get(serial) ?? 0, at });
  await foundAgain(tx, serials);
});

async function inSlot(
  tx: Transaction,
  orderNo: string,
  seen: { readonly cabinetId: string; readonly imei: string; readonly slot: number; readonly at: Date },
): Promise<void> {
  const rental = await lockRental(tx.db, orderNo);
  if (!rental || !isOut(rental.state)) return;
  const repair = await propose(tx, rental, {
    ...{
      kind: 'in-slot',
      confidence: inSlotConfidence(1),
      endAt: seen.at,
      feeMinor: feeAt(rental, seen.at).fee.feeMinor,
    },
    place: await foundAt(tx.db, seen),
    evidence: { seenAt: seen.at.toISOString(), fromImei: rental.from.imei, fromSlot: rental.from.slot },
  });
  if (!repair) return;
  const confidence = inSlotConfidence(repair.times);
  if (!isClear(confidence)) return;
  await setConfidence(tx, repair.id, confidence);
  // at the time of the first upload that showed it (practice 9)
  await settleEnding(tx, rental, { ...repair, confidence }, 'system');
}

/** Units that were missing after their return lie in a slot again. */
async function foundAgain(tx: Transaction, serials: readonly string[]): Promise<void> {
  const rows = await tx.db
    .selectFrom('rental_repair')
    .select('order_no')
    .where('state', '=', 'waiting')
    .where('kind', '=', 'not-there')
    .where('serial', 'in', [...serials])
    .execute();
  for (const { order_no } of rows)
    if ((await letRepairsGo(tx, order_no, ['not-there'])) > 0) await repairDecided(tx, order_no);
}

/** The unit of a rental came out for another order: it must have been back. */
const onEjected = subscribe(cabinetEvents.unitEjected, 'rentals.lent-again', async (tx, event) => {
  const rows = await tx.db
    .selectFrom('rental_order')
    .select('order_no')
    .where('serial', '=', event.serial)
    .where('step', '=', 'out')
    .where('started_at', '<', new Date(event.at))
    .where('order_no', '<>', event.orderNo ?? '')
    .execute();
  for (const { order_no } of rows) {
    const rental = await lockRental(tx.db, order_no);
    if (!rental || !isOut(rental.state)) continue;
    const endAt = new Date(event.at);
    await propose(tx, rental, {
      ...{ kind: 'lent-again', confidence: LENT_AGAIN_CONFIDENCE, endAt, feeMinor: feeAt(rental, endAt).fee.feeMinor },
      place: await foundAt(tx.db, event),
      evidence: {
        ...{ seenAt: event.at, otherOrderNo: event.orderNo },
        ...{ fromImei: rental.from.imei, fromSlot: rental.from.slot },
      },
    });
  }
});

/** The unit of a rental that ended by its return is not where it was returned. */
const onMissing = subscribe(cabinetEvents.unitMissing, 'rentals.not-there', async (tx, event) => {
  const missedAt = new Date(event.at);
  const last = await tx.db
    .selectFrom('rental_order')
    .select(['order_no', 'returned_at', 'return_cabinet_id', 'step', 'ended_by'])
    .where('serial', '=', event.serial)
    .where('step', '<>', 'cancelled')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.step !== 'over' || last.returned_at === null || last.return_cabinet_id !== event.cabinetId) return;
  const since = missedAt.getTime() - last.returned_at.getTime();
  if (since < 0 || since > AFTER_RETURN_MS || (last.ended_by !== 'return' && last.ended_by !== 'upload')) return;
  const rental = await lockRental(tx.db, last.order_no);
  if (!rental) return;
  await propose(tx, rental, {
    ...{ kind: 'not-there', confidence: notThereConfidence(last.returned_at, missedAt), endAt: last.returned_at },
    ...{ feeMinor: rental.feeMinor ?? 0, place: await foundAt(tx.db, event) },
    evidence: { seenAt: event.at, notBefore: last.returned_at.toISOString() },
  });
});

export const contradictions = [onUploaded, onEjected, onMissing];
