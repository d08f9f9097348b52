import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALARM_LIST } from '../src/domains/alarms/contract/addresses.ts';
import { type Alarm, type AlarmType, alarms } from '../src/domains/alarms/contract/alarms.ts';
import { alarmEndpoints } from '../src/domains/alarms/contract/endpoints.ts';
import enUS from '../src/domains/alarms/locales/alarms.en-US.json' with { type: 'json' };
import zhCN from '../src/domains/alarms/locales/alarms.zh-CN.json' with { type: 'json' };
import messagesEn from '../src/domains/alarms/locales/messages.en-US.json' with { type: 'json' };
import messagesZh from '../src/domains/alarms/locales/messages.zh-CN.json' with { type: 'json' };
import { maintenanceEndpoints } from '../src/domains/maintenance/contract/maintenance.ts';
import { robotEndpoints } from '../src/domains/robots/contract/endpoints.ts';
import { addDays, localDay, startOfDay } from '../src/platform/time/rules/local-day.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { openTown, type Town, ZONE } from './night/town.ts';
import { until } from './until.ts';

// An evening on which everything goes wrong that an alarm can be about, and a night with a rota: whom it calls, when, and in which
// words (practice 12). Devices go wrong at the simulator; the clock is that of the tests.

const LANGUAGES = { 'en-US': enUS, 'zh-CN': zhCN } as const;
const [ADA, BO, EVA] = ['ada@harbour.example', 'bo@harbour.example', 'eva@harbour.example'];
const [NILS, DAG, REPAIR] = ['nils@harbour.example', 'dag@harbour.example', 'repair@harbour.example'];
/** Of the harbour: everything but the network of the airport. */
const AT_HARBOUR: readonly AlarmType[] = [
  ...(['heartbeat', 'missing_material', 'low_material', 'make_failure', 'fridge_temperature'] as const),
  ...(['sub_device_fault', 'pos_network', 'maintenance', 'missing_unit'] as const),
];
const TYPES: readonly AlarmType[] = [...AT_HARBOUR, 'spot_network'];
const AIRPORT = ['Gate A', 'Gate B', 'Gate C'];

let town: Town;
let browser: Browser;
const visits: Visit[] = [];
/** The day after the one on which the test runs. */
let evening: string;
beforeAll(async () => {
  town = await openTown({
    harbour: ['Plug', 'Door', 'Milk', 'Beans', 'Drinks', 'Fridge', 'Terminal'],
    airport: AIRPORT,
  });
  evening = addDays(localDay(new Date(), ZONE), 1);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await town?.stop();
});

/** On the clock of the town; hours from 24 on are those of the day after. */
function at(clock: `${string}:${string}`): Date {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return new Date(startOfDay(evening, ZONE).getTime() + (hours * 60 + minutes) * 60_000);
}
const page = async (request: Record<string, unknown>): Promise<readonly Alarm[]> =>
  (await town.ask(alarms.endpoints.page, { isPart: 'false', pageSize: 100, ...request } as never)).records;
/** What comes from devices takes its time; the clock of the server does not move meanwhile. */
const untilRaised = (type: AlarmType, request: Record<string, unknown> = {}): Promise<Alarm> =>
  until(`an alarm ${type}`, async () => {
    await town.runDue();
    return (await page({ type, state: '!cleared', ...request }))[0];
  });
/** To whom mails went since the last time, each once. */
const called = (): string[] => [...new Set(town.mails().map(({ to }) => to))].sort();
const wordsTo = (mails: readonly { to: string; text: string }[], to: string): string =>
  mails
    .filter((mail) => mail.to === to)
    .map(({ text }) => text)
    .join('\n');
/** What stands before the name of the alarm in a line of this kind; the weight, which comes first, is left out. */
const before = (line: string): string => (line.split('{alarm}')[0] ?? '').replace('{severity}', '');
/** Each of the types is told in this way, in both languages. */
function expectTold(
  words: string,
  reason: 'first' | 'escalated' | 'reminder' | 'cleared',
  types: readonly AlarmType[],
): void {
  for (const [texts, lines] of [
    [enUS, messagesEn],
    [zhCN, messagesZh],
  ] as const)
    for (const type of types) expect(words).toContain(before(lines[reason]) + texts.type[type]);
}

