import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openPage } from './browser.ts';
import { choose } from './choose.ts';
import { stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';

// A record is changed: what is typed stays, two people save one record, what fails is saved again.
const product = ownProduct();

let browser: Browser;
let page: Page;
stayLoggedIn(product, (opened) => {
  ({ browser, page } = opened);
});

/** Another person's change, past the screen that is open. */
const byApi = async (path: string, body?: object): Promise<{ result: never }> => {
  const token = await page.evaluate<string>("JSON.parse(localStorage.getItem('pro__Access-Token')).value");
  const headers = { 'X-Access-Token': token, 'tenant-id': '1000', 'content-type': 'application/json' };
  const asking = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(product.url + path, asking);
  const envelope = (await answer.json()) as { success: boolean; result: never };
  expect(envelope.success).toBe(true);
  return envelope;
};

const robotSettings = async (on: Page, imei: string): Promise<void> => {
  await on.goto(`${product.url}/devices/robots/${imei}?tab=settings`);
  await on.locator('.record-form').waitFor();
};
const saveBar = (on: Page) => on.getByRole('region', { name: 'Unsaved changes' });
const imeiOf = (at: number): string => product.fleet.robots.filter(({ tenantId }) => tenantId === '1000')[at]!.imei;

test('what is typed into a page stays: over its views, other tabs and a question, until it is saved or given up', async () => {
  const imei = imeiOf(0);
  await robotSettings(page, imei);
  const model = page.getByLabel('Model');
  const stored = await model.inputValue();
  const dot = page.getByRole('tab', { selected: true }).getByRole('img', { name: 'Unsaved changes' });
  await model.fill('Other');
  await saveBar(page).waitFor();
  await dot.waitFor();
  await model.fill(stored);
  await saveBar(page).waitFor({ state: 'detached' });
  await dot.waitFor({ state: 'detached' });

  await model.fill('K-500');
  expect(await axeFindings(page)).toEqual([]);
  await page.locator('#content').getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Materials' }).waitFor();
  await page.getByRole('tab', { name: 'Settings' }).click();
  expect(await model.inputValue()).toBe('K-500');
  await page.getByRole('link', { name: 'Coffee orders' }).first().click();
  await page.waitForURL('**/orders/list**');
  await page.goBack();
  await saveBar(page).waitFor();
  expect(await model.inputValue()).toBe('K-500');

  // asked once, by the keyboard's way to close a tab
  await page.getByRole('tab', { selected: true }).and(page.locator('.page-tab')).focus();
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await model.inputValue()).toBe('K-500');

  await page.getByLabel('Name', { exact: false }).first().fill('');
  await page.keyboard.press('Control+s');
  const summary = page.locator('.form-problems');
  await summary.getByRole('link', { name: 'Name' }).waitFor();
  await expect.poll(() => page.evaluate<string>('document.activeElement.name')).toBe('name');
  await page.keyboard.type(`Robot ${imei.slice(-4)}`);
  await summary.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await saveBar(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.record-form').waitFor();
  await expect.poll(() => model.inputValue()).toBe('K-500');

  // along the list that one came from, without leaving the settings
  await page.goto(`${product.url}/devices/robots`);
  await page.locator('.record-list-foot').filter({ visible: true }).waitFor();
  const links = page.locator('a.record-identity').filter({ visible: true });
  const [first, second] = [await links.nth(0).getAttribute('href'), await links.nth(1).getAttribute('href')];
  await page.goto(`${product.url}${first}?tab=settings`);
  await page.locator('.record-form').waitFor();
  await model.fill('K-501');
  const tabs = await page.locator('.page-tab').count();
  await saveBar(page).getByRole('button', { name: 'Save and next' }).click();
  await page.waitForURL(`**${second}?tab=settings`);
  await page.locator('.record-form').filter({ visible: true }).waitFor();
  expect(await page.locator('.page-tab').count()).toBe(tabs);
});

test('two people save one robot: both values side by side, each field decided, nothing typed is lost', async () => {
  const imei = imeiOf(1);
  const rival = await openPage(browser);
  await logIn(rival.page, product);
  await Promise.all([robotSettings(page, imei), robotSettings(rival.page, imei)]);
  await page.getByLabel('Model').fill('Mine');
  await page.getByLabel('Report interval').fill('75');

  await rival.page.getByLabel('Model').fill('Theirs');
  await choose(rival.page.getByLabel('Menu in the app'), 'By category');
  await rival.page.keyboard.press('Control+s');
  await rival.page.getByText('Saved', { exact: true }).first().waitFor();
  await rival.context.close();

  await page.keyboard.press('Control+s');
  const conflict = page.getByRole('region', { name: /saved this record while you were editing it/ });
  await conflict.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.getByLabel('Report interval').inputValue()).toBe('75');
  expect(await page.getByLabel('Menu in the app').innerText()).toBe('By category');
  const model = conflict.getByRole('group', { name: 'Model' });
  expect(await model.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(await conflict.getByRole('group', { name: 'Report interval' }).count()).toBe(0);
  await page.keyboard.press('Control+s');
  await conflict.getByText('Choose a value first').waitFor();
  await model.getByLabel(/^Theirs/).check();
  expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('Theirs');
  await model.getByLabel(/^Mine/).check();
  await page.keyboard.press('Control+s');
  await conflict.waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.record-form').waitFor();
  expect(await page.getByLabel('Model').inputValue()).toBe('Mine');
  expect(await page.getByLabel('Report interval').inputValue()).toBe('75');
  expect(await page.getByLabel('Menu in the app').innerText()).toBe('By category');

  await page.getByRole('tab', { name: 'History' }).click();
  const last = page.locator('.timeline-entry').first();
  await last.getByText('Settings changed').waitFor();
  expect((await last.locator('.history-changes').innerText()).replaceAll(/\s+/g, ' ')).toMatch(
    /Model before: Theirs after: Mine .*Reports every before: \d+ seconds after: 75 seconds/,
  );
  expect(await page.locator('.timeline-entry').nth(1).innerText()).toContain('By category');
  expect(await axeFindings(page)).toEqual([]);
});

test('leaving asks once: a reload, another tenant, and without tabs the menu and the way back', async () => {
  const imei = imeiOf(2);
  await robotSettings(page, imei);
  const model = page.getByLabel('Model', { exact: true });
  await model.fill('Half');
  await model.pressSequentially(' typed');
  const stays = async (): Promise<void> => expect(await model.inputValue()).toBe('Half typed');

  const asked = page.waitForEvent('dialog');
  await page.evaluate('void setTimeout(() => location.reload())');
  const reload = await asked;
  expect(reload.type()).toBe('beforeunload');
  await reload.dismiss();
  await stays();

  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: /^Nordic Coffee/ }).click();
  await page
    .getByRole('menuitemradio', { name: /^Shanghai Robotics/ })
    .or(page.getByRole('menuitem', { name: /^Shanghai Robotics/ }))
    .first()
    .click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await stays();

  await page.evaluate(`localStorage.setItem('pro__DEFAULT_MULTI_PAGE', '{"value":false,"expire":null}')`);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  // saved by somebody else after the draft was begun
  const offer = page.locator('.form-draft').getByRole('button', { name: 'Use it' });
  await offer.waitFor();
  const { records } = (await byApi('/sos-backend/coffeeMachineV2/api/page', { imei })).result as {
    records: { id: string }[];
  };
  await byApi('/sos-backend/coffeeMachineV2/api/update', { id: records[0]?.id, model: 'Saved meanwhile' });
  await expect.poll(() => model.inputValue()).toBe('Saved meanwhile');
  await offer.click();
  await stays();
  const conflict = page.getByRole('region', { name: 'This record was changed after you began' });
  await conflict.getByRole('group', { name: 'Model' }).getByText('Saved meanwhile').waitFor();
  await page.getByRole('link', { name: 'Coffee orders' }).first().click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  await stays();
  await page.getByRole('link', { name: 'Coffee orders' }).first().click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/orders/list**');
  await page.locator('.record-list-foot').filter({ visible: true }).waitFor();
  expect(await question.count()).toBe(0);
  await page.evaluate(`localStorage.removeItem('pro__DEFAULT_MULTI_PAGE')`);
});

