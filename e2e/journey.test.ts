import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';
import { stopCustomers } from './start-product.ts';
import { goodsOnSale, type Menu } from './storefront-client.ts';
import { query } from './test-captcha.ts';

const product = ownProduct();
const TENANT = '1000';
const shop = product.fleet.storefrontKeys.find((key) => key.tenantId === TENANT && key.channel === 'app')!;
const account = product.fleet.accounts.find((one) => one.tenantId === TENANT)!;

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  await stopCustomers(product.control);
  browser = await openBrowser();
  visit = await openPage(browser);
  await logIn(visit.page, product);
});
afterAll(async () => {
  await browser.close();
});

let keys = 0;
async function storefront<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${product.url}/storefront/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${shop.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': `journey-${++keys}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = (await answer.json()) as { success: boolean; message: string; result: T; faults?: unknown };
  if (!envelope.success) throw new Error(`${path}: ${envelope.message} ${JSON.stringify(envelope.faults ?? '')}`);
  return envelope.result;
}

async function until<T>(what: string, ask: () => Promise<T | undefined | false>, seconds = 60): Promise<T> {
  const giveUpAt = performance.now() + seconds * 1_000;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (performance.now() > giveUpAt) throw new Error(`Not within ${seconds} s: ${what}`);
    await new Promise((done) => setTimeout(done, 300));
  }
}

interface Placed {
  orderNo: string;
  payableMinor: number;
}
interface State {
  status: number;
  step: number;
  refundedMinor?: number;
  refunds?: { id: string; status: number; amountMinor: number }[];
}

/** A customer buys one espresso with a card. */
async function buy(): Promise<Placed> {
  const [espresso] = await goodsOnSale(
    () => storefront<Menu>('GET', `spots/${shop.spotId}/menu`),
    ({ name }) => name === 'Espresso',
  );
  const basket = {
    spotId: shop.spotId,
    paidBy: 'card',
    lines: [{ goodsId: espresso!.goodsId, quantity: 1, optionIds: [] }],
  };
  const order = await storefront<Placed>('POST', 'orders', basket);
  await storefront('POST', `orders/${order.orderNo}/pay`, { paymentMethod: 'pm_card_visa' });
  return order;
}

const stateOf = (orderNo: string) => storefront<State>('GET', `orders/${orderNo}`);

/** Waits for the end of an order; in the demo a card is declined or a drink fails now and then, which are journeys of their own. */
async function untilEnd(orderNo: string): Promise<number> {
  return until(
    'an end of the order',
    async () => [2, 4, 6, 7].find((status) => status === stateNow.get(orderNo)) ?? (await see(orderNo)),
    150,
  );
}
const stateNow = new Map<string, number>();
async function see(orderNo: string): Promise<undefined> {
  const { status } = await stateOf(orderNo);
  stateNow.set(orderNo, status);
  // The customer takes the drink in the app; the robot may have told of it a moment before, which refuses this.
  if (status === 5) await storefront('POST', `orders/${orderNo}/pickUp`, {}).catch(() => undefined);
}

/** Two orders that were made and taken, bought until there are two. */
async function twoTakenOrders(): Promise<string[]> {
  const taken: string[] = [];
  for (let round = 0; round < 3 && taken.length < 2; round++) {
    const orders = [await buy(), await buy()];
    const ends = await Promise.all(orders.map(async (order) => ({ order, end: await untilEnd(order.orderNo) })));
    taken.push(...ends.filter(({ end }) => end === 6).map(({ order }) => order.orderNo));
  }
  return taken.slice(0, 2);
}

