import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Services } from '#platform/context/server/services.ts';
import type { Schedule } from '#platform/jobs/server/define-job.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { schedulingEndpoints } from '../contract/endpoints.ts';
import { scheduling } from './index.ts';
import { plannersOf, schedulePlanner } from './schedule-planner.ts';
import { purgeRuns } from './schedule-run-store.ts';

let product: TestServer;
let services: Services;
let anybody: Caller;
beforeAll(async () => {
  // the planners of these tests are their own; the product's stays quiet
  product = await startTestServer({ slices: [scheduling], planDue: async () => 0 });
  anybody = await (await product.newTenant()).staff([]);
});
afterAll(() => product.stop());

let ran: string[];
let now: Date;
let names = 0;
beforeEach(() => {
  ran = [];
  now = new Date('2027-01-01T00:00:00Z');
  services = { ...product.services, clock: { now: () => now, set: () => undefined } };
});

function aSchedule(facts: Partial<Schedule> = {}): Schedule {
  names += 1;
  return {
    name: `test.${names}`,
    expression: '0 0 * * * ?',
    missed: 'once',
    run: async (_services, slot) => void ran.push(slot.toISOString().slice(0, 16)),
    ...facts,
  };
}

const runsOf = (schedule: Schedule) =>
  product.services.database.acrossTenants('test', (db) =>
    db
      .selectFrom('schedule_run')
      .select(['slot', 'outcome', 'detail'])
      .where('name', '=', schedule.name)
      .orderBy('slot')
      .execute(),
  );

describe('several servers', () => {
  test('three planners over a year of days run each slot once', async () => {
    const schedule = aSchedule({ expression: '0 30 4 * * ?' });
    const planners = [1, 2, 3].map(() => schedulePlanner(schedule));
    for (let day = 0; day < 365; day += 1) {
      now = new Date(Date.UTC(2027, 0, 1 + day, 4, 30, 1));
      const counts = await Promise.all(planners.map((planDue) => planDue(services)));
      expect(counts.reduce((a, b) => a + b)).toBe(1);
    }
    expect(new Set(ran).size).toBe(365);
    expect(ran).toHaveLength(365);
    expect(await runsOf(schedule)).toHaveLength(365);
  }, 60_000);

  test('many looks at the same time still run a slot once', async () => {
    const schedule = aSchedule();
    const planners = Array.from({ length: 8 }, () => schedulePlanner(schedule));
    await Promise.all([...planners, ...planners].map((planDue) => planDue(services)));
    expect(ran).toEqual(['2027-01-01T00:00']);
  });
});

describe('the preview', () => {
  const START = new Date('2027-01-01T00:00:00Z');
  test.each(['0 0 8 10W * ?', '0 0 12 L * ?', '0 0 7 ? * 3/3', '0 0 3 28/2 * ?', '0 0 12 1W * ?', '0 30 2 1/5 * ?'])(
    '%s previews the slots that are run over a year',
    async (expression) => {
      const preview = await product.call(
        schedulingEndpoints.nextRuns,
        {
          expression,
          timeZone: 'UTC',
          after: START.toISOString(),
          count: 100,
        },
        anybody,
      );
      const year = preview.runs.map((run) => new Date(run)).filter((run) => run.getUTCFullYear() === 2027);
      const planDue = schedulePlanner(aSchedule({ expression }));
      now = START;
      await planDue(services);
      ran.length = 0;
      for (const run of year) {
        now = new Date(run.getTime() - 1);
        expect(await planDue(services), `before ${run.toISOString()}`).toBe(0);
        now = run;
        expect(await planDue(services), run.toISOString()).toBe(1);
      }
      if (year.length < preview.runs.length) {
        now = new Date('2027-12-31T23:59:59.999Z');
        expect(await planDue(services)).toBe(0);
      }
      expect(ran).toEqual(year.map((run) => run.toISOString().slice(0, 16)));
    },
  );
});

describe('downtime', () => {
  test('of the missed slots only the latest runs', async () => {
    const schedule = aSchedule();
    await schedulePlanner(schedule)(services);
    now = new Date('2027-03-05T10:20:00Z');
    const restarted = schedulePlanner(schedule);
    expect(await restarted(services)).toBe(1);
    expect(await restarted(services)).toBe(0);
    expect(ran).toEqual(['2027-01-01T00:00', '2027-03-05T10:00']);
  });

  test('a schedule that skips runs nothing that was missed, and says so', async () => {
    const schedule = aSchedule({ missed: 'skip' });
    const planDue = schedulePlanner(schedule);
    now = new Date('2027-03-05T10:20:00Z');
    expect(await planDue(services)).toBe(0);
    expect(await runsOf(schedule)).toMatchObject([{ outcome: 'skipped', detail: 'missed' }]);
    now = new Date('2027-03-05T11:00:30Z');
    expect(await planDue(services)).toBe(1);
    expect(ran).toEqual(['2027-03-05T11:00']);
  });

  test('a new installation does not run what was due long before it', async () => {
    const planDue = schedulePlanner(aSchedule({ expression: '0 0 0 1 7 ?' }));
    expect(await planDue(services)).toBe(0);
    now = new Date('2027-07-01T00:00:00Z');
    expect(await planDue(services)).toBe(1);
  });
});

