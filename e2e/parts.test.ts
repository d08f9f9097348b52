import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';

// The larger parts of forms, where they can be tried (`/test/home`).
const product = inject('product');

let browser: Browser;
let visit: Visit;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser);
  ({ page } = visit);
  await logIn(page, product);
  await page.goto(`${product.url}/test/home`);
  await page.locator('.cron').waitFor();
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

const written = () => page.locator('.cron-text');
const tab = (name: string) => page.locator('.cron').getByRole('tab', { name, exact: true }).click();
const mode = (name: string) => page.locator('.cron').getByRole('radio', { name, exact: true }).check();
const number = (label: string, value: number) =>
  page.locator('.cron').getByLabel(label, { exact: true }).fill(String(value));
const only = async (value: number): Promise<void> => {
  const chips = page.locator('.cron-chips');
  await chips.getByRole('checkbox', { name: String(value), exact: true }).check();
  const ticked = await chips.locator('label:has(:checked)').allInnerTexts();
  for (const name of ticked)
    if (name !== String(value)) await chips.getByRole('checkbox', { name, exact: true }).uncheck();
};
const startAfresh = () => written().fill('* * * * * ? *');
/** A hour of the day, for all that happens once a day. */
const atHour = async (hour: number): Promise<void> => {
  await tab('Hours');
  await mode('Specify');
  await only(hour);
};
const nearest = (day: number) => async () => {
  await tab('Day');
  await mode('Nearest working day');
  await number('to day', day);
};

test.each<[string, string, () => Promise<void>]>([
  [
    '0 0 8 10W * ? *',
    'On the working day nearest to day 10 at 08:00, Europe/Oslo',
    async () => {
      await nearest(10)();
      await atHour(8);
    },
  ],
  [
    '0 0 12 L * ? *',
    'On the last day of the month at 12:00, Europe/Oslo',
    async () => {
      await tab('Day');
      await mode('Last day of the month');
      await atHour(12);
    },
  ],
  [
    '0 0 7 ? * 3/3 *',
    'Every Wednesday, Saturday at 07:00, Europe/Oslo',
    async () => {
      await tab('Day');
      await mode('Not set');
      await tab('Weekday');
      await mode('Loop');
      await page.locator('.cron').getByLabel('starting at').selectOption({ label: 'Wednesday' });
      await number('Interval', 3);
      await atHour(7);
    },
  ],
  [
    '0 0 3 28/2 * ? *',
    'Every 2 days from day 28 of the month on at 03:00, Europe/Oslo',
    async () => {
      await tab('Day');
      await mode('Loop');
      await number('starting at', 28);
      await number('Interval', 2);
      await atHour(3);
    },
  ],
  [
    '0 0 12 1W * ? *',
    'On the working day nearest to day 1 at 12:00, Europe/Oslo',
    async () => {
      await nearest(1)();
      await atHour(12);
    },
  ],
  [
    '0 30 2 * * ? *',
    'Every day at 02:30, Europe/Oslo',
    async () => {
      await atHour(2);
      await tab('Minutes');
      await only(30);
    },
  ],
  [
    '0 0 * * * ? *',
    'Every day every hour, Europe/Oslo',
    async () => {
      await tab('Minutes');
      await mode('Specify');
      await only(0);
    },
  ],
])('%s is made by clicking, told in a sentence, previewed, and read back', async (expression, sentence, click) => {
  await startAfresh();
  await click();
  await expect.poll(() => written().inputValue()).toBe(expression);
  await expect.poll(() => page.locator('.cron-sentence').innerText()).toBe(sentence);
  await expect.poll(() => page.locator('.cron-preview:not([aria-busy]) li').count()).toBe(10);
  // as if it came from a record: other fields first, so that the tabs must read it
  await written().fill('5 5 5 5 5 ? 2099');
  await written().fill(expression);
  await expect.poll(() => page.locator('.cron-sentence').innerText()).toBe(sentence);
});

test('of expressions that follow each other quickly only the last one is previewed', async () => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/sys/cron/nextRuns')) asked.push(searchParams.get('expression') ?? '');
  });
  // in one turn of the page: how quick the test's machine is does not matter
  await page.evaluate(`for (const expression of ['0 0 1 1 1 ?', '0 0 2 2 2 ?', '0 0 3 3 3 ?']) {
    const box = document.querySelector('.cron-text');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, expression);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }`);
  await page.locator('.cron-preview:not([aria-busy])').getByText('03:00:00').first().waitFor();
  expect(asked).toEqual(['0 0 3 3 3 ?']);
  page.removeAllListeners('request');
});

test('a day disables the weekday tab, and what is wrong is said with its field', async () => {
  await written().fill('0 0 8 5 * ?');
  expect(await page.getByRole('tab', { name: 'Weekday' }).isDisabled()).toBe(true);
  await written().fill('0 0 25 5 * ?');
  await expect.poll(() => page.locator('.cron .field-fault').innerText()).toContain('Hours');
  await written().fill('0 0 8 5 1 ? 2020');
  await expect.poll(() => page.locator('.cron-preview').innerText()).toContain('No run times');
});

test('a number out of bounds changes nothing and is told', async () => {
  await written().fill('0 0 8 28/2 * ?');
  await tab('Day');
  await number('starting at', 32);
  expect(await written().inputValue()).toBe('0 0 8 28/2 * ?');
  await expect.poll(() => page.locator('.cron-modes').innerText()).toContain('from 1 to 31');
  await page.locator('.cron-modes .cron-number').first().fill('2.5');
  await expect.poll(() => page.locator('.cron-modes').innerText()).toContain('whole number');
  expect(await written().inputValue()).toBe('0 0 8 28/2 * ?');
  for (const [name, bounds] of [
    ['Hours', 'from 0 to 23'],
    ['Minutes', 'from 0 to 59'],
    ['Seconds', 'from 0 to 59'],
  ] as const) {
    await tab(name);
    await mode('Loop');
    await number('starting at', 60);
    await expect.poll(() => page.locator('.cron-modes').innerText()).toContain(bounds);
  }
  await tab('Day');
  await mode('Not set');
  await tab('Weekday');
  await mode('Loop');
  await number('Interval', 8);
  await expect.poll(() => page.locator('.cron-modes').innerText()).toContain('from 1 to 7');
  await tab('Month');
  await mode('Loop');
  await number('Interval', 13);
  await expect.poll(() => page.locator('.cron-modes').innerText()).toContain('from 1 to 12');
});

test('JSON is checked while typing, formatted, and an earlier text comes back', async () => {
  const json = page.locator('.json');
  const area = json.locator('.cm-content');
  await area.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{"a": 1, b}');
  await expect.poll(() => json.getByRole('status').innerText()).toContain('Line 1');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{"a":[1,2]}');
  await json.getByRole('button', { name: 'Format' }).click();
  await expect.poll(() => area.innerText()).toContain('"a": [');
  await written().click();
  await json.getByRole('button', { name: 'Earlier texts' }).click();
  await page.getByRole('menuitem', { name: /bucketName/ }).click();
  await expect.poll(() => area.innerText()).toContain('bucketName');
});
