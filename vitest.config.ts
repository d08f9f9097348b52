import { defineConfig } from 'vitest/config';

// Rules need nothing, server tests run on a real PostgreSQL that global-setup starts once, and what lives in e2e sees the
// product from outside: journeys share one in a real browser, `starts` begins and ends products of its own.
const STARTS = ['e2e/{crash,postgres-15,restart,two-servers}.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'src/**/rules/**/*.test.ts',
            'src/**/contract/**/*.test.ts',
            'src/**/web/**/*.test.ts',
            'src/ui/**/*.test.ts',
            'src/apps/console/**/*.test.ts',
            'scripts/{build,texts}/*.test.ts',
          ],
          environment: 'node',
          // the contrast of the design tokens is read from their files
          css: { include: /ui\/theme/ },
          // properties take their time on a busy machine
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'src/**/server/**/*.test.ts',
            'src/apps/server/*.test.ts',
            'src/apps/simulator/**/*.test.ts',
            'src/platform/testing/*.test.ts',
            'scripts/*.test.ts',
          ],
          environment: 'node',
          globalSetup: ['src/platform/testing/test-cluster.ts'],
          setupFiles: ['src/platform/testing/record-statements.ts'],
          pool: 'forks',
          // they wait for the database more than they work
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [...STARTS, '**/node_modules/**'],
          environment: 'node',
          globalSetup: ['e2e/start-product.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          // a browser on a busy machine
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'starts',
          include: STARTS,
          environment: 'node',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
