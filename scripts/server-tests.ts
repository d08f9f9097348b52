/** Where the tests of the server lie: those that want a database of their own, and few others. */
export const SERVER_TESTS: readonly string[] = [
  'src/**/server/**/*.test.ts',
  'src/apps/server/*.test.ts',
  'src/apps/simulator/**/*.test.ts',
  'src/platform/testing/*.test.ts',
  'scripts/*.test.ts',
];
