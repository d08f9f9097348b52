import type pg from 'pg';
import { type Job, PgBoss } from 'pg-boss';
import type * as z from 'zod';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { SYSTEM_ACTOR } from '#platform/http/server/context.ts';
import type { Services } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { JobType } from '#platform/jobs/contract/job.ts';
import type { JobContext, JobHandler } from './define-job.ts';

export interface Jobs {
  /** Enqueues in the caller's transaction: the job exists exactly if the change does. */
  enqueueInside<Data extends z.ZodType>(
    client: pg.PoolClient,
    tenantId: string,
    job: JobType<Data>,
    data: z.input<Data>,
    options?: { startAfter?: Date; key?: string },
  ): Promise<void>;
  /** Starts at once what a committed transaction has left behind, instead of at the next look. */
  afterCommit(wake: { jobs: ReadonlySet<string>; events: boolean }): void;
  /** Called by the event dispatcher to be woken as well. */
  onEvents(wake: () => void): void;
  start(services: Services, handlers: readonly JobHandler[]): Promise<void>;
  /** Performs everything that is due and answers when nothing is left: test controls and tests. */
  drain(): Promise<number>;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 4;
/** A job whose server gives no sign of life for this long is another's; pg-boss takes no less than ten seconds. */
const ALIVE_WITHIN_SECONDS = 10;
const SIGN_OF_LIFE_EVERY_MS = 3_000;
const SUPERVISE_EVERY_SECONDS = 10;

interface StoredJob {
  readonly tenantId: string;
  readonly data: unknown;
}

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

  return {
    enqueueInside: async (client, tenantId, job, data, options) => {
      const stored: StoredJob = { tenantId, data: job.data.parse(data) };
      await boss.send(job.name, stored, {
        singletonKey: options?.key ? `${tenantId}:${options.key}` : newId(),
        ...(options?.startAfter ? { startAfter: options.startAfter } : {}),
        db: { executeSql: (text, values) => client.query(text, values) },
      });
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
      for (const { type } of handlers) {
        const options = {
          retryLimit: 20,
          retryBackoff: true,
          retryDelay: 1,
          retryDelayMax: 300,
          expireInSeconds: type.timeoutSeconds + 30,
          heartbeatSeconds: ALIVE_WITHIN_SECONDS,
          deleteAfterSeconds: 3_600,
        };
        // `short`: of one key at most one job waits; a running one does not stop the next from being enqueued.
        await boss.createQueue(type.name, { policy: 'short', ...options });
        // a queue of an earlier version keeps its own options until it is told
        await boss.updateQueue(type.name, options);
      }
      await services.database.acrossTenants(
        'the app role enqueues inside its own transactions',
        async (_db, client) => {
          await client.query('reset role');
          await client.query('grant usage on schema pgboss to app, platform');
          await client.query('grant select, insert on all tables in schema pgboss to app, platform');
          await client.query('grant execute on all functions in schema pgboss to app, platform');
        },
      );
      workers = handlers.map((handler) => new QueueWorker(boss, services, handler, onError));
      timer = setInterval(() => {
        for (const worker of workers) worker.wake();
      }, LOOK_EVERY_MS);
    },
    drain: async () => {
      let done = 0;
      for (const worker of workers) done += await worker.drain();
      return done;
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(workers.map((worker) => worker.stop()));
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** Fetches and performs one queue; one pass at a time, again while a pass found work. */
class QueueWorker {
  readonly name: string;
  readonly #boss: PgBoss;
  readonly #services: Services;
  readonly #handler: JobHandler;
  readonly #onError: (error: Error) => void;
  #running: Promise<number> | undefined;
  #again = false;
  #stopped = false;

  constructor(boss: PgBoss, services: Services, handler: JobHandler, onError: (error: Error) => void) {
    this.name = handler.type.name;
    this.#boss = boss;
    this.#services = services;
    this.#handler = handler;
    this.#onError = onError;
  }

  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#passes().finally(() => {
      this.#running = undefined;
    });
  }

  async drain(): Promise<number> {
    let done = 0;
    for (;;) {
      // What a pass that was already under way has done counts too: it may have left more to do elsewhere.
      const underWay = (await this.#running) ?? 0;
      this.wake();
      const found = underWay + ((await this.#running) ?? 0);
      done += found;
      if (found === 0) return done;
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #passes(): Promise<number> {
    let done = 0;
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        const jobs = await this.#boss.fetch<StoredJob>(this.name, { batchSize: AT_ONCE });
        if (jobs.length === 0) continue;
        this.#again = true;
        done += jobs.length;
        await Promise.all(jobs.map((job) => this.#perform(job)));
      }
    } catch (error) {
      this.#onError(error as Error);
    }
    return done;
  }

  async #perform(job: Job<StoredJob>): Promise<void> {
    const signal = AbortSignal.timeout(this.#handler.type.timeoutSeconds * 1_000);
    const alive = setInterval(() => {
      this.#boss.touch(this.name, job.id).catch(this.#onError);
    }, SIGN_OF_LIFE_EVERY_MS);
    try {
      const overdue = new Promise<never>((_, fail) => {
        signal.addEventListener('abort', () => fail(new Error(`job ${this.name} passed its limit`)), { once: true });
      });
      await Promise.race([
        this.#handler.handle(jobContext(this.#services, job.data.tenantId, signal), job.data.data),
        overdue,
      ]);
      await this.#boss.complete(this.name, job.id);
    } catch (error) {
      this.#services.log.warn({ job: this.name, jobId: job.id, attempt: job.retryCount, err: error }, 'job failed');
      await this.#boss.fail(this.name, job.id, { message: String((error as Error).message) }).catch(this.#onError);
    } finally {
      clearInterval(alive);
    }
  }
}

export function jobContext(services: Services, tenantId: string, signal: AbortSignal): JobContext {
  return {
    tenantId,
    services,
    signal,
    now: () => services.clock.now(),
    read: (work) => services.database.read(tenantId, work, 'background'),
    transaction: (work) => runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, work),
  };
}
