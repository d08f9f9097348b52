import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOfApp } from '../src/system/second-step/server/test-app.ts';
import { axeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';

// Two-step login as its owner meets it: turned on with an app, asked for at the login, turned off again.
const product = ownProduct();
const USER = 'clerk';

let browser: Browser;
let visit: Visit;
let codes: string[];
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser);
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

// the login was a moment ago: the password is not asked for again
test('it is turned on with the first code of an app, and recovery codes are shown once', async () => {
  const { page } = visit;
  await logIn(page, product, { username: USER, tenant: null });
  await page.goto(`${product.url}/account/center`);
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step login' });
  await dialog.locator('.qr-code svg, .qr-code canvas, .qr-code img').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
  await dialog.locator('input[name=code]').fill('000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('This is not the code that the app shows now').first().waitFor();
  await dialog.locator('input[name=code]').fill(codeOfApp(secret, new Date()));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  codes = (await shown.locator('code').innerText()).split('\n');
  expect(codes).toHaveLength(10);
  expect(await axeFindings(page)).toEqual([]);
  await shown.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('10 recovery codes left').waitFor();
  await page.getByText('Two-step login turned on').waitFor();
});

test('the login asks for the code where the password was right, in Chinese, in the dark, on a phone', async () => {
  const { page, context, complaints } = await openPage(browser, { language: 'zh-CN', scheme: 'dark', width: 375 });
  await page.goto(`${product.url}/`);
  await page.locator('input[name=username]').fill(USER);
  await page.locator('input[type=password]').fill(product.password);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('身份验证器验证码');
  await code.waitFor();
  await expect.poll(() => code.and(page.locator(':focus')).count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('请输入验证码').waitFor();
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('验证码错误，或已使用过').waitFor();
  await code.fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.locator('.frame').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('it is turned off with the password, which then is enough', async () => {
  const { page } = visit;
  await page.reload();
  await page.getByText('9 recovery codes left').waitFor();
  await page.getByText('Recovery code used').first().waitFor();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Your password alone opens your account').waitFor();
  const other = await openPage(browser);
  await logIn(other.page, product, { username: USER, tenant: null });
  await other.context.close();
});
