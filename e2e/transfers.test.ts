import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from './axe.ts';
import { logIn, openBrowser, openPage, typeDate, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';

const product = ownProduct();

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openPage(browser);
  // robots of another tenant than the one in which other journeys buy coffee
  await logIn(visit.page, product, { tenant: 'Shanghai Robotics' });
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

/** What the browser saved when this was done. */
async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('orders are exported, announced, downloaded and read back', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/orders/list?status=6`);
  await page.locator('tbody tr[data-id]').first().waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export: Orders' });
  await dialog.getByRole('button', { name: 'Create the file' }).click();
  await dialog.getByText('Choose order time range').first().waitFor();
  await typeDate(dialog.getByRole('group', { name: 'First day', exact: true }), '20260101');
  await typeDate(dialog.getByRole('group', { name: 'Last day', exact: true }), '20260201');
  await dialog.getByText('Export range within 31 days').first().waitFor();
  await dialog.getByRole('button', { name: 'Last 30 days' }).click();
  await dialog.getByText('Picked up').waitFor();
  // a day that is over: its orders do not change any more
  await dialog.getByRole('button', { name: 'Yesterday' }).click();
  const rowCount = dialog.getByRole('status');
  await expect.poll(() => rowCount.innerText()).toMatch(/^[1-9][\d,]*$/);
  const announced = Number((await rowCount.innerText()).replaceAll(',', ''));
  await dialog.getByText('codes such as order numbers stay whole').waitFor();
  await dialog.getByText('CSV', { exact: true }).click();
  await dialog.getByText('Spreadsheets shorten long numbers').waitFor();
  await dialog.getByText('Semicolon').click();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Create the file' }).click();
  await page
    .getByText(/^orders [\d-]{10}\.csv is ready$/)
    .first()
    .waitFor();

  await page.goto(`${product.url}/dashboard/downloads`);
  const row = page.locator('tbody tr[data-id]').first();
  await row.getByText('Created').waitFor();
  expect(await axeFindings(page, '#content')).toEqual([]);
  // its name is the way to it
  const { name, bytes } = await saved(page, () => row.getByRole('button', { name: /^orders .*\.csv$/ }).click());
  expect(name).toMatch(/^orders \d{4}-\d{2}-\d{2}\.csv$/);
  const [head, ...rows] = parse(bytes, { bom: true, delimiter: ';' }) as string[][];
  expect(head?.slice(0, 2)).toEqual(['Order no.', 'Status']);
  expect(rows.length).toBe(announced);
  expect(new Set(rows.map((cells) => cells[1]))).toEqual(new Set(['Picked up']));
  expect(rows[0]?.[13]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\+08:00$/);
});

test('a link of before leads to the file among the downloads', async () => {
  const { page } = visit;
  const row = page.locator('tbody tr[data-id]').first();
  const id = await row.getAttribute('data-id');
  await page.goto(`${product.url}/orders/downloads?panel=${id}`);
  await page.locator('.side-panel').getByText('Time zone').waitFor();
  expect(page.url()).toBe(`${product.url}/dashboard/downloads?panel=${id}`);
  await page.getByRole('navigation').getByRole('link', { name: 'Downloads', exact: true }).waitFor();
});

test('a workbook of orders has dates and amounts that are numbers, and is deleted from the downloads', async () => {
  const { page } = visit;
  await page.goto(`${product.url}/orders/list`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export: Orders' });
  await dialog.getByRole('button', { name: 'Last 7 days' }).click();
  await dialog.getByRole('button', { name: 'Create the file' }).click();
  const ready = page.locator('.toast').filter({ hasText: /orders [\d-]{10} to [\d-]{10}\.xlsx is ready/ });
  const { name, bytes } = await saved(page, () => ready.getByRole('button', { name: 'Download' }).click());
  expect(name).toMatch(/^orders \d{4}-\d{2}-\d{2} to \d{4}-\d{2}-\d{2}\.xlsx$/);
  const [head, first] = (await readXlsx(bytes)).sheets[0]?.rows ?? [];
  const cell = (title: string) => first?.[head?.indexOf(title) ?? -1];
  expect([cell('Order no.'), cell('Total'), cell('Created (Asia/Shanghai)')]).toEqual([
    expect.stringMatching(/^\d{20}$/),
    expect.any(Number),
    expect.any(Date),
  ]);

  await page.goto(`${product.url}/dashboard/downloads`);
  const row = page.locator('tbody tr[data-id]').filter({ hasText: name });
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${name}?` });
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => row.count()).toBe(0);
});

