import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

// What the rooms of the console have in common, for people who find their way by the words that they read.

export interface Person {
  readonly page: Page;
  /** The address of the console. */
  readonly url: string;
  readonly password: string;
}

export const dialogOf = (page: Page): Locator => page.locator('dialog[open]').last();

export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

export const told = (page: Page, text: string): Locator => page.locator('.toast-title').filter({ hasText: text });

/** Waits until a page is there, by its title. */
export const seen = (page: Page, title: string | RegExp): Promise<void> =>
  page
    .getByRole('heading', { level: 1, name: title, exact: typeof title === 'string' })
    .filter({ visible: true })
    .waitFor();

/** The rows of the list in sight that hold these words. */
export const rowOf = (page: Page, words: string): Locator =>
  page.locator('tbody tr').filter({ hasText: words }).filter({ visible: true });

/** Goes to a page as people do: by its entry of the menu, whose group may be closed. */
export async function open({ page }: Person, group: string, title: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  const entry = menu.getByRole('link', { name: title, exact: true });
  const head = button(menu, group);
  await head.waitFor();
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  await entry.click();
  await seen(page, title);
}

/** Waits for what is to come; the password is given where the console asks for it first. */
export async function untilSaved({ page, password }: Person, sign: Locator): Promise<void> {
  const asks = page.locator('dialog[open]', { has: page.getByRole('heading', { name: 'Confirm with your password' }) });
  await sign.or(asks).first().waitFor();
  if ((await asks.count()) === 0) return;
  await asks.locator('input[type=password]').fill(password);
  await button(asks, 'Confirm').click();
  await sign.first().waitFor();
}

/** The menu of a row in a list, by the words of the row. */
export async function chooseOfRow(page: Page, row: string, entry: string): Promise<void> {
  await rowOf(page, row).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Chooses in the dialog that a field opens, such as roles. */
export async function pick(dialog: Locator, field: string, option: string): Promise<void> {
  const page = dialog.page();
  await dialog.getByRole('button', { name: `${field}: Choose` }).click();
  const picker = dialogOf(page);
  await picker.getByRole('checkbox', { name: option }).check();
  await button(picker, 'Choose').click();
}

export const form = (page: Page): Locator => page.locator('form').filter({ visible: true });

/** Chooses a picture for a field and waits until it is stored. */
export async function givePicture(within: Locator, field: string): Promise<void> {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#096dd9' } })
    .png()
    .toBuffer();
  const box = within
    .locator('.field')
    .filter({ has: within.page().locator('.field-label', { hasText: new RegExp(`^${field}`) }) });
  await box.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: bytes });
  await box.getByText('Stored: 64 × 64 pixels').waitFor();
}

/** A form of its own page: what is typed is saved, and the record's page opens. */
export async function addOnPage(
  person: Person,
  list: { group: string; title: string; add: string },
  name: string,
  fill: (form: Locator) => Promise<void>,
) {
  const { page } = person;
  await open(person, list.group, list.title);
  await page.getByRole('link', { name: list.add }).first().click();
  await form(page).getByLabel('Name (required)', { exact: true }).fill(name);
  await fill(form(page));
  await button(page, 'Save').click();
  await page.waitForURL(/\/detail\//);
  await seen(page, name);
}

/** A dialog above a list: what is typed is saved, and its row appears. */
export async function addInDialog(
  person: Person,
  list: { group: string; title: string; add: string },
  name: string,
  fill: (dialog: Locator) => Promise<void>,
) {
  const { page } = person;
  await open(person, list.group, list.title);
  await button(page, list.add).first().click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name (required)', { exact: true }).fill(name);
  await fill(dialog);
  await button(dialog, list.add).click();
  await rowOf(page, name).first().waitFor();
}
