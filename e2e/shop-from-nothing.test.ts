import { rm } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ofClient } from './shop/customer.ts';
import * as goods from './shop/goods.ts';
import * as machines from './shop/machines.ts';
import * as orders from './shop/orders.ts';
import * as people from './shop/people.ts';
import { PlainRobot } from './shop/robot.ts';
import type { Person } from './shop/rooms.ts';
import * as settings from './shop/settings.ts';
import { type Surroundings, startSurroundings } from './shop/surroundings.ts';
import { aPlace, type Place, type Started, startProduct } from './start-product.ts';
import { goodsOnSale } from './storefront-client.ts';
import { until } from './until.ts';

// An empty data folder, and at the end of the day a drink that was sold, made, taken and refunded. Everything is set up in the
// console alone; the robot and the customer know the public protocols and what the console showed them.

const LIMIT_MS = 480_000;
const IMEI = '356938035643809';

let around: Surroundings;
let place: Place;
let started: Started | undefined;
let browser: Browser | undefined;
let robot: PlainRobot | undefined;
let visits: Visit[] = [];
// whoever tries again begins with nothing again
beforeEach(async () => {
  around = await startSurroundings();
  place = await aPlace(around.env);
  started = await startProduct(place);
  browser = await openBrowser();
});
afterEach(async () => {
  await robot?.switchOff().catch(() => undefined);
  await browser?.close();
  await started?.end('SIGTERM');
  await around.stop();
  await rm(place.dataDir, { recursive: true, force: true });
  [robot, browser, started, visits] = [undefined, undefined, undefined, []];
});

/** Somebody at a computer of his own. */
async function somebody(password: string): Promise<Person> {
  const visit = await openPage(browser!, { setupCheck: true });
  visits.push(visit);
  return { page: visit.page, url: place.product.url, password };
}

async function theAdministrator(): Promise<Person> {
  const admin = await somebody(place.product.adminPassword);
  await logIn(admin.page, place.product, { username: 'admin', tenant: 'Default tenant' });
  return admin;
}

/** The tenant as the installation made it: its settings, its name and its roles. */
async function setUpTheTenant(admin: Person): Promise<void> {
  await settings.setClockAndMoney(admin);
  await settings.setStorage(admin, around);
  await settings.setMail(admin, around);
  await settings.setTextMessages(admin, around);
  await settings.setPayments(admin, around);
  await settings.nameTenant(admin, 'Fjord Coffee');
  await settings.giveRoles(admin, 'Fjord Coffee');
}

/** Invited by mail, with a new account. */
async function joined(
  inviter: Person,
  invitation: { contact: string; role: string; spot?: string },
  account: { name: string; username: string; password: string },
): Promise<Person> {
  await people.invite(inviter, invitation);
  const person = await somebody(account.password);
  await people.join(person, await people.linkMailedTo(around, invitation.contact), account);
  return person;
}

