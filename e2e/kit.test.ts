import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';

// Parts of the kit that every page is made of.
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
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

const open = async (path: string): Promise<void> => {
  await page.goto(product.url + path);
  await page.locator('#content h1, .cron').filter({ visible: true }).first().waitFor();
};
const openList = async (path: string): Promise<void> => {
  await open(path);
  await page.locator('tbody tr[data-id]').first().waitFor();
};

const tooltip = () => page.locator('[role=tooltip]');

test('a tooltip comes by pointer and by keys with its shortcut, can be hovered, and goes with Escape', async () => {
  await openList('/orders/list');
  await page.getByRole('button', { name: 'Columns and row height' }).hover();
  await expect.poll(() => tooltip().allInnerTexts()).toEqual(['Columns and row height']);
  // onto the words themselves: they stay
  await tooltip().hover();
  await page.waitForTimeout(300);
  expect(await tooltip().count()).toBe(1);
  await page.locator('#content h1').hover();
  await expect.poll(() => tooltip().count()).toBe(0);

  await page.locator('.filter-search input').hover();
  await expect.poll(() => tooltip().locator('kbd').allInnerTexts()).toEqual(['/']);
  await page.locator('#content h1').hover();

  // the keys: read out with the focus, and Escape takes this layer alone
  const first = page.locator('a.record-identity').first();
  // not the first row: it has no previous one, whose button would be skipped
  await page.locator('tbody tr[data-id]').nth(1).focus();
  await page.keyboard.press('Space');
  const panel = page.locator('.side-panel');
  await panel.waitFor();
  await panel.focus();
  // to the first button that is an icon alone; those of the neighbours come and go with the list
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return tooltip().count();
    })
    .toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => tooltip().count()).toBe(0);
  expect(await panel.count()).toBe(1);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await first.waitFor();
});

test('a cell that is cut off tells its whole text, and no element has a tooltip of the browser', async () => {
  await openList('/orders/list');
  await page.evaluate(`{
    const isCut = (cell) => cell.scrollWidth > cell.clientWidth;
    [...document.querySelectorAll('tbody td')].find(isCut).id = 'cut';
  }`);
  const cell = page.locator('#cut');
  await cell.hover();
  await expect.poll(() => tooltip().allInnerTexts()).toEqual([(await cell.textContent())?.trim()]);
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.locator('[title]:not(iframe, svg *)').count()).toBe(0);
});

const form = () => page.locator('dialog:modal', { has: page.locator('form') });
const openFields = async (): Promise<void> => {
  await open('/test/home');
  await page.getByRole('button', { name: 'Open the form' }).click();
  await form().waitFor();
};

