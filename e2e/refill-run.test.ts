import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RefillRun } from '../src/domains/refill-runs/contract/endpoints.ts';
import type { RobotDetail } from '../src/domains/robots/contract/robot.ts';
import { axeFindings, colourFindings } from './axe.ts';
import { logIn, openBrowser, openPage, type Visit } from './browser.ts';
import { ownProduct } from './own-product.ts';
import { asStaff } from './start-pair.ts';
import { stopCustomers } from './start-product.ts';

// A refill run on a phone whose network is gone in the middle: the stock is right afterwards (issue 16, criterion 5).
const product = ownProduct();
const AMOUNT = 1_900;

let browser: Browser;
let visit: Visit;
let page: Page;
let manager: Awaited<ReturnType<typeof asStaff>>;
beforeAll(async () => {
  await stopCustomers(product.control);
  browser = await openBrowser();
  visit = await openPage(browser, { width: 375, isPhone: true });
  ({ page } = visit);
  await logIn(page, product, { username: 'operator', tenant: /A01/ });
  manager = await asStaff(product, 'manager', '1000');
});
afterAll(async () => {
  expect(visit.complaints).toEqual([]);
  await browser.close();
});

async function ask<Answer>(method: 'GET' | 'POST', path: string, request: Record<string, unknown>): Promise<Answer> {
  const url = new URL(`${product.url}/sos-backend${path}`);
  if (method === 'GET') url.search = new URLSearchParams(request as Record<string, string>).toString();
  const answer = await fetch(url, {
    method,
    headers: { ...manager, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(request) } : {}),
  });
  const { result, message } = (await answer.json()) as { result: Answer | null; message: string };
  if (result === null) throw new Error(`${path}: ${message}`);
  return result;
}
const robotOf = (id: string) => ask<RobotDetail>('GET', '/coffeeMachineV2/api/one', { id });
const beansOf = async (id: string) => {
  const beans = (await robotOf(id)).materials.find(({ code }) => code === 'beans');
  if (!beans) throw new Error('The robot holds no beans');
  return beans;
};
const count = async (robotId: string, amount: number) =>
  ask('POST', '/coffeeMachineV2/api/update_materials', {
    ...{ robotId, reason: 'count' },
    materials: [{ materialId: (await beansOf(robotId)).materialId, amount }],
  });
const open = async (path: string, on = page): Promise<void> => {
  await on.goto(`${product.url}${path}`);
  await on.locator('.mobile-page').waitFor();
};

/** Says what is in the container of beans now, and confirms. */
async function fill(robot: string, batch = ''): Promise<void> {
  const card = page.locator('article', { has: page.getByRole('link', { name: robot, exact: true }) });
  await card.getByRole('link', { name: 'Fill up' }).click();
  await page.getByRole('heading', { level: 1, name: robot }).waitFor();
  const names = page.locator('.refill-container');
  const beans = names.filter({ hasText: 'Coffee beans' });
  // whatever else is wanted stays as it is
  for (const other of await names.filter({ hasNotText: 'Coffee beans' }).filter({ visible: true }).all())
    await other.getByRole('button', { name: 'Not filled' }).click();
  await beans.getByLabel('In it now').fill(String(AMOUNT));
  if (batch !== '') await beans.getByLabel('Batch').fill(batch);
  await page.getByRole('button', { name: 'Confirm 1 filled' }).click();
}

