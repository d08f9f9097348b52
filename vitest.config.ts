import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { BROWSER_ARGUMENTS, browserPath } from './scripts/chromium.ts';
import { SERVER_TESTS } from './scripts/server-tests.ts';

// Rules need nothing, renderings a browser and no product, server tests a real PostgreSQL that global-setup starts once, and
// what lives in e2e sees the product from outside: journeys two files at a time, in a real browser, on a product per worker;
// `starts` begins and ends products of its own.
const STARTS = [
  'e2e/{alarm-night,backup,crash,postgres-15,restart,shop-from-nothing,two-servers,two-servers-office,upgrade}.test.ts',
];

/** Whole minutes each, though their files are small: begun last they would keep one core waiting for the other. */
const SLOW = [
  'http/server/twins.test.ts',
  'http/server/matrix.test.ts',
  'http/server/fuzz.test.ts',
  'e2e/pages.test.ts',
];
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
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
            'scripts/{build,docs,layering,texts}/*.test.ts',
          ],
          environment: 'node',
          // they share nothing that changes, and most are shorter than a start of a worker
          isolate: false,
          // the contrast of the design tokens is read from their files
          css: { include: /ui\/theme/ },
          // properties take their time on a busy machine
          testTimeout: 20_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'rendering',
          include: ['src/**/*.rendering.test.tsx'],
          setupFiles: ['src/platform/testing/web/start-rendering.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              // where there is none, its own tests say so and no others
              launchOptions: { executablePath: await browserPath().catch(() => ''), args: BROWSER_ARGUMENTS },
              // not the tenant's, so that nobody takes the clock of the machine for his
              contextOptions: { locale: 'en-US', timezoneId: 'America/New_York' },
              actionTimeout: 10_000,
            }),
          },
          maxWorkers: 2,
          testTimeout: 30_000,
          // a browser on a busy machine
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'server',
          include: [...SERVER_TESTS],
          environment: 'node',
          globalSetup: ['src/platform/testing/test-cluster.ts'],
          setupFiles: ['src/platform/testing/record-statements.ts'],
          pool: 'forks',
          // each file has a database and servers of its own; to load the product anew for each would take a third of the time
          isolate: false,
          // they wait for the database more than they work
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 90_000,
          // beside servers that are killed and come back: what fails is tried once more, and `npm test` names it at its end
          retry: 1,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [...STARTS, '**/node_modules/**'],
          environment: 'node',
          globalSetup: ['e2e/global-setup.ts'],
          // on two cores a third one makes all of them slower, and what waits fails
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          // a browser on a busy machine: what fails is tried once more, and `npm test` names it at its end
          retry: 1,
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
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
