import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { channels } from '#platform/channels/server/index.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { session } from '#system/session/server/index.ts';
import { tenantEndpoints } from '../contract/endpoints.ts';
import { SECRET_MASK } from '../contract/tenant-info.ts';
import { tenants } from './index.ts';

const PASSWORD = 'planted-mail-password-6789';
const KEY = 'planted-provider-key-4321';
let product: TestServer;
let tenant: TestTenant;
let staff: Caller;
let mail: SMTPServer;
let provider: Server;
let [mailPort, smsPort] = [0, 0];
const received: { authorization: string | undefined; body: string }[] = [];
let status = 200;
const logins: string[] = [];

beforeAll(async () => {
  mail = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) => {
      logins.push(password ?? '');
      if (password === PASSWORD) done(null, { user: 'us' });
      else done(new Error('5.7.8 Authentication failed'));
    },
  });
  mail.on('error', () => undefined);
  await new Promise<void>((done) => mail.listen(0, '127.0.0.1', done));
  mailPort = (mail.server.address() as AddressInfo).port;
  provider = createServer(async (request: IncomingMessage, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push({ authorization: request.headers.authorization, body: Buffer.concat(parts).toString() });
    answer.writeHead(status).end('{"code":0,"inside":"not for you"}');
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  smsPort = (provider.address() as AddressInfo).port;
  product = await startTestServer({
    slices: [session, channels, tenants],
    planDue: async () => 0,
    env: { OUTBOUND_ALLOW: `127.0.0.1:${mailPort},127.0.0.1:${smsPort}` },
  });
});
beforeEach(async () => {
  received.length = 0;
  logins.length = 0;
  status = 200;
  tenant = await product.newTenant();
  staff = await tenant.staff(['tenant-settings:edit']);
  await givePassword(product.services.clock.now());
});
afterAll(async () => {
  await product.stop();
  await new Promise<void>((done) => mail.close(done));
  await new Promise((done) => provider.close(done));
});

const givePassword = (stepped_up_at: Date | null) =>
  product.services.database.identity((db) =>
    db.updateTable('staff_session').set({ stepped_up_at }).where('token_digest', '=', sha256(staff.token!)).execute(),
  );
const mailForm = (more: Record<string, unknown> = {}) => ({
  host: '127.0.0.1',
  port: mailPort,
  username: 'us',
  password: PASSWORD,
  from: 'console@fjord.example',
  fromName: 'Fjord',
  ...more,
});
const smsForm = (more: Record<string, unknown> = {}) => ({
  endpoint: `http://127.0.0.1:${smsPort}/messages`,
  body: '{"to":"{phone}","text":"{text}"}',
  authorization: 'Bearer {secretKey}',
  secretKey: KEY,
  ...more,
});
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  return error instanceof Refused ? [error.problem, error.answer.body.faults?.map(({ path }) => path)] : error;
};
const kept = () =>
  product.services.database.read(tenant.id, (db) =>
    db.selectFrom('tenant').select(['email_config', 'sms_config']).executeTakeFirstOrThrow(),
  );
const editEmail = (more?: Record<string, unknown>) => product.call(tenantEndpoints.editEmail, mailForm(more), staff);
const editSms = (more?: Record<string, unknown>) => product.call(tenantEndpoints.editSms, smsForm(more), staff);
const testEmail = (more?: Record<string, unknown>) =>
  product.call(tenantEndpoints.testEmail, { ...mailForm(more), to: 'me@fjord.example' }, staff);
const testSms = (more?: Record<string, unknown>) =>
  product.call(tenantEndpoints.testSms, { ...smsForm(more), to: '+47 40 00 00 00' }, staff);

test('settings are kept with the secret encrypted, shown masked, and audited without it', async () => {
  const info = await editEmail();
  expect(JSON.parse(info.emailConfig!)).toMatchObject({
    host: '127.0.0.1',
    password: `${SECRET_MASK}6789`,
    passwordIsSet: true,
  });
  expect(JSON.parse((await editSms()).smsConfig!)).toMatchObject({
    authorization: 'Bearer {secretKey}',
    secretKey: `${SECRET_MASK}4321`,
    secretKeyIsSet: true,
  });
  const rows = await product.services.database.read(tenant.id, (db) =>
    db.selectFrom('audit_row').select(['action', 'before', 'after']).execute(),
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify([rows, await kept()])).not.toContain('planted');
});