test('Escape closes the list of several choices, and the form around it stays', async () => {
  await openFields();
  // nothing is chosen: the focus goes into the list all the same
  const priorities = form().getByLabel('Priorities');
  await priorities.click();
  await page.getByText('High', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('High', { exact: true }).waitFor({ state: 'detached' });
  await page.waitForTimeout(200);
  expect(await form().count()).toBe(1);
  expect(await priorities.evaluate((button) => button.matches(':focus'))).toBe(true);
  await page.keyboard.press('Escape');
  await form().waitFor({ state: 'detached' });
});

test('a form starts in its first field and tells a fault only once a field was written in and left', async () => {
  await openFields();
  const isFirst = 'document.activeElement.getAttribute("aria-label")?.startsWith("Department")';
  await expect.poll(() => page.evaluate(isFirst)).toBe(true);
  await page.keyboard.press('Escape');
  await openList('/devices/robots');
  await page.getByRole('button', { name: 'Add robot' }).click();
  const name = form().getByLabel('Name');
  await expect
    .poll(() =>
      form()
        .getByLabel('IMEI')
        .evaluate((box) => box.matches(':focus')),
    )
    .toBe(true);
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab');
  await page.waitForTimeout(200);
  expect(await form().locator('.field-fault').count()).toBe(0);
  await name.fill('N');
  await name.fill('');
  expect(await form().locator('.field-fault').count()).toBe(0);
  await page.keyboard.press('Tab');
  await form().getByText('Fill in this field').waitFor();
  await name.fill('N');
  await expect.poll(() => form().locator('.field-fault').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await form().waitFor({ state: 'detached' });
});

test('a secret that is shown once is kept open until it was copied', async () => {
  await openList('/devices/robots');
  await page.getByRole('button', { name: 'Add robot' }).click();
  await form().getByLabel('IMEI').fill('868120000555001');
  await form().getByLabel('Name').fill('Once');
  await page.keyboard.press('Control+s');
  const secret = page.getByRole('dialog', { name: 'MQTT access of Once' });
  await secret.waitFor();
  const question = page.getByRole('alertdialog');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => secret.getByRole('button', { name: 'Done' }).click(),
  ]) {
    await leave();
    await question.getByRole('button', { name: 'Go back' }).click();
    await question.waitFor({ state: 'detached' });
    await secret.waitFor();
  }
  expect(await axeFindings(page)).toEqual([]);
  await secret.getByRole('button', { name: 'Copy password' }).click();
  await secret.getByRole('button', { name: 'Done' }).click();
  await secret.waitFor({ state: 'detached' });
  expect(await question.count()).toBe(0);
});

