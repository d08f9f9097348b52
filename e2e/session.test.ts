import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { choose, optionsOf } from './choose.ts';
import { ownProduct } from './own-product.ts';

const product = ownProduct();

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser);
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

/** Fills the login page that is shown, and chooses where it asks. */
async function enter(page: Page, username: string, place?: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(username);
  await page.locator('input[type=password]').fill(username === 'admin' ? product.adminPassword : product.password);
  await page.keyboard.press('Enter');
  if (place !== undefined) {
    const choices = page.getByRole('dialog').locator('label', { hasText: place });
    await choices.first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  }
  await page.locator('.frame').waitFor();
}

/** Axe finds nothing on what is shown. */
async function isAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
}

const tokenOf = (page: Page): Promise<string> =>
  page.evaluate<string>("JSON.parse(localStorage.getItem('pro__Access-Token')).value");

/** What an administrator's forced logout comes to for the open page. */
async function endOnServer(page: Page): Promise<void> {
  const headers = { 'X-Access-Token': await tokenOf(page), 'content-type': 'application/json' };
  await fetch(`${product.url}/api/sys/logout`, { method: 'POST', headers, body: '{}' });
}

const onLoginPage = (page: Page): Promise<void> => page.waitForURL((url) => url.pathname === '/user/login');

test('a session that ends over a half-filled form: the draft comes back to the same user and tenant only', async () => {
  const { page } = visit;
  await logIn(page, product);
  await page.goto(`${product.url}/orders/list?view=complete`);
  const orderNo = (await page.locator('a.record-identity').filter({ visible: true }).first().innerText()).trim();
  const address = `/orders/detail/${orderNo}`;
  await page.goto(product.url + address);
  await page.locator('.detail-actions .button-primary').click();
  await page.getByRole('dialog').locator('textarea').fill('The milk was sour');

  const endAndLogInAs = async (username: string, place?: string): Promise<void> => {
    await endOnServer(page);
    await page.getByText('Not authorised, please log in again').first().waitFor();
    await onLoginPage(page);
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(address);
    expect(await page.evaluate<string[]>('Object.keys(localStorage)')).not.toContain('pro__Access-Token');
    await enter(page, username, place);
    await page.waitForURL((url) => url.pathname === address || url.pathname === '/404');
  };
  const kept = page.getByText(`Kept what you typed: Refund order ${orderNo}`);

  await endAndLogInAs('operator', '');
  await page.locator('.detail-actions').waitFor();
  expect(await kept.count()).toBe(0);

  await endAndLogInAs('manager', 'Shanghai Robotics');
  await page.locator('#content h1, #content .error-state').first().waitFor();
  expect(await kept.count()).toBe(0);

  await endAndLogInAs('manager', 'Nordic Coffee');
  await kept.first().waitFor();
  await page.locator('.detail-actions .button-primary').click();
  expect(await page.getByRole('dialog').locator('textarea').inputValue()).toBe('');
  await isAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Use it' }).click();
  expect(await page.getByRole('dialog').locator('textarea').inputValue()).toBe('The milk was sour');

  // the same on a page with a save bar, whose draft knows the record that it was begun on
  const settings = `/devices/robots/${product.fleet.robots.find(({ tenantId }) => tenantId === '1000')?.imei}?tab=settings`;
  await page.goto(product.url + settings);
  await page.getByLabel('Model', { exact: true }).fill('Half a model');
  await endOnServer(page);
  await onLoginPage(page);
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(settings);
  await enter(page, 'manager', 'Nordic Coffee');
  await page
    .getByText(/^Kept what you typed: Settings of /)
    .first()
    .waitFor();
  await page.locator('.form-draft').getByRole('button', { name: 'Use it' }).click();
  expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('Half a model');
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
});

