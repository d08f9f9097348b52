import type {
  RepairOutcome,
  RepairState,
  UndeliveredReason,
  UndeliveredRule,
} from '#domains/delivery-watch/contract/delivery-repairs.ts';
import type { Order } from '#domains/orders/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';

export interface RepairCase {
  readonly id: string;
  readonly orderNo: string;
  readonly robotImei: string;
  readonly how: string;
  readonly state: RepairState;
  readonly remakes: number;
  readonly reason: UndeliveredReason;
}

/** Read and changed under the lock of its order. */
export async function findCase(db: TenantDb, orderNo: string): Promise<RepairCase | undefined> {
  const row = await db
    .selectFrom('delivery_repair')
    .select(['id', 'order_no', 'robot_imei', 'how', 'state', 'remakes', 'reason'])
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  return (
    row && {
      ...{ id: row.id, orderNo: row.order_no, robotImei: row.robot_imei, how: row.how, remakes: row.remakes },
      ...{ state: row.state as RepairState, reason: row.reason as UndeliveredReason },
    }
  );
}

export interface Found {
  readonly reason: UndeliveredReason;
  readonly rule: UndeliveredRule;
  readonly cups: number;
  readonly amountMinor: number;
}

/** Opens the case of an order, or opens it again: one order has one. */
export async function openCase(
  tx: Transaction,
  order: Order,
  { reason, rule, cups, amountMinor }: Found,
): Promise<RepairCase> {
  const facts = {
    ...{ spot_id: order.spotId, robot_imei: order.robotImei, reason, rule, cups, amount_minor: amountMinor },
    ...{ state: 'waits_robot', outcome: 'none', closed_at: null },
  };
  const row = await tx.db
    .insertInto('delivery_repair')
    .values({ ...facts, id: newId(), order_no: order.orderNo, currency: order.currency, found_at: tx.now() })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'order_no']).doUpdateSet(facts))
    .returning(['id', 'how', 'remakes'])
    .executeTakeFirstOrThrow();
  return { ...row, orderNo: order.orderNo, robotImei: order.robotImei, state: 'waits_robot', reason };
}

export async function moveCase(
  tx: Transaction,
  id: string,
  change: { state: RepairState; how?: string; remakes?: number; outcome?: RepairOutcome },
): Promise<void> {
  await tx.db
    .updateTable('delivery_repair')
    .set({
      state: change.state,
      ...(change.how === undefined ? {} : { how: change.how, repaired_at: tx.now() }),
      ...(change.remakes === undefined ? {} : { remakes: change.remakes }),
      ...(change.outcome === undefined ? {} : { outcome: change.outcome }),
      ...(change.state === 'closed' ? { closed_at: tx.now() } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Evidence is added and never changed. */
export async function addStep(
  tx: Transaction,
  repairId: string,
  kind: string,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await tx.db
    .insertInto('delivery_repair_step')
    .values({
      id: newId(),
      repair_id: repairId,
      at: tx.now(),
      kind,
      actor: tx.actor.name,
      detail: JSON.stringify(detail),
    })
    .execute();
}
