import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { CustomerPoints, PointsChange } from '../contract/endpoints.ts';
import type { OfCustomer, StorefrontPoints } from '../contract/storefront-endpoints.ts';
import { customerOfClient } from './customer-of-client.ts';
import { readAccount } from './ledger.ts';
import { seenCustomer } from './seen-customer.ts';
import { insistOnPoints, type PointsSettings, readPointsSettings } from './settings.ts';

const LAST_CHANGES = 20;

export function getUserPoints(context: RequestContext, { userId }: { userId: string }): Promise<CustomerPoints> {
  return context.read(async (db) => {
    const { id } = await seenCustomer(db, context.actor, userId);
    return pointsOfCustomer(db, id);
  });
}

export async function pointsOfCustomer(db: TenantDb, customerId: string): Promise<CustomerPoints> {
  return { userId: customerId, ...(await statement(db, await readPointsSettings(db), customerId, LAST_CHANGES)) };
}

export function getPoints(context: RequestContext, request: OfCustomer): Promise<StorefrontPoints> {
  return context.read(async (db) => {
    const settings = await insistOnPoints(db);
    const customerId = await customerOfClient(db, context.actor, request.customerId);
    return statement(db, settings, customerId, request.pageSize);
  });
}

async function statement(
  db: TenantDb,
  { card }: PointsSettings,
  customerId: string,
  most: number,
): Promise<StorefrontPoints> {
  const [account, changes] = await Promise.all([readAccount(db, customerId), lastChanges(db, customerId, most)]);
  return {
    points: account.balance,
    stampCard: card.enable ? { limit: card.limit, stamps: account.stamps, url: card.url } : null,
    changes,
  };
}

async function lastChanges(db: TenantDb, customerId: string, most: number): Promise<PointsChange[]> {
  const rows = await db
    .selectFrom('points_change')
    .select(['id', 'type', 'points', 'balance_after', 'order_no', 'reason', 'made_at'])
    .where('customer_id', '=', customerId)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, type: row.type as PointsChange['type'], points: row.points, balanceAfter: row.balance_after },
    ...{ orderNo: row.order_no, reason: row.reason, madeAt: row.made_at.toISOString() },
  }));
}
