import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings, colourFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { clippedTexts } from './clipped-texts.ts';
import { ownProduct } from './own-product.ts';
import { buildPseudoConsole, showPseudoConsole } from './pseudo-console.ts';
import { closeSurface, openSurface, surfacesOf } from './surfaces.ts';

const product = ownProduct();
const PAGES = [
  '/dashboard/welcome',
  '/orders/list',
  '/devices/robots',
  '/devices/monitor',
  '/404',
  '/403',
  '/exception/500',
  '/test/home',
];

/** Minutes on a busy machine; a second try at once would take as many, `npm test` looks at the file again in the end. */
const LONG = { timeout: 480_000, retry: 0 };

/** They change the colours of states, faults and danger only. */
const WEAK = ['weak', 'dark weak'];

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A completed order, of the list that the page can see. */
async function anOrder(page: Page): Promise<string> {
  await page.goto(`${product.url}/orders/list?view=complete`);
  const first = page.locator('a.record-identity').filter({ visible: true }).first();
  await first.waitFor();
  return (await first.innerText()).trim();
}

async function settled(page: Page): Promise<void> {
  await page.locator('#content h1').filter({ visible: true }).first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
}

describe.each([
  { language: 'en-US', scheme: 'light' as const },
  { language: 'zh-CN', scheme: 'dark' as const },
])('$language, $scheme', ({ language, scheme }) => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await openPage(browser, { language, scheme });
  });
  afterAll(() => visit.context.close());

  test('axe finds nothing on the login page and in the tenant picker', async () => {
    const { page } = visit;
    await page.goto(`${product.url}/`);
    await page.locator('input[autocomplete=username]').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await logIn(page, product);
  });

  test('axe finds nothing on any page', async () => {
    const found: Record<string, string[]> = {};
    for (const path of PAGES) {
      await visit.page.goto(product.url + path);
      await settled(visit.page);
      const here = await axeFindings(visit.page);
      if (here.length > 0) found[path] = here;
    }
    expect(found).toEqual({});
  });

  test('axe finds nothing on an order, its panel and its refund dialog, or on a robot', async () => {
    const { page } = visit;
    const found: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      const here = await axeFindings(page);
      if (here.length > 0) found[name] = here;
    };
    await page.goto(`${product.url}/orders/list?view=complete`);
    const first = page.locator('a.record-identity').filter({ visible: true }).first();
    await first.waitFor();
    const orderNo = (await first.innerText()).trim();
    await page.goto(`${product.url}/orders/list?panel=${orderNo}`);
    await page.locator('.order-events').first().waitFor();
    await look('panel');
    await page.goto(`${product.url}/orders/detail/${orderNo}`);
    await page.locator('.order-events').first().waitFor();
    await look('order');
    await page.locator('.detail-actions .button-primary').click();
    await page.getByRole('dialog').locator('textarea').waitFor();
    await look('refund dialog');
    await page.goto(`${product.url}/devices/robots`);
    await page.locator('a.record-identity').filter({ visible: true }).first().click();
    await page.locator('.tanks').waitFor();
    await look('robot');
    expect(found).toEqual({});
  });

  test('the document speaks the language, and no page complains', async () => {
    expect(await visit.page.locator('html').getAttribute('lang')).toBe(language);
    expect(visit.complaints).toEqual([]);
  });
});

test('axe finds nothing on any dialog, panel or menu, nor on any page, in any theme', LONG, async () => {
  const { page, context, complaints } = await openPage(browser);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await logIn(page, product);
  const found: Record<string, string[]> = {};
  const note = (name: string, here: readonly string[]): void => {
    if (here.length > 0) found[name] = [...(found[name] ?? []), ...here];
  };
  for (const surface of surfacesOf(await anOrder(page))) {
    const { name, place, hasStates } = surface;
    await openSurface(page, product.url, surface);
    note(name, await axeFindings(page, place));
    note(name, await colourFindings(page, place, hasStates ? [...WEAK, 'dark'] : ['dark']));
    await closeSurface(page);
  }
  // in light and dark they are looked at above
  for (const path of ['/dashboard/welcome', '/orders/list', '/devices/robots', '/devices/monitor']) {
    await page.goto(product.url + path);
    await settled(page);
    note(path, await colourFindings(page, 'body', WEAK));
  }
  await page.evaluate(`localStorage.setItem('pro__DEFAULT_LAYOUT_MODE', '{"value":"topmenu","expire":null}')`);
  await page.goto(`${product.url}/orders/list`);
  await settled(page);
  await page.locator('.frame-header nav button').first().click();
  note('top menu', await axeFindings(page, 'body'));
  expect(found).toEqual({});
  expect(complaints).toEqual([]);
  await context.close();
});

