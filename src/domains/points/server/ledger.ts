import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { UserPointConfig } from '#system/tenants/contract/tenant-settings.ts';
import { pointsEvents } from '../contract/events.ts';
import type { PointsChangeType } from '../contract/points.ts';
import { pointsLog } from '../contract/points-log.ts';
import { type Cause, entriesOf, floorOf } from '../rules/ledger.ts';

export interface NewChange {
  readonly customerId: string;
  readonly type: PointsChangeType;
  /** What it comes from: an order, a refund, a redemption. One change of a type for each (practice 7.1). */
  readonly source: string;
  /** With its sign. */
  readonly points: number;
  readonly cause?: Cause;
  readonly reason?: string;
  /** The same for Chinese readers; where it is left out they see the other. */
  readonly reasonZh?: string;
  readonly orderNo?: string;
  readonly spotId?: string | null;
  readonly earnedBy?: UserPointConfig;
  /** By how much the stamp card moves with it. */
  readonly stamps?: number;
}

export interface Posted {
  readonly id: string;
  readonly balance: number;
  readonly stamps: number;
}

/**
 * Writes a change with its two entries and the balance. The wallet comes first, by a statement that finds the balance sufficient:
 * of two at once the second one waits for the row of the first. Undefined where the balance is too low, or the source has had its
 * change; a source that comes twice at the same moment fails the transaction of the second one, by the key of the change.
 */
export async function post(tx: Transaction, change: NewChange): Promise<Posted | undefined> {
  const { customerId, type, source, points, stamps = 0 } = change;
  const floor = floorOf(change.cause);
  const id = newId();
  const at = tx.now();
  if (points > 0) await openAccount(tx, customerId);
  const { rows } = await sql<{ balance: number; stamps: number }>`
    update points_account set balance = balance + ${points}::integer, stamps = stamps + ${stamps}::integer, changed_at = ${at}
     where tenant_id = ${tx.tenantId} and customer_id = ${customerId}::uuid
       and (${floor}::integer is null or ${points}::integer > 0 or balance + ${points}::integer >= ${floor}::integer)
       and not exists (select from points_change as known
                        where known.tenant_id = ${tx.tenantId} and known.type = ${type}::smallint and known.source = ${source})
    returning balance, stamps`.execute(tx.db);
  const [posted] = rows;
  if (!posted) return undefined;
  await tx.db
    .insertInto('points_change')
    .values({
      ...{ id, customer_id: customerId, type, source, points, balance_after: posted.balance, stamps },
      ...{ reason: change.reason ?? '', reason_zh: change.reasonZh ?? '' },
      ...{ order_no: change.orderNo ?? '', spot_id: change.spotId ?? null },
      ...{ earned_by: change.earnedBy ? JSON.stringify(change.earnedBy) : null },
      ...{ made_at: at, made_by: tx.actor.kind === 'staff' ? tx.actor.name : '' },
    })
    .execute();
  const [wallet, against] = entriesOf(type, points, change.cause);
  tx.atEnd(
    tx.db.insertInto('points_entry').values([
      { change_id: id, account: wallet.account, customer_id: customerId, points: wallet.points },
      { change_id: id, account: against.account, customer_id: null, points: against.points },
    ]),
  );
  await tx.live({ kind: pointsLog.name, id, spotId: change.spotId ?? null, customerId: change.customerId });
  await tx.publish(
    pointsEvents.changed,
    { changeId: id, customerId: change.customerId, points: change.points, balance: posted.balance },
    { aggregate: change.customerId },
  );
  return { id, ...posted };
}

async function openAccount(tx: Transaction, customerId: string): Promise<void> {
  await tx.db
    .insertInto('points_account')
    .values({ customer_id: customerId, changed_at: tx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface PointsAccount {
  readonly balance: number;
  readonly stamps: number;
}

/** Nobody who was never given points has any. */
export async function readAccount(db: TenantDb, customerId: string): Promise<PointsAccount> {
  const row = await db
    .selectFrom('points_account')
    .select(['balance', 'stamps'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row ?? { balance: 0, stamps: 0 };
}
