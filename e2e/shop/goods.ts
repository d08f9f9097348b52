import { typeDate } from '../browser.ts';
import { choose } from '../choose.ts';
import { addInDialog, addOnPage, button, givePicture, type Person } from './rooms.ts';

/** A place that sells at any hour of any day. Answers its id. */
export async function addSpot(person: Person, name: string): Promise<string> {
  await addOnPage(person, { group: 'Spots', title: 'Service spots', add: 'Add service spot' }, name, async (fields) => {
    await fields.getByLabel('Opening hours in words').fill('Day and night');
    await givePicture(fields, 'Icon');
    await button(fields, 'Add hours').click();
    const hours = fields.getByRole('group', { name: 'Hours 1', exact: true });
    for (const day of await hours.getByRole('checkbox').all()) await day.check();
    await typeDate(hours.getByRole('group', { name: 'Open: from' }), '0000');
    await typeDate(hours.getByRole('group', { name: 'Open: to' }), '0000');
    await fields.getByLabel('Company name').fill('Fjord Coffee AS');
    await givePicture(fields, 'Company logo');
  });
  return new URL(person.page.url()).pathname.split('/').at(-1) as string;
}

export async function addMaterial(person: Person, { name, unit }: { name: string; unit: string }): Promise<void> {
  await addInDialog(person, { group: 'Goods', title: 'Materials', add: 'Add material' }, name, async (dialog) => {
    await choose(dialog.getByRole('combobox', { name: 'Type' }), 0);
    await choose(dialog.getByRole('combobox', { name: 'Unit' }), unit);
  });
}

export async function addMenu(person: Person, name: string): Promise<void> {
  await addInDialog(person, { group: 'Goods', title: 'Menus', add: 'Add menu' }, name, async () => undefined);
}

export async function addGroup(
  person: Person,
  name: string,
  categories: readonly { name: string; cost: string }[],
): Promise<void> {
  await addInDialog(
    person,
    { group: 'Goods', title: 'Option groups', add: 'Add option group' },
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
  await addOnPage(person, { group: 'Goods', title: 'Beverages', add: 'Add beverage' }, drink.name, async (fields) => {
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
