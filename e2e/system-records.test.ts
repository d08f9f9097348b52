import { randomInt } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openPage } from './browser.ts';
import { stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';

// Records of the administration: positions as a list, categories as a tree.
const product = ownProduct();

let browser: Browser;
let page: Page;
stayLoggedIn(product, (opened) => {
  ({ browser, page } = opened);
});

const TREE = '/isystem/category';
const open = async (path: string, on = page): Promise<void> => {
  await on.goto(product.url + path);
  await on.locator('.record-list-foot').filter({ visible: true }).waitFor();
};
const row = (name: string, on = page): Locator => on.locator('tbody tr').filter({ hasText: name });
const dialog = (): Locator => page.locator('dialog[open]').last();
const closed = (): Promise<void> => page.locator('dialog[open]').waitFor({ state: 'detached' });
const levelOf = (name: string): Promise<string | null> => row(name).getAttribute('aria-level');

async function act(name: string, deed: string): Promise<void> {
  await row(name).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: deed }).click();
}

async function addBelow(parent: string, name: string): Promise<void> {
  await act(parent, 'Add below');
  await dialog().getByLabel('Name').fill(name);
  await page.keyboard.press('Control+s');
  await closed();
  await row(name).waitFor();
}

test('a position is added with its rank, and its code is taken once', async () => {
  await open('/isystem/position');
  expect(await axeFindings(page)).toEqual([]);
  const add = async (code: string) => {
    await page.getByRole('button', { name: 'Add position' }).first().click();
    await dialog().getByLabel('Code').fill(code);
    await dialog().getByLabel('Name').fill('Barista');
    await dialog().getByLabel('Rank').click();
    await page.getByRole('option', { name: 'Assistant' }).click();
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
  };
  // a second try finds those of the first
  const code = `BAR${randomInt(1_000_000)}`;
  await add(code);
  await closed();
  await row(code).getByText('Assistant').waitFor();
  await add(code.toLowerCase());
  await dialog().getByText('taken').first().waitFor();
  await page.keyboard.press('Escape');
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await closed();
});

test('a category is added below another one, and the way to it opens', async () => {
  await open(TREE);
  await row('Locations').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await addBelow('Locations', 'Harbour');
  expect(await levelOf('Harbour')).toBe('2');
  await row('Harbour').getByText('A03A04').waitFor();
  await addBelow('Harbour', 'Ferry terminal');
  await row('Ferry terminal').getByText('A03A04A01').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('with the keyboard alone rows open, close and show their record', async () => {
  await row('Harbour').focus();
  await page.keyboard.press('ArrowLeft');
  await row('Ferry terminal').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await row('Ferry terminal').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('complementary').getByText('A03A04').first().waitFor();
  expect(new URL(page.url()).searchParams.get('panel')).toMatch(/^[0-9a-f-]{36}$/);
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('panel'));
});

test('a category is moved with all below it', async () => {
  await act('Harbour', 'Edit');
  await dialog().getByRole('combobox', { name: 'Parent category' }).click();
  await page.getByRole('treeitem', { name: 'Customer enquiries' }).click();
  await page.keyboard.press('Control+s');
  await closed();
  await row('Harbour').getByText('A02A04').waitFor();
  // until all levels are read anew it stands below both
  await expect.poll(() => row('Ferry terminal').count()).toBe(1);
  await row('Ferry terminal').getByText('A02A04A01').waitFor();
});

test('a deletion says how many go along, and all of them come back', async () => {
  await act('Harbour', 'Delete');
  await dialog().getByText('The record below it is deleted too').waitFor();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await row('Harbour').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await row('Harbour').waitFor();
  await row('Ferry terminal').getByText('A02A04A01').waitFor();
});

test('a search finds categories of all levels, and says where they stand', async () => {
  await page.getByPlaceholder('Name or code').fill('ferry');
  await row('Ferry terminal').getByText('in Harbour').waitFor();
  await page.locator('.record-list-foot').getByText('1 record').waitFor();
  await open(`${TREE}?search=nothing+like+it`);
  await page.getByText('Nothing found').first().waitFor();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await row('Locations').waitFor();
});

test('the tree is saved as a workbook', async () => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).first().click(),
  ]);
  expect(file.suggestedFilename()).toBe('Categories.xlsx');
});

test('Chinese readers have both in their words, on a phone too', async () => {
  const chinese = await openPage(browser, { language: 'zh-CN', scheme: 'dark', width: 375 });
  await logIn(chinese.page, product);
  for (const [path, title] of [
    ['/isystem/position', '职务'],
    [TREE, '分类字典'],
  ] as const) {
    await open(path, chinese.page);
    await chinese.page.getByRole('heading', { name: title }).waitFor();
    expect(await axeFindings(chinese.page)).toEqual([]);
  }
  expect(chinese.complaints).toEqual([]);
  await chinese.context.close();
});
