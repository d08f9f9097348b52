// `node bench/alarms.ts`: from the message of a device to the open console and to the mail server, alarm by alarm. It starts the
// product with its demo; each alarm is of a robot of its own and calls a contact of its own, for who has just got a message is left in
// peace. `--alarms` takes more than twenty. Nothing here passes or fails: figures depend on the machine, so the aim stands beside them.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectAsync } from 'mqtt';
import type { Page } from 'playwright-core';
import type { OutboxMessage } from '#apps/simulator/outbox/outbox.ts';
import { ALARM_LIST } from '#domains/alarms/contract/addresses.ts';
import { deviceTopic } from '#domains/devices/contract/topics.ts';
import { logIn, openBrowser, openPage } from '../e2e/browser.ts';
import { asStaff } from '../e2e/start-pair.ts';
import { aPlace, fleetOf, type Product, startProduct, stopCustomers } from '../e2e/start-product.ts';
import { insist } from '../e2e/storefront-client.ts';
import { median, printTable } from './report.ts';

const { values: options } = parseArgs({ options: { alarms: { type: 'string', default: '20' } } });
const ALARMS = Number(options.alarms);
const TENANT = '1000';
const GIVE_UP_MS = 60_000;

interface Took {
  /** Milliseconds from the message of the device. */
  readonly console: number;
  readonly mail: number;
}

async function main(): Promise<void> {
  const place = await aPlace({ DEMO: 'on' });
  const started = await startProduct(place);
  const browser = await openBrowser();
  try {
    const product: Product = { ...place.product, fleet: await fleetOf(place) };
    await stopCustomers(product.control);
    const { page } = await openPage(browser);
    await logIn(page, product);
    await page.goto(product.url + ALARM_LIST);
    const call = await staffCalls(product);
    const spotId = product.fleet.robots.find(({ tenantId }) => tenantId === TENANT)?.spotId ?? '';
    await nothingElse(call);
    const took: Took[] = [];
    for (let nth = 1; nth <= ALARMS; nth += 1) took.push(await oneAlarm(nth, { product, page, call, spotId }));
    tell(took);
  } finally {
    await browser.close();
    await started.end('SIGTERM');
    await rm(place.dataDir, { recursive: true, force: true });
  }
}

type Call = <T>(path: string, body: unknown) => Promise<T>;

async function staffCalls(product: Product): Promise<Call> {
  const staff = await asStaff(product, 'manager', TENANT);
  return async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await insist<T>(`${product.url}/sos-backend${path}`, staff, body);
    if (!answer.success) throw new Error(`${path}: ${answer.message}`);
    return answer.result;
  };
}

/** Who is on duty is called first, and is the same person for every alarm; a new contact is called about what is open already. */
async function nothingElse(call: Call): Promise<void> {
  const { records } = await call<{ records: { id: string }[] }>('/alarmDuty/api/page', { pageSize: 100 });
  for (const { id } of records) await call('/alarmDuty/api/delete', { id });
  const open = await call<{ records: { id: string }[] }>('/alarm/api/page', { state: 'open', pageSize: 100 });
  const ids = open.records.map(({ id }) => id);
  if (ids.length > 0) await call('/alarm/api/acknowledge', { ids });
}

interface Around {
  readonly product: Product;
  readonly page: Page;
  readonly call: Call;
  readonly spotId: string;
}

async function oneAlarm(nth: number, { product, page, call, spotId }: Around): Promise<Took> {
  const mailbox = `alarm-${nth}@example.com`;
  const contacts = [{ name: `Contact ${nth}`, phone: '', email: mailbox, bySms: false, byEmail: true }];
  await call('/servicespots/sosServiceSpotsInfo/updateAlarmDeviceInfoConfig', { id: spotId, contacts, alarmTimes: [] });
  const imei = `BENCH${randomUUID().slice(0, 8).toUpperCase()}`;
  const { robot, mqtt } = await call<{ robot: { id: string }; mqtt: { password: string } }>(
    '/coffeeMachineV2/api/add',
    { imei, name: `Robot ${nth}` },
  );
  await call('/coffeeMachineV2/api/bindServiceSpots', { robotIds: [robot.id], spotId });
  const device = { tenantId: TENANT, kind: 'robot', imei } as const;
  const client = await connectAsync(`mqtt://127.0.0.1:${product.mqttPort}`, {
    ...{ clientId: imei, username: imei, password: mqtt.password, protocolVersion: 4 },
  });
  const frame = (seq: number, data: object): string =>
    JSON.stringify({ v: 1, id: randomUUID(), ts: new Date().toISOString(), seq, session: 's1', data });
  await client.publishAsync(
    deviceTopic.state(device),
    frame(0, { online: true, fw: '1.0.0', mode: 'normal', faults: [] }),
    { qos: 1 },
  );
  await sleep(2_000);
  const fresh = page.getByRole('button', { name: /^\d+ new – show/ });
  const row = page.locator('tbody tr[data-id]').filter({ hasText: `Robot ${nth}` });
  if (await fresh.isVisible()) await fresh.click();
  const sentAt = Date.now();
  const fault = { kind: 'fault', active: true, code: 'arm-jam', part: 'arm' };
  await client.publishAsync(deviceTopic.event(device), frame(1, fault), { qos: 1 });
  const [console, mail] = await Promise.all([
    fresh
      .or(row)
      .first()
      .waitFor({ timeout: GIVE_UP_MS })
      .then(() => Date.now() - sentAt),
    mailTo(product, mailbox, `Robot ${nth}`).then((at) => at - sentAt),
  ]);
  await client.endAsync();
  return { console, mail };
}

/** When the mail about this device reached the mail server. */
async function mailTo({ control }: Product, mailbox: string, device: string): Promise<number> {
  for (const until = Date.now() + GIVE_UP_MS; Date.now() < until; await sleep(50)) {
    const answer = await fetch(`${control}/outbox?channel=email&to=${encodeURIComponent(mailbox)}`);
    const mail = ((await answer.json()) as OutboxMessage[]).find(({ text }) => text.includes(device));
    if (mail) return Date.parse(mail.at);
  }
  throw new Error(`No mail came to ${mailbox}`);
}

function tell(took: readonly Took[]): void {
  const line = (name: string, values: readonly number[], aim: number): string[] => [
    name,
    ...[Math.min(...values), median(values), Math.max(...values), aim].map((ms) => `${Math.round(ms)} ms`),
  ];
  const rows = [
    line(
      'to the open console',
      took.map((one) => one.console),
      2_000,
    ),
    line(
      'to the mail server',
      took.map((one) => one.mail),
      5_000,
    ),
  ];
  const heads = [`${took.length} alarms, from the message of the device`, 'least', 'median', 'most', 'aim'];
  process.stdout.write(`${printTable(rows, heads)}\n`);
}

await main();
