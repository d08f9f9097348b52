import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { CHINESE, DEMO_TENANTS } from './demo-catalogue.ts';

const BY = 'Demo';
const DAY_MS = 86_400_000;
/** What a coffee costs about, in minor units: amounts follow from it. */
const CUP: Readonly<Record<string, number>> = { '1000': 4_500, '1001': 1_800, '1002': 400 };
const BATCH = 12;

interface DemoCoupon {
  readonly title: string;
  readonly title_zh: string;
  readonly type: number;
  readonly rate?: number;
  readonly value_minor?: number;
  readonly target_minor?: number;
  readonly ranges?: readonly { readonly from: string; readonly to: string }[];
  readonly max_total: number;
  readonly max_uses: number;
  readonly per_user_limit?: number;
  readonly claim_frequency?: number;
  readonly qr_claim?: boolean;
  readonly custom_code?: string;
  readonly budget_minor?: number;
  readonly enabled?: boolean;
  /** Of spots by their order; all of them unless said. */
  readonly spots?: number;
  readonly remark?: string;
  /** Codes on paper. */
  readonly batch?: number;
  /** Handed out to the customers that there are. */
  readonly given?: true;
}

/** One of each type. */
const couponsOf = (cup: number): readonly DemoCoupon[] => [
  {
    ...{ title: 'Your dearest drink 30 % off', title_zh: '最贵一杯减 30%', type: 1, rate: 300_000 },
    ...{ max_total: 500, max_uses: 1, per_user_limit: 12, claim_frequency: 3, qr_claim: true, given: true },
  },
  {
    ...{
      title: 'Happy morning',
      title_zh: '早安优惠',
      type: 2,
      rate: 150_000,
      ranges: [{ from: '06:00', to: '10:00' }],
    },
    ...{ max_total: 2_000, max_uses: 1, claim_frequency: 1, qr_claim: true, budget_minor: cup * 100 },
  },
  {
    ...{ title: 'Coffee for the whole table', title_zh: '多人同享', type: 3, value_minor: cup, target_minor: cup * 2 },
    ...{ max_total: 300, max_uses: -1, per_user_limit: 3, custom_code: 'TABLE4', remark: 'Printed on the table cards' },
  },
  {
    ...{ title: 'Welcome', title_zh: '新客礼券', type: 4, value_minor: Math.round(cup / 2), max_total: 1_000 },
    ...{ max_uses: 1, per_user_limit: 1, batch: BATCH, remark: 'Flyers of the opening' },
  },
  {
    ...{ title: 'At the terminal', title_zh: 'POS 立减', type: 5, value_minor: Math.round(cup / 5), max_total: 200 },
    ...{ max_uses: 1, spots: 1, batch: 90, qr_claim: true, remark: 'Cards beside the terminal' },
  },
  {
    ...{ title: 'From noon on at the terminal', title_zh: 'POS 午后折扣', type: 6, rate: 200_000 },
    ...{ ranges: [{ from: '12:00', to: '02:00' }], max_total: 200, max_uses: 5, spots: 2, enabled: false, batch: 40 },
  },
  {
    ...{ title: 'A small coffee on us', title_zh: '请您喝一杯', type: 4, value_minor: cup, max_total: 60, max_uses: 1 },
    ...{ per_user_limit: 1, remark: 'For customers whose order went wrong' },
  },
];

/** Coupons of each type for the tenants of the demo, once. */
export async function seedDemoCoupons(services: Services): Promise<void> {
  for (const { tenantId } of DEMO_TENANTS) {
    const cup = CUP[tenantId];
    if (cup === undefined) continue;
    await services.database.write(tenantId, async (db) => {
      if (await db.selectFrom('coupon').select('id').limit(1).executeTakeFirst()) return;
      for (const [nth, one] of couponsOf(cup).entries())
        await addCoupon(db, { tenantId, now: services.clock.now(), one, nth });
    });
  }
}

async function addCoupon(
  db: TenantDb,
  { tenantId, now, one, nth }: { tenantId: string; now: Date; one: DemoCoupon; nth: number },
): Promise<void> {
  const { ranges = [], spots, batch = 0, given: _, title, title_zh, ...coupon } = one;
  const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  const day = localDay(now, time_zone);
  const id = newId();
  await db
    .insertInto('coupon')
    .values({
      ...{ id, ...coupon, title: tenantId === CHINESE ? title_zh : title, title_zh },
      starts_at: startOfDay(addDays(day, -14), time_zone),
      ends_at: new Date(startOfDay(addDays(day, 76), time_zone).getTime() - 1),
      daily_ranges: JSON.stringify(ranges.map((window) => ({ window }))),
      ...{ all_spots: spots === undefined, issued: batch, created_by: BY },
      ...(batch > 0 ? { batch_made_at: now } : {}),
    })
    .execute();
  if (spots !== undefined) {
    const places = await db.selectFrom('spot').select('id').orderBy('created_at').orderBy('id').limit(spots).execute();
    for (const place of places)
      await db.insertInto('coupon_spot').values({ coupon_id: id, spot_id: place.id }).execute();
  }
  const code = { coupon_id: id, max_uses: coupon.max_uses };
  if (coupon.custom_code)
    await db
      .insertInto('coupon_code')
      .values({ ...code, id: newId(), code: coupon.custom_code, kind: 'custom', origin: 'custom', issued_at: now })
      .execute();
  for (let place = 0; place < batch; place++)
    await db
      .insertInto('coupon_code')
      .values({
        ...{ ...code, id: newId(), kind: 'batch', origin: 'batch', issued_at: now },
        code: batchCode(nth, place),
      })
      .execute();
}

/** Eight digits that no two codes of the demo share: batches are drawn from ranges of their own. */
const batchCode = (nth: number, place: number): string => String(10_000_000 * (nth + 1) + 1_415_926 + place * 82_717);

/** Codes for a few of the customers that there are by now, once. */
export async function giveDemoCoupons(services: Services): Promise<void> {
  const now = services.clock.now();
  for (const { tenantId } of DEMO_TENANTS)
    await services.database.write(tenantId, async (db) => {
      if (await db.selectFrom('coupon_code').select('id').where('origin', '=', 'claim').limit(1).executeTakeFirst())
        return;
      const given = couponsOf(CUP[tenantId] ?? 0).filter((one) => one.given);
      for (const { type } of given) await giveCoupon(db, type, now);
    });
}

async function giveCoupon(db: TenantDb, type: number, now: Date): Promise<void> {
  const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  const coupon = await db.selectFrom('coupon').select(['id', 'max_uses']).where('type', '=', type).executeTakeFirst();
  if (!coupon) return;
  const customers = await db
    .selectFrom('customer')
    .select('id')
    .where('status', '=', 1)
    .orderBy('id')
    .limit(5)
    .execute();
  for (const [place, customer] of customers.entries())
    await db
      .insertInto('coupon_code')
      .values({
        ...{ id: newId(), coupon_id: coupon.id, max_uses: coupon.max_uses, kind: 'issued', origin: 'claim' },
        ...{ customer_id: customer.id, period_key: localDay(now, time_zone).slice(0, 7) },
        ...{ code: `DEMO2345WXY${place + 2}`, issued_at: new Date(now.getTime() - place * DAY_MS) },
      })
      .execute();
  await db
    .updateTable('coupon')
    .set((of) => ({ issued: of('issued', '+', customers.length) }))
    .where('id', '=', coupon.id)
    .execute();
}
