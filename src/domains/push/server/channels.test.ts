import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChannelFaultInput } from '#apps/simulator/outbox/channel-faults.ts';
import {
  API_PATH,
  createMessageProviders,
  type MessageProviders,
  SMS_PATH,
} from '#apps/simulator/outbox/message-providers.ts';
import type { OutgoingReport } from '#apps/simulator/outbox/message-reports.ts';
import { createOutbox } from '#apps/simulator/outbox/outbox.ts';
import { type MailServer, startMailServer } from '#apps/simulator/outbox/start-mail-server.ts';
import { createWorldClock } from '#apps/simulator/world/clock.ts';
import { type LocalServer, listenLocally } from '#apps/simulator/world/local-http.ts';
import { nameCustomer } from '#domains/customers/server/index.ts';
import { rentalEvents } from '#domains/rentals/contract/events.ts';
import { REPORTS_PATH } from '#platform/channels/contract/channels.ts';
import { sealChannelSecret } from '#platform/channels/server/index.ts';
import { sendDue } from '#platform/channels/server/send-due.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { later } from '#platform/testing/later.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { channelEndpoints } from '../contract/channel-page.ts';
import { choiceEndpoints } from '../contract/choices.ts';
import { storefrontMessageEndpoints } from '../contract/devices.ts';
import { pushEndpoints as calls } from '../contract/endpoints.ts';
import { type LoggedMessage, messageLog } from '../contract/message-log.ts';
import { pushRunEndpoints } from '../contract/runs.ts';
import { scenes } from '../contract/scenes.ts';
import { templates } from '../contract/templates.ts';
import { fireScenes, kindOf } from './fire-scenes.ts';

let server: TestServer;
let providers: MessageProviders;
let local: LocalServer;
let mail: MailServer;
let tenant: TestTenant;
let staff: Caller & { userId: string };
let customerId: string;
let clientId: string;
let storefront: Caller;
const clock = createWorldClock();
const outbox = createOutbox(clock);
/** What arrived as reports, oldest first. */
const reports: number[] = [];

const KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const signing = `whsec_${randomBytes(32).toString('base64')}`;
const WORD = 'a-word-of-wechat-0001';
const TOKEN = 'app-token-of-ann:APA91b';
const OPENID = 'oAnnAnnAnnAnn';

async function post({ url, headers, body }: OutgoingReport): Promise<number> {
  const { pathname, search } = new URL(url);
  const answer = await server.server.app.inject({
    method: 'POST',
    url: pathname + search,
    headers: { ...headers },
    payload: body,
  });
  // a report that overtook the answer of the provider comes again
  if (answer.statusCode !== 404) reports.push(answer.statusCode);
  return answer.statusCode;
}

beforeAll(async () => {
  providers = createMessageProviders(outbox, clock, { delayMs: 100, post });
  local = await listenLocally(0, async (request, response, url) => {
    if (!(await providers.answer(request, response, url))) response.writeHead(404).end();
  });
  mail = await startMailServer(0, providers);
  server = await startTestServer({ env: { OUTBOUND_ALLOW: `127.0.0.1:${local.port},127.0.0.1:${mail.port}` } });
});
afterAll(async () => {
  await server?.stop();
  await local?.close();
  await mail?.stop();
});

const inside = <T>(work: (tx: Transaction) => Promise<T>) =>
  runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, work);

/** Somewhere it is day whenever this is read, and somewhere night. */
const hourIn = (zone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(new Date()));
const ZONES = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Asia/Karachi', 'Pacific/Auckland', 'America/Sao_Paulo'];
const DAY = ZONES.find((zone) => hourIn(zone) >= 9 && hourIn(zone) < 20) ?? 'UTC';
const NIGHT = ZONES.find((zone) => hourIn(zone) >= 21 || hourIn(zone) < 8) ?? 'UTC';

const SETTINGS = () => ({
  wechat: {
    endpoint: local.url,
    appId: 'wx0001',
    templateId: 'usual',
    miniAppId: 'wxmini',
    appSecret: 'app-secret-of-the-account',
    reportSecret: WORD,
  },
  push: {
    endpoint: local.url,
    tokenEndpoint: `${local.url}/fcm/token`,
    projectId: 'coffee-app',
    clientEmail: 'a@coffee-app.example',
    privateKey: String(KEY),
  },
  api: { endpoint: `${local.url}${API_PATH}?tenant=${tenant.id}`, secret: signing },
  sms: { reportSecret: signing },
  email: { reportSecret: signing },
});
type Way = keyof ReturnType<typeof SETTINGS>;
const save = (channel: Way, more: object = {}) =>
  server.call(channelEndpoints.saveChannel, { channel, ...SETTINGS()[channel], ...more } as never, staff);

