import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';

// What stands around every page: header, tabs, menu, palette, keys, layout.
const product = ownProduct();

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser);
  await logIn(visit.page, product);
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

test('the self-check page says version, bases, language, tenant, times and stream', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/test/home`);
  const shown = page.locator('#content');
  for (const text of ['0.1.0', '/api · /sos-backend', 'en-US', 'Nordic Coffee (1000) · Europe/Oslo · NOK', 'Live'])
    await shown.getByText(text, { exact: true }).first().waitFor();
  await expect.poll(() => page.title()).toBe('Self-check · Nordic Coffee · Smart IOT Device');
});

test('the header says where, when and who one is; leaving is asked for; the footer says whose it is', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/dashboard/welcome`);
  const clock = page.locator('.tenant-clock [aria-hidden]');
  await expect.poll(() => clock.innerText()).toMatch(/^\d\d:\d\d:\d\d GMT\+[12]$/);
  const before = await clock.innerText();
  await expect.poll(() => clock.innerText()).not.toBe(before);
  await page.getByRole('button', { name: 'Nordic Coffee (1000)' }).click();
  await page.getByRole('menuitemradio', { name: /Shanghai Robotics.*1001/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Welcome, Ingrid Aasen/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).waitFor();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page
    .locator('footer')
    .getByText(/^© \d{4} Smart IOT Device$/)
    .waitFor();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  await page.getByRole('button', { name: '布局设置' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  expect(await stored(page, 'LANGUAGE')).toBe('zh-CN');
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Layout settings' }).waitFor();
});

test('the menu of a tab refreshes it and closes its neighbours; welcome and the last tab stay', async () => {
  const { page } = visit;
  const tabs = page.getByRole('tablist', { name: 'Open pages' }).getByRole('tab');
  const choose = async (tab: string, entry: string): Promise<void> => {
    await tabs.filter({ hasText: tab }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: entry }).click();
  };
  for (const path of ['/orders/list', '/devices/robots', '/devices/monitor']) {
    await page.locator(`.side-entry[href="${path}"]`).click();
    await page.waitForURL(`**${path}`);
  }
  await choose('Coffee robots', 'Close left');
  await expect.poll(() => tabs.allInnerTexts()).not.toContain('Coffee orders');
  await choose('Coffee robots', 'Close right');
  await page.waitForURL('**/devices/robots');
  await choose('Coffee robots', 'Refresh');
  await page.locator('#content h1', { hasText: 'Coffee robots' }).filter({ visible: true }).waitFor();
  await choose('Overview', 'Close other');
  await page.waitForURL('**/dashboard/welcome');
  expect(await tabs.allInnerTexts()).toEqual(['Overview']);
  await tabs.first().focus();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Shift+F10');
  expect(await page.getByRole('menuitem', { name: 'Close other' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  expect(await tabs.count()).toBe(1);
});

test('a tab that is chosen comes into sight, however many there are', async () => {
  const { page } = visit;
  await page.setViewportSize({ width: 1100, height: 900 });
  const tabs = page.getByRole('tablist', { name: 'Open pages' });
  const isInSight = (name: string): Promise<boolean> =>
    tabs.evaluate((list, title) => {
      const tab = [...list.children].find((one) => one.textContent === title);
      const [room, own] = [list.getBoundingClientRect(), tab?.getBoundingClientRect()];
      return own !== undefined && own.left >= room.left - 1 && own.right <= room.right + 1;
    }, name);
  const entries = page.locator('nav .side-entry[href^="/"]');
  for (const entry of await entries.all()) {
    await entry.click();
    const title = await entry.innerText();
    await tabs.getByRole('tab', { name: title, selected: true }).waitFor();
    await expect.poll(() => isInSight(title)).toBe(true);
  }
  expect(await tabs.evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(true);
  expect(await isInSight('Overview')).toBe(false);
  await page.keyboard.press('Alt+1');
  await expect.poll(() => isInSight('Overview')).toBe(true);
  await tabs.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Close other' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a list that is chosen again stands where it was left; a new page begins at its top', async () => {
  const { page } = visit;
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.locator('#content h1').filter({ visible: true }).first().waitFor();
  // what takes the place of a skeleton changes how long the page is
  await page.getByRole('heading', { name: 'Latest orders' }).waitFor();
  await page.evaluate('scrollTo(0, 120)');
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(0);
  // a real press would first scroll the page to what is pressed
  await page.locator('.side-entry[href="/devices/monitor"]').dispatchEvent('click');
  await page.waitForURL('**/devices/monitor');
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(0);
  await page.getByRole('tab', { name: 'Overview' }).dispatchEvent('click');
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the menu leads back to a list as it was left; a second click shows its default view', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/orders/list?view=complete`);
  const entry = page.locator('.side-entry[href="/orders/list"]');
  await page.locator('.side-entry[href="/devices/robots"]').click();
  await page.waitForURL('**/devices/robots');
  await entry.click();
  await page.waitForURL('**/orders/list?view=complete');
  await entry.click();
  await page.waitForURL('**/orders/list');
});

test('the palette finds a page by its pinyin initials and a record by its number', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/orders/list?view=complete`);
  const orderNo = (await page.locator('a.record-identity').filter({ visible: true }).first().innerText()).trim();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search', exact: true });
  // at once: its code may be on its way
  await page.keyboard.type('kfjqr');
  await page.getByRole('option', { name: 'Coffee robots' }).waitFor();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/devices/robots');
  await box.waitFor({ state: 'detached' });
  await page.locator('#content h1').filter({ visible: true, hasText: 'robots' }).first().waitFor();
  await page.keyboard.press('Control+k');
  await box.fill(orderNo);
  await page.getByRole('option', { name: orderNo }).first().click();
  await page.waitForURL(`**/orders/detail/${orderNo}`);
});

test('the palette finds an order by its last digits, spots, settings, help and views, each under its heading', async () => {
  const { page } = visit;
  const orderNo = new URL(page.url()).pathname.split('/').at(-1)!;
  const found = (group: string, name: string) => page.getByRole('group', { name: group }).getByRole('option', { name });
  await page.goto(`${product.url}/orders/list`);
  await page.locator('tbody tr[data-id]').first().waitFor();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search', exact: true });
  await box.fill(orderNo.slice(-6));
  await found('Orders', orderNo).waitFor();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await box.fill('oslo');
  await found('Spots', 'Oslo').first().waitFor();
  await box.fill('latte');
  await found('Beverages', 'Latte').first().waitFor();
  await box.fill('stamp card');
  await found('Settings', 'Stamp card').waitFor();
  await found('Help', 'oints').first().waitFor();

  // the last entry leads to the list with these words
  const last = page.getByRole('option').last();
  await box.fill('nobody knows it');
  await expect.poll(() => last.innerText()).toBe('Search orders for “nobody knows it”');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('search') === 'nobody knows it');
  const words = page.locator('.filter-search input').filter({ visible: true });
  await expect.poll(() => words.inputValue()).toBe('nobody knows it');
  await page.goto(`${product.url}/orders/detail/${orderNo}`);
});

test('the palette offers what can be done with a record, and the ones seen lately by their names, in both languages', async () => {
  const { page } = visit;
  const box = page.getByRole('combobox', { name: /^(Search|搜索)$/ });
  const search = async (text: string): Promise<void> => {
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await box.fill(text);
  };
  const orderNo = new URL(page.url()).pathname.split('/').at(-1)!;
  await page.locator('.detail-facts').filter({ visible: true }).waitFor();
  await page.goto(`${product.url}/devices/robots`);
  const robot = page.locator('a.record-identity').filter({ visible: true }).first();
  const [name, address] = [(await robot.innerText()).trim(), await robot.getAttribute('href')];

  await search(address!.split('/').at(-1)!);
  await page.getByRole('option', { name }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(`**${address}`);
  const restart = page.getByRole('group', { name: new RegExp(name) }).getByRole('option', { name: 'Restart' });
  await restart.waitFor();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await box.fill('rest');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: `Restart ${name}?` }).waitFor();
  await page.keyboard.press('Escape');

  await search('中文');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('zh-CN');
  await page.reload();
  await page.locator('#content h1').filter({ visible: true, hasText: name }).waitFor();
  await search('');
  await page
    .getByRole('group', { name: new RegExp(name) })
    .getByRole('option', { name: '重启' })
    .waitFor();
  await page
    .getByRole('group', { name: '最近打开' })
    .getByRole('option', { name: `${orderNo} 订单` })
    .click();
  await page.waitForURL(`**/orders/detail/${orderNo}`);
  // names that have two are found and shown by the reader's
  await search('加勒穆恩');
  await page.getByRole('group', { name: '网点' }).getByRole('option', { name: '加勒穆恩机场' }).click();
  await page.waitForURL(/spots\/detail\/[0-9a-f-]+$/);
  await page.locator('#content h1').filter({ visible: true, hasText: '加勒穆恩机场' }).waitFor();
  await page.goto(`${product.url}/devices/robots?spotId=${page.url().split('/').at(-1)}`);
  await page.getByRole('button', { name: /网点.*加勒穆恩机场/ }).waitFor();
  await search('English');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en-US');
});

test('g and a letter go to a page, Alt and a digit to a tab; single keys can be turned off', async () => {
  const { page } = visit;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.locator('#content h1').filter({ visible: true }).first().waitFor();
  await press('g', 'o');
  await page.waitForURL((url) => url.pathname === '/orders/list');
  await press('Alt+1');
  await page.waitForURL('**/dashboard/welcome');
  await press('?');
  await page.getByRole('checkbox', { name: 'Single-letter shortcuts' }).uncheck();
  await press('Escape', 'g', 'o', '?');
  await press('Control+k');
  await page.getByRole('combobox', { name: 'Search', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard/welcome');
});

const stored = (page: Page, key: string): Promise<unknown> =>
  page.evaluate((name) => (JSON.parse(localStorage.getItem(`pro__${name}`) ?? '{}') as { value?: unknown }).value, key);
const widthOf = async (page: Page, place: string): Promise<number> =>
  Math.round((await page.locator(place).boundingBox())?.width ?? 0);

test('the menu scrolls by itself: the entry of the open page is in sight, and the page keeps its height', async () => {
  const { page } = visit;
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto(`${product.url}/settings/webhooks`);
  const entry = page.locator('.side-menu [aria-current=page]');
  await expect.poll(async () => (await entry.boundingBox())?.y ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(async () => ((await entry.boundingBox())?.y ?? 9_999) < 600).toBe(true);
  expect(await page.evaluate('document.documentElement.scrollTop')).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(700);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('every layout setting takes effect at once, with its dependants, and outlives the reload', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/dashboard/welcome`);
  const openDrawer = () => page.getByRole('button', { name: 'Layout settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Layout settings' });
  const toggle = (name: string) => drawer.getByRole('switch', { name: new RegExp(`^${name}`) });
  await page.locator('.side-menu').waitFor();
  expect([await widthOf(page, '.side-menu'), (await page.locator('.tab-bar').boundingBox())?.height]).toEqual([
    200, 52,
  ]);
  await page.getByRole('button', { name: 'Show or hide the menu' }).click();
  await expect.poll(() => widthOf(page, '.side-menu')).toBe(80);
  expect(await stored(page, 'SIDEBAR_TYPE')).toBe(false);
  const robots = page.getByRole('link', { name: 'Coffee robots' });
  // on a busy machine a press may meet entries that are just drawn anew; a person presses again
  await expect
    .poll(async () => {
      if (!(await robots.isVisible())) await page.getByRole('button', { name: 'Devices' }).click();
      await robots.click({ timeout: 5_000 }).catch(() => undefined);
      await page.waitForTimeout(500);
      return new URL(page.url()).pathname;
    })
    .toBe('/devices/robots');

  await openDrawer();
  await toggle('Fixed header').uncheck();
  expect(await toggle('Hide header on scroll').isDisabled()).toBe(true);
  await toggle('Fixed header').check();
  await toggle('Hide header on scroll').check();
  await toggle('Fixed side menu').check();
  await drawer.getByText('Dark', { exact: true }).click();
  await drawer.locator('[data-tip=Purple]').click();
  await toggle('Colour-weak mode').check();
  await toggle('Multi-tab mode').uncheck();
  const html = page.locator('html');
  await expect.poll(() => html.getAttribute('data-colour')).toBe('722ed1');
  expect(await html.getAttribute('data-theme')).toBe('dark weak');
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  expect(await page.getByRole('tablist', { name: 'Open pages' }).count()).toBe(0);
  await drawer.getByText('Top menu', { exact: true }).click();
  expect(await toggle('Fixed side menu').isChecked()).toBe(false);
  expect(await toggle('Fixed side menu').isDisabled()).toBe(true);
  expect(await drawer.getByRole('radio', { name: 'Fixed' }).isChecked()).toBe(true);

  await page.goto(`${product.url}/dashboard/welcome`);
  const header = page.locator('.frame-header');
  await header.getByRole('button', { name: 'Orders' }).click();
  await header.getByRole('link', { name: 'Coffee orders' }).waitFor();
  expect(await axeFindings(page, '.frame-header')).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.locator('.side-menu').count()).toBe(0);
  expect(await html.getAttribute('data-theme')).toBe('dark weak');
  const groups = header.getByRole('navigation').getByRole('button');
  await page.setViewportSize({ width: 1088, height: 900 });
  // as many as there is room for, and the rest behind the last one
  const shownGroups = async (): Promise<unknown[]> => {
    const names = await groups.allInnerTexts();
    return [...names.slice(0, 3), names.at(-1)];
  };
  await expect.poll(shownGroups).toEqual(['Dashboards', 'Orders', 'Devices', 'More']);
  await page.setViewportSize({ width: 1440, height: 500 });
  const top = async (): Promise<number> => Math.round((await header.boundingBox())?.y ?? 0);
  await page.locator('#content h1').filter({ visible: true }).first().click();
  await page.mouse.wheel(0, 300);
  await expect.poll(top, { timeout: 10_000 }).toBeLessThan(0);
  await page.mouse.wheel(0, -60);
  await expect.poll(top, { timeout: 10_000 }).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  const names = [
    'THEME',
    'COLOR',
    'COLOR_WEAK',
    'LAYOUT_MODE',
    'FIXED_HEADER',
    'FIXED_HEADER_HIDDEN',
    'FIXED_SIDEMENU',
    'MULTI_PAGE',
  ];
  expect(await Promise.all(names.map((name) => stored(page, `DEFAULT_${name}`)))).toEqual([
    'dark',
    '#722ED1',
    true,
    'topmenu',
    true,
    true,
    false,
    false,
  ]);

  await openDrawer();
  await toggle('Fixed header').uncheck();
  expect(await toggle('Hide header on scroll').isChecked()).toBe(false);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (/^pro__(DEFAULT_|SIDEBAR)/.test(key)) localStorage.removeItem(key);
  });
  await page.reload();
  await page.locator('.side-menu').waitFor();
});

