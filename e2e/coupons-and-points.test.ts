import { randomBytes, randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PointsChangeType } from '#domains/points/contract/points.ts';
import { axeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, typeDate, type Visit } from './browser.ts';
import { choose } from './choose.ts';
import { ownProduct } from './own-product.ts';
import { stopCustomers } from './start-product.ts';
import { goodsOnSale, type Menu } from './storefront-client.ts';
import { query } from './test-captcha.ts';
import { until } from './until.ts';

// A coupon from its drawing to its return, the points of a customer until he is erased, and what a customer asks at a machine.
// What people see is looked at in a browser; what programs say to each other is called.
const product = ownProduct();
const TENANT = '1000';
/** Nobody of a run before. */
const RUN = randomBytes(2).toString('hex').toUpperCase();
const NORA = `nora-${RUN}`;
const keyOf = (channel: string) =>
  product.fleet.storefrontKeys.find((one) => one.tenantId === TENANT && one.channel === channel)!;
const [app, kiosk] = [keyOf('app'), keyOf('kiosk')];

let browser: Browser;
let visit: Visit;
let page: Page;
let staffToken: string;
let earning: Placed;
beforeAll(async () => {
  await stopCustomers(product.control);
  browser = await openBrowser();
  visit = await openPage(browser);
  page = visit.page;
  await logIn(page, product);
  const { result } = await asked<{ token: string }>(
    'POST',
    '/api/sys/mLogin',
    {},
    {
      username: 'manager',
      password: product.password,
    },
  );
  staffToken = result.token;
  // the first of its robot: its drink is on its way while coupons are looked at
  await query(
    product,
    `update tenant set accumulation_point_limit = jsonb_set(accumulation_point_limit::jsonb, '{limit}', '10') where tenant_id = $1`,
    [TENANT],
  );
  // right after a start its robots may still be on their way
  earning = await until('a robot that takes orders', () =>
    buy({ customerId: NORA }).catch((error: Error) => {
      if (!error.message.startsWith('order.no-robot-available')) throw error;
      return undefined;
    }),
  );
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

interface Envelope<T> {
  readonly success: boolean;
  readonly message: string;
  readonly problem?: string;
  readonly result: T;
}
async function asked<T>(method: string, path: string, headers: object, body?: unknown): Promise<Envelope<T>> {
  const answer = await fetch(product.url + path, {
    method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Envelope<T>;
}
async function done<T>(work: Promise<Envelope<T>>): Promise<T> {
  const envelope = await work;
  if (!envelope.success) throw new Error(`${envelope.problem}: ${envelope.message}`);
  return envelope.result;
}
const tellShop = <T>(method: string, path: string, body?: unknown, by = app) =>
  asked<T>(method, `/storefront/v1/${path}`, { authorization: `Bearer ${by.key}` }, body);
const shop = <T>(method: string, path: string, body?: unknown, by = app) => done(tellShop<T>(method, path, body, by));
const staff = <T>(path: string, body: unknown) =>
  done(asked<T>('POST', `/sos-backend/${path}`, { 'x-access-token': staffToken, 'tenant-id': TENANT }, body));

interface Placed {
  readonly orderNo: string;
  readonly pickupCode: string | null;
  readonly status: number;
  readonly money: { readonly discountMinor: number; readonly paidMinor: number; readonly payableMinor: number };
}
let goodsId: string;
async function basket(more: object, by = app): Promise<Envelope<Placed>> {
  goodsId ||= (
    await goodsOnSale(
      () => shop<Menu>('GET', `spots/${app.spotId}/menu`),
      ({ name }) => name === 'Espresso',
    )
  )[0]!.goodsId;
  const lines = [{ goodsId, quantity: 1, optionIds: [] }];
  return tellShop('POST', 'orders', { spotId: by.spotId, paidBy: 'card', lines, ...more }, by);
}
async function buy(more: object, by = app): Promise<Placed> {
  const { orderNo } = await done(basket(more, by));
  return shop('POST', `orders/${orderNo}/pay`, { paymentMethod: 'pm_card_visa' }, by);
}
const refusalOf = async (couponCode: string): Promise<string | undefined> =>
  (await basket({ customerId: NORA, couponCode })).problem;

interface Figures {
  readonly coupons: {
    readonly costMinor: number;
    readonly top: readonly { readonly couponId: string; readonly costMinor: number }[];
  };
  readonly points: { readonly earned: number; readonly spent: number; readonly adjusted: number };
}
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const DAY_MS = 86_400_000;
const figures = () =>
  staff<Figures>('BaseCoupon/api/statistics', {
    fromDay: dayOf(Date.now() - DAY_MS),
    toDay: dayOf(Date.now() + DAY_MS),
  });

/** A coupon of the terms that a test needs, with a word that everybody may type. */
const addCoupon = (title: string, customCode: string, more: object) =>
  staff('BaseCoupon/api/add', {
    ...{ title, customCode, type: 4, valueMinor: 500, maxTotal: 100, maxUses: -1, allSpots: true, enabled: true },
    ...{ startsAt: new Date(Date.now() - DAY_MS).toISOString(), endsAt: new Date(Date.now() + DAY_MS).toISOString() },
    ...more,
  });

let couponId: string;
test('a coupon is drawn, rehearsed on the orders of 90 days, and shows the code for a poster', async () => {
  await page.goto(`${product.url}/marketing/coupons/form`);
  const form = page.locator('form').filter({ visible: true });
  await form.getByLabel('Title (required)').fill('Poster, ten off');
  await choose(form.getByLabel('Type (required)'), 'Amount off without a threshold');
  await form.getByLabel('Amount off (required)').fill('10');
  const year = new Date().getUTCFullYear();
  await typeDate(form.getByRole('group', { name: 'Start', exact: true }), `${year}01010000`);
  await typeDate(form.getByRole('group', { name: 'End', exact: true }), `${year + 1}12310000`);
  await form.getByLabel('Codes in total (required)').fill('50');
  await form.getByLabel('Uses of one code (required)').fill('1');
  await form.getByLabel('Customers can claim it').check();
  await form.getByRole('button', { name: 'Rehearse' }).click();
  await form.getByText('Would have used it').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/marketing\/coupons\/detail\//);
  couponId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByLabel('Address of your storefront').fill('https://app.example.com/claim');
  await page.getByRole('img', { name: /Poster, ten off/ }).waitFor();
});

let used: Placed;
let code: string;
test('it is claimed once, used in the app; others are refused for channel, hour, spot and use, and one counts at a kiosk', async () => {
  const claim = () => tellShop<{ code: string }>('POST', `coupons/${couponId}/claims`, { customerId: NORA });
  ({ code } = await done(claim()));
  expect((await claim()).problem).toMatch(/^coupon\./);
  used = await buy({ customerId: NORA, couponCode: code });
  expect(used.money.discountMinor).toBe(1_000);

  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Europe/Oslo' }).format(),
  );
  const clock = (ahead: number): string => `${String((hour + ahead) % 24).padStart(2, '0')}:00`;
  const elsewhere = product.fleet.robots.find((one) => one.tenantId === TENANT && one.spotId !== app.spotId)!.spotId;
  await addCoupon('At the terminal alone', `POS${RUN}`, { type: 5 });
  await addCoupon('Later today', `HOUR${RUN}`, { dailyRanges: [{ window: { from: clock(2), to: clock(3) } }] });
  await addCoupon('At another spot', `SPOT${RUN}`, { allSpots: false, spotIds: [elsewhere] });
  await addCoupon('Kiosk', `KIOS${RUN}`, {});
  expect([
    await refusalOf(code),
    await refusalOf(`POS${RUN}`),
    await refusalOf(`HOUR${RUN}`),
    await refusalOf(`SPOT${RUN}`),
    await refusalOf('NOBODYS1'),
  ]).toEqual([
    'coupon.code-used',
    'coupon.not-valid-for-channel',
    'coupon.not-at-this-hour',
    'coupon.not-at-this-spot',
    'coupon.unknown-code',
  ]);
  expect((await buy({ couponCode: `KIOS${RUN}` }, kiosk)).money.discountMinor).toBe(500);
});

let noraId: string;
test('a full refund gives the code back; its cost is gone from the figures', async () => {
  const cost = async () => (await figures()).coupons.top.find((one) => one.couponId === couponId)?.costMinor;
  await expect.poll(cost).toBe(1_000);
  await staff('coffeeorder/api/refundOrder', {
    ...{ orderNo: used.orderNo, amountMinor: used.money.paidMinor, reason: 'Nothing came out' },
  });
  const state = async () =>
    (await shop<{ code: string; state: string }[]>('GET', `customers/${NORA}/coupons`)).find((one) => one.code === code)
      ?.state;
  await expect.poll(state).toBe('usable');
  expect(await cost()).toBeUndefined();
  await page.goto(`${product.url}/marketing/coupons/detail/${couponId}`);
  await page.getByText('1 of 50').waitFor();
});

test('points are earned by a drink, added and spent; a stamp card fills; a refund takes back', async () => {
  const points = () => shop<{ points: number; stampCard: { stamps: number } }>('GET', `customers/${NORA}/points`);
  // 5 points for each whole 10.00 of goods
  const earned = Math.floor(earning.money.paidMinor / 1_000) * 5;
  await expect.poll(async () => (await points()).points, { timeout: 100_000, interval: 500 }).toBe(earned);
  expect((await points()).stampCard.stamps).toBe(earned % 10);
  ({ id: noraId } = await staff<{ id: string }>('account/accountInfoModel/getByUserId', { userId: NORA }));
  await staff('account/accountInfoModel/addUserPoints', { userId: noraId, points: 200, reason: 'A long wait' });
  const [goods] = (await shop<{ id: string; points: number }[]>('GET', 'pointsGoods')).toSorted(
    (a, b) => a.points - b.points,
  );
  await shop('POST', 'redemptions', { customerId: NORA, goodsId: goods!.id });
  expect((await points()).points).toBe(earned + 200 - goods!.points);
  await staff('coffeeorder/api/refundOrder', {
    ...{ orderNo: earning.orderNo, amountMinor: earning.money.paidMinor, reason: 'Too cold' },
  });
  await expect.poll(async () => (await points()).points).toBe(200 - goods!.points);

  await page.goto(`${product.url}/customers/detail/${noraId}`);
  const shown = page.locator('#content').filter({ visible: true });
  for (const title of ['Orders', 'Rentals', 'Coupons', 'Points'])
    await shown.getByRole('heading', { name: title }).waitFor();
  await shown.getByText('A long wait').waitFor();
  await page.goto(`${product.url}/marketing/collection-points`);
  await page.locator('tr', { hasText: NORA }).first().waitFor();
});

test('at the machine a customer shows the order, asks with a photo, and reads the answer of staff', async () => {
  const order = await buy({});
  const [label] = await staff<{ robotId: string; address: string; imei: string }[]>(
    'customer-case/api/labels',
    {},
  ).then((all) =>
    all.filter(({ imei }) => product.fleet.robots.some((one) => one.imei === imei && one.spotId === app.spotId)),
  );
  const { deviceImei } = await shop<{ deviceImei: string }>('GET', `orders/${order.orderNo}`);
  const labels = await staff<{ imei: string; address: string }[]>('customer-case/api/labels', {});
  const address = new URL((labels.find(({ imei }) => imei === deviceImei) ?? label)!.address).pathname;
  const phone = await openPage(browser, { width: 375, language: 'de-DE', isPhone: true });
  const on = phone.page;
  await on.goto(product.url + address);
  await on.getByLabel('Pickup code').fill('12');
  await on.getByRole('button', { name: 'Find my order' }).click();
  await on.getByText('Four digits', { exact: true }).waitFor();
  await on.getByRole('button', { name: 'I have the order number' }).click();
  await on.getByLabel('Last 6 digits of the order number').fill(order.orderNo.slice(-6));
  await on.getByLabel('Amount that you paid').fill('1.00');
  await on.getByRole('button', { name: 'Find my order' }).click();
  await on.getByText('No order of this machine fits.', { exact: false }).waitFor();
  await on.getByLabel('Amount that you paid').fill(String(order.money.paidMinor / 100));
  await on.getByRole('button', { name: 'Find my order' }).click();
  await on.getByRole('heading', { name: 'What shall we do?' }).waitFor();
  expect(await axeFindings(on)).toEqual([]);
  await on.getByLabel('The drink once more').check();
  await on.getByLabel('What went wrong?').fill('Only half full');
  const photo = await sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: '#4b2e16' } })
    .jpeg()
    .toBuffer();
  await on.locator('input[type=file]').setInputFiles({ name: 'cup.jpg', mimeType: 'image/jpeg', buffer: photo });
  await on.getByRole('button', { name: 'Without the photo' }).waitFor();
  await on.getByRole('button', { name: 'Send' }).click();
  await on.getByRole('heading', { name: 'We have it' }).waitFor();
  expect(await axeFindings(on)).toEqual([]);
  expect(await on.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

  await page.goto(`${product.url}/orders/cases`);
  const row = page.locator('tr', { hasText: 'Only half full' }).first();
  await row.getByText('Make again').waitFor();
  const { records } = await staff<{ records: { refundId: string }[] }>('customer-case/api/page', {
    keyword: order.orderNo,
  });
  await staff('coffeeorder/api/answerRefund', {
    refundId: records[0]!.refundId,
    agree: false,
    reason: 'We make it again',
  });
  // the same address, in another window
  const later = await phone.context.newPage();
  await later.goto(on.url());
  await later.getByRole('heading', { name: 'Not agreed' }).waitFor();
  await later.getByText('We make it again').waitFor();
  expect(phone.complaints).toEqual([]);
  await phone.context.close();
});

/** What others ordered before they were sent home is still being made, and earns points. */
async function earnedByOthers(): Promise<number> {
  const { rows } = await query(
    product,
    'select coalesce(sum(points), 0)::int as points from points_change where tenant_id = $1 and type = $2 and customer_id <> $3',
    [TENANT, PointsChangeType.earned, noraId],
  );
  return (rows[0] as { points: number }).points;
}

test('a customer is erased, and every sum stays', async () => {
  interface Sums {
    readonly cost: number;
    readonly points: Figures['points'];
    readonly balance: number;
    readonly orders: readonly (readonly [number, number])[];
  }
  const sums = async (): Promise<Sums> => {
    const others = await earnedByOthers();
    const { coupons, points } = await figures();
    if ((await earnedByOthers()) !== others) return sums();
    const { records } = await staff<{ records: { paidMinor: number; refundedMinor: number }[] }>(
      'coffeeorder/api/page',
      { customerRef: noraId, pageSize: 50 },
    );
    const { points: balance } = await staff<{ points: number }>('account/accountInfoModel/getUserPoints', {
      userId: noraId,
    });
    return {
      cost: coupons.costMinor,
      points: { earned: points.earned - others, spent: points.spent, adjusted: points.adjusted },
      balance,
      orders: records.map((one) => [one.paidMinor, one.refundedMinor]),
    };
  };
  const before = await sums();
  await page.goto(`${product.url}/customers/detail/${noraId}`);
  await page.getByRole('button', { name: 'More' }).filter({ visible: true }).first().click();
  await page.getByRole('menuitem', { name: 'Erase' }).click();
  const sure = page.locator('dialog[open]').last();
  await sure.getByRole('textbox').fill(NORA);
  await sure.getByRole('button', { name: 'Erase for good' }).click();
  // who logged in a moment ago is not asked for the password
  const password = page.locator('dialog[open] input[type=password]');
  const begun = page.getByText('The customer is being erased');
  await begun.or(password).first().waitFor();
  if ((await password.count()) > 0) {
    await password.fill(product.password);
    await page.keyboard.press('Enter');
  }
  const word = async () => (await staff<{ userId: string }>('account/accountInfoModel/getById', { id: noraId })).userId;
  await expect.poll(word, { timeout: 60_000 }).toMatch(/^erased-/);
  const after = await sums();
  expect(after.orders).toHaveLength(2);
  expect(after).toEqual(before);
});
