import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutboxMessage } from '../src/apps/simulator/outbox/outbox.ts';
import { ALARM_LIST, alarmPage, DUTY_LIST, DUTY_PAGE } from '../src/domains/alarms/contract/addresses.ts';
import { axeFindings } from './axe.ts';
import { typeDate } from './browser.ts';
import { choose } from './choose.ts';
import { stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';
import { asStaff } from './start-pair.ts';
import { stopCustomers } from './start-product.ts';
import { insist } from './storefront-client.ts';
import { until } from './until.ts';

// A plug is pulled: the open console says so, whoever is on duty has a mail, and what is done about it stands where the alarm is.
const product = ownProduct();
const TENANT = '1000';
/** Nobody of the demo's own rota, so that nothing has called him before. */
const [ON_DUTY, MAILBOX] = ['Sigrid Solheim', 'sigrid@nordic-coffee.example'];
const SPOT = 'Gardermoen Airport';
const ROBOTS = ['Gate D', 'Gate A', 'Security', 'Arrivals'];
const DUTY = 'Plug pulled';

let page: Page;
let manager: Record<string, string>;
let robot: { readonly name: string; readonly imei: string };
stayLoggedIn(product, (opened) => {
  ({ page } = opened);
});

async function ask<T>(path: string, body: unknown): Promise<T> {
  const { success, message, result } = await insist<T>(`${product.url}/sos-backend${path}`, manager, body);
  expect(success, `${path}: ${message}`).toBe(true);
  return result;
}

async function simulator<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${product.control}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as T;
}
const plug = (kind: 'pullPlug' | 'plugIn'): Promise<unknown> => simulator(`/robots/${robot.imei}/faults`, { kind });

async function forgetDuties(): Promise<void> {
  const { records } = await ask<{ records: { id: string }[] }>('/alarmDuty/api/page', { keyword: DUTY });
  for (const { id } of records) await ask('/alarmDuty/api/delete', { id });
}

beforeAll(async () => {
  await stopCustomers(product.control);
  manager = await asStaff(product, 'manager', TENANT);
  robot = await freshRobot();
  await forgetDuties();
  // whoever comes on duty is called about what is open, and then left in peace for two minutes
  const { records } = await ask<{ records: { id: string }[] }>('/alarm/api/page', { state: 'open', pageSize: 100 });
  if (records.length > 0) await ask('/alarm/api/acknowledge', { ids: records.map(({ id }) => id) });
});

/** What comes back within ten minutes is the same alarm, answered as it was: one that has not fallen silent before. */
async function freshRobot(): Promise<typeof robot> {
  for (const one of product.fleet.robots.filter(({ tenantId, name }) => tenantId === TENANT && ROBOTS.includes(name))) {
    const { total } = await ask<{ total: number }>('/alarm/api/page', { keyword: one.imei, type: 'heartbeat' });
    if (total === 0) return one;
  }
  throw new Error('All of them have fallen silent before');
}

afterAll(async () => {
  await plug('plugIn');
  await forgetDuties();
});

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

test('a duty is added in the browser, and the rota shows who has it now', async () => {
  await page.goto(product.url + DUTY_LIST);
  await page.getByRole('button', { name: 'Add duty' }).click();
  const form = dialog('Add duty');
  await form.getByLabel(/^Name/).fill(DUTY);
  await form.getByRole('button', { name: /^Account/ }).click();
  const people = dialog('Account');
  await people.getByRole('radio', { name: new RegExp(ON_DUTY) }).check();
  await people.getByRole('button', { name: 'Choose', exact: true }).click();
  await choose(form.getByRole('combobox', { name: 'Spot' }), new RegExp(SPOT));
  for (const weekday of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    await form.getByRole('checkbox', { name: weekday }).check();
  // from midnight to midnight
  await typeDate(form.getByRole('group', { name: 'Hours: from' }), '0000');
  await typeDate(form.getByRole('group', { name: 'Hours: to' }), '0000');
  await typeDate(form.getByRole('group', { name: 'First day' }), '20260101');
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await form.getByRole('button', { name: 'Add duty' }).click();
  await form.waitFor({ state: 'detached' });
  await page.goto(product.url + DUTY_PAGE);
  await page.locator('.duty-now li').filter({ hasText: ON_DUTY }).filter({ hasText: SPOT }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

const row = () =>
  page.locator('tbody tr[data-id]').filter({ hasText: robot.name }).filter({ hasText: 'Robot heartbeat' }).first();
/** As somebody does who sees "1 new – show" above the list. */
async function seen(words: string): Promise<void> {
  const fresh = page.getByRole('button', { name: /^\d+ new – show/ });
  await until(`${robot.name} ${words}`, async () => {
    if (await fresh.isVisible()) await fresh.click();
    return (await row().filter({ hasText: words }).count()) > 0;
  });
}

test('a pulled plug is on the open list and in the mailbox of who is on duty; nothing is loaded anew', async () => {
  await page.goto(`${product.url}${ALARM_LIST}?view=all&search=${robot.imei}`);
  await page.getByRole('heading', { name: 'Alarms', level: 1 }).waitFor();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await plug('pullPlug');
  await seen('Open');
  const mail = await until('a mail', async () => {
    const mails = await simulator<OutboxMessage[]>(`/outbox?channel=email&to=${MAILBOX}`);
    return mails.find(({ text }) => text.includes('Robot heartbeat') && text.includes(robot.name));
  });
  // it leads to the list
  expect(mail.text).toContain(`${ALARM_LIST}?tenant=${TENANT}`);
  expect(loads).toBe(0);
});

test('it is silenced, given to somebody, noted and acknowledged; each stands in what became of it', async () => {
  const id = await row().getAttribute('data-id');
  await page.goto(product.url + alarmPage(id!));
  const panel = page.locator('.side-panel');
  const steps = panel.getByRole('region', { name: 'What became of it' });
  await steps.getByText(new RegExp(`${ON_DUTY} was called .*: first message`)).waitFor();

  await panel.getByRole('button', { name: 'Silence' }).click();
  const silence = dialog('Keep this alarm silent');
  await silence.getByRole('radio', { name: 'Four hours' }).check();
  await silence.getByRole('button', { name: 'Keep silent' }).click();
  await steps.getByText('Silent until').waitFor();

  await panel.getByRole('button', { name: 'Who looks after it' }).click();
  const assign = dialog(/^Who looks after/);
  await assign.getByLabel('Somebody else').fill('Henrik Nygaard');
  await assign.getByRole('button', { name: 'Save' }).click();
  await steps.getByText('Looked after by Henrik Nygaard').waitFor();

  await panel.getByRole('button', { name: 'Add a note' }).click();
  const note = dialog(/^Note to/);
  await note.getByLabel('Note', { exact: false }).fill('The cleaner needed the socket.');
  await note.getByRole('button', { name: 'Save' }).click();
  await steps.getByText(/^The cleaner needed the socket\./).waitFor();

  await panel.getByRole('button', { name: 'Acknowledge' }).click();
  await steps.getByText(/^Acknowledged/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await seen('Acknowledged');
});

test('the plug is in again: it is over, and stays in the list with who looked after it', async () => {
  await plug('plugIn');
  await seen('Over');
  expect(await row().innerText()).toContain('Henrik Nygaard');
});
