import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundEndpoints } from '../src/domains/refunds/contract/endpoints.ts';
import { axeFindings, colourFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';

// The mobile pages of platform.md 2 and ux-guide 13, on a phone.
const product = ownProduct();

let browser: Browser;
let visit: Visit;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser, { width: 375, isPhone: true });
  ({ page } = visit);
  await logIn(page, product);
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

const open = async (path: string): Promise<void> => {
  await page.goto(`${product.url}${path}`);
  await page.locator('.mobile-page').waitFor();
};
const bar = (name: string) => page.getByRole('navigation').getByRole('link', { name });
const path = () => new URL(page.url()).pathname;

test('home shows the day in figures and leads to the robots that need somebody', async () => {
  await open('/mobile/home');
  await expect.poll(() => page.locator('.mobile-tile b').count()).toBe(5);
  expect(await page.title()).toMatch(/^.+ · Nordic Coffee · Smart IOT Device$/);
  const attention = page.locator('.mobile-tile', { hasText: 'Robots that need attention' });
  await expect.poll(() => attention.locator('small').textContent()).toMatch(/^of [1-9]\d* robots$/);
  await attention.click();
  await expect.poll(() => page.url()).toContain('/mobile/deviceList?segment=attention');
  await bar('Home').click();
  await expect.poll(path).toBe('/mobile/home');
});

test('the robots are searched and narrowed, and the list stands where it was left', async () => {
  await open('/mobile/deviceList');
  // cards that are still awaited have no name
  const names = page.locator('.mobile-card h2');
  await names.first().waitFor();
  const all = await names.count();
  const name = await names.last().innerText();
  await page.getByRole('searchbox').fill(name);
  await expect.poll(() => names.allInnerTexts()).toEqual([name]);
  await page.getByRole('searchbox').fill('');
  await expect.poll(() => names.count()).toBe(all);
  await page.evaluate('scrollTo(0, 300)');
  await bar('Home').click();
  await expect.poll(path).toBe('/mobile/home');
  await page.goBack();
  await expect.poll(() => page.evaluate('Math.round(scrollY)')).toBe(300);
});

test('an order is read and partly given back, and the arrow leads home', async () => {
  await page.goto(`${product.url}/orders/list?view=complete`);
  const link = await page.locator('a[href*="/orders/detail/"]').first().getAttribute('href');
  const orderNo = /\/orders\/detail\/(\d+)/.exec(link ?? '')?.[1];
  await open(`/mobile/orderDetail?orderNo=${orderNo}`);
  await page.locator('.mobile-amount').waitFor();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Contact' }).click();
  await dialog.waitFor();
  expect([...(await axeFindings(page, 'dialog[open]')), ...(await colourFindings(page, 'dialog[open]'))]).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Refund' }).click();
  await dialog.getByLabel('Amount').waitFor();
  expect([...(await axeFindings(page, 'dialog[open]')), ...(await colourFindings(page, 'dialog[open]'))]).toEqual([]);
  await dialog.getByLabel('Amount').fill('999999');
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  // each field says what it wants, and the button promises nothing that cannot be
  const amount = dialog.getByLabel('Amount');
  await expect.poll(() => dialog.locator('[aria-invalid]').count()).toBe(2);
  const said = await amount.getAttribute('aria-describedby');
  expect(await dialog.locator(`[id="${said?.split(' ').at(-1)}"]`).innerText()).toContain('above zero');
  expect(await amount.evaluate((field) => field.matches(':focus'))).toBe(true);
  expect(await dialog.locator('[type=submit]').innerText()).toBe('Refund');
  await amount.fill('1.00');
  expect(await dialog.locator('[type=submit]').innerText()).toMatch(/1\.00/);
  await dialog.getByLabel('Reason').fill('too cold');

  // asked once, on each way out
  const question = page.getByRole('alertdialog');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await axeFindings(page, '[role=alertdialog]')).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('too cold');

  // a refund above the tenant's limit wants the password; taken back, the refund is refused and stays as it was typed
  let isAbove = true;
  const keys: (string | undefined)[] = [];
  await page.route(`**${refundEndpoints.refund.path}*`, (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const json = { success: false, code: '403', message: 'Password first', problem: 'session.step-up-required' };
    return isAbove ? route.fulfill({ status: 403, json }) : route.continue();
  });
  const refund = dialog.getByRole('button', { name: /^Refund/ });
  const password = page.getByRole('dialog', { name: 'Confirm with your password' });
  await refund.click();
  await password.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText('Password first').waitFor();
  await refund.click();
  await password.getByLabel('Your password').fill('not it');
  await password.getByRole('button', { name: 'Confirm' }).click();
  await password.getByText(/not your password/).waitFor();
  expect([...(await axeFindings(page, 'dialog[open]')), ...(await colourFindings(page, 'dialog[open]'))]).toEqual([]);
  isAbove = false;
  await password.getByLabel('Your password').fill(product.password);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await page.unroute(`**${refundEndpoints.refund.path}*`);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  await expect.poll(() => page.locator('.mobile-tags').first().innerText()).toMatch(/Refund|refund/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(path).toBe('/mobile/home');
});

