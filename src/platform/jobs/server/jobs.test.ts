import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { defineJob, type JobContext } from './define-job.ts';
import { DEAD_LETTERS } from './jobs.ts';

const Duty = z.object({ name: z.string() });
const duty = jobType('test.duty', Duty, 30);
const briefDuty = jobType('test.brief-duty', Duty, 1);
const outsideDuty = jobType('test.outside-duty', Duty, 30, { waitsForOthers: true });

let perform: (context: JobContext, name: string) => Promise<void>;
const attempts: { name: string; tenantId: string }[] = [];
const handle = async (context: JobContext, { name }: { name: string }): Promise<void> => {
  attempts.push({ name, tenantId: context.tenantId });
  await perform(context, name);
};
const slice: ServerSlice = {
  name: 'test',
  jobs: [defineJob(duty, handle), defineJob(briefDuty, handle), defineJob(outsideDuty, handle)],
};

let server: TestServer;
let tenant: TestTenant;
let admin: pg.Client;
beforeAll(async () => {
  server = await startTestServer({ slices: [slice] });
  tenant = await server.newTenant();
  admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
});
beforeEach(() => {
  attempts.length = 0;
  perform = async () => undefined;
});
afterAll(async () => {
  await admin.end();
  await server.stop();
});

const enqueue = (
  name: string,
  options: { key?: string; startAfter?: Date; tenantId?: string; job?: typeof duty; from?: TestServer } = {},
) =>
  runTransaction(
    (options.from ?? server).services,
    { tenantId: options.tenantId ?? tenant.id, actor: SYSTEM_ACTOR },
    (tx) =>
      tx.enqueue(
        options.job ?? duty,
        { name },
        {
          ...(options.key ? { key: options.key } : {}),
          ...(options.startAfter ? { startAfter: options.startAfter } : {}),
        },
      ),
  );
const namesTried = () => attempts.map(({ name }) => name);
interface Row {
  state: string;
  retry_count: number;
  wait: number;
  output: { message?: string } | null;
}
const rowOf = async (name: string, queue = 'test.duty'): Promise<Row> =>
  (
    await admin.query<Row>(
      `select state, retry_count, extract(epoch from start_after - now())::float8 as wait, output from pgboss.job
        where name = $1 and data->'data'->>'name' = $2`,
      [queue, name],
    )
  ).rows[0]!;
/** What waits for its next attempt comes now. */
const hurry = () => admin.query("update pgboss.job set start_after = now() where state = 'retry'");

test('a job starts after its transaction has committed, inside its tenant', async () => {
  await enqueue('once');
  await server.runDue();
  expect(attempts).toEqual([{ name: 'once', tenantId: tenant.id }]);
});

test('a job of a transaction that was rolled back does not exist', async () => {
  await runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, async (tx) => {
    await tx.enqueue(duty, { name: 'never' });
    throw new Error('and back');
  }).catch(() => undefined);
  await server.runDue();
  expect(namesTried()).toEqual([]);
});

test('a second job of the same key is the same duty while the first one waits', async () => {
  const startAfter = new Date(Date.now() + 3_600_000);
  await enqueue('first', { key: 'same', startAfter });
  await enqueue('second', { key: 'same' });
  await enqueue('of another tenant', { key: 'same', tenantId: (await server.newTenant()).id });
  await server.runDue();
  expect(namesTried()).toEqual(['of another tenant']);
});

test('a job for later waits for its time', async () => {
  await enqueue('later', { startAfter: new Date(Date.now() + 60_000) });
  await server.runDue();
  expect(namesTried()).toEqual([]);
});

test('a job for later begins once the clock of the product is there', async () => {
  const { clock } = server.services;
  const now = clock.now();
  await enqueue('in a year', { startAfter: new Date(now.getTime() + 365 * 86_400_000) });
  clock.set(new Date(now.getTime() + 364 * 86_400_000));
  await server.runDue();
  expect(namesTried()).not.toContain('in a year');
  clock.set(new Date(now.getTime() + 366 * 86_400_000));
  await server.runDue();
  clock.set(now);
  expect(namesTried()).toContain('in a year');
});

test('a job that fails comes again, later each time', async () => {
  perform = async () => {
    if (attempts.length < 4) throw new Error('not yet');
  };
  await enqueue('stubborn');
  const waits: number[] = [];
  for (let i = 0; i < 3; i++) {
    await server.runDue();
    const { state, wait, output } = await rowOf('stubborn');
    expect({ state, output }).toMatchObject({ state: 'retry', output: { message: 'not yet' } });
    waits.push(wait);
    await hurry();
  }
  await server.runDue();
  expect(await rowOf('stubborn')).toMatchObject({ state: 'completed', retry_count: 3 });
  expect(waits[2]).toBeGreaterThan(waits[0]!);
});

test('a job that always fails ends as a dead letter that keeps its duty', async () => {
  perform = async () => {
    throw new Error('never');
  };
  await enqueue('hopeless');
  for (let i = 0; i < 25 && (await rowOf('hopeless')).state !== 'failed'; i++) {
    await server.runDue();
    await hurry();
  }
  expect(attempts.length).toBeGreaterThan(8);
  const letters = await admin.query<{ data: unknown }>('select data from pgboss.job where name = $1', [DEAD_LETTERS]);
  expect(letters.rows).toEqual([{ data: { tenantId: tenant.id, data: { name: 'hopeless' } } }]);
  expect(await server.services.metrics.metrics()).toContain(
    'job_attempts_total{queue="test.duty",result="given_up"} 1',
  );
});

