import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allAxeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';

// Lists inside of a form, on the kit's page (`/test/kit`): rows come, go and change places, and what is known of them with them.
const product = ownProduct();

let browser: Browser;
let visit: Visit;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser);
  ({ page } = visit);
  await logIn(page, product);
});
beforeEach(async () => {
  await page.goto(`${product.url}/test/kit`);
  await form().waitFor();
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

const form = () => page.locator('#rows form');
const list = () => form().locator('.rows-list > li');
const row = (number: number) => form().getByRole('group', { name: `Phase ${number}`, exact: true });
const handle = (number: number) =>
  list()
    .nth(number - 1)
    .locator('.sort-handle');
const names = () =>
  form()
    .getByLabel('Name')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')));
const focused = () => page.evaluate<string>('document.activeElement.name || document.activeElement.ariaLabel');
const save = () => form().getByRole('button', { name: 'Save' }).click();

const BEFORE = ['Ingrid Aasen', '王小明', 'Ola'];

test('a row is added with the focus in its first field, up to the most there may be, and removed', async () => {
  const add = form().getByRole('button', { name: 'Add phase' });
  await add.click();
  await expect.poll(focused).toBe('phases.3.name');
  await page.keyboard.type('Late');
  expect(await add.getAttribute('aria-description')).toBe('At most 4');
  await add.press('Enter');
  expect(await names()).toEqual([...BEFORE, 'Late']);

  await form().getByRole('button', { name: 'Remove: Phase 2' }).click();
  await expect.poll(names).toEqual(['Ingrid Aasen', 'Ola', 'Late']);
  await expect.poll(focused).toBe('Remove: Phase 2');
  for (let left = 3; left > 0; left--) await page.keyboard.press('Enter');
  await form().getByText('No phases yet').waitFor();
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Add phase');
  await save();
  await form().getByText('Add at least 1 entry').first().waitFor();
});

test('rows change places by keys, by the menu of their handle and by the pointer, which Escape takes back', async () => {
  await handle(3).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(names).toEqual(['Ingrid Aasen', 'Ola', '王小明']);
  await expect.poll(focused).toMatch(/: Phase 2$/);
  expect(await form().getByRole('status').innerText()).toBe('Phase 3: now at place 2 of 3');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(names).toEqual(BEFORE);

  await handle(3).press('Enter');
  await page.getByRole('menuitem', { name: 'To the top' }).click();
  await expect.poll(names).toEqual(['Ola', 'Ingrid Aasen', '王小明']);
  await expect.poll(focused).toMatch(/: Phase 1$/);

  await handle(1).scrollIntoViewIfNeeded();
  const [from, to] = [(await handle(1).boundingBox())!, (await list().nth(2).boundingBox())!];
  const middle = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  const drag = async () => {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x, to.y + to.height * 0.7, { steps: 8 });
  };
  await drag();
  await expect.poll(names).toEqual(BEFORE.with(0, 'Ingrid Aasen'));
  await page.mouse.up();
  expect(await page.getByRole('menu').count()).toBe(0);
  await drag();
  await expect.poll(names).toEqual(['王小明', 'Ola', 'Ingrid Aasen']);
  await page.keyboard.press('Escape');
  await expect.poll(names).toEqual(BEFORE);
  await page.mouse.up();
});

test('a fault stands at its field, is named by its row above, and goes with the row', async () => {
  await row(3).getByLabel('Up to').fill('0');
  await row(3).getByLabel('Name').focus();
  await row(3).getByText('Enter 1 or more').waitFor();
  await save();
  const link = form().locator('.form-problems').getByRole('link', { name: 'Phase 3: Up to' });
  await link.click();
  expect(await focused()).toBe('phases.2.minutes');
  await handle(3).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await row(2).getByText('Enter 1 or more').waitFor();
  expect(await form().locator('.field-fault').count()).toBe(1);
  await row(2).getByLabel('Up to').fill('10');
  await handle(2).focus();
  await page.keyboard.press('Alt+ArrowDown');

  // the server's word about the second row
  await save();
  await row(2).locator('.field-fault').waitFor();
  expect(await focused()).toBe('phases.1.name');
  await handle(2).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await row(1).locator('.field-fault').waitFor();
  expect(await form().locator('.field-fault').count()).toBe(1);
  await form().getByRole('button', { name: 'Remove: Phase 1' }).click();
  await expect.poll(() => form().locator('.field-fault').count()).toBe(0);

  // what is wrong with the whole row is told when it is left
  await row(1).getByLabel('Up to').fill('1');
  await row(1).getByLabel('Price').fill('10');
  await row(2).getByLabel('Name').focus();
  await row(1).getByText('This value is not valid').waitFor();
  await row(1).getByLabel('Price').fill('0');
  await save();
  await form().locator('pre').waitFor();
  expect(JSON.parse(await form().locator('pre').innerText())).toEqual({
    phases: [
      { name: 'Ingrid Aasen', minutes: 1, amount: 0 },
      { name: 'Ola', minutes: 10, amount: 5_700 },
    ],
  });
});

test('rows fit a phone, and axe finds nothing', async () => {
  expect(await allAxeFindings(page, '#rows')).toEqual([]);
  expect(await allAxeFindings(page, '#sortable')).toEqual([]);
  await page.setViewportSize({ width: 375, height: 812 });
  const wide = await page.locator('#rows').evaluate((piece) => piece.scrollWidth - piece.clientWidth);
  expect(wide).toBe(0);
});
