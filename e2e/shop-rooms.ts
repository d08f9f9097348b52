import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { typeDate } from './browser.ts';
import { choose, optionsOf } from './choose.ts';
import type { RobotAccess } from './shop-robot.ts';
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
  const channel = dialog.getByRole('combobox', { name: 'Channel' });
  // the sandbox is no channel that somebody sets up
  expect(await optionsOf(channel)).toEqual(['Card', 'Free']);
  await choose(channel, 'Card');
  await dialog.getByLabel('Name').fill('Cards');
  const keys = dialog.getByRole('textbox', { name: 'Keys' });
  await keys.fill(JSON.stringify({ publicKey: '', secretKey: providerKey, webhookSecret: '' }));
  await choose(dialog.getByRole('combobox', { name: 'State' }), 'On');
  await button(dialog, 'Add payment setting').click();
  await untilSaved(person, page.getByRole('cell', { name: 'Cards' }));
  await chooseOfRow(page, 'Cards', 'Register the address for events');
  await untilSaved(person, told(page, 'The address is registered and its secret stored'));
}

export async function nameTenant(person: Person, name: string): Promise<void> {
  const { page } = person;
  await open(person, '/isystem/tenant', 'Tenants');
  await chooseOfRow(page, 'Default tenant', 'Edit');
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name (required)', { exact: true }).fill(name);
  await button(dialog, 'Save').click();
  await untilSaved(person, page.locator('tbody tr').filter({ hasText: name }));
}

