import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { readCron } from '#system/scheduling/rules/cron.ts';
import { nextRuns } from '#system/scheduling/rules/next-runs.ts';

const TENANT = '1000';
const ZONE = 'Europe/Oslo';
const BY = 'Demo';
const DAY_MS = 24 * 3_600_000;
const PAST_DAYS = 14;

interface DemoJob {
  readonly description: string;
  readonly work: string;
  readonly cron: string;
  readonly status: 0 | -1;
  parameter(managerId: string): object;
  /** What a run answered, and how long it took; the runs are counted from the oldest. */
  run(slot: Date, nth: number): DemoRun;
}

interface DemoRun {
  readonly ms: number;
  readonly facts?: Readonly<Record<string, string | number>>;
  readonly problem?: string;
}

const JOBS: readonly DemoJob[] = [
  {
    description: "Yesterday's sales to the manager",
    work: 'statistics-mail',
    cron: '0 0 7 * * ?',
    status: 0,
    parameter: (id) => ({ receivers: [id], language: 'en-US', days: 1 }),
    run: (slot, nth) => ({
      ms: 180 + ((nth * 137) % 420),
      facts: { mails: 1, days: localDay(new Date(slot.getTime() - DAY_MS), ZONE) },
    }),
  },
  {
    description: 'Stock before the morning round',
    work: 'stock-digest',
    cron: '0 30 5 ? * 1-5',
    status: 0,
    parameter: (id) => ({ receivers: [id], language: 'en-US' }),
    run: (_, nth) => {
      // the mailbox was missing for a day
      if (nth === 3) return { ms: 40, problem: 'scheduled-job.nobody-to-write' };
      return { ms: 310 + ((nth * 211) % 640), facts: { mails: 1, robots: 2 + (nth % 4), alarms: nth % 3 } };
    },
  },
  {
    description: 'Unused pictures',
    work: 'file-cleanup',
    cron: '0 0 4 ? * 7',
    status: -1,
    parameter: () => ({ days: 7 }),
    run: (_, nth) => ({ ms: 1_200 + nth * 700, facts: { files: 3 + nth, kilobytes: 840 + nth * 220 } }),
  },
];

/** Three jobs of the first demo tenant with two weeks of runs, once. */
export async function seedDemoJobs(services: Services): Promise<void> {
  const manager = await services.database.identity((db) =>
    db.selectFrom('staff_user').select('id').where('username_key', '=', 'manager').executeTakeFirst(),
  );
  const known = await services.database.read(TENANT, (db) =>
    db.selectFrom('scheduled_job').select('id').limit(1).executeTakeFirst(),
  );
  if (!manager || known) return;
  const now = services.clock.now();
  for (const job of JOBS) await addJob(services, job, manager.id, now);
}

function addJob(services: Services, job: DemoJob, managerId: string, now: Date): Promise<void> {
  const reading = readCron(job.cron);
  if (!reading.valid) throw new Error(`${job.cron} is no schedule`);
  const slots = nextRuns(reading.expression, ZONE, new Date(now.getTime() - PAST_DAYS * DAY_MS), PAST_DAYS);
  const past = slots.filter((slot) => slot < now);
  const id = newId();
  return services.database.write(TENANT, async (db) => {
    await db
      .insertInto('scheduled_job')
      .values({
        ...{ id, description: job.description, job_class_name: job.work, cron_expression: job.cron },
        ...{ parameter: JSON.stringify(job.parameter(managerId)), status: job.status, owner_id: managerId },
        ...{ created_at: new Date(now.getTime() - PAST_DAYS * DAY_MS), created_by: BY, updated_at: now },
      })
      .execute();
    const runs = past.map((slot, nth) => {
      const { ms, facts = {}, problem } = job.run(slot, nth);
      return {
        ...{ id: newId(), job_id: id, slot, started_at: slot, finished_at: new Date(slot.getTime() + ms) },
        ...{ outcome: problem ? 'failed' : 'done', facts: JSON.stringify(facts), problem: problem ?? null },
      };
    });
    if (runs.length > 0) await db.insertInto('scheduled_job_run').values(runs).execute();
  });
}
