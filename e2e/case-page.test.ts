import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { openPage } from './browser.ts';
import { stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';
import { stopCustomers } from './start-product.ts';
import { goodsOnSale, insist, type Menu } from './storefront-client.ts';
import { query } from './test-captcha.ts';
import { until } from './until.ts';

// A customer scans the code on a machine, asks, and looks later with a bad connection.
const product = ownProduct();
const TENANT = '1000';
const shop = product.fleet.storefrontKeys.find((key) => key.tenantId === TENANT && key.channel === 'app')!;

let browser: Browser;
let staff: Page;
stayLoggedIn(product, (opened) => {
  ({ browser, page: staff } = opened);
});
beforeAll(() => stopCustomers(product.control));

const storefront = async <T>(path: string, body?: object): Promise<T> =>
  (await insist<T>(`${product.url}/storefront/v1/${path}`, { authorization: `Bearer ${shop.key}` }, body)).result;

interface Bought {
  readonly pickupCode: string;
  readonly imei: string;
}

/** An espresso that is paid; a card is declined now and then. */
async function buy(): Promise<Bought> {
  const [espresso] = await goodsOnSale(
    () => storefront<Menu>(`spots/${shop.spotId}/menu`),
    ({ name }) => name === 'Espresso',
  );
  const lines = [{ goodsId: espresso!.goodsId, quantity: 1, optionIds: [] }];
  const { orderNo } = await storefront<{ orderNo: string }>('orders', { spotId: shop.spotId, paidBy: 'card', lines });
  await storefront(`orders/${orderNo}/pay`, { paymentMethod: 'pm_card_visa' });
  const { status, ...bought } = await until(`the payment of ${orderNo}`, async () => {
    const { rows } = await query(
      product,
      `select p.status, o.pickup_code as "pickupCode", r.imei
         from payment p join coffee_order o on o.tenant_id = p.tenant_id and o.order_no = p.order_no
         join robot r on r.tenant_id = o.tenant_id and r.id = o.robot_id
        where p.order_no = $1`,
      [orderNo],
    );
    const [found] = rows as (Bought & { status: string })[];
    return (found?.status === 'failed' || (found?.status === 'succeeded' && found.pickupCode !== null)) && found;
  });
  return status === 'failed' ? buy() : bought;
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