test('a save that fails keeps everything, and pressed again it is the same save', async () => {
  const imei = imeiOf(2);
  await robotSettings(page, imei);
  // what was discarded is not offered again
  expect(await page.locator('.form-draft').count()).toBe(0);
  const keys: (string | undefined)[] = [];
  let isAway = true;
  await page.route('**/coffeeMachineV2/api/update*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return isAway ? route.abort() : route.continue();
  });
  const model = page.getByLabel('Model', { exact: true });
  await model.fill('K-700');
  await page.keyboard.press('Control+s');
  await page.locator('.form-problems[role=alert]').waitFor();
  expect(await model.inputValue()).toBe('K-700');
  isAway = false;
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).first().waitFor();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  await page.unroute('**/coffeeMachineV2/api/update*');

  // the page's own form is out of reach while a dialog stands above it
  await model.fill('K-800');
  await page.getByRole('button', { name: 'Commands' }).click();
  await page.getByRole('menuitem', { name: 'Restart' }).click();
  await page.getByRole('dialog').locator('textarea').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').locator('.field-fault').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await model.inputValue()).toBe('K-800');
  await saveBar(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => model.inputValue()).toBe('K-700');
});

test('a value that must be free is asked about while typing goes on, and by the server once more', async () => {
  await page.goto(`${product.url}/devices/robots`);
  await page.getByRole('button', { name: 'Add robot' }).click();
  const dialog = page.getByRole('dialog');
  // on leaving the field, and live from then on
  await dialog.getByText('Name (required)').waitFor();
  await dialog.getByLabel('Name').fill('T');
  await dialog.getByLabel('Name').fill('');
  await page.keyboard.press('Tab');
  const fault = dialog.locator('.field').filter({ hasText: 'Name' }).locator('.field-fault');
  await fault.getByText('Fill in this field').waitFor();
  await dialog.getByLabel('Name').fill('T');
  await fault.waitFor({ state: 'detached' });
  await dialog.getByLabel('IMEI').fill(imeiOf(0));
  await dialog.getByText('Checking…').waitFor();
  await dialog.getByLabel('Name').fill('Twin');
  await dialog.getByText('This value is not available').first().waitFor();
  expect(await dialog.getByLabel('IMEI').getAttribute('aria-describedby')).toMatch(/-fault/);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('IMEI').focus();
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.evaluate<string>('document.activeElement.name')).toBe('imei');
  await page.route('**/duplicate/check*', (route) => route.abort());
  await dialog.getByLabel('IMEI').fill(imeiOf(1));
  await page.keyboard.press('Control+s');
  await dialog.getByText('A device with this IMEI exists already').first().waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Twin');
  await page.unroute('**/duplicate/check*');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor();
  // two dialogs dim the page once
  const veils = `[...document.querySelectorAll('dialog:modal')].map((one) => getComputedStyle(one, '::backdrop').backgroundColor)`;
  expect((await page.evaluate<string[]>(veils)).filter((colour) => !colour.endsWith(', 0)'))).toHaveLength(1);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
});