test('the log of two days of a robot is a file; four days are refused in words, in both languages', async () => {
  const robot = product.fleet.robots.find(({ tenantId }) => tenantId === '1001')!;
  /** Noon so many days ago. */
  const noon = (days: number) =>
    `${Temporal.Now.plainDateISO('Asia/Shanghai').subtract({ days }).toString().replaceAll('-', '')}1200`;
  const openDialog = async (page: Page, command: RegExp): Promise<Locator> => {
    await page.goto(`${product.url}/devices/robots?keyword=${robot.imei}`);
    await page.locator('tbody tr[data-id] .row-actions button').last().click();
    await page.getByRole('menuitem', { name: command }).click();
    const dialog = page.locator('dialog[open]');
    await typeDate(dialog.getByRole('group').first(), noon(4));
    await dialog.locator('button[type=submit]').click();
    return dialog;
  };
  const { page } = visit;
  const dialog = await openDialog(page, /^Download the log/);
  await dialog
    .getByText(/^\d.* or later$/)
    .first()
    .waitFor();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await typeDate(dialog.getByRole('group', { name: 'From' }), noon(2));
  await dialog.getByRole('button', { name: 'Ask for the log' }).click();
  await page
    .locator('.toast-title')
    .getByText(/^The robot is asked for its log/)
    .waitFor();

  await page.goto(`${product.url}/devices/log-downloads`);
  const row = page.locator('tbody tr[data-id]').first();
  await row.getByText('Created').waitFor({ timeout: 30_000 });
  expect(await axeFindings(page, '#content')).toEqual([]);
  await row.hover();
  const { name, bytes } = await saved(page, () => row.getByRole('button', { name: 'Download' }).click());
  expect(name).toMatch(/^robot log \d{4}-\d{2}-\d{2}\.csv$/);
  const [head, ...lines] = parse(bytes, { bom: true }) as string[][];
  expect(head).toEqual(['Time', 'Level', 'Line']);
  const times = lines.map(([at = '']) => Temporal.Instant.from(at.replace(' ', 'T')).epochMilliseconds);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  expect(last - first).toBeGreaterThan(24 * 3_600_000);
  expect(times).toEqual(times.toSorted((a, b) => a - b));

  const chinese = await openPage(browser, { language: 'zh-CN' });
  await logIn(chinese.page, product, { tenant: /Shanghai Robotics|上海/ });
  const refused = await openDialog(chinese.page, /日志/);
  await refused
    .getByText(/^不得早于 \d/)
    .first()
    .waitFor();
  expect(chinese.complaints).toEqual([]);
  await chinese.context.close();
});

