import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { slices as allSlices } from '#apps/server/slices.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { defineWork, type WorkContext, type WorkResult } from '#platform/jobs/server/define-work.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { integer } from '#platform/records/contract/fields.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { scheduledJobEndpoints } from '../contract/endpoints.ts';
import { scheduledJobJobs } from '../contract/jobs.ts';
import { scheduledJobs } from '../contract/scheduled-jobs.ts';
import { scheduledJobSlice } from './index.ts';
import { planDueJobs } from './plan-jobs.ts';
import { insertRun } from './run-store.ts';

const { add, edit, one, importExcel, remove } = scheduledJobs.endpoints;
const { pause, resume, execute, runs, works, program } = scheduledJobEndpoints;

let perform: (context: WorkContext, count: number) => Promise<WorkResult>;
const texts = { name: 'Try', about: 'Tries', done: 'tried {count} times', fields: { count: 'Count' } };
const trial = defineWork({
  key: 'trial',
  texts: { 'en-US': texts, 'zh-CN': { ...texts, name: '试' } },
  permission: 'order:view',
  leastMinutes: 10,
  parameters: { count: integer(0, 9, { empty: 1 }) },
  run: (context, { count }) => perform(context, Number(count)),
});
const slices: ServerSlice[] = allSlices.map((slice) =>
  slice.name === 'scheduled-jobs'
    ? scheduledJobSlice(() => [...allSlices, { name: 'trial', scheduledWork: [trial] }])
    : slice,
);

