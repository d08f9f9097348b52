import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openPage } from './browser.ts';
import { buyEspresso, TENANT } from './buy-espresso.ts';
import { stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';
import { stopCustomers } from './start-product.ts';
import { query } from './test-captcha.ts';

// Banks of two customers take their money back: one dispute is answered and won, the other one is lost.
const product = ownProduct();

let browser: Browser;
let page: Page;
let bought: readonly [Bought, Bought];
stayLoggedIn(product, (opened) => {
  ({ browser, page } = opened);
});
beforeAll(async () => {
  await stopCustomers(product.control);
  bought = await Promise.all([buy(), buy()]);
});

async function control<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(`${product.control}/provider/disputes${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

interface Bought {
  readonly orderNo: string;
  readonly paymentRef: string;
}

async function buy(): Promise<Bought> {
  const orderNo = await buyEspresso(product);
  const { rows } = await query(product, 'select provider_ref from payment where order_no = $1', [orderNo]);
  const [payment] = rows as [{ provider_ref: string }];
  return { orderNo, paymentRef: payment.provider_ref };
}

const dispute = ({ paymentRef }: Bought) =>
  control<{ id: string }>('', { kind: 'chargeback', reason: 'product_not_received', paymentIntentId: paymentRef });

const shown = (on = page): Locator => on.locator('#content').filter({ visible: true });
const open = async (path: string, on = page): Promise<void> => {
  await on.goto(`${product.url}${path}`);
};
const cardOf = (title: string, on = page): Locator =>
  shown(on)
    .locator('.card')
    .filter({ has: on.getByRole('heading', { name: title }) });

test('a dispute is told by the bell, stops refunds, and is answered at the provider until it is won', async () => {
  const [{ orderNo }] = bought;
  await open('/dashboard/welcome');
  const { id } = await dispute(bought[0]);
  await page.getByRole('button', { name: /^Notifications, [1-9]/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByRole('button', { name: new RegExp(`disputes a payment.*NOK .*${orderNo}`, 's') }).click();
  await page.waitForURL(`**/orders/disputes?keyword=${orderNo}`);
  const row = shown().getByRole('row').filter({ hasText: orderNo });
  await row.getByText('Answer needed').waitFor();
  await row.getByText('The product was not received').waitFor();

  await row.getByRole('link', { name: orderNo }).click();
  const card = cardOf("Disputed by the customer's bank");
  await card.getByText('Taken by the bank').waitFor();
  await shown().getByRole('button', { name: 'Refund', exact: true, disabled: true }).hover();
  await page.getByRole('tooltip').getByText("Disputed by the customer's bank").waitFor();
  await page.mouse.move(0, 0);

  // the page of the provider answers for the bank as well
  const [provider] = await Promise.all([
    page.context().waitForEvent('page'),
    card.getByRole('link', { name: 'Answer at the provider' }).click(),
  ]);
  expect(new URL(provider.url()).pathname).toBe(`/disputes/${id}`);
  await provider.getByRole('button', { name: /Send evidence/ }).click();
  await card.getByText('With the bank').waitFor();
  await provider.getByRole('button', { name: /decides for the shop/ }).click();
  await provider.close();
  const over = cardOf("Dispute of the customer's bank");
  await over.getByText('Won', { exact: true }).waitFor();
  const timeline = shown().getByRole('list', { name: 'Timeline' });
  await timeline.getByText("Disputed by the customer's bank").waitFor();
  await timeline.getByText('Dispute won').waitFor();
  // the money is back, and can be given back
  await shown().getByRole('button', { name: 'Refund', exact: true, disabled: false }).waitFor();
});

test('a lost dispute in Chinese on a phone in the dark, and the list knows both ends', async () => {
  const [, { orderNo }] = bought;
  const { id } = await dispute(bought[1]);
  const chinese = await openPage(browser, { language: 'zh-CN', scheme: 'dark', width: 375 });
  await logIn(chinese.page, product);
  await open(`/orders/disputes?keyword=${orderNo}`, chinese.page);
  await shown(chinese.page).getByText('待回复').filter({ visible: true }).first().waitFor();
  expect(await axeFindings(chinese.page)).toEqual([]);
  await open(`/orders/detail/${orderNo}`, chinese.page);
  await cardOf('持卡人银行正在争议', chinese.page).getByText('未收到商品').waitFor();
  await control(`/${id}/decide`, { won: false });
  await cardOf('持卡人银行的争议', chinese.page).getByText('已败诉').waitFor();
  await shown(chinese.page).getByText('争议败诉').waitFor();
  expect(await axeFindings(chinese.page)).toEqual([]);
  expect(await chinese.page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  expect(chinese.complaints).toEqual([]);
  await chinese.context.close();

  await open('/orders/disputes');
  for (const end of ['Won', 'Lost']) await shown().getByRole('row').getByText(end, { exact: true }).first().waitFor();
  await shown().getByRole('row').filter({ hasText: orderNo }).getByText('Lost', { exact: true }).waitFor();
});

test('the daily close names what banks took and gave back, and leads to it', async () => {
  const { rows } = await query(
    product,
    `select p.order_no, to_char(d.reinstated_at at time zone 'Europe/Oslo', 'YYYY-MM-DD') as day
       from payment_dispute d join payment p on p.tenant_id = d.tenant_id and p.id = d.payment_id
      where d.tenant_id = $1 and d.state = 'won' order by d.reinstated_at limit 1`,
    [TENANT],
  );
  const [won] = rows as { order_no: string; day: string }[];
  await open(`/orders/daily-close/${won!.day}`);
  const line = shown().getByRole('row').filter({ hasText: 'Given back by banks' });
  await line.first().getByRole('link', { name: '1' }).click();
  await shown().getByRole('link', { name: won!.order_no }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/orders/disputes');
});