test('logged out in one browser tab, all follow; who logs in then is who all of them are', async () => {
  const { page, context } = visit;
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.locator('.frame').waitFor();
  const other = await context.newPage();
  await other.goto(`${product.url}/orders/list`);
  await other.locator('.frame').waitFor();
  await other.evaluate("sessionStorage.setItem('draft:1000:x:y', '{}')");

  await page.getByRole('button', { name: /^Welcome, / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await Promise.all([onLoginPage(page), onLoginPage(other)]);
  await other.locator('input[autocomplete=username]').waitFor();
  expect(await other.evaluate<string[]>('Object.keys(sessionStorage)')).toEqual(['OPENED_AT']);
  expect(
    (await page.evaluate<string[]>('Object.keys(localStorage)')).filter((key) => /Token|User|TENANT_/.test(key)),
  ).toEqual([]);

  await enter(page, 'operator', '');
  await other.locator('.frame').waitFor();
  expect(await tokenOf(other)).toBe(await tokenOf(page));
  await other.close();
});

test('a tenant that is switched in one browser tab is the tenant of all, and nothing of the old one stays', async () => {
  const { page, context } = await openPage(browser);
  await logIn(page, product);
  await page.goto(`${product.url}/orders/list`);
  await page.locator('a.record-identity').first().waitFor();
  const other = await context.newPage();
  await other.goto(`${product.url}/devices/robots`);
  await other.locator('.frame').waitFor();

  await page.getByRole('button', { name: /Nordic Coffee/ }).click();
  await page.getByRole('menuitemradio', { name: /Shanghai Robotics/ }).click();
  for (const one of [page, other]) {
    await one.waitForURL((url) => url.pathname === '/dashboard/welcome');
    await one.getByRole('button', { name: /Shanghai Robotics/ }).waitFor();
    expect(await one.locator('body').innerText()).not.toContain('Nordic');
    const stored = await one.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    expect(stored).not.toContain('Nordic');
    expect(stored).not.toMatch(/:1000:/);
  }
  await context.close();
});

test('who has departments switches them with a reload; who has none is told so', async () => {
  const { page } = visit;
  await page.bringToFront();
  await page.goto(`${product.url}/orders/list`);
  await page.locator('.frame').waitFor();
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Welcome, / }).click();
    await page.getByRole('menuitem', { name: 'Switch department' }).click();
  };
  const orgCode = (): Promise<string> =>
    page.evaluate<string>("JSON.parse(localStorage.getItem('pro__Login_Userinfo')).value.orgCode");
  const before = await orgCode();
  await open();
  const choice = page.getByRole('dialog').getByRole('combobox');
  await choice.waitFor();
  await isAccessible(page);
  const here = await choice.innerText();
  const departments = await optionsOf(choice);
  await choose(choice, departments.find((name) => name !== here) ?? '');
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('dialog').getByRole('button', { name: 'Switch department' }).click(),
  ]);
  await page.locator('.frame').waitFor();
  expect(new URL(page.url()).pathname).toBe('/orders/list');
  expect(await orgCode()).not.toBe(before);

  // A choice that fails is told, and ends the session.
  await page.route('**/sys/selectDepart', (route) =>
    route.fulfill({ json: { success: false, code: '422', message: 'That department is closed', result: null } }),
  );
  await open();
  await choose(choice, here);
  await page.getByRole('dialog').getByRole('button', { name: 'Switch department' }).click();
  await page.getByText('Login failed', { exact: true }).waitFor();
  await onLoginPage(page);
  await page.locator('input[autocomplete=username]').fill('operator');
  await page.locator('input[type=password]').fill(product.password);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').locator('label').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await page.getByRole('alert').getByText('That department is closed').waitFor();
  expect(await page.evaluate<string[]>('Object.keys(localStorage)')).not.toContain('pro__Access-Token');
  await page.unroute('**/sys/selectDepart');

  await enter(page, 'manager', 'Nordic Coffee');
  await page.route('**/sys/user/getCurrentUserDeparts*', (route) =>
    route.fulfill({ json: { success: true, code: '200', message: '', result: { list: null, orgCode: null } } }),
  );
  await open();
  await page.getByText('You have not set department information').first().waitFor();
  await page.unroute('**/sys/user/getCurrentUserDeparts*');
});

test('who comes back with a session that is over is told so on the login page, and returns to his page', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(`${product.url}/user/login`);
  await page.evaluate("localStorage.setItem('pro__Access-Token', JSON.stringify({ value: 'gone', expire: null }))");
  await page.goto(`${product.url}/orders/list?view=complete`);
  await page.getByText('Not authorised, please log in again').waitFor();
  await enter(page, 'manager', 'Nordic Coffee');
  await page.waitForURL((url) => url.pathname === '/orders/list' && url.search === '?view=complete');
  await context.close();
});