beforeEach(async () => {
  providers.faults.clear();
  reports.length = 0;
  tenant = await server.newTenant({ timeZone: DAY });
  staff = await tenant.staff('all', { steppedUp: true });
  storefront = await tenant.storefront({});
  await server.services.database.write(tenant.id, async (db) => {
    const { secrets } = server.services;
    const secretKey = await sealChannelSecret(secrets, db, tenant.id, 'sms_config', 'a-key-of-the-provider');
    const sms_config = {
      endpoint: `${local.url}${SMS_PATH}?tenant=${tenant.id}`,
      body: '{"to":"{phone}","text":"{text}"}',
      authorization: 'Bearer {secretKey}',
      secretKey,
    };
    const email_config = { host: '127.0.0.1', port: mail.port, from: `t${tenant.id}@nord.example` };
    await db
      .updateTable('tenant')
      .set({ sms_config: JSON.stringify(sms_config), email_config: JSON.stringify(email_config) })
      .execute();
  });
  for (const channel of Object.keys(SETTINGS()) as Way[]) await save(channel);
  const report = (channel: 'sms' | 'email' | 'wechat') =>
    `http://product.example${REPORTS_PATH.replace(':channel', channel).replace(':tenantId', tenant.id)}`;
  providers.reports.addAccount({ channel: 'sms', id: tenant.id, reportUrl: report('sms'), secret: signing });
  providers.reports.addAccount({
    channel: 'email',
    id: `t${tenant.id}@nord.example`,
    reportUrl: report('email'),
    secret: signing,
  });
  providers.reports.addAccount({ channel: 'wechat', id: 'wx0001', reportUrl: report('wechat'), secret: WORD });
  providers.reports.addAccount({ channel: 'api', id: tenant.id, secret: signing });
  const row = await inside((tx) => tx.db.selectFrom('storefront_client').select('id').executeTakeFirstOrThrow());
  clientId = row.id;
  await server.call(
    storefrontMessageEndpoints.saveDevice,
    { customerId: 'ann', channel: 'push', address: TOKEN, platform: 'ios' },
    storefront,
  );
  await server.call(
    storefrontMessageEndpoints.saveDevice,
    { customerId: 'ann', channel: 'wechat', address: OPENID },
    storefront,
  );
  customerId = await inside((tx) => nameCustomer(tx, { clientId, userId: 'ann' }));
  await inside((tx) =>
    tx.db
      .updateTable('customer')
      .set({ email: 'ann@example.com', phone: '+4790000001', consent: true })
      .where('id', '=', customerId)
      .execute(),
  );
});

const log = async () =>
  (await server.call(messageLog.endpoints.page, { pageSize: 200 }, staff)).records as LoggedMessage[];
const attempts = (id: string) => server.call(channelEndpoints.attempts, { id }, staff);
const addTemplate = (channel: string, more: object = {}) =>
  server.call(
    templates.endpoints.add,
    {
      code: 'ready',
      channel,
      title: 'Ready {n}',
      content: 'thing1: {n}',
      testJson: '{"n":1}',
      jumpType: 2,
      jumpTarget: '/orders',
      ...more,
    } as never,
    staff,
  );

/** What is due after so many seconds. */
const due = (seconds: number) =>
  later(server, seconds, async () => {
    await sendDue.run(server.services, server.services.clock.now());
    await server.runDue();
  });

/** Writes to Ann by one channel, and lets the provider report. */
async function write(
  channel: Way,
  faults: readonly { kind: ChannelFaultInput['kind']; times?: number; seconds?: number }[] = [],
): Promise<LoggedMessage> {
  const template = await addTemplate(
    channel,
    channel === 'email' || channel === 'sms' ? { jumpType: 0, jumpTarget: '' } : {},
  );
  for (const fault of faults) providers.faults.add({ channel, ...fault } as ChannelFaultInput);
  await server.call(calls.sendTemplate, { id: template.id, customerIds: [customerId], values: { n: 7 } }, staff);
  return settle();
}
async function settle(): Promise<LoggedMessage> {
  await server.runDue();
  await providers.reports.idle();
  const [message] = await log();
  if (!message) throw new Error('nothing was written');
  return message;
}
const WAYS: readonly [Way, string][] = [
  ['sms', '+4790000001'],
  ['email', 'ann@example.com'],
  ['wechat', OPENID],
  ['push', TOKEN],
  ['api', 'ann'],
];

