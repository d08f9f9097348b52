import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';

// The nine states of ux-guide 9 on the real console: the server is real, and what fails or is late is so between the two.
const product = ownProduct();
const LIST = '**/coffeeorder/api/page*';
const DETAIL = '**/coffeeorder/api/getOrderBySerialNo*';
const STATISTICS = '**/coffeeorder/api/getOrderStatV3*';

let browser: Browser;
let visit: Visit;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser);
  ({ page } = visit);
  await logIn(page, product);
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

// A test that failed half way leaves nothing to the next one.
afterEach(async () => {
  await visit.context.setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

const refusal = (status: number, problem?: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/json',
    body: JSON.stringify({
      success: false,
      code: status,
      message: 'The storage is away',
      ...(problem && { problem }),
      requestId: 'request-4711',
      timestamp: 1,
      result: null,
    }),
  });

/** Holds every answer back until the returned function is called. */
async function holdBack(pattern: string): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(pattern, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    release();
    await page.unroute(pattern);
  };
}

const rows = () => page.locator('.record-table tbody tr[data-id]').filter({ visible: true });
const openList = async (query = ''): Promise<void> => {
  await page.goto(`${product.url}/orders/list${query}`);
};
const anOrder = async (): Promise<string> => {
  await openList('?view=complete');
  return (await page.locator('a.record-identity').filter({ visible: true }).first().innerText()).trim();
};

test('loading for the first time shows the layout to come, inside of the frame', async () => {
  const release = await holdBack(LIST);
  await openList();
  await page.locator('.record-box[aria-busy=true] .record-still .skeleton').first().waitFor();
  expect(await page.locator('.record-still th').first().innerText()).toContain('Order no.');
  expect(await page.locator('.side-entry').first().isVisible()).toBe(true);
  await release();
  await rows().first().waitFor();
  expect(await page.locator('.record-still').count()).toBe(0);
});

test('a refresh keeps the rows under a thin line and says that it is busy', async () => {
  await openList('?view=complete');
  await rows().first().waitFor();
  const before = await rows().count();
  const release = await holdBack(LIST);
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await page.locator('.record-box[aria-busy=true] .loading-line').waitFor();
  expect(await rows().count()).toBe(before);
  await release();
  await page.locator('.loading-line').waitFor({ state: 'detached' });
});

