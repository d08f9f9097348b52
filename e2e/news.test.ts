import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';
import { stopCustomers } from './start-product.ts';
import { goodsOnSale, insist, type Menu } from './storefront-client.ts';

// What happens while a page stands open: deployments, missing code, notices.
const product = ownProduct();

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser);
  await logIn(visit.page, product);
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

test('code that a deployment took away: one reload, then a message, and a reload brings it', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.locator('#content h1').filter({ visible: true }).first().waitFor();
  await page.route('**/assets/pages-of-fleet-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  let loads = 0;
  const count = (): void => {
    loads += 1;
  };
  page.on('load', count);
  await page.locator('.side-entry[href="/devices/monitor"]').click();
  const reload = page.locator('#content').getByRole('button', { name: 'Reload' });
  await reload.waitFor();
  await page.getByRole('heading', { name: 'A new version is available' }).waitFor();
  expect(loads).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
  await reload.click();
  await page.locator('#content h1', { hasText: 'Robot monitor' }).filter({ visible: true }).waitFor();
  page.off('load', count);
});

test('a panel whose code is missing says so and leaves the page alone; the next press tries again', async () => {
  const { page } = visit;
  // the reload of a deployment was spent a moment ago
  await page.route('**/assets/settings-drawer-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  const open = page.getByRole('button', { name: 'Layout settings' });
  await open.click();
  await page.locator('.toast').getByText('A new version is available').waitFor();
  expect(await page.locator('#content h1').filter({ visible: true }).count()).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
});

test('an open page hears of a new version when its reader comes back, and nothing is reloaded by itself', async () => {
  const { page } = visit;
  const newer = (await (await page.request.get(`${product.url}/`)).text()).replace(/index-[\w-]+\.js/, 'index-next.js');
  await page.route(`${product.url}/`, (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.fulfill({ contentType: 'text/html', body: newer }),
  );
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.locator('#content h1').filter({ visible: true }).first().waitFor();
  const bar = page.locator('.connection-bar');
  expect(await bar.getByText('A new version is available').count()).toBe(0);
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await bar.getByRole('button', { name: 'Reload' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a palette that cannot be fetched leaves the theme as it was and says so', async () => {
  const { page } = visit;
  await page.route('**/assets/colours*.css', (route) => route.abort());
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.getByRole('button', { name: 'Layout settings' }).click();
  await page.getByRole('dialog').locator('[data-tip=Cyan]').click();
  await page.getByText('Failed to update theme').first().waitFor();
  expect(await page.locator('html').getAttribute('data-colour')).toBeNull();
  await page.unrouteAll({ behavior: 'wait' });
});

const shop = product.fleet.storefrontKeys.find((key) => key.tenantId === '1000' && key.channel === 'app')!;
const sell = <T>(path: string, body?: unknown) =>
  insist<T>(`${product.url}/storefront/v1/${path}`, { authorization: `Bearer ${shop.key}` }, body);

/** Buys until a customer has an order for which he can ask his money back: the demo's cards are declined now and then. */
async function askForMoneyBack(): Promise<string> {
  const [goods] = await goodsOnSale(async () => (await sell<Menu>(`spots/${shop.spotId}/menu`)).result);
  const lines = [{ goodsId: goods!.goodsId, quantity: 1, optionIds: [] }];
  for (let round = 0; round < 10; round++) {
    const order = await sell<{ orderNo: string }>('orders', { spotId: shop.spotId, paidBy: 'card', lines });
    const { orderNo } = order.result;
    await sell(`orders/${orderNo}/pay`, { paymentMethod: 'pm_card_visa' });
    for (let look = 0; look < 20; look++) {
      if ((await sell(`orders/${orderNo}/refundRequests`, { reason: 'Changed my mind' })).success) return orderNo;
      await new Promise((done) => setTimeout(done, 250));
    }
  }
  throw new Error('Nothing could be bought');
}

test('the tabs of one browser share one stream, and go on with another when the tab that has it is closed', async () => {
  const { context, page, complaints } = await openPage(browser);
  const streams: Page[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/sys/live/stream')) streams.push(request.frame().page());
  });
  await stopCustomers(product.control);
  await logIn(page, product);
  const tabs = [page, await context.newPage(), await context.newPage()];
  const bellOf = (tab: Page) => tab.getByRole('button', { name: /^Notifications, / });
  for (const tab of tabs.slice(1)) {
    await tab.goto(`${product.url}/dashboard/welcome`);
    await bellOf(tab).waitFor();
  }
  const onNews = async (): Promise<void> => {
    const unread = (tab: Page) => bellOf(tab).getAttribute('aria-label');
    const before = await Promise.all(tabs.map(unread));
    await askForMoneyBack();
    for (const [index, tab] of tabs.entries()) await expect.poll(() => unread(tab)).not.toBe(before[index]);
  };
  await onNews();
  expect(streams).toHaveLength(1);
  await tabs.splice(tabs.indexOf(streams[0]!), 1)[0]!.close();
  await expect.poll(() => streams.length).toBe(2);
  await onNews();
  expect(streams).toHaveLength(2);
  expect(complaints).toEqual([]);
  await context.close();
});

test('the bell counts what happens meanwhile; a notice is read by opening its record', async () => {
  const { page } = visit;
  // other customers ask for their money too
  await stopCustomers(product.control);
  await page.goto(`${product.url}/dashboard/welcome`);
  const bell = page.getByRole('button', { name: /^Notifications, / });
  const nothingUnread = page.getByRole('button', { name: 'Notifications, nothing unread' });
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  if ((await nothingUnread.count()) === 0) await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await nothingUnread.waitFor();
  await page.keyboard.press('Escape');
  const orderNo = await askForMoneyBack();
  await page.getByRole('button', { name: /^Notifications, [1-9]/ }).waitFor({ timeout: 20_000 });
  await bell.click();
  const notice = panel.getByRole('button', { name: new RegExp(`Refund requested: NOK .*${orderNo}`, 's') });
  await notice.waitFor();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await notice.click();
  await page.waitForURL(`**/orders/detail/${orderNo}`);
  // whatever else has happened by now, this one is read
  await bell.click();
  await notice.and(page.locator('[data-read]')).waitFor();
  await page.keyboard.press('Escape');
});
