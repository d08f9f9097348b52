import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';
import { query, solveCaptcha } from './test-captcha.ts';

const product = ownProduct();
const FIRST = 'Fj3ll&Vidde';
const SECOND = 'Br3&Fonn-snow';
const THIRD = 'V4r&Sol-morgen';
const PHONE = '+4741234567';

let browser: Browser;
let visit: Visit;
let page: Page;
const addresses: string[] = [];
const codes: string[] = [];
let pictureKey = '';
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser);
  page = visit.page;
  noteRequests(page);
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

function noteRequests(where: Page): void {
  where.on('request', (request) => {
    addresses.push(request.url());
    pictureKey = /randomImage\/(\w+)/.exec(request.url())?.[1] ?? pictureKey;
  });
}

/** The code in the newest text message that this phone got after the last look. */
const seen = new Set<string>();
async function codeFor(phone: string): Promise<string> {
  const next = async (): Promise<string | undefined> => {
    const answer = await fetch(`${product.control}/outbox?channel=sms&to=${encodeURIComponent(phone)}`);
    const [newest] = (await answer.json()) as { id: string; text: string }[];
    if (!newest || seen.has(newest.id)) return undefined;
    seen.add(newest.id);
    return /\d{6}/.exec(newest.text)?.[0];
  };
  let code: string | undefined;
  await expect.poll(async () => (code = await next())).toBeDefined();
  codes.push(code ?? '');
  return code ?? '';
}

const findings = (where: Page = page): Promise<string[]> => axeFindings(where);

