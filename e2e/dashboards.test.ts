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
  await expect.poll(listTotal).toBe(sold);
  // the tab is as it was left
  await page.goBack();
  const hour = shown('figure.chart').first().getByRole('link').first();
  const made = Number(await hour.innerText());
  await hour.click();
  await page.waitForURL('**/orders/list?*hour.eq*');
  // the list before it stays until the answer comes
  if (made > 0) await expect.poll(listTotal).toBe(made);
  for (const path of [
    '/dashboard/analysis',
    '/dashboard/sales',
    '/dashboard/monitor',
    '/dashboard/robots',
    '/dashboard/robots/downtime',
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
  const orders = Number(await row.getByRole('link').first().innerText());
  await row.getByRole('link').first().click();
  await page.waitForURL('**/orders/list?*where=*');
  expect(await listTotal()).toBe(orders);
});

test('hours of the monitor open their orders, and what is to be filled exactly these robots', async () => {
  await page.goto(`${product.url}/dashboard/monitor`);
  const chart = shown('figure.chart').first();
  await chart.getByRole('button', { name: 'View as table' }).click();
  const made = chart.getByRole('link').filter({ hasText: /^[1-9]/ });
  // in the first minutes of a day nothing is sold yet
  if ((await made.count()) > 0) {
    const address = (await made.first().getAttribute('href')) ?? '';
    expect(address).toMatch(/created=(\d{4}-\d\d-\d\d)\.\.\1&where=hour\.eq\.\d+/);
    await made.first().click();
    await page.waitForURL('**/orders/list?*where=*');
    // the hour that goes on sells meanwhile
    expect(await listTotal()).toBeGreaterThan(0);
  }
  await page.goto(`${product.url}/dashboard/home`);
  const card = shown('.work-card').filter({ hasText: 'To fill today' });
  await expect.poll(() => card.locator('.work-rows, .work-none').count()).toBe(1);
  const waiting = (await card.locator('.work-count').count()) > 0 ? await card.locator('.work-count').innerText() : '0';
  await card.getByRole('link', { name: 'Open the list' }).click();
  await page.waitForURL('**/devices/robots?runsOut=today');
  await shown('.filter-bar').getByText('Runs out', { exact: false }).first().waitFor();
  const total = shown('.pagination-total').first();
  if (waiting !== '0') await expect.poll(() => total.innerText()).toMatch(new RegExp(`^${waiting} `));
});

test('outages and a day of lost sales open the times that they are made of', async () => {
  await page.goto(`${product.url}/dashboard/robots?period=last30`);
  const outages = await figureOf('Outages');
  await tile('Outages').getByRole('link').click();
  await page.waitForURL('**/dashboard/robots/downtime?*kind=offline*');
  await page.getByRole('heading', { name: 'Downtime', level: 1 }).waitFor();
  if (outages > 0) expect(await listTotal()).toBe(outages);
  await page.goto(`${product.url}/dashboard/robots?period=last30`);
  const chart = shown('figure.chart').first();
  await chart.getByRole('button', { name: 'View as table' }).click();
  await chart.getByRole('link').last().click();
  await page.waitForURL('**/dashboard/robots/downtime?*day=*');
  await shown('.dashboard-choice button').filter({ hasText: /\d{4}/ }).last().click();
  await expect.poll(() => page.url()).not.toContain('day=');
});

test('use of cabinets, an hour of lending and missing units open their lists; so does the drawing of a chart', async () => {
  await page.goto(`${product.url}/statistics/rentals?period=last30`);
  await tile('Utilisation').getByRole('link').click();
  await page.waitForURL('**/rentals/orders?view=all&where=*outUntil*');
  expect(await listTotal()).toBeGreaterThan(0);
  await page.goto(`${product.url}/statistics/rentals?period=last30`);
  const hours = shown('figure.chart').nth(1);
  await hours.getByRole('button', { name: 'View as table' }).click();
  const hour = hours
    .getByRole('link')
    .filter({ hasText: /^[1-9]/ })
    .first();
  const lent = Number(await hour.innerText());
  await hour.click();
  await page.waitForURL('**/rentals/orders?*Hour*');
  expect(await listTotal()).toBe(lent);
  await page.goto(`${product.url}/statistics/rentals?period=last30`);
  const missing = await figureOf('Missing units');
  await tile('Missing units').getByRole('link').click();
  await page.waitForURL('**/rentals/units?state=missing');
  if (missing > 0) expect(await listTotal()).toBe(missing);
  await page.goto(`${product.url}/dashboard/analysis?period=last7`);
  const plot = shown('figure.chart .plot').first();
  await plot.hover({ position: { x: 300, y: 100 } });
  await plot.click({ position: { x: 302, y: 100 } });
  await page.waitForURL('**/orders/list?*created=*');
});

test('a figure of the alerts log opens its tab', async () => {
  await page.goto(`${product.url}/dashboard/alerts`);
  const open = shown('a').filter({ hasText: /^\d+ open$/ });
  await open.first().waitFor();
  await open.first().click();
  await page.waitForURL('**/dashboard/alerts?view=open');
  const count = Number.parseInt(await open.first().innerText(), 10);
  await expect.poll(async () => Math.abs((await listTotal()) - count)).toBeLessThan(2);
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
