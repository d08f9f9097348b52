import type { Locator, Page } from 'playwright-core';
import { choose } from './choose.ts';
import type { Surroundings } from './shop-surroundings.ts';
import { until } from './until.ts';

// What an owner and his people do in each room of the console, by the words that they read.

export interface Person {
  readonly page: Page;
  /** The address of the console. */
  readonly url: string;
  readonly password: string;
}

const dialogOf = (page: Page): Locator => page.locator('dialog[open]').last();
const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });

const told = (page: Page, text: string): Locator => page.locator('.toast-title').filter({ hasText: text });

/** Opens a page of the console and waits for its title. */
async function open({ page, url }: Person, address: string, title: string): Promise<void> {
  await page.goto(url + address);
  await page.getByRole('heading', { level: 1, name: title }).filter({ visible: true }).waitFor();
}

/** Waits for what is to come; the password is given where the console asks for it first. */
async function untilSaved({ page, password }: Person, sign: Locator): Promise<void> {
  const asks = page.locator('dialog[open]', { has: page.getByRole('heading', { name: 'Confirm with your password' }) });
  await sign.or(asks).first().waitFor();
  if ((await asks.count()) === 0) return;
  await asks.locator('input[type=password]').fill(password);
  await button(asks, 'Confirm').click();
  await sign.first().waitFor();
}

export async function setClockAndMoney(person: Person): Promise<void> {
  const { page } = person;
  await open(person, '/settings/tenant', 'Tenant settings');
  const form = page.getByRole('form', { name: 'Tenant settings' });
  await choose(form.getByRole('combobox', { name: 'Time zone' }), /Europe\/Oslo/);
  await choose(form.getByRole('combobox', { name: 'Currency', exact: true }), /NOK/);
  await button(page, 'Save').click();
  await untilSaved(person, told(page, 'Saved'));
}

export async function setStorage(person: Person, { bucket }: Surroundings): Promise<void> {
  const { page } = person;
  await open(person, '/settings/storage', 'Object storage');
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
  await open(person, '/settings/email', 'E-mail');
  await button(page, 'Set up the mail server').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Sender address').fill('console@fjord-coffee.example');
  await dialog.getByLabel('Sender name').fill('Fjord Coffee');
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByRole('textbox', { name: /^Port/ }).fill(String(mailPort));
  await button(dialog, 'Save').click();
  await untilSaved(person, told(page, 'Saved. Mails go through this server from now on.'));
}

export async function setTextMessages(person: Person, { smsEndpoint }: Surroundings): Promise<void> {
  const { page } = person;
  await open(person, '/settings/sms', 'Text messages');
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

/** The menu of a row in a list, by the words of the row. */
async function chooseOfRow(page: Page, row: string, entry: string): Promise<void> {
  const found = page.locator('tbody tr').filter({ hasText: row }).filter({ visible: true });
  await found.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: entry }).click();
}

export async function setPayments(person: Person, { providerKey }: Surroundings): Promise<void> {
  const { page } = person;
  await open(person, '/settings/payments', 'Payment settings');
  await button(page, 'Add payment setting').first().click();
  const dialog = dialogOf(page);
  await choose(dialog.getByRole('combobox', { name: 'Channel' }), 'Card');
  await dialog.getByLabel('Name').fill('Cards');
  const keys = dialog.getByRole('textbox', { name: 'Keys' });
  await keys.fill(JSON.stringify({ publicKey: '', secretKey: providerKey, webhookSecret: '' }));
  await choose(dialog.getByRole('combobox', { name: 'State' }), 'On');
  await button(dialog, 'Add payment setting').click();
  await untilSaved(person, page.getByRole('cell', { name: 'Cards' }));
  await chooseOfRow(page, 'Cards', 'Register the address for events');
  await untilSaved(person, told(page, 'The address is registered and its secret stored'));
}

export async function giveRoles(person: Person): Promise<void> {
  const { page } = person;
  await open(person, '/isystem/tenant', 'Tenants');
  await chooseOfRow(page, 'Default tenant', 'Give roles and drafts');
  await button(dialogOf(page), 'Give roles').click();
  await told(page, 'Default tenant has its roles now').waitFor();
}

/** Chooses in the dialog that a field opens, such as roles. */
async function pick(dialog: Locator, field: string, option: string): Promise<void> {
  const page = dialog.page();
  await dialog.getByRole('button', { name: `${field}: Choose` }).click();
  const picker = dialogOf(page);
  await picker.getByRole('checkbox', { name: option }).check();
  await button(picker, 'Choose').click();
}

export async function invite(
  person: Person,
  { contact, role, spot }: { contact: string; role: string; spot?: string },
): Promise<void> {
  const { page } = person;
  await open(person, '/isystem/user', 'Users');
  await page.getByRole('link', { name: 'Invitations' }).click();
  await button(page, 'Add invitation').first().click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Mobile or e-mail').fill(contact);
  await pick(dialog, 'Roles', role);
  if (spot !== undefined) {
    await choose(dialog.getByRole('combobox', { name: 'Spots in sight' }), 'Chosen spots');
    await page.screenshot({ path: '/tmp/journey/5.png' });
    await dialog.getByRole('combobox', { name: 'Chosen spots' }).click();
    await page.getByRole('option', { name: spot }).click();
    await page.keyboard.press('Escape');
  }
  await button(dialog, 'Add invitation').click();
  await page.locator('tbody tr').filter({ hasText: contact }).waitFor();
}

/** The link of the newest mail to a mailbox. */
export async function linkMailedTo({ outbox }: Surroundings, mailbox: string): Promise<string> {
  const link = await until(`a mail to ${mailbox}`, async () => {
    const [mail] = outbox.list({ channel: 'email', to: mailbox });
    return mail && /https?:\S+/.exec(mail.text)?.[0];
  });
  return link;
}

/** Whoever is invited opens the link, makes an account and logs in. */
export async function join(person: Person, link: string, account: { name: string; username: string }): Promise<void> {
  const { page, password } = person;
  await page.goto(link);
  await page.getByLabel('Your name').fill(account.name);
  await page.getByLabel('Account').fill(account.username);
  for (const field of await page.locator('input[autocomplete=new-password]').all()) await field.fill(password);
  await button(page, 'Make an account and join').click();
  await page.getByText(`You can log in as ${account.username} now.`).waitFor();
  await page.getByRole('link', { name: 'To the login' }).click();
  await page.locator('input[autocomplete=username]').fill(account.username);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.frame').waitFor();
}
