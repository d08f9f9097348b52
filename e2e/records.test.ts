import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { choose } from './choose.ts';
import { stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';

// Lists: views that are saved, advanced queries, dictionaries.
const product = ownProduct();

let page: Page;
stayLoggedIn(product, (opened) => {
  ({ page } = opened);
});

const open = async (path: string): Promise<void> => {
  await page.goto(product.url + path);
  await page.locator('.record-list-foot').filter({ visible: true }).waitFor();
};
const asked = (name: string): string | null => new URL(page.url()).searchParams.get(name);
const axe = (): Promise<string[]> => axeFindings(page);

test('with the keyboard alone a view is saved, changed, taken back, and there again after a reload', async () => {
  await open('/orders/list?status=6&sort=payableMinor.desc');
  await page.getByRole('button', { name: 'Save as new view…' }).focus();
  await page.keyboard.press('Enter');
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.waitFor();
  expect(await axe()).toEqual([]);
  await page.keyboard.type('Dear drinks');
  await page.keyboard.press('Enter');
  const tab = page.getByRole('tab', { name: 'Dear drinks' });
  await tab.and(page.locator('[aria-selected=true]')).waitFor();
  expect(asked('saved')).toMatch(/^[0-9a-f-]{36}$/);

  const robot = page.getByRole('columnheader', { name: 'Robot' });
  await robot.waitFor();
  await page.getByRole('button', { name: 'Columns and row height' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Robot' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await robot.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Dear drinks (edited)' }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Dear drinks', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await robot.waitFor();
  await page.getByText('Undone', { exact: true }).first().waitFor();

  // somebody else changed it since: nothing of theirs is taken back, and it is said
  await page.getByRole('button', { name: 'Columns and row height' }).click();
  const pin = page.getByRole('button', { name: 'Keep in sight: Robot', pressed: false });
  await pin.focus();
  await page.keyboard.press('Enter');
  await page.locator('thead th.record-pin-start:nth-child(3)', { hasText: 'Robot' }).waitFor();
  expect(await axe()).toEqual([]);
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await pin.waitFor();
  await page.getByRole('checkbox', { name: 'Robot' }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const undo = page.getByRole('button', { name: 'Undo' }).last();
  await undo.waitFor();
  const { views } = (await byApi('/api/sys/savedView/list')).result as {
    views: { id: string; name: string; version: number }[];
  };
  const { id, version } = views.find((view) => view.name === 'Dear drinks')!;
  await byApi('/api/sys/savedView/edit', { id, version, name: 'Dearest drinks' });
  await undo.click();
  await page
    .getByText(/changed (since|meanwhile)/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'Dearest drinks' }).waitFor();
  await byApi('/api/sys/savedView/edit', { id, version: version + 1, name: 'Dear drinks' });
  await tab.waitFor();

  await open('/orders/list');
  expect(asked('saved')).toBeNull();
  // the views of a person come a moment behind the fixed ones, and End goes to the last of those that are there
  await tab.waitFor();
  await page.getByRole('tab', { name: /^All/ }).focus();
  await page.keyboard.press('End');
  await tab.and(page.locator('[aria-selected=true]')).waitFor();
  await page.waitForURL((url) => url.searchParams.get('status') === '6');
  expect(asked('sort')).toBe('payableMinor.desc');

  await page.getByRole('button', { name: /^Views:/ }).click();
  expect(await axe()).toEqual([]);
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click();
  await tab.waitFor({ state: 'detached' });
});

test('an advanced query is built, stands in the address and in chips, and goes condition by condition', async () => {
  await open('/orders/list');
  await page.getByRole('button', { name: 'Advanced' }).click();
  const dialog = page.getByRole('dialog', { name: 'Advanced query' });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText('Fill in at least one condition').waitFor();
  const first = dialog.getByLabel('Value 1');
  expect(await first.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => first.evaluate((field) => field.matches(':focus'))).toBe(true);
  await choose(dialog.getByLabel('Field 1'), 'Status');
  await choose(dialog.getByLabel('Operator 1'), 'is one of');
  await choose(dialog.getByRole('combobox', { name: 'Value 1' }), 'Picked up');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await choose(dialog.getByLabel('Field 2'), 'Service spot');
  // the first ones are there at once, others by typing
  await dialog.getByRole('combobox', { name: 'Value 2' }).click();
  await page.getByRole('option', { name: /Bergen/ }).waitFor();
  await page.keyboard.type('oslo');
  await page.getByRole('option', { name: /Bergen/ }).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: /Oslo/ }).first().click();
  expect(await axe()).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(asked('where')).toMatch(/^status\.in\.6;spotId\.eq\.[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Status is one of Picked up' }).waitFor();
  await page.getByRole('button', { name: /Service spot is Oslo/ }).waitFor();
  const spots = page.locator('tbody').getByText('Gardermoen Airport');
  await spots.first().waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Remove filter: Service spot' }).click();
  await page.waitForURL((url) => url.searchParams.get('where') === 'status.in.6');
  await spots.first().waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.waitForURL((url) => !url.searchParams.has('where'));
});

test('dictionaries are refreshed from the user menu, and a failure is told', async () => {
  const refresh = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Welcome, / }).click();
    await page.getByRole('menuitem', { name: 'Clean up the cache' }).click();
  };
  await refresh();
  await page.getByText('Clean up the cache completed!').filter({ visible: true }).first().waitFor();
  await page.route('**/sys/dict/refleshCache**', (route) => route.abort());
  await refresh();
  await page.getByText('Clean up the cache failed!').filter({ visible: true }).first().waitFor();

  // while a hand rests on it it stays, and in front of whatever opens it can be pressed
  const told = page.locator('.toast', { hasText: 'Clean up the cache failed!' });
  await told.hover();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await palette.waitFor();
  await told.getByRole('button', { name: 'Close' }).click();
  await told.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
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
