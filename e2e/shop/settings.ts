import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { paymentConfigEndpoints, paymentConfigs } from '../../src/domains/payments/contract/payment-configs.ts';
import { tenantEndpoints } from '../../src/system/tenants/contract/endpoints.ts';
import { choose, optionsOf } from '../choose.ts';
import { button, chooseOfRow, dialogOf, open, type Person, rowOf, told, untilSaved } from './rooms.ts';
import type { Surroundings } from './surroundings.ts';

export async function setClockAndMoney(person: Person): Promise<void> {
  const { page } = person;
  await open(person, 'Settings', 'Tenant settings');
  const form = page.getByRole('form', { name: 'Tenant settings' });
  await choose(form.getByRole('combobox', { name: 'Time zone' }), /Europe\/Oslo/);
  await choose(form.getByRole('combobox', { name: 'Currency', exact: true }), /NOK/);
  await button(page, 'Save').click();
  await untilSaved(person, told(page, 'Saved'));
}

export async function setStorage(person: Person, { bucket }: Surroundings): Promise<void> {
  const { page } = person;
  await open(person, 'Settings', 'Object storage');
  await button(page, 'Set up object storage').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Endpoint').fill(bucket.endpoint);
  await dialog.getByLabel('Bucket').fill(bucket.bucketName);
  await dialog.getByLabel('Access key').fill(bucket.accessKey);
  await dialog.getByLabel('Secret key').fill(bucket.secretKey);
  await dialog.getByLabel('Static domain').fill(`${bucket.endpoint}/${bucket.bucketName}`);
  await button(dialog, 'Save').click();
  await untilSaved(person, told(page, 'Saved. New files are stored there from now on.'));
}

export async function setMail(person: Person, { mailPort }: Surroundings): Promise<void> {
  const { page } = person;
  await open(person, 'Settings', 'E-mail');
  await button(page, 'Set up the mail server').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Sender address').fill('console@fjord-coffee.example');
  await dialog.getByLabel('Sender name').fill('Fjord Coffee');
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByRole('textbox', { name: /^Port/ }).fill(String(mailPort));
  await button(dialog, 'Save').click();
  await untilSaved(person, told(page, 'Saved. E-mails go through this server from now on.'));
}

export async function setTextMessages(person: Person, { smsEndpoint }: Surroundings): Promise<void> {
  const { page } = person;
  await open(person, 'Settings', 'Text messages');
  await button(page, 'Set up the provider').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Endpoint').fill(smsEndpoint);
  await dialog.getByLabel('Sender').fill('Fjord');
  await dialog.getByLabel('Secret key').fill('a-key-of-the-provider');
  await dialog.getByLabel('Authorization header').fill('Bearer {secretKey}');
  await dialog.getByLabel('Body').fill('{"to":"{phone}","text":"{text}","from":"{sender}"}');
  await button(dialog, 'Save').click();
  await untilSaved(person, told(page, 'Saved. Text messages go through this provider from now on.'));
}

export async function setPayments(person: Person, { providerKey }: Surroundings): Promise<void> {
  const { page } = person;
  await open(person, 'Settings', 'Payment settings');
  await button(page, 'Add payment setting').first().click();
  const dialog = dialogOf(page);
  const channel = dialog.getByRole('combobox', { name: 'Channel' });
  // the sandbox is no channel that somebody sets up
  expect(await optionsOf(channel)).toEqual(['Card', 'Free']);
  await choose(channel, 'Card');
  await dialog.getByRole('textbox', { name: 'Name (required)' }).fill('Cards');
  const keys = dialog.getByRole('textbox', { name: 'Keys' });
  const settings = JSON.stringify({ publicKey: '', secretKey: providerKey, webhookSecret: '' });
  // the editor takes the place of a plain field as soon as its program is there, and what was typed before may be gone
  const typed = async (): Promise<string> => {
    // typed over, the browser would keep the colours of what was there as a style of its own, which the policy refuses
    await keys.press('ControlOrMeta+a');
    await keys.press('Delete');
    await page.keyboard.insertText(settings);
    return (await keys.textContent()) ?? '';
  };
  await expect.poll(typed).toContain(providerKey);
  await choose(dialog.getByRole('combobox', { name: 'State' }), 'On');
  await button(dialog, 'Add payment setting').click();
  await untilSaved(person, page.getByRole('cell', { name: 'Cards' }));
  await chooseOfRow(page, 'Cards', 'Register the address for events');
  await untilSaved(person, told(page, 'The address is registered and its secret stored'));
}

export async function nameTenant(person: Person, name: string): Promise<void> {
  const { page } = person;
  await open(person, 'System', 'Tenants');
  await chooseOfRow(page, 'Default tenant', 'Edit');
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name (required)', { exact: true }).fill(name);
  await button(dialog, 'Save').click();
  await untilSaved(person, rowOf(page, name));
}

/** What every tenant begins with: the roles Manager, Operator and Clerk, and more. */
export async function giveRoles(person: Person, tenant: string): Promise<void> {
  const { page } = person;
  await open(person, 'System', 'Tenants');
  await chooseOfRow(page, tenant, 'Set up defaults');
  await button(dialogOf(page), 'Set up').click();
  await told(page, `${tenant} now has 3 roles`).waitFor();
}

const checklist = (page: Page): Locator => page.locator('dialog.setup');

/** What the checklist names; it comes by itself. */
export async function missingSettings({ page }: Person): Promise<string[]> {
  const missing = checklist(page).getByRole('list', { name: 'Missing settings' }).getByRole('listitem');
  await missing.first().waitFor();
  return missing.locator('strong').allInnerTexts();
}

/** What the check asks before it speaks. */
const CHECKED = [tenantEndpoints.info, paymentConfigEndpoints.listStripe, paymentConfigs.endpoints.page];

/** After the next load the check has read everything, and has nothing to say. */
export async function seeNothingMissing({ page }: Person): Promise<void> {
  const read = CHECKED.map(({ path }) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(path)),
  );
  await page.reload();
  for (const answer of await Promise.all(read)) await answer.finished();
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  expect(await checklist(page).allInnerTexts()).toEqual([]);
}

/** Puts the checklist away and gets to work. */
export async function closeChecklist({ page }: Person): Promise<void> {
  await button(checklist(page), 'Close').last().click();
  await checklist(page).waitFor({ state: 'detached' });
}