/** The roles Manager, Operator and Clerk, which every tenant begins with. */
export async function giveRoles(person: Person, tenant: string): Promise<void> {
  const { page } = person;
  await open(person, '/isystem/tenant', 'Tenants');
  await chooseOfRow(page, tenant, 'Give roles and drafts');
  await button(dialogOf(page), 'Give roles').click();
  await told(page, `${tenant} has its roles now`).waitFor();
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
    await choose(dialog.getByRole('combobox', { name: 'Spots in sight' }), 'Chosen spots only');
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

const form = (page: Page): Locator => page.locator('form').filter({ visible: true });

/** Chooses a picture for a field and waits until it is stored. */
async function givePicture(within: Locator, field: string): Promise<void> {
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
async function addOnPage(
  person: Person,
  list: { address: string; title: string; add: string },
  fill: (form: Locator) => Promise<void>,
) {
  const { page } = person;
  await open(person, list.address, list.title);
  await page.getByRole('link', { name: list.add }).first().click();
  await form(page).getByLabel('Name (required)', { exact: true }).waitFor();
  await fill(form(page));
  await button(page, 'Save').click();
  await page.waitForURL(/\/detail\//);
}

/** A dialog above a list: what is typed is saved, and its row appears. */
async function addInDialog(
  person: Person,
  list: { address: string; title: string; add: string },
  name: string,
  fill: (dialog: Locator) => Promise<void>,
) {
  const { page } = person;
  await open(person, list.address, list.title);
  await button(page, list.add).first().click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name (required)', { exact: true }).fill(name);
  await fill(dialog);
  await button(dialog, list.add).click();
  await page.locator('tbody tr').filter({ hasText: name }).first().waitFor();
}

/** A place that sells at any hour of any day. Answers its id. */
export async function addSpot(person: Person, name: string): Promise<string> {
  await addOnPage(
    person,
    { address: '/spots/list', title: 'Service spots', add: 'Add service spot' },
    async (fields) => {
      await fields.getByLabel('Name (required)', { exact: true }).fill(name);
      await fields.getByLabel('Opening hours in words').fill('Day and night');
      await givePicture(fields, 'Icon');
      await button(fields, 'Add hours').click();
      const hours = fields.getByRole('group', { name: 'Hours 1', exact: true });
      for (const day of await hours.getByRole('checkbox').all()) await day.check();
      await typeDate(hours.getByRole('group', { name: 'Open: from' }), '0000');
      await typeDate(hours.getByRole('group', { name: 'Open: to' }), '0000');
      await fields.getByLabel('Company name').fill('Fjord Coffee AS');
      await givePicture(fields, 'Company logo');
    },
  );
  return new URL(person.page.url()).pathname.split('/').at(-1) as string;
}

export async function addMaterial(person: Person, { name, unit }: { name: string; unit: string }): Promise<void> {
  await addInDialog(
    person,
    { address: '/goods/materials', title: 'Materials', add: 'Add material' },
    name,
    async (dialog) => {
      await choose(dialog.getByRole('combobox', { name: 'Type' }), 0);
      await choose(dialog.getByRole('combobox', { name: 'Unit' }), unit);
    },
  );
}

export async function addMenu(person: Person, name: string): Promise<void> {
  await addInDialog(person, { address: '/goods/menus', title: 'Menus', add: 'Add menu' }, name, async () => undefined);
}

export async function addGroup(
  person: Person,
  name: string,
  categories: readonly { name: string; cost: string }[],
): Promise<void> {
  await addInDialog(
    person,
    { address: '/goods/groups', title: 'Option groups', add: 'Add option group' },
    name,
    async (dialog) => {
      for (const [place, one] of categories.entries()) {
        await button(dialog, 'Add category').click();
        const row = dialog.getByRole('group', { name: `Category ${place + 1}`, exact: true });
        await row.getByLabel('Name (required)', { exact: true }).fill(one.name);
        await row.getByLabel('Cost').fill(one.cost);
      }
    },
  );
}

interface Drink {
  readonly name: string;
  readonly price: string;
  readonly menu: string;
  readonly group: string;
  readonly recipe: readonly { material: string; amount: string }[];
}

export async function addBeverage(person: Person, drink: Drink): Promise<void> {
  const { page } = person;
  await addOnPage(person, { address: '/goods/beverages', title: 'Beverages', add: 'Add beverage' }, async (fields) => {
    await fields.getByLabel('Name (required)', { exact: true }).fill(drink.name);
    await fields.getByLabel('Description').fill(`${drink.name} of fresh beans`);
    await fields.getByRole('combobox', { name: 'Menu' }).click();
    await page.getByRole('treeitem', { name: drink.menu }).click();
    await givePicture(fields, 'Picture');
    await fields.getByLabel('Original price').fill(drink.price);
    await fields.getByLabel('Price (required)', { exact: true }).fill(drink.price);
    await fields.getByRole('radio', { name: 'Rate of the spot' }).check();
    await button(fields, 'Add group').click();
    await choose(
      fields.getByRole('group', { name: 'Group 1', exact: true }).getByRole('combobox', { name: 'Group' }),
      new RegExp(drink.group),
    );
    for (const [place, { material, amount }] of drink.recipe.entries()) {
      await button(fields, 'Add material').click();
      const row = fields.getByRole('group', { name: `Material ${place + 1}`, exact: true });
      await choose(row.getByRole('combobox', { name: 'Material' }), new RegExp(material));
      await row.getByLabel('Amount').fill(amount);
    }
  });
}

/** A robot with its place; what the console shows once is what goes into the robot. */
export async function addRobot(
  person: Person,
  robot: { imei: string; name: string; spot: string },
): Promise<RobotAccess> {
  const { page } = person;
  await open(person, '/devices/robots', 'Coffee robots');
  await button(page, 'Add robot').first().click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('IMEI').fill(robot.imei);
  await dialog.getByLabel('Name').fill(robot.name);
  await choose(dialog.getByRole('combobox', { name: 'Service spot' }), new RegExp(robot.spot));
  await button(dialog, 'Add robot').click();
  const shown = page.getByRole('dialog', { name: `MQTT access of ${robot.name}` });
  await shown.waitFor();
  const fact = async (term: string): Promise<string> =>
    shown
      .locator('.facts > div')
      .filter({ has: page.getByText(term, { exact: true }) })
      .locator('code')
      .innerText();
  const access = {
    url: await fact('Broker'),
    username: await fact('User name'),
    clientId: await fact('Client id'),
    password: await fact('Password'),
    topics: (await fact('Topics')).replace('/#', ''),
  };
  await button(shown, 'Done').click();
  await button(page, 'Close anyway').click();
  await shown.waitFor({ state: 'detached' });
  return access;
}

/** Writes down what is in the containers of a robot. */
export async function fillStock(
  person: Person,
  robot: { imei: string; name: string },
  stock: readonly { material: string; amount: string; capacity: string }[],
): Promise<void> {
  const { page } = person;
  await open(person, `/devices/robots/${robot.imei}`, `Robot ${robot.name}`);
  await button(page, 'Count stock').click();
  const dialog = dialogOf(page);
  for (const { material, amount, capacity } of stock) {
    await choose(dialog.getByRole('combobox', { name: 'Add a material' }), material);
    const row = dialog.getByRole('group', { name: material, exact: true });
    await row.getByLabel('Capacity').fill(capacity);
    await row.getByLabel('Amount').fill(amount);
  }
  await dialog.getByLabel('Reason').fill('First filling');
  await button(dialog, 'Save stock').click();
  await told(page, 'Stock saved').waitFor();
}

/** A kiosk of a spot. Answers its key, which is shown once. */
export async function addKiosk(person: Person, { name, spot }: { name: string; spot: string }): Promise<string> {
  const { page } = person;
  await open(person, '/settings/clients', 'Client apps');
  await button(page, 'Add client app').first().click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name').fill(name);
  await choose(dialog.getByRole('combobox', { name: 'Channel' }), 'Kiosk');
  await choose(dialog.getByRole('combobox', { name: 'Service spot' }), new RegExp(spot));
  await button(dialog, 'Add client app').click();
  const asked = page.getByRole('dialog', { name: `Key for ${name}` });
  await untilSaved(person, asked);
  await button(asked, 'Make the key').click();
  const shown = page.getByRole('dialog', { name: `Key of ${name}` });
  await untilSaved(person, shown);
  const key = await shown.locator('code').innerText();
  await button(shown, 'I have stored it').click();
  return key;
}

/** A member of the tenant with a password that is given to him, who sees one spot alone. */
export async function addClerk(
  person: Person,
  clerk: { name: string; username: string; phone: string; password: string; spot: string },
): Promise<void> {
  const { page } = person;
  await open(person, '/isystem/user', 'Users');
  await page.getByRole('link', { name: 'Add user' }).first().click();
  const fields = form(page);
  await fields.getByLabel('Name (required)', { exact: true }).fill(clerk.name);
  await givePicture(fields, 'Picture');
  await fields.getByLabel('Work number').fill(clerk.username);
  await fields.getByLabel('Account').fill(clerk.username);
  await fields.getByLabel('Mobile').fill(clerk.phone);
  for (const field of await fields.locator('input[type=password]').all()) await field.fill(clerk.password);
  await pick(fields, 'Roles', 'Clerk');
  await choose(fields.getByRole('combobox', { name: 'Spots in sight' }), 'Chosen spots only');
  await fields.getByRole('combobox', { name: 'Chosen spots' }).click();
  await page.getByRole('option', { name: clerk.spot }).click();
  await page.keyboard.press('Escape');
  await button(page, 'Save').click();
  await untilSaved(person, told(page, 'Saved'));
  await page.locator('tbody tr').filter({ hasText: clerk.name }).filter({ visible: true }).waitFor();
}

const checklist = (page: Page): Locator => page.locator('dialog.setup');

/** What the checklist names; it comes by itself. */
export async function missingSettings({ page }: Person): Promise<string[]> {
  const missing = checklist(page).getByRole('list', { name: 'Missing settings' }).getByRole('listitem');
  await missing.first().waitFor();
  return missing.locator('strong').allInnerTexts();
}

/** The check has asked for everything, and has nothing to say. */
export async function seeNothingMissing({ page, url }: Person): Promise<void> {
  const asked = page.waitForResponse((answer) => answer.url().includes('/payment-config/api/listStripe'));
  await page.goto(`${url}/orders/list`);
  await asked;
  await page.getByRole('heading', { level: 1, name: 'Coffee orders' }).waitFor();
  expect(await checklist(page).allInnerTexts()).toEqual([]);
}

export async function seeOrder(person: Person, orderNo: string): Promise<void> {
  await open(person, '/orders/list', 'Coffee orders');
  await person.page.getByRole('link', { name: orderNo }).waitFor();
}

/** Neither in the list nor at its address. */
export async function seeNoOrder(person: Person, orderNo: string): Promise<void> {
  const { page, url } = person;
  await open(person, '/orders/list', 'Coffee orders');
  await page.getByText('No orders yet').first().waitFor();
  await page.goto(`${url}/orders/detail/${orderNo}`);
  await page.getByRole('heading', { name: 'Record not found' }).waitFor();
}

export async function refund(
  person: Person,
  orderNo: string,
  { amount, reason }: { amount: string; reason: string },
): Promise<void> {
  const { page } = person;
  await open(person, `/orders/detail/${orderNo}`, `Order ${orderNo}`);
  await button(page, 'Refund').first().click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await untilSaved(person, page.locator('td').getByText('Refunded', { exact: true }).filter({ visible: true }));
}

/** The text of the receipt, which opens in a window of its own. */
export async function openReceipt(person: Person, orderNo: string): Promise<string> {
  const { page } = person;
  await open(person, `/orders/detail/${orderNo}`, `Order ${orderNo}`);
  const opened = page.waitForEvent('popup');
  await button(page, 'Receipt').click();
  const paper = await opened;
  await paper.getByText(orderNo).first().waitFor();
  const text = await paper.locator('body').innerText();
  await paper.close();
  return text;
}
