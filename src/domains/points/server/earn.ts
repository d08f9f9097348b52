import { orderEvents } from '#domains/orders/contract/events.ts';
import { findSoldOrder, type SoldOrder } from '#domains/orders/server/index.ts';
import { rentalEvents } from '#domains/rentals/contract/events.ts';
import { lockPaidRental, type PaidRental } from '#domains/rentals/server/index.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { UserPointConfig } from '#system/tenants/contract/tenant-settings.ts';
import { PointsChangeType } from '../contract/points.ts';
import { pointsLog } from '../contract/points-log.ts';
import { type Earning, earningCups, hasGivenUp, isDelivered, pointsOf, reversalOf } from '../rules/earn-points.ts';
import { post } from './ledger.ts';
import { readPointsSettings } from './settings.ts';
import { giveCouponsOfCard } from './stamp-card.ts';

const inChinese = sliceTexts(pointsLog.namespace, 'zh-CN');

/** An order or a rental that earns. */
export interface Sale extends Earning {
  /** The number of the order. */
  readonly no: string;
  readonly customerId: string;
  readonly spotId: string | null;
  /** A rental: it has no cups, and earns by amount alone (practice 7.2). */
  readonly isRental?: true;
}

/** Gives the points of a sale, once, and moves the stamp card; answers how many (practice 7.2, 7.5). */
export async function earnPoints(tx: Transaction, sale: Sale): Promise<number> {
  const { isOn, earning, card } = await readPointsSettings(tx.db);
  if (!isOn || earning === null || (sale.isRental && earning.switch_type !== 2)) return 0;
  const points = pointsOf(earning, sale);
  if (points === 0) return 0;
  const posted = await post(tx, {
    ...{ customerId: sale.customerId, type: PointsChangeType.earned, source: sale.no, points },
    ...{ orderNo: sale.no, spotId: sale.spotId, earnedBy: earning, stamps: card.enable ? points : 0 },
  });
  if (!posted) return 0;
  if (card.enable) await giveCouponsOfCard(tx, card, { ...sale, stamps: posted.stamps });
  return points;
}

/** After a refund: what the sale earns on what remains paid stays, the rest goes, below zero if need be (practice 7.4). */
export async function takeBackPoints(
  tx: Transaction,
  { no, refundId, remaining }: { readonly no: string; readonly refundId: string; readonly remaining: Earning },
): Promise<number> {
  const changes = await tx.db
    .selectFrom('points_change')
    .select(['type', 'customer_id', 'spot_id', 'points', 'earned_by', 'stamps'])
    .where('order_no', '=', no)
    .execute();
  const earned = changes.find(({ type }) => type === PointsChangeType.earned);
  if (!earned) return 0;
  const before = changes.reduce((sum, { points }) => sum + points, 0);
  const points = reversalOf(UserPointConfig.safeParse(earned.earned_by).data ?? null, before, remaining);
  if (points === 0) return 0;
  const posted = await post(tx, {
    ...{ customerId: earned.customer_id, type: PointsChangeType.deducted, source: refundId, points: -points },
    ...{ cause: 'refund', reason: 'refund', reasonZh: inChinese('reason.refund') },
    ...{ orderNo: no, spotId: earned.spot_id },
    stamps: earned.stamps > 0 ? -points : 0,
  });
  return posted ? points : 0;
}

const earningOf = ({ goodsMinor, refundedMinor, cups }: SoldOrder): Earning => ({
  paidMinor: Math.max(0, goodsMinor - refundedMinor),
  // an amount may go back without naming a cup: with nothing left paid none counts
  cups: refundedMinor >= goodsMinor ? 0 : earningCups(cups),
});

async function earnByOrder(tx: Transaction, no: string, order: SoldOrder): Promise<void> {
  if (order.isSandbox || !isDelivered(order.cups)) return;
  const { customerId, spotId } = order;
  await earnPoints(tx, { no, customerId, spotId, ...earningOf(order) });
}

const earningOfRental = ({ keptMinor }: PaidRental): Earning => ({ paidMinor: keptMinor, cups: 0 });

export const pointsSubscriptions = [
  subscribe(orderEvents.made, 'points.earn', async (tx, { orderNo }) => {
    const order = await findSoldOrder(tx.db, orderNo);
    if (order) await earnByOrder(tx, orderNo, order);
  }),
  subscribe(orderEvents.refunded, 'points.take-back', async (tx, { orderNo, refundId }) => {
    const order = await findSoldOrder(tx.db, orderNo);
    if (!order) return;
    if (hasGivenUp(order.cups)) await earnByOrder(tx, orderNo, order);
    await takeBackPoints(tx, { no: orderNo, refundId, remaining: earningOf(order) });
  }),
  subscribe(rentalEvents.paid, 'points.earn-rental', async (tx, { orderNo: no }) => {
    const rental = await lockPaidRental(tx.db, no);
    if (!rental || rental.isSandbox || rental.customerId === null) return;
    const { customerId, spotId } = rental;
    await earnPoints(tx, { no, customerId, spotId, isRental: true, ...earningOfRental(rental) });
  }),
  subscribe(rentalEvents.refunded, 'points.take-back-rental', async (tx, { orderNo: no, refundId }) => {
    const rental = await lockPaidRental(tx.db, no);
    if (rental) await takeBackPoints(tx, { no, refundId, remaining: earningOfRental(rental) });
  }),
];