async function addGoods(manager: Person): Promise<void> {
  await goods.addMaterial(manager, { name: 'Beans', unit: 'g' });
  await goods.addMaterial(manager, { name: 'Milk', unit: 'ml' });
  await goods.addMenu(manager, 'Coffee');
  await goods.addGroup(manager, 'Size', [
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
    await goods.addBeverage(manager, { name, price, menu: 'Coffee', group: 'Size', recipe });
}

/** A robot with beans and too little milk, and the kiosk beside it. Answers the kiosk's key. */
async function addMachines(manager: Person): Promise<string> {
  const access = await machines.addRobot(manager, { imei: IMEI, name: 'Hansa', spot: 'Bryggen' });
  await machines.fillStock(manager, { imei: IMEI, name: 'Hansa' }, [
    { material: 'Beans', amount: '900', capacity: '1000' },
    { material: 'Milk', amount: '200', capacity: '4000' },
  ]);
  robot = await PlainRobot.switchOn(access);
  return machines.addKiosk(manager, { name: 'Kiosk of Bryggen', spot: 'Bryggen' });
}

/** Two large drinks, as soon as somebody has brought milk. Answers the number of the order. */
async function buyTwo(key: string, spotId: string): Promise<string> {
  const kiosk = ofClient(place.product.url, key);
  const onSale = await goodsOnSale(() => kiosk.menu(spotId));
  expect(onSale.map(({ name }) => name).toSorted()).toEqual(['Caffè latte', 'Cortado', 'Espresso']);
  const lattes = async () => (await kiosk.menu(spotId)).goods.find(({ name }) => name === 'Caffè latte')!;
  const latte = await lattes();
  const large = latte.groups[0]!.choices.find(({ name }) => name === 'Large')!;
  const basket = { spotId, paidBy: 'card', lines: [{ goodsId: latte.goodsId, quantity: 2, optionIds: [large.id] }] };
  expect(await kiosk.quote(basket)).toMatchObject({ payableMinor: 10_700 });
  await expect(kiosk.order(basket)).rejects.toThrow('sold out');
  await robot!.fill({ beans: 1_000, milk: 4_000 });
  await until('milk for two', async () => (await lattes()).servings >= 2);
  const { orderNo } = await kiosk.order(basket);
  await kiosk.pay(orderNo);
  await until('both cups made', async () => robot?.made.includes(orderNo));
  await until('an order that waits for its customer', async () => (await kiosk.state(orderNo)).status === 5);
  await kiosk.pickUp(orderNo);
  expect(await kiosk.state(orderNo)).toMatchObject({ status: 6 });
  return orderNo;
}

test('a shop opened from nothing: set up, sold, made, refunded, with the console alone', {
  timeout: LIMIT_MS,
}, async () => {
  const admin = await theAdministrator();
  expect(await settings.missingSettings(admin)).toEqual([
    ...[
      'Time zone',
      'Currency',
      'Currency format',
      'Time format',
      'Object storage',
      'E-mail',
      'Payment webhook',
      'Payment settings',
      'Text messages',
    ],
  ]);
  await settings.closeChecklist(admin);
  await setUpTheTenant(admin);
  const mona = { name: 'Mona Berg', username: 'mona.berg', password: 'Trillebor-3391-elv' };
  const manager = await joined(admin, { contact: 'mona@fjord-coffee.example', role: 'Manager' }, mona);
  expect(around.outbox.list({ channel: 'email' })).toMatchObject([
    {
      subject: 'Administrator invites you to Fjord Coffee',
      from: expect.stringContaining('console@fjord-coffee.example'),
    },
  ]);

  const spotId = await goods.addSpot(manager, 'Bryggen');
  await goods.addSpot(manager, 'Torget');
  await addGoods(manager);
  expect(around.bucket.objects.size, 'pictures of the spots and drinks').toBe(7);
  const key = await addMachines(manager);

  const clerk = await somebody('Fiskebrygge-7714');
  const ola = { name: 'Ola Nes', username: 'ola.nes', phone: '+4791234567', spot: 'Bryggen' };
  await people.addClerk(manager, { ...ola, password: clerk.password });
  await logIn(clerk.page, { ...place.product, password: clerk.password }, { username: ola.username, tenant: null });
  const kari = { name: 'Kari Lie', username: 'kari.lie', password: 'Solnedgang-5582' };
  const invited = { contact: 'kari@fjord-coffee.example', role: 'Clerk', spot: 'Torget' };
  const stranger = await joined(manager, invited, kari);

  await orders.watchOrders(clerk);
  await orders.watchOrders(stranger);
  const orderNo = await buyTwo(key, spotId);
  await orders.seeOrder(clerk, orderNo, 'Picked up');
  await orders.seeNoOrder(stranger, orderNo);
  await orders.refund(manager, orderNo, { amount: '107.00', reason: 'Too cold' });
  expect(around.provider.ledger().balances).toMatchObject([
    { currency: 'nok', chargedMinor: 10_700, refundedMinor: 10_700 },
  ]);
  await orders.seeOrder(clerk, orderNo, 'Refunded');
  const receipt = await orders.printReceipt(manager, orderNo);
  expect(receipt.text).toMatch(/Fjord Coffee AS.*Caffè latte.*NOK\s107\.00/s);
  expect(receipt.print.toString('latin1').match(/\/Type\s*\/Page\b/g), 'one page for the printer').toHaveLength(1);

  await settings.seeNothingMissing(admin);
  expect(visits.flatMap(({ complaints }) => complaints)).toEqual([]);
});
