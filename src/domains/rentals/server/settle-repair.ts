import { setUnitState } from '#domains/cabinets/server/index.ts';
import { stepUpAbove } from '#domains/orders/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requirePermission } from '#platform/http/server/require-permission.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { DismissRepairRequest, SettleRepairRequest } from '../contract/endpoints.ts';
import type { RentalRepair } from '../contract/repair.ts';
import { isOut } from '../rules/rental-moves.ts';
import { endsRental } from '../rules/repair.ts';
import { endReturned } from './end-rental.ts';
import { repairDecided } from './propose-repair.ts';
import { openRefund } from './refund-rental.ts';
import { findRentalRefunds } from './refund-store.ts';
import { lockVisibleRental, type Rental, recordRentalEvent } from './rental-store.ts';
import { closeRepair, findRepair, type Repair, repairView } from './repair-store.ts';

/** Ends a rental whose unit is back, at the time of the proposal; of who decided it is said whether somebody did. */
export async function settleEnding(
  tx: Transaction,
  rental: Rental,
  repair: Repair,
  by: 'system' | 'staff',
): Promise<Rental | undefined> {
  const { id, serial, endAt, slot, cabinetId, cabinetImei: imei } = repair;
  await closeRepair(tx, id, { state: 'settled', by });
  const ended = await endReturned(
    tx,
    rental,
    { serial, slot: slot ?? 0, cabinetId: cabinetId ?? '', imei, deviceAt: endAt, at: new Date(endAt) },
    { by: 'upload', source: by, actor: by === 'staff' ? tx.actor.name : imei },
  );
  await noteDecision(tx, ended ?? rental, repair, by, 'repair-settled');
  return ended;
}

async function noteDecision(
  tx: Transaction,
  rental: Rental,
  repair: Repair,
  by: 'system' | 'staff',
  what: 'repair-settled' | 'repair-dismissed',
  note = '',
): Promise<void> {
  await recordRentalEvent(tx, rental, {
    ...{ what, source: by, detail: { repair: repair.kind, slot: repair.slot, imei: repair.cabinetImei, note } },
  });
  await tx.audit({
    ...{ action: 'rental:repair', objectKind: 'rental', objectId: rental.orderNo, reason: note },
    before: { repairId: repair.id, state: repair.state, kind: repair.kind, confidence: repair.confidence },
    after: {
      state: what === 'repair-settled' ? 'settled' : 'dismissed',
      ...{ endAt: repair.endAt, feeMinor: repair.feeMinor, giveBackMinor: repair.giveBackMinor },
    },
  });
  await repairDecided(tx, rental.orderNo);
  await tx.live({ kind: 'rental', id: rental.orderNo, spotId: rental.from.spotId, permission: 'rental:view' });
}

async function lockWaiting(tx: Transaction, id: string): Promise<{ rental: Rental; repair: Repair }> {
  if (!isUuid(id)) raise('rental.repair.not-found');
  const { orderNo } = (await findRepair(tx.db, id)) ?? raise('rental.repair.not-found');
  const rental = (await lockVisibleRental(tx, orderNo)) ?? raise('rental.repair.not-found');
  // under the lock of its rental
  const repair = (await findRepair(tx.db, id)) ?? raise('rental.repair.not-found');
  if (repair.state !== 'waiting') raise('rental.repair.decided');
  return { rental, repair };
}

/** One click: the rental ends as proposed, or what was charged too much goes back as a 101 refund. */
export function settleRepair(context: RequestContext, { id }: SettleRepairRequest): Promise<RentalRepair> {
  return context.transaction(async (tx) => {
    const { rental, repair } = await lockWaiting(tx, id);
    if (endsRental(repair.kind)) {
      if (!isOut(rental.state)) raise('rental.not-open');
      await settleEnding(tx, rental, repair, 'staff');
    } else await settleClosed(tx, context, rental, repair);
    return readRepair(tx, id);
  });
}

async function settleClosed(tx: Transaction, context: RequestContext, rental: Rental, repair: Repair): Promise<void> {
  await closeRepair(tx, repair.id, { state: 'settled', by: 'staff' });
  const { giveBackMinor, serial } = repair;
  if (giveBackMinor > 0) {
    const permission = 'rental:refund';
    requirePermission(context.actor, permission);
    const refunds = await findRentalRefunds(tx.db, rental.orderNo);
    const asked = { amountMinor: giveBackMinor, reason: `repair: ${repair.kind}`, origin: 'staff' } as const;
    await openRefund(tx, rental, refunds, asked);
    await stepUpAbove(tx, context, refunds, giveBackMinor);
  }
  // whoever looks for the unit finds who had it last
  if (repair.kind === 'not-there')
    await setUnitState(tx, { serial, state: 'missing', orderNo: rental.orderNo, reason: rental.customerId });
  await noteDecision(tx, rental, repair, 'staff', 'repair-settled');
}

/** It is not so: the rental stays as it is, and the same is not proposed again. */
export function dismissRepair(context: RequestContext, { id, note }: DismissRepairRequest): Promise<RentalRepair> {
  return context.transaction(async (tx) => {
    const { rental, repair } = await lockWaiting(tx, id);
    await closeRepair(tx, id, { state: 'dismissed', by: 'staff', note });
    await noteDecision(tx, rental, repair, 'staff', 'repair-dismissed', note);
    return readRepair(tx, id);
  });
}

const readRepair = async (tx: Transaction, id: string): Promise<RentalRepair> =>
  repairView((await findRepair(tx.db, id)) ?? raise('rental.repair.not-found'));
