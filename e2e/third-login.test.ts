import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestOidcProvider, type TestOidcProvider } from '#system/third-login/server/test-oidc-provider.ts';
import { axeFindings } from './axe.ts';
import { openBrowser, openPage } from './browser.ts';
import { ownProduct } from './own-product.ts';

const product = ownProduct();

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** As docs/third-login.md says: `npm run login-provider`, with one JSON object or `remove`. */
async function loginProvider(input: string, ...words: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../scripts/login-provider.ts'), ...words], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: product.dataDir,
      PORT: new URL(product.url).port,
      OUTBOUND_ALLOW: `127.0.0.1:${product.loginProviderPort}`,
    },
  });
  child.stdin.end(input);
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
}

const works = ({ issuer, clientId, clientSecret }: TestOidcProvider): string =>
  JSON.stringify({
    source: 'works',
    kind: 'oidc',
    name: { 'en-US': 'Works account', 'zh-CN': '工作账号' },
    address: issuer,
    clientId,
    clientSecret,
    createsAccounts: true,
    joinsTenantId: '1000',
    joinsRoleCode: 'operator',
  });

test('login through an OpenID provider: turned back, bound to an account, known from then on, made anew', async () => {
  const callback = `${product.url}/api/sys/thirdLogin/works/callback`;
  const provider = await startTestOidcProvider([callback], product.loginProviderPort);
  await loginProvider(works(provider));
  const { page, context, complaints } = await openPage(browser);
  const choose = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Works account' }).click();
  };
  const logInAtProvider = async (name: string): Promise<void> => {
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
  };

  await page.goto(`${product.url}/orders/list?view=complete`);
  await page.getByRole('button', { name: 'Works account' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await choose();
  await page.getByRole('link', { name: /cancel/i }).click();
  await page.getByText('You cancelled the login at the provider.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/user/login');

  await page.goto(`${product.url}/orders/list?view=complete`);
  await choose();
  await logInAtProvider('mona');
  await page.getByText('Works account knows you as mona of the directory').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.locator('input[autocomplete=username]').fill('manager');
  await page.locator('input[type=password]').fill('wrong');
  await page.getByRole('button', { name: 'Connect and log in' }).click();
  await page.getByRole('alert').getByText('Login failed').waitFor();
  await page.locator('input[type=password]').fill(product.password);
  await page.getByRole('button', { name: 'Connect and log in' }).click();
  await page.getByRole('dialog').locator('label', { hasText: 'Nordic Coffee' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await page.waitForURL((url) => url.pathname === '/orders/list' && url.searchParams.get('view') === 'complete');
  await page.locator('.frame').waitFor();

  await page.evaluate('localStorage.clear()');
  await page.goto(`${product.url}/user/login`);
  await choose();
  await page.getByRole('dialog').locator('label', { hasText: 'Shanghai Robotics' }).click();
  expect(page.url()).not.toMatch(/code|#./);
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: /Shanghai Robotics/ }).waitFor();
  await context.close();

  const newcomer = await openPage(browser);
  await newcomer.page.goto(`${product.url}/user/login`);
  await newcomer.page.getByRole('button', { name: 'Works account' }).click();
  await newcomer.page.locator('input[name=login]').fill('astrid');
  await newcomer.page.locator('input[name=password]').fill('any');
  await newcomer.page.locator('button[type=submit]').click();
  await newcomer.page.getByRole('button', { name: 'Create an account' }).click();
  expect(await axeFindings(newcomer.page)).toEqual([]);
  await newcomer.page.getByRole('button', { name: 'Create the account and log in' }).click();
  await newcomer.page.getByRole('button', { name: 'Welcome, astrid of the directory' }).waitFor();
  await newcomer.context.close();
  expect([...complaints, ...newcomer.complaints]).toEqual([]);
  await provider.stop();
});

test('the page of the chat apps is the login page elsewhere, and says there what is not configured', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(`${product.url}/oauth2-app/login?redirect=%2Forders%2Flist`);
  await page.waitForURL((url) => url.pathname === '/user/login');
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/orders/list');
  await context.close();
  const app = await browser.newContext({ userAgent: 'Mozilla/5.0 (iPhone) Mobile wxwork/4.1.0' });
  const inside = await app.newPage();
  await inside.goto(`${product.url}/orders/list`);
  await inside.getByText('This way to log in is not configured here.').waitFor();
  await inside.locator('input[autocomplete=username]').waitFor();
  await app.close();
  await loginProvider('', 'remove', 'works');
});
