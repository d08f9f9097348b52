import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allAxeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, typeDate, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';

// Fields of a kind of their own, on the kit's page (`/test/kit`): each by keys, and looked at by axe.
const product = ownProduct();

let browser: Browser;
let visit: Visit;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser);
  ({ page } = visit);
  await logIn(page, product);
  await page.goto(`${product.url}/test/kit`);
  await page.locator('#time-window [role=spinbutton]').first().waitFor();
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

const first = (piece: string) => page.locator(`#${piece} .kit-state`).first();

test('days of the week are ticked by keys', async () => {
  const days = first('weekdays');
  await days.getByLabel('Thu').focus();
  await page.keyboard.press('Space');
  expect(await days.locator('label:has(:checked)').allInnerTexts()).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Sun']);
});

test('a window that crosses midnight says so while it does', async () => {
  const window = first('time-window').getByRole('group', { name: 'Open from – to', exact: true });
  await typeDate(window.getByRole('group', { name: 'Open from – to: to' }), '0630');
  await first('time-window').getByText('Until 06:30 on the next day').waitFor();
  await typeDate(window.getByRole('group', { name: 'Open from – to: to' }), '1830');
  await expect.poll(() => first('time-window').getByText('on the next day').count()).toBe(1);
});

test('a percentage is taken as it is written, and tidied when it is left', async () => {
  const rate = first('rate').getByLabel('Share').first();
  await rate.fill('７,2500 %');
  await rate.blur();
  await expect.poll(() => rate.inputValue()).toBe('7.25');
  await rate.fill('0.00001');
  await rate.blur();
  expect(await rate.inputValue()).toBe('0.00001');
});

test('a text in two languages is two inputs, told apart by their language', async () => {
  const both = first('bilingual');
  expect(await both.getByRole('textbox', { name: 'Name (中文)' }).first().inputValue()).toBe('王小明');
  expect(await both.getByRole('textbox', { name: 'Name (中文)' }).nth(1).getAttribute('aria-invalid')).toBe('true');
});

test('a node of a tree is found by its words, or by the way to it', async () => {
  const box = first('tree-select').getByRole('combobox');
  await box.focus();
  await page.keyboard.type('nor');
  const tree = page.locator('.select-list').getByRole('tree');
  await expect.poll(() => tree.getByRole('treeitem').allInnerTexts()).toEqual(['All regions', 'North']);
  await page.keyboard.press('Enter');
  await expect.poll(() => box.innerText()).toBe('North');
  await page.keyboard.press('ArrowDown');
  await tree.waitFor();
  expect(await allAxeFindings(page, '.select-list')).toEqual([]);
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('North');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => box.innerText()).toBe('Oslo Central');
  expect(await page.evaluate<string>('document.activeElement.role')).toBe('combobox');
});

test('pictures are sent one after the other, put in order and removed', async () => {
  const pictures = first('image-list');
  const lines = pictures.locator('li');
  const shown = () => lines.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src')!));
  const before = await shown();
  const [red, blue] = await Promise.all(
    ['#d00000', '#0000d0'].map((background) =>
      sharp({ create: { width: 120, height: 80, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const remove = (number: number) =>
    pictures.getByRole('button', { name: `Remove the picture: Picture ${number}` }).press('Enter');
  await remove(1);
  await expect.poll(() => lines.count()).toBe(1);
  await pictures.locator('input[type=file]').setInputFiles([
    { name: 'red.png', mimeType: 'image/png', buffer: red! },
    { name: 'blue.png', mimeType: 'image/png', buffer: blue! },
    { name: 'more.png', mimeType: 'image/png', buffer: blue! },
  ]);
  await expect.poll(() => lines.count()).toBe(3);
  const after = await shown();
  expect(after[0]).toBe(before[1]);
  expect(new Set(after).size).toBe(3);
  expect(await pictures.getByRole('button', { name: 'Add pictures' }).getAttribute('aria-description')).toBe(
    'At most 3',
  );
  await lines.nth(2).locator('.sort-handle').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(shown).toEqual([after[0], after[2], after[1]]);
});

test('axe finds nothing at any of them', async () => {
  for (const piece of [
    'weekdays',
    'time-window',
    'rate',
    'bilingual',
    'tree-select',
    'image-list',
    'switch',
    'qr-code',
    'sortable',
  ])
    expect(await allAxeFindings(page, `#${piece}`)).toEqual([]);
});

test('a switch goes over at once, asks first where it must, and back with a message when it is refused', async () => {
  const states = page.locator('#switch .kit-state');
  const [plain, asking, refused, blocked, forbidden] = [0, 1, 2, 3, 4].map((at) =>
    states.nth(at).getByRole('switch').first(),
  );
  await plain!.click();
  await expect.poll(() => plain!.isChecked()).toBe(false);
  await asking!.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await asking!.isChecked()).toBe(false);
  await asking!.click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => asking!.isChecked()).toBe(true);
  await refused!.click();
  await page.locator('.toast', { hasText: 'Not changed: Open for sale' }).waitFor();
  expect(await refused!.isChecked()).toBe(false);
  await blocked!.press('Space');
  expect(await blocked!.isChecked()).toBe(true);
  expect(await forbidden!.getAttribute('aria-description')).toBe('Your role may not change this');
});

test('a code is offered as files for print', async () => {
  for (const kind of ['SVG', 'PNG']) {
    const waiting = page.waitForEvent('download');
    await first('qr-code').getByRole('button', { name: kind }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe(`spot-4f2a9c55.${kind.toLowerCase()}`);
    const { format, width } = await sharp(await file.path()).metadata();
    expect([format, width! > 900]).toEqual([kind.toLowerCase(), true]);
  }
});

test('rows of a table are put in order by keys and by the pointer', async () => {
  const lines = page.locator('#sortable tbody tr');
  const spots = () => lines.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id')!.slice(-1)));
  await lines.first().locator('.sort-handle').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(spots).toEqual(['2', '1', '3', '4']);
  const handle = lines.nth(3).locator('.sort-handle');
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [(await handle.boundingBox())!, (await lines.first().boundingBox())!];
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, to.y + 4, { steps: 8 });
  await page.mouse.up();
  await expect.poll(spots).toEqual(['4', '2', '1', '3']);
});

test('rows below rows are opened by keys, fetched when they are wanted, and asked for again after a failure', async () => {
  const table = first('tree-table').getByRole('treegrid');
  const shown = () => table.locator('tr[aria-level] td:first-child').allInnerTexts();
  const all = ['All regions', 'North', 'Oldest first', 'Newest first'];
  expect(await shown()).toEqual(all);
  await table.locator('tr[aria-level]').first().focus();
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect.poll(shown).toEqual(all.toSpliced(2, 0, 'Oslo Central'));
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await expect.poll(shown).toEqual(all);
  await table.getByRole('button', { name: 'Open: Oldest first' }).click();
  await table.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(shown).toEqual(all.toSpliced(3, 0, 'Oslo Central', '上海虹桥火车站二层东侧候车厅'));
  expect(await allAxeFindings(page, '#tree-table')).toEqual([]);
  await page.keyboard.press('Home');
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowLeft']) await page.keyboard.press(key);
  expect(await table.locator('tr[tabindex="0"]').count()).toBe(1);
});
