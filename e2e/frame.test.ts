import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';

const product = inject('product');

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

const pathname = (): string => new URL(visit.page.url()).pathname;

test.each([
  ['/', '/dashboard/welcome'],
  ['/user', '/dashboard/welcome'],
  ['/user/login', '/dashboard/welcome'],
  ['/orders', '/orders/list'],
  ['/no/such/page', '/404'],
])('who is logged in and opens %s lands on %s', async (asked, landed) => {
  await visit.page.goto(product.url + asked);
  await visit.page.waitForURL((url) => url.pathname === landed);
  await visit.page.locator('#content h1').filter({ visible: true }).first().waitFor();
});

test('an opened record is a route of its own that survives the reload', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/orders/list?view=complete`);
  const first = page.locator('a.record-identity').filter({ visible: true }).first();
  const orderNo = (await first.innerText()).trim();
  await page.goto(`${product.url}/orders/detail/${orderNo}`);
  const heading = page.locator('#content h1').filter({ visible: true }).first();
  await heading.waitFor();
  const registered = (): Promise<string> =>
    page.evaluate(() => JSON.stringify(Object.entries({ ...sessionStorage }).filter(([key]) => /details:/.test(key))));
  expect(await registered()).toContain(`orders-detaildynamic${orderNo}`);
  await page.reload();
  await heading.waitFor();
  expect(pathname()).toBe(`/orders/detail/${orderNo}`);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Orders', { exact: true }).waitFor();
  expect(await page.getByRole('tab', { selected: true }).innerText()).toContain(orderNo.slice(-6));
});

test('a list that is chosen again stands where it was left; a new page begins at its top', async () => {
  const { page } = visit;
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.locator('#content h1').filter({ visible: true }).first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.evaluate('scrollTo(0, 120)');
  await page.waitForFunction('scrollY > 0');
  await page.locator('.side-entry[href="/devices/monitor"]').click();
  await page.waitForURL('**/devices/monitor');
  await page.waitForFunction('scrollY === 0');
  await page.getByRole('tab', { name: 'Welcome' }).click();
  await page.waitForFunction('scrollY > 0');
  await page.setViewportSize({ width: 1440, height: 900 });
});
