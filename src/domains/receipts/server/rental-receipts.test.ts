import { afterAll, beforeAll, expect, test } from 'vitest';
import { rentalEndpoints } from '#domains/rentals/contract/endpoints.ts';
import { startTestLender, type TestLender } from '#domains/rentals/server/test-rentals.ts';
import { records } from '#platform/records/server/index.ts';
import { session } from '#system/session/server/index.ts';
import { receiptEndpoints } from '../contract/endpoints.ts';
import { receipts } from './index.ts';

let lender: TestLender;
beforeAll(async () => {
  lender = await startTestLender([receipts, session, records]);
});
afterAll(() => lender?.stop());

const look = (url: string) => lender.server.send('GET', url);

async function sold() {
  const station = await lender.open();
  await station.inside(({ db }) =>
    db
      .updateTable('spot')
      .set({ company_name: 'Nordic Power <AS>', company_identification: 'NO 998', name_zh: '中央车站' })
      .execute(),
  );
  const { orderNo } = await station.lent();
  const { clock } = lender.server.services;
  clock.set(new Date(clock.now().getTime() + 60.5 * 60_000));
  const ticket = async (more: object = {}, permissions = ['rental:view']) =>
    lender.server.call(receiptEndpoints.rentalTicket, { orderNo, ...more }, await station.tenant.staff(permissions));
  return { station, orderNo, ticket };
}

test('the receipt of a rental is there once the fee is paid, and stays as it was sold', async () => {
  const { station, orderNo, ticket } = await sold();
  const read = () => lender.server.call(receiptEndpoints.rentalReceipt, { orderNo }, station.customer);
  await expect(read()).rejects.toMatchObject({ problem: 'receipt.not-paid' });
  await station.returned('U1', station.other);
  await lender.until(async () => (await station.read(orderNo)).status === 4);
  const first = await read();
  expect(first.receipt).toMatchObject({
    ...{ kind: 'sale', orderNo, totalMinor: 600, payableMinor: 600, taxMinor: 120, taxMode: 'inclusive' },
    taxes: [{ rate: 250_000, baseMinor: 480, taxMinor: 120 }],
    lines: [{ name: 'Rental of a power bank', amountMinor: 600, options: ['1 h 1 min · City'] }],
    ...{ seller: { name: 'Nordic Power <AS>', identification: 'NO 998' }, paymentChannel: 'stripe' },
  });
  await station.inside(({ db }) => db.updateTable('spot').set({ company_name: 'Other', tax_rate: 0 }).execute());
  expect((await read()).receipt).toEqual(first.receipt);
  const inChinese = await lender.server.call(
    receiptEndpoints.rentalReceipt,
    { orderNo },
    { ...station.customer, headers: { 'accept-language': 'zh-CN' } },
  );
  expect([first.receipt.spot.name, inChinese.receipt.spot.name]).toEqual(['Central Station', '中央车站']);
  expect(inChinese.receipt.lines[0]?.options).toEqual(['1 小时 1 分钟 · City']);
  const { url } = await ticket();
  const page = await look(url);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Nordic Power &lt;AS&gt;');
  // once, and by nobody who may not see rentals
  expect((await look(url)).status).toBe(401);
  await expect(ticket({}, ['order:view'])).rejects.toMatchObject({ problem: 'request.forbidden' });
});

test('a refund of a rental prints its own document, which names the original and its part of the tax', async () => {
  const { station, orderNo, ticket } = await sold();
  await station.returned('U1', station.other);
  await lender.until(async () => (await station.read(orderNo)).status === 4);
  const refund = { orderNo, amountMinor: 200, reason: 'cold' };
  const { id } = await lender.server.call(rentalEndpoints.refund, refund, await station.staff());
  await lender.until(async () => (await station.detail(orderNo)).money.refundedMinor === 200);
  const { refunds } = await lender.server.call(receiptEndpoints.rentalReceipt, { orderNo }, station.customer);
  expect(refunds).toMatchObject([
    {
      kind: 'refund',
      orderNo,
      refundNo: id,
      payableMinor: 200,
      taxMinor: 40,
      taxes: [{ baseMinor: 160, taxMinor: 40 }],
    },
  ]);
  expect((await look((await ticket({ refundId: id })).url)).text).toContain(orderNo);
});
