/** Files of the server that `npm run test:citus` runs on a cluster: short ones, of which each is green there (docs/scale.md). */
export const CITUS_FILES: readonly string[] = [
  'src/platform/database/server/on-a-cluster.test.ts',
  'src/platform/database/server/reach-people.test.ts',
  'src/system/sign-in/server/login-on-a-cluster.test.ts',
  'src/domains/orders/server/order-history.test.ts',
  'src/domains/robots/server/robot-census.test.ts',
  'src/domains/spots/server/spot-calls.test.ts',
  'src/domains/beverages/server/stock.test.ts',
  'src/domains/coupons/server/coupons.test.ts',
  'src/system/archive/server/archive.test.ts',
  'src/system/departments/server/departments.test.ts',
];
