import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aedes } from 'aedes';
import { createTransport } from 'nodemailer';
import { afterEach, expect, test, vi } from 'vitest';
import { signatureOf } from '#platform/outbound/server/sign-message.ts';
import { CONTROL_CALLS } from './control/control-calls.ts';
import { freePorts } from './free-ports.ts';
import { EVENTS_PATH } from './outbox/message-providers.ts';
import type { MessageAccount } from './outbox/message-reports.ts';
import { ProviderFault } from './payment-provider/provider-faults.ts';
import { RobotFault } from './robots/robot-faults.ts';
import { startSimulator } from './start-simulator.ts';
import { createRandom } from './world/random.ts';

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function aBroker(port = 0): Promise<{ url: string; port: number; close(): Promise<void> }> {
  const broker = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    broker.handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `mqtt://127.0.0.1:${bound}`,
    port: bound,
    close: async () => {
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const ROBOT = { tenantId: '1000', imei: '860000000000001', password: 'x' };

async function aSimulator(
  mqttUrl: string,
  more: { robots?: (typeof ROBOT)[]; messageAccounts?: MessageAccount[] } = {},
) {
  const simulator = await startSimulator({
    serverUrl: 'http://127.0.0.1:9',
    mqttUrl,
    ports: { provider: 0, control: 0, mail: 0 },
    robots: [ROBOT],
    ...more,
    chance: 'off',
  });
  cleanUps.push(() => simulator.stop());
  const post = (
    path: string,
    body: unknown,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) => fetch(simulator.control.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { simulator, post };
}

test('robots come back by themselves after the broker was restarted', async () => {
  const first = await aBroker();
  const { simulator } = await aSimulator(first.url);
  const view = () => simulator.robots.get(ROBOT.imei)!.view();
  await vi.waitFor(() => expect(view().online).toBe(true));
  const { session } = view();
  await first.close();
  await vi.waitFor(() => expect(view().online).toBe(false));
  const second = await aBroker(first.port);
  cleanUps.push(second.close);
  await vi.waitFor(() => expect(view().online).toBe(true), { timeout: 10_000 });
  expect(view().session).not.toBe(session);
});

test('the control page and its calls: state, faults, and a clear answer to what is wrong', async () => {
  const broker = await aBroker();
  cleanUps.push(broker.close);
  const { simulator, post } = await aSimulator(broker.url);
  const page = await fetch(simulator.control.url);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  for (const page of ['/', '/messages']) {
    const html = await (await fetch(simulator.control.url + page)).text();
    for (const [, file] of html.matchAll(/(?:href|src)="(\/[^"]*)"/g))
      expect((await fetch(simulator.control.url + file)).status, file).toBe(200);
  }

  await vi.waitFor(() => expect(simulator.robots.get(ROBOT.imei)!.view().online).toBe(true));
  expect(await (await post(`/robots/${ROBOT.imei}/faults`, { kind: 'pullPlug' })).json()).toMatchObject({
    powered: false,
  });
  expect(await (await post('/provider/faults', { kind: 'decline' })).json()).toMatchObject([
    { kind: 'decline', times: 1 },
  ]);
  expect(await (await fetch(`${simulator.control.url}/state`)).json()).toMatchObject({
    robots: [{ imei: ROBOT.imei, online: false }],
    provider: { faults: [{ kind: 'decline' }] },
    customers: { running: true, pace: 1 },
    messages: { sent: 0, last: [] },
    consoleUrl: null,
  });
  expect(await (await post('/customers/pace', { factor: 0.5 })).json()).toMatchObject({ pace: 0.5 });
  expect((await post('/customers/pace', { factor: 99 })).status).toBe(400);
  expect((await post('/robots/unknown/faults', { kind: 'pullPlug' })).status).toBe(404);
  expect((await post(`/robots/${ROBOT.imei}/faults`, { kind: 'explode' })).status).toBe(400);
  expect((await post('/customers/buyNow', { tenantId: '9' })).status).toBe(200);
  expect((await post('/nothing', {})).status).toBe(404);
  expect((await post('/provider/faults', { kind: 'decline' }, { 'content-type': 'text/plain' })).status).toBe(415);
});

test('text messages and mails of the product arrive once, and are found by their receiver', async () => {
  const broker = await aBroker();
  cleanUps.push(broker.close);
  const { simulator, post } = await aSimulator(broker.url);
  const headers = { 'content-type': 'application/json', authorization: 'Bearer key', 'idempotency-key': 'one' };
  const sms = { to: '+4790000001', text: 'Kode 123456', from: 'Nord' };
  expect((await post('/sms/messages', sms, headers)).status).toBe(202);
  expect((await post('/sms/messages', sms, headers)).status).toBe(202);
  expect((await post('/sms/messages', sms)).status).toBe(401);
  expect((await post('/sms/messages', { ...sms, to: 'Kari' }, headers)).status).toBe(400);

  const transport = createTransport({ host: '127.0.0.1', port: simulator.mailPort, secure: false });
  const text = `Hei Kåre, 您好\n\n${'long '.repeat(60)}\nhttps://nord.example/?a=1&b=2`;
  const mail = {
    from: 'Nord 北 <a@nord.example>',
    to: ['k@example.com', 'l@example.com'],
    subject: 'Velkommen på 欢迎 '.repeat(4).trim(),
    text,
  };
  for (const messageId of ['<1@nord>', '<1@nord>']) await transport.sendMail({ ...mail, messageId });
  transport.close();

  const outbox = async (query: string) => (await fetch(`${simulator.control.url}/outbox${query}`)).json();
  const all = (await outbox('')) as { id: string; channel: string; to: string }[];
  expect(all.map(({ channel, to }) => [channel, to])).toEqual([
    ['email', 'l@example.com'],
    ['email', 'k@example.com'],
    ['sms', '+4790000001'],
  ]);
  expect(await outbox('?to=%2B4790000001')).toMatchObject([{ text: 'Kode 123456', from: 'Nord' }]);
  expect(await outbox('?channel=email&to=k@example.com')).toMatchObject([
    { subject: mail.subject, text, from: mail.from },
  ]);
  expect(await outbox(`?after=${all[1]?.id}`)).toMatchObject([{ to: 'l@example.com' }]);
  expect((await fetch(`${simulator.control.url}/outbox?channel=pigeon`)).status).toBe(400);
});

test('what a tenant tells its program by a webhook is shown once, and only where it is signed', async () => {
  const broker = await aBroker();
  cleanUps.push(broker.close);
  const secret = `whsec_${Buffer.from('a secret of the program').toString('base64')}`;
  const { simulator } = await aSimulator(broker.url, { messageAccounts: [{ channel: 'api', id: '1000', secret }] });
  const body = JSON.stringify({ type: 'order.refunded', data: { orderNo: '42', amountMinor: 900 } });
  const tell = (id: string, secrets: readonly string[], tenantId = '1000') =>
    fetch(`${simulator.control.url}${EVENTS_PATH}?tenant=${tenantId}`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': '1' },
        'webhook-signature': signatureOf(secrets, { id, seconds: 1, body }),
      },
      body,
    });
  const other = `whsec_${Buffer.from('another one').toString('base64')}`;
  expect((await tell('a', [other])).status).toBe(401);
  expect((await tell('a', [secret], '1001')).status).toBe(401);
  // while the secret changes over both sign
  expect((await tell('a', [other, secret])).status).toBe(200);
  expect((await tell('a', [secret])).status).toBe(200);
  const told = await (await fetch(`${simulator.control.url}/outbox?to=webhook`)).json();
  expect(told).toMatchObject([
    { channel: 'api', from: '1000', subject: 'order.refunded', text: 'orderNo: 42\namountMinor: 900' },
  ]);
});

test('robots are told by the spots where they stand, and tenants and spots by their names', async () => {
  const broker = await aBroker();
  cleanUps.push(broker.close);
  const places = [
    { tenantId: '1000', name: 'Nord', nameZh: '北', spots: [{ spotId: 's1', name: 'Airport', nameZh: '机场' }] },
  ];
  const consoleUrl = 'http://127.0.0.1:3000';
  const robots = [{ ...ROBOT, spotId: 's1' }];
  const shop = { tenantId: '1000', spotId: 's1', channel: 'kiosk', key: 'k', rhythm: 'dayAndNight' } as const;
  const simulator = await startSimulator({
    ...{ serverUrl: 'http://127.0.0.1:9', mqttUrl: broker.url, chance: 'off', customersStart: false },
    ...{ ports: { provider: 0, control: 0, mail: 0 }, robots, places, consoleUrl, storefrontKeys: [shop] },
  });
  cleanUps.push(() => simulator.stop());
  const state = async () => (await fetch(`${simulator.control.url}/state`)).json();
  expect(await state()).toMatchObject({
    consoleUrl,
    places,
    robots: [{ imei: ROBOT.imei, spotId: 's1' }],
    customers: { places: [{ spotId: 's1', rhythm: 'dayAndNight', perHourNow: 0 }] },
  });
});

const page = (file: string): string => readFileSync(new URL(`./control/page/${file}`, import.meta.url), 'utf8');

test('the pages have all their texts, in both languages', async () => {
  const { TEXTS } = (await import(new URL('./control/page/texts.js', import.meta.url).href)) as {
    TEXTS: Record<string, Record<string, string>>;
  };
  expect(Object.keys(TEXTS['zh-CN'] ?? {})).toEqual(Object.keys(TEXTS['en-US'] ?? {}));
  const scripts = ['frame.js', 'page.js', 'customers.js', 'provider.js', 'robots.js', 'messages.js'].map(page).join();
  const documents = page('page.html') + page('messages.html');
  const asked = [
    ...documents.matchAll(/data-(?:text|label|title)="(\w+)"/g),
    ...scripts.matchAll(/\b(?:t|button|actionButton)\('(\w+)'/g),
  ].map(([, key]) => key!);
  const waiting = [...RobotFault.options, ...ProviderFault.options].map((option) => option.shape.kind);
  const kinds = waiting.flatMap((kind) => [...kind.values]).filter((kind) => !AT_ONCE.has(kind));
  for (const key of [...asked, ...kinds]) expect(TEXTS['en-US'], key).toHaveProperty([key]);
});
/** Robot faults that the page asks for in other words, or not at all. */
const AT_ONCE = new Set([
  'cutNetwork',
  'fallSilent',
  'emptyMaterial',
  'lowMaterial',
  'settings',
  'sendRubbish',
  'clear',
]);

test('the pages use colours and sizes that the console has', () => {
  const tokens = readFileSync(new URL('../../ui/theme/tokens.css', import.meta.url), 'utf8');
  for (const [, name] of page('page.css').matchAll(/var\((--[\w-]+)\)/g)) expect(tokens).toContain(`${name}:`);
});

test('every call of the control server says what it does', () => {
  expect(CONTROL_CALLS.filter(({ summary }) => summary === '')).toEqual([]);
});

test('the same seed gives the same world, a stream of its own does not disturb the others', () => {
  const draw = (extra: number) => {
    const random = createRandom(42);
    const other = random.stream('other');
    for (let index = 0; index < extra; index++) other.next();
    return Array.from({ length: 5 }, () => random.next());
  };
  expect(draw(0)).toEqual(draw(3));
  expect(createRandom(42).next()).not.toBe(createRandom(43).next());
});

test('two hundred robots live in one process', async () => {
  const broker = await aBroker();
  cleanUps.push(broker.close);
  const robots = Array.from({ length: 200 }, (_, index) => ({ ...ROBOT, imei: `8600000000${10_000 + index}` }));
  const { simulator } = await aSimulator(broker.url, { robots });
  await vi.waitFor(
    () => expect([...simulator.robots.values()].filter((robot) => robot.view().online)).toHaveLength(200),
    {
      timeout: 15_000,
    },
  );
});

const MAIN = new URL('./main.ts', import.meta.url).pathname;

async function run(config: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'config.json');
  writeFileSync(file, JSON.stringify(config));
  const program = spawn(process.execPath, [MAIN], { env: { ...process.env, SIMULATOR_CONFIG: file } });
  cleanUps.push(() => void program.kill('SIGKILL'));
  let out = '';
  let err = '';
  program.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  program.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => program.on('close', resolve));
  return { program, ended, out: () => out, err: () => err };
}

