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
  expect(one).toMatchObject({ outcome: 'done', text: expect.stringContaining('E-mails: 1') });
  expect(await written('statistics')).toEqual([`${boss.userId}@example.com`]);
  const none = await run('statistics-mail', { receivers: [guest.userId], language: 'en-US', days: 1 });
  expect(none).toMatchObject({ outcome: 'failed' });
});

test('nobody is written to about a stock where all is well', async () => {
  const last = await run('stock-digest', { receivers: [boss.userId], language: 'en-US' });
  expect(last).toMatchObject({ outcome: 'done', text: 'E-mails: 0, robots that want something: 0, alarms: 0' });
  expect(await written('stock-digest')).toEqual([]);
});

test('alarms that are not over are in the digest, of those who may see them', async () => {
  const spotId = newId();
  await server.services.database.write(tenant.id, async (db) => {
    await db.insertInto('spot').values({ id: spotId, name: 'Harbour', name_zh: '港口' }).execute();
    const alarm = { spot_id: spotId, device_imei: '867000000000001', device_name: 'Robot 1', last_seen_at: new Date() };
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour));
    await db
      .insertInto('alarm')
      .values([
        { ...alarm, id: newId(), type: 'low_material', severity: 'minor', raised_at: at(8) },
        { ...alarm, id: newId(), type: 'heartbeat', severity: 'critical', raised_at: at(9) },
        { ...alarm, id: newId(), type: 'make_failure', severity: 'major', raised_at: at(7), state: 'cleared' },
      ])
      .execute();
  });
  const clerk = await tenant.staff(['robot:view']);
  await mailboxOf(clerk.userId);
  const last = await run('stock-digest', { receivers: [boss.userId, clerk.userId], language: 'zh-CN' });
  expect(last).toMatchObject({ text: 'E-mails: 1, robots that want something: 0, alarms: 2' });
  expect(await written('stock-digest')).toEqual([`${boss.userId}@example.com`]);
});

test('a coupon rule that is on and sends nothing needs a look', async () => {
  const [couponId, other] = [newId(), newId()];
  const period = { starts_at: new Date('2026-01-01'), ends_at: new Date('2036-01-01'), max_total: 10, max_uses: 1 };
  const rule = { begin_at: new Date('2026-01-01'), end_at: new Date('2036-01-01'), reward_type: 2 };
  await server.services.database.write(tenant.id, async (db) => {
    await db
      .insertInto('coupon')
      .values([
        { id: couponId, title: 'Ten off', type: 1, rate: 10, ...period },
        { id: other, title: 'Off', type: 1, rate: 10, enabled: false, ...period },
      ])
      .execute();
    await db
      .insertInto('reward_rule')
      .values([
        { id: newId(), name: 'Welcome', coupon_id: couponId, ...rule },
        { id: newId(), name: 'Forgotten', coupon_id: other, ...rule },
      ])
      .execute();
  });
  const last = await run('coupon-rule-check', {});
  expect(last).toMatchObject({ outcome: 'done', text: 'Rules that are on: 2, that need a look: Forgotten' });
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
