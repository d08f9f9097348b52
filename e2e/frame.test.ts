import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';

const product = inject('product');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

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
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(0);
  await page.locator('.side-entry[href="/devices/monitor"]').click();
  await page.waitForURL('**/devices/monitor');
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(0);
  await page.getByRole('tab', { name: 'Welcome' }).click();
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the palette finds a page by its pinyin initials and a record by its number', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/orders/list?view=complete`);
  const orderNo = (await page.locator('a.record-identity').filter({ visible: true }).first().innerText()).trim();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search', exact: true });
  await box.fill('kfjqr');
  await page.getByRole('option', { name: 'Coffee robots' }).waitFor();
  const { violations } = await new AxeBuilder({ page: page as never }).include('dialog[open]').withTags(TAGS).analyze();
  expect(violations.map((violation) => violation.id)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/devices/robots');
  await box.waitFor({ state: 'detached' });
  await page.locator('#content h1').filter({ visible: true, hasText: 'robots' }).first().waitFor();
  await page.keyboard.press('Control+k');
  await box.fill(orderNo);
  await page.getByRole('option', { name: orderNo }).first().click();
  await page.waitForURL(`**/orders/detail/${orderNo}`);
});

test('g and a letter go to a page, Alt and a digit to a tab; single keys can be turned off', async () => {
  const { page } = visit;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.locator('#content h1').filter({ visible: true }).first().waitFor();
  await press('g', 'o');
  await page.waitForURL('**/orders/list');
  await press('Alt+1');
  await page.waitForURL('**/dashboard/welcome');
  await press('?');
  await page.getByRole('checkbox', { name: 'Shortcuts of a single letter' }).uncheck();
  await press('Escape', 'g', 'o', '?');
  await press('Control+k');
  await page.getByRole('combobox', { name: 'Search', exact: true }).waitFor();
  expect(pathname()).toBe('/dashboard/welcome');
});
