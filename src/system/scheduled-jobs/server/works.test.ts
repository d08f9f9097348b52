import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageTexts } from '#platform/i18n/server/page-texts.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { scheduledJobEndpoints } from '../contract/endpoints.ts';
import { scheduledJobs } from '../contract/scheduled-jobs.ts';
import { planDueJobs } from './plan-jobs.ts';

const { execute, runs } = scheduledJobEndpoints;

let server: TestServer;
let tenant: TestTenant;
let boss: Caller & { userId: string };
beforeAll(async () => {
  server = await startTestServer({ planDue: planDueJobs });
  tenant = await server.newTenant();
  boss = await tenant.staff();
  await mailboxOf(boss.userId);
});
afterAll(() => server?.stop());

const mailboxOf = (id: string) =>
  server.services.database.identity((db) =>
    db
      .updateTable('staff_user')
      .set({ email: `${id}@example.com` })
      .where('id', '=', id)
      .execute(),
  );
/** Runs a job of this work by hand, and answers what came of it. */
async function run(jobClassName: string, parameter: object) {
  const { id } = await server.call(
    scheduledJobs.endpoints.add,
    { jobClassName, cronExpression: '0 0 8 * * ?', parameter: JSON.stringify(parameter) },
    boss,
  );
  await server.call(execute, { id }, boss);
  await server.runDue();
  const [last] = (await server.call(runs, { id }, boss)).records;
  return last;
}
const written = async (purpose: string) =>
  (
    await server.services.database.read(tenant.id, (db) =>
      db.selectFrom('message_delivery').select('recipient').where('purpose', '=', purpose).execute(),
    )
  ).map(({ recipient }) => recipient);

test('a list is made as a file of each receiver who may see it, and a mail says where it lies', async () => {
  const [seller, guest, silent] = [
    await tenant.staff(['order:view', 'order:export']),
    await tenant.staff([]),
    await tenant.staff(),
  ];
  for (const { userId } of [seller, guest]) await mailboxOf(userId);
  const receivers = [boss, seller, guest, silent].map(({ userId }) => userId);
  const last = await run('export-mail', { receivers, language: 'en-US', list: 'orders', format: 'csv', days: 2 });
  expect(last).toMatchObject({ outcome: 'done', text: expect.stringContaining('2 people') });
  const files = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('export_job').select(['requested_by', 'request']).execute(),
  );
  expect(files.map(({ requested_by }) => requested_by).sort()).toEqual([boss.userId, seller.userId].sort());
  expect(files[0]?.request).toHaveProperty('createdFrom');
  expect((await written('scheduled-export')).sort()).toEqual(
    [boss, seller].map(({ userId }) => `${userId}@example.com`).sort(),
  );
});

test('sales go by mail to those who may see them', async () => {
  const guest = await tenant.staff([]);
  await mailboxOf(guest.userId);
  const one = await run('statistics-mail', { receivers: [boss.userId, guest.userId], language: 'zh-CN', days: 1 });
  expect(one).toMatchObject({ outcome: 'done', text: expect.stringContaining('Mails: 1') });
  expect(await written('statistics')).toEqual([`${boss.userId}@example.com`]);
  const none = await run('statistics-mail', { receivers: [guest.userId], language: 'en-US', days: 1 });
  expect(none).toMatchObject({ outcome: 'failed' });
});

test('nobody is written to about a stock where all is well', async () => {
  const last = await run('stock-digest', { receivers: [boss.userId], language: 'en-US' });
  expect(last).toMatchObject({ outcome: 'done', text: 'Mails: 0, robots that want something: 0' });
  expect(await written('stock-digest')).toEqual([]);
});

test('files are looked after', async () => {
  expect(await run('file-cleanup', { days: 3 })).toMatchObject({ outcome: 'done', text: 'Deleted files: 0 (0 KB)' });
});

test('a language lacks the texts that somebody could add to it, and no others', async () => {
  const missing = async () => /missing: (.+)$/.exec((await run('language-completeness', {}))?.text ?? '')?.[1];
  expect(await missing()).toBe('0');
  const everyPage = [...pageTexts()].map(([page_key, texts]) => ({
    ...{ id: newId(), page_key, language: 'nb-NO' },
    texts: JSON.stringify(Object.fromEntries(texts['en-US'])),
  }));
  await server.services.database.write('1', async (db) => {
    await db.insertInto('language').values({ id: newId(), type: 'bar', language: 'nb-NO', status: 1 }).execute();
    await db.insertInto('page_language').values(everyPage).execute();
  });
  expect(await missing()).toBe('0');
  await server.services.database.write('1', (db) =>
    db.updateTable('page_language').set({ texts: '{}' }).where('page_key', '=', 'ui').execute(),
  );
  expect(await missing()).toBe(`nb-NO ${pageTexts().get('ui')?.['en-US'].size}`);
});

test('strangers get no mail', async () => {
  const stranger = await (await server.newTenant()).staff();
  await expect(run('stock-digest', { receivers: [stranger.userId], language: 'en-US' })).rejects.toMatchObject({
    problem: 'scheduled-job.receiver-unknown',
    answer: { body: { faults: [{ path: 'parameter.receivers' }] } },
  });
});
