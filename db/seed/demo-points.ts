import { sql } from 'kysely';
import { earnPoints, postPoints, redeemFor } from '#domains/points/server/index.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { COFFEE, drawn, rgb, storePicture } from './demo-pictures.ts';

const DAY_MS = 24 * 3_600_000;
const SIZE = 320;
const BY = 'Demo';

/** How each tenant of the demo gives points: by amount, not at all, by cups. */
const WAYS: Readonly<Record<string, { switch_type: 0 | 1 | 2; unit_value: number; point_value: number }>> = {
  '1000': { switch_type: 2, unit_value: 1_000, point_value: 5 },
  '1001': { switch_type: 0, unit_value: 0, point_value: 0 },
  '1002': { switch_type: 1, unit_value: 1, point_value: 10 },
};
const STAMPS = 60;

const CREAM = rgb('#f3e3cf');
const LEAF = rgb('#5c7f5a');
const PEACH = rgb('#f0a878');
const CAKE = rgb('#b86f45');

/** A cup from the side; a muffin. */
const isCup = (x: number, y: number): boolean =>
  (Math.abs(x) < 0.42 - 0.12 * y && y > -0.35 && y < 0.5) ||
  (Math.hypot(x - 0.5, y) < 0.24 && Math.hypot(x - 0.5, y) > 0.13 && x > 0.3);
const isSteam = (x: number, y: number): boolean =>
  y < -0.42 && y > -0.72 && [-0.18, 0.12].some((at) => Math.abs(x - at - 0.05 * Math.sin(y * 20)) < 0.035);
const isMuffin = (x: number, y: number): boolean => Math.hypot(x / 0.55, (y + 0.1) / 0.4) < 1 && y < 0.1;
const isCase = (x: number, y: number): boolean => y >= 0.1 && y < 0.55 && Math.abs(x) < 0.46 - 0.2 * (y - 0.1);

const GOODS = [
  {
    title: 'Free espresso',
    titleZh: '免费浓缩咖啡',
    content: '<p>One espresso on us, at every robot.</p>',
    contentZh: '<p>任意机器人免费领取一杯浓缩咖啡。</p>',
    points: 40,
    stock: null,
    perCustomer: null,
    sort: 30,
    valueMinor: 3_000,
    colourAt: (x: number, y: number) => (isCup(x, y) || isSteam(x, y) ? CREAM : COFFEE),
  },
  {
    title: 'A drink of your choice',
    titleZh: '任选饮品一杯',
    content: '<p>Any drink up to the value of the coupon.</p>',
    contentZh: '<p>券面金额以内任选一杯饮品。</p>',
    points: 90,
    stock: 50,
    perCustomer: 2,
    sort: 20,
    valueMinor: 4_500,
    colourAt: (x: number, y: number) => (isCup(x, y) ? PEACH : isSteam(x, y) ? CREAM : LEAF),
  },
  {
    title: 'Coffee and muffin',
    titleZh: '咖啡配玛芬',
    content: '<p>For two: bring somebody along.</p>',
    contentZh: '<p>双人份，带上朋友一起来。</p>',
    points: 160,
    stock: 20,
    perCustomer: 1,
    sort: 10,
    valueMinor: 7_500,
    colourAt: (x: number, y: number) => (isMuffin(x, y) ? COFFEE : isCase(x, y) ? CREAM : CAKE),
  },
] as const;

/** Points of the demo, once: settings, the mall, and what customers of the last three weeks earned and redeemed. */
export async function seedDemoPoints(services: Services): Promise<void> {
  for (const [tenantId, way] of Object.entries(WAYS)) {
    const tenant = await services.database.read(tenantId, (db) =>
      db.selectFrom('tenant').select('user_point_config').executeTakeFirst(),
    );
    if (!tenant || tenant.user_point_config !== null) continue;
    const couponIds = way.switch_type === 0 ? [] : await addCoupons(services, tenantId);
    await setWay(services, tenantId, way, couponIds[0]);
    if (way.switch_type === 0) continue;
    const goodsIds = await addMall(services, tenantId, couponIds);
    await playThePast(services, tenantId, goodsIds);
  }
}

async function setWay(services: Services, tenantId: string, way: object, couponInfoId: string | undefined) {
  const card = { enable: true, limit: STAMPS, url: '', couponInfoId };
  await services.database.write(tenantId, (db) =>
    db
      .updateTable('tenant')
      .set({
        user_point_config: JSON.stringify(way),
        ...(couponInfoId === undefined ? {} : { accumulation_point_limit: JSON.stringify(card) }),
      })
      .execute(),
  );
}

/** What goods of the mall hand out, and what a full stamp card does. */
async function addCoupons(services: Services, tenantId: string): Promise<string[]> {
  const at = services.clock.now();
  const rows = GOODS.map(({ title, titleZh, valueMinor }) => ({
    ...{ id: newId(), title: `Points: ${title}`, title_zh: `积分：${titleZh}`, type: 4, value_minor: valueMinor },
    ...{ starts_at: new Date(at.getTime() - 60 * DAY_MS), ends_at: new Date(at.getTime() + 180 * DAY_MS) },
    ...{ max_total: 1_000, max_uses: 1, created_at: at, created_by: BY, updated_at: at },
  }));
  await services.database.write(tenantId, (db) => db.insertInto('coupon').values(rows).execute());
  return rows.map(({ id }) => id);
}

