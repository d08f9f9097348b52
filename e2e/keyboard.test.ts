import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';

// Keyboard alone, from the login to the logout (ux-guide 10, 12): no step here touches a mouse, and where the keys go is
// always visible and never lost.
const product = ownProduct();
const MOST_STEPS = 80;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** What has the focus, in words, with what is wrong with it. */
const FOCUS = `(() => {
  const at = document.activeElement;
  if (!at || at === document.body || at === document.documentElement) return 'lost';
  const name = at.tagName.toLowerCase() + ' ' + (at.getAttribute('aria-label') || at.textContent || at.name || '').trim().slice(0, 40);
  const box = at.getBoundingClientRect();
  if (!at.checkVisibility({ visibilityProperty: true }) || box.width === 0) return 'hidden: ' + name;
  if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) return 'off screen: ' + name;
  // What a script put the keys on for a moment (a heading, a panel) is no stop of the Tab key and needs no ring.
  if (at.tabIndex < 0 && !at.matches('[role], button, a, input')) return name;
  // a list keeps the focus and names the option that has the ring
  const option = document.getElementById(at.getAttribute('aria-activedescendant') || ' ');
  const marks = [at, at.parentElement, at.firstElementChild, option].filter(Boolean).map((one) => getComputedStyle(one));
  if (!marks.some((style) => parseFloat(style.outlineWidth) >= 2 && style.outlineStyle !== 'none')) return 'no ring: ' + name;
  return name;
})()`;

interface Keys {
  page: Page;
  /** Presses keys one after the other; each must leave the focus on something that is seen. */
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Goes there with the Tab key or another, as far as it takes. */
  goTo(target: Locator, key?: 'Tab' | 'Shift+Tab' | 'ArrowDown'): Promise<void>;
  /** The focus stands there by now, or will in a moment. */
  standsOn(target: Locator): Promise<void>;
}

function keysOf(page: Page): Keys {
  const has = async (target: Locator): Promise<boolean> => {
    const focused = target.filter({ visible: true }).and(page.locator(':focus'));
    return (await focused.count()) > 0;
  };
  const isFound = (): Promise<void> =>
    expect.poll(() => page.evaluate<string>(FOCUS)).not.toMatch(/^(lost|hidden|off screen|no ring)/);
  return {
    page,
    press: async (...keys) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        await isFound();
      }
    },
    type: async (text) => {
      await page.keyboard.type(text);
      await isFound();
    },
    goTo: async (target, key = 'Tab') => {
      await target.first().waitFor();
      for (let step = 0; step < MOST_STEPS; step++) {
        if (await has(target)) return;
        await page.keyboard.press(key);
        // what had it may have gone a moment ago: then it is given to the nearest that is left
        await isFound();
      }
      throw new Error(`${MOST_STEPS} × ${key} do not lead to ${target}`);
    },
    standsOn: (target) =>
      expect
        .poll(async () => ((await has(target)) ? 'there' : page.evaluate<string>(FOCUS)), { message: String(target) })
        .toBe('there'),
  };
}

/** From the login page into the tenant: account, password, choice. */
async function logIn({ page, press, type, goTo, standsOn }: Keys): Promise<void> {
  await page.goto(`${product.url}/`);
  const account = page.locator('input[autocomplete=username]');
  await standsOn(account);
  await type('manager');
  await press('Tab');
  await standsOn(page.locator('input[type=password]'));
  await type(product.password);
  await press('Enter');
  const nordic = page.getByRole('dialog').getByRole('radio', { name: /Nordic Coffee|北欧咖啡/ });
  await nordic.waitFor();
  await goTo(page.getByRole('dialog').getByRole('radio'));
  await goTo(nordic, 'ArrowDown');
  if (!(await nordic.isChecked())) await press('Space');
  await page.keyboard.press('Enter');
  await page.locator('.frame').waitFor();
  await standsOn(page.locator('#content h1'));
}