let server: TestServer;
let second: TestServer;
let tenant: TestTenant;
let staff: Caller & { userId: string };
let ran: string[];
beforeAll(async () => {
  // the schedules of the program stay quiet
  server = await startTestServer({ slices, planDue: planDueJobs });
  second = await startTestServer({ slices, planDue: planDueJobs, databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await second?.stop();
  await server?.stop();
});
beforeEach(async () => {
  await clockAt('2027-01-01T00:00:00Z');
  tenant = await server.newTenant();
  staff = await tenant.staff();
  ran = [];
  perform = async ({ tenantId }, count) => {
    if (tenantId === tenant.id) ran.push(tenantId);
    return { facts: { count } };
  };
});

/** It is that moment, and everybody is still logged in. */
async function clockAt(text: string): Promise<void> {
  const now = new Date(text);
  for (const { services } of [server, second]) services.clock.set(now);
  const expires_at = new Date(now.getTime() + 86_400_000);
  await server.services.database.identity((db) =>
    db.updateTable('staff_session').set({ created_at: now, last_seen_at: now, expires_at }).execute(),
  );
}
const both = () => Promise.all([server.runDue(), second.runDue()]);
let count = 0;
const aJob = (more: object = {}, caller: Caller = staff) => {
  count += 1;
  const given = { description: `Job ${count}`, jobClassName: 'trial', cronExpression: '0 30 2 * * ?', status: 0 };
  return server.call(add, { ...given, ...more } as never, caller);
};
const runsOf = async (id: string, caller: Caller = staff) =>
  (await server.call(runs, { id, pageSize: 50 }, caller)).records;
const slots = async (id: string) => (await runsOf(id)).map(({ slot, outcome }) => [slot, outcome]).toReversed();
const refused = (problem: string) => expect.objectContaining({ problem });

describe('two servers', () => {
  test('run each slot once, through both changes of the clocks', async () => {
    const { id } = await aJob();
    for (const [day, slot] of [
      ['2027-03-27', '2027-03-27T01:30:00.000Z'],
      // 02:30 does not exist: the next moment
      ['2027-03-28', '2027-03-28T01:00:00.000Z'],
      ['2027-10-30', '2027-10-30T00:30:00.000Z'],
      // 02:30 comes twice: the first
      ['2027-10-31', '2027-10-31T00:30:00.000Z'],
    ] as const) {
      for (const moment of ['T00:29:00Z', 'T00:31:00Z', 'T01:00:01Z', 'T01:31:00Z', 'T23:00:00Z']) {
        await clockAt(`${day}${moment}`);
        await both();
      }
      expect((await slots(id)).filter(([at]) => at?.startsWith(day))).toEqual([[slot, 'done']]);
    }
    expect(ran.length).toBe((await slots(id)).length);
  });

  test('that were down run the latest missed slot alone', async () => {
    const { id } = await aJob();
    await clockAt('2027-02-10T12:00:00Z');
    await both();
    expect(await slots(id)).toEqual([['2027-02-10T01:30:00.000Z', 'done']]);
    expect(await server.call(one, { id }, staff)).toMatchObject({
      nextRunAt: '2027-02-11T01:30:00.000Z',
      lastRunAt: '2027-02-10T01:30:00.000Z',
      lastOutcome: 'done',
    });
    expect(ran).toHaveLength(1);
  });

  test('skip and record a slot that comes while the last run goes on', async () => {
    const release = Promise.withResolvers<void>();
    let begun = 0;
    perform = async () => {
      begun += 1;
      await release.promise;
      return { facts: {} };
    };
    const { id } = await aJob();
    await clockAt('2027-01-01T01:30:01Z');
    await planDueJobs(server.services);
    await until(() => begun === 1);
    await clockAt('2027-01-02T01:30:01Z');
    await Promise.all([planDueJobs(server.services), planDueJobs(second.services)]);
    await expect(server.call(execute, { id }, staff)).rejects.toEqual(refused('scheduled-job.still-running'));
    release.resolve();
    await both();
    expect(await slots(id)).toEqual([
      ['2027-01-01T01:30:00.000Z', 'done'],
      ['2027-01-02T01:30:00.000Z', 'skipped'],
    ]);
    expect(begun).toBe(1);
  });
});

test('a job is stopped, resumed without what was missed, and run by hand in between', async () => {
  const { id } = await aJob();
  await server.call(pause, { id }, staff);
  expect(await server.call(one, { id }, staff)).toMatchObject({ status: '-1', nextRunAt: null });
  await clockAt('2027-01-05T12:00:00Z');
  await both();
  expect(await slots(id)).toEqual([]);
  await server.call(execute, { id }, staff);
  await both();
  expect(await runsOf(id)).toMatchObject([
    { outcome: 'done', text: 'tried 1 times', askedBy: expect.stringMatching(/./) },
  ]);
  await server.call(resume, { id }, staff);
  await both();
  expect(await server.call(one, { id }, staff)).toMatchObject({ status: '0', nextRunAt: '2027-01-06T01:30:00.000Z' });
  expect(ran).toHaveLength(1);
  for (const call of [pause, resume, execute])
    await expect(server.call(call, { id: '01a1fc10-5bf7-7c87-a529-9b79c01034e0' }, staff)).rejects.toEqual(
      refused('scheduled-job.not-found'),
    );
});

test('a save keeps a slot that is due, and a new zone of the tenant plans anew', async () => {
  const job = await aJob();
  await clockAt('2027-01-01T01:30:01Z');
  await server.call(edit, { id: job.id, parameter: '{"count":3}' }, staff);
  await both();
  expect(await runsOf(job.id)).toMatchObject([{ outcome: 'done', text: 'tried 3 times' }]);
  const zoned = { planned_zone: 'Asia/Tokyo', next_run_at: new Date('2027-01-01T01:00:00Z') };
  await server.services.database.write(tenant.id, (db) => db.updateTable('scheduled_job').set(zoned).execute());
  await both();
  expect(await server.call(one, { id: job.id }, staff)).toMatchObject({ nextRunAt: '2027-01-02T01:30:00.000Z' });
  expect(await runsOf(job.id)).toHaveLength(1);
});

test('a run that fails is noted, told once, and settled by one that succeeds', async () => {
  const { id } = await aJob({ description: 'Fragile' });
  const works = perform;
  perform = async () => raise('scheduled-job.nobody-to-write');
  await clockAt('2027-01-01T02:00:00Z');
  await both();
  perform = async () => {
    throw new Error('select secret from inside');
  };
  await clockAt('2027-01-02T02:00:00Z');
  await both();
  const told = await runsOf(id);
  expect(told.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  expect(told[0]?.text).not.toContain('secret');
  expect(told[1]?.text).toContain('e-mail address');
  const open = () =>
    server.services.database.read(tenant.id, (db) =>
      db.selectFrom('notice').select(['kind', 'permission', 'params']).where('settled_at', 'is', null).execute(),
    );
  expect(await open()).toEqual([
    { kind: 'scheduled-jobs.failed', permission: 'scheduled-job:view', params: { name: 'Fragile' } },
  ]);
  perform = works;
  await clockAt('2027-01-03T02:00:00Z');
  await both();
  expect(await open()).toEqual([]);
});

test('what a run changes is done once, even if it is begun again after its server was lost', async () => {
  let finished = 0;
  perform = async () => ({
    facts: {},
    finish: async (tx) => {
      await tx.db.selectFrom('tenant').select('tenant_id').execute();
      finished += 1;
    },
  });
  const { id } = await aJob();
  await runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, async (tx) => {
    const runId = await insertRun(tx.db, { jobId: id, slot: tx.now(), outcome: 'waiting', at: tx.now() });
    // another server began it and is gone
    await tx.db.updateTable('scheduled_job_run').set({ outcome: 'running' }).where('job_id', '=', id).execute();
    for (const key of ['once', 'again']) await tx.enqueue(scheduledJobJobs.run, { runId: runId ?? '' }, { key });
  });
  await both();
  expect(await runsOf(id)).toMatchObject([{ outcome: 'done' }]);
  expect(finished).toBe(1);
});

describe('the registry', () => {
  test('takes keys that it knows, in the words of the older contract', async () => {
    const chinese = { ...staff, language: 'zh-CN' };
    await expect(aJob({ jobClassName: 'org.jeecg.Job' }, chinese)).rejects.toMatchObject({
      problem: 'scheduled-job.work-unknown',
      answer: { body: { message: '后台找不到该类名：org.jeecg.Job', faults: [{ path: 'jobClassName' }] } },
    });
    const known = await server.call(works, {}, chinese);
    expect(known).toContainEqual(expect.objectContaining({ key: 'trial', name: '试', isAllowed: true }));
    expect(known.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        ...['export-mail', 'statistics-mail', 'stock-digest', 'file-cleanup', 'language-completeness'],
        ...['coupon-rule-check', 'gateway-route-check'],
      ]),
    );
  });

  test.each([
    [{ cronExpression: '0 0 25 * * ?' }, 'cron.hours-invalid', 'cronExpression'],
    [{ cronExpression: '0/1 * * * * ?' }, 'scheduled-job.too-often', 'cronExpression'],
    [{ cronExpression: '0 0 4 31 2 ?' }, 'scheduled-job.never-runs', 'cronExpression'],
    [{ cronExpression: '0 0 4 1 1 ? 2020' }, 'scheduled-job.never-runs', 'cronExpression'],
    [{ parameter: '{"count":10}' }, 'scheduled-job.parameter-malformed', 'parameter.count'],
    [{ parameter: 'rm -rf' }, 'scheduled-job.parameter-malformed', 'parameter'],
  ])('refuses %j', async (given, problem, path) => {
    await expect(aJob(given)).rejects.toMatchObject({ problem, answer: { body: { faults: [{ path }] } } });
  });

  test('a schedule that never comes is refused where it would run, and can be kept stopped', async () => {
    const never = { cronExpression: '0 0 4 31 2 ?' };
    const { id } = await aJob();
    await expect(server.call(edit, { id, ...never }, staff)).rejects.toEqual(refused('scheduled-job.never-runs'));
    expect(await server.call(edit, { id, ...never, status: -1 } as never, staff)).toMatchObject({ status: '-1' });
    await expect(server.call(resume, { id }, staff)).rejects.toEqual(refused('scheduled-job.never-runs'));
  });

  test('who may not do the work may not schedule it, and what he scheduled stops when he loses the right', async () => {
    const permissions = ['view', 'add', 'edit', 'delete'].map((deed) => `scheduled-job:${deed}`);
    const weak = await tenant.staff(permissions);
    await expect(aJob({}, weak)).rejects.toEqual(refused('request.forbidden'));
    const { id } = await aJob();
    await expect(server.call(edit, { id, cronExpression: '0 0 5 * * ?' }, weak)).rejects.toEqual(
      refused('request.forbidden'),
    );
    // to stop it, and to let it run again with the rights of who made it, is no more than before
    await server.call(pause, { id }, weak);
    await server.call(resume, { id }, weak);
    await server.services.database.identity((db) =>
      db.updateTable('staff_user').set({ status: 2 }).where('id', '=', staff.userId).execute(),
    );
    await clockAt('2027-01-01T02:00:00Z');
    await both();
    expect(await runsOf(id, weak)).toMatchObject([{ outcome: 'failed', text: expect.stringContaining('may not') }]);
    expect(ran).toEqual([]);
  });

  test('a name is given where nobody says one, and what a file brings along starts stopped', async () => {
    expect(await aJob({ description: '' })).toMatchObject({ description: 'Try', status: '0' });
    await server.services.database.acrossTenants('a word of a test', async (db) => {
      await db.insertInto('dictionary').values({ code: 'quartz_status', name_en: 'State', name_zh: '状态' }).execute();
      const word = { code: 'quartz_status', value: '0', text_en: 'Normal', text_zh: '正常' };
      await db.insertInto('dictionary_item').values(word).execute();
    });
    const bytes = Buffer.from('名称,任务类型,执行计划,参数,状态\n来自文件,trial,0 0 5 * * ?,,正常\n');
    const outcome = await server.call(importExcel, { file: { name: 'jobs.csv', bytes } }, staff);
    expect(outcome).toMatchObject({ successCount: 1, errorCount: 0 });
    const page = await server.call(scheduledJobs.endpoints.page, { keyword: '来自文件' }, staff);
    expect(page.records).toMatchObject([{ status: '-1', nextRunAt: null }]);
  });

  test('another tenant sees neither runs nor jobs, and runs none', async () => {
    const { id } = await aJob();
    const stranger = await (await server.newTenant()).staff();
    await expect(server.call(runs, { id }, stranger)).rejects.toEqual(refused('scheduled-job.not-found'));
    await expect(server.call(execute, { id }, stranger)).rejects.toEqual(refused('scheduled-job.not-found'));
    await server.call(remove, { id }, staff);
    await clockAt('2027-01-02T12:00:00Z');
    await both();
    expect(ran).toEqual([]);
  });

  test('the schedules of the program are for the administrator alone', async () => {
    await expect(server.call(program, {}, staff)).rejects.toEqual(refused('request.forbidden'));
  });
});