describe('the clock', () => {
  test('a slot runs when its instant has come, not before', async () => {
    const planDue = schedulePlanner(aSchedule());
    await planDue(services);
    now = new Date('2027-01-01T00:59:59.999Z');
    expect(await planDue(services)).toBe(0);
    now = new Date('2027-01-01T01:00:00Z');
    expect(await planDue(services)).toBe(1);
  });

  test('set back, schedules run again at slots that were not run yet', async () => {
    const planDue = schedulePlanner(aSchedule());
    now = new Date('2028-01-01T00:00:00Z');
    await planDue(services);
    now = new Date('2027-01-01T05:10:00Z');
    expect(await planDue(services)).toBe(1);
    expect(ran).toEqual(['2028-01-01T00:00', '2027-01-01T05:00']);
  });
});

describe('runs', () => {
  test('a failure is recorded, and the next slot runs', async () => {
    const schedule = aSchedule({
      run: async (_services, slot) => {
        ran.push(slot.toISOString());
        if (ran.length === 1) throw new Error('no luck');
      },
    });
    const planDue = schedulePlanner(schedule);
    expect(await planDue(services)).toBe(1);
    expect(await planDue(services)).toBe(0);
    now = new Date('2027-01-01T01:00:00Z');
    await planDue(services);
    expect(await runsOf(schedule)).toMatchObject([
      { outcome: 'failed', detail: 'no luck' },
      { outcome: 'done', detail: null },
    ]);
  });

  test('a failing schedule does not hold up the others', async () => {
    const failing = aSchedule({ run: () => Promise.reject(new Error('never')) });
    const planners = plannersOf([{ name: 'two', schedules: [failing, aSchedule()] }]);
    expect(await Promise.all(planners.map((planDue) => planDue(services)))).toEqual([1, 1]);
    expect(ran).toHaveLength(1);
  });

  test('a long run delays no other schedule, and is not begun again before its end', async () => {
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    let begun = 0;
    const slow = aSchedule({
      expression: '* * * * * ?',
      run: () => {
        begun += 1;
        return end;
      },
    });
    const quick = aSchedule({ expression: '* * * * * ?' });
    const server = await startTestServer({ slices: [{ name: 'two', schedules: [slow, quick] }] });
    try {
      await expect.poll(() => ran.length, { timeout: 15_000 }).toBeGreaterThan(2);
      expect(begun).toBe(1);
    } finally {
      finish();
      await server.stop();
    }
  });

  test('a slot that comes while the last run goes on elsewhere is skipped and recorded', async () => {
    let finish: () => void = () => undefined;
    const slow = new Promise<void>((done) => {
      finish = done;
    });
    const schedule = aSchedule({ run: () => slow });
    const first = schedulePlanner(schedule)(services);
    while ((await runsOf(schedule)).length === 0) await sleep(10);
    now = new Date('2027-01-01T01:00:00Z');
    expect(await schedulePlanner(schedule)(services)).toBe(0);
    finish();
    expect(await first).toBe(1);
    expect(await runsOf(schedule)).toMatchObject([{ outcome: 'done' }, { outcome: 'skipped', detail: 'overlap' }]);
  });

  test('the run of a server that died does not block the next slot', async () => {
    const schedule = aSchedule();
    await product.services.database.acrossTenants('test', (db) =>
      db
        .insertInto('schedule_run')
        .values({
          name: schedule.name,
          slot: now,
          started_at: now,
          outcome: 'running',
          alive_at: new Date('2026-01-01T00:00:00Z'),
        })
        .execute(),
    );
    now = new Date('2027-01-01T01:00:00Z');
    expect(await schedulePlanner(schedule)(services)).toBe(1);
  });

  test('who asks whether all is done waits for what a timer has begun', async () => {
    const planDue = schedulePlanner(
      aSchedule({
        run: async () => {
          await sleep(50);
          ran.push('done');
        },
      }),
    );
    void planDue(services);
    expect(await planDue(services)).toBe(0);
    expect(ran).toEqual(['done']);
  });

  test('old runs are deleted, the newest of each schedule is kept', async () => {
    const often = aSchedule();
    const once = aSchedule();
    for (const schedule of [often, once]) await schedulePlanner(schedule)(services);
    now = new Date('2027-01-01T05:00:00Z');
    await schedulePlanner(often)(services);
    await services.database.acrossTenants('test', (db) => purgeRuns(db, new Date('2027-06-01T00:00:00Z')));
    expect(await runsOf(often)).toMatchObject([{ slot: now }]);
    expect(await runsOf(once)).toHaveLength(1);
  });
});

test('a schedule with a wrong expression does not start', () => {
  expect(() => schedulePlanner(aSchedule({ expression: '* * *' }))).toThrow('is no cron expression');
});
