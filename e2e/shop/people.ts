import { choose } from '../choose.ts';
import { until } from '../until.ts';
import { button, dialogOf, form, givePicture, open, type Person, pick, rowOf, untilSaved } from './rooms.ts';
import type { Surroundings } from './surroundings.ts';

export async function invite(
  person: Person,
  { contact, role, spot }: { contact: string; role: string; spot?: string },
): Promise<void> {
  const { page } = person;
  await open(person, 'System', 'Users');
  await page.getByRole('link', { name: 'Invitations' }).click();
  await button(page, 'Add invitation').first().click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Phone or e-mail').fill(contact);
  await pick(dialog, 'Roles', role);
  if (spot !== undefined) {
    await choose(dialog.getByRole('combobox', { name: 'Spots in sight' }), 'Chosen spots only');
    await dialog.getByRole('combobox', { name: 'Chosen spots' }).click();
    await page.getByRole('option', { name: spot }).click();
    await page.keyboard.press('Escape');
  }
  await button(dialog, 'Add invitation').click();
  await rowOf(page, contact).waitFor();
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

/** A member of the tenant with a password that is given to him, who sees one spot alone. */
export async function addClerk(
  person: Person,
  clerk: { name: string; username: string; phone: string; password: string; spot: string },
): Promise<void> {
  const { page } = person;
  await open(person, 'System', 'Users');
  await page.getByRole('link', { name: 'Add user' }).first().click();
  const fields = form(page);
  await fields.getByLabel('Name (required)', { exact: true }).fill(clerk.name);
  await givePicture(fields, 'Picture');
  await fields.getByLabel('Work number').fill(clerk.username);
  await fields.getByLabel('Account').fill(clerk.username);
  await fields.getByRole('textbox', { name: /^Phone/ }).fill(clerk.phone);
  for (const field of await fields.locator('input[type=password]').all()) await field.fill(clerk.password);
  await pick(fields, 'Roles', 'Clerk');
  await choose(fields.getByRole('combobox', { name: 'Spots in sight' }), 'Chosen spots only');
  await fields.getByRole('combobox', { name: 'Chosen spots' }).click();
  await page.getByRole('option', { name: clerk.spot }).click();
  await page.keyboard.press('Escape');
  await button(page, 'Save').click();
  await untilSaved(person, rowOf(page, clerk.name));
}
