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
 * Writes a change with its two entries and the balance, in one statement that finds the balance sufficient: of two at once the
 * second one waits for the row of the first. Undefined where the balance is too low, or the source has had its change.
 */
export async function post(tx: Transaction, change: NewChange): Promise<Posted | undefined> {
  const [wallet, against] = entriesOf(change.type, change.points, change.cause);
  const floor = floorOf(change.cause);
  const id = newId();
  const at = tx.now();
  if (change.points > 0) await openAccount(tx, change.customerId);
  const { rows } = await sql<{ balance: number; stamps: number }>`
    with wallet as (
      update points_account set balance = balance + ${change.points}::integer, stamps = stamps + ${change.stamps ?? 0}::integer,
             changed_at = ${at}
       where tenant_id = ${tx.tenantId} and customer_id = ${change.customerId}::uuid
         and (${floor}::integer is null or ${change.points}::integer > 0 or balance + ${change.points}::integer >= ${floor}::integer)
         and not exists (select from points_change as known
                          where known.tenant_id = ${tx.tenantId} and known.type = ${change.type}::smallint and known.source = ${change.source})
      returning balance, stamps
    ), written as (
      insert into points_change (tenant_id, id, customer_id, type, source, points, balance_after, reason, order_no, spot_id,
             earned_by, stamps, made_at, made_by)
      select ${tx.tenantId}::bigint, ${id}::uuid, ${change.customerId}::uuid, ${change.type}::smallint, ${change.source},
             ${change.points}::integer, wallet.balance, ${change.reason ?? ''}, ${change.orderNo ?? ''}, ${change.spotId ?? null}::uuid,
             ${change.earnedBy ? JSON.stringify(change.earnedBy) : null}::jsonb, ${change.stamps ?? 0}::integer, ${at}::timestamptz, ${tx.actor.kind === 'staff' ? tx.actor.name : ''}
        from wallet
      returning tenant_id, id
    ), entered as (
      insert into points_entry (tenant_id, change_id, account, customer_id, points)
      select written.tenant_id, written.id, entry.account, entry.customer_id, entry.points
        from written, (values (${wallet.account}, ${change.customerId}::uuid, ${wallet.points}::integer),
                              (${against.account}, null::uuid, ${against.points}::integer)) as entry (account, customer_id, points)
    )
    select balance, stamps from wallet`.execute(tx.db);
  const [posted] = rows;
  if (!posted) return undefined;
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
