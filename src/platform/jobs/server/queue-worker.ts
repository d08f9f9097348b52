import type { Job, PgBoss } from 'pg-boss';
import type { Counter } from 'prom-client';
import type { Services } from '#platform/context/server/services.ts';
import { noteBroken } from '#platform/invariants/server/note-broken.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import type { JobHandler } from './define-job.ts';
import { jobContext } from './job-context.ts';
import type { TenantPlaces } from './tenant-places.ts';

export interface StoredJob {
  readonly tenantId: string;
  readonly data: unknown;
}

/** What the workers of all queues have in common. */
export interface SharedByWorkers {
  readonly boss: PgBoss;
  readonly services: Services;
  readonly onError: (error: Error) => void;
  readonly attempts: Counter<'queue' | 'result'>;
  /** After so many failures a job is given up. */
  readonly retries: number;
}

/** Jobs of one queue at once: two tenants that use all of theirs. */
const AT_ONCE = 8;
const SIGN_OF_LIFE_EVERY_MS = 3_000;

interface Attempt {
  readonly job: Job<StoredJob>;
  readonly giveUp: AbortController;
  /** Resolves when the attempt is over and noted; never rejects. */
  readonly over: Promise<void>;
}

/** Fetches and performs one queue: each job in a place of its own, so that a slow one holds up nothing but itself. */
export class QueueWorker {
  readonly name: string;
  readonly #shared: SharedByWorkers;
  readonly #handler: JobHandler;
  readonly #places: TenantPlaces;
  readonly #underWay = new Set<Attempt>();
  #fetching: Promise<void> | undefined;
  #again = false;
  #resting = false;
  #begun = 0;

  constructor(shared: SharedByWorkers, handler: JobHandler, places: TenantPlaces) {
    this.name = handler.type.name;
    this.#shared = shared;
    this.#handler = handler;
    this.#places = places;
  }

  get isBusy(): boolean {
    return this.#fetching !== undefined || this.#underWay.size > 0;
  }

  wake(): void {
    if (this.#resting) return;
    this.#again = true;
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
    });
  }

  async drain(): Promise<number> {
    let done = 0;
    for (;;) {
      const before = this.#begun;
      // What was already under way counts too: it may have left more to do elsewhere.
      const underWay = this.#underWay.size;
      this.wake();
      await this.#fetching;
      await this.#allOver();
      const found = underWay + this.#begun - before;
      done += found;
      if (found === 0) return done;
    }
  }

  async rest(limitMs: number): Promise<void> {
    this.#resting = true;
    await this.#fetching;
    const late = setTimeout(() => {
      for (const { giveUp } of this.#underWay) giveUp.abort(new Error(`job ${this.name} is handed back`));
    }, limitMs);
    await this.#allOver();
    clearTimeout(late);
  }

  async #allOver(): Promise<void> {
    await Promise.all([...this.#underWay].map(({ over }) => over));
  }

  async #fetch(): Promise<void> {
    const { boss, onError } = this.#shared;
    try {
      while (this.#again && !this.#resting) {
        this.#again = false;
        const batchSize = AT_ONCE - this.#underWay.size;
        if (batchSize === 0) return;
        const jobs = await boss.fetch<StoredJob>(this.name, {
          batchSize,
          ignoreGroups: this.#places.full(),
          groupConcurrency: this.#places.limit,
        });
        for (const job of jobs) this.#begin(job);
        if (jobs.length > 0) this.#again = true;
      }
    } catch (error) {
      onError(error as Error);
    }
  }

  #begin(job: Job<StoredJob>): void {
    this.#begun += 1;
    this.#places.take(job.data.tenantId);
    const giveUp = new AbortController();
    const attempt: Attempt = {
      job,
      giveUp,
      over: this.#perform(job, giveUp.signal).finally(() => {
        this.#underWay.delete(attempt);
        this.#places.leave(job.data.tenantId);
        this.wake();
      }),
    };
    this.#underWay.add(attempt);
  }

  async #perform(job: Job<StoredJob>, handedBack: AbortSignal): Promise<void> {
    const { boss, services, attempts, retries, onError } = this.#shared;
    const { timeoutSeconds } = this.#handler.type;
    const overdue = AbortSignal.timeout(timeoutSeconds * 1_000);
    const signal = AbortSignal.any([overdue, handedBack]);
    const begun = monotonicMs();
    let failed = true;
    const alive = setInterval(() => {
      boss.touch(this.name, job.id).catch(onError);
    }, SIGN_OF_LIFE_EVERY_MS);
    try {
      const cut = Promise.withResolvers<never>();
      signal.addEventListener(
        'abort',
        () => cut.reject(overdue.aborted ? new Error(`job ${this.name} passed its limit`) : signal.reason),
        { once: true },
      );
      const context = jobContext(services, job.data.tenantId, signal);
      await Promise.race([this.#handler.handle(context, job.data.data), cut.promise]);
      await boss.complete(this.name, job.id);
      attempts.inc({ queue: this.name, result: 'done' });
      failed = false;
    } catch (error) {
      const last = job.retryCount >= retries;
      const words = { job: this.name, jobId: job.id, attempt: job.retryCount, err: error };
      if (last) services.log.error(words, 'job given up');
      else services.log.warn(words, 'job failed');
      attempts.inc({ queue: this.name, result: last ? 'given_up' : 'failed' });
      await noteBroken(services, error, { tenantId: job.data.tenantId, work: `job ${this.name}` });
      await boss.fail(this.name, job.id, { message: String((error as Error).message) }).catch(onError);
    } finally {
      clearInterval(alive);
      services.traces.record({
        name: `job ${this.name}`,
        kind: 'consumer',
        durationMs: monotonicMs() - begun,
        attributes: {
          'console.tenant': job.data.tenantId,
          'console.job_id': job.id,
          'console.attempt': job.retryCount,
        },
        failed,
      });
    }
  }
}
