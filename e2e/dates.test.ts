import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import englishParts from '../src/apps/console/pages/parts/locales/en-US.json' with { type: 'json' };
import chineseParts from '../src/apps/console/pages/parts/locales/zh-CN.json' with { type: 'json' };
import englishOrders from '../src/domains/orders/locales/en-US.json' with { type: 'json' };
import chineseOrders from '../src/domains/orders/locales/zh-CN.json' with { type: 'json' };
import englishTransfers from '../src/system/transfers/locales/en-US.json' with { type: 'json' };
import chineseTransfers from '../src/system/transfers/locales/zh-CN.json' with { type: 'json' };
import english from '../src/ui/date/locales/en-US.json' with { type: 'json' };
import chinese from '../src/ui/date/locales/zh-CN.json' with { type: 'json' };
import englishKit from '../src/ui/locales/en-US.json' with { type: 'json' };
import chineseKit from '../src/ui/locales/zh-CN.json' with { type: 'json' };
import { allAxeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, typeDate, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';

// Days and times speak the console's language and the tenant's calendar: here the browser speaks another language and stands in
// New York, while the tenant is in Oslo and it is already the next month there.
const product = ownProduct();
const MIDNIGHT_IN_OSLO = new Date('2026-11-30T23:30:00Z');

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.each([
  {
    language: 'zh-CN',
    ofBrowser: 'en-US',
    scheme: 'dark' as const,
    t: chinese,
    kit: chineseKit,
    orders: chineseOrders,
    transfers: chineseTransfers,
    parts: chineseParts,
    month: '2026年12月',
    today: /^今天.*2026年12月1日/,
    dayOf: (day: number) => `2026年11月${day}日`,
    foreign: /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun|AM|PM)/,
  },
  {
    language: 'en-US',
    ofBrowser: 'zh-CN',
    scheme: 'light' as const,
    t: english,
    kit: englishKit,
    orders: englishOrders,
    transfers: englishTransfers,
    parts: englishParts,
    month: 'December 2026',
    today: /^Today, Tuesday, December 1, 2026/,
    dayOf: (day: number) => `November ${day}, 2026`,
    foreign: /[\u4e00-\u9fff]|\b(AM|PM)\b/,
  },
])('a console in $language in a browser in $ofBrowser', (own) => {
  const { t, kit } = own;
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    visit = await openPage(browser, { language: own.ofBrowser, scheme: own.scheme });
    ({ page } = visit);
    await visit.context.addInitScript(
      `localStorage.setItem('pro__LANGUAGE', '{"value":"${own.language}","expire":null}')`,
    );
    await page.clock.setFixedTime(MIDNIGHT_IN_OSLO);
    await logIn(page, product);
  });
  afterAll(async () => {
    expect(visit.complaints).toEqual([]);
    await visit.context.close();
  });

  /** All that is read or spoken there. */
  const wordsIn = (place: string): Promise<string> =>
    page.evaluate(`(() => {
      const words = (one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data)
        .concat(one.getAttribute('aria-label') ?? '', one.getAttribute('aria-valuetext') ?? '').join(' ');
      const root = document.querySelector(${JSON.stringify(place)});
      return [root, ...root.querySelectorAll('*')].map(words).join(' ');
    })()`);
  const paste = (text: string) =>
    page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);

  describe('the filter of a list', () => {
    const pill = () => page.locator('.filter-pill', { hasText: own.orders.field.created }).getByRole('button').first();
    const panel = () => page.getByRole('dialog', { name: own.orders.field.created });
    const created = () => new URL(page.url()).searchParams.get('created');
    const open = async () => {
      if ((await panel().count()) === 0) await pill().click();
      await panel().locator('.calendar').waitFor();
    };
    beforeAll(async () => {
      await page.goto(`${product.url}/orders/list`);
      await page.locator('tbody tr[data-id]').first().waitFor();
    });

    test("its calendar has the tenant's today and no foreign word", async () => {
      await open();
      await panel().getByText(own.month, { exact: true }).waitFor();
      expect(await panel().locator('[data-today]:not([data-outside-month])').getAttribute('aria-label')).toMatch(
        own.today,
      );
      expect(await panel().getByRole('columnheader', { includeHidden: true }).first().innerText()).toMatch(
        /^(Mon|一)$/,
      );
      expect(await wordsIn('.filter-popover')).not.toMatch(own.foreign);
      expect(await allAxeFindings(page, '.filter-popover')).toEqual([]);
    });

    test.each([
      ['today', '2026-11-30T23:00:00.000Z', '2026-12-01T23:00:00.000Z'],
      ['lastWeek', '2026-11-22T23:00:00.000Z', '2026-11-29T23:00:00.000Z'],
      ['last7', '2026-11-24T23:00:00.000Z', '2026-12-01T23:00:00.000Z'],
      ['lastMonth', '2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
    ] as const)('%s asks for the days of the tenant', async (preset, from, to) => {
      await open();
      const asked = page.waitForRequest((request) => request.postData()?.includes(from) ?? false);
      await panel().getByRole('button', { name: kit.filter.presets[preset], exact: true }).click();
      expect((await asked).postDataJSON()).toMatchObject({ createdFrom: from, createdTo: to });
      expect(created()).toBe(preset);
      await expect.poll(() => pill().innerText()).toContain(kit.filter.presets[preset]);
      expect(await panel().count()).toBe(0);
    });

    test('it is opened, chosen from, typed into and left with keys alone', async () => {
      const { keyboard } = page;
      const focused = () => page.evaluate<string>("document.activeElement?.textContent ?? ''");
      // of a try before
      if ((await panel().count()) > 0) await keyboard.press('Escape');
      await pill().focus();
      await keyboard.press('Enter');
      await panel().locator('.calendar').waitFor();
      await expect.poll(focused).toBe(kit.filter.presets.lastMonth);
      await keyboard.press('ArrowUp');
      await keyboard.press('ArrowUp');
      expect(await focused()).toBe(kit.filter.presets.lastWeek);
      await keyboard.press('Enter');
      await expect.poll(created).toBe('lastWeek');
      // it opens by a key once it has the focus again
      await expect.poll(() => panel().count()).toBe(0);
      await expect.poll(focused).toContain(kit.filter.presets.lastWeek);
      await keyboard.press('Enter');
      await panel().locator('.calendar').waitFor();
      await expect.poll(focused).toBe(kit.filter.presets.lastWeek);
      await keyboard.press('Tab');
      await keyboard.type('2026.11.5');
      await keyboard.press('Tab');
      await keyboard.type('20261109');
      await expect.poll(created).toBe('2026-11-05..2026-11-09');
      // the days are marked in the calendar, and more are marked there
      const marked = () =>
        panel().locator(':is([data-selection-start], [data-selection-end]):not([data-outside-month])').allInnerTexts();
      expect(await marked()).toEqual(['5', '9']);
      await panel().locator('[data-selection-end]:not([data-outside-month])').focus();
      await keyboard.press('Enter');
      await keyboard.press('ArrowRight');
      await keyboard.press('ArrowRight');
      await keyboard.press('Enter');
      await expect.poll(created).toBe('2026-11-09..2026-11-12');
      await keyboard.press('Escape');
      await expect.poll(() => panel().count()).toBe(0);
      await expect.poll(() => pill().innerText()).toContain('2026-11-09 – 2026-11-12');
    });

    test('days are pasted as people write them, and what is none is refused', async () => {
      await open();
      const days = (name: string) => panel().getByRole('group', { name, exact: true });
      const pasteInto = async (name: string, text: string) => {
        await days(name).getByRole('spinbutton').first().focus();
        await paste(text);
      };
      await pasteInto(t.range.from, '01.11.2026');
      await pasteInto(t.range.to, '2026年11月03日');
      await expect.poll(created).toBe('2026-11-01..2026-11-03');
      await pasteInto(t.range.to, '2026/11/22 14:05');
      await expect.poll(created).toBe('2026-11-01..2026-11-22');
      await pasteInto(t.range.to, 'soon');
      await page.locator('.toast', { hasText: t.noDate.replace('{text}', 'soon') }).waitFor();
      await pasteInto(t.range.to, '2026-10-30');
      await panel().getByRole('alert').getByText(t.range.reversed).waitFor();
      expect(created()).toBe('2026-11-01..2026-11-22');
      // what is typed in part is no range
      await days(t.range.to).getByRole('spinbutton').first().focus();
      await page.keyboard.press('Backspace');
      await panel().getByRole('alert').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      expect(created()).toBe('2026-11-01..2026-11-22');
    });
  });

  test('days beyond the longest export cannot be pressed, and it says why', async () => {
    await page.goto(`${product.url}/orders/list?created=2026-11-10..2026-11-12`);
    await page.locator('.record-list').waitFor();
    await page.getByRole('button', { name: own.transfers.export.button, exact: true }).click();
    const range = own.transfers.export.range;
    await page.getByRole('button', { name: t.open.replace('{label}', range) }).click();
    const calendar = page.getByRole('dialog', { name: range });
    const day = (of: number) => calendar.getByRole('button', { name: own.dayOf(of) });
    await day(10).press('Enter');
    await calendar.getByRole('status').getByText('2026-10-11').getByText('2026-12-10').waitFor();
    const isShut = (of: Locator) => of.getAttribute('aria-disabled');
    const beyond = calendar.locator('.calendar-day:not([data-outside-month])', { hasText: /^10$/ }).first();
    expect(await isShut(beyond)).toBe('true');
    expect(
      await isShut(calendar.locator('.calendar-day:not([data-outside-month])', { hasText: /^11$/ }).first()),
    ).toBeNull();
    expect(await allAxeFindings(page, '.date-popover')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  test('a time that comes twice is asked for, one that is skipped is refused with words', async () => {
    await page.goto(`${product.url}/test/home`);
    await page.getByRole('button', { name: own.parts.form.open }).click();
    const form = page.getByRole('dialog', { name: own.parts.form.title });
    const due = form.getByRole('group', { name: own.parts.field.due, exact: true });
    const field = form.locator('.field', { has: page.getByRole('group', { name: own.parts.field.due, exact: true }) });
    await field.getByText('GMT+1', { exact: true }).waitFor();
    await typeDate(due, '202610250230');
    expect(await field.getByText('GMT+2', { exact: true }).count()).toBe(1);
    await field.getByRole('radio', { name: t.second.replace('{zone}', 'GMT+1') }).check();
    await field.getByText('GMT+1', { exact: true }).waitFor();
    await typeDate(due, '202703280230');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const skipped = kit.issue.timeSkipped
      .replace('{time}', '02:30')
      .replace('{before}', '01:59')
      .replace('{after}', '03:00');
    await field.getByText(skipped).waitFor();
    // half a date is no date, and says so
    const day = form.getByRole('group', { name: own.parts.field.day, exact: true });
    await typeDate(day, '2027');
    await typeDate(form.getByRole('group', { name: own.parts.field.opens, exact: true }), '9:5');
    await form
      .locator('.field', { has: page.getByRole('group', { name: own.parts.field.day, exact: true }) })
      .getByText(kit.issue.dateUnfinished)
      .waitFor();
    expect(await allAxeFindings(page, 'dialog[open]')).toEqual([]);
    expect(await wordsIn('dialog[open] .field:has([data-type=hour])')).not.toMatch(own.foreign);
    await form.getByRole('button', { name: kit.cancel }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: kit.form.discard }).click();
  });

  test('keys that come before the code of the field are typed all the same, and nothing moves', async () => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    await page.route('**/assets/area-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${product.url}/test/home`);
    await page.getByRole('button', { name: own.parts.form.open }).click();
    const form = page.getByRole('dialog', { name: own.parts.form.title });
    const waiting = form.getByRole('textbox', { name: own.parts.field.due, exact: true });
    await waiting.focus();
    await page.keyboard.type('202703');
    const boxOf = () =>
      page.evaluate<string>(
        "JSON.stringify([...document.querySelectorAll('dialog[open] .date-box')].map((box) => box.getBoundingClientRect()))",
      );
    // it slides in
    await page.evaluate(
      "Promise.all(document.querySelector('dialog[open]').getAnimations().map((one) => one.finished)).then(() => null)",
    );
    const before = await boxOf();
    letGo();
    const due = form.getByRole('group', { name: own.parts.field.due, exact: true });
    await due.waitFor();
    await expect.poll(() => due.innerText()).toMatch(/^2027\s*-\s*03\s*-/);
    await page.keyboard.type('010915');
    await expect.poll(() => due.innerText()).toMatch(/2027\s*-\s*03\s*-\s*01\s+09\s*:\s*15/);
    expect(await boxOf()).toBe(before);
    await page.unroute('**/assets/area-*.js');
    await form.getByRole('button', { name: kit.cancel }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: kit.form.discard }).click();
  });

  test('where the code does not come, the page says so, goes on, and asks again', async () => {
    await page.route('**/assets/area-*.js', (route) => route.abort());
    await page.goto(`${product.url}/orders/list`);
    await page.locator('.record-list').waitFor();
    const pill = page.locator('.filter-pill', { hasText: own.orders.field.created }).getByRole('button').first();
    await pill.click();
    await page.getByText(kit.part.missing).first().waitFor();
    await page.unroute('**/assets/area-*.js');
    await page.getByRole('dialog', { name: own.orders.field.created }).getByRole('button', { name: kit.retry }).click();
    await page.getByRole('dialog', { name: own.orders.field.created }).locator('.calendar').waitFor();
  });

  test('no native date or time is left on these pages', async () => {
    expect(await page.locator('input:is([type=date], [type=time], [type=datetime-local])').count()).toBe(0);
  });
});
