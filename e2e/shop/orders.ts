import { button, dialogOf, open, type Person, rowOf, seen, untilSaved } from './rooms.ts';

/** Opens the list of orders, which is still empty. */
export async function watchOrders(person: Person): Promise<void> {
  await open(person, 'Orders', 'Coffee orders');
  await person.page.getByText('No orders yet').filter({ visible: true }).first().waitFor();
}

/** The list that was open all the time shows the order by itself, and how far it is. */
export async function seeOrder({ page }: Person, orderNo: string, status: string): Promise<void> {
  await rowOf(page, orderNo).getByText(status, { exact: true }).waitFor();
}

/** Neither in the list nor at its address. */
export async function seeNoOrder(person: Person, orderNo: string): Promise<void> {
  const { page, url } = person;
  await page.goto(`${url}/orders/detail/${orderNo}`);
  await page.getByRole('heading', { name: 'Record not found' }).waitFor();
  await watchOrders(person);
}

async function openOrder(person: Person, orderNo: string): Promise<void> {
  const { page } = person;
  await open(person, 'Orders', 'Coffee orders');
  await rowOf(page, orderNo).getByRole('link', { name: orderNo }).click();
  await seen(page, `Order ${orderNo}`);
}

export async function refund(
  person: Person,
  orderNo: string,
  { amount, reason }: { amount: string; reason: string },
): Promise<void> {
  const { page } = person;
  await openOrder(person, orderNo);
  await button(page, 'Refund').first().click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await untilSaved(person, page.locator('td').getByText('Refunded', { exact: true }).filter({ visible: true }));
}

/** The text of the receipt, which opens in a window of its own, and what a printer gets of it. */
export async function printReceipt(person: Person, orderNo: string): Promise<{ text: string; print: Buffer }> {
  const { page } = person;
  await openOrder(person, orderNo);
  const opened = page.waitForEvent('popup');
  await button(page, 'Receipt').click();
  const paper = await opened;
  await paper.getByText(orderNo).first().waitFor();
  const text = await paper.locator('body').innerText();
  const print = await paper.pdf();
  await paper.close();
  return { text, print };
}