test('a table with bad rows shows each fault, its good rows become robots, and the result is a file', async () => {
  const { page } = visit;
  const stamp = `E2E${Math.floor(performance.timeOrigin)}`;
  const csv = `IMEI,Name,Colour\n${stamp}1,Imported one,red\n12,Too short,\n${stamp}1,Twice,\n${stamp}2,,\n${stamp}3,Imported two,\n`;
  await page.goto(`${product.url}/devices/robots`);
  await page.getByRole('link', { name: 'Import' }).click();
  const file = page.locator('input[type=file]');
  await file.waitFor({ state: 'attached' });
  expect(await axeFindings(page, '#content')).toEqual([]);
  const template = await saved(page, () => page.getByRole('link', { name: 'CSV', exact: true }).click());
  expect(template.bytes.toString()).toContain('IMEI,Name,Service spot');
  await file.setInputFiles({ name: 'robots.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText('3 rows have errors, 2 are good').waitFor();
  await page.getByText('The same as in row 2').waitFor();
  await page.getByText('Ignored, because unknown: Colour').waitFor();
  expect(await axeFindings(page, '#content')).toEqual([]);
  await page.getByRole('button', { name: 'Import the 2 good rows' }).click();
  await page.getByText('2 rows imported, none failed, 3 left out').waitFor();
  await page.getByRole('button', { name: 'Result as a file' }).click();
  const ready = page.locator('.toast').filter({ hasText: /import result [\d-]{10}\.xlsx is ready/ });
  const result = await saved(page, () => ready.getByRole('button', { name: 'Download' }).click());
  const sheet = (await readXlsx(result.bytes)).sheets[0];
  expect(sheet?.rows.map((cells) => cells[4])).toEqual([
    'Result',
    'Imported',
    'Left out',
    'Left out',
    'Left out',
    'Imported',
  ]);
  await page.goto(`${product.url}/devices/robots?keyword=${stamp}`);
  await page.getByText('Imported one').first().waitFor();
  expect(await page.locator('tbody tr[data-id]').count()).toBe(2);
});

test('robots that are selected are commanded together, each with its answer', async () => {
  const { page } = visit;
  const [first, second] = product.fleet.robots.filter((robot) => robot.tenantId === '1001');
  const prefix = first?.imei.slice(0, -1) ?? '';
  expect(second?.imei.startsWith(prefix)).toBe(true);
  await page.goto(`${product.url}/devices/robots?keyword=${prefix}`);
  await page.locator('tbody tr[data-id]').first().waitFor();
  const count = await page.locator('tbody tr[data-id]').count();
  const dialog = page.getByRole('dialog');

  const askAll = async (verb: string): Promise<void> => {
    await page.locator('thead input[type=checkbox]').check();
    await page.getByRole('toolbar', { name: /./ }).getByRole('button', { name: verb }).click();
    await dialog.getByLabel('Reason').fill('the filters are due');
    await dialog.getByRole('button', { name: `${verb} (${count})` }).click();
    // each robot of the simulator answers for itself
    await dialog.getByText(`${count} done`, { exact: true }).waitFor({ timeout: 60_000 });
  };
  await askAll('Put into maintenance');
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => page.locator('tbody').getByText('Maintenance', { exact: true }).count()).toBe(count);
  expect(new URL(page.url()).searchParams.has('batch')).toBe(false);
  await page.getByRole('tab', { name: new RegExp(`^In maintenance ?${count}$`) }).waitFor();
  await askAll('End maintenance');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => page.locator('tbody').getByText('Maintenance', { exact: true }).count()).toBe(0);

  // what needs no reason is asked with one question
  await page.locator('thead input[type=checkbox]').check();
  await page.getByRole('toolbar', { name: /./ }).getByRole('button', { name: 'More commands' }).click();
  await page.getByRole('menuitem', { name: 'Get latest state' }).click();
  const question = page.getByRole('alertdialog', { name: `Get the latest state of ${count} robots?` });
  await question.getByRole('button', { name: `Get latest state (${count})` }).click();
  await dialog.getByText(`${count} done`, { exact: true }).waitFor({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
});

test('a robot leaves its spot after a question, and is taken back there', async () => {
  const { page } = visit;
  const robot = product.fleet.robots.find(({ tenantId }) => tenantId === '1001')!;
  await page.goto(`${product.url}/devices/robots?keyword=${robot.imei}`);
  const row = page.locator('tbody tr[data-id]').first();
  await row.waitFor();
  const title = page.locator('thead th', { hasText: 'Spot' });
  const place = await title.evaluate((cell) => (cell as unknown as { cellIndex: number }).cellIndex);
  const spot = row.locator('td').nth(place);
  const before = await spot.innerText();
  const unbind = async (answer: string): Promise<void> => {
    await row.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Unbind spot' }).click();
    await page
      .getByRole('alertdialog', { name: /^Unbind .* from its spot\?$/ })
      .getByRole('button', { name: answer })
      .click();
  };
  await unbind('Cancel');
  expect(await spot.innerText()).toBe(before);
  await unbind('Unbind spot');
  await expect.poll(() => spot.innerText()).toBe('–');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => spot.innerText()).toBe(before);
});