/** Somebody in front of the list, in his language. */
async function watch(language: keyof typeof LANGUAGES): Promise<Page> {
  const visit = await openPage(browser, { language });
  visits.push(visit);
  await logIn(visit.page, town.place.product, { username: 'admin', tenant: /Default tenant|默认租户/ });
  await visit.page.goto(`${town.place.product.url}${ALARM_LIST}?view=active&pageSize=50`);
  await visit.page.locator('h1').first().waitFor();
  return visit.page;
}
/** Every type is on the list that was open all the time. */
async function expectOnList(list: Page, language: keyof typeof LANGUAGES): Promise<void> {
  const fresh = list.locator('.record-fresh');
  for (const type of TYPES) {
    const row = list.locator('tbody tr[data-id]').filter({ hasText: LANGUAGES[language].type[type] });
    await until(`${type} in ${language}`, async () => {
      if (await fresh.isVisible()) await fresh.click();
      return (await row.count()) > 0;
    });
  }
}

const IN_A_ROW = 3;
/** Everything that goes wrong at once; the fridge and the terminal have been so for a while. */
async function breakAll(): Promise<void> {
  await town.fault(town.robot('Plug'), { kind: 'pullPlug' });
  await town.fault(town.robot('Door'), { kind: 'openDoor', on: true });
  await town.fault(town.robot('Milk'), { kind: 'emptyMaterial', material: 'milk' });
  await town.fault(town.robot('Beans'), { kind: 'lowMaterial', material: 'beans', level: 250 });
  for (const name of AIRPORT) await town.fault(town.robot(name), { kind: 'pullPlug' });
  // a full upload after a new connection shows who is gone
  await town.fault(town.cabinet, { kind: 'steal', slot: 1 });
  await town.fault(town.cabinet, { kind: 'dropConnection', afterMs: 50 });
  const drinks = town.robot('Drinks');
  await town.buyFrom(drinks);
  await town.ask(maintenanceEndpoints.plan, { robotId: drinks.id, cups: 1, days: null });
  // customers take one cup or more
  await town.fault(drinks, { kind: 'failDrink', stage: 'cup', times: 100 });
  for (let count = 0; count < IN_A_ROW; count++) await town.buyFrom(drinks);
  await town.fault(drinks, { kind: 'clear' });
}

async function mendAll(): Promise<void> {
  await town.fault(town.robot('Plug'), { kind: 'plugIn' });
  await town.fault(town.robot('Door'), { kind: 'openDoor', on: false });
  for (const name of ['Milk', 'Beans']) await town.fault(town.robot(name), { kind: 'refill' });
  for (const name of AIRPORT) await town.fault(town.robot(name), { kind: 'plugIn' });
  await town.putBack();
  const drinks = town.robot('Drinks');
  await town.buyFrom(drinks);
  await town.ask(maintenanceEndpoints.plan, { robotId: drinks.id, cups: null, days: null });
  await town.ask(maintenanceEndpoints.record, { robotId: drinks.id, what: 'Cleaned' });
  await town.fault(town.robot('Terminal'), { kind: 'losePos', on: false });
  await town.fault(town.robot('Fridge'), { kind: 'warmFridge', on: false });
}
const reportFridge = () =>
  town.ask(robotEndpoints.sendCommand, { robotId: town.robot('Fridge').id, cmd: 'reportState', args: {} });
const fridgeIs = (isRight: (tenths: number) => boolean): Promise<unknown> =>
  until('the fridge to say so', async () => {
    await reportFridge();
    const { temperatures } = await town.ask(robotEndpoints.one, { id: town.robot('Fridge').id });
    // noted before the clock moves on: a later reading would have begun to be so then
    await town.runDue();
    return isRight(temperatures.find(({ part }) => part === 'fridge')?.celsiusTenths ?? 0);
  });

test('each type is caused at a device, stands on the open list in both languages, and is in the mailbox of the first contact', async () => {
  await town.moveTo(at('17:30'));
  await town.fault(town.robot('Fridge'), { kind: 'warmFridge' });
  await town.moveTo(at('17:50'));
  await fridgeIs((tenths) => tenths > 80);
  await town.moveTo(at('17:57'));
  await town.fault(town.robot('Terminal'), { kind: 'losePos' });
  const lists = [
    ['en-US', await watch('en-US')],
    ['zh-CN', await watch('zh-CN')],
  ] as const;
  await breakAll();
  await town.moveTo(at('18:00'));
  for (const type of TYPES) await untilRaised(type);
  for (const [language, list] of lists) await expectOnList(list, language);
  expect(await page({ type: 'make_failure' })).toMatchObject([{ severity: 'critical' }]);
  expect(await page({ type: 'spot_network' })).toMatchObject([{ parts: AIRPORT.length }]);
  // what came while she was left in peace for two minutes is in the next message
  await town.moveTo(at('18:03'));
  const mails = town.mails();
  expectTold(wordsTo(mails, ADA), 'first', AT_HARBOUR);
  expectTold(wordsTo(mails, EVA), 'first', ['spot_network']);
  expect([...new Set(mails.map(({ to }) => to))].sort()).toEqual([ADA, EVA]);
  expect(visits.flatMap(({ complaints }) => complaints)).toEqual([]);
  for (const { context } of visits) await context.close();
});

