import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { insist } from './storefront-client.ts';

const product = inject('product');

let browser: Browser;
let visit: Visit;
/** Nobody is logged in here. */
let guest: Page;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser);
  guest = (await openPage(browser)).page;
  await logIn(visit.page, product);
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

const pathname = (): string => new URL(visit.page.url()).pathname;

test.each([
  ['/', '/dashboard/welcome'],
  ['/user', '/dashboard/welcome'],
  ['/user/login', '/dashboard/welcome'],
  ['/oauth2-app/login', '/dashboard/welcome'],
  ['/dashboard/analysis', '/dashboard/welcome'],
  ['/orders', '/orders/list'],
  ['/orders/list/', '/orders/list'],
  ['/no/such/page', '/404'],
  ['/user/nobody', '/404'],
  ['/mobile/nowhere', '/404'],
])('who is logged in and opens %s lands on %s', async (asked, landed) => {
  await visit.page.goto(product.url + asked);
  await visit.page.waitForURL((url) => url.pathname === landed);
  await visit.page.locator('#content h1').filter({ visible: true }).first().waitFor();
});

test.each([
  ['/404', '/404'],
  ['/exception/500', '/exception/500'],
  ['/exception/403', '/exception/403'],
  ['/user/register', '/user/register'],
  ['/user/register-result', '/user/register-result'],
  ['/user/alteration', '/user/alteration'],
  ['/test/home', '/user/login?redirect=%2Ftest%2Fhome'],
  ['/mobile/home', '/user/login?redirect=%2Fmobile%2Fhome'],
  ['/help/points-mall#accounts', '/user/login?redirect=%2Fhelp%2Fpoints-mall%23accounts'],
  ['/no/such/page', '/user/login?redirect=%2Fno%2Fsuch%2Fpage'],
  ['/orders/list?view=complete', '/user/login?redirect=%2Forders%2Flist%3Fview%3Dcomplete'],
  ['/', '/user/login'],
  ['/user', '/user/login'],
])('a visitor who opens %s lands on %s', async (asked, landed) => {
  await guest.goto(product.url + asked);
  const hasForm = landed.startsWith('/user') && landed !== '/user/register-result';
  const place = hasForm ? guest.locator('input[autocomplete=username]') : guest.locator('h1');
  await place.waitFor();
  const { pathname: path, search } = new URL(guest.url());
  expect(path + search).toBe(landed);
});

