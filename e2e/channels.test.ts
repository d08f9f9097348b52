import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutboxMessage } from '../src/apps/simulator/outbox/outbox.ts';
import { customerPage } from '../src/domains/customers/contract/addresses.ts';
import { CHANNEL_PAGE, MESSAGE_LOG } from '../src/domains/push/contract/addresses.ts';
import { axeFindings } from './axe.ts';
import { type LoggedIn, stayLoggedIn } from './logged-in.ts';
import { ownProduct } from './own-product.ts';
import { asStaff } from './start-pair.ts';
import { insist } from './storefront-client.ts';
import { until } from './until.ts';

// The ways to people: set up and tried in the browser, what became of a message, and how its receiver hears no more of them.
const product = ownProduct();
const TENANT = '1000';
const SETTINGS = { timeZone: 'Europe/Oslo', timeFormat: 'yyyy-MM-dd HH:mm:ss' };

let page: Page;
let browser: LoggedIn['browser'];
let manager: Record<string, string>;
let customer: { readonly id: string; readonly email: string };
let templateId = '';
stayLoggedIn(product, (opened) => {
  ({ page, browser } = opened);
});

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const { success, message, result } = await insist<T>(`${product.url}/sos-backend${path}`, manager, body);
  expect(success, `${path}: ${message}`).toBe(true);
  return result;
}
const mailsTo = async (to: string): Promise<OutboxMessage[]> =>
  (await fetch(`${product.control}/outbox?channel=email&to=${encodeURIComponent(to)}`)).json() as Promise<
    OutboxMessage[]
  >;
const keepQuiet = (quietHours: object | null): Promise<unknown> =>
  ask('/tenantinfo/api/edit_v2', { ...SETTINGS, quietHours });

beforeAll(async () => {
  manager = await asStaff(product, 'manager', TENANT);
  const { records } = await ask<{ records: (typeof customer & { consent: boolean })[] }>(
    '/account/accountInfoModel/list?pageSize=200',
  );
  const choices = await Promise.all(
    records
      .filter(({ email, consent }) => email !== '' && consent)
      .slice(0, 20)
      .map(async (one) => ({
        one,
        ...(await ask<{ refused: string[] }>(`/MsgPush/api/choices/ofCustomer?id=${one.id}`)),
      })),
  );
  customer = choices.find(({ refused }) => refused.length === 0)!.one;
  ({ id: templateId } = await ask<{ id: string }>('/MsgPush/api/exampleAdd', {
    ...{ code: `spring-${Date.now()}`, channel: 'email', language: 'en-US', testJson: '{"cups":2}' },
    ...{ title: 'Spring is here: {cups} for one', content: 'Bring a friend, and pay for one of {cups}.' },
  }));
  // offers leave at any hour, so that the test does at any hour
  await keepQuiet(null);
});
afterAll(async () => {
  await fetch(`${product.control}/channels/faults`, { method: 'DELETE' });
  await keepQuiet({ from: '21:00', to: '09:00' });
  await ask('/MsgPush/api/exampleDelete', { id: templateId });
});

const card = (title: string) =>
  page.locator('.channel-cards .card').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const openChannels = async (): Promise<void> => {
  await page.goto(product.url + CHANNEL_PAGE);
  await card('E-mail').waitFor();
};

/** On the page of the simulator, as a visitor of the demo would. */
async function nextFails(channel: string, what: string): Promise<void> {
  const simulator = await page.context().newPage();
  await simulator.goto(`${product.control}/messages`);
  await simulator.locator('#fault-channel').selectOption({ label: channel });
  await simulator.locator('#fault-kind').selectOption({ label: what });
  expect(await axeFindings(simulator)).toEqual([]);
  await simulator.getByRole('button', { name: 'Next message' }).click();
  await simulator.locator('#faults-waiting', { hasText: `${channel}: ${what} × 1` }).waitFor();
  await simulator.close();
}

