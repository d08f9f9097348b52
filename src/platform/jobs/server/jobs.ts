import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type * as z from 'zod';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { JobType } from '#platform/jobs/contract/job.ts';
import type { JobHandler } from './define-job.ts';
import { measureJobs } from './job-metrics.ts';
import { QueueWorker, type StoredJob } from './queue-worker.ts';
import { TenantPlaces } from './tenant-places.ts';

export interface Jobs {
  /** Enqueues in the caller's transaction: the job exists exactly if the change does. */
  enqueueInside<Data extends z.ZodType>(
    client: pg.PoolClient,
    tenantId: string,
    job: JobType<Data>,
    data: z.input<Data>,
    options?: { startAfter?: Date; key?: string },
  ): Promise<void>;
  /** Many at once, each with its key. */
  enqueueAllInside<Data extends z.ZodType>(
    client: pg.PoolClient,
    tenantId: string,
    job: JobType<Data>,
    all: readonly { readonly key: string; readonly data: z.input<Data> }[],
  ): Promise<void>;
  /** Starts at once what a committed transaction has left behind, instead of at the next look. */
  afterCommit(wake: { jobs: ReadonlySet<string>; events: boolean }): void;
  /** Called by the event dispatcher to be woken as well. */
  onEvents(wake: () => void): void;
  start(services: Services, handlers: readonly JobHandler[]): Promise<void>;
  /** Performs everything that is due by the product's clock and answers when nothing is left: test controls and tests. */
  drain(services: Services): Promise<number>;
  /**
   * Begins no more jobs and finishes those under way; what has not ended after the limit is aborted, put back, and done
   * again by another server (security 16.2).
   */
  rest(limitMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Jobs that failed at their last try; an operator looks at them, no worker fetches them. */
export const DEAD_LETTERS = 'dead-letters';
const DEAD_LETTERS_KEPT_SECONDS = 90 * 86_400;
const LOOK_EVERY_MS = 1_000;
const RETRIES = 20;
/** Of one tenant on this server: in all queues together, and in each queue that waits for others (security 15.2, decision 135). */
const AT_ONCE_PER_TENANT = 4;
/** A job whose server gives no sign of life for this long is another's; pg-boss takes no less than ten seconds. */
const ALIVE_WITHIN_SECONDS = 10;
const SUPERVISE_EVERY_SECONDS = 10;

/** pg-boss holds the jobs; fetching is ours, so that a commit wakes its jobs in milliseconds and a test can drain them. */
export function openJobs(url: string, onError: (error: Error) => void): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'console jobs',
    max: 6,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_EVERY_SECONDS,
    monitorIntervalSeconds: SUPERVISE_EVERY_SECONDS,
  });
  boss.on('error', onError);
  let workers: QueueWorker[] = [];
  let wakeEvents: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const wakeAll = (): void => {
    for (const worker of workers) worker.wake();
  };
  /** One question for all queues: most have nothing to do most of the time. */
  const dueQueues = (services: Services): Promise<ReadonlySet<string>> =>
    findDue(
      services,
      workers.map(({ name }) => name),
    );
  const look = async (services: Services): Promise<void> => {
    const due = await dueQueues(services);
    for (const worker of workers) if (due.has(worker.name)) worker.wake();
  };
  const rest = async (limitMs: number): Promise<void> => {
    clearInterval(timer);
    await looking;
    await Promise.all(workers.map((worker) => worker.rest(limitMs)));
  };

  return {
    enqueueInside: async (client, tenantId, job, data, options) => {
      const stored: StoredJob = { tenantId, data: job.data.parse(data) };
      await boss.send(job.name, stored, {
        group: { id: tenantId },
        singletonKey: options?.key ? `${tenantId}:${options.key}` : newId(),
        ...(options?.startAfter ? { startAfter: options.startAfter } : {}),
        db: { executeSql: (text, values) => client.query(text, values) },
      });
    },
    enqueueAllInside: async (client, tenantId, job, all) => {
      const jobs = all.map(({ key, data }) => ({
        data: { tenantId, data: job.data.parse(data) } satisfies StoredJob,
        group: { id: tenantId },
        singletonKey: `${tenantId}:${key}`,
      }));
      await boss.insert(job.name, jobs, { db: { executeSql: (text, values) => client.query(text, values) } });
    },
    afterCommit: (wake) => {
      for (const worker of workers) if (wake.jobs.has(worker.name)) worker.wake();
      if (wake.events) wakeEvents();
    },
    onEvents: (wake) => {
      wakeEvents = wake;
    },
    start: async (services, handlers) => {
      await boss.start();
      await openQueues(boss, handlers);
      await services.database.acrossTenants(
        'the app role enqueues inside its own transactions',
        async (_db, client) => {
          await client.query('reset role');
          await client.query('grant usage on schema pgboss to app, platform');
          await client.query('grant select, insert on all tables in schema pgboss to app, platform');
          await client.query('grant execute on all functions in schema pgboss to app, platform');
        },
      );
      const attempts = measureJobs(services, DEAD_LETTERS);
      const shared = { boss, services, onError, attempts, retries: RETRIES };
      // what of a tenant waited in other queues need not wait for the next look
      const newPlaces = (): TenantPlaces => new TenantPlaces(AT_ONCE_PER_TENANT, wakeAll);
      const common = newPlaces();
      workers = handlers.map(
        (handler) => new QueueWorker(shared, handler, handler.type.waitsForOthers ? newPlaces() : common),
      );
      timer = setInterval(() => {
        looking ??= look(services)
          .catch(onError)
          .finally(() => {
            looking = undefined;
          });
      }, LOOK_EVERY_MS);
    },
    drain: async (services) => {
      await releaseDelayed(services);
      const due = await dueQueues(services);
      let done = 0;
      for (const worker of workers) if (worker.isBusy || due.has(worker.name)) done += await worker.drain();
      return done;
    },
    rest,
    stop: async () => {
      await rest(0);
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** One for each kind of job, and one for those that failed at their last try. */
async function openQueues(boss: PgBoss, handlers: readonly JobHandler[]): Promise<void> {
  // one question for all: nearly every start finds them as they are wanted
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!known.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: DEAD_LETTERS_KEPT_SECONDS });
  for (const { type } of handlers) {
    const options = {
      retryLimit: RETRIES,
      deadLetter: DEAD_LETTERS,
      retryBackoff: true,
      retryDelay: 1,
      retryDelayMax: 300,
      expireInSeconds: type.timeoutSeconds + 30,
      heartbeatSeconds: ALIVE_WITHIN_SECONDS,
      deleteAfterSeconds: 3_600,
    };
    const queue = known.get(type.name);
    // `short`: of one key at most one job waits; a running one does not stop the next from being enqueued.
    if (!queue) await boss.createQueue(type.name, { policy: 'short', ...options });
    // a queue of an earlier version keeps its options until they are updated
    else if (entriesOf(options).some(([name, value]) => queue[name] !== value))
      await boss.updateQueue(type.name, options);
  }
}

/** Delays are kept in the product's time. Where a test has moved its clock ahead, the queue's own clock would let them wait. */
async function releaseDelayed({ database, clock }: Services): Promise<void> {
  await database.acrossTenants('jobs that are due by a clock that was moved', async (_db, client) => {
    await client.query('reset role');
    await client.query(
      "update pgboss.job set start_after = now() where state = 'created' and start_after > now() and start_after <= $1",
      [clock.now()],
    );
  });
}

const entriesOf = <Some extends object>(some: Some) => Object.entries(some) as [keyof Some, Some[keyof Some]][];

/** Which of these queues have a job whose time has come. */
async function findDue({ database }: Services, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.identityQuery<{ name: string }>({
    name: 'queues-with-due-jobs',
    text: `select queue.name from unnest($1::text[]) as queue (name)
            where exists (select from pgboss.job where job.name = queue.name and state < 'active' and not blocked and start_after <= now())`,
    values: [names],
  });
  return new Set(rows.map(({ name }) => name));
}