test('before the first record stands what this is and how to get one', async () => {
  await page.route(LIST, (route) =>
    route.fulfill({
      json: {
        success: true,
        code: 200,
        message: '',
        timestamp: 1,
        requestId: 'r',
        result: { records: [], total: 0, current: 1, pages: 0, size: 20 },
      },
    }),
  );
  await openList();
  await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
  expect(await page.getByRole('link', { name: 'Look at the robots' }).isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
  await page.unroute(LIST);
});

test('filters that match nothing stay in sight with a way to clear them', async () => {
  await openList('?search=00000000000000');
  await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('00000000000000');
  expect(await page.getByRole('heading', { name: 'No orders yet' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await rows().first().waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('a failure says its cause and request, and trying again goes on', async () => {
  await page.route(LIST, refusal(500));
  await openList();
  const alert = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(/The storage is away[\s\S]*request-4711/);
  await page.unroute(LIST);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await rows().first().waitFor();
});

test('without permission the page says what is missing and who can grant it', async () => {
  await page.route(LIST, refusal(403, 'request.forbidden'));
  await openList();
  await page.getByText('Your role lacks the right “See orders”').waitFor();
  await page.getByText('An administrator of the tenant can grant it').waitFor();
  // nothing above it that could not be used
  const content = page.locator('#content');
  for (const name of ['Try again', 'Export', 'Refresh']) {
    expect(await content.getByRole('button', { name, exact: true }).filter({ visible: true }).count(), name).toBe(0);
  }
  expect(await content.getByRole('searchbox').filter({ visible: true }).count()).toBe(0);
  await page.unroute(LIST);
});

test('one failed part of a page leaves the others, and is tried again alone', async () => {
  await page.route(STATISTICS, refusal(500));
  await page.goto(`${product.url}/dashboard/welcome`);
  const orders = page.locator('.stat-tile', { hasText: 'Orders today' });
  await orders.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.locator('.stat-tile', { hasText: 'Robots selling' }).innerText()).toMatch(/\d+ \/ \d+/);
  await page.locator('.latest-orders li').first().waitFor();
  await page.unroute(STATISTICS);
  await orders.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => orders.locator('.stat-value').innerText()).toMatch(/^[\d,]+$/);
});

test('a record that cannot be refreshed stays and says how old it is', async () => {
  const orderNo = await anOrder();
  await page.goto(`${product.url}/orders/detail/${orderNo}`);
  await page.locator('.order-events').first().waitFor();
  await page.route(DETAIL, refusal(500));
  // Whatever the server has said anew since then is asked for when the connection comes back.
  await visit.context.setOffline(true);
  await page.locator('.connection-away').waitFor();
  await page.waitForTimeout(5_100);
  await visit.context.setOffline(false);
  await page.getByText('Could not be refreshed; shown as of').waitFor();
  expect(await page.locator('.order-events').first().isVisible()).toBe(true);
  await page.unroute(DETAIL);
  await page.locator('.stale-notice').getByRole('button', { name: 'Try again' }).click();
  await page.locator('.stale-notice').waitFor({ state: 'detached' });
});

test('a record that is gone meanwhile says so, stays readable and can no longer be acted upon', async () => {
  const orderNo = await anOrder();
  await page.goto(`${product.url}/orders/detail/${orderNo}`);
  await page.locator('.order-events').first().waitFor();
  await page.locator('.detail-actions .button-primary').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('textarea').fill('cold');
  for (const call of [DETAIL, '**/coffeeorder/api/refundOrder*']) await page.route(call, refusal(404));
  await dialog.locator('.button-danger').click();
  await dialog.locator('.form-problems[role=alert]').waitFor();
  expect(await dialog.locator('textarea').inputValue()).toBe('cold');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByText('This record was deleted or moved to another tenant meanwhile').waitFor();
  expect(await page.locator('.order-events').first().isVisible()).toBe(true);
  expect(await page.locator('.detail-actions .button-primary').count()).toBe(0);
  await page.locator('.detail-gone').getByRole('link', { name: 'Back to orders' }).click();
  await page.waitForURL('**/orders/list**');
});

test('offline: a bar, the old data, no lost input and nothing claimed; it ends by itself', async () => {
  const orderNo = await anOrder();
  await page.goto(`${product.url}/orders/detail/${orderNo}`);
  await page.locator('.order-events').first().waitFor();
  await page.locator('.detail-actions .button-primary').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('textarea').fill('Cold coffee');
  await visit.context.setOffline(true);
  await page.getByText('You are offline. Pages show').waitFor();
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await dialog.getByText('Nothing was sent').waitFor();
  expect(await dialog.locator('textarea').inputValue()).toBe('Cold coffee');
  await visit.context.setOffline(false);
  await page.locator('.connection-away').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('a page whose code was never fetched waits for the connection and comes with it', async () => {
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.locator('.latest-orders li').first().waitFor();
  await visit.context.setOffline(true);
  await page.locator('.side-entry[href="/devices/monitor"]').click();
  await page.getByText('This page is not loaded yet').waitFor();
  await page.locator('#content h1', { hasText: 'Robot monitor' }).waitFor();
  await page.getByText('It will load as soon as the network is back').waitFor();
  expect(await page.locator('.side-entry').first().isVisible()).toBe(true);
  await visit.context.setOffline(false);
  await page.locator('.board-tile').first().waitFor();
});

test('a record names its tab, [ and ] walk its list in the same tab, and its link opens in its own tenant only', async () => {
  await openList('?view=complete');
  await rows().nth(2).waitFor();
  const numbers = await page.locator('a.record-identity').filter({ visible: true }).allInnerTexts();
  // by name: how many tabs there is room for depends on the length of their names
  const tabsOf = (number = '') => page.getByRole('tab', { name: number.slice(-8) }).count();
  let at = 1;
  // a test before this one has left some open
  while (at < numbers.length - 2 && (await tabsOf(numbers[at])) + (await tabsOf(numbers[at + 1])) > 0) at += 1;
  const [one = '', next = ''] = numbers.slice(at);
  const tabs = async () => [await tabsOf(one), await tabsOf(next)];
  await page.locator('a.record-identity').filter({ visible: true }).nth(at).click();
  await page.waitForURL(`**/orders/detail/${one}`);
  await page.locator('.order-events').first().waitFor();
  await expect.poll(() => page.title()).toContain(one.slice(-8));
  expect(await tabs()).toEqual([1, 0]);
  await page.keyboard.press(']');
  await page.waitForURL(`**/orders/detail/${next}`);
  await expect.poll(tabs).toEqual([0, 1]);
  await page.keyboard.press('[');
  await page.waitForURL(`**/orders/detail/${one}`);
  await expect.poll(tabs).toEqual([1, 0]);
  await page.goto(`${product.url}/orders/detail/${one}?tenant=1000`);
  await page.locator('.order-events').first().waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.goto(`${product.url}/orders/list?view=refunded&tenant=1001`);
  await page.getByRole('button', { name: 'Switch to Shanghai Robotics and open' }).click();
  await page.waitForURL('**/orders/list?view=refunded');
  await page.locator('.frame').waitFor();
  await expect.poll(() => page.title()).toContain('Shanghai Robotics');
  await page.goto(`${product.url}/orders/list?view=complete&tenant=1000`);
  await page.getByRole('button', { name: 'Switch to Nordic Coffee and open' }).click();
  await rows().first().waitFor();
});

test('what takes over ten seconds can be stopped and begun again', async () => {
  const release = await holdBack(LIST);
  await openList();
  await page.getByText('Still working').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Loading was stopped').waitFor();
  await release();
  await page.getByRole('button', { name: 'Try again' }).click();
  await rows().first().waitFor();
});

const RENTAL = '**/order/api/detail*';
const aRental = async (): Promise<string> => {
  await page.goto(`${product.url}/rentals/orders?view=over`);
  const address = await page.locator('a[href*="/rentals/orders/R"]').first().getAttribute('href');
  return /R\d+/.exec(address ?? '')?.[0] ?? '';
};

test.each([
  { name: 'order', call: DETAIL, path: '/orders/detail/', find: anOrder, steps: '.order-events' },
  { name: 'rental', call: RENTAL, path: '/rentals/orders/', find: aRental, steps: '.timeline-entry' },
])('an old $name says since when its steps are in the archive, and brings their month back', async (old) => {
  const orderNo = await old.find();
  const monthId = crypto.randomUUID();
  let isComingBack = false;
  await page.goto(product.url + old.path + orderNo);
  await page.locator(old.steps).first().waitFor();
  await page.route(old.call, async (route) => {
    const answer = await (await route.fetch()).json();
    const archived = { monthId, month: '2024-03', since: '2026-04-02T02:50:00Z', isComingBack };
    await route.fulfill({ json: { ...answer, result: { ...answer.result, timeline: [], archived } } });
  });
  const asked: unknown[] = [];
  await page.route('**/sys/archive/restore', async (route) => {
    asked.push(route.request().postDataJSON());
    isComingBack = true;
    await route.fulfill({
      json: { success: true, code: 200, message: '', requestId: 'r', timestamp: 1, result: null },
    });
  });
  await page.reload();
  await page.getByText(/^The steps and commands have been in the archive since .*2026/).waitFor();
  expect(await page.locator(old.steps).count()).toBe(0);
  await page.getByRole('button', { name: 'Bring back 2024-03' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring back' }).click();
  await page.getByText('The steps and commands of 2024-03 are coming back').waitFor();
  expect(await page.getByRole('button', { name: 'Bring back 2024-03' }).count()).toBe(0);
  expect(asked).toEqual([{ id: monthId }]);
});

test.each([
  { language: 'en-US', width: 1440, customer: 'Customer', staff: 'Staff · Kari' },
  { language: 'zh-CN', width: 375, customer: '顾客', staff: '员工 · Kari' },
])('a refund says who asked for it, and no more where no name is known: $language', async (shown) => {
  const orderNo = await anOrder();
  const { context, page: other, complaints } = await openPage(browser, shown);
  await logIn(other, product);
  await other.route(DETAIL, async (route) => {
    const answer = await (await route.fetch()).json();
    const refund = {
      ...{ orderNo, status: 102, providerState: 'succeeded', amountMinor: 100, currency: 'NOK', isFull: false },
      ...{ drinkNos: [], reason: 'Cold', requestedAt: '2026-04-02T02:50:00Z', completedAt: '2026-04-02T02:51:00Z' },
      ...{ answeredByName: null, answeredAt: null, answerReason: null, providerRef: null, lastError: null },
    };
    const refunds = [
      { ...refund, id: crypto.randomUUID(), origin: 'customer', requestedByName: '' },
      { ...refund, id: crypto.randomUUID(), origin: 'staff', requestedByName: 'Kari' },
    ];
    await route.fulfill({ json: { ...answer, result: { ...answer.result, refunds } } });
  });
  await other.goto(`${product.url}/orders/detail/${orderNo}`);
  await other.getByText(shown.staff, { exact: true }).waitFor();
  await other.getByText('Cold').first().waitFor();
  expect(await other.locator('.quiet').filter({ hasText: shown.customer }).allInnerTexts()).toContain(shown.customer);
  expect(complaints).toEqual([]);
  await context.close();
});