test('a paid order is made by a robot while the list shows it, and a part of it is refunded to the last øre', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/orders/list`);
  await page.locator('tbody tr[data-id]').first().waitFor();
  let order = await buy();
  const fresh = page.getByRole('button', { name: /new/ });
  await fresh.waitFor();
  await fresh.click();
  await page.getByRole('link', { name: order.orderNo }).waitFor();
  while ((await untilEnd(order.orderNo)) !== 6) order = await buy();
  if ((await fresh.count()) > 0) await fresh.click();
  await page.locator('tr', { hasText: order.orderNo }).getByText('Picked up').waitFor();

  await page.getByRole('link', { name: order.orderNo }).click();
  await page.getByRole('heading', { name: `Order ${order.orderNo}` }).waitFor();
  await page.getByRole('button', { name: 'Refund', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Amount/).fill('10.00');
  await dialog.getByLabel(/Reason/).fill('Too cold');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  // another order of the list behind may be so too
  await page.getByText('Partly refunded').filter({ visible: true }).first().waitFor();

  const ledger = (await (
    await fetch(`${product.provider}/ledger`, { headers: { authorization: `Bearer ${account.secretKey}` } })
  ).text()) as string;
  expect(ledger).toContain(order.orderNo);
  expect(await stateOf(order.orderNo)).toMatchObject({ status: 6, money: { refundedMinor: 1_000 } });
}, 500_000);

test('a cup is given again for free: a new order that a robot makes, and each order names the other', async () => {
  const { page } = visit;
  const [orderNo] = await twoTakenOrders();
  await page.goto(`${product.url}/orders/detail/${orderNo}`);
  const shown = page.locator('#content').filter({ visible: true });
  await shown.getByRole('button', { name: 'Change order' }).click();
  await page.getByRole('menuitem', { name: 'Give again for free' }).click();
  const dialog = page.locator('dialog[open]');
  const give = dialog.getByRole('button', { name: 'Give 1 cup for free' });
  // its only cup is chosen; a reason is wanted before anything is made
  await give.click();
  await dialog.locator('.field-fault').waitFor();
  await dialog.getByLabel(/Reason/).fill('It was spilt');
  await give.click();
  await shown.getByText('Nobody, a gift by staff').waitFor();
  await shown.getByRole('link', { name: orderNo! }).waitFor();
  await shown.getByText('Given by staff: It was spilt').waitFor();
  const giftNo = new URL(page.url()).pathname.split('/').at(-1)!;
  expect(giftNo).not.toBe(orderNo);
  await until('a robot makes it', async () => (await stateOf(giftNo)).step > 0, 150);

  await shown.getByRole('link', { name: orderNo! }).click();
  await shown.getByRole('heading', { name: `Order ${orderNo}` }).waitFor();
  await shown.getByRole('link', { name: giftNo }).waitFor();
  // the money of the first order stays where it is
  expect(await stateOf(orderNo!)).toMatchObject({ status: 6, money: { refundedMinor: 0 } });
}, 500_000);

test("a customer's request is agreed to, another one refused", async () => {
  const { page } = visit;
  const [first, second] = await twoTakenOrders();
  for (const { orderNo, agree } of [
    { orderNo: first!, agree: true },
    { orderNo: second!, agree: false },
  ]) {
    await storefront('POST', `orders/${orderNo}/refundRequests`, { reason: 'Not what I ordered' });
    await page.goto(`${product.url}/orders/detail/${orderNo}`);
    const shown = page.locator('#content').filter({ visible: true });
    // no second one meanwhile, and why
    await shown.getByRole('button', { name: 'Refund', exact: true, disabled: true }).hover();
    await page.getByRole('tooltip').getByText('A refund of this order is under way').waitFor();
    await shown.getByRole('button', { name: agree ? 'Approve' : 'Decline', exact: true }).click();
    const dialog = page.locator('dialog[open]');
    if (!agree) await dialog.locator('textarea').fill('The drink was taken');
    await dialog.getByRole('button', { name: agree ? /^Refund/ : 'Decline' }).click();
    await shown
      .locator('td')
      .getByText(agree ? 'Refunded' : 'Refund declined')
      .filter({ visible: true })
      .first()
      .waitFor();
  }
}, 500_000);

test('money above the limit goes back once the password is given again, in both languages', async () => {
  const { page } = visit;
  await query(product, 'update tenant set refund_step_up_minor = 0 where tenant_id = $1', [TENANT]);
  await query(product, 'update staff_session set stepped_up_at = null');
  try {
    const { orderNo } = await buy();
    await page.goto(`${product.url}/orders/detail/${orderNo}`);
    const shown = page.locator('#content').filter({ visible: true });
    const asks = page.locator('dialog[open]', { has: page.locator('input[type=password]') });
    const refund = page.locator('dialog[open]', { has: page.locator('textarea') });
    const ask = async (button: string, amount: string) => {
      await shown.getByRole('button', { name: button, exact: true }).first().click();
      await refund.locator('textarea').fill('Too cold');
      await refund.locator('input:not([type=hidden], [type=checkbox])').first().fill(amount);
      await refund.locator('.dialog-foot button').last().click();
      await asks.waitFor();
    };
    await ask('Refund', '5.00');
    await asks.getByRole('heading', { name: 'Confirm with your password' }).waitFor();
    expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
    await asks.locator('input[type=password]').fill('Wr0ng&Fjord');
    await asks.getByRole('button', { name: 'Confirm', exact: true }).click();
    await asks.getByText('This is not your password').first().waitFor();
    await asks.locator('input[type=password]').fill(product.password);
    await asks.getByRole('button', { name: 'Confirm', exact: true }).click();
    await shown.getByText('Partly refunded').first().waitFor({ timeout: 60_000 });
    expect((await stateOf(orderNo)).refunds).toHaveLength(1);

    // whoever thinks better of it loses nothing of what he typed, and nothing has happened
    await query(product, 'update staff_session set stepped_up_at = null');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitemradio', { name: '中文' }).click();
    await ask('退款', '2.00');
    await asks.getByRole('heading', { name: '请输入密码确认' }).waitFor();
    expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
    await page.keyboard.press('Escape');
    await asks.waitFor({ state: 'hidden' });
    await refund.getByText('请先输入密码确认').first().waitFor();
    expect(await refund.locator('textarea').inputValue()).toBe('Too cold');
    expect((await stateOf(orderNo)).refunds).toHaveLength(1);
  } finally {
    await query(product, 'update tenant set refund_step_up_minor = null where tenant_id = $1', [TENANT]);
    // the journeys that follow are read in English
    await page.goto(`${product.url}/orders/list`);
    await page.getByRole('button', { name: /^(语言|Language)$/ }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
  }
  await page.getByRole('heading', { name: 'Coffee orders' }).waitFor();
}, 300_000);

test('requests are answered together: each with its outcome, and what was not answered stays selected', async () => {
  const { page } = visit;
  const asked: { orderNo: string; refundId: string }[] = [];
  while (asked.length < 3) {
    const { orderNo } = await buy();
    // a declined card is a journey of its own
    const status = await until('payment', async () => (await stateOf(orderNo)).status || undefined, 20);
    if (status < 3) continue;
    const reason = 'Not what I ordered';
    const { id } = await storefront<{ id: string }>('POST', `orders/${orderNo}/refundRequests`, { reason });
    asked.push({ orderNo, refundId: id });
  }
  const [first, second, third] = asked as [(typeof asked)[0], (typeof asked)[0], (typeof asked)[0]];
  const { orderNo: unasked } = await buy();
  await page.goto(`${product.url}/orders/list`);
  const row = (orderNo: string) => page.locator('tbody tr', { has: page.getByRole('link', { name: orderNo }) });
  const tick = (orderNo: string) => row(orderNo).locator('input[type=checkbox]').check();
  const bar = page.getByRole('toolbar', { name: 'Selected records' });
  const dialog = page.locator('dialog[open]', { has: page.locator('textarea') });
  const password = page.locator('dialog[open]', { has: page.locator('input[type=password]') });
  const outcome = (orderNo: string) => dialog.locator('tbody tr', { hasText: orderNo }).locator('td').last();

  await tick(unasked);
  await bar.getByText('no open refund request').waitFor();
  expect(await bar.getByRole('button', { name: /^Approve/ }).isDisabled()).toBe(true);
  for (const { orderNo } of [first, second]) await tick(orderNo);
  await bar.getByText('2 open refund requests').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await query(product, 'update tenant set refund_step_up_minor = 0 where tenant_id = $1', [TENANT]);
  await query(product, 'update staff_session set stepped_up_at = null');
  try {
    await bar.getByRole('button', { name: 'Approve 2' }).click();
    await dialog.getByRole('heading', { name: 'Approve 2 refund requests' }).waitFor();
    await dialog.locator('tbody tr').nth(1).waitFor();
    expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
    const refund = dialog.getByRole('button', { name: /^Refund NOK/ });
    await refund.click();
    // whoever has no password at hand has sent nothing
    await password.waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByText('2 requests still wait').waitFor();
    expect(await dialog.getByText('Not sent yet').count()).toBe(1);
    // meanwhile a customer thinks better of it
    await storefront('DELETE', `orders/${second.orderNo}/refundRequests/${second.refundId}`);
    await refund.click();
    await password.locator('input[type=password]').fill(product.password);
    await password.getByRole('button', { name: 'Confirm', exact: true }).click();
    await dialog.getByText('1 request still waits').waitFor();
    expect(await outcome(first.orderNo).innerText()).toContain('On its way');
    expect(await outcome(second.orderNo).innerText()).toContain('Failed');
    expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  } finally {
    await query(product, 'update tenant set refund_step_up_minor = null where tenant_id = $1', [TENANT]);
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await bar.getByText('1 selected').waitFor();
  await until('the money of the first', async () => (await stateOf(first.orderNo)).refunds?.[0]?.status === 102);

  await tick(third.orderNo);
  await bar.getByRole('button', { name: 'Decline 1' }).click();
  const decline = dialog.getByRole('button', { name: 'Decline 1' });
  await decline.click();
  await dialog.getByText('Fill in this field').waitFor();
  await dialog.locator('textarea').fill('The drink was taken');
  await decline.click();
  await page.locator('.toast-title', { hasText: '1 request was declined' }).waitFor();
  await bar.waitFor({ state: 'detached' });
  expect((await stateOf(third.orderNo)).refunds).toMatchObject([{ status: 103 }]);
}, 300_000);

test('a robot whose plug is pulled shows offline within seconds, and online again when it is back', async () => {
  const { page } = visit;
  const robot = product.fleet.robots.find((one) => one.tenantId === TENANT)!;
  await page.goto(`${product.url}/devices/robots/${robot.imei}`);
  const badge = page.locator('#content header').filter({ visible: true });
  await badge.getByText('Selling').waitFor();
  const plug = (kind: string) =>
    fetch(`${product.control}/robots/${robot.imei}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind }),
    });
  expect((await plug('pullPlug')).status).toBeLessThan(300);
  await badge.getByText('Offline').waitFor();
  expect((await plug('plugIn')).status).toBeLessThan(300);
  await badge.getByText('Selling').waitFor();
});

