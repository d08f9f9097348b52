import { choose } from '../choose.ts';
import type { RobotAccess } from './robot.ts';
import { button, dialogOf, open, type Person, rowOf, seen, told, untilSaved } from './rooms.ts';

/** A robot with its place; what the console shows once is what goes into the robot. */
export async function addRobot(
  person: Person,
  robot: { imei: string; name: string; spot: string },
): Promise<RobotAccess> {
  const { page } = person;
  await open(person, 'Devices', 'Coffee robots');
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
  await open(person, 'Devices', 'Coffee robots');
  await rowOf(page, robot.imei).getByRole('link').first().click();
  await seen(page, `Robot ${robot.name}`);
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
  await open(person, 'Settings', 'Client apps');
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