test('nobody answers: the next contact after half an hour, a reminder after an hour, until somebody acknowledges', async () => {
  await town.moveTo(at('18:34'));
  let mails = town.mails();
  expectTold(wordsTo(mails, BO), 'escalated', AT_HARBOUR);
  // the maintenance mailbox is the last of each chain
  expectTold(wordsTo(mails, REPAIR), 'escalated', ['spot_network']);
  expect(wordsTo(mails, ADA)).toBe('');
  await town.moveTo(at('19:05'));
  mails = town.mails();
  expectTold(wordsTo(mails, ADA), 'reminder', AT_HARBOUR);
  expectTold(wordsTo(mails, EVA), 'reminder', ['spot_network']);
  expectTold(wordsTo(mails, REPAIR), 'escalated', AT_HARBOUR);
  const open = await page({ state: 'open' });
  await town.ask(alarmEndpoints.acknowledge, { ids: open.map(({ id }) => id) });
  await town.moveTo(at('19:40'));
  expect(called()).toEqual([]);
  expect((await page({ state: '!cleared' })).map(({ state }) => state)).not.toContain('open');
});

test('all is well again: each is over, and everybody who was called learns it', async () => {
  await mendAll();
  await fridgeIs((tenths) => tenths < 70);
  await town.moveTo(at('19:46'));
  const left = async (): Promise<string[]> => {
    await town.runDue();
    return (await page({ state: '!cleared' })).map(({ type, deviceName }) => `${type} of ${deviceName}`);
  };
  await expect.poll(left, { timeout: 90_000 }).toEqual([]);
  await town.moveTo(at('20:30'));
  const mails = town.mails();
  for (const to of [ADA, BO, REPAIR]) expectTold(wordsTo(mails, to), 'cleared', AT_HARBOUR);
  expectTold(wordsTo(mails, EVA), 'cleared', ['spot_network']);
});

test('by night who is on duty is called at any hour and reminded; the others wait for their window', async () => {
  await town.moveTo(at('23:00'));
  expect(called()).toEqual([]);
  await town.fault(town.robot('Plug'), { kind: 'pullPlug' });
  for (const name of ['Gate A', 'Gate B']) await town.fault(town.robot(name), { kind: 'pullPlug' });
  for (const name of ['Plug', 'Gate A', 'Gate B']) await untilRaised('heartbeat', { keyword: town.robot(name).imei });
  await town.moveTo(at('23:01'));
  expect(called()).toEqual([NILS]);
  // nobody else may be called now
  await town.moveTo(at('23:40'));
  expect(called()).toEqual([]);
  await town.moveTo(at('24:02'));
  expect(called()).toEqual([NILS]);
  await town.fault(town.robot('Gate B'), { kind: 'plugIn' });
  await until('Gate B back', async () => {
    await town.runDue();
    return (await page({ state: '!cleared' })).length === 2;
  });
});

test('the duty goes over, and in the morning the window opens for what still lasts', async () => {
  await town.moveTo(at('30:01'));
  const handedOver = town.mails();
  // six hours were skipped: his last hour ends with the duty, and who comes is told at once
  expect([...new Set(handedOver.map(({ to }) => to))]).toEqual([DAG]);
  expect(wordsTo(handedOver, DAG)).toContain(before(messagesEn.duty) + enUS.type.heartbeat);
  expect(wordsTo(handedOver, DAG)).toContain(before(messagesZh.duty) + zhCN.type.heartbeat);
  await town.moveTo(at('31:59'));
  expect(called()).toEqual([DAG]);
  await town.moveTo(at('32:01'));
  const opened = town.mails();
  expect([...new Set(opened.map(({ to }) => to))].sort()).toEqual([ADA, EVA]);
  expect(wordsTo(opened, EVA)).toContain('Gate A');
  // it was over before anybody could be called
  expect(wordsTo(opened, EVA)).not.toContain('Gate B');
  const open = await page({ state: 'open' });
  await town.ask(alarmEndpoints.acknowledge, { ids: open.map(({ id }) => id) });
  await town.fault(town.robot('Plug'), { kind: 'plugIn' });
  await town.fault(town.robot('Gate A'), { kind: 'plugIn' });
  await until('nothing that is not over', async () => {
    await town.runDue();
    return (await page({ state: '!cleared' })).length === 0;
  });
  await town.moveTo(at('32:06'));
  expect(called()).toEqual([ADA, DAG, EVA]);
});