describe.each(WAYS)('%s', (channel, to) => {
  test('reaches its receiver, once, and is delivered when its provider or app says so', async () => {
    const message = await write(channel);
    expect(message).toMatchObject({ channel, recipient: to, attempts: 1, customerId });
    const arrived = outbox.list({ channel, to }).filter(({ text }) => text.includes('7'));
    expect(arrived.length).toBeGreaterThan(0);
    if (channel === 'push') {
      expect(message.state).toBe('sent');
      await server.call(storefrontMessageEndpoints.received, { messageId: message.id }, storefront);
      await server.call(storefrontMessageEndpoints.received, { messageId: message.id }, storefront);
    }
    expect((await log())[0]).toMatchObject({ state: 'delivered' });
    expect(await attempts(message.id)).toMatchObject([{ number: 1, fault: '' }]);
  });

  test('a provider that refuses ends it, and it can be sent once more', async () => {
    const message = await write(channel, [{ kind: 'refuse' }]);
    expect(message).toMatchObject({ state: 'failed', lastError: 'refused', canSendAgain: true });
    await server.call(calls.sendAgain, { ids: [message.id] }, staff);
    expect((await settle()).state).toMatch(/^(sent|delivered)$/);
    expect(await attempts(message.id)).toMatchObject([
      { number: 2, fault: '' },
      { number: 1, fault: 'refused' },
    ]);
  });

  test('one that is broken for now is tried again after 1, 5 and 30 minutes, across a restart, and then given up', async () => {
    const message = await write(channel, [{ kind: 'busy', times: 4 }]);
    expect(message).toMatchObject({ state: 'pending', attempts: 1 });
    await due(50);
    expect((await log())[0]).toMatchObject({ attempts: 1 });
    // the queue stands in the database: another server goes on with it
    for (const seconds of [70, 400, 2_300]) await due(seconds);
    expect((await log())[0]).toMatchObject({ state: 'failed', attempts: 4 });
    expect(await attempts(message.id)).toHaveLength(4);
  });

  test('a slow answer is waited for, and one that never comes is no second message', async () => {
    const before = outbox.list({ channel, to }).length;
    const message = await write(channel, [{ kind: 'slow', seconds: 0.4 }]);
    expect(message.state).toMatch(/^(sent|delivered)$/);
    expect((await attempts(message.id))[0]?.durationMs).toBeGreaterThanOrEqual(390);
    await inside((tx) => tx.db.deleteFrom('message_template').execute());
    const lost = await write(channel, [{ kind: 'hangUp' }, { kind: 'callbackLost' }]);
    expect(lost).toMatchObject({ state: 'pending', lastError: 'unreachable' });
    await due(70);
    expect(outbox.list({ channel, to }).length - before).toBe(2);
    expect((await log())[0]?.state).toMatch(/^(sent|delivered)$/);
  });
});

test.each(['sms', 'push', 'api'] as const)('%s: Retry-After is waited for', async (channel) => {
  await write(channel, [{ kind: 'rateLimit', seconds: 600 }]);
  await due(300);
  expect((await log())[0]).toMatchObject({ state: 'pending', attempts: 1, lastError: 'busy' });
  await due(620);
  expect((await log())[0]).toMatchObject({ attempts: 2 });
});

describe.each(['sms', 'email', 'wechat'] as const)('reports of %s', (channel) => {
  test('twice is once', async () => {
    expect(await write(channel, [{ kind: 'callbackTwice' }])).toMatchObject({ state: 'delivered' });
    expect(reports).toEqual([200, 200]);
  });
  test('a lost one leaves it sent, and the page of channels counts it after an hour', async () => {
    expect(await write(channel, [{ kind: 'callbackLost' }])).toMatchObject({ state: 'sent' });
    expect(reports).toEqual([]);
    const health = await later(server, 3_700, () => server.call(channelEndpoints.list, {}, staff));
    expect(health.find((one) => one.channel === channel)).toMatchObject({ sent: 1, unconfirmed: 1, isSetUp: true });
  });
  test('a forged one changes nothing', async () => {
    expect(await write(channel, [{ kind: 'callbackBadSignature' }])).toMatchObject({ state: 'delivered' });
    expect(reports).toEqual([400, 200]);
  });
  test('it did not arrive: failed, and later words of the provider change nothing', async () => {
    const message = await write(channel, [{ kind: 'bounce' }]);
    expect(message).toMatchObject({ state: 'failed', lastError: 'bounced' });
  });
});