test('a command shows its progress to the end', async () => {
  const { page } = visit;
  const robot = product.fleet.robots.find((one) => one.tenantId === TENANT)!;
  await page.goto(`${product.url}/devices/robots/${robot.imei}`);
  await page.getByRole('button', { name: 'Commands' }).filter({ visible: true }).click();
  await page.getByRole('menuitem', { name: 'Get latest state' }).click();
  const row = page.locator('tr', { hasText: 'Get latest state' }).filter({ visible: true }).first();
  await row.getByText('Done', { exact: true }).waitFor();
});

test('the language changes without a reload and keeps the address', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/orders/list?view=complete`);
  await page.getByRole('heading', { name: 'Coffee orders' }).waitFor();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  await page.getByRole('heading', { name: '咖啡订单' }).waitFor();
  expect(new URL(page.url()).search).toBe('?view=complete');
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Coffee orders' }).waitFor();
});

test('a clerk sees the orders of his spot only, and their number', async () => {
  const other = await openPage(browser);
  await logIn(other.page, product, { username: 'clerk', tenant: null });
  await other.page.goto(`${product.url}/orders/list`);
  await other.page.locator('tbody tr[data-id]').first().waitFor();
  const cells = await other.page.locator('tbody tr[data-id]').allInnerTexts();
  expect(
    new Set(
      cells.map((text) =>
        ['Oslo Central Station', 'Gardermoen Airport', 'Bergen University'].find((spot) => text.includes(spot)),
      ),
    ).size,
  ).toBe(1);
  await other.page.goto(`${product.url}/devices/robots`);
  await other.page.locator('tbody tr[data-id]').first().waitFor();
  expect(await other.page.locator('tbody tr[data-id]').count()).toBe(2);
  // he is not among those who may switch
  await other.page.locator('.header-tenant', { hasText: 'Nordic Coffee' }).waitFor();
  expect(await other.page.getByRole('button', { name: /Nordic Coffee/ }).count()).toBe(0);
  await other.page.getByRole('button', { name: /^Welcome, / }).click();
  await other.page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  expect(await other.page.getByRole('menuitem', { name: 'Switch department' }).count()).toBe(0);
  await other.context.close();
});

test('after the logout the console asks for a login again, and knows the way back', async () => {
  const other = await openPage(browser);
  await logIn(other.page, product);
  await other.page.goto(`${product.url}/devices/monitor`);
  await other.page.getByRole('button', { name: /Welcome,/ }).click();
  await other.page.getByRole('menuitem', { name: 'Log out' }).click();
  await other.page.locator('dialog[open]').getByRole('button', { name: 'Log out' }).click();
  await other.page.locator('input[type=password]').waitFor();
  await other.page.goto(`${product.url}/devices/monitor`);
  await other.page.locator('input[type=password]').waitFor();
  expect(new URL(other.page.url()).searchParams.get('redirect')).toBe('/devices/monitor');
  await other.context.close();
});

test('no page broke a policy or threw on the way', () => {
  expect(visit.complaints).toEqual([]);
});
