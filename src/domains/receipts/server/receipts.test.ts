import { afterAll, beforeAll, expect, test } from 'vitest';
import { aKey, startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { records } from '#platform/records/server/index.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { addDays, localDay } from '#platform/time/rules/local-day.ts';
import { session } from '#system/session/server/index.ts';
import { netOf } from '../contract/day-sheet.ts';
import { receiptEndpoints } from '../contract/endpoints.ts';
import { readDaySheet } from './day-sheet-store.ts';
import { receipts } from './index.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown([receipts, session, records]);
});
afterAll(() => town?.stop());

const ticketOf = (orderNo: string, caller: Caller, more: { report?: 'refund'; refundId?: string } = {}) =>
  town.server.call(receiptEndpoints.ticket, { report: 'receipt', orderNo, ...more }, caller);
const look = (url: string) => town.server.send('GET', url);

async function sell(layout = 'default') {
  const shop = await town.openShop();
  await shop.inside((tx) =>
    tx.db
      .updateTable('spot')
      .set({
        ...{ receipt_layout: layout, company_name: 'Nordic Coffee <AS>', company_address: 'Quay 2' },
        ...{ company_identification: 'NO 999', taxation_method: 'General', customer_service_email: 'help@example.com' },
      })
      .execute(),
  );
  const { orderNo } = await shop.paidOrder();
  return { shop, orderNo };
}

async function refund(shop: TestShop, orderNo: string, asked: number | readonly number[]): Promise<string> {
  const wish = typeof asked === 'number' ? { amountMinor: asked } : { drinkNos: [...asked] };
  await town.server.call(refundEndpoints.refund, { orderNo, ...wish, reason: 'cold' }, shop.staff);
  await town.until(async () => (await shop.read(orderNo)).refunds.some(({ completedAt }) => completedAt !== null));
  return (await shop.read(orderNo)).refunds[0]!.id;
}

test.each(['default', 'swedish_transitional', 'latest', 'minimal'] as const)(
  'the storefront has the receipt as it was sold, whatever changes later: %s',
  async (layout) => {
    const { shop, orderNo } = await sell(layout);
    const read = () => town.server.call(receiptEndpoints.receipt, { orderNo }, shop.customer);
    const first = await read();
    const { money } = await shop.read(orderNo);
    expect(first.receipt).toMatchObject({
      ...{ kind: 'sale', layout, orderNo, payableMinor: money.payableMinor, taxMinor: money.taxMinor },
      ...{ totalMinor: money.totalMinor, roundingAdjustmentMinor: money.roundingAdjustmentMinor, taxes: money.taxes },
      seller: { name: 'Nordic Coffee <AS>', identification: 'NO 999', taxationMethod: 'General' },
      ...{ paymentChannel: 'stripe', paymentName: 'Card', sandbox: false, refundNo: null },
    });
    expect(first.html).toContain('Nordic Coffee &lt;AS&gt;');
    await shop.inside(async (tx) => {
      await tx.db
        .updateTable('spot')
        .set({ company_name: 'Other', company_address: 'Elsewhere', tax_rate: 10_000, receipt_layout: 'minimal' })
        .execute();
      await tx.db.updateTable('payment_config').set({ custom_name: 'Later' }).execute();
      await tx.db.updateTable('beverage').set({ name: 'Later', original_price_minor: 1 }).execute();
    });
    expect(await read()).toEqual(first);
  },
);

test('a receipt names the channel in the language of its reader, and writes money as the tenant does', async () => {
  const shop = await town.openShop();
  await shop.inside(async (tx) => {
    await tx.db.updateTable('payment_config').set({ custom_name_zh: '银行卡' }).execute();
    await tx.db.updateTable('tenant').set({ currency_format: 'code' }).execute();
  });
  const { orderNo } = await shop.paidOrder();
  const read = (language: string) =>
    town.server.call(receiptEndpoints.receipt, { orderNo }, { ...shop.customer, language });
  const [english, chinese] = [await read('en-US'), await read('zh-CN')];
  expect(english.receipt.paymentName).toBe('Card');
  expect(chinese.receipt.paymentName).toBe('银行卡');
  expect(chinese.html).toContain('银行卡');
  const { currency } = english.receipt;
  expect(english.html).toContain(`${currency}\u00a0`);
  expect(chinese.html).toContain(`${currency}\u00a0`);
  const { url } = await ticketOf(orderNo, { ...shop.staff, language: 'zh-CN' });
  const page = await look(url);
  for (const text of ['银行卡', `${currency}\u00a0`]) expect(page.text).toContain(text);
  // what it was called at the sale stays
  await shop.inside((tx) => tx.db.updateTable('payment_config').set({ custom_name_zh: '其他' }).execute());
  expect((await read('zh-CN')).receipt.paymentName).toBe('银行卡');
});

