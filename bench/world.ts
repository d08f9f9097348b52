/** What is measured: tenants, their size and their zone. Shared by all processes of the benchmark. */
export const TENANTS = 20;
export const FIRST_TENANT = 2_001;
/** The largest tenant: the lists and details of the questions are its own. */
export const ASKED_TENANT = FIRST_TENANT;
/** Whose orders are exported; none of the questions are about it. */
export const EXPORT_TENANT = 2_999;
export const EXPORTED_ORDERS = 100_000;
/** Whose people and beverages are listed, as many of each; none of the other questions are about it. */
export const RECORDS_TENANT = 2_998;
export const RECORDS = 100_000;
/** Whose coupons and points are asked for: a code of each customer, and two ledger rows of every change. */
export const LOYALTY_TENANT = 2_997;
export const CUSTOMERS = 100_000;
export const POINTS_CHANGES = 500_000;
export const LOYALTY_KEY = `sk_${`bench${LOYALTY_TENANT}`.padEnd(43, '0')}`;
/** Whose robots are listed, watched and shown on the map. */
export const FLEET_TENANT = 2_996;
export const FLEET_ROBOTS = 10_000;
export const FLEET_SPOTS = 400;
/** Of today. */
export const FLEET_ORDERS = 30_000;
export const FLEET_MATERIALS = Array.from({ length: 9 }, (_, index) => `m${index + 1}`);
/** Who looks at the fleet while its robots report. */
export const PEOPLE = 20;
/** Whose rentals are listed, all of them its own. */
export const RENTALS_TENANT = 2_995;
export const RENTALS = 1_000_000;
export const ASKED_STATUS = 6;
export const TIME_ZONE = 'Europe/Oslo';
export const YEARS = 2;
export const SPOTS_PER_TENANT = 6;
export const ROBOTS_PER_TENANT = 50;
export const GOODS_PER_TENANT = 12;
export const PAGE_SIZE = 20;
export const DEEP_PAGE = 5_000;
/** As the product's interactive pool. */
export const POOL_SIZE = 16;
export const CONNECTIONS = 16;
export const DEVICE_CONNECTIONS = 1_000;
export const DEVICE_PASSWORD = 'bench-device-password';

/** Zipf: the first tenant has about 28 %, the last 1.4 % of all orders. */
export function ordersOf(tenantNo: number, orders: number): number {
  const harmonic = Array.from({ length: TENANTS }, (_, index) => 1 / (index + 1)).reduce(
    (sum, share) => sum + share,
    0,
  );
  return Math.round(orders / (tenantNo + 1) / harmonic);
}

export function imeiOf(tenantId: number, robotNo: number): string {
  return `BENCH${tenantId}${String(robotNo).padStart(6, '0')}`;
}

/** What a driver needs to ask; the answers of the load and of the login. */
export interface World {
  readonly productUrl: string;
  readonly floorUrl: string;
  readonly token: string;
  /** Of the tenant of the records. */
  readonly recordsToken: string;
  /** Of the tenant of coupons and points. */
  readonly loyaltyToken: string;
  /** Of the tenant of the fleet. */
  readonly fleetToken: string;
  /** Of the tenant of the rentals. */
  readonly rentalsToken: string;
  readonly shops: readonly Shop[];
  /** Order numbers of the asked tenant, spread over both years. */
  readonly orderNos: readonly string[];
}

export interface Shop {
  readonly tenantId: number;
  readonly key: string;
  readonly spotId: string;
  readonly robotId: string;
  readonly goodsId: string;
}