test('the question before a logout speaks of changes only where there are any', async () => {
  const ask = async (): Promise<string> => {
    await page.getByRole('button', { name: /^Welcome, / }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    const words = await page.getByRole('alertdialog').innerText();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    return words;
  };
  await openList('/devices/robots');
  expect(await ask()).not.toContain('Unsaved');
  await page.locator('a.record-identity').first().click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Model').fill('K-1');
  expect(await ask()).toContain('Unsaved changes will be lost');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
});

const kit = () => page.locator('.parts-kit');
const list = () => page.locator('.option-picker');
const options = () => list().getByRole('option');

test('a long list has a search box, by keys alone, and says when nothing is found', async () => {
  await open('/test/home');
  const currency = kit().getByRole('combobox', { name: 'Currency' });
  await currency.focus();
  // a letter on the closed box begins the search
  await page.keyboard.press('n');
  const box = page.getByRole('combobox', { name: 'Search: Currency' });
  await expect.poll(() => box.inputValue()).toBe('n');
  await page.keyboard.type('orwegian');
  await expect.poll(() => options().allInnerTexts()).toEqual([expect.stringContaining('Norwegian Krone')]);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.type(' zzz');
  await list().getByText('Nothing found').waitFor();
  // what an input method composes is not a choice yet
  await box.fill('');
  await page.evaluate(`document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
  )`);
  expect(await list().count()).toBe(1);
  await box.fill('yen');
  await page.keyboard.press('Enter');
  await list().waitFor({ state: 'detached' });
  expect(await currency.innerText()).toBe('Japanese Yen');
  expect(await currency.evaluate((button) => button.matches(':focus'))).toBe(true);
});

test('a short list is walked by arrows and first letters, and shows states as they are elsewhere', async () => {
  await open('/test/home');
  const state = kit().getByRole('combobox', { name: 'State', exact: true });
  await state.focus();
  await page.keyboard.press('ArrowDown');
  await options().first().waitFor();
  expect(await list().locator('.tag').count()).toBe(5);
  expect(await list().getByRole('combobox').count()).toBe(0);
  const active = () => list().locator('[data-active]').innerText();
  expect(await active()).toBe('Made');
  await page.keyboard.press('ArrowUp');
  await expect.poll(active).toBe('Making');
  await page.keyboard.press('f');
  await expect.poll(active).toBe('Failed');
  await page.keyboard.press('Escape');
  expect(await state.innerText()).toBe('Made');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect.poll(() => state.innerText()).toBe('Paid');
});

test('several are chosen at once, all or none, and a record that was chosen lately is offered first', async () => {
  await open('/test/home');
  const states = kit().getByRole('combobox', { name: 'States' });
  await states.click();
  await list().getByRole('button', { name: 'Select all' }).click();
  await list().getByText('5 chosen').waitFor();
  await list().getByRole('button', { name: 'Clear' }).click();
  await options().nth(1).click();
  await options().nth(2).click();
  await page.keyboard.press('Escape');
  expect(await states.innerText()).toBe('Making, Made');

  const found = kit().getByRole('combobox', { name: 'Found by typing' });
  await found.click();
  await expect.poll(() => options().count()).toBe(10);
  await page.keyboard.type('euro');
  await expect.poll(() => options().count()).toBe(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => found.innerText()).toBe('Euro');
  await kit().getByRole('button', { name: 'Clear' }).click();
  expect(await found.evaluate((button) => button.matches(':focus'))).toBe(true);
  await page.keyboard.press('ArrowDown');
  await list().getByText('Recent').waitFor();
  expect(await options().first().innerText()).toContain('Euro');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('a finger gets the list of its own device', async () => {
  const phone = await openPage(browser, { width: 375, isPhone: true });
  await logIn(phone.page, product);
  await phone.page.goto(`${product.url}/test/home`);
  const state = phone.page.locator('.parts-kit').getByLabel('State', { exact: true });
  await state.waitFor();
  expect(await state.evaluate((box) => box.tagName)).toBe('SELECT');
  await state.selectOption('4');
  // several, and what is searched, have a list of ours with room for a thumb
  await phone.page.locator('.parts-kit').getByRole('combobox', { name: 'States' }).tap();
  const first = phone.page.locator('.option-picker').getByRole('option').first();
  await first.waitFor();
  expect((await first.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await axeFindings(phone.page)).toEqual([]);
  expect(phone.complaints).toEqual([]);
  await phone.context.close();
});

test('a filter takes several values or all but some, with their counts, and says so in words', async () => {
  await open('/test/home');
  const card = page.locator('.card', { hasText: 'Filters (trial)' });
  const values = async (): Promise<unknown> => JSON.parse(await card.locator('.parts-values').innerText());
  await card.getByRole('button', { name: 'Status', exact: true }).click();
  await list().getByRole('option', { name: 'Made' }).getByText('1284').waitFor();
  await list().getByRole('option', { name: 'Making' }).click();
  await list().getByRole('option', { name: 'Made' }).click();
  await expect.poll(values).toEqual({ state: '2,3' });
  await card.getByRole('button', { name: 'Status: Making, Made', exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await list().getByText('is not', { exact: true }).click();
  await expect.poll(values).toEqual({ state: '!2,3' });
  await list().getByRole('option', { name: 'Made' }).click();
  await expect.poll(values).toEqual({ state: '!2' });
  await page.keyboard.press('Escape');
  await list().waitFor({ state: 'detached' });
  await card.getByRole('button', { name: 'Status: not Making', exact: true }).waitFor();
  await card.getByRole('button', { name: 'Remove filter: Status' }).click();
  await expect.poll(values).toEqual({});
});

test('what can be done with a row is seen while it has the pointer or the focus, and all of it is in its menu', async () => {
  await openList('/devices/robots');
  const row = page.locator('tbody tr[data-id]').first();
  const quick = row.locator('.row-quick button');
  await page.locator('#content h1').hover();
  expect(await quick.evaluateAll((all) => all.map((one) => one.checkVisibility({ visibilityProperty: true })))).toEqual(
    [false, false],
  );
  await row.hover();
  await expect.poll(() => quick.first().isVisible()).toBe(true);
  await page.locator('#content h1').hover();
  await row.focus();
  await expect.poll(() => quick.first().isVisible()).toBe(true);
  await row.getByRole('button', { name: 'Actions' }).click();
  const labels = await quick.allInnerTexts();
  const inMenu = await page.getByRole('menuitem').allInnerTexts();
  expect(inMenu.slice(0, labels.length)).toEqual(labels);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // boxes to tick where something can be done with what is ticked
  expect(await page.locator('.record-table input[type=checkbox]').count()).toBeGreaterThan(0);
  await openList('/orders/payments');
  expect(await page.locator('.record-table input[type=checkbox]').count()).toBe(0);
});

test('the actions beside a row never lie over its switch', async () => {
  for (const path of ['/isystem/user', '/isystem/quartz', '/rentals/cabinets', '/goods/beverages', '/spots/list']) {
    await openList(path);
    const row = page.locator('tbody tr[data-id]').first();
    await row.hover();
    const [quick, turn] = [row.locator('.row-quick'), row.getByRole('switch')];
    const from = (await quick.isVisible()) ? ((await quick.boundingBox())?.x ?? 0) : Number.POSITIVE_INFINITY;
    const box = await turn.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0), path).toBeLessThanOrEqual(from);
  }
});

test('a list is narrowed by amounts, in the money and with the numbers of the tenant', async () => {
  await openList('/orders/list');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'Total', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Total' });
  const apply = editor.getByRole('button', { name: 'Apply' });
  await editor.getByLabel('From').fill('100');
  await editor.getByLabel('Up to').fill('50,00');
  await apply.click();
  await editor.getByText('This is less than the amount it begins with').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(new URL(page.url()).search).toBe('');
  await editor.getByLabel('From').fill('39.00');
  await apply.click();
  await editor.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('payableMinor')).toBe('3900..5000');
  const pill = page.locator('.filter-pill', { hasText: 'Total' });
  const told = async () => (await pill.locator('strong').innerText()).replaceAll('\u00a0', ' ');
  expect(await told()).toBe('NOK 39.00 – NOK 50.00');
  await expect
    .poll(async () => {
      const totals = await page.locator('tbody tr[data-id]').filter({ hasText: /NOK/ }).allInnerTexts();
      return totals.length > 0 && totals.every((text) => /NOK.(39|4\d|50)\.\d\d/.test(text));
    })
    .toBe(true);
  await page.reload();
  await pill.getByRole('button').first().click();
  expect(await editor.getByLabel('Up to').inputValue()).toBe('50.00');
  await editor.getByLabel('Up to').fill('');
  await page.keyboard.press('Enter');
  await expect.poll(told).toBe('from NOK 39.00');
  await page.goto(`${product.url}/orders/list?payableMinor=..5000`);
  await expect.poll(told).toBe('up to NOK 50.00');
});

test('who may do nothing with records has neither boxes nor menus', async () => {
  const clerk = await openPage(browser);
  await logIn(clerk.page, product, { username: 'clerk', tenant: null });
  await clerk.page.goto(`${product.url}/devices/robots`);
  await clerk.page.locator('tbody tr[data-id]').first().waitFor();
  expect(await clerk.page.locator('.record-table input[type=checkbox]').count()).toBe(0);
  expect(await clerk.page.locator('.record-table .row-actions').count()).toBe(0);
  await clerk.page.goto(`${product.url}/orders/list`);
  await clerk.page.locator('tbody tr[data-id]').first().waitFor();
  expect(await clerk.page.locator('.record-table input[type=checkbox]').count()).toBe(0);
  await clerk.context.close();
});

test('columns are dragged by their handle, moved by keys, and hidden by an eye', async () => {
  await openList('/orders/list');
  await page.getByRole('button', { name: 'Columns and row height' }).click();
  const lines = page.locator('.column-picker li');
  const titles = () => lines.locator('.column-title').allInnerTexts();
  const headers = () => page.locator('thead th[scope=col] > :is(button, span:first-child)').allInnerTexts();
  await lines.first().waitFor();
  const before = await titles();
  const handle = lines.nth(2).getByRole('button', { name: /^Drag/ });
  const [from, to] = [await handle.boundingBox(), await lines.nth(5).boundingBox()];
  await page.mouse.move(from!.x + 8, from!.y + 8);
  await page.mouse.down();
  // past its middle: on the middle itself a fraction of a pixel would decide
  await page.mouse.move(from!.x + 8, to!.y + to!.height * 0.75, { steps: 6 });
  await page.mouse.up();
  const dragged = [...before.slice(0, 2), ...before.slice(3, 6), before[2], ...before.slice(6)];
  await expect.poll(titles).toEqual(dragged);
  // by the keys of the same handle, which keeps the focus
  await lines.nth(5).getByRole('button', { name: /^Drag/ }).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowUp');
  await expect.poll(titles).toEqual(before);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect.poll(titles).toEqual(before);
  const robot = page.getByRole('checkbox', { name: 'Robot' });
  await robot.uncheck();
  await expect.poll(headers).not.toContain('Robot');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // kept also by who leaves at once
  await page.reload();
  await page.locator('tbody tr[data-id]').first().waitFor();
  await page.getByRole('button', { name: 'Columns and row height' }).click();
  await expect.poll(headers).not.toContain('Robot');
  const kept = page.waitForResponse('**/keepLayout**');
  await robot.check();
  await kept;
  await page.keyboard.press('Escape');
});

test('beside an open panel notices, tenant and user stay in reach', async () => {
  await openList('/orders/list');
  await page.locator('tbody tr[data-id]').nth(1).focus();
  await page.keyboard.press('Space');
  await page.locator('.side-panel').waitFor();
  await page.getByRole('button', { name: /^Notices|^Notifications/ }).click();
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Welcome, / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  await page.keyboard.press('Escape');
});

test('paper has the name of page and tenant, light colours and all rows, and nothing to press', async () => {
  const dark = await openPage(browser, { scheme: 'dark' });
  await logIn(dark.page, product);
  await dark.page.goto(`${product.url}/orders/list?size=200`);
  await dark.page.locator('tbody tr[data-id]').first().waitFor();
  const drawn = await dark.page.locator('tbody tr[data-id]').count();
  expect(drawn).toBeLessThan(200);
  await dark.page.emulateMedia({ media: 'print' });
  const head = dark.page.locator('.print-head');
  await head.getByText('Nordic Coffee (1000)').waitFor();
  expect(await head.innerText()).toMatch(/Printed .*\d{2}:\d{2}.* Ingrid Aasen/);
  expect(await dark.page.locator('#content h1').filter({ visible: true }).innerText()).toBe('Coffee orders');
  await expect.poll(() => dark.page.locator('tbody tr[data-id]').count()).toBe(200);
  for (const place of ['.frame-header', '.side-menu', '.tab-bar', '.record-list button:not(.record-sort, [role=tab])'])
    expect(await dark.page.locator(place).filter({ visible: true }).count(), place).toBe(0);
  const style = (place: string, name: string) =>
    dark.page.evaluate<string>(`getComputedStyle(document.querySelector('${place}'))['${name}']`);
  expect(await style('thead', 'display')).toBe('table-header-group');
  expect(await style('body', 'backgroundColor')).toBe('rgb(255, 255, 255)');
  expect(await style('tbody td', 'color')).toBe('rgb(28, 36, 48)');
  const width = '[document.documentElement.scrollWidth, innerWidth]';
  const [scroll, room] = await dark.page.evaluate<[number, number]>(width);
  expect(scroll).toBeLessThanOrEqual(room);
  await dark.page.emulateMedia({ media: 'screen' });
  await expect.poll(() => dark.page.locator('html').getAttribute('data-theme')).toBe('dark');
  await expect.poll(() => dark.page.locator('.print-head').count()).toBe(0);
  expect(dark.complaints).toEqual([]);
  await dark.context.close();
});
