import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { readCron } from '#system/scheduling/rules/cron.ts';
import { nextRuns } from '#system/scheduling/rules/next-runs.ts';
import { slices } from './slices.ts';

const schedules = slices.flatMap((slice) => slice.schedules ?? []);
const HOUR_MS = 3_600_000;

/** Between two of its times; the shortest of a week. */
function pauseMs(expression: string): number {
  const reading = readCron(expression);
  if (!reading.valid) throw new Error(expression);
  const times = nextRuns(reading.expression, 'UTC', new Date('2026-11-28T00:00:00Z'), 20);
  return Math.min(...times.slice(1).map((time, index) => time.getTime() - times[index]!.getTime()));
}

test('there are schedules to be looked at', () => {
  expect(schedules.length).toBeGreaterThan(40);
});

// an installation that is restarted at night, or off, would keep what has to go (docs/retention.md)
test.each(schedules.filter(({ expression }) => pauseMs(expression) >= HOUR_MS))(
  '$name is made up for after a time without a server',
  ({ missed }) => {
    expect(missed).toBe('once');
  },
);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ planDue: async () => 0 });
});
afterAll(() => server?.stop());

// a schedule that fails is one line in the log, and what it clears stays for ever
test.each(schedules.filter(({ name }) => /purge|empty/.test(name)))('$name runs to its end', async ({ run }) => {
  const { services } = server;
  await run(services, services.clock.now());
});
