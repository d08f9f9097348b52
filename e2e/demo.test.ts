// What a demo offers to somebody who has just started it: accounts on the login page, the simulator behind it, life at every
// hour, names in the reader's language.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, colourFindings } from './axe.ts';
import { logIn, openBrowser, openPage } from './browser.ts';
import { ownProduct } from './own-product.ts';
import { stopCustomers } from './start-product.ts';
import { query } from './test-captcha.ts';

const product = ownProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
});

const LANGUAGES = ['en-US', 'zh-CN'] as const;

test('the login page offers the demo’s accounts; one that is chosen needs only its password', async () => {
  const { page, context, complaints } = await openPage(browser);
  await page.goto(`${product.url}/user/login`);
  const hints = page.locator('.login-hints');
  expect(await hints.getByRole('button').allInnerTexts()).toEqual([
    expect.stringMatching(/^manager\s+runs Nordic Coffee/),
    expect.stringMatching(/^operator/),
    expect.stringMatching(/^clerk/),
    expect.stringMatching(/^manager\.cn/),
    expect.stringMatching(/^admin/),
  ]);
  expect(await (await fetch(`${product.url}/config.json`)).text()).not.toContain(product.password);

  await page.getByRole('tab', { name: 'Phone' }).click();
  await hints.getByRole('button', { name: /^operator/ }).click();
  await expect.poll(() => page.locator('input[name=mobile]').inputValue()).toBe('+4740000002');
  await page.getByRole('tab', { name: 'Account' }).click();
  await hints.getByRole('button', { name: /^clerk/ }).click();
  await expect.poll(() => page.locator('input[name=username]').inputValue()).toBe('clerk');
  await page.keyboard.type(product.password);
  await page.keyboard.press('Enter');
  await page.locator('.frame').waitFor();
  await page.getByRole('button', { name: /^Welcome, / }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Open the simulator' }).click();
  expect((await opened).url()).toBe(`${product.control}/?language=en-US`);
  expect(complaints).toEqual([]);
  await context.close();
});

test('the login page leads to the simulator’s messages in its own language, and they lead back', async () => {
  const { page, context, complaints } = await openPage(browser, { language: 'zh-CN' });
  await page.goto(`${product.url}/user/login`);
  const opened = context.waitForEvent('page');
  await page.locator('.login-hints').getByRole('link').click();
  const messages = await opened;
  await messages.getByRole('heading', { name: '消息', exact: true }).waitFor();
  expect(messages.url()).toBe(`${product.control}/messages?language=zh-CN`);
  expect(await messages.getByRole('link', { name: '控制台' }).getAttribute('href')).toBe(product.url);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)(
  'the login page of a demo can be read in %s, at all widths and in both themes',
  async (language) => {
    for (const [width, scheme] of [
      [375, 'dark'],
      [768, 'light'],
      [1440, 'light'],
    ] as const) {
      const { page, context } = await openPage(browser, { language, width, scheme });
      await page.goto(`${product.url}/user/login`);
      await page.locator('.login-hints').waitFor();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await axeFindings(page)).toEqual([]);
      expect(await colourFindings(page, '.login-hints', ['dark'])).toEqual([]);
      await context.close();
    }
  },
);

test.each(LANGUAGES)('the simulator’s pages fit a phone and a desk in %s', async (language) => {
  for (const [width, scheme] of [
    [375, 'dark'],
    [1440, 'light'],
  ] as const) {
    const { page, context, complaints } = await openPage(browser, { language, width, scheme });
    for (const [path, shown] of [
      ['/', '.robot'],
      ['/messages', '.message, .nothing'],
    ] as const) {
      await page.goto(product.control + path);
      await page.locator(shown).first().waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await axeFindings(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test('a plug is pulled on the simulator’s page, among the robots of its spot, and put back', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(product.control);
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('heading', { name: '丸之内大厅' }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  const spot = page.locator('.spot', { hasText: 'Marunouchi Lobby' });
  await spot.getByText('Tokyo Kiosk').waitFor();
  const robot = spot.locator('.robot').first();
  await robot.getByRole('button', { name: /^Pull plug/ }).click();
  await robot.getByText('No power').waitFor();
  await robot.getByRole('button', { name: /^Plug in/ }).click();
  await robot.getByRole('button', { name: /^Pull plug/ }).waitFor();

  const milk = robot.getByRole('button', { name: /: Milk / });
  await milk.click();
  await robot.getByRole('button', { name: /^Fill it up: Milk 0 %/ }).click();
  await robot.getByRole('button', { name: /^Empty it: Milk 100 %/ }).waitFor();
  const link = await robot.getByRole('link').getAttribute('href');
  expect(link).toMatch(new RegExp(`^${product.url}/devices/robots/TYO\\d+\\?tenant=1002$`));
  await context.close();
});

test('terminals that stand at robots are registered at the provider and online', async () => {
  // another journey registers one of the first tenant anew
  const ready = async () => {
    const answer = await fetch(`${product.control}/terminals`);
    const all = (await answer.json()) as { tenantId: string; name: string; online: boolean; takesCards: boolean }[];
    return all.filter(({ tenantId, online, takesCards }) => tenantId !== '1000' && online && takesCards).length;
  };
  await expect.poll(ready, { timeout: 30_000 }).toBe(3);
});

test('somebody buys in both big tenants, at whatever hour this is tested', async () => {
  const since = new Date();
  await fetch(`${product.control}/customers/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const sold = async () => {
    const { rows } = await query(
      product,
      `select tenant_id from coffee_order o join spot s using (tenant_id)
       where s.id = o.spot_id and s.service_time = '00:00-24:00' and o.created_at > $1
       group by tenant_id having count(*) > 1 order by tenant_id`,
      [since],
    );
    return (rows as { tenant_id: string }[]).map(({ tenant_id }) => Number(tenant_id));
  };
  await expect.poll(sold, { timeout: 90_000, interval: 1_000 }).toEqual([1000, 1001]);
  await stopCustomers(product.control);
}, 180_000);

test('tenants and spots are called by their names in the language of the reader, at once and after a reload', async () => {
  const { page, context } = await openPage(browser, { language: 'zh-CN' });
  await logIn(page, product, { tenant: '上海智能机器人' });
  const name = (text: string) => page.getByRole('button', { name: new RegExp(text) }).first();
  await name('上海智能机器人').waitFor();
  await expect.poll(() => page.title()).toContain('上海智能机器人');
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await name('Shanghai Robotics').waitFor();
  await expect.poll(() => page.title()).toContain('Shanghai Robotics');
  await page.reload();
  await name('Shanghai Robotics').waitFor();
  await context.close();
});
