import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';

// A day that does not add up: its differences are seen, explained, and the day is signed off and locked.
const product = ownProduct();

let page: Page;
stayLoggedIn(product, (opened) => {
  ({ page } = opened);
});

const dialog = (): Locator => page.locator('dialog[open]').last();
const row = (kind: string): Locator => page.locator('.close-differences tr', { hasText: kind });

async function answer(kind: string, action: string, text: string, verb: string): Promise<void> {
  await row(kind).getByRole('button', { name: 'Next' }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await dialog().locator('textarea').fill(text);
  await dialog().getByRole('button', { name: verb, exact: true }).click();
  await dialog().waitFor({ state: 'hidden' });
}

test('a day with two differences is explained, signed off while the password is fresh, and locked', async () => {
  await page.goto(`${product.url}/orders/daily-close`);
  await page.locator('tr', { hasText: '2 open' }).locator('a').first().click();
  await page.locator('.close-day').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const day = /\d{4}-\d\d-\d\d$/.exec(page.url())?.[0] ?? '';
  // both books stand beside each other, and what is apart is what the differences tell
  await page.getByText('2 differences are open', { exact: true }).waitFor();
  expect(await row('').count()).toBe(3);
  await page.getByRole('button', { name: 'Sign off' }).and(page.locator('[aria-disabled]')).waitFor();

  await answer('Refunded at the provider, not with us', 'Write a note', 'Asked the shop', 'Save');
  await row('Note: Asked the shop').waitFor();
  await answer('Refunded at the provider, not with us', 'Accept with a reason', 'The owner gave it back', 'Accept');
  await page.getByText('1 difference is open', { exact: true }).waitFor();
  await answer('Paid at the provider, not with us', 'Accept with a reason', 'A card test', 'Accept');
  await page.locator('.close-fits').waitFor();

  await page.getByRole('button', { name: 'Sign off' }).click();
  await dialog().locator('textarea').fill('Seen');
  await dialog().getByRole('button', { name: 'Sign off' }).click();
  await page.locator('.close-locked').waitFor();
  await page.getByRole('button', { name: 'Unlock' }).waitFor();
  expect(await page.getByRole('button', { name: 'Match again' }).count()).toBe(0);
  expect(await row('A card test').getByRole('button', { name: 'Next' }).count()).toBe(0);

  await page.goto(`${product.url}/orders/daily-close?view=signed`);
  const signed = page.locator('tr', { has: page.getByRole('link', { name: day, exact: true }) });
  await signed.getByText('Signed off').first().waitFor();
});
