import { chooseRobotFor, findSpotRobots, type GoodsLine } from '#domains/beverages/server/index.ts';
import type { UndeliveredRule } from '#domains/delivery-watch/contract/delivery-repairs.ts';
import type { WatchedOrder } from '#domains/delivery-watch/rules/decide-repair.ts';
import { OrderStep } from '#domains/orders/contract/order.ts';
import { isOwed } from '#domains/orders/rules/undelivered.ts';
import { type Order, refundFacts } from '#domains/orders/server/index.ts';
import { isOpenRefund, refundableAmount } from '#domains/refunds/rules/refund.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';

/** Of a drink that says nothing of how long it takes, seconds. */
const USUAL_SECONDS = 60;

export interface Gathered {
  readonly watched: WatchedOrder;
  readonly finished: ReadonlySet<number>;
  /** Another robot of the spot that can make what is missing now. */
  readonly another: { readonly id: string; readonly imei: string } | undefined;
  readonly owedCups: number;
  /** What is kept as evidence of what was seen. */
  readonly seen: Readonly<Record<string, unknown>>;
}

/** Everything that the rules ask about an order, read under its lock. */
export async function gatherFacts(tx: Transaction, order: Order, remakes: number): Promise<Gathered> {
  const { db } = tx;
  const [cups, tenant, money, workOrder, robot] = [
    await findCups(db, order.orderNo),
    await db.selectFrom('tenant').select(['undelivered_rule', 'undelivered_after_minutes']).executeTakeFirstOrThrow(),
    await refundFacts(db, order),
    await findWorkOrder(db, order.orderNo),
    await findRobot(db, order.robotImei),
  ];
  const owed = cups.filter(isOwed);
  const another = owed.length > 0 ? await findAnother(db, order, owed) : undefined;
  const paidAt = cups[0]?.paidAt ?? order.changedAt;
  const hasRestarted =
    workOrder?.acceptedAt != null && robot.sessionBegan !== null && robot.sessionBegan > workOrder.acceptedAt;
  const watched: WatchedOrder = {
    ...{ now: tx.now(), status: order.state.status, paidAt, changedAt: order.changedAt, cups, remakes },
    remainingSeconds: cups
      .filter(({ step }) => step === OrderStep.unmade || step === OrderStep.making)
      .reduce((sum, { seconds }) => sum + seconds, 0),
    hasOpenRefund: money.refunds.some(isOpenRefund),
    refundableMinor: refundableAmount(money),
    workOrder: workOrder && {
      isAccepted: workOrder.acceptedAt !== null || cups.some(({ step }) => step === OrderStep.making),
      waitsItsTurn: workOrder.state === 'queued',
    },
    robot: { isOnline: robot.isOnline, since: robot.since, hasRestarted, takesOrders: robot.takesOrders },
    anotherCanMake: another !== undefined,
    rule: tenant.undelivered_rule as UndeliveredRule,
    allowedMinutes: tenant.undelivered_after_minutes,
  };
  const seen = {
    ...{ status: order.state.status, step: order.state.step, paidAt, changedAt: order.changedAt },
    cups: cups.map(({ drinkNo, step, refunded }) => ({ drinkNo, step, refunded })),
    robot: { imei: order.robotImei, online: robot.isOnline, since: robot.since },
    workOrder: workOrder && { id: workOrder.id, state: workOrder.state, acceptedAt: workOrder.acceptedAt },
  };
  const finished = new Set(cups.filter((cup) => cup.finished).map(({ drinkNo }) => drinkNo));
  return { watched, finished, another, owedCups: owed.length, seen };
}

type WatchedCup = Awaited<ReturnType<typeof findCups>>[number];

async function findCups(db: TenantDb, orderNo: string) {
  const rows = await db
    .selectFrom('order_drink')
    .innerJoin('order_line', (join) =>
      join
        .onRef('order_line.order_no', '=', 'order_drink.order_no')
        .onRef('order_line.line_no', '=', 'order_drink.line_no'),
    )
    .innerJoin('coffee_order', 'coffee_order.order_no', 'order_drink.order_no')
    .select(['order_drink.drink_no', 'order_drink.step', 'order_drink.refunded', 'order_drink.finished_at'])
    .select(['order_line.goods_id', 'order_line.recipe', 'order_line.production_seconds', 'coffee_order.paid_at'])
    .where('order_drink.order_no', '=', orderNo)
    .orderBy('order_drink.drink_no')
    .execute();
  return rows.map((row) => ({
    ...{ drinkNo: row.drink_no, step: row.step as OrderStep, refunded: row.refunded, paidAt: row.paid_at },
    // a failed cup has an end as well
    finished: row.finished_at !== null && row.step !== OrderStep.failed,
    ...{ goodsId: row.goods_id, recipe: row.recipe as GoodsLine['recipe'] },
    seconds: row.production_seconds > 0 ? row.production_seconds : USUAL_SECONDS,
  }));
}

async function findWorkOrder(db: TenantDb, orderNo: string) {
  const row = await db
    .selectFrom('device_command')
    .select(['id', 'state', 'accepted_at'])
    .where('order_no', '=', orderNo)
    .where('cmd', '=', 'makeOrder')
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.id, state: row.state, acceptedAt: row.accepted_at } : null;
}

async function findRobot(db: TenantDb, imei: string) {
  const row = await db
    .selectFrom('robot')
    .leftJoin('device_session', (join) =>
      join.onRef('device_session.imei', '=', 'robot.imei').onRef('device_session.session', '=', 'robot.session'),
    )
    .select(['robot.online', 'robot.mode', 'robot.presence_changed_at', 'device_session.first_seen_at'])
    .where('robot.imei', '=', imei)
    .executeTakeFirst();
  return {
    isOnline: row?.online ?? false,
    since: row?.presence_changed_at ?? null,
    takesOrders: row?.online === true && row.mode === 'normal',
    sessionBegan: row?.first_seen_at ?? null,
  };
}

async function findAnother(db: TenantDb, order: Order, owed: readonly WatchedCup[]) {
  const others = (await findSpotRobots(db, order.spotId)).filter(({ id }) => id !== order.robotId);
  const lines = [...Map.groupBy(owed, ({ goodsId }) => goodsId)].map(([beverageId, cups]) => ({
    ...{ beverageId, quantity: cups.length, recipe: cups[0]!.recipe },
  }));
  const choice = chooseRobotFor(others, { channel: order.channel, lines });
  return choice.found ? { id: choice.robot.id, imei: choice.robot.imei } : undefined;
}