test('a run is done with the connection cut in the middle, closed and opened in between; the stock is right', async () => {
  await open('/mobile/refill');
  await page.locator('.refill-run').first().waitFor();
  const { runs } = await page.evaluate<{ runs: RefillRun[] }>(
    `fetch('/sos-backend/refillRun/api/mine', { headers: {
       'X-Access-Token': JSON.parse(localStorage.getItem('pro__Access-Token')).value, 'tenant-id': '1000' } })
       .then((answer) => answer.json()).then(({ result }) => result)`,
  );
  const [run] = runs;
  const [first, second, third] = run?.stops ?? [];
  if (!run || !first || !second || !third) throw new Error('The demo plans a run of three robots');
  // customers have stopped coming; who came before them is still served
  const inWork = async (): Promise<number> => {
    const waiting = ({ imei }: { imei: string }) =>
      ask<{ total: number }>('POST', '/coffeeorder/api/page', { search: imei, status: '3', pageSize: 1 });
    return (await Promise.all([first, second, third].map(waiting))).reduce((sum, { total }) => sum + total, 0);
  };
  await expect.poll(inWork, { timeout: 60_000, interval: 500 }).toBe(0);
  for (const { robotId } of [first, second, third]) await count(robotId, 300);

  await page.locator('.refill-run').first().click();
  await page.getByRole('button', { name: 'Start the run' }).click();
  expect([...(await axeFindings(page)), ...(await colourFindings(page))]).toEqual([]);
  // the phone has the run, and the files of its program
  await expect.poll(() => page.evaluate("caches.match('/mobile/').then((found) => found !== undefined)")).toBe(true);
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);

  await visit.context.setOffline(true);
  await fill(first.name, 'B-2041');
  await page.getByText('1 to be sent').waitFor();

  // closed and opened again, still without a network
  await page.close();
  page = await visit.context.newPage();
  await open(`/mobile/refill?run=${run.id}`);
  await page.getByText('1 to be sent').waitFor();
  await fill(second.name);
  await page.getByText('2 to be sent').waitFor();
  expect((await beansOf(first.robotId)).level).toBe(300);
  // somebody else comes after it, and the server knows of that first
  await count(second.robotId, 1_200);
  await open(`/mobile/refill?run=${run.id}`);
  const card = page.locator('article', { has: page.getByRole('link', { name: third.name, exact: true }) });
  await card.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'No access' }).click();
  await page.getByText('3 to be sent').waitFor();

  await visit.context.setOffline(false);
  await page.getByText(/to be sent/).waitFor({ state: 'detached' });
  await page.getByText(/Coffee beans later, at .* stays in the book/).waitFor();
  await page.getByRole('button', { name: 'Understood' }).click();
  expect((await beansOf(first.robotId)).current).toBe(AMOUNT);
  expect((await beansOf(second.robotId)).current).toBe(1_200);
  expect((await beansOf(third.robotId)).current).toBe(300);

  await page.getByRole('button', { name: 'Finish the run' }).click();
  await page.getByText('2 filled, 1 skipped.').waitFor();
  await expect
    .poll(async () => (await ask<RefillRun>('GET', '/refillRun/api/detail', { id: run.id })).state)
    .toBe('done');
  const done = await ask<RefillRun>('GET', '/refillRun/api/detail', { id: run.id });
  expect(done.stops.map(({ state, reason }) => [state, reason])).toEqual([
    ['filled', ''],
    ['filled', ''],
    ['skipped', 'noAccess'],
  ]);
  expect(done.stops[0]?.fills).toMatchObject([{ before: 300, after: AMOUNT, batch: 'B-2041', kept: false }]);
  expect(done.stops[1]?.fills).toMatchObject([{ after: AMOUNT, kept: true }]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
});

test('the logout takes along what the phone kept', async () => {
  await page.goto(`${product.url}/`);
  await page.locator('.frame').waitFor();
  const kept = () =>
    page.evaluate<number>(`new Promise((done) => {
      const asked = indexedDB.open('refill-runs');
      asked.onsuccess = () => {
        const rows = asked.result.transaction('kept').objectStore('kept').count();
        rows.onsuccess = () => { asked.result.close(); done(rows.result); };
      };
    })`);
  expect(await kept()).toBe(1);
  await page.getByRole('button', { name: /Henrik/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await page.locator('input[autocomplete=username]').waitFor();
  expect(await kept()).toBe(0);
});