test('a pass that has ended is asked for anew, and no attempt is lost; an unknown receiver is forgotten', async () => {
  for (const channel of ['wechat', 'push'] as const) {
    await inside((tx) => tx.db.deleteFrom('message_template').execute());
    expect((await write(channel)).attempts).toBe(1);
    await inside((tx) => tx.db.deleteFrom('message_template').execute());
    expect(await write(channel, [{ kind: 'endPass' }])).toMatchObject({ attempts: 1, lastError: '' });
    await inside((tx) => tx.db.deleteFrom('message_template').execute());
    expect(await write(channel, [{ kind: 'unknownReceiver' }])).toMatchObject({
      state: 'failed',
      lastError: 'no-receiver',
    });
  }
  expect(await server.call(choiceEndpoints.ofCustomer, { id: customerId }, staff)).toMatchObject({ devices: [] });
});

test('a message of WeChat has its template, its fields and its page; one of an app its picture and page', async () => {
  await addTemplate('wechat', { providerTemplate: 'order-ready', jumpType: 1, jumpTarget: '/pages/order' });
  const row = await addTemplate('push');
  const [wechat] = (await server.call(templates.endpoints.page, { channel: 'wechat' }, staff)).records;
  for (const id of [wechat?.id ?? '', row.id])
    await server.call(calls.sendTemplate, { id, customerIds: [customerId], values: { n: 3 } }, staff);
  await settle();
  expect(outbox.list({ channel: 'wechat' })[0]).toMatchObject({
    subject: 'order-ready',
    text: 'thing1: 3\n→ wxmini/pages/order',
  });
  expect(outbox.list({ channel: 'push' })[0]).toMatchObject({ subject: 'Ready 3', text: 'thing1: 3\n→ /orders' });
});

test('back-end message: rings the bell of somebody who works here', async () => {
  const { id } = await addTemplate('backend', { jumpType: 0, jumpTarget: '' });
  await server.call(calls.sendTemplate, { id, userIds: [staff.userId], values: { n: 5 } }, staff);
  expect(await settle()).toMatchObject({ channel: 'backend', state: 'delivered' });
  const rows = await inside((tx) => tx.db.selectFrom('notice').select(['kind', 'params', 'user_id']).execute());
  expect(rows).toMatchObject([{ kind: 'push.message', user_id: staff.userId, params: { title: 'Ready 5' } }]);
});

describe('settings', () => {
  test('secrets never come back, stay where nothing is typed, and go to no other address', async () => {
    const list = await server.call(channelEndpoints.list, {}, staff);
    expect(JSON.stringify(list)).not.toContain('app-secret-of-the-account');
    expect(JSON.stringify(list)).not.toContain('PRIVATE KEY');
    expect(list.find(({ channel }) => channel === 'wechat')).toMatchObject({
      secrets: { appSecret: '••••••••ount' },
      isSetUp: true,
    });
    await save('wechat', { appSecret: '', templateId: 'other' });
    expect(await write('wechat')).toMatchObject({ state: 'delivered' });
    await expect(save('wechat', { endpoint: `http://127.0.0.1:${mail.port}`, appSecret: '' })).rejects.toMatchObject({
      problem: 'push.channel-secret',
    });
    await expect(save('wechat', { endpoint: 'https://10.0.0.1' })).rejects.toMatchObject({
      problem: 'push.channel-address',
    });
    await expect(save('api', { secret: 'short' })).rejects.toMatchObject({ problem: 'push.channel-setting' });
  });

  test('wants the password, and the right', async () => {
    const form = { channel: 'api', ...SETTINGS().api } as never;
    await expect(server.call(channelEndpoints.saveChannel, form, await tenant.staff('all'))).rejects.toMatchObject({
      problem: 'session.step-up-required',
    });
    const viewer = await tenant.staff(['push:view'], { steppedUp: true });
    await expect(server.call(channelEndpoints.saveChannel, form, viewer)).rejects.toMatchObject({
      problem: 'request.forbidden',
    });
  });

  test('a test message says what the other side answered', async () => {
    const to = { sms: '+4790000009', email: 'kari@example.com', wechat: OPENID, push: TOKEN, api: 'ann', backend: '' };
    for (const [channel, address] of Object.entries(to))
      expect(await server.call(channelEndpoints.test, { channel, to: address } as never, staff)).toMatchObject({
        works: true,
      });
    providers.faults.add({ channel: 'push', kind: 'unknownReceiver' });
    expect(await server.call(channelEndpoints.test, { channel: 'push', to: TOKEN }, staff)).toEqual({
      ...{ works: false, fault: 'no-receiver', answer: 'HTTP 404 UNREGISTERED' },
    });
    expect(await log()).toEqual([]);
  });
});