test('what fails says so, and is asked again', async () => {
  await page.route('**/getOrderBySerialNo*', (route) => route.abort());
  await open('/mobile/orderDetail?orderNo=20261121000000000001');
  await page.getByRole('alert').waitFor();
  await page.unroute('**/getOrderBySerialNo*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Record not found' }).waitFor();
  expect(await page.getByRole('link', { name: 'Back to orders' }).getAttribute('href')).toBe('/orders/list');
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('axe finds nothing, and nothing scrolls sideways', async () => {
  for (const address of ['/mobile/home', '/mobile/deviceList', '/mobile/orderDetail']) {
    await open(address);
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
    expect({ address, found: [...(await axeFindings(page)), ...(await colourFindings(page))] }).toEqual({
      address,
      found: [],
    });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
  }
});

test('it can be installed, and without a connection its own page is shown', async () => {
  await open('/mobile/home');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  const manifest = (await (await fetch(`${product.url}/manifest.webmanifest`)).json()) as {
    icons: { src: string }[];
  };
  for (const { src } of manifest.icons) expect((await fetch(product.url + src)).status).toBe(200);
  await visit.context.setOffline(true);
  await page.goto(`${product.url}/mobile/deviceList`);
  await page.getByText('No connection').waitFor();
  const kept = await page.evaluate<string[]>(`caches.keys()
    .then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
    .then((requests) => requests.flat().map(({ url }) => new URL(url).pathname))`);
  expect(kept.filter((file) => !/^\/(assets\/|offline\.html$|favicon\.svg$)/.test(file))).toEqual([]);
  await visit.context.setOffline(false);
  await page.getByRole('link', { name: /Try again/ }).click();
  await page.locator('.mobile-page').waitFor();
});

test('while the server is away its own page stands at the address, and goes on there by itself', async () => {
  let isAway = false;
  const gateway = createServer((request, response) => {
    if (isAway) return void response.writeHead(502).end('Bad gateway');
    const { method = 'GET', headers } = request;
    const { hostname, port } = new URL(product.url);
    const onward = ask({ hostname, port, method, headers, path: request.url }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((listening) => void gateway.listen(0, '127.0.0.1', listening));
  const { port } = gateway.address() as AddressInfo;
  const phone = await openPage(browser, { width: 375, isPhone: true });
  try {
    const url = `http://127.0.0.1:${port}`;
    await logIn(phone.page, { ...product, url });
    const address = `${url}/mobile/deviceList?segment=attention`;
    await phone.page.goto(address);
    await phone.page.locator('.mobile-page').waitFor();
    await phone.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    isAway = true;
    await phone.page.reload();
    await phone.page.getByText('No connection').waitFor();
    isAway = false;
    await phone.page.locator('.mobile-page').waitFor();
    expect(phone.page.url()).toBe(address);
  } finally {
    await phone.context.close();
    gateway.closeAllConnections();
    gateway.close();
  }
});

test('a session that ends is told, and the login leads back to the page', async () => {
  const address = '/mobile/deviceList?segment=attention';
  const fail = async (status: number, message: string): Promise<void> => {
    await page.route('**/sos-backend/**', (route) =>
      route.request().url().includes('queryById')
        ? route.continue()
        : route.fulfill({ status, json: { success: false, code: String(status), message, result: null } }),
    );
    await page.goto(product.url + address);
  };
  const leadsBack = async (): Promise<void> => {
    await page.waitForURL((url) => url.pathname === '/user/login' && url.searchParams.get('redirect') === address);
    await page.unrouteAll({ behavior: 'wait' });
    expect(await page.evaluate<string[]>('Object.keys(localStorage)')).not.toContain('pro__Access-Token');
    await page.locator('input[autocomplete=username]').fill('manager');
    await page.locator('input[type=password]').fill(product.password);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Nordic Coffee').click();
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
    await page.locator('.mobile-page').waitFor();
    expect(page.url()).toBe(product.url + address);
  };
  await fail(401, '');
  await page.locator('.mobile-over').getByText('Not authorised, please log in again').waitFor();
  await leadsBack();
  await fail(500, 'Token失效，请重新登录');
  const dialog = page.getByRole('dialog', { name: 'Login expired' });
  await dialog.getByText('Sorry, your login has expired, please log in again').waitFor();
  // what failed by it is not told a second time behind the dialog
  expect(await page.locator('.mobile-fault').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Log in again' }).click();
  await leadsBack();
});
