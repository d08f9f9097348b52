import { rm } from 'node:fs/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ofClient } from './shop-customer.ts';
import { PlainRobot } from './shop-robot.ts';
import * as rooms from './shop-rooms.ts';
import { type Surroundings, startSurroundings } from './shop-surroundings.ts';
import { aPlace, type Place, type Started, startProduct } from './start-product.ts';
import { goodsOnSale } from './storefront-client.ts';
import { until } from './until.ts';

// An empty data folder, and at the end of the day a drink that was sold, made, taken and refunded. Everything is set up in the
// console alone; the robot and the customer know the public protocols and what the console showed them.

const PASSWORD = 'Trillebor-3391-elv';
const IMEI = '356938035643809';

let around: Surroundings;
let place: Place;
let started: Started;
let browser: Browser;
let robot: PlainRobot | undefined;
const visits: Visit[] = [];
beforeAll(async () => {
  around = await startSurroundings();
  place = await aPlace(around.env);
  started = await startProduct(place);
  browser = await openBrowser();
});
afterAll(async () => {
  expect(visits.flatMap(({ complaints }) => complaints)).toEqual([]);
  await robot?.switchOff();
  await browser?.close();
  await started?.end('SIGTERM');
  await around?.stop();
  if (place) await rm(place.dataDir, { recursive: true, force: true });
});

/** Somebody at a computer of his own, who is in no hurry with the checklist unless told. */
async function somebody(password: string, setupCheck = false): Promise<rooms.Person & { context: BrowserContext }> {
  const visit = await openPage(browser, { setupCheck });
  visits.push(visit);
  return { page: visit.page, context: visit.context, url: place.product.url, password };
}

/** The one who installed it. */
async function theAdministrator(setupCheck = false) {
  const admin = await somebody(place.product.adminPassword, setupCheck);
  await logIn(admin.page, place.product, { username: 'admin', tenant: /^(Default tenant|Fjord Coffee)/ });
  return admin;
}

/** What happens on the way, for the tests that follow. */
let manager: rooms.Person;
let clerk: rooms.Person;
let stranger: rooms.Person;
let kioskKey = '';
let spotId = '';
let orderNo = '';

test('the checklist of the empty console says what is missing', async () => {
  const admin = await theAdministrator(true);
  expect(await rooms.missingSettings(admin)).toEqual([
    'Object storage',
    'E-mail',
    'Payment webhook',
    'Payment settings',
    'Text messages',
  ]);
  await admin.context.close();
});

test('the administrator sets the tenant up and invites a manager, who joins with a new account', async () => {
  const admin = await theAdministrator();
  await rooms.setClockAndMoney(admin);
  await rooms.setStorage(admin, around);
  await rooms.setMail(admin, around);
  await rooms.setTextMessages(admin, around);
  await rooms.setPayments(admin, around);
  await rooms.nameTenant(admin, 'Fjord Coffee');
  await rooms.giveRoles(admin, 'Fjord Coffee');
  await rooms.invite(admin, { contact: 'mona@fjord-coffee.example', role: 'Manager' });
  await admin.context.close();

  manager = await somebody(PASSWORD);
  const link = await rooms.linkMailedTo(around, 'mona@fjord-coffee.example');
  await rooms.join(manager, link, { name: 'Mona Berg', username: 'mona.berg' });
  expect(around.outbox.list({ channel: 'email' })[0]).toMatchObject({
    subject: 'Administrator invites you to Fjord Coffee',
  });
});