test('a job that never returns is aborted at its limit, and its place is used again', async () => {
  let signal: AbortSignal | undefined;
  perform = (context, name) => {
    if (name !== 'endless') return Promise.resolve();
    signal = context.signal;
    return new Promise(() => undefined);
  };
  await enqueue('endless', { job: briefDuty });
  await server.runDue();
  expect(signal?.aborted).toBe(true);
  expect(await rowOf('endless', 'test.brief-duty')).toMatchObject({
    state: 'retry',
    output: { message: 'job test.brief-duty passed its limit' },
  });
  await enqueue('next', { job: briefDuty });
  await server.runDue();
  expect(namesTried()).toEqual(['endless', 'next']);
  await admin.query("delete from pgboss.job where name = 'test.brief-duty'");
});

test('of one tenant four jobs run at once, and the job of another one does not wait for them', async () => {
  const other = await server.newTenant();
  const release = Promise.withResolvers<void>();
  perform = (context) => (context.tenantId === tenant.id ? release.promise : Promise.resolve());
  for (let i = 0; i < 12; i++) await enqueue(`many ${i}`);
  await until(() => attempts.length === 4);
  await enqueue('alone', { tenantId: other.id });
  await until(() => attempts.some(({ tenantId }) => tenantId === other.id));
  expect(attempts.filter(({ tenantId }) => tenantId === tenant.id)).toHaveLength(4);
  release.resolve();
  await server.runDue();
  expect(attempts).toHaveLength(13);
});

test('jobs that wait for the servers of others take no place of the others of their tenant', async () => {
  const release = Promise.withResolvers<void>();
  perform = (_context, name) => (name.startsWith('outside') ? release.promise : Promise.resolve());
  for (let i = 0; i < 6; i++) await enqueue(`outside ${i}`, { job: outsideDuty });
  await until(() => attempts.length === 4);
  await enqueue('own');
  await until(() => namesTried().includes('own'));
  expect(attempts).toHaveLength(5);
  release.resolve();
  await server.runDue();
  expect(attempts).toHaveLength(7);
});

test('one slow job holds up nothing but itself', async () => {
  const release = Promise.withResolvers<void>();
  perform = (_context, name) => (name === 'slow' ? release.promise : Promise.resolve());
  await enqueue('slow');
  await until(() => attempts.length === 1);
  for (let i = 0; i < 5; i++) {
    await enqueue(`quick ${i}`);
    await until(() => namesTried().includes(`quick ${i}`));
  }
  release.resolve();
  await server.runDue();
});

test('a stopping server finishes its jobs; one that does not end is handed back to others', async () => {
  const second = await startTestServer({ slices: [slice], databaseUrl: server.databaseUrl, finishMs: 1_500 });
  const started: string[] = [];
  const release = Promise.withResolvers<void>();
  perform = async (context, name) => {
    started.push(name);
    if (name === 'ends soon') await release.promise;
    if (name === 'does not end' && context.services === second.services) await new Promise(() => undefined);
  };
  await server.services.jobs.rest(0);
  await enqueue('ends soon', { from: second });
  await enqueue('does not end', { from: second });
  await until(() => started.length === 2);
  const stopped = second.stop();
  release.resolve();
  await stopped;
  expect(await rowOf('ends soon')).toMatchObject({ state: 'completed' });
  expect(await rowOf('does not end')).toMatchObject({
    state: 'retry',
    output: { message: 'job test.duty is handed back' },
  });
  await hurry();
  const third = await startTestServer({ slices: [slice], databaseUrl: server.databaseUrl });
  await third.runDue();
  expect(await rowOf('does not end')).toMatchObject({ state: 'completed' });
  await third.stop();
});

test('the job of a server that died comes again when it gives no sign of life', async () => {
  const third = await startTestServer({ slices: [slice], databaseUrl: server.databaseUrl });
  await admin.query('select pgboss.job_now()');
  await third.services.jobs.rest(0);
  await enqueue('orphan', { from: third });
  // fetched by a process that is gone: active for ever, as far as the table says
  await admin.query(
    "update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute' where data->'data'->>'name' = 'orphan'",
  );
  await third.stop();
  const fourth = await startTestServer({ slices: [slice], databaseUrl: server.databaseUrl });
  await until(
    async () => {
      await hurry();
      await fourth.runDue();
      return namesTried();
    },
    (names) => names.includes('orphan'),
  );
  await fourth.stop();
}, 60_000);

test('the metrics show what waits and for how long', async () => {
  const third = await startTestServer({ slices: [slice], databaseUrl: server.databaseUrl });
  await third.services.jobs.rest(0);
  await enqueue('waits', { from: third });
  await admin.query(
    "update pgboss.job set start_after = now() - interval '5 minutes' where data->'data'->>'name' = 'waits'",
  );
  const text = await third.services.metrics.metrics();
  expect(text).toContain('jobs_waiting{queue="test.duty"} 1');
  expect(Number(/jobs_oldest_waiting_seconds\{queue="test.duty"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(299);
  await third.stop();
});

test('a server that starts again leaves the queues as they are; one of an earlier version gets what is wanted now', async () => {
  const queues = async () =>
    (await admin.query("select name, retry_limit, updated_on from pgboss.queue where name like 'test.%' order by name"))
      .rows;
  await admin.query("update pgboss.queue set retry_limit = 3 where name = 'test.duty'");
  const [brief, changed, outside] = await queues();
  const again = await startTestServer({ slices: [slice], databaseUrl: server.databaseUrl });
  expect(await queues()).toEqual([brief, { ...changed, retry_limit: 20, updated_on: expect.any(Date) }, outside]);
  await again.stop();
});
