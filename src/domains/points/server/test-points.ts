import { customersSlice, nameCustomer } from '#domains/customers/server/index.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { records } from '#platform/records/server/index.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { session } from '#system/session/server/index.ts';
import type { AccumulationLimit, UserPointConfig } from '#system/tenants/contract/tenant-settings.ts';
import { pointsEndpoints } from '../contract/endpoints.ts';
import { storefrontPointsEndpoints } from '../contract/storefront-endpoints.ts';
import { pointsSlice } from './index.ts';

export const POINT_PERMISSIONS = ['point:view', 'point:add', 'point:edit', 'point:delete', 'point:adjust'] as const;
export const BY_AMOUNT: UserPointConfig = { switch_type: 2, unit_value: 1_000, point_value: 2 };
export const BY_CUPS: UserPointConfig = { switch_type: 1, unit_value: 1, point_value: 5 };
export const CLOSED: UserPointConfig = { switch_type: 0, unit_value: 0, point_value: 0 };

/** A shop whose customers collect points. */
export interface PointsShop extends TestShop {
  /** Of the word "guest-1" at the shop's client. */
  readonly guestId: string;
  readonly boss: Caller;
  set(points: UserPointConfig | null, card?: AccumulationLimit): Promise<void>;
  coupon(more?: {
    max_total?: number;
    issued?: number;
    enabled?: boolean;
    ends_at?: Date;
    per_user_limit?: number;
  }): Promise<string>;
  goods(more?: {
    points?: number;
    stock?: number;
    per_customer?: number;
    status?: number;
    coupon_id?: string;
    title?: string;
    title_zh?: string;
  }): Promise<string>;
  /** An order of the guest, which the robot may begin. */
  paidFor(lines?: { goodsId: string; quantity: number }[]): Promise<string>;
  /** The same, made. */
  madeOrder(lines?: { goodsId: string; quantity: number }[]): Promise<string>;
  redeem(
    goodsId: string,
    options?: { word?: string; key?: string; caller?: Caller },
  ): Promise<{ id: string; code: string; balance: number }>;
  give(points: number, reason?: string): Promise<unknown>;
  balance(): Promise<number>;
  stamps(): Promise<number>;
  /** Balance, sum of wallet entries, and sum of all entries. */
  books(): Promise<{ balance: number; wallet: number; all: number }>;
}

export const startPointsTown = (more: readonly ServerSlice[] = []): Promise<TestTown> =>
  startTestTown([session, customersSlice, records, pointsSlice, ...more]);

export async function openPointsShop(town: TestTown, points: UserPointConfig | null = BY_AMOUNT): Promise<PointsShop> {
  const shop = await town.openShop({ priceMinor: 3_599 });
  const boss = await shop.tenant.staff(POINT_PERMISSIONS);
  const { server } = town;
  const place = Number(shop.tenant.id);
  const inTenant: PointsShop['inside'] = (work) => shop.inside(work);
  const set: PointsShop['set'] = async (config, card) => {
    await server.services.database.acrossTenants('settings of a test', (db) =>
      db
        .updateTable('tenant')
        .set({
          user_point_config: config && JSON.stringify(config),
          accumulation_point_limit: card ? JSON.stringify(card) : null,
        })
        .where('tenant_id', '=', place)
        .execute(),
    );
  };
  await set(points);
  const { keyId } = await clientOf(shop);
  const guestId = await inTenant((tx) => nameCustomer(tx, { clientId: keyId, userId: 'guest-1' }));
  const account = () =>
    inTenant((tx) =>
      tx.db
        .selectFrom('points_account')
        .select(['balance', 'stamps'])
        .where('customer_id', '=', guestId)
        .executeTakeFirst(),
    );
  const made: PointsShop = {
    ...shop,
    ...{ guestId, boss, set },
    coupon: async (more = {}) => {
      const id = newId();
      await inTenant((tx) =>
        tx.db
          .insertInto('coupon')
          .values({
            ...{ id, title: `Coupon ${id}`, type: 4, value_minor: 1_000, max_total: 100, max_uses: 1 },
            ...{ starts_at: new Date(Date.now() - 3_600_000), ends_at: new Date(Date.now() + 30 * 86_400_000) },
            ...more,
          })
          .execute(),
      );
      return id;
    },
    goods: async (more = {}) => {
      const id = newId();
      const coupon_id = more.coupon_id ?? (await made.coupon());
      await inTenant((tx) =>
        tx.db
          .insertInto('points_goods')
          .values({ id, title: `Goods ${id}`, points: 50, ...more, coupon_id })
          .execute(),
      );
      return id;
    },
    paidFor: async (lines = ONE(shop)) => {
      const { orderNo } = await server.call(
        storefrontEndpoints.createOrder,
        { spotId: shop.spotId, lines, customerId: 'guest-1' },
        { ...shop.customer, headers: aKey() },
      );
      await shop.pay(orderNo);
      await town.until(async () => (await shop.read(orderNo)).status === 3);
      return orderNo;
    },
    madeOrder: async (lines = ONE(shop)) => {
      const orderNo = await made.paidFor(lines);
      const cups = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      for (let drink = 1; drink <= cups; drink += 1) {
        await shop.robotSays(orderNo, { event: 2251, step: 1, drink });
        await shop.robotSays(orderNo, { event: 2301, step: 2, drink });
      }
      await server.runDue();
      return orderNo;
    },
    redeem: (goodsId, { word = 'guest-1', key, caller = shop.customer } = {}) =>
      server.call(
        storefrontPointsEndpoints.redeem,
        { customerId: word, goodsId },
        { ...caller, headers: key ? { 'idempotency-key': key } : aKey() },
      ),
    give: (value, reason = 'for a test') =>
      server.call(pointsEndpoints.addUserPoints, { userId: guestId, points: value, reason }, boss),
    balance: async () => (await account())?.balance ?? 0,
    stamps: async () => (await account())?.stamps ?? 0,
    books: () =>
      inTenant(async (tx) => {
        const { balance } = await tx.db
          .selectFrom('points_account')
          .select((of) => of.fn.sum<string>('balance').as('balance'))
          .executeTakeFirstOrThrow();
        const rows = await tx.db.selectFrom('points_entry').select(['account', 'points']).execute();
        const sum = (of: typeof rows) => of.reduce((total, one) => total + one.points, 0);
        return {
          balance: Number(balance ?? 0),
          wallet: sum(rows.filter(({ account: name }) => name === 'wallet')),
          all: sum(rows),
        };
      }),
  };
  return made;
}

const ONE = (shop: TestShop) => [{ goodsId: shop.latteId, quantity: 1 }];

/** The client behind the shop's key. */
const clientOf = (shop: TestShop): Promise<{ keyId: string }> =>
  shop.inside(async (tx) => {
    const row = await tx.db
      .selectFrom('storefront_client')
      .select('id')
      .orderBy('created_at')
      .executeTakeFirstOrThrow();
    return { keyId: row.id };
  });