test('the program prints its addresses in one line and ends on SIGTERM, with no server and no broker near', async () => {
  const { program, ended, out } = await run({
    serverUrl: 'http://127.0.0.1:9',
    mqttUrl: 'mqtt://127.0.0.1:9',
    ports: { provider: 0, control: 0, mail: 0 },
    robots: [ROBOT],
    storefrontKeys: [{ tenantId: '1000', spotId: 's', channel: 'kiosk', key: 'k', customersPerHour: 10_000 }],
  });
  await vi.waitFor(() => expect(out()).toContain('\n'), { timeout: 10_000 });
  const ready = JSON.parse(out()) as { simulator: string; providerUrl: string; controlUrl: string };
  expect(ready.simulator).toBe('ready');
  expect((await fetch(`${ready.providerUrl}/ledger`)).status).toBe(200);
  expect((await fetch(`${ready.controlUrl}/state`)).status).toBe(200);
  program.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a wrong setting ends the program with its name', async () => {
  const { ended, err } = await run({ serverUrl: 'http://127.0.0.1:9', mqttUrl: 'mqtt://127.0.0.1:9', speed: 'fast' });
  expect(await ended).toBe(1);
  expect(err()).toContain('speed');
});

test('a port that another program keeps is told, and robots come online without it', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => void holder.close());
  const { port } = holder.address() as AddressInfo;
  const lines: string[] = [];
  const ports = await freePorts({ provider: 0, control: port, mail: 0 }, (line) => lines.push(line), 0);
  expect(lines).toEqual([`port ${port} for its control is taken: it takes another one`]);
  const broker = await aBroker();
  const simulator = await startSimulator({
    serverUrl: 'http://127.0.0.1:9',
    mqttUrl: broker.url,
    ports,
    robots: [ROBOT],
    chance: 'off',
  });
  cleanUps.push(
    () => simulator.stop(),
    () => broker.close(),
  );
  await vi.waitFor(() => expect(simulator.robots.get(ROBOT.imei)?.view().online).toBe(true), { timeout: 10_000 });
});

test('the program ends with its launcher, also when that is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'config.json');
  writeFileSync(
    file,
    JSON.stringify({
      serverUrl: 'http://127.0.0.1:9',
      mqttUrl: 'mqtt://127.0.0.1:9',
      ports: { provider: 0, control: 0, mail: 0 },
    }),
  );
  const script = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(MAIN)}], { stdio: 'inherit', detached: true }); setInterval(() => {}, 1000)`;
  const launcher = spawn(process.execPath, ['-e', script], { env: { ...process.env, SIMULATOR_CONFIG: file } });
  let out = '';
  launcher.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  await vi.waitFor(() => expect(out).toContain('\n'), { timeout: 10_000 });
  const { controlUrl } = JSON.parse(out) as { controlUrl: string };
  launcher.kill('SIGKILL');
  await vi.waitFor(() => expect(fetch(`${controlUrl}/state`)).rejects.toThrow(), { timeout: 5_000 });
});
