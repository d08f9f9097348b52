import { newId } from '#platform/ids/server/new-id.ts';
import { behavesAsRecords, type SamplePlace } from '#platform/records/server/test-records.ts';
import { pointsGoods } from '../contract/points-goods.ts';

async function aCoupon({ server, tenant }: SamplePlace): Promise<string> {
  const id = newId();
  const begin = server.services.clock.now();
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('coupon')
      .values({
        ...{ id, title: `Coupon ${id}`, type: 4, value_minor: 1_000, max_total: 100, max_uses: 1 },
        ...{ starts_at: begin, ends_at: new Date(begin.getTime() + 86_400_000) },
      })
      .execute(),
  );
  return id;
}

behavesAsRecords(
  pointsGoods,
  async (place) => ({ title: 'Free espresso', points: 50, couponId: await aCoupon(place) }),
  {
    // there is one type
    other: { type: undefined },
    use: async ({ server, tenant }, id) =>
      server.services.database.write(tenant.id, async (db) => {
        await db
          .insertInto('points_redemption')
          .values({
            ...{ id: newId(), customer_id: newId(), goods_id: id, title: 'Free espresso', points: 50, code: 'A1' },
            ...{ coupon_id: newId(), code_id: newId(), redeemed_at: server.services.clock.now() },
          })
          .execute();
      }),
  },
);