async function addMall(services: Services, tenantId: string, couponIds: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [place, { colourAt, ...goods }] of GOODS.entries()) {
    const bytes = await drawn(SIZE, colourAt);
    const picture = await storePicture(services, tenantId, { biz: 'points-goods', size: SIZE, bytes });
    const id = newId();
    const at = services.clock.now();
    await services.database.write(tenantId, async (db) => {
      await db
        .insertInto('points_goods')
        .values({
          ...{ id, title: goods.title, title_zh: goods.titleZh, content: goods.content, content_zh: goods.contentZh },
          ...{ image: picture.path, points: goods.points, stock: goods.stock, per_customer: goods.perCustomer },
          ...{ sort: goods.sort, coupon_id: couponIds[place] ?? '', created_at: at, created_by: BY, updated_at: at },
        })
        .execute();
      await db
        .insertInto('file_reference')
        .values({ file_id: picture.id, owner_kind: 'pointsGoods', owner_id: id, field: 'image' })
        .execute();
    });
    ids.push(id);
  }
  return ids;
}

interface PastSale {
  readonly order_no: string;
  readonly customer_ref: string;
  readonly spot_id: string;
  readonly paid_minor: number;
  readonly cups: number;
  readonly paid_at: Date;
}

const REGULARS = 14;
const ORDERS_OF_EACH = 12;

/** Those who came most often: each of their orders earned, and now and then they redeemed. */
async function playThePast(services: Services, tenantId: string, goodsIds: readonly string[]): Promise<void> {
  const since = new Date(services.clock.now().getTime() - 21 * DAY_MS);
  const { rows } = await services.database.read(tenantId, (db) =>
    sql<PastSale>`
      select o.order_no, o.customer_ref, o.spot_id, o.paid_minor, o.cups, o.paid_at
        from (select tenant_id, customer_ref from coffee_order
               where tenant_id = ${THIS_TENANT} and customer_ref is not null and paid_at >= ${since} and status = 6 and refunded_minor = 0 and paid_minor > 0
               group by tenant_id, customer_ref order by count(*) desc, customer_ref limit ${REGULARS}) as regular
        cross join lateral (
             select * from coffee_order as bought
              where bought.tenant_id = ${THIS_TENANT} and bought.customer_ref = regular.customer_ref
                and bought.paid_at >= ${since} and bought.status = 6 and bought.refunded_minor = 0 and bought.paid_minor > 0
              order by bought.paid_at limit ${ORDERS_OF_EACH}) as o
       order by o.paid_at`.execute(db),
  );
  const sales = rows.filter(({ paid_at }) => paid_at >= since);
  for (const [place, sale] of sales.entries()) {
    await at(services, tenantId, new Date(sale.paid_at.getTime() + 4 * 60_000), async (tx) => {
      const { order_no: no, customer_ref: customerId, spot_id: spotId, paid_minor: paidMinor, cups } = sale;
      await earnPoints(tx, { no, customerId, spotId, paidMinor, cups });
    });
    if (place % 9 === 4) await say(services, tenantId, sale, 25, 'Cold coffee: with our apologies');
    if (place % 23 === 11) await say(services, tenantId, sale, -5, 'Given twice by mistake');
    const goodsId = goodsIds[place % goodsIds.length];
    if (place % 2 === 1 && goodsId) await redeemIfEnough(services, tenantId, sale, goodsId);
  }
}

const later = ({ paid_at }: PastSale, minutes: number): Date => new Date(paid_at.getTime() + minutes * 60_000);

/** By hand. */
const say = (services: Services, tenantId: string, sale: PastSale, points: number, reason: string) =>
  at(
    services,
    tenantId,
    later(sale, 50),
    async (tx) => {
      const type = points > 0 ? 3 : 4;
      await postPoints(tx, { customerId: sale.customer_ref, type, source: newId(), points, reason });
    },
    'Ingrid Berg',
  );

/** Goods that cost more than there is are left where they are. */
async function redeemIfEnough(services: Services, tenantId: string, sale: PastSale, goodsId: string): Promise<void> {
  await at(services, tenantId, later(sale, 90), (tx) =>
    redeemFor(tx, { customerId: sale.customer_ref, goodsId }),
  ).catch(() => undefined);
}

function at<T>(
  services: Services,
  tenantId: string,
  moment: Date,
  work: (tx: Transaction) => Promise<T>,
  by?: string,
): Promise<T> {
  const actor = by === undefined ? SYSTEM_ACTOR : { ...SYSTEM_ACTOR, kind: 'staff' as const, name: by };
  return runTransaction(services, { tenantId, actor }, (tx) => work({ ...tx, now: () => moment }));
}
