import type { Services } from '#platform/context/server/services.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import type { Schedule } from '#platform/jobs/server/define-job.ts';
import { type CronExpression, readCron } from '../rules/cron.ts';
import { latestRun, nextRuns } from '../rules/next-runs.ts';
import { claimSlot, findLatestSlot, finishSlot, isRunning, keepAlive } from './schedule-run-store.ts';

/** A schedule that has never run takes up a slot of the last day, so that a new installation need not wait for the next. */
const FIRST_LOOK_BACK_MS = 24 * 3_600_000;
/** A slot that no server took for this long was missed: everything was down. */
const MISSED_AFTER_MS = 60_000;
/** A run that is not over after this time is given up. */
const RUN_LIMIT_MS = 10 * 60_000;
/** A run shows this often that it goes on; without a sign for four times as long, its server has died with it. */
const SIGN_OF_LIFE_MS = 5_000;
const DEAD_AFTER_SECONDS = 20;

/** Performs what is due and answers how much ran here. */
export type PlanDue = (services: Services) => Promise<number>;

/** All that is due of these slices, each by itself, so that a long run delays no other: their schedules, and what they plan themselves. */
export function plannersOf(slices: readonly ServerSlice[]): PlanDue[] {
  return [
    ...slices.flatMap((slice) => slice.schedules ?? []).map(schedulePlanner),
    ...slices.flatMap((slice) => slice.planDue ?? []),
  ];
}

/**
 * The planner of one schedule on one server. Slots are instants of the expression in UTC, the same on every server; the row of a slot
 * decides who runs it. Of several slots since the last look only the latest runs, and after downtime only where the
 * schedule says `once` (security 9.5). A slot that comes while the last run goes on is recorded as skipped.
 */
export function schedulePlanner(schedule: Schedule): PlanDue {
  const plan = new SchedulePlan(schedule);
  let pass: Promise<unknown> = Promise.resolve();
  return (services) => {
    // one pass after the other: who asks for idleness also waits for what a timer has begun
    const result = pass.then(async () => ((await plan.performDue(services)) ? 1 : 0));
    pass = result.catch(() => undefined);
    return result;
  };
}

class SchedulePlan {
  readonly #schedule: Schedule;
  readonly #expression: CronExpression;
  /** Nothing is due from the last look to the next slot, so most looks need no database. */
  #quiet: { from: Date; until: Date | undefined } | undefined;

  constructor(schedule: Schedule) {
    const reading = readCron(schedule.expression);
    if (!reading.valid) throw new Error(`Schedule ${schedule.name}: "${schedule.expression}" is no cron expression`);
    this.#schedule = schedule;
    this.#expression = reading.expression;
  }

  async performDue(services: Services): Promise<boolean> {
    const now = services.clock.now();
    if (this.#isQuiet(now)) return false;
    const slot = await this.#dueSlot(services, now);
    const ran = slot !== null && (await this.#claim(services, slot, now));
    if (ran) await this.#run(services, slot);
    this.#quiet = { from: now, until: nextRuns(this.#expression, 'UTC', now, 1)[0] };
    return ran;
  }

  /** Test controls may also set the clock back. */
  #isQuiet(now: Date): boolean {
    return this.#quiet !== undefined && now >= this.#quiet.from && (!this.#quiet.until || now < this.#quiet.until);
  }

  async #dueSlot(services: Services, now: Date): Promise<Date | null> {
    const { name } = this.#schedule;
    const last = await services.database.acrossTenants('the last slot of a schedule', (db) =>
      findLatestSlot(db, name, now),
    );
    return latestRun(this.#expression, 'UTC', last ?? new Date(now.getTime() - FIRST_LOOK_BACK_MS), now);
  }

  #claim(services: Services, slot: Date, now: Date): Promise<boolean> {
    const { name, missed } = this.#schedule;
    return services.database.acrossTenants('who runs a slot of a schedule', async (db) => {
      const isMissed = missed === 'skip' && now.getTime() - slot.getTime() > MISSED_AFTER_MS;
      const overlaps = await isRunning(db, name, DEAD_AFTER_SECONDS);
      if (isMissed || overlaps) {
        await claimSlot(db, { name, slot, at: now, outcome: 'skipped', detail: isMissed ? 'missed' : 'overlap' });
        return false;
      }
      return claimSlot(db, { name, slot, at: now, outcome: 'running' });
    });
  }

  async #run(services: Services, slot: Date): Promise<void> {
    const { name } = this.#schedule;
    const signs = setInterval(() => {
      void services.database
        .acrossTenants('a schedule run goes on', (db) => keepAlive(db, name, slot))
        .catch((error) => services.log.warn({ schedule: name, err: error }, 'sign of life'));
    }, SIGN_OF_LIFE_MS);
    const failure = await withinLimit(this.#schedule.run(services, slot)).finally(() => clearInterval(signs));
    if (failure) services.log.error({ schedule: name, slot, err: failure }, 'schedule failed');
    await services.database.acrossTenants('the end of a schedule run', (db) =>
      finishSlot(db, {
        name,
        slot,
        at: services.clock.now(),
        ...(failure ? { outcome: 'failed', detail: failure.message.slice(0, 1000) } : { outcome: 'done' }),
      }),
    );
  }
}

async function withinLimit(run: Promise<void>): Promise<Error | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('the run passed its limit')), RUN_LIMIT_MS);
  });
  try {
    await Promise.race([run, limit]);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
  }
}
