import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ExtraAmountRow } from '#domains/spots/contract/extra-amount.ts';
import type { Spot, SpotDetail, SpotListRequest, SpotStatus } from '#domains/spots/contract/spot.ts';
import type { CouponApplies, TaxMode } from '#domains/spots/contract/spot-tax.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { likeText } from '#platform/database/server/page.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';

const SORT = { name: 'spot.name', status: 'spot.status', createdAt: 'spot.created_at' } as const;

export const LIST_COLUMNS = [
  'spot.id',
  'spot.name',
  'spot.name_zh',
  'spot.address',
  'spot.icon',
  'spot.mobile',
  'spot.service_time',
  'spot.status',
  'spot.latitude',
  'spot.longitude',
  'spot.tax_mode',
  'spot.tax_rate',
  'spot.coupon_applies',
  'spot.app_discount_percent',
  'spot.kiosk_discount_percent',
  'spot.created_at',
] as const;
export const RECEIPT_COLUMNS = [
  'spot.receipt_layout',
  'spot.company_name',
  'spot.company_address',
  'spot.company_identification',
] as const;

const robotCount = (of: ExpressionBuilder<Tables, 'spot'>) =>
  of
    .selectFrom('robot')
    .whereRef('robot.spot_id', '=', 'spot.id')
    .select((robots) => robots.fn.countAll<number>().as('count'))
    .as('robot_count');

export const extraAmounts = (of: ExpressionBuilder<Tables, 'spot'>) =>
  jsonArrayFrom(
    of
      .selectFrom('spot_extra_amount as extra')
      .whereRef('extra.spot_id', '=', 'spot.id')
      .select(['extra.min_minor', 'extra.max_minor', 'extra.add_minor', 'extra.proportion'])
      .orderBy('extra.sort')
      .orderBy('extra.min_minor'),
  ).as('extra_amounts');

/** `visibleSpotIds`: the only spots the caller sees, `null` is all of them. */
export async function findSpots(
  db: TenantDb,
  request: SpotListRequest,
  visibleSpotIds: readonly string[] | null,
): Promise<{ records: Spot[]; total: number }> {
  let matching = db.selectFrom('spot');
  if (visibleSpotIds !== null)
    matching = matching.where('spot.id', '=', sql<string>`any(${[...visibleSpotIds]}::uuid[])`);
  if (request.status) matching = matching.where('spot.status', '=', request.status);
  if (request.name) {
    const word = `%${likeText(request.name)}%`;
    const columns = ['spot.name', 'spot.name_zh', 'spot.address'] as const;
    matching = matching.where((is) => is.or(columns.map((column) => is(column, 'ilike', word))));
  }
  const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select((of) => [...LIST_COLUMNS, robotCount(of)])
    .orderBy(SORT[request.column ?? 'name'], request.order ?? 'asc')
    .orderBy('spot.id')
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  return { records: rows.map(toSpot), total };
}

export async function findSpot(db: TenantDb, id: string): Promise<SpotDetail | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom('spot')
    .select((of) => [...LIST_COLUMNS, ...RECEIPT_COLUMNS, robotCount(of), extraAmounts(of)])
    .where('spot.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      ...toSpot(row),
      extraAmounts: row.extra_amounts.map(toExtraAmount),
      receiptLayout: row.receipt_layout,
      companyName: row.company_name,
      companyAddress: row.company_address,
      companyIdentification: row.company_identification,
    }
  );
}

interface SpotRow {
  id: string;
  name: string;
  name_zh: string;
  address: string;
  icon: string;
  mobile: string;
  service_time: string;
  status: string;
  latitude: number | null;
  longitude: number | null;
  tax_mode: string;
  tax_rate: number;
  coupon_applies: string;
  app_discount_percent: number;
  kiosk_discount_percent: number;
  robot_count: number | null;
  created_at: Date;
}

function toSpot(row: SpotRow): Spot {
  return {
    id: row.id,
    name: row.name,
    nameZh: row.name_zh,
    address: row.address,
    icon: row.icon,
    mobile: row.mobile,
    serviceTime: row.service_time,
    status: row.status as SpotStatus,
    latitude: row.latitude,
    longitude: row.longitude,
    taxMode: row.tax_mode as TaxMode,
    taxRate: row.tax_rate,
    couponApplies: row.coupon_applies as CouponApplies,
    appDiscountPercent: row.app_discount_percent,
    kioskDiscountPercent: row.kiosk_discount_percent,
    robotCount: row.robot_count ?? 0,
    createdAt: row.created_at.toISOString(),
  };
}

export function toExtraAmount(row: {
  min_minor: number;
  max_minor: number;
  add_minor: number | null;
  proportion: number | null;
}): ExtraAmountRow {
  const range = { minMinor: row.min_minor, maxMinor: row.max_minor };
  if (row.add_minor !== null) return { ...range, addMinor: row.add_minor };
  if (row.proportion !== null) return { ...range, proportion: row.proportion };
  throw new Error('extra amount row without amount or proportion');
}
