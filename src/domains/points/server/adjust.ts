import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { ADJUST_PERMISSION, type AddPointsRequest, type CustomerPoints } from '../contract/endpoints.ts';
import { PointsChangeType } from '../contract/points.ts';
import { pointsNeedStepUp } from '../rules/points-step-up.ts';
import { pointsOfCustomer } from './customer-points.ts';
import { post, readAccount } from './ledger.ts';
import { seenCustomer } from './seen-customer.ts';
import { insistOnPoints } from './settings.ts';

/** Points by hand (settled 114): above zero they are added, below zero deducted, never below what is there. */
export function addUserPoints(
  context: RequestContext,
  { userId, points, reason }: AddPointsRequest,
): Promise<CustomerPoints> {
  return context.transaction(async (tx) => {
    await insistOnPoints(tx.db);
    if (points === 0) raiseAt('points', 'points.nothing-to-change');
    const { id: customerId, isActive } = await seenCustomer(tx.db, tx.actor, userId);
    if (points > 0 && !isActive) raise('points.customer-inactive');
    if (pointsNeedStepUp(await movedToday(tx, customerId), points)) requireStepUp(context);
    const before = await readAccount(tx.db, customerId);
    const posted =
      (await post(tx, {
        ...{ customerId, points, reason, source: newId() },
        type: points > 0 ? PointsChangeType.added : PointsChangeType.deducted,
      })) ?? raise('points.not-enough');
    await tx.audit({
      ...{ action: ADJUST_PERMISSION, objectKind: 'customer', objectId: customerId, reason },
      ...{ before: { points: before.balance }, after: { points: posted.balance } },
    });
    return pointsOfCustomer(tx.db, customerId, context.language);
  });
}

const DAY_MS = 24 * 3_600_000;

/** By hand, without regard to the sign. */
async function movedToday(tx: Transaction, customerId: string): Promise<number> {
  const since = new Date(tx.now().getTime() - DAY_MS);
  const row = await tx.db
    .selectFrom('points_change')
    .select(sql<number>`coalesce(sum(abs(points)), 0)::integer`.as('moved'))
    .where('customer_id', '=', customerId)
    .where('type', 'in', [PointsChangeType.added, PointsChangeType.deducted])
    .where('made_by', '<>', '')
    .where('made_at', '>', since)
    .executeTakeFirstOrThrow();
  return row.moved;
}
