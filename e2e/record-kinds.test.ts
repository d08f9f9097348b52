import type { Browser, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openPage } from './browser.ts';
import { stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';

// A kind of record that is a declaration and nothing else: all that its list, its forms and its files do.
const product = ownProduct();

let browser: Browser;
let page: Page;
stayLoggedIn(product, (opened) => {
  ({ browser, page } = opened);
});

const LIST = '/devices/suppliers';
const open = async (path = LIST, on = page): Promise<void> => {
  await on.goto(product.url + path);
  await on.locator('.record-list-foot').filter({ visible: true }).waitFor();
};
const row = (name: string, on = page): Locator => on.locator('tbody tr').filter({ hasText: name });
const dialog = (on = page): Locator => on.locator('dialog[open]').last();
const search = (words: string): Promise<void> => page.getByPlaceholder('Name, contact or phone').fill(words);

async function addSupplier(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add supplier' }).first().click();
  await dialog().getByLabel('Name').fill(name);
  await dialog().getByLabel('Contact person').fill('Kari');
  await dialog().getByLabel('Phone').fill('+47 40 00 00 00');
  await dialog().getByLabel('Remark').fill('weekly');
  await page.keyboard.press('Control+s');
}

async function act(name: string, deed: string, on = page): Promise<void> {
  await row(name, on).getByRole('button').last().click();
  await on.getByRole('menuitem', { name: deed }).click();
}

test('it is added, and refused where its name is taken', async () => {
  await open();
  expect(await axeFindings(page)).toEqual([]);
  await addSupplier('Fjord Roasters');
  await row('Fjord Roasters').waitFor();
  await addSupplier('fjord ROASTERS');
  await dialog().getByText('taken').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
});

test('two windows edit it at once: the second one sees what the first one saved', async () => {
  const other = await openPage(browser);
  await logIn(other.page, product);
  await open(LIST, other.page);
  await act('Fjord Roasters', 'Edit');
  await act('Fjord Roasters', 'Edit', other.page);
  await dialog().getByLabel('Contact person').fill('Ola');
  await page.keyboard.press('Control+s');
  await page.getByText('Fjord Roasters was saved').first().waitFor();
  await dialog(other.page).getByLabel('Contact person').fill('Siri');
  await other.page.keyboard.press('Control+s');
  await dialog(other.page).getByText('Ola').first().waitFor();
  await other.context.close();
  await row('Fjord Roasters').getByText('Ola').waitFor();
});

test('it is deleted, and the deletion is taken back', async () => {
  await act('Fjord Roasters', 'Delete');
  await dialog().getByText('Delete supplier Fjord Roasters?').waitFor();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await row('Fjord Roasters').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await row('Fjord Roasters').waitFor();
});

test('several are deleted at once; one that is in use stays and says why', async () => {
  await addSupplier('Fjord Spare');
  await row('Fjord Spare').waitFor();
  for (const name of ['Fjord Spare', 'Arctic Robotics']) await row(name).getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await dialog().getByRole('button', { name: 'Delete 2' }).click();
  await dialog().getByText('hardware types (1)').first().waitFor();
  await dialog().locator('.button').last().click();
  await row('Fjord Spare').waitFor({ state: 'detached' });
  await row('Arctic Robotics').waitFor();
});

test('a table of ten rows, two of them wrong, is brought along', async () => {
  await page.goto(`${product.url}${LIST}?import=`);
  const lines = Array.from({ length: 10 }, (_, at) => `Import ${at},Kari,${at === 3 ? 'no phone' : '+4740000000'},x`);
  lines[7] = 'Import 1,Kari,+4740000000,twice';
  const content = ['Name,Contact person,Phone,Remark', ...lines].join('\n');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'suppliers.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await page.getByText('2 rows have errors, 8 are good').waitFor();
  await page.getByRole('button', { name: 'Import the 8 good rows' }).click();
  await page.getByText('8 rows imported').first().waitFor();
  await page.getByRole('link', { name: 'To the suppliers' }).click();
  await open();
  await search('Import');
  await page.locator('.record-list-foot').getByText('8 records').waitFor();
});

test('what is selected is exported alone, in the order of the list', async () => {
  await open(`${LIST}?sort=name.desc`);
  for (const name of ['Import 0', 'Import 2']) await row(name).getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Export selected' }).click();
  await dialog().locator('.transfer-rows').getByText('2', { exact: true }).waitFor();
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().includes('/export')),
    dialog().getByRole('button', { name: 'Create the file' }).click(),
  ]);
  const { selections, column, order } = request.postDataJSON() as Record<string, string>;
  expect([selections?.split(',').length, column, order]).toEqual([2, 'name', 'desc']);
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
});

test('the list is exported, and a view of it kept', async () => {
  await page.getByRole('button', { name: 'Export' }).first().click();
  await dialog().getByRole('button', { name: 'Create the file' }).click();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.goto(`${product.url}/dashboard/downloads`);
  await page
    .getByText(/^suppliers [\d-]{10}\.xlsx$/)
    .first()
    .waitFor();
  await open(`${LIST}?sort=name.asc`);
  await page.getByRole('button', { name: 'Save as new view…' }).click();
  await dialog().getByLabel('Name').fill('By name');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'By name' }).waitFor();
});

test('Chinese readers have it in their words, on a phone too', async () => {
  const chinese = await openPage(browser, { language: 'zh-CN', scheme: 'dark', width: 375 });
  await logIn(chinese.page, product);
  await open(LIST, chinese.page);
  await chinese.page.getByRole('heading', { name: '供应商' }).waitFor();
  expect(await axeFindings(chinese.page)).toEqual([]);
  expect(chinese.complaints).toEqual([]);
  await chinese.context.close();
});

test('the palette finds it', async () => {
  await open();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('Fjord');
  await page.getByRole('option', { name: /Fjord Roasters/ }).waitFor();
});