describe('limits, quiet hours, opt-out', () => {
  test('one person gets so many offers a day; what is more waits for its place', async () => {
    await save('sms', { perPersonDay: 1 });
    const { id } = await addTemplate('sms', { jumpType: 0, jumpTarget: '' });
    for (const n of [1, 2])
      await server.call(calls.sendTemplate, { id, customerIds: [customerId], values: { n } }, staff);
    await settle();
    const held = (await log()).find(({ state }) => state === 'held');
    expect(held).toMatchObject({ heldBecause: 'person-limit' });
    expect(new Date(held?.dueAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    // typed by hand it is no offer
    await server.call(calls.sendTemplate, { id, addresses: ['+4790000001'], values: { n: 3 } }, staff);
    expect((await settle()).state).toMatch(/sent|delivered/);
    await due(86_460);
    expect((await log()).filter(({ state }) => state === 'held')).toEqual([]);
  });

  test('the tenant sends so many an hour; a channel that is off holds all, and lets them go when it is on', async () => {
    await save('sms', { perHour: 1 });
    const { id } = await addTemplate('sms', { jumpType: 0, jumpTarget: '' });
    const to = { addresses: ['+4790000001', '+4790000002'], values: { n: 1 } };
    await server.call(calls.sendTemplate, { id, ...to }, staff);
    await settle();
    expect((await log()).map(({ heldBecause }) => heldBecause).toSorted()).toEqual(['tenant-limit', null].toSorted());
    await save('sms', { isOn: false });
    await due(1);
    expect((await log()).filter(({ heldBecause }) => heldBecause === 'channel-off')).toHaveLength(1);
    await save('sms');
    await due(1);
    expect((await log()).filter(({ state }) => state === 'held')).toEqual([]);
  });

  test('an offer waits for the morning of its receiver; what is about an order does not', async () => {
    await inside((tx) =>
      tx.db.updateTable('customer').set({ time_zone: NIGHT }).where('id', '=', customerId).execute(),
    );
    const { id } = await addTemplate('sms', { jumpType: 0, jumpTarget: '' });
    await server.call(calls.sendTemplate, { id, customerIds: [customerId], values: { n: 1 } }, staff);
    const held = await settle();
    expect(held).toMatchObject({ state: 'held', heldBecause: 'quiet' });
    await due((new Date(held.dueAt ?? 0).getTime() - Date.now()) / 1_000 + 60);
    expect((await log())[0]?.state).toMatch(/sent|delivered/);
  });

  test('the link in a mail says no, by one press too; nobody can write one himself', async () => {
    const { id } = await addTemplate('email', { jumpType: 0, jumpTarget: '' });
    const sendOnce = () => server.call(calls.sendTemplate, { id, customerIds: [customerId], values: { n: 1 } }, staff);
    await sendOnce();
    await settle();
    const link =
      /message-choices\/(\S+)/.exec(outbox.list({ channel: 'email', to: 'ann@example.com' })[0]?.text ?? '')?.[1] ?? '';
    expect(await server.call(choiceEndpoints.read, { link })).toMatchObject({ kind: 'news', refused: [] });
    const forged = link.replace('.news.', '.points.');
    await expect(server.call(choiceEndpoints.read, { link: forged })).rejects.toMatchObject({
      problem: 'push.link-over',
    });
    const pressed = await server.server.app.inject({
      ...{ method: 'POST', url: `/storefront/v1/message-choices/${link}`, payload: 'List-Unsubscribe=One-Click' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(pressed.statusCode).toBe(200);
    await sendOnce();
    expect(await settle()).toMatchObject({ state: 'opted-out' });
    expect(await server.call(choiceEndpoints.ofCustomer, { id: customerId }, staff)).toMatchObject({
      refused: ['news'],
    });
    expect(await server.call(pushRunEndpoints.countForAll, { channel: 'email' }, staff)).toMatchObject({
      count: 0,
      others: 1,
    });
    await server.call(choiceEndpoints.save, { link, kind: 'news', wants: true });
    await sendOnce();
    expect((await settle()).state).toMatch(/sent|delivered/);
  });
});

describe('scenes on events', () => {
  const fire = (more: Partial<Parameters<typeof fireScenes>[2]> = {}) =>
    inside(async (tx) => {
      const { findCustomer } = await import('#domains/customers/server/index.ts');
      const customer = await findCustomer(tx.db, customerId);
      await fireScenes(server.services, tx, {
        ...{ event: 'order-paid', key: 'A-1', addressees: customer ? [{ customer, values: () => ({ n: 9 }) }] : [] },
        ...more,
      });
    });
  const addScene = (event: string, delaySeconds = 0) =>
    server.call(
      scenes.endpoints.add,
      { name: event, code: event, event, templateCodes: 'ready', delaySeconds } as never,
      staff,
    );

  test('an event writes by each channel that has a text, once, however often it is heard', async () => {
    await addTemplate('sms', { jumpType: 0, jumpTarget: '' });
    await addTemplate('push');
    await addScene('order-paid');
    await fire();
    await fire();
    await settle();
    expect((await log()).map(({ channel, kind, state }) => [channel, kind, state]).toSorted()).toEqual([
      ['push', 'orders', 'sent'],
      ['sms', 'orders', 'delivered'],
    ]);
  });

  test('the values are in the language of the text, not of who has no text in his', async () => {
    await addTemplate('sms', { jumpType: 0, jumpTarget: '' });
    await addScene('order-paid');
    const asked: string[] = [];
    await inside(async (tx) => {
      const { findCustomer } = await import('#domains/customers/server/index.ts');
      const customer = { ...(await findCustomer(tx.db, customerId))!, language: 'zh-CN' };
      const values = (language: string) => {
        asked.push(language);
        return { n: 9 };
      };
      await fireScenes(server.services, tx, { event: 'order-paid', key: 'A-2', addressees: [{ customer, values }] });
    });
    expect(asked).toEqual(['en-US']);
  });

  test.each([
    ...[['alarm-raised', 'alarms'] as const, ['alarm-escalated', 'alarms'] as const],
    ...[['alarm-cleared', 'alarms'] as const, ['points-changed', 'points'] as const],
    ...[['coupon-ending', 'coupons'] as const, ['rental-overdue', 'rentals'] as const],
  ])('%s is news of %s, which says whether it waits for the morning', (event, kind) => {
    expect(kindOf(event)).toBe(kind);
  });

  test.each([
    [false, 1],
    [true, 0],
  ])('of a rental that begins the customer is told; nobody of one of the sandbox (%s)', async (sandbox, messages) => {
    await addTemplate('sms', {
      ...{ title: 'Rental', content: 'Lent: {rental}', testJson: '{"rental":"R"}', jumpType: 0, jumpTarget: '' },
    });
    await addScene('rental-begun');
    await inside((tx) =>
      tx.publish(
        rentalEvents.started,
        {
          ...{ orderNo: 'R-1', spotId: null, customerId: 'ann', clientKeyId: clientId },
          ...{ at: tx.now().toISOString(), serial: 'U-1', sandbox },
        },
        { aggregate: 'R-1' },
      ),
    );
    await server.runDue();
    expect(await log()).toHaveLength(messages);
  });

  test('amounts are written as the tenant has them written', async () => {
    await inside((tx) => tx.db.updateTable('tenant').set({ currency_format: 'code' }).execute());
    await addTemplate('sms', {
      ...{ title: 'Paid {amount}', content: '{amount}', testJson: '{"amount":"€1"}', jumpType: 0, jumpTarget: '' },
    });
    await addScene('rental-ended');
    await inside((tx) =>
      tx.publish(
        rentalEvents.paid,
        {
          ...{ orderNo: 'R-1', spotId: null, customerId: 'ann', clientKeyId: clientId, sandbox: false },
          ...{ at: tx.now().toISOString(), status: 4, feeMinor: 4_500, currency: 'EUR' },
        },
        { aggregate: 'R-1' },
      ),
    );
    await server.runDue();
    expect((await log()).map(({ title }) => title.replaceAll('\u00a0', ' '))).toEqual(['Paid EUR 45.00']);
  });

  test('after the delay it is asked whether the event still holds', async () => {
    await addTemplate('sms', { jumpType: 0, jumpTarget: '' });
    await addScene('order-not-taken', 60);
    await fire({ event: 'order-not-taken', check: 'order-waits', afterMs: 300_000 });
    expect(await settle()).toMatchObject({ state: 'pending' });
    await due(420);
    // there is no such order any more
    expect((await log())[0]).toMatchObject({ state: 'skipped', attempts: 0 });
  });
});