test('a channel gets a limit and is switched off and on; what is wrong with it is named', async () => {
  await openChannels();
  expect(await page.locator('.channel-cards .card').count()).toBe(6);
  expect(await axeFindings(page)).toEqual([]);
  const set = async (limit: string, isOn: boolean): Promise<void> => {
    await card('API').getByRole('button', { name: 'Settings' }).click();
    const form = dialog('Settings: API');
    await form.getByRole('switch', { name: 'On' }).setChecked(isOn);
    await form.getByLabel('In an hour').fill(limit);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
  };
  await set('50', false);
  await card('API').getByText('50 an hour').waitFor();
  await card('API').getByText('Off', { exact: true }).waitFor();
  await set('0', true);
  await card('API').getByText('Off', { exact: true }).waitFor({ state: 'detached' });
  // a private network is no place for messages
  await card('API').getByRole('button', { name: 'Settings' }).click();
  const form = dialog('Settings: API');
  await form.getByLabel('Address').fill('http://10.0.0.1/messages');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.locator('[aria-invalid=true]').first().waitFor();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await form.getByRole('button', { name: 'Cancel' }).click();
});

test('a test message arrives, or the answer of the provider says why not', async () => {
  await openChannels();
  const attempt = async (says: string): Promise<void> => {
    await card('E-mail').getByRole('button', { name: 'Test message' }).click();
    const form = dialog('Test message: E-mail');
    await form.getByLabel('E-mail').fill('trial@example.com');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByRole('status').getByText(says).waitFor();
    await form.getByRole('button', { name: 'Close' }).click();
  };
  await attempt('It was taken.');
  await until('the test message', async () => (await mailsTo('trial@example.com')).length > 0);
  await nextFails('E-mail', 'Refused');
  await attempt('Refused by the provider');
});

const row = (state: string) =>
  page.locator('tbody tr[data-id]').filter({ hasText: 'Spring is here' }).filter({ hasText: state }).first();
const send = (): Promise<unknown> =>
  ask('/MsgPush/api/exampleSend', { id: templateId, customerIds: [customer.id], values: { cups: 2 } });
const openLog = async (): Promise<void> => {
  await page.goto(`${product.url}${MESSAGE_LOG}?search=Spring`);
  await page.getByRole('heading', { name: 'Message log', level: 1 }).waitFor();
};

test('a message fails, is sent once more and arrives; each attempt stands in the log', async () => {
  await nextFails('E-mail', 'Refused');
  await send();
  await openLog();
  await row('Failed').waitFor();
  const id = await row('Failed').getAttribute('data-id');
  await page.goto(`${product.url}${MESSAGE_LOG}?search=Spring&panel=${id}`);
  const panel = page.locator('.side-panel');
  const attempts = panel.getByRole('region', { name: 'Attempts' });
  await attempts.getByText('Refused by the provider').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Send once more' }).first().click();
  await attempts.getByText('Taken').waitFor();
  await openLog();
  await row('Delivered').waitFor();
});

test('its receiver says no on the page of its link; his page in the console shows it, and no more such mails leave', async () => {
  const mail = await until('the mail', async () =>
    (await mailsTo(customer.email)).find(({ subject }) => subject.includes('Spring is here')),
  );
  const link = /https?:\/\/\S+message-choices\/\S+/.exec(mail.text)?.[0];
  // he has no account here
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 375, height: 800 } });
  try {
    const choices = await context.newPage();
    await choices.goto(link!);
    const news = choices.getByRole('checkbox', { name: 'News and offers' });
    await news.uncheck();
    await choices.getByText('Saved').waitFor();
    expect(await axeFindings(choices)).toEqual([]);
    await choices.goto(`${product.url}/user/message-choices?link=wrong`);
    await choices.getByText('This link does not work.').waitFor();
  } finally {
    await context.close();
  }
  await page.goto(product.url + customerPage(customer.id));
  const wants = page.getByRole('switch', { name: 'News and offers' });
  await expect.poll(() => wants.isChecked()).toBe(false);
  await send();
  await openLog();
  await row('Opted out').waitFor();
  // he asks to hear of them again, and staff says so for him
  await page.goto(product.url + customerPage(customer.id));
  await wants.check();
  await until('his choice', async () => {
    const { refused } = await ask<{ refused: string[] }>(`/MsgPush/api/choices/ofCustomer?id=${customer.id}`);
    return refused.length === 0;
  });
});
