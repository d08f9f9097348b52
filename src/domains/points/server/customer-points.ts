import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { CustomerPoints, PointsChange } from '../contract/endpoints.ts';
import type { OfCustomer, StorefrontPoints } from '../contract/storefront-endpoints.ts';
import { findCustomerOfClient } from './customer-of-client.ts';
import { readAccount } from './ledger.ts';
import { seenCustomer } from './seen-customer.ts';
import { insistOnPoints, type PointsSettings, readPointsSettings } from './settings.ts';

const LAST_CHANGES = 20;

export function getUserPoints(context: RequestContext, { userId }: { userId: string }): Promise<CustomerPoints> {
  return context.read(async (db) => {
    const { id } = await seenCustomer(db, context.actor, userId);
    return pointsOfCustomer(db, id, context.language);
  });
}

export async function pointsOfCustomer(db: TenantDb, customerId: string, language: Language): Promise<CustomerPoints> {
  const settings = await readPointsSettings(db);
  return {
    userId: customerId,
    ...(await statement(db, settings, { customerId, language, pageSize: LAST_CHANGES })),
  };
}

/** Who is not known to the client yet has no points, as he has no coupons. */
export function getPoints(context: RequestContext, request: OfCustomer): Promise<StorefrontPoints> {
  return context.read(async (db) => {
    const settings = await insistOnPoints(db);
    const customerId = await findCustomerOfClient(db, context.actor, request.customerId);
    if (customerId === undefined) return { points: 0, stampCard: cardOf(settings, 0), changes: [] };
    return statement(db, settings, { customerId, language: context.language, pageSize: request.pageSize });
  });
}

interface Asked {
  readonly customerId: string;
  readonly language: Language;
  readonly pageSize: number;
}

const cardOf = ({ card }: PointsSettings, stamps: number): StorefrontPoints['stampCard'] =>
  card.enable ? { limit: card.limit, stamps, url: card.url } : null;

async function statement(db: TenantDb, settings: PointsSettings, asked: Asked): Promise<StorefrontPoints> {
  const [account, changes] = await Promise.all([readAccount(db, asked.customerId), lastChanges(db, asked)]);
  return {
    points: account.balance,
    stampCard: cardOf(settings, account.stamps),
    changes,
  };
}

async function lastChanges(db: TenantDb, { customerId, language, pageSize }: Asked): Promise<PointsChange[]> {
  const rows = await db
    .selectFrom('points_change')
    .select(['id', 'type', 'points', 'balance_after', 'order_no', 'reason', 'reason_zh', 'made_at'])
    .where('customer_id', '=', customerId)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, type: row.type as PointsChange['type'], points: row.points, balanceAfter: row.balance_after },
    ...{ orderNo: row.order_no, reason: localName(language, row.reason, row.reason_zh) },
    madeAt: row.made_at.toISOString(),
  }));
}