test('there is none before the order is paid, and none for other clients and tenants', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  const read = (caller: Caller) => town.server.call(receiptEndpoints.receipt, { orderNo }, caller);
  await expect(read(shop.customer)).rejects.toMatchObject({ problem: 'receipt.not-paid' });
  await expect(ticketOf(orderNo, shop.staff)).rejects.toMatchObject({ problem: 'receipt.not-paid' });
  await shop.pay(orderNo, undefined, aKey()['idempotency-key']);
  await read(shop.customer);
  const other = await town.openShop();
  for (const caller of [await shop.tenant.storefront({}), other.customer])
    await expect(read(caller)).rejects.toMatchObject({ problem: 'order.not-found' });
  await expect(ticketOf(orderNo, other.staff)).rejects.toMatchObject({ problem: 'order.not-found' });
  const blind = await shop.tenant.staff('all', { spotIds: [] });
  await expect(ticketOf(orderNo, blind)).rejects.toMatchObject({ problem: 'order.not-found' });
  const unentitled = await shop.tenant.staff(['robot:view']);
  await expect(ticketOf(orderNo, unentitled)).rejects.toMatchObject({ problem: 'request.forbidden' });
});

test('a ticket opens one document once, with no referrer and kept by nobody, in the language it was asked in', async () => {
  const { shop, orderNo } = await sell();
  const { url, expiresInSeconds } = await ticketOf(orderNo, { ...shop.staff, headers: { language: 'zh-CN' } });
  expect(expiresInSeconds).toBe(60);
  expect(url).toMatch(/^\/api\/jmreport\/view\/receipt\?/);
  const first = await look(url);
  expect(first.status).toBe(200);
  expect(first.text).toContain('收据');
  expect(first.text).toContain(orderNo);
  expect(first.headers['cache-control']).toBe('no-store');
  expect(first.headers['referrer-policy']).toBe('no-referrer');
  expect(first.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-/);
  const nonce = /'nonce-([^']+)'/.exec(String(first.headers['content-security-policy']))?.[1];
  expect(first.text).toContain(`<style nonce="${nonce}">`);
  expect((await look(url)).status).toBe(401);
});

test('a ticket opens nothing else: another report, order, format or language, after a minute, or after the logout', async () => {
  const [{ shop, orderNo }, other] = [await sell(), await sell()];
  const changed = async (change: (url: string) => string) =>
    (await look(change((await ticketOf(orderNo, shop.staff)).url))).status;
  const second = await shop.paidOrder();
  expect(await changed((url) => url.replace(orderNo, second.orderNo))).toBe(401);
  expect(await changed((url) => url.replace(orderNo, other.orderNo))).toBe(401);
  expect(await changed((url) => url.replace('view/receipt', 'view/refund'))).toBe(401);
  expect(await changed((url) => url.replace('en-US', 'zh-CN'))).toBe(401);
  expect(await changed((url) => url.replace('view/receipt', 'view/payroll'))).toBe(404);
  expect(await changed((url) => url.replace(/token=[^&]+/, 'token=x'))).toBe(401);
  const { url } = await ticketOf(orderNo, shop.staff);
  await town.server.services.database.identity((db) =>
    db
      .updateTable('ticket')
      .set({ expires_at: new Date(town.server.services.clock.now().getTime() - 1) })
      .execute(),
  );
  expect((await look(url)).status).toBe(401);
  const late = await ticketOf(orderNo, shop.staff);
  const { userId } = shop.staff as Caller & { userId: string };
  await town.server.services.database.identity((db) =>
    db.deleteFrom('staff_session').where('user_id', '=', userId).execute(),
  );
  expect((await look(late.url)).status).toBe(401);
});

test('a refund has a document of its own, which names the original, once the money is back', async () => {
  const { shop, orderNo } = await sell();
  const refundId = await refund(shop, orderNo, 1_000);
  const { refunds } = await town.server.call(receiptEndpoints.receipt, { orderNo }, shop.customer);
  expect(refunds).toMatchObject([{ kind: 'refund', orderNo, refundNo: refundId, payableMinor: 1_000, lines: [] }]);
  const { url } = await ticketOf(orderNo, shop.staff, { report: 'refund', refundId });
  const page = await look(url);
  expect(page.text).toContain(orderNo);
  expect(page.text).toContain(refundId);
  await expect(ticketOf(orderNo, shop.staff, { report: 'refund' })).rejects.toMatchObject({
    problem: 'request.malformed',
  });
  const unknown = ticketOf(orderNo, shop.staff, { report: 'refund', refundId: shop.latteId });
  await expect(unknown).rejects.toMatchObject({ problem: 'receipt.not-refunded' });
});

