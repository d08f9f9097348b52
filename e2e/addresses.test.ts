import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';

// What an address leads to: pages, ways back, the menu that the server answers, and how much is fetched for it.
const product = ownProduct();

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

test.each([
  ['/', '/dashboard/welcome'],
  ['/user', '/dashboard/analysis'],
  ['/user/login', '/dashboard/analysis'],
  ['/oauth2-app/login', '/dashboard/analysis'],
  ['/dashboard/analysis', '/dashboard/analysis'],
  ['/dashboard/welcome', '/dashboard/welcome'],
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

test('the analysis stands among the dashboards of the menu, and the first home page keeps its tab', async () => {
  const { page } = visit;
  const tabs = page.getByRole('tablist', { name: 'Open pages' }).getByRole('tab');
  for (const address of ['/dashboard/welcome', '/dashboard/analysis']) {
    await page.goto(product.url + address);
    await page.locator('#content h1').filter({ visible: true }).first().waitFor();
    const marked = page.locator('.side-entry[aria-current=page]');
    expect(await marked.getAttribute('href')).toBe(address);
    const name = await marked.innerText();
    expect((await tabs.allInnerTexts()).filter((title) => title === name)).toEqual([name]);
    expect(await page.locator(`.side-entry[href="${address}"]`).count()).toBe(1);
  }
  await tabs.first().focus();
  await page.keyboard.press('Delete');
  expect(await tabs.first().innerText()).toBe('Overview');
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
  ['//evil.example/orders', '/dashboard/analysis'],
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
  expect(new URL(page.url()).pathname).toBe(`/orders/detail/${orderNo}`);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Orders', { exact: true }).waitFor();
  expect(await page.locator('.page-tab-active').innerText()).toContain(orderNo.slice(-6));
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
  // so many entries start folded
  const unfold = (name: string) => nav.getByRole('button', { name, expanded: false, exact: true }).click();
  for (const name of ['Shelf', 'Nested', 'Older']) await unfold(name);
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
  await unfold('Shelf');
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

// The bytes are those of `npm run size`.
test.each([
  ['/user/login', 'input[autocomplete=username]', 12],
  ['/dashboard/welcome', '.stat-tile .stat-value', 25],
  // where a login ends; its charts come after its figures
  ['/dashboard/analysis', '.bar-list tbody tr', 29],
  ['/orders/list', '.record-table tbody tr[data-id]', 25],
])('%s is there after at most as many requests as ux-guide 14 allows', async (address, content, most) => {
  const isLogin = address === '/user/login';
  const storageState = isLogin ? undefined : await visit.context.storageState();
  const context = await browser.newContext({ storageState, locale: 'en-US', serviceWorkers: 'block' });
  const page = await context.newPage();
  // news of the demo's customers are asked for again at any time
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // pictures of what a tenant sells are his content, as many as there are drinks, and kept by the browser
    if (!pathname.includes('/sys/common/static/')) asked.add(`${request.method()} ${pathname}`);
  });
  // texts of the server are the last that a page asks for
  const texts = page.waitForResponse('**/LanguageBackendPageConfig/**');
  await page.goto(product.url + address);
  await page.locator(content).first().waitFor();
  await texts;
  expect([...asked].length, [...asked].join('\n')).toBeLessThanOrEqual(most);
  await context.close();
});

test('what a visit felt like is counted when its page is left', async () => {
  const { page } = visit;
  const code = page.waitForResponse(/\/collect-/);
  await page.goto(`${product.url}/orders/list`);
  await page.locator('.record-table tbody tr[data-id]').first().waitFor();
  const token = await page.evaluate<string>("JSON.parse(localStorage.getItem('pro__Access-Token')).value");
  // it measures as soon as its code is there
  await page.evaluate(`import('${new URL((await code).url()).pathname}')`);
  await page.goto(`${product.url}/dashboard/welcome`);
  const counted = async (): Promise<string[]> => {
    const answer = await page.request.get(`${product.url}/api/sys/vitals/list`, {
      headers: { 'X-Access-Token': token, 'tenant-id': '1000' },
    });
    const { result } = (await answer.json()) as { result: { pages: { page: string; metric: string }[] } };
    return result.pages.map(({ page: route, metric }) => `${route} ${metric}`);
  };
  await expect.poll(counted, { timeout: 30_000 }).toContain('/orders/list LCP');
});