test('a mask that comes back keeps the secret, which works; the trial says what the other side answered', async () => {
  await editEmail();
  await editEmail({ password: `${SECRET_MASK}6789`, fromName: 'Fjord Coffee' });
  await editSms();
  await editSms({ secretKey: SECRET_MASK, sender: 'Fjord' });
  expect(await testEmail({ password: `${SECRET_MASK}6789` })).toMatchObject({
    works: true,
    answer: expect.stringMatching(/^250 /),
  });
  expect(logins).toEqual([PASSWORD]);
  expect(await testSms({ secretKey: '' })).toMatchObject({ works: true, answer: 'HTTP 200 OK' });
  expect(received).toMatchObject([{ authorization: `Bearer ${KEY}`, body: expect.stringContaining('"+4740000000"') }]);
});

test('a kept secret is sent to the server that knows it and to no other', async () => {
  await editEmail();
  await editSms();
  const elsewhere = { host: 'mail.example', port: 587, password: '' };
  expect(await refusal(testEmail(elsewhere))).toEqual(['tenant.message-secret', ['password']]);
  expect(await refusal(testEmail({ port: smsPort, password: '' }))).toEqual(['tenant.message-secret', ['password']]);
  const other = `http://127.0.0.1:${mailPort}/messages`;
  expect(await refusal(testSms({ endpoint: other, secretKey: '' }))).toEqual(['tenant.message-secret', ['secretKey']]);
  expect(await refusal(editSms({ endpoint: other, secretKey: '' }))).toEqual(['tenant.message-secret', ['secretKey']]);
  expect([logins, received]).toEqual([[], []]);
});

test('a trial that fails says why, and shows nothing of a body', async () => {
  expect(await testEmail({ password: 'wrong' })).toMatchObject({
    works: false,
    message: expect.stringContaining('refused'),
    answer: expect.stringMatching(/^535 /),
  });
  status = 401;
  const answer = await testSms();
  expect(answer).toMatchObject({ works: false, answer: 'HTTP 401 Unauthorized' });
  status = 200;
  expect(await testSms({ acceptedText: '"code":7' })).toMatchObject({ works: false, answer: 'HTTP 200 OK' });
  expect(await testSms({ acceptedText: '"code":0' })).toMatchObject({ works: true });
  expect(JSON.stringify(answer)).not.toContain('not for you');
  expect(await kept()).toEqual({ email_config: null, sms_config: null });
});

test.each(['10.0.0.7', '127.0.0.2', '169.254.169.254', '[::1]'])(
  'the private address %s is neither kept nor asked',
  async (host) => {
    expect(await refusal(editEmail({ host }))).toEqual(['tenant.message-address', ['host']]);
    expect(await testEmail({ host })).toMatchObject({ works: false, message: expect.stringContaining('not allowed') });
    const endpoint = `https://${host}/sms`;
    expect(await refusal(editSms({ endpoint }))).toEqual(['tenant.message-address', ['endpoint']]);
    expect(await testSms({ endpoint })).toMatchObject({ works: false, answer: '' });
  },
);

test('a key in the open is refused: it belongs into its own field', async () => {
  expect(await refusal(editSms({ authorization: 'Bearer abcdef0123456789' }))).toEqual([
    'tenant.message-body',
    ['authorization'],
  ]);
  expect(await refusal(editSms({ body: '{"to":"{phone}","api_key":"abcdef"}' }))).toEqual([
    'tenant.message-body',
    ['body'],
  ]);
});

test('only who gave the password a moment ago keeps or clears settings', async () => {
  await editEmail();
  await givePassword(null);
  const before = await kept();
  expect(await refusal(editEmail({ host: '127.0.0.1' }))).toEqual(['session.step-up-required', undefined]);
  expect(await refusal(editSms())).toEqual(['session.step-up-required', undefined]);
  expect(await refusal(product.call(tenantEndpoints.clearEmail, {}, staff))).toEqual([
    'session.step-up-required',
    undefined,
  ]);
  expect(await kept()).toEqual(before);
  await givePassword(product.services.clock.now());
  expect((await product.call(tenantEndpoints.clearEmail, {}, staff)).emailConfig).toBeNull();
  expect((await product.call(tenantEndpoints.clearSms, {}, staff)).smsConfig).toBeNull();
});
