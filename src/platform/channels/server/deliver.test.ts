import { createServer, type IncomingMessage, type Server } from 'node:http';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';
import type { Message } from '../contract/message.ts';
import { deliver } from './deliver.ts';
import { channels, sealChannelSecret } from './index.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

interface SmsCall {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
interface Mail {
  readonly login: string;
  readonly to: readonly string[];
  readonly source: string;
}

let product: TestServer;
let tenant: TestTenant;
let provider: Server;
let mailServer: SMTPServer;
let smsPort: number;
let mailPort: number;
let smsAnswer: (call: number) => { status: number; body?: string };
let refusesRecipient: boolean;
const calls: SmsCall[] = [];
const mails: Mail[] = [];

const SECRET = 'planted-secret-0123456789';
const sms: Message = { channel: 'sms', purpose: 'login-code', to: '+4790000001', text: 'Code "482913"' };
const mail: Message = {
  channel: 'email',
  purpose: 'invitation',
  to: 'kari@example.com',
  subject: 'Velkommen, 欢迎',
  text: 'Hello Kari',
};

beforeAll(async () => {
  provider = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      calls.push({ headers: request.headers, body });
      const answer = smsAnswer(calls.length);
      response.writeHead(answer.status).end(answer.body ?? '{"code":"OK"}');
    });
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  smsPort = (provider.address() as { port: number }).port;
  mailServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.password === SECRET ? done(null, { user: auth.username ?? '' }) : done(new Error('no such person')),
    onRcptTo: (_address, _session, done) =>
      refusesRecipient ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })) : done(),
    onData: (stream, session, done) => {
      let source = '';
      stream.on('data', (part) => {
        source += part;
      });
      stream.on('end', () => {
        mails.push({
          login: String(session.user),
          to: session.envelope.rcptTo.map(({ address }) => address),
          source,
        });
        done();
      });
    },
  });
  await new Promise<void>((done) => mailServer.listen(0, '127.0.0.1', done));
  mailPort = (mailServer.server.address() as { port: number }).port;
  product = await startTestServer({
    slices: [channels],
    planDue: async () => 0,
    env: { OUTBOUND_ALLOW: `127.0.0.1:${smsPort},127.0.0.1:${mailPort}` },
  });
});
afterAll(async () => {
  await product.stop();
  provider.closeAllConnections();
  await new Promise((done) => provider.close(done));
  await new Promise<void>((done) => mailServer.close(done));
});
beforeEach(async () => {
  tenant = await product.newTenant();
  calls.length = 0;
  mails.length = 0;
  smsAnswer = () => ({ status: 200 });
  refusesRecipient = false;
});

async function configure(overrides: { sms?: object; email?: object } = {}, tenantId = tenant.id): Promise<void> {
  await product.services.database.write(tenantId, async (db) => {
    const { secrets } = product.services;
    const secretKey = await sealChannelSecret(secrets, db, tenantId, 'sms_config', SECRET);
    const password = await sealChannelSecret(secrets, db, tenantId, 'email_config', SECRET);
    const smsConfig = {
      endpoint: `http://127.0.0.1:${smsPort}/send`,
      body: '{"to":"{phone}","text":"{text}","from":"{sender}"}',
      authorization: 'Bearer {secretKey}',
      sender: 'Nord',
      secretKey,
      ...overrides.sms,
    };
    const emailConfig = {
      host: '127.0.0.1',
      port: mailPort,
      username: 'nord',
      password,
      from: 'console@nord.example',
      fromName: 'Nord',
      ...overrides.email,
    };
    await db
      .updateTable('tenant')
      .set({ sms_config: JSON.stringify(smsConfig), email_config: JSON.stringify(emailConfig) })
      .execute();
  });
}

function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return runTransaction(product.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, work);
}

async function send(message: Message, options?: { expiresAt?: Date }): Promise<string> {
  return inTransaction((tx) => deliver(product.services, tx, message, options));
}