/** An order that was made, taken and never refunded. */
async function aTakenOrder(page: Page): Promise<string> {
  const token = await page.evaluate<string>("JSON.parse(localStorage.getItem('pro__Access-Token')).value");
  const answer = await fetch(`${product.url}/sos-backend/coffeeorder/api/page`, {
    method: 'POST',
    headers: { 'X-Access-Token': token, 'tenant-id': '1000', 'content-type': 'application/json' },
    body: JSON.stringify({ pageNo: 1, pageSize: 20, status: '6' }),
  });
  const { result, message } = (await answer.json()) as {
    result: { records: { orderNo: string; refundStatus?: number; payableMinor: number }[] } | null;
    message: string;
  };
  const order = result?.records.find((one) => one.payableMinor > 0 && !one.refundStatus);
  if (!order) throw new Error(`No order to refund: ${message}`);
  return order.orderNo;
}

let visit: Visit;
test('log in, find an order, filter, save and delete a view, refund, log out: with the keyboard alone', async () => {
  // another one at a second try
  const viewName = `By keyboard ${Date.now()}`;
  visit = await openPage(browser);
  const keys = keysOf(visit.page);
  const { page, press, type, goTo, standsOn } = keys;
  await logIn(keys);
  const heading = page.locator('#content h1');
  const dialog = page.locator('dialog[open]');

  // the palette finds it; closed by Escape it gives the focus back
  const orderNo = await aTakenOrder(page);
  await press('Control+k');
  await standsOn(page.getByRole('combobox', { name: 'Search', exact: true }));
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await standsOn(heading);
  await press('Control+k');
  await standsOn(page.getByRole('combobox', { name: 'Search', exact: true }));
  await type(orderNo);
  await page.getByRole('option', { name: orderNo }).first().waitFor();
  await press('Enter');
  await page.waitForURL(`**/orders/detail/${orderNo}`);
  await standsOn(heading.filter({ hasText: orderNo }));

  // the list, filtered
  await press('g', 'o');
  await page.waitForURL('**/orders/list');
  await standsOn(heading.filter({ hasText: 'Coffee orders' }));
  const status = page.getByRole('button', { name: /^Status/ });
  await goTo(status);
  await press('Enter');
  const states = page.getByRole('listbox', { name: 'Status' });
  await standsOn(states);
  await press('Escape');
  await standsOn(status);
  // by its first letters
  await press('Enter');
  await standsOn(states);
  await type('pi');
  await press('Enter');
  await page.waitForURL((url) => url.searchParams.get('status') === '6');
  // more than one may be chosen
  await standsOn(states);
  await press('Escape');
  await standsOn(status);

  // saved as a view; the button that opened the dialog is gone then
  await goTo(page.getByRole('button', { name: 'Save as new view…' }), 'Shift+Tab');
  await press('Enter');
  await standsOn(dialog.getByLabel('Name'));
  await press('Escape');
  await standsOn(page.getByRole('button', { name: 'Save as new view…' }));
  await press('Enter');
  await standsOn(dialog.getByLabel('Name'));
  await type(viewName);
  await press('Enter');
  const view = page.getByRole('tab', { name: viewName });
  await view.and(page.locator('[aria-selected=true]')).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await press('Shift');

  // Escape takes the topmost layer only: the palette, then the panel; the row has the focus back
  await press('/');
  await standsOn(page.locator('#content').getByRole('searchbox'));
  await type(orderNo);
  await page.waitForURL((url) => url.searchParams.get('search') === orderNo);
  const row = page.locator(`tr[data-id="${orderNo}"]`).filter({ visible: true });
  await row.waitFor();
  await goTo(row.or(row.locator('*')));
  await press('Home', 'Space');
  const panel = page.locator('.side-panel');
  await standsOn(panel);
  await press('Control+k');
  await standsOn(dialog.getByRole('combobox'));
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await standsOn(panel);
  // what the row offers is at the foot of its panel
  const refundInPanel = panel.getByRole('button', { name: 'Refund', exact: true });
  await goTo(refundInPanel);
  await press('Enter');
  await dialog.getByRole('button', { name: /^Refund NOK/ }).waitFor();
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await standsOn(refundInPanel);
  await press('?');
  await dialog.getByText('Extend the selection').waitFor();
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await standsOn(refundInPanel);
  await press('Escape');
  await panel.waitFor({ state: 'detached' });
  await standsOn(row);

  // the order, and a part of it refunded
  await press('Enter');
  await page.waitForURL(`**/orders/detail/${orderNo}`);
  await standsOn(heading.filter({ hasText: orderNo }));
  const refund = page.locator('.detail-actions').getByRole('button', { name: 'Refund', exact: true });
  await goTo(refund);
  await press('Enter');
  await dialog.getByLabel('Reason').waitFor();
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await standsOn(refund);
  await press('Enter');
  // the first cup that may be chosen; without one it is an amount
  await standsOn(dialog.getByRole('checkbox').first());
  await goTo(dialog.getByLabel(/^Amount/));
  await press('Control+a');
  await type('1.00');
  await goTo(dialog.getByLabel('Reason'));
  await type('Too cold');
  await goTo(dialog.getByRole('button', { name: /^Refund/ }));
  await press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Partly refunded').filter({ visible: true }).first().waitFor({ timeout: 60_000 });
  await press('Shift');

  // the view is deleted again: whoever asks starts on Cancel
  await press('g', 'o');
  await standsOn(heading.filter({ hasText: 'Coffee orders' }));
  await view.and(page.locator('[aria-selected=true]')).waitFor();
  await goTo(page.getByRole('button', { name: /^Views:/ }));
  await press('Enter', 'End');
  await standsOn(page.getByRole('menuitem', { name: 'Delete view' }));
  await press('Enter');
  await standsOn(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
  await press('Tab', 'Enter');
  await view.waitFor({ state: 'detached' });
  await press('Shift');

  // out; the question has Escape for a no
  const user = page.getByRole('button', { name: /^Welcome, / });
  await goTo(user, 'Shift+Tab');
  await press('Enter', 'End');
  await standsOn(page.getByRole('menuitem', { name: 'Log out' }));
  await press('Escape');
  await standsOn(user);
  await press('Enter', 'End', 'Enter');
  await page.getByRole('alertdialog').waitFor();
  await press('Escape');
  await standsOn(user);
  await press('Enter', 'End', 'Enter');
  await goTo(page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/user/login');
  await standsOn(page.locator('input[autocomplete=username]'));
  expect(visit.complaints).toEqual([]);
  await visit.context.close();
});

test('用键盘登录，再用拼音首字母找到页面', async () => {
  visit = await openPage(browser, { language: 'zh-CN' });
  const keys = keysOf(visit.page);
  const { page, press, type, standsOn } = keys;
  await logIn(keys);
  await press('Control+k');
  await standsOn(page.getByRole('combobox', { name: '搜索', exact: true }));
  await type('kfjqr');
  await page.getByRole('option', { name: '咖啡机器人' }).waitFor();
  await press('Enter');
  await page.waitForURL('**/devices/robots');
  await standsOn(page.locator('#content h1', { hasText: '咖啡机器人' }));
  expect(visit.complaints).toEqual([]);
  await visit.context.close();
});

test('keys that lost the heading of a page, drawn anew on a slow machine, are at it again as soon as it is there', async () => {
  visit = await openPage(browser);
  const keys = keysOf(visit.page);
  const { page, press, standsOn } = keys;
  await logIn(keys);
  await press('g', 'o');
  await page.waitForURL('**/orders/list');
  const heading = page.locator('#content h1').filter({ hasText: 'Coffee orders' });
  await standsOn(heading);
  const hide = (isHidden: boolean) => heading.evaluate((one, to) => one.toggleAttribute('hidden', to), isHidden);
  await hide(true);
  await standsOn(page.locator('#content'));
  await hide(false);
  await standsOn(heading);
  await visit.context.close();
});

test('a panel that lost the keys to what was drawn has them back, not what is in it', async () => {
  visit = await openPage(browser);
  const keys = keysOf(visit.page);
  const { page, press, standsOn } = keys;
  await logIn(keys);
  await press('g', 'o');
  await page.waitForURL('**/orders/list');
  await standsOn(page.locator('#content h1').filter({ hasText: 'Coffee orders' }));
  await page.locator('tr[data-id]').filter({ visible: true }).first().waitFor();
  await press('j', 'Space');
  const panel = page.locator('.side-panel');
  await standsOn(panel);
  await panel.evaluate((one) => {
    one.blur();
    one.append(one.ownerDocument.createElement('span'));
  });
  await standsOn(panel);
  // nor has the heading them, where the whole page went for a moment
  const pages = page.locator('.frame-pages');
  const hide = (isHidden: boolean) => pages.evaluate((one, to) => one.toggleAttribute('hidden', to), isHidden);
  await hide(true);
  await standsOn(page.locator('#content'));
  await hide(false);
  await standsOn(panel);
  await visit.context.close();
});
