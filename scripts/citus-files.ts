/** Files of the server that `npm run test:citus` runs on a cluster: each room of the product, and short ones (docs/scale.md). */
export const CITUS_FILES: readonly string[] = [
  'src/domains/orders/server/order-isolation.test.ts',
  'src/domains/cases/server/cases.test.ts',
  'src/system/sign-in/server/login.test.ts',
  'src/system/roles/server/roles.test.ts',
  'src/system/positions/server/positions.test.ts',
  'src/system/account/server/account.test.ts',
];
