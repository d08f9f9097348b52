import { button, dialogOf, open, type Person, untilSaved } from './rooms.ts';

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