test.each([
  [1088, { tabs: 1, side: 1, tools: 0, device: 'desktop' }],
  [1087, { tabs: 0, side: 0, tools: 0, device: 'mobile' }],
  [768, { tabs: 0, side: 0, tools: 0, device: 'mobile' }],
  [767, { tabs: 0, side: 0, tools: 1, device: 'mobile' }],
])('at %i px: %j', async (width, shown) => {
  const { page } = visit;
  await page.setViewportSize({ width, height: 900 });
  const count = async () => ({
    tabs: await page.getByRole('tablist', { name: 'Open pages' }).count(),
    side: await page.locator('.side-menu').count(),
    tools: await page.getByRole('button', { name: 'More tools' }).count(),
    device: await stored(page, 'DEVICE'),
  });
  await expect.poll(count).toEqual(shown);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('who wants less motion gets none: panels and the leaving header appear at once', async () => {
  const { page } = visit;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.waitFor();
  const durations = await page.evaluate<string[]>(`[
    getComputedStyle(document.querySelector('dialog[open]')).animationDuration,
    getComputedStyle(document.querySelector('.frame-header')).transitionDuration,
  ]`);
  for (const duration of durations) expect(Number.parseFloat(duration)).toBeLessThanOrEqual(0.001);
  await page.keyboard.press('Escape');
  await page.emulateMedia({ reducedMotion: null });
});

test('a menu that scrolls by itself has the open page in sight, also one that was found by its name', async () => {
  const { page } = visit;
  const entry = page
    .getByRole('navigation', { name: 'Main', exact: true })
    .locator('[aria-current=page]')
    .filter({ visible: true });
  const isInSight = async (): Promise<boolean> => {
    const box = await entry.boundingBox();
    return box !== null && box.y >= -1 && box.y + box.height <= 901;
  };
  await page.evaluate(`localStorage.setItem('pro__DEFAULT_FIXED_SIDEMENU', '{"value":true,"expire":null}')`);
  await page.goto(`${product.url}/orders/list`);
  await expect.poll(isInSight).toBe(true);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('scheduled jobs');
  await page.getByRole('option', { name: 'Scheduled jobs' }).first().click();
  await page.waitForURL('**/isystem/quartz');
  await expect.poll(isInSight).toBe(true);
  await page.evaluate(`localStorage.removeItem('pro__DEFAULT_FIXED_SIDEMENU')`);
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.reload();
  await page.getByRole('button', { name: 'Show or hide the menu' }).click();
  await expect.poll(isInSight).toBe(true);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('on a phone the menu is a drawer behind the bar below, the search a modal, and there are no tabs and no settings where the server says so', async () => {
  const context = await browser.newContext({
    storageState: await visit.context.storageState(),
    viewport: { width: 375, height: 812 },
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), settingsDrawer: false } });
  });
  await page.goto(`${product.url}/orders/list`);
  await page.locator('#content h1').filter({ visible: true }).first().waitFor();
  expect(await page.getByRole('tablist', { name: 'Open pages' }).count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  await page.getByRole('button', { name: 'More tools' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Layout settings' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Search/ }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('robots');
  await page.keyboard.press('Escape');
  const bar = page.getByRole('navigation', { name: 'Main places' });
  await bar.getByRole('button', { name: 'More' }).click();
  await page.locator('.side-drawer[open]').getByRole('link', { name: 'Coffee robots' }).click();
  await page.waitForURL('**/devices/robots');
  expect(await page.locator('.side-drawer[open]').count()).toBe(0);
  // the pages of all day are one touch away, the present one is marked
  await expect.poll(() => bar.locator('[aria-current=page]').innerText()).toBe('Robots');
  await bar.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await bar.getByRole('button', { name: /^Notices/ }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
  await context.close();
});