async function logged(id: string) {
  return product.services.database.read(tenant.id, (db) =>
    db
      .selectFrom('message_delivery')
      .select(['state', 'attempts', 'last_error', 'content', 'recipient', 'channel', 'purpose'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
}

/** Job retries wait for the clock of the database; a test asks until the row has its end. */
async function settled(id: string) {
  const state = async () => {
    await product.runDue();
    return (await logged(id)).state;
  };
  await expect.poll(state, { timeout: 15_000 }).not.toBe('pending');
  return logged(id);
}

test('a text message goes to the provider as the template says, once, and its content is gone from the log', async () => {
  await configure();
  const id = await send(sms);
  expect(await settled(id)).toEqual({
    state: 'sent',
    attempts: 1,
    last_error: null,
    content: null,
    recipient: '+4790000001',
    channel: 'sms',
    purpose: 'login-code',
  });
  expect(calls.map(({ body }) => JSON.parse(body))).toEqual([
    { to: '+4790000001', text: 'Code "482913"', from: 'Nord' },
  ]);
  expect(calls[0]?.headers).toMatchObject({ authorization: `Bearer ${SECRET}`, 'idempotency-key': id });
});

test('what waits in the log, and the job, show nothing of the text', async () => {
  await configure();
  const stored = await inTransaction(async (tx) => {
    const id = await deliver(product.services, tx, sms);
    return tx.db.selectFrom('message_delivery').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  });
  expect(stored.content).toMatch(/^v1\./);
  expect(JSON.stringify(stored)).not.toContain('482913');
  await settled(stored.id);
});

test('a message of a change that did not come about is not sent', async () => {
  await configure();
  const failing = inTransaction(async (tx) => {
    await deliver(product.services, tx, sms);
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  await product.runDue();
  expect(calls).toEqual([]);
});

test('a provider that is down for a moment is asked again under the same key', async () => {
  await configure();
  smsAnswer = (call) => ({ status: call < 2 ? 503 : 200 });
  const id = await send(sms);
  expect(await settled(id)).toMatchObject({ state: 'sent', attempts: 2, content: null });
  expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual([id, id]);
});

test.each([
  ['refuses the call', { status: 401 }, {}],
  ['answers 200 to a refusal', { status: 200, body: '{"code":"LIMIT"}' }, { acceptedText: '"code":"OK"' }],
])('a provider that %s is not asked again', async (_title, answer, smsConfig) => {
  await configure({ sms: smsConfig });
  smsAnswer = () => answer;
  expect(await settled(await send(sms))).toMatchObject({ state: 'failed', attempts: 1, last_error: 'refused' });
  await product.runDue();
  expect(calls).toHaveLength(1);
});

test('a code that has expired is not sent any more', async () => {
  await configure();
  const id = await send(sms, { expiresAt: product.services.clock.now() });
  expect(await settled(id)).toMatchObject({ state: 'failed', last_error: 'expired', content: null });
  expect(calls).toEqual([]);
});

test.each([sms, mail])(
  'without settings of the tenant nothing is sent by $channel, and the log says so',
  async (message) => {
    expect(await settled(await send(message))).toMatchObject({ state: 'failed', last_error: 'not-configured' });
  },
);

test('settings that lead to a private address are refused when used', async () => {
  await configure({ sms: { endpoint: 'https://169.254.169.254/send' }, email: { host: '127.0.0.1', port: 1 } });
  expect(await settled(await send(sms))).toMatchObject({ state: 'failed', last_error: 'address-refused' });
  expect(await settled(await send(mail))).toMatchObject({ state: 'failed', last_error: 'address-refused' });
});

test('a mail goes over SMTP with the login of the tenant', async () => {
  await configure();
  const id = await send(mail);
  expect(await settled(id)).toMatchObject({ state: 'sent', attempts: 1, content: null });
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ login: 'nord', to: ['kari@example.com'] });
  expect(mails[0]?.source).toContain(`Message-ID: <${id}@nord.example>`);
  expect(mails[0]?.source).toContain('From: Nord <console@nord.example>');
  expect(mails[0]?.source).toContain('Hello Kari');
});

test('a mailbox that does not exist is not tried again', async () => {
  await configure();
  refusesRecipient = true;
  expect(await settled(await send(mail))).toMatchObject({ state: 'failed', attempts: 1, last_error: 'refused' });
});

test.each([
  { ...mail, subject: 'Hello\r\nBcc: all@example.com' },
  { ...mail, to: 'kari@example.com, all@example.com' },
  { ...sms, to: '+47 90&x=1' },
])('a message with a second header or recipient in it is refused: %j', async (message) => {
  await expect(send(message as Message)).rejects.toThrow();
});

test('rows of the log go after ninety days', async () => {
  await configure();
  const id = await send(sms);
  await settled(id);
  const { clock } = product.services;
  const at = (days: number) => new Date(clock.now().getTime() + days * 86_400_000);
  const moved = (days: number) => ({ ...product.services, clock: { ...clock, now: () => at(days) } });
  await sweepDeliveries.run(moved(89), clock.now());
  expect(await logged(id)).toMatchObject({ state: 'sent' });
  await sweepDeliveries.run(moved(91), clock.now());
  await expect(logged(id)).rejects.toThrow();
});

test('a message whose job was lost is given up after an hour, and its content goes', async () => {
  await configure();
  const id = await send(sms);
  await settled(id);
  // its job is over: as if it had never run
  const { clock, database } = product.services;
  await database.acrossTenants('test', (db) =>
    db.updateTable('message_delivery').set({ state: 'pending', content: 'lost text' }).where('id', '=', id).execute(),
  );
  const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);
  const moved = (minutes: number) => ({ ...product.services, clock: { ...clock, now: () => at(minutes) } });
  await sweepDeliveries.run(moved(59), clock.now());
  expect(await logged(id)).toMatchObject({ state: 'pending', content: expect.any(String) });
  await sweepDeliveries.run(moved(61), clock.now());
  expect(await logged(id)).toMatchObject({ state: 'failed', content: null, last_error: 'lost' });
});

test('a tenant that has no mail yet invites by the account of the platform, and sends nothing else by it', async () => {
  await product.services.database.acrossTenants('the platform of a test', (db) =>
    addTestTenant(db, { tenant_id: Number(PLATFORM_TENANT), name: 'Platform' }),
  );
  await configure({ email: { from: 'hello@platform.example', fromName: 'Platform' } }, PLATFORM_TENANT);
  const [invitation, notice] = [await send(mail), await send({ ...mail, purpose: 'notice' })];
  await product.runDue();
  expect([(await logged(invitation)).state, (await logged(notice)).state]).toEqual(['sent', 'failed']);
  expect(mails.map(({ source }) => /^From: (.*)$/m.exec(source)?.[1]?.trim())).toEqual([
    'Platform <hello@platform.example>',
  ]);
  mails.length = 0;
  await configure();
  await send(mail);
  await product.runDue();
  expect(mails.map(({ source }) => /^From: (.*)$/m.exec(source)?.[1]?.trim())).toEqual(['Nord <console@nord.example>']);
});
