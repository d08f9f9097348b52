import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openPage } from './browser.ts';
import { choose } from './choose.ts';
import { stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';

// A spot from its form to the price of a drink: added, edited in two windows, suspended, and sold at by its new taxes.
const product = ownProduct();
const NAME = 'Tromsø Harbour';

let browser: Browser;
let page: Page;
stayLoggedIn(product, (opened) => {
  ({ browser, page } = opened);
});

const openList = async (on = page): Promise<void> => {
  await on.goto(`${product.url}/spots/list`);
  await on.locator('.record-list-foot').filter({ visible: true }).waitFor();
};
const dialog = (): Locator => page.locator('dialog[open]').last();
const save = (on = page) => on.getByRole('button', { name: 'Save', exact: true }).click();
const form = (on = page): Locator => on.locator('form').filter({ visible: true });

async function picture(place: number): Promise<void> {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#096dd9' } })
    .png()
    .toBuffer();
  await page
    .locator('input[type=file]')
    .nth(place)
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: bytes });
  await page.getByText('Stored: 64 × 64 pixels').nth(place).waitFor();
}

test('a spot is added; what is missing or contradicts itself is told at its place', async () => {
  await openList();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Add service spot' }).first().click();
  await form().getByLabel('Name (required)').fill(NAME);
  await save();
  await page.getByRole('link', { name: 'Company logo' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await form().getByLabel('Opening hours in words').fill('Day and night');
  await picture(0);
  await picture(1);
  for (const [place, below] of ['50', '40'].entries()) {
    await form().getByRole('button', { name: 'Add extra amount' }).click();
    const row = form().getByRole('group', { name: `Extra amount ${place + 1}`, exact: true });
    await row.getByLabel('From').fill('10');
    await row.getByLabel('Below').fill(below);
    await row.getByLabel('Adds').fill('3');
  }
  await save();
  await form().getByText('This range overlaps another one').first().waitFor();
  await form().getByRole('button', { name: 'Remove: Extra amount 2' }).click();
  await save();
  await page.waitForURL(/\/spots\/detail\//);
  await page.getByRole('heading', { name: NAME }).waitFor();
  await page.getByRole('table', { name: 'Extra amounts' }).getByText('NOK 50.00').waitFor();
  await page.getByText('No robot stands here yet.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('two windows edit it at once: the second one sees what the first one saved', async () => {
  const other = await openPage(browser);
  await logIn(other.page, product);
  const address = page.url().replace('/detail/', '/form/');
  for (const one of [page, other.page]) {
    await one.goto(address);
    await form(one).getByLabel('Address', { exact: true }).waitFor();
  }
  await form().getByLabel('Address', { exact: true }).fill('Strandgata 1');
  await save();
  await page.getByText('Saved').first().waitFor();
  await form(other.page).getByLabel('Address', { exact: true }).fill('Strandgata 2');
  await save(other.page);
  await form(other.page).getByText('Strandgata 1').first().waitFor();
  expect(other.complaints).toEqual([]);
  await other.context.close();
});

test('its taxes are changed, and the price preview shows it', async () => {
  const preview = page.locator('.card').filter({ hasText: 'Price preview' });
  const taxed = preview.locator('.facts > div').filter({ hasText: 'Tax' });
  const spot = page.url().replace('/form/', '/detail/');
  await page.goto(spot);
  await preview.getByText('NOK 35.00').waitFor();
  await taxed.getByText('NOK 0.00').waitFor();
  await page.getByRole('link', { name: 'Edit' }).filter({ visible: true }).click();
  await choose(form().getByRole('combobox', { name: 'Prices' }), 'Without tax');
  await form().getByLabel('Tax rate').fill('25');
  await save();
  await page.getByText('Saved').first().waitFor();
  await page.goto(spot);
  await taxed.getByText('NOK 8.75').waitFor();
  await preview.getByText('NOK 43.75').waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('Without tax').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('it is suspended and resumed in the list, asked each time', async () => {
  await openList();
  const row = page.locator('tbody tr').filter({ hasText: NAME });
  const flip = row.getByRole('switch');
  await flip.click();
  await dialog().getByText(`Suspend ${NAME}?`).waitFor();
  await dialog().getByRole('button', { name: 'Suspend' }).click();
  await row.getByText('Suspended').waitFor();
  await flip.click();
  await dialog().getByRole('button', { name: 'Resume business' }).click();
  await row.getByText('In business').waitFor();
});

test('one where robots stand is not deleted; the new one is, and comes back', async () => {
  const remove = async (name: string): Promise<void> => {
    await page.locator('tbody tr').filter({ hasText: name }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
  };
  await remove('Gardermoen Airport');
  await page
    .getByText(/still in use: robots \(6\)/)
    .first()
    .waitFor();
  await remove(NAME);
  await page.locator('tbody tr').filter({ hasText: NAME }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('tbody tr').filter({ hasText: NAME }).waitFor();
});

test('the palette leads to its page; Chinese readers read it on a phone', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('Tromsø');
  await page.getByRole('option', { name: new RegExp(NAME) }).click();
  await page.waitForURL(/\/spots\/detail\//);
  const chinese = await openPage(browser, { language: 'zh-CN', scheme: 'dark', width: 375 });
  await logIn(chinese.page, product);
  for (const address of [
    '/spots/list',
    new URL(page.url()).pathname,
    new URL(page.url()).pathname.replace('detail', 'form'),
  ]) {
    await chinese.page.goto(product.url + address);
    await chinese.page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor();
    await chinese.page
      .getByText(/营业中|营业时间/)
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(await axeFindings(chinese.page), address).toEqual([]);
  }
  expect(chinese.complaints).toEqual([]);
  await chinese.context.close();
});
