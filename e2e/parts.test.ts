import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allAxeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { choose as chooseOption } from './choose.ts';
import { ownProduct } from './own-product.ts';

// Parts of forms that are pressed, where they can be tried (`/test/home`): times of schedules, JSON, pictures.
const product = ownProduct();

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
      await chooseOption(page.locator('.cron').getByLabel('starting at'), 'Wednesday');
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
    'Every hour, Europe/Oslo',
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

// Pictures: what is chosen is looked at here, cut, sent, and shown as it will be.
const picker = (label: string) => page.locator('.image-picker').filter({ has: page.getByRole('img', { name: label }) });
const choose = (label: string, name: string, buffer: Buffer) =>
  picker(label).locator('input').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#096dd9' } });
const hasNoFaults = async (part: string) => expect(await allAxeFindings(page, part)).toEqual([]);

test('a picture is cut to its shape by mouse or keys, sent, and shown under an address of ours', async () => {
  await choose('Avatar', 'cup.jpg', await picture(600, 400).jpeg().toBuffer());
  const dialog = page.getByRole('dialog', { name: 'Choose the part' });
  await dialog.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('2');
  await hasNoFaults('dialog');
  await dialog.getByRole('button', { name: 'Use this part' }).click();
  const sent = picker('Avatar').getByRole('status');
  await expect.poll(() => sent.innerText()).toContain('200 × 200 pixels');
  const shown = picker('Avatar').locator('img');
  expect(await shown.getAttribute('src')).toMatch(/^\/api\/sys\/common\/static\/1000\/avatar\/[\da-f-]{36}\.jpg$/);
  await expect
    .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(200);
  await picker('Avatar').getByRole('button', { name: 'Remove the picture' }).click();
  await picker('No picture: Avatar').waitFor();
});

test('what no picture may be is told before anything is sent', async () => {
  let sent = 0;
  await page.route('**/sys/common/upload', (route) => {
    sent += 1;
    return route.continue();
  });
  const told = (label: string) => picker(label).getByRole('alert').innerText();
  await choose('Avatar', 'cup.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect.poll(() => told('Avatar')).toContain('PNG, JPEG, WebP');
  await choose('Advert', 'small.png', await picture(108, 192).png().toBuffer());
  await expect.poll(() => told('Advert')).toContain('at least 1,080 × 1,920');
  await choose(
    'push message',
    'large.png',
    await sharp(randomBytes(300_000), { raw: { width: 500, height: 200, channels: 3 } })
      .png()
      .toBuffer(),
  );
  await expect.poll(() => told('push message')).toContain('at most 200 KB');
  await choose('push message', 'cup.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]));
  await expect.poll(() => told('push message')).toContain('cannot be read');
  expect(sent).toBe(0);
  await page.unroute('**/sys/common/upload');
  await hasNoFaults('.picture-parts');
});

test('a picture is dropped or pasted too, and its sending can be cancelled', async () => {
  const png = [...(await picture(60, 60).png().toBuffer())];
  const bring = (event: string) =>
    page.evaluate(
      `(() => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array([${png}])], 'cup.png', { type: 'image/png' }));
        [...document.querySelectorAll('.image-picker')].at(-1).dispatchEvent(${event});
      })()`,
    );
  const PASTE = `new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })`;
  const DROP = `new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })`;
  // never answered: the browser itself takes it back
  await page.route('**/sys/common/upload', () => undefined);
  await bring(PASTE);
  await picker('push message').getByRole('progressbar', { name: 'Sending cup.png' }).waitFor();
  await picker('push message').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => picker('push message').getByRole('status').innerText()).toContain('nothing was stored');
  await page.unroute('**/sys/common/upload');
  await bring(DROP);
  await expect.poll(() => picker('push message').getByRole('status').innerText()).toContain('60 × 60 pixels');
});
