import { type CronExpression, readCron } from '#system/scheduling/rules/cron.ts';
import { latestRun, nextRuns } from '#system/scheduling/rules/next-runs.ts';

export interface PlannedJob {
  readonly cronExpression: string;
  /** The next slot, and the zone on whose clocks it was planned. */
  readonly nextRunAt: Date | null;
  readonly plannedZone: string;
}

export interface Plan {
  /** What runs now; null where nothing is due. */
  readonly slot: Date | null;
  /** When to look again; null where the year field ends the schedule. */
  readonly nextRunAt: Date | null;
}

/**
 * What a job that runs by the clock does at `now`: of all slots since the planned one the latest runs, once, and the next lies
 * after `now` (practice 17.5). On the clocks of another zone, or without a plan, it is planned anew and nothing runs.
 */
export function planJob(job: PlannedJob, timeZone: string, now: Date): Plan {
  const reading = readCron(job.cronExpression);
  if (!reading.valid) return { slot: null, nextRunAt: null };
  const nextRunAt = nextRuns(reading.expression, timeZone, now, 1)[0] ?? null;
  const { nextRunAt: planned, plannedZone } = job;
  if (planned === null || plannedZone !== timeZone) return { slot: null, nextRunAt };
  if (planned > now) return { slot: null, nextRunAt: planned };
  return { slot: latestRun(reading.expression, timeZone, new Date(planned.getTime() - 1), now), nextRunAt };
}

const MINUTE_MS = 60_000;
/** So many runs say how close they lie. */
const RUNS_LOOKED_AT = 100;

/** Whether two of the next runs lie closer together than so many minutes. */
export function runsTooOften(expression: CronExpression, timeZone: string, from: Date, leastMinutes: number): boolean {
  if (leastMinutes === 0) return false;
  const runs = nextRuns(expression, timeZone, from, RUNS_LOOKED_AT);
  return runs.some((run, at) => {
    const before = runs[at - 1];
    return before !== undefined && run.getTime() - before.getTime() < leastMinutes * MINUTE_MS;
  });
}