test('the document of a refunded cup lists it with its own tax and no other', async () => {
  const shop = await town.openShop();
  await shop.inside(async (tx) => {
    await tx.db.updateTable('spot').set({ tax_rate: 150_000 }).execute();
    const espresso = tx.db.updateTable('beverage').where('id', '=', shop.espressoId);
    await espresso.set({ original_price_minor: 2_000, tax_rate: 0 }).execute();
  });
  const lines = [shop.latteId, shop.espressoId].map((goodsId) => ({ goodsId, quantity: 1 }));
  const { orderNo } = await shop.paidOrder(lines);
  const refundId = await refund(shop, orderNo, [2]);
  const { refunds } = await town.server.call(receiptEndpoints.receipt, { orderNo }, shop.customer);
  expect(refunds).toMatchObject([
    {
      taxes: [{ rate: 0, baseMinor: 2_000, taxMinor: 0 }],
      lines: [{ name: 'Espresso', quantity: 1, amountMinor: 2_000 }],
      ...{ refundNo: refundId, taxMinor: 0, payableMinor: 2_000 },
    },
  ]);
  const { url } = await ticketOf(orderNo, shop.staff, { report: 'refund', refundId });
  const page = await look(url);
  expect(page.text).toContain('Espresso');
  expect(page.text).not.toContain('Latte');
});

test('the day sheet of a spot adds up what its receipts say, and what went back that day', async () => {
  const { shop, orderNo } = await sell();
  const second = await shop.paidOrder([{ goodsId: shop.espressoId, quantity: 2 }]);
  await shop.order();
  await refund(shop, orderNo, 1_000);
  const day = localDay(new Date(), 'Europe/Oslo');
  const sheetOf = (spotId: string, on: string) =>
    town.server.services.database.read(shop.tenant.id, (db) =>
      readDaySheet(db, { actor: SYSTEM_ACTOR, language: 'en-US' }, { spotId, day: on }, new Date()),
    );
  const sheet = await sheetOf(shop.spotId, day);
  const receiptsOf = await Promise.all(
    [orderNo, second.orderNo].map(
      async (no) => (await town.server.call(receiptEndpoints.receipt, { orderNo: no }, shop.customer)).receipt,
    ),
  );
  const sum = (of: (receipt: (typeof receiptsOf)[number]) => number) =>
    receiptsOf.reduce((all, one) => all + of(one), 0);
  const [part] = sheet.parts;
  expect(sheet).toMatchObject({ seller: { name: 'Nordic Coffee <AS>' }, day, isOpen: true });
  expect(part).toMatchObject({
    ...{ currency: 'NOK', orders: 2, cups: 3, firstOrderNo: orderNo, lastOrderNo: second.orderNo },
    ...{ paidMinor: sum(({ payableMinor }) => payableMinor), taxMinor: sum(({ taxMinor }) => taxMinor) },
    payments: [{ channel: 'stripe', count: 2, amountMinor: sum(({ payableMinor }) => payableMinor) }],
    refunds: { count: 1, amountMinor: 1_000 },
  });
  expect(netOf(part!)).toBe(part!.paidMinor - 1_000);
  expect(part!.taxes.reduce((all, { taxMinor }) => all + taxMinor, 0)).toBe(part!.taxMinor);
  expect(part!.drinks.map(({ quantity }) => quantity)).toEqual([2, 1]);
  expect((await sheetOf(shop.spotId, addDays(day, -1))).parts).toEqual([]);
  expect((await sheetOf(shop.otherSpotId, day)).parts).toEqual([]);

  const ask = (caller: Caller, more: object = {}) =>
    town.server.call(receiptEndpoints.ticket, { report: 'day-sheet', spotId: shop.spotId, day, ...more }, caller);
  const { url } = await ask({ ...shop.staff, headers: { language: 'zh-CN' } });
  const page = await look(url);
  expect(page.text).toContain('日结单');
  expect(page.text).toContain('Nordic Coffee &lt;AS&gt;');
  expect((await look(url)).status).toBe(401);
  await expect(ask(shop.staff, { day: undefined })).rejects.toMatchObject({ problem: 'request.malformed' });
  const elsewhere = await town.openShop();
  const blind = await shop.tenant.staff('all', { spotIds: [shop.otherSpotId] });
  for (const caller of [elsewhere.staff, blind])
    await expect(ask(caller)).rejects.toMatchObject({ problem: 'receipt.spot-not-found' });
});