test('on a phone no page scrolls sideways, and axe finds nothing on cards, sheet, panel, log and menus', async () => {
  const { page, context } = await openPage(browser, { width: 375 });
  await logIn(page, product);
  const stays = async (name: string): Promise<void> => {
    const { scroll, width } = await page.evaluate<{ scroll: number; width: number }>(
      '({ scroll: document.documentElement.scrollWidth, width: innerWidth })',
    );
    expect({ name, scroll }).toEqual({ name, scroll: Math.min(scroll, width) });
  };
  const looks = async (name: string): Promise<void> => {
    expect({ name, found: await axeFindings(page) }).toEqual({ name, found: [] });
    await stays(name);
  };
  for (const path of PAGES) {
    await page.goto(product.url + path);
    await settled(page);
    await stays(path);
  }
  await page.goto(`${product.url}/orders/list?view=complete`);
  const first = page.locator('.record-card a').first();
  await first.waitFor();
  const orderNo = (await first.getAttribute('href'))?.split('/').at(-1);
  await looks('cards');
  await page.locator('.record-card .row-actions button').first().click();
  await page.getByRole('menu').waitFor();
  await looks('menu of a card');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('dialog').waitFor();
  await looks('filter sheet');
  await page.goto(`${product.url}/orders/list?panel=${orderNo}`);
  await page.locator('.order-events').first().waitFor();
  await looks('panel');
  await page.goto(`${product.url}/orders/detail/${orderNo}`);
  await page.locator('.order-events').first().waitFor();
  await looks('order');
  await page.goto(`${product.url}/devices/robots`);
  await page.locator('.record-card a').first().click();
  await page.getByRole('tab', { name: 'Event log' }).click();
  await page.locator('.event-log').waitFor();
  // a click that is tried once more scrolls the page, and what lies half below the header counts as too small
  await page.evaluate('scrollTo(0, 0)');
  await page.getByRole('button', { name: 'Commands' }).press('Enter');
  await page.getByRole('menu').waitFor();
  await looks('log and menu of a robot');
  await context.close();
});

test('no text is clipped in a language whose words are longer, wide or on a phone', LONG, async () => {
  await buildPseudoConsole();
  const found: Record<string, string[]> = {};
  const { page, context } = await openPage(browser);
  await showPseudoConsole(context, product.url);
  const look = async (name: string): Promise<void> => {
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 });
      // Lists become cards; lines that change their height come to rest.
      await page.waitForTimeout(100);
      const here = await clippedTexts(page);
      if (here.length > 0) found[`${name} at ${width}`] = here;
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await page.goto(`${product.url}/`);
  await page.locator('input[autocomplete=username]').waitFor();
  await look('login');
  for (const path of ['/user/register', '/user/alteration']) {
    await page.goto(product.url + path);
    await page.locator('.sign-in .login-submit').waitFor();
    await look(path);
  }
  await logIn(page, product);
  for (const path of [
    ...PAGES,
    '/settings/tenant',
    '/settings/payments',
    '/dashboard/downloads',
    '/help/first-steps',
  ]) {
    await page.goto(product.url + path);
    await settled(page);
    if (!path.startsWith('/help'))
      expect(await page.locator('#content').innerText(), 'the pseudo-locale is on').toContain('~]');
    await look(path);
  }
  for (const surface of surfacesOf(await anOrder(page))) {
    await openSurface(page, product.url, surface);
    if (surface.isFleeting) {
      const here = await clippedTexts(page);
      if (here.length > 0) found[surface.name] = here;
    } else await look(surface.name);
    await closeSurface(page);
  }
  expect(found).toEqual({});
  await context.close();
});
