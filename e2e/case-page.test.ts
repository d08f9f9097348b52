import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { openPage } from './browser.ts';
import { buyEspresso } from './buy-espresso.ts';
import { stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';
import { stopCustomers } from './start-product.ts';
import { query } from './test-captcha.ts';
import { until } from './until.ts';

// A customer scans the code on a machine, asks, and looks later with a bad connection.
const product = ownProduct();

let browser: Browser;
let staff: Page;
stayLoggedIn(product, (opened) => {
  ({ browser, page: staff } = opened);
});
beforeAll(() => stopCustomers(product.control));

/** An espresso that has its pickup code. */
async function buy() {
  const orderNo = await buyEspresso(product);
  return until(`the pickup code of ${orderNo}`, async () => {
    const { rows } = await query(
      product,
      `select o.pickup_code as "pickupCode", r.imei
         from coffee_order o join robot r on r.tenant_id = o.tenant_id and r.id = o.robot_id
        where o.order_no = $1 and o.pickup_code is not null`,
      [orderNo],
    );
    return (rows as { pickupCode: string; imei: string }[])[0];
  });
}

/** Where the code on the machine leads to. */
async function labelOf(imei: string): Promise<string> {
  const told = staff.waitForResponse((answer) => answer.url().endsWith('/customer-case/api/labels'));
  await staff.goto(`${product.url}/devices/case-labels`);
  const { result } = (await (await told).json()) as { result: { imei: string; address: string }[] };
  return new URL(result.find((label) => label.imei === imei)!.address).pathname;
}

test('a customer asks at a machine, and a bad connection does not take from him what he asked', async () => {
  const { pickupCode, imei } = await buy();
  const path = await labelOf(imei);
  const { page, context, complaints } = await openPage(browser, { scheme: 'dark', width: 375 });
  await page.goto(`${product.url}${path}`);
  await page.getByRole('textbox', { name: 'Pickup code' }).fill(pickupCode);
  await page.getByRole('button', { name: 'Find my order' }).click();
  await page.getByRole('textbox', { name: 'What went wrong?' }).fill('Only half full');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'We have it' }).waitFor();
  expect(await page.locator('main').innerText()).not.toMatch(/false|undefined/);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  expect(await axeFindings(page)).toEqual([]);

  const noConnection = page.getByRole('alert').getByText('No connection. Please try again.');
  await page.route('**/customer-case/api/state', (route) => route.abort());
  await page.getByRole('button', { name: 'Look again' }).click();
  await noConnection.waitFor();
  await page.getByRole('heading', { name: 'We have it' }).waitFor();
  await page.reload();
  await noConnection.waitFor();
  await page.unroute('**/customer-case/api/state');
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.getByRole('heading', { name: 'We have it' }).waitFor();
  expect(await noConnection.count()).toBe(0);

  await page.goto(`${product.url}${path}#${'A'.repeat(22)}`);
  await page.reload();
  await page.getByText('There is nothing at this address any more.').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