test('the manager adds spots, goods, a robot with its stock, and a kiosk', async () => {
  spotId = await rooms.addSpot(manager, 'Bryggen');
  await rooms.addSpot(manager, 'Torget');
  await rooms.addMaterial(manager, { name: 'Beans', unit: 'g' });
  await rooms.addMaterial(manager, { name: 'Milk', unit: 'ml' });
  await rooms.addMenu(manager, 'Coffee');
  await rooms.addGroup(manager, 'Size', [
    { name: 'Small', cost: '0' },
    { name: 'Large', cost: '5' },
  ]);
  const beans = { material: 'Beans', amount: '18' };
  const milk = { material: 'Milk', amount: '150' };
  for (const [name, price, recipe] of [
    ['Espresso', '35', [beans]],
    ['Cortado', '42', [beans, milk]],
    ['Caffè latte', '48.50', [beans, milk]],
  ] as const)
    await rooms.addBeverage(manager, { name, price, menu: 'Coffee', group: 'Size', recipe });
  const access = await rooms.addRobot(manager, { imei: IMEI, name: 'Hansa', spot: 'Bryggen' });
  await rooms.fillStock(manager, IMEI, 'Hansa', [{ material: 'Beans', amount: '900', capacity: '1000' }, { material: 'Milk', amount: '200', capacity: '4000' }]);
  kioskKey = await rooms.addKiosk(manager, { name: 'Kiosk of Bryggen', spot: 'Bryggen' });
  robot = await PlainRobot.switchOn(access);
  await robot.fill({ beans: 1_000, milk: 4_000 });
});

test('one clerk is added, another one invited: each sees a spot of his own', async () => {
  clerk = await somebody('Fiskebrygge-7714');
  stranger = await somebody('Solnedgang-5582');
  await rooms.addClerk(manager, { name: 'Ola Nes', username: 'ola.nes', phone: '+4791234567', spot: 'Bryggen', password: clerk.password });
  await rooms.invite(manager, { contact: 'kari@fjord-coffee.example', role: 'Clerk', spot: 'Torget' });
  await logIn(clerk.page, { ...place.product, password: clerk.password }, { username: 'ola.nes', tenant: null });
  const link = await rooms.linkMailedTo(around, 'kari@fjord-coffee.example');
  await rooms.join(stranger, link, { name: 'Kari Lie', username: 'kari.lie' });
});

test('a customer buys at the kiosk; the robot makes it, and he takes it', async () => {
  const kiosk = ofClient(place.product.url, kioskKey);
  const onSale = await goodsOnSale(() => kiosk.menu(spotId));
  expect(onSale.map(({ name }) => name).toSorted()).toEqual(['Caffè latte', 'Cortado', 'Espresso']);
  const latte = (await kiosk.menu(spotId)).goods.find(({ name }) => name === 'Caffè latte')!;
  const large = latte.groups[0]!.choices.find(({ name }) => name === 'Large')!;
  const basket = { spotId, paidBy: 'card', lines: [{ goodsId: latte.goodsId, quantity: 2, optionIds: [large.id] }] };
  expect(await kiosk.quote(basket)).toMatchObject({ payableMinor: 10_700 });
  const order = await kiosk.order(basket);
  orderNo = order.orderNo;
  await kiosk.pay(orderNo);
  await until('both cups made', async () => robot?.made.includes(orderNo));
  await until('an order that waits for its customer', async () => (await kiosk.state(orderNo)).status === 5);
  await kiosk.pickUp(orderNo);
  expect(await kiosk.state(orderNo)).toMatchObject({ status: 6 });
});

test('the clerk of the spot sees the order, the other one does not; the manager refunds it and opens its receipt', async () => {
  await rooms.seeOrder(clerk, orderNo);
  await rooms.seeNoOrder(stranger, orderNo);
  await rooms.refund(manager, orderNo, { amount: '107.00', reason: 'Too cold' });
  expect(around.provider.ledger().balances).toMatchObject([
    { currency: 'nok', chargedMinor: 10_700, refundedMinor: 10_700 },
  ]);
  expect(await rooms.openReceipt(manager, orderNo)).toContain('Fjord Coffee AS');
  await rooms.seeOrder(clerk, orderNo);
});

test('nothing is left to set up', async () => {
  const admin = await theAdministrator(true);
  await rooms.seeNothingMissing(admin);
});
