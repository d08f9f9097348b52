import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBucket } from '../src/platform/testing/test-bucket.ts';
import { axeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { clippedTexts } from './clipped-texts.ts';
import { ownProduct } from './own-product.ts';

const product = ownProduct();

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser, { setupCheck: true });
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

const findings = async (page: Page): Promise<string[]> => [...(await axeFindings(page)), ...(await clippedTexts(page))];

const checklist = (page: Page) => page.locator('dialog.setup');

test('after the login the checklist names what is missing, and leads to its settings', async () => {
  const { page } = visit;
  await logIn(page, product);
  await checklist(page).waitFor();
  const missing = checklist(page).locator('.setup-items li');
  expect(await missing.count()).toBe(1);
  expect(await missing.innerText()).toContain('Object storage');
  expect(await checklist(page).locator('.setup-done li').count()).toBe(8);
  expect(await findings(page)).toEqual([]);
  await missing.getByRole('link').click();
  await page.waitForURL('**/settings/storage');
  await page.getByText('Not set', { exact: true }).waitFor();
  expect(await checklist(page).count()).toBe(0);
});

test('it comes again with the next load, unless it is put off until tomorrow', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/settings/payments`);
  await checklist(page).waitFor();
  await checklist(page).getByRole('button', { name: 'Remind me tomorrow' }).click();
  await page.reload();
  await page.getByText('Set up', { exact: true }).first().waitFor();
  await page.waitForTimeout(4_500);
  expect(await checklist(page).count()).toBe(0);
});

test('settings are readable, secrets are not', async () => {
  const { page } = visit;
  for (const name of ['tenant', 'payments', 'storage', 'email', 'sms']) {
    await page.goto(`${product.url}/settings/${name}`);
    await page.locator('#content h1').filter({ visible: true }).first().waitFor();
    await page.waitForLoadState('networkidle').catch(() => undefined);
    expect(await findings(page), name).toEqual([]);
    expect(await page.content()).not.toMatch(/sk_test_|whsec_/);
  }
});

test('the help is searched, read beside the page, and opened by its link in the other language', async () => {
  const { page } = visit;
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  const panel = page.getByRole('complementary').filter({ has: page.locator('.help-panel') });
  await panel.getByRole('searchbox').fill('signing secret');
  expect(await findings(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Let Stripe report payments' }).click();
  await panel.getByRole('heading', { name: 'Let Stripe report payments' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await panel.getByRole('link', { name: 'Payment settings' }).first().click();
  await page.waitForURL('**/settings/payments');
  expect(await panel.count(), 'the help stays beside the page that it names').toBe(1);
  await page.goto(`${product.url}/help/points-mall?language=zh-CN`);
  await page.getByRole('heading', { name: '积分商城指南' }).waitFor();
  expect(await findings(page)).toEqual([]);
});

test('a storage is tried as it was typed, and an address that may not be asked is refused by its field', async () => {
  const bucket = await startTestBucket(product.loginProviderPort);
  const { page } = visit;
  await page.goto(`${product.url}/settings/storage`);
  await page.getByRole('button', { name: 'Set up object storage' }).click();
  const dialog = page.getByRole('dialog', { name: 'Object storage' });
  await dialog.getByLabel('Endpoint').fill('https://10.0.0.7');
  await dialog.getByLabel('Bucket').fill(bucket.bucketName);
  await dialog.getByLabel('Access key').fill(bucket.accessKey);
  await dialog.getByLabel('Secret key (required)', { exact: true }).fill(bucket.secretKey);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('.field-fault').filter({ hasText: 'This address cannot be used' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog.getByLabel('Endpoint').fill(bucket.endpoint);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await dialog.getByText('It works').waitFor();
  await dialog.getByLabel('Bucket').fill('mugs');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await dialog.getByText('no bucket of this name').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  await bucket.close();
});

test('a pack of the server replaces texts key by key; a hostile one runs nothing', async () => {
  const { page } = visit;
  const script = '<img src=x onerror="document.title=`hacked`">';
  const pack = JSON.stringify({ 'list.title': script, 'field.orderNo': '{broken', 'view.all': 'Everything' });
  await page.route('**/LanguageBackendPageConfig/api/page*', async (route) => {
    const answer = (await (await route.fetch()).json()) as { result: { records: { pageKey: string }[] } };
    for (const record of answer.result.records)
      if (record.pageKey === 'orders') Object.assign(record, { pageLanguage: pack });
    await route.fulfill({ json: answer });
  });
  await page.goto(`${product.url}/orders/list`);
  await page.getByRole('tab', { name: 'Everything' }).waitFor();
  expect(await page.locator('#content h1').filter({ visible: true }).first().innerText()).toBe(script);
  expect(await page.locator('img[src=x]').count()).toBe(0);
  await page.getByRole('columnheader', { name: 'Order no.' }).waitFor();
  expect(await page.title()).not.toContain('hacked');
});

test('nobody waits for the texts of the server: logging in goes on without them', async () => {
  const { page, context, complaints } = await openPage(browser);
  // never answered
  for (const call of ['**/language/api/list*', '**/LanguageBackendPageConfig/api/page*'])
    await page.route(call, () => undefined);
  await logIn(page, product);
  await page.goto(`${product.url}/orders/list`);
  await page.locator('a.record-identity').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a tenant that lacks clock, money and configurations has a console that stands, and a list of all of them', async () => {
  const { page, context, complaints } = await openPage(browser, { setupCheck: true });
  const bare = { timeZone: '', currency: null, currencyFormat: '', timeFormat: '' };
  const unset = { ossConfig: null, emailConfig: '{}', smsConfig: '' };
  await page.route('**/tenantinfo/api/queryById*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result: object };
    await route.fulfill({ response: answer, json: { ...body, result: { ...body.result, ...bare, ...unset } } });
  });
  await logIn(page, product);
  await checklist(page).waitFor();
  const missing = checklist(page).locator('.setup-items li');
  expect(await missing.count()).toBe(7);
  expect(await page.locator('.tenant-clock [aria-hidden]').innerText()).toMatch(/^\d\d:\d\d:\d\d GMT\+0$/);
  await missing.filter({ hasText: 'Time zone' }).getByRole('link').click();
  await page.waitForURL('**/settings/tenant');
  await page.locator('#content h1', { hasText: 'Tenant settings' }).filter({ visible: true }).waitFor();
  await page.getByText('Looks like this now').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  // it cannot be had at all: said, and everything else goes on
  await page.route('**/tenantinfo/api/queryById*', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, code: '503', message: 'The settings are away', result: null },
    }),
  );
  await page.goto(`${product.url}/orders/list`);
  await page.locator('.toast').getByText('The settings are away').waitFor();
  await page.locator('a.record-identity').filter({ visible: true }).first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('no checklist for whoever cannot see settings, nor on a phone', async () => {
  const look = async (username: string, width: number): Promise<void> => {
    const { page, context } = await openPage(browser, { setupCheck: true, width });
    await logIn(page, product, { username, tenant: username === 'clerk' ? null : 'Nordic Coffee' });
    await page.waitForTimeout(4_500);
    expect(await checklist(page).count(), username).toBe(0);
    await context.close();
  };
  await Promise.all([look('clerk', 1440), look('manager', 375)]);
});
