import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openPage } from './browser.ts';
import { stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';
import { type Answer, insist } from './storefront-client.ts';
import { until } from './until.ts';

// A kiosk sells at a terminal with a coupon of terminals: who pays, and who does not; and the page that says why somebody was charged.
const product = ownProduct();
const TENANT = '1000';
const COUPON = 'At the terminal';
const TERMINAL = 'Terminal Oslo 1';
const DECLINED = '4000000000000002';

interface Money {
  readonly discountMinor: number;
  readonly payableMinor: number;
  readonly paidMinor: number;
}
interface Order {
  readonly orderNo: string;
  readonly status: number;
  readonly money: Money;
  readonly payment: { readonly status: string; readonly errorCode: string | null } | null;
}

let browser: Browser;
let page: Page;
stayLoggedIn(product, (opened) => {
  ({ browser, page } = opened);
});

const robot = product.fleet.robots.find(({ tenantId }) => tenantId === TENANT)!;
const { key } = product.fleet.storefrontKeys.find(
  ({ tenantId, channel, spotId }) => tenantId === TENANT && channel === 'kiosk' && spotId === robot.spotId,
)!;
const { secretKey } = product.fleet.accounts.find(({ tenantId }) => tenantId === TENANT)!;

const ask = <T>(path: string, body?: unknown): Promise<Answer<T>> =>
  insist<T>(`${product.url}/storefront/v1/${path}`, { authorization: `Bearer ${key}` }, body);
const order = (orderNo: string): Promise<Order> => ask<Order>(`orders/${orderNo}`).then(({ result }) => result);
const paymentOf = async (orderNo: string): Promise<string> => (await order(orderNo)).payment?.status ?? '';

/** The provider's own calls, as its tests make them. */
async function atProvider<T>(path: string, values?: Record<string, string>): Promise<T> {
  const answer = await fetch(`${product.provider}/v1/${path}`, {
    method: values ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    ...(values ? { body: new URLSearchParams(values).toString() } : {}),
  });
  return (await answer.json()) as T;
}
let reader = '';
const present = (number: string) =>
  atProvider(`test_helpers/terminal/readers/${reader}/present_payment_method`, { 'card_present[number]': number });

let couponId = '';
let goodsId = '';

/** A drink of the kiosk with a coupon of its own, waiting for a card. */
async function atTheTerminal(): Promise<{ orderNo: string; code: string; money: Money }> {
  const claimed = await ask<{ code: string }>(`coupons/${couponId}/claims`, { customerId: `guest-${randomUUID()}` });
  const code = claimed.result.code;
  const basket = { spotId: robot.spotId, deviceImei: robot.imei, lines: [{ goodsId, quantity: 1 }], couponCode: code };
  const made = await until('a robot that takes an order', async () => {
    const { success, result } = await ask<Order>('orders', { ...basket, paidBy: 'pos' });
    return success && result;
  });
  expect(await ask(`orders/${made.orderNo}/pay`, {})).toMatchObject({ result: { payment: { status: 'pending' } } });
  return { orderNo: made.orderNo, code, money: made.money };
}

/** The code is as good as new: another order may bring it along. */
async function isFree(code: string): Promise<boolean> {
  const quote = { spotId: robot.spotId, paidBy: 'pos', couponCode: code, lines: [{ goodsId, quantity: 1 }] };
  return (await ask('quote', quote)).success;
}

const shown = (place: string): Locator => page.locator(place).filter({ visible: true });

test('a terminal is registered at the provider, and a coupon of terminals found', async () => {
  await page.goto(`${product.url}/devices/pos`);
  const row = page.getByRole('row', { name: new RegExp(TERMINAL) });
  await row.waitFor();
  await row.locator('button').last().click();
  await page.getByRole('menuitem', { name: /^Register/ }).click();
  const dialog = page.locator('dialog[open]').last();
  await dialog.getByLabel(/Registration code/).fill('simulated-wpe');
  await dialog.getByRole('button', { name: /^Register/ }).click();
  await page.locator('.toast-title').getByText(`${TERMINAL} is registered`).waitFor();
  const readers = await atProvider<{ data: { id: string; label: string }[] }>('terminal/readers');
  reader = readers.data[0]!.id;

  await page.goto(`${product.url}/marketing/coupons`);
  const link = page.getByRole('link', { name: COUPON, exact: true }).first();
  couponId = /detail\/([0-9a-f-]+)/.exec((await link.getAttribute('href')) ?? '')?.[1] ?? '';
  expect(couponId).not.toBe('');
  const menu = await until('a drink on sale', async () => {
    const { result } = await ask<{ goods: { goodsId: string; soldOut: boolean; name: string }[] }>(
      `spots/${robot.spotId}/menu`,
    );
    return result.goods.find(({ soldOut, name }) => !soldOut && name === 'Espresso');
  });
  goodsId = menu.goodsId;
});

test('declined, waited for in vain and cancelled: no payment, no order, and the coupon is free again', async () => {
  for (const how of ['declined', 'in vain', 'cancelled'] as const) {
    const { orderNo, code } = await atTheTerminal();
    expect(await isFree(code), 'the order holds it').toBe(false);
    if (how === 'declined') await present(DECLINED);
    if (how === 'in vain') await atProvider(`test_helpers/terminal/readers/${reader}/timeout_input_collection`, {});
    if (how !== 'cancelled') await until(how, async () => (await paymentOf(orderNo)) === 'failed');
    await ask(`orders/${orderNo}/cancel`, {});
    await until(`the code of an order that was ${how}`, () => isFree(code));
    expect(await order(orderNo)).toMatchObject({ status: 2, money: { paidMinor: 0 } });
    const open = await until('no payment that somebody could still make', async () => {
      const { data } = await atProvider<{ data: { status: string; metadata?: { orderNo?: string } }[] }>(
        'payment_intents',
      );
      return data.filter(({ metadata }) => metadata?.orderNo === orderNo).every(({ status }) => status === 'canceled');
    });
    expect(open).toBe(true);
  }
});

test('paid: the card is charged what the coupon leaves, and the film of the order says why in both languages', async () => {
  const { orderNo, code, money } = await atTheTerminal();
  expect(money.discountMinor).toBeGreaterThan(0);
  await present('4242424242424242');
  await until('the payment', async () => (await paymentOf(orderNo)) === 'succeeded');
  // an order hears of its money by an event, so the two may be a moment apart
  await until('the money of the order', async () => (await order(orderNo)).money.paidMinor > 0);
  expect((await order(orderNo)).money.paidMinor).toBe(money.payableMinor);
  expect(await isFree(code)).toBe(false);

  await page.goto(`${product.url}/orders/detail/${orderNo}`);
  const band = page.getByRole('region', { name: 'The order at a glance' });
  await band.getByText('Paid', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Film' }).click();
  await shown('.film-strip').waitFor();
  // asked of this page alone: what it cost, what was taken off and why, what was paid, and when
  const film = page.getByRole('tabpanel', { name: 'Film' });
  for (const words of ['Why was I charged?', `Coupon: ${COUPON}`, 'To pay', /^Paid on /])
    await film.getByText(words).first().waitFor();
  await film.getByText(new RegExp(`Coupon ${COUPON} \\(.+\\) was held for this order`)).waitFor();
  await film.getByText(new RegExp(`Coupon ${COUPON} \\(.+\\) was used`)).waitFor();
  await film.getByRole('button', { name: /^Coupon/ }).click();
  await expect.poll(() => film.locator('.film-entry').count()).toBe(2);
  expect(page.url()).toContain('kinds=coupon');
  expect(await film.innerText()).not.toContain(code);
  expect(await axeFindings(page)).toEqual([]);

  const chinese = await openPage(browser, { language: 'zh-CN' });
  await logIn(chinese.page, product);
  await chinese.page.goto(`${product.url}/orders/detail/${orderNo}?tab=film`);
  for (const words of ['为什么收取这笔费用？', /^优惠券：POS 立减/, /优惠券 POS 立减（.+）已使用/])
    await chinese.page.getByText(words).first().waitFor();
  expect(chinese.complaints).toEqual([]);
  await chinese.context.close();
}, 120_000);
