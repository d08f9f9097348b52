import { sql } from 'kysely';
import { ExplainPriceRequest } from '#domains/pricing/contract/price.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { type DrawnCoupon, MOST_REHEARSED, REHEARSED_DAYS, type Rehearsal } from '../contract/rehearsal.ts';
import { type PastOrder, startRehearsal } from '../rules/rehearsal.ts';

const AT_ONCE = 1_000;
const DAY_MS = 86_400_000;

/** Of the reader's spots. Other calls go on between two portions. */
export async function rehearse(context: RequestContext, drawn: DrawnCoupon): Promise<Rehearsal> {
  const { isRoot, narrowing, spotIds } = context.actor;
  // sums would tell of orders that data rules hide
  if (!isRoot && narrowing?.rules.some(({ list }) => list === 'order:view'))
    raise('request.forbidden', { permission: 'order:view' });
  const own = isRoot ? null : spotIds;
  const since = new Date(context.now().getTime() - REHEARSED_DAYS * DAY_MS);
  return context.read(async (db) => {
    const rehearsal = startRehearsal(drawn, await zoneOfTenant(db));
    const first = await firstOf(db, since, own);
    let after: Place | undefined = first.from;
    for (let seen = 0; seen < MOST_REHEARSED && after !== undefined; ) {
      const rows = await portion(db, after, own);
      for (const row of rows) rehearsal.add(toPast(row));
      seen += rows.length;
      after = rows.length < AT_ONCE ? undefined : placeOf(rows.at(-1)!);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { sums } = rehearsal;
    const named = await db
      .selectFrom('spot')
      .select(['id', 'name', 'name_zh'])
      .where(sql<boolean>`id = any(${[...sums.spots.keys()]}::uuid[])`)
      .execute();
    const { orders, subtotalMinor, uses, costMinor, unknown, endsOn, endsBy } = sums;
    return {
      ...{ orders, subtotalMinor, uses, costMinor, unknown, endsOn, endsBy, isCut: first.isCut },
      spots: named
        .map(({ id, name, name_zh }) => ({
          ...{ spotId: id, spotName: localName(context.language, name, name_zh) },
          ...(sums.spots.get(id) ?? { uses: 0, costMinor: 0 }),
        }))
        .sort((one, other) => other.costMinor - one.costMinor),
      hours: Array.from({ length: 24 }, (_, hour) => ({
        hour,
        ...(sums.hours.get(hour) ?? { uses: 0, costMinor: 0 }),
      })),
    };
  });
}

interface Place {
  readonly at: Date;
  readonly orderNo: string;
}

const paidOrders = (db: TenantDb, own: readonly string[] | null) => {
  const query = db.selectFrom('coffee_order').where('paid_at', 'is not', null).where('sandbox', '=', false);
  return own === null ? query : query.where(sql<boolean>`spot_id = any(${[...own]}::uuid[])`);
};

/** Where the replay begins: at the first order of the period, or at the newest of which as many as can be replayed follow. */
async function firstOf(
  db: TenantDb,
  since: Date,
  own: readonly string[] | null,
): Promise<{ readonly from: Place; readonly isCut: boolean }> {
  const oldest = await paidOrders(db, own)
    .select(['created_at', 'order_no'])
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('order_no', 'desc')
    .offset(MOST_REHEARSED)
    .limit(1)
    .executeTakeFirst();
  return oldest
    ? { from: { at: oldest.created_at, orderNo: oldest.order_no }, isCut: true }
    : { from: { at: since, orderNo: '' }, isCut: false };
}

function portion(db: TenantDb, after: Place, own: readonly string[] | null) {
  return paidOrders(db, own)
    .select(['order_no', 'created_at', 'spot_id', 'customer_ref', 'subtotal_minor'])
    .select(sql<unknown>`price -> 'pricing'`.as('pricing'))
    .where(sql<boolean>`(created_at, order_no) > (${after.at}, ${after.orderNo})`)
    .orderBy('created_at')
    .orderBy('order_no')
    .limit(AT_ONCE)
    .execute();
}
type Row = Awaited<ReturnType<typeof portion>>[number];

const placeOf = (row: Row): Place => ({ at: row.created_at, orderNo: row.order_no });

const toPast = (row: Row): PastOrder => ({
  ...{ at: row.created_at, spotId: row.spot_id, customerId: row.customer_ref, subtotalMinor: row.subtotal_minor },
  pricing: ExplainPriceRequest.safeParse(row.pricing).data ?? null,
});
