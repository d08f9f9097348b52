import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { visibleSpots } from './find-robots.ts';

/** Robots for a change of several at once, each locked in one order; one that the caller does not see refuses all. */
export async function lockVisibleRobots(
  tx: Transaction,
  asked: readonly string[],
): Promise<readonly { id: string; imei: string; spotId: string | null }[]> {
  const ids = [...new Set(asked)].sort();
  const visible = visibleSpots(tx.actor);
  if (!ids.every(isUuid) || visible?.length === 0) raise('robot.not-found');
  let query = tx.db
    .selectFrom('robot')
    .select(['id', 'imei', 'spot_id as spotId'])
    .where('tenant_id', '=', Number(tx.tenantId))
    .where('id', 'in', ids);
  if (visible !== null) query = query.where('spot_id', 'in', [...visible]);
  const robots = await query.orderBy('id').forNoKeyUpdate().execute();
  return robots.length === ids.length ? robots : raise('robot.not-found');
}