test('a page whose session gave way to an eleventh login says so by itself, and so does the login page after it', async () => {
  const { context, page, complaints } = await openPage(browser, { language: 'zh-CN' });
  await logIn(page, product, { username: 'clerk', tenant: null });
  for (let login = 0; login < 10; login++) {
    const form = JSON.stringify({ username: 'clerk', password: product.password });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${product.url}/api/sys/login`, { method: 'POST', headers, body: form })).status).toBe(200);
  }
  const why = '您的账号已在 10 台以上的设备登录，最早的登录已被退出，请重新登录';
  await page.locator('.toast').getByText(why).waitFor();
  await onLoginPage(page);
  await page.getByRole('status').getByText(why).waitFor();
  await isAccessible(page);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a server that has too much to do logs nobody out', async () => {
  const { page } = visit;
  let refused = 0;
  await page.route('**/getUserPermissionByToken*', (route) => {
    refused += 1;
    if (refused > 3) return route.continue();
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { success: false, code: '503', message: 'busy', result: null, timestamp: 0, problem: 'server.busy' },
    });
  });
  await page.reload();
  await page.locator('.frame').waitFor();
  expect(refused).toBe(4);
  await page.unroute('**/getUserPermissionByToken*');
});

test('a logout that the server does not answer well ends all the same, with its message', async () => {
  const { page } = visit;
  await page.route('**/sys/logout', (route) => route.fulfill({ status: 504, body: '' }));
  await page.getByRole('button', { name: /^Welcome, / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await onLoginPage(page);
  await page.getByText('Network timeout').waitFor();
  expect(await page.evaluate<string[]>('Object.keys(localStorage)')).not.toContain('pro__Access-Token');
  await page.unroute('**/sys/logout');
});

test('the error catalogue: what a failed call says, and what it leads to', async () => {
  const { page, context } = await openPage(browser);
  await logIn(page, product);
  const told = page.locator('.toast');
  /** A call whose failure nobody else shows. */
  const provoke = async (status: number, body: unknown): Promise<void> => {
    await page.unroute('**/sys/user/getCurrentUserDeparts*');
    await page.route('**/sys/user/getCurrentUserDeparts*', (route) =>
      route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
    );
    await page.getByRole('button', { name: /^Welcome, / }).click();
    await page.getByRole('menuitem', { name: 'Switch department' }).click();
  };
  const failed = (message: string) => ({ success: false, code: '0', message, result: null });
  for (const [status, message, text] of [
    [403, 'no', 'Access denied'],
    [404, 'no', 'Sorry, resource not found!'],
    [504, '', 'Network timeout'],
    [503, 'The database is away', 'The database is away'],
  ] as const) {
    await provoke(status, failed(message));
    await told.filter({ hasText: text }).filter({ hasText: 'System tip' }).waitFor();
  }
  await provoke(200, failed('Not on Sundays'));
  await page.locator('.toast-warning', { hasText: 'Not on Sundays' }).waitFor();

  await provoke(500, { timestamp: 'x', status: 500, message: 'Token失效，请重新登录' });
  const dialog = page.getByRole('alertdialog', { name: 'Login expired' });
  await dialog.getByText('Sorry, your login has expired, please log in again').waitFor();
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Log in again' }).click();
  await onLoginPage(page);
  await page.unroute('**/sys/user/getCurrentUserDeparts*');

  await page.locator('input[autocomplete=username]').fill('manager');
  await page.locator('input[type=password]').fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Login failed').waitFor();
  await page.getByText('Login failed').waitFor({ state: 'hidden' });
  await page.getByRole('alert').getByText('Wrong account or password').waitFor();

  await page.route('**/getUserPermissionByToken*', (route) =>
    route.fulfill({ json: { success: true, code: '200', message: '', result: { menu: [], auth: [], allAuth: [] } } }),
  );
  await page.locator('input[type=password]').fill(product.password);
  await page.keyboard.press('Enter');
  const picker = page.getByRole('dialog');
  expect((await picker.boundingBox())?.width).toBe(450);
  await picker.locator('label', { hasText: 'Nordic Coffee' }).click();
  await picker.getByRole('button', { name: 'OK' }).click();
  await page.getByText('getPermissionList: permissions must be a non-null array !').waitFor();
  expect(await page.evaluate<string[]>('Object.keys(localStorage)')).not.toContain('pro__Access-Token');
  await page.unroute('**/getUserPermissionByToken*');

  const config = (await (await fetch(`${product.url}/config.json`)).json()) as object;
  await page.route('**/config.json', (route) =>
    route.fulfill({ json: { ...config, errorPagePaths: ['/coffeeorder/api/page'] } }),
  );
  await page.route('**/coffeeorder/api/page*', (route) => route.fulfill({ json: failed('The orders are away') }));
  await page.reload();
  await enter(page, 'manager', 'Nordic Coffee');
  await page.goto(`${product.url}/orders/list`);
  await page.waitForURL((url) => url.pathname === '/exception/500');
  await page.unroute('**/coffeeorder/api/page*');
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.waitForURL('**/orders/list');
  await page.locator('a.record-identity').filter({ visible: true }).first().waitFor();
  await context.close();
});