const field = (name: string, where: Page = page) => where.locator(`input[name=${name}]`);
const submit = (where: Page = page) => where.locator('.login-submit').click();
const logInByApi = async (username: string, password: string) => {
  const answer = await fetch(`${product.url}/api/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await answer.json()) as { result: { token: string } | null }).result?.token;
};
const isAlive = async (token: string | undefined) =>
  (await fetch(`${product.url}/api/sys/user/getCurrentUserDeparts`, { headers: { 'X-Access-Token': token ?? '' } })).ok;

test('who has the phone of an account logs in with a code, and a wrong one is refused', async () => {
  // In a browser of its own: whoever is in stays in.
  const { page: clerk, context, complaints } = await openPage(browser);
  noteRequests(clerk);
  await clerk.goto(`${product.url}/user/login`);
  await clerk.getByRole('tab', { name: 'Account' }).focus();
  await clerk.keyboard.press('ArrowRight');
  await clerk.locator('input[type=tel]').fill('+47 400 00 003');
  await clerk.getByRole('button', { name: 'Send code' }).click();
  const code = await codeFor('+4740000003');
  await field('captcha', clerk).fill(code === '000000' ? '000001' : '000000');
  await submit(clerk);
  await clerk.getByRole('alert').getByText('The code is wrong or has expired').waitFor();
  expect(await findings(clerk)).toEqual([]);
  // Older servers call a wrong code a success, of another code than 200.
  await clerk.route('**/sys/phoneLogin', (route) =>
    route.fulfill({ json: { success: true, code: 0, message: '手机验证码错误', result: null, timestamp: 0 } }),
  );
  await submit(clerk);
  await clerk.getByRole('alert').getByText('手机验证码错误').waitFor();
  await clerk.unroute('**/sys/phoneLogin');
  await field('captcha', clerk).fill(code);
  await submit(clerk);
  await clerk.locator('.frame').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a registered account waits for its tenant, and says so', async () => {
  await page.goto(`${product.url}/user/login`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  await submit();
  await page.getByText('Enter your phone number').waitFor();
  // all but the e-mail address, and the hint is still there
  expect(await page.locator('[aria-invalid]').count()).toBe(5);
  await page.getByText('With the country code').waitFor();
  expect(await findings()).toEqual([]);
  await field('phone').fill(PHONE);
  await page.getByRole('button', { name: 'Send code' }).click();
  await field('smscode').fill(await codeFor(PHONE));
  await field('username').fill('kari.fjell');
  await field('password').fill('Kari1');
  expect(await page.locator('.password-lines li:not([data-met])').allInnerTexts()).toHaveLength(3);
  await field('password').fill(FIRST);
  expect(await page.locator('.password-lines li:not([data-met])').count()).toBe(0);
  await field('confirm').fill(SECOND);
  await submit();
  await page.getByText('The passwords entered twice are different！').waitFor();
  await field('confirm').fill(FIRST);
  await submit();
  await page.getByText('Account: kari.fjell').waitFor();
  expect(new URL(page.url()).pathname).toBe('/user/register-result');
  expect(await findings()).toEqual([]);
  await page.getByRole('link', { name: 'Go to login' }).click();
  expect(await field('username').inputValue()).toBe('kari.fjell');
  await field('password').fill(FIRST);
  await page.keyboard.press('Enter');
  await page.getByText('belongs to no tenant yet').waitFor();
});

test('a forgotten password is replaced in four steps', async () => {
  await query(
    product,
    `with member as (
       insert into membership (tenant_id, user_id) select 1000, id from staff_user where username_key = 'kari.fjell' returning user_id)
     select raise_permission_version(array_agg(user_id), 1000) from member`,
  );
  const elsewhere = await logInByApi('kari.fjell', FIRST);
  expect(await isAlive(elsewhere)).toBe(true);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.locator('.captcha img').waitFor();
  expect(await findings()).toEqual([]);
  const used = pictureKey;
  await field('account').fill('kari.fjell');
  await field('captcha').fill('wrong');
  await submit();
  await page.getByRole('alert').getByText('do not match the picture').waitFor();
  // A picture serves once: there is another one.
  await expect.poll(() => pictureKey).not.toBe(used);
  await page.locator('.captcha img').waitFor();
  await field('captcha').fill((await solveCaptcha(product, pictureKey)).toLowerCase());
  await submit();
  await page.getByText('If this account exists').waitFor();
  expect(await findings()).toEqual([]);
  await field('smscode').fill(await codeFor(PHONE));
  await submit();
  await page.getByText('New password for kari.fjell').waitFor();
  expect(await findings()).toEqual([]);
  await field('password').fill(SECOND);
  await field('confirm').fill(SECOND);
  await submit();
  await page.getByText('Your password has been changed').waitFor();
  expect(await isAlive(elsewhere)).toBe(false);
  await page.waitForURL(({ pathname }) => pathname === '/user/login');
  expect(await field('username').inputValue()).toBe('kari.fjell');
  await field('password').fill(SECOND);
  await page.keyboard.press('Enter');
  await page.locator('.frame').waitFor();
});

test('a changed password ends all other sessions and keeps this one', async () => {
  const elsewhere = await logInByApi('kari.fjell', SECOND);
  await page.locator('.header-user').click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect.poll(() => dialog.locator('.field-fault').count()).toBe(3);
  await field('oldpassword').fill(FIRST);
  await field('password').fill(THIRD);
  await field('confirmpassword').fill(SECOND);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByText('The passwords entered twice are different！').first().waitFor();
  await field('confirmpassword').fill(THIRD);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByText('The old password is wrong').waitFor();
  expect(await findings()).toEqual([]);
  await field('oldpassword').fill(SECOND);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('All your other sessions have ended').last().waitFor();
  expect(await isAlive(elsewhere)).toBe(false);
  await page.reload();
  await page.locator('.frame').waitFor();
  expect(await logInByApi('kari.fjell', THIRD)).toBeDefined();
  await page.evaluate("localStorage.removeItem('pro__Login_Userinfo')");
  await page.reload();
  await page.locator('.header-user').click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await page.getByText('There is no login user in the current system!').last().waitFor();
});

test('no password and no code stood in an address', () => {
  const secrets = [FIRST, SECOND, THIRD, ...codes].map(encodeURIComponent);
  expect(addresses.filter((address) => secrets.some((secret) => address.includes(`=${secret}`)))).toEqual([]);
  expect(codes).toHaveLength(3);
});

test('in Chinese, in the dark and on a phone, axe finds nothing and nothing scrolls sideways', async () => {
  const other = await openPage(browser, { language: 'zh-CN', scheme: 'dark', width: 375 });
  for (const path of ['/user/login', '/user/register', '/user/alteration']) {
    await other.page.goto(product.url + path);
    if (path === '/user/login') await other.page.getByRole('tab', { name: '手机登录' }).click();
    await other.page.locator(path === '/user/alteration' ? '.captcha img' : 'input[type=tel]').waitFor();
    expect(await findings(other.page)).toEqual([]);
    expect(await other.page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  }
  expect(other.complaints).toEqual([]);
  await other.context.close();
});
