import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { clippedTexts } from './clipped-texts.ts';
import { stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';

// Numbers of the dashboards are those of the lists that they open; the period stands in the address, and every chart is a table too.
const product = ownProduct();
let page: Page;
stayLoggedIn(product, (opened) => {
  ({ page } = opened);
});

const shown = (selector: string) => page.locator(`#content ${selector}`).filter({ visible: true });
const tile = (title: string) =>
  shown('.stat-tile').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const figureOf = async (title: string): Promise<number> => {
  const value = tile(title).locator('.stat-value');
  await expect.poll(async () => (await value.innerText()).trim()).toMatch(/^[\d,]+$/);
  return Number((await value.innerText()).replaceAll(',', ''));
};
/** How many rows the list says that it has. */
const listTotal = async (): Promise<number> => {
  const total = shown('.pagination-total').first();
  await expect.poll(() => total.innerText()).toMatch(/^[\d,]+ (order|record)/);
  return Number.parseInt((await total.innerText()).replaceAll(',', ''), 10);
};

test('the period is in the address; a tile opens the orders that it counted, and a bar those of its spot', async () => {
  await page.goto(`${product.url}/dashboard/analysis`);
  await page.getByRole('heading', { name: 'Analysis', level: 1 }).waitFor();
  await shown('label').filter({ hasText: 'Yesterday' }).click();
  await page.waitForURL('**/dashboard/analysis?period=yesterday');
  // what stood there before stays until the answer comes
  await page.reload();
  const orders = await figureOf('Orders');
  expect(orders).toBeGreaterThan(0);
  await tile('Orders').getByRole('link').click();
  await page.waitForURL('**/orders/list?created=*');
  expect(await listTotal()).toBe(orders);
  await page.goto(`${product.url}/dashboard/analysis?period=yesterday&metric=orders`);
  const best = shown('.bar-list').first().getByRole('row').first();
  const count = Number(await best.getByRole('link').innerText());
  await best.getByRole('link').click();
  await page.waitForURL('**/orders/list?paid=true&*spotId=*');
  expect(await listTotal()).toBe(count);
});

test('charts are tables at a press, and nobody meets a barrier', async () => {
  await page.goto(`${product.url}/dashboard/analysis?period=yesterday`);
  const chart = shown('figure.chart').first();
  await chart.getByRole('button', { name: 'View as table' }).click();
  expect(await chart.getByRole('row').count()).toBe(25);
  const heat = shown('figure.heat');
  await heat.getByRole('button', { name: 'View as table' }).click();
  expect(await heat.getByRole('row').count()).toBe(8);
  // an hour of a weekday opens its orders, and so does an hour of the series
  await shown('label').filter({ hasText: 'Orders' }).click();
  await page.waitForURL('**metric=orders*');
  const cell = heat.getByRole('link').first();
  await expect.poll(() => cell.innerText()).toMatch(/^[\d,]+$/);
  const sold = Number(await cell.innerText());
  await cell.click();
  await page.waitForURL('**/orders/list?*weekday.eq*hour.eq*');
  expect(await listTotal()).toBe(sold);
  // the tab is as it was left
  await page.goBack();
  const hour = shown('figure.chart').first().getByRole('link').first();
  const made = Number(await hour.innerText());
  await hour.click();
  await page.waitForURL('**/orders/list?*hour.eq*');
  if (made > 0) expect(await listTotal()).toBe(made);
  for (const path of [
    '/dashboard/analysis',
    '/dashboard/sales',
    '/dashboard/robots',
    '/dashboard/home',
    '/statistics/rentals',
  ]) {
    await page.goto(product.url + path);
    await shown('h1').first().waitFor();
    await expect.poll(() => shown('[aria-busy=true]').count()).toBe(0);
    expect([path, ...(await axeFindings(page)), ...(await clippedTexts(page))]).toEqual([path]);
  }
});

test('what was lent opens its rentals, and an hour of today its orders', async () => {
  await page.goto(`${product.url}/statistics/rentals?period=last30`);
  const lent = await figureOf('Lent');
  expect(lent).toBeGreaterThan(0);
  await tile('Lent').getByRole('link').click();
  await page.waitForURL('**/rentals/orders?view=all&where=*');
  expect(await listTotal()).toBe(lent);
  await page.goto(`${product.url}/dashboard/sales?period=yesterday&by=hour`);
  const row = shown('.statistics-table tbody tr').first();
  const orders = Number(await row.getByRole('link').innerText());
  await row.getByRole('link').click();
  await page.waitForURL('**/orders/list?*where=*');
  expect(await listTotal()).toBe(orders);
});

test('a file of the figures is made and stands among those that are ready', async () => {
  await page.goto(`${product.url}/dashboard/robots`);
  await page.getByRole('button', { name: 'Export', exact: true }).filter({ visible: true }).click();
  await page
    .getByText('The file is being made', { exact: false })
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined);
  await page.goto(`${product.url}/dashboard/home`);
  await page.locator('.work-card', { hasText: 'Files ready' }).getByText('Robot uptime').waitFor({ timeout: 30_000 });
});
