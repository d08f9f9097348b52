import type { TenantDb } from '#platform/database/server/database.ts';
import type { Happening } from '#platform/history/contract/happening.ts';
import { PointsChangeType } from '../contract/points.ts';

/** Points that an order earned, by its own number, and that refunds took back, by theirs. */
export async function pointsOfOrder(db: TenantDb, orderNo: string): Promise<Map<string, number>> {
  const changes = await db
    .selectFrom('points_change')
    .select(['source', 'points'])
    .where('order_no', '=', orderNo)
    .execute();
  return new Map(changes.map(({ source, points }) => [source, Math.abs(points)]));
}

/** What an order earned its customer, and what refunds took back of it (practice 7.2, 7.4). */
export async function pointsHappenings(db: TenantDb, orderNo: string): Promise<Happening[]> {
  const changes = await db
    .selectFrom('points_change')
    .select(['type', 'points', 'stamps', 'made_at'])
    .where('order_no', '=', orderNo)
    .execute();
  return changes.map(({ type, points, stamps, made_at }) => ({
    at: made_at,
    what: type === PointsChangeType.earned ? 'points.earned' : 'points.takenBack',
    facts: { points: Math.abs(points), stamps: Math.abs(stamps) },
  }));
}
