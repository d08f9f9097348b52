import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { loyaltyEndpoints } from '../contract/endpoints.ts';

let server: TestServer;
let tenant: TestTenant;
const spots = [newId(), newId()] as const;
const coupon = newId();
beforeAll(async () => {
  server = await startTestServer();
  tenant = await server.newTenant({ timeZone: 'Europe/Oslo' });
  await tenant.storefront({ channel: 'app' });
  await server.services.database.write(tenant.id, async (db) => {
    await db
      .insertInto('spot')
      .values(spots.map((id, place) => ({ id, name: `Spot ${place}` })))
      .execute();
    await db
      .insertInto('coupon')
      .values({
        ...{ id: coupon, title: 'Ten off', type: 4, value_minor: 1_000, max_total: 100, max_uses: -1 },
        ...{ starts_at: new Date('2026-11-01'), ends_at: new Date('2026-12-01') },
      })
      .execute();
    const code = newId();
    const issued = { id: code, coupon_id: coupon, code: 'A', kind: 'issued', origin: 'sent', max_uses: -1 };
    await db
      .insertInto('coupon_code')
      .values({ ...issued, issued_at: new Date('2026-11-01') })
      .execute();
    const use = (order_no: string, spot_id: string, state: string, used: string) => ({
      ...{ order_no, spot_id, state, coupon_id: coupon, code_id: code, discount_minor: 1_000, subtotal_minor: 4_500 },
      ...{ held_at: new Date(used), used_at: state === 'held' ? null : new Date(used) },
    });
    await db
      .insertInto('coupon_use')
      .values([
        // half past midnight in Oslo
        use('1', spots[0], 'used', '2026-11-02T23:30:00Z'),
        use('2', spots[1], 'used', '2026-11-03T10:00:00Z'),
        use('3', spots[0], 'returned', '2026-11-03T10:00:00Z'),
        use('4', spots[0], 'held', '2026-11-03T10:00:00Z'),
        use('5', spots[0], 'used', '2026-11-04T23:30:00Z'),
      ])
      .execute();
    const customer = newId();
    const client = await db.selectFrom('storefront_client').select('id').executeTakeFirstOrThrow();
    const who = { id: customer, client_id: client.id, user_id: 'nora', name: 'Nora' };
    await db
      .insertInto('customer')
      .values({ ...who, last_seen_at: new Date('2026-11-03') } as never)
      .execute();
    const change = async (type: number, points: number, account: string) => {
      const id = newId();
      const made = { customer_id: customer, spot_id: spots[0], made_at: new Date('2026-11-03T12:00:00Z') };
      await db
        .insertInto('points_change')
        .values({ id, type, points, source: id, balance_after: 0, earned_by: '{}', ...made } as never)
        .execute();
      await db
        .insertInto('points_entry')
        .values([
          { change_id: id, account: 'wallet', customer_id: customer, points },
          { change_id: id, account, points: -points },
        ])
        .execute();
    };
    await change(1, 9, 'issued');
    await change(4, -3, 'issued');
    await change(2, -5, 'redeemed');
    await change(3, 7, 'adjust');
  });
});
afterAll(() => server.stop());

const range = { fromDay: '2026-11-03', toDay: '2026-11-04' };

test('uses count on the day of the tenant, and what was given back or is held does not', async () => {
  const staff = await tenant.staff(['coupon:view', 'point:view']);
  const found = await server.call(loyaltyEndpoints.figures, range, staff);
  expect(found.coupons).toEqual({
    ...{ uses: 2, costMinor: 2_000, salesMinor: 7_000 },
    days: [{ day: '2026-11-03', uses: 2, costMinor: 2_000 }],
    top: [{ couponId: coupon, title: 'Ten off', uses: 2, costMinor: 2_000, salesMinor: 7_000 }],
  });
  expect(found.points).toEqual({
    earned: 6,
    spent: 5,
    adjusted: 7,
    days: [{ day: '2026-11-03', earned: 6, spent: 5 }],
  });
});

test('of one’s own spots, and of points for those alone who may see them', async () => {
  const here = await tenant.staff(['coupon:view', 'point:view'], { spotIds: [spots[1]] });
  const seen = await server.call(loyaltyEndpoints.figures, range, here);
  expect(seen.coupons).toMatchObject({ uses: 1, costMinor: 1_000 });
  expect(seen.points).toMatchObject({ earned: 0, spent: 0 });
  const plain = await tenant.staff(['coupon:view']);
  expect((await server.call(loyaltyEndpoints.figures, range, plain)).points).toBeNull();
  const other = await (await server.newTenant()).staff(['coupon:view']);
  expect((await server.call(loyaltyEndpoints.figures, range, other)).coupons.uses).toBe(0);
});

test('a range that is none is refused in words', async () => {
  const staff = await tenant.staff(['coupon:view']);
  const ask = (fromDay: string, toDay: string) => server.call(loyaltyEndpoints.figures, { fromDay, toDay }, staff);
  await expect(ask('2026-11-04', '2026-11-03')).rejects.toMatchObject({ problem: 'loyalty.range-reversed' });
  await expect(ask('2024-11-04', '2026-11-03')).rejects.toMatchObject({
    problem: 'loyalty.range-too-long',
    answer: { body: { faults: [{ path: 'fromDay' }] } },
  });
});