test.each([
  ['/orders/list?view=complete', '/orders/list?view=complete'],
  ['//evil.example/orders', '/dashboard/welcome'],
])('after a login with the way back %s one stands on %s', async (wanted, landed) => {
  const { page, context } = await openPage(browser);
  await page.goto(`${product.url}/user/login?redirect=${encodeURIComponent(wanted)}`);
  await page.getByText('Operations console for coffee robots', { exact: false }).first().waitFor();
  await page.locator('input[autocomplete=username]').fill('operator');
  await page.locator('input[type=password]').fill(product.password);
  await page.keyboard.press('Enter');
  const ok = page.getByRole('dialog').getByRole('button', { name: 'OK' });
  await ok.click();
  await page.getByRole('dialog').getByRole('alert').getByText('Choose a department').waitFor();
  await page.getByRole('dialog').getByRole('radio').first().check({ force: true });
  await ok.click();
  await page.waitForURL((url) => url.pathname + url.search === landed);
  expect(new URL(page.url()).origin).toBe(product.url);
  await context.close();
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
  await choose('Welcome', 'Close other');
  await page.waitForURL('**/dashboard/welcome');
  expect(await tabs.allInnerTexts()).toEqual(['Welcome']);
  await tabs.first().focus();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Shift+F10');
  expect(await page.getByRole('menuitem', { name: 'Close other' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  expect(await tabs.count()).toBe(1);
});

test('an opened record is a route of its own that survives the reload', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/orders/list?view=complete`);
  const first = page.locator('a.record-identity').filter({ visible: true }).first();
  const orderNo = (await first.innerText()).trim();
  await page.goto(`${product.url}/orders/detail/${orderNo}`);
  const heading = page.locator('#content h1').filter({ visible: true }).first();
  await heading.waitFor();
  const registered = (): Promise<string> =>
    page.evaluate(() => JSON.stringify(Object.entries({ ...sessionStorage }).filter(([key]) => /details:/.test(key))));
  expect(await registered()).toContain(`orders-detaildynamic${orderNo}`);
  await page.reload();
  await heading.waitFor();
  expect(pathname()).toBe(`/orders/detail/${orderNo}`);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Orders', { exact: true }).waitFor();
  expect(await page.getByRole('tab', { selected: true }).innerText()).toContain(orderNo.slice(-6));
});

test('a list that is chosen again stands where it was left; a new page begins at its top', async () => {
  const { page } = visit;
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.locator('#content h1').filter({ visible: true }).first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.evaluate('scrollTo(0, 120)');
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(0);
  await page.locator('.side-entry[href="/devices/monitor"]').click();
  await page.waitForURL('**/devices/monitor');
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(0);
  await page.getByRole('tab', { name: 'Welcome' }).click();
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
  await box.fill('kfjqr');
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
  await page.getByRole('checkbox', { name: 'Shortcuts of a single letter' }).uncheck();
  await press('Escape', 'g', 'o', '?');
  await press('Control+k');
  await page.getByRole('combobox', { name: 'Search', exact: true }).waitFor();
  expect(pathname()).toBe('/dashboard/welcome');
});

/** Answers the menu call with more entries than the demo has. */
async function addToMenu(page: Page, add: (menu: Node[]) => void): Promise<void> {
  await page.route('**/sys/permission/getUserPermissionByToken*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result: { menu: Node[] } };
    add(body.result.menu);
    await route.fulfill({ response: answer, json: body });
  });
}

interface Node {
  path: string;
  component: string;
  children?: Node[];
  [key: string]: unknown;
}

function entry(path: string, title: string, more: { meta?: object } & Partial<Node> = {}): Node {
  const meta = { title, keepAlive: true, internalOrExternal: false, componentName: title, ...more.meta };
  return { id: title, name: title, component: 'orders/list', route: '1', ...more, path, meta };
}

test('the menu decides: external and iframe pages, hidden, switched off and not permitted entries', async () => {
  // in a page of its own: the server's policy, which lists no origin here, complains of the frame
  const context = await browser.newContext({
    storageState: await visit.context.storageState(),
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const OWN = new URL(product.url).origin;
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), frameOrigins: [OWN] } });
  });
  await addToMenu(page, (menu) => {
    menu.push(
      entry('docs', 'Handbook', { meta: { url: `${OWN}/api/docs`, internalOrExternal: true } }),
      entry('handbook', 'Framed', { component: 'layouts/IframePageView', meta: { url: `${OWN}/api/docs` } }),
      entry('stranger', 'Stranger', { meta: { url: 'https://evil.example/' } }),
      entry('/area', 'Area', {
        component: '',
        alwaysShow: true,
        children: [
          entry('/area/deep', 'Deep group', { component: '', children: [entry('/area/deep/list', 'Deep list')] }),
        ],
      }),
      entry('/shelf', 'Shelf', {
        component: '',
        children: [
          entry('/shelf/nested', 'Nested', { component: '', children: [entry('/shelf/nested/list', 'Nested list')] }),
          entry('/shelf/hidden', 'Hidden', { hidden: true }),
          entry('/shelf/off', 'Off', { route: '0' }),
          entry('/shelf/forbidden', 'Forbidden', { meta: { permissionList: ['nobody:has'] } }),
          entry('/shelf/fresh', 'Fresh', { meta: { keepAlive: false } }),
          entry('/shelf/unbuilt', 'Unbuilt', { component: 'system/UserList' }),
          entry('/shelf/allowed', 'Allowed', { meta: { permissionList: ['nobody:has', 'order:view'] } }),
          entry('/isystem/permission', 'Permissions'),
        ],
      }),
      entry('/older', 'Older', {
        component: 'layouts/RouteView',
        redirect: '/older/list',
        children: [entry('/older/list', 'Older list')],
      }),
    );
  });
  await page.goto(`${product.url}/dashboard/welcome`);
  const nav = page.getByRole('navigation', { name: 'Main' });
  const heading = page.locator('#content h1').filter({ visible: true }).first();
  const docs = nav.getByRole('link', { name: /Handbook/ });
  await docs.waitFor();
  expect([await docs.getAttribute('target'), await docs.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer',
  ]);
  await nav.getByRole('link', { name: 'Framed' }).click();
  const frame = page.locator('iframe[title=Framed]');
  await frame.waitFor();
  expect([await frame.getAttribute('src'), await frame.getAttribute('sandbox')]).toEqual([
    `${OWN}/api/docs`,
    'allow-scripts allow-forms allow-popups allow-same-origin',
  ]);
  await nav.getByRole('link', { name: 'Allowed' }).waitFor();
  await nav.getByRole('link', { name: 'Nested list' }).waitFor();
  for (const name of ['Stranger', 'Hidden', 'Off', 'Forbidden', 'Permissions', 'Deep list'])
    expect(await nav.getByRole('link', { name, exact: true }).count(), name).toBe(0);
  for (const [path, landed] of [
    ['/shelf/hidden', '/shelf/hidden'],
    ['/area', '/area'],
    ['/area/deep/list', '/area/deep/list'],
    ['/older', '/older/list'],
    ['/shelf/unbuilt', '/shelf/unbuilt'],
    ['/shelf/off', '/404'],
    ['/shelf/forbidden', '/404'],
    ['/isystem/permission', '/404'],
    ['/stranger', '/404'],
  ] as const) {
    await page.goto(product.url + path);
    await page.waitForURL((url) => url.pathname === landed);
    await heading.waitFor();
    if (path === '/shelf/unbuilt') expect(await heading.innerText()).toBe('Sorry, resource not found!');
  }
  // keep-alive: a page that is left waits as it was, the other one begins anew
  for (const name of ['Allowed', 'Fresh']) {
    await nav.getByRole('link', { name }).click();
    await page.getByRole('tab', { name, selected: true }).waitFor();
    const own = page.locator('.frame-pages h1').filter({ visible: true }).first();
    await own.evaluate((element, mark) => element.setAttribute('data-mark', mark), name);
  }
  await nav.getByRole('link', { name: 'Allowed' }).click();
  await page.locator('#content h1[data-mark=Allowed]').filter({ visible: true }).waitFor();
  await nav.getByRole('link', { name: 'Fresh' }).click();
  await page.locator('#content h1:not([data-mark])').filter({ visible: true }).waitFor();
  await context.close();
});

test('a route that the session keeps under the dashboard key is there, as far as its page is permitted', async () => {
  const { page } = visit;
  await page.evaluate(() =>
    sessionStorage.setItem(
      'dashboard',
      JSON.stringify([
        { name: 'mine', path: '/dashboard/mine', title: 'My orders', component: 'orders/list' },
        { name: 'theirs', path: '/dashboard/theirs', title: 'Users', component: 'system/users' },
      ]),
    ),
  );
  await page.goto(`${product.url}/dashboard/mine`);
  await page.getByRole('tab', { name: 'My orders', selected: true }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^My orders · Nordic Coffee · /);
  await page.goto(`${product.url}/dashboard/theirs`);
  await page.waitForURL('**/404');
  await page.evaluate(() => sessionStorage.removeItem('dashboard'));
});

const stored = (page: Page, key: string): Promise<unknown> =>
  page.evaluate((name) => (JSON.parse(localStorage.getItem(`pro__${name}`) ?? '{}') as { value?: unknown }).value, key);
const widthOf = async (page: Page, place: string): Promise<number> =>
  Math.round((await page.locator(place).boundingBox())?.width ?? 0);

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
  await page.getByRole('button', { name: 'Devices' }).click();
  await page.getByRole('link', { name: 'Coffee robots' }).click();
  await page.waitForURL('**/devices/robots');

  await openDrawer();
  expect(await toggle('Hide header on scroll').isDisabled()).toBe(true);
  await toggle('Fixed header').check();
  await toggle('Hide header on scroll').check();
  await toggle('Fixed side menu').check();
  await drawer.getByText('Dark', { exact: true }).click();
  await drawer.getByTitle('Purple').click();
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

// The bytes are those of `npm run size`.
test.each([
  ['/user/login', 'input[autocomplete=username]', 12],
  ['/dashboard/welcome', '.stat-tile .stat-value', 25],
  ['/orders/list', '.record-table tbody tr[data-id]', 25],
])('%s is there after at most as many requests as ux-guide 14 allows', async (address, content, most) => {
  const isLogin = address === '/user/login';
  const storageState = isLogin ? undefined : await visit.context.storageState();
  const context = await browser.newContext({ storageState, locale: 'en-US', serviceWorkers: 'block' });
  const page = await context.newPage();
  // news of the demo's customers are asked for again at any time
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(`${request.method()} ${new URL(request.url()).pathname}`));
  // texts of the server are the last that a page asks for
  const texts = page.waitForResponse('**/LanguageBackendPageConfig/**');
  await page.goto(product.url + address);
  await page.locator(content).first().waitFor();
  await texts;
  expect([...asked].length, [...asked].join('\n')).toBeLessThanOrEqual(most);
  await context.close();
});

test('code that a deployment took away: one reload, then a message, and a reload brings it', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.locator('#content h1').filter({ visible: true }).first().waitFor();
  await page.route('**/assets/pages-of-devices-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  let loads = 0;
  const count = (): void => {
    loads += 1;
  };
  page.on('load', count);
  await page.locator('.side-entry[href="/devices/monitor"]').click();
  const reload = page.locator('#content').getByRole('button', { name: 'Reload' });
  await reload.waitFor();
  await page.getByRole('heading', { name: 'A new version is available' }).waitFor();
  expect(loads).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
  await reload.click();
  await page.locator('#content h1', { hasText: 'Robot monitor' }).filter({ visible: true }).waitFor();
  page.off('load', count);
});

test('a panel whose code is missing says so and leaves the page alone; the next press tries again', async () => {
  const { page } = visit;
  // the reload of a deployment was spent a moment ago
  await page.route('**/assets/settings-drawer-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  const open = page.getByRole('button', { name: 'Layout settings' });
  await open.click();
  await page.locator('.toast').getByText('A new version is available').waitFor();
  expect(await page.locator('#content h1').filter({ visible: true }).count()).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
});

test('an open page hears of a new version when its reader comes back, and nothing is reloaded by itself', async () => {
  const { page } = visit;
  const newer = (await (await page.request.get(`${product.url}/`)).text()).replace(/index-[\w-]+\.js/, 'index-next.js');
  await page.route(`${product.url}/`, (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.fulfill({ contentType: 'text/html', body: newer }),
  );
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.locator('#content h1').filter({ visible: true }).first().waitFor();
  const bar = page.locator('.connection-bar');
  expect(await bar.getByText('A new version is available').count()).toBe(0);
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await bar.getByRole('button', { name: 'Reload' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a palette that cannot be fetched leaves the theme as it was and says so', async () => {
  const { page } = visit;
  await page.route('**/assets/colours*.css', (route) => route.abort());
  await page.goto(`${product.url}/dashboard/welcome`);
  await page.getByRole('button', { name: 'Layout settings' }).click();
  await page.getByRole('dialog').getByTitle('Cyan').click();
  await page.getByText('Failed to update theme').first().waitFor();
  expect(await page.locator('html').getAttribute('data-colour')).toBeNull();
  await page.unrouteAll({ behavior: 'wait' });
});

test('on a phone the menu is a drawer, the search a modal, and there are no tabs and no settings where the server says so', async () => {
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
  await page.getByRole('button', { name: 'Show or hide the menu' }).click();
  await page.locator('.side-drawer[open]').getByRole('link', { name: 'Coffee robots' }).click();
  await page.waitForURL('**/devices/robots');
  expect(await page.locator('.side-drawer[open]').count()).toBe(0);
  await context.close();
});

const shop = product.fleet.storefrontKeys.find((key) => key.tenantId === '1000' && key.channel === 'app')!;
const sell = <T>(path: string, body?: unknown) =>
  insist<T>(`${product.url}/storefront/v1/${path}`, { authorization: `Bearer ${shop.key}` }, body);

/** Buys until a customer has an order for which he can ask his money back: the demo's cards are declined now and then. */
async function askForMoneyBack(): Promise<string> {
  const { result } = await sell<{ goods: { goodsId: string; soldOut: boolean }[] }>(`spots/${shop.spotId}/menu`);
  const lines = [{ goodsId: result.goods.find((goods) => !goods.soldOut)!.goodsId, quantity: 1, optionIds: [] }];
  for (let round = 0; round < 10; round++) {
    const order = await sell<{ orderNo: string }>('orders', { spotId: shop.spotId, paidBy: 'card', lines });
    const { orderNo } = order.result;
    await sell(`orders/${orderNo}/pay`, { paymentMethod: 'pm_card_visa' });
    for (let look = 0; look < 20; look++) {
      if ((await sell(`orders/${orderNo}/refundRequests`, { reason: 'Changed my mind' })).success) return orderNo;
      await new Promise((done) => setTimeout(done, 250));
    }
  }
  throw new Error('Nothing could be bought');
}

test('the bell counts what happens meanwhile; a notice is read by opening its record', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/dashboard/welcome`);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel
    .getByRole('button', { name: 'Mark all as read' })
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notifications, nothing unread' }).waitFor();
  const orderNo = await askForMoneyBack();
  await page.getByRole('button', { name: /^Notifications, [1-9]/ }).waitFor({ timeout: 20_000 });
  await bell.click();
  const notice = panel.getByRole('button', { name: new RegExp(`asks for NOK .* back.*${orderNo}`, 's') });
  await notice.waitFor();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await notice.click();
  await page.waitForURL(`**/orders/detail/${orderNo}`);
  await page.getByRole('button', { name: 'Notifications, nothing unread' }).waitFor();
});
