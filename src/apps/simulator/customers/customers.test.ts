import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { busyness } from './business-day.ts';
import { startCustomers } from './start-customers.ts';

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
};

/** A shop of canned answers: it shows what a customer asks for, in which order and with which keys. */
async function aShop(pay: (card: string) => string = () => 'succeeded') {
  const calls: { call: string; key: string | undefined; body: unknown }[] = [];
  let failures = 0;
  let polls = 0;
  const order = (more: object = {}) => ({
    orderNo: '20270301100000000001',
    status: 1,
    money: { paidMinor: 4_900 },
    payment: null,
    ...more,
  });
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${(request.url ?? '').replace('/storefront/v1/', '')}`;
    const body = await bodyOf(request);
    calls.push({ call, key: request.headers['idempotency-key'] as string | undefined, body });
    if (failures > 0) {
      failures -= 1;
      request.socket.destroy();
      return;
    }
    const answers: Record<string, () => unknown> = {
      'GET spots/s1/menu': () => ({
        spot: { inBusiness: true },
        goods: [
          { goodsId: 'gone', soldOut: true, groups: [] },
          { goodsId: 'latte', soldOut: false, groups: [{ required: true, choices: [{ id: 'oat' }] }] },
        ],
      }),
      'POST quote': () => ({ payableMinor: 4_900 }),
      'POST orders': () => order(),
      'POST orders/20270301100000000001/pay': () =>
        order({ payment: { status: pay((body as { paymentMethod: string }).paymentMethod) } }),
      'GET orders/20270301100000000001': () => {
        polls += 1;
        return order({ status: polls > 2 ? 5 : 3 });
      },
    };
    const answer = answers[call];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        success: answer !== undefined,
        code: answer ? '200' : '404',
        message: '',
        result: answer?.() ?? null,
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const customers = startCustomers({
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: [{ tenantId: '1000', spotId: 's1', channel: 'kiosk', key: 'sf_key' }],
    habits: { cancels: 0, asksRefund: 0, cardDeclined: 0, secondStep: 0 },
    haste: 1_000,
    seed: 7,
  });
  cleanUps.push(() => customers.stop());
  return {
    calls,
    customers,
    failsNext: (times: number) => {
      failures = times;
    },
  };
}

test('a customer reads the menu, orders what is there, pays and waits for the cup', async () => {
  const { calls, customers } = await aShop();
  const left = await customers.buyNow({ paymentMethod: 'pm_card_visa' });
  expect(left).toEqual({ end: 'pickedUp', orderNo: '20270301100000000001' });
  expect(calls.map(({ call }) => call)).toEqual([
    'GET spots/s1/menu',
    'POST quote',
    'POST orders',
    'POST orders/20270301100000000001/pay',
    'GET orders/20270301100000000001',
    'GET orders/20270301100000000001',
    'GET orders/20270301100000000001',
  ]);
  expect(calls[2]?.body).toMatchObject({ lines: [{ goodsId: 'latte', optionIds: ['oat'] }] });
});

test('an order whose answer got lost is sent again under the same key', async () => {
  const { calls, customers, failsNext } = await aShop();
  failsNext(2);
  await customers.buyNow({ paymentMethod: 'pm_card_visa' });
  const keys = new Set(calls.filter(({ call }) => call === 'POST orders').map(({ key }) => key));
  expect(keys.size).toBe(1);
  expect(customers.view().visits).toEqual({ pickedUp: 1 });
});

test('a declined card ends a visit that has no other', async () => {
  const { customers } = await aShop(() => 'failed');
  expect(await customers.buyNow({ paymentMethod: 'pm_card_chargeDeclined' })).toMatchObject({ end: 'gaveUpPaying' });
});

test('mornings are busy, nights quiet, by the clock of the spot', () => {
  const morning = new Date('2027-03-01T08:30:00+01:00');
  expect(busyness(morning, 'Europe/Oslo')).toBeGreaterThan(1.8);
  expect(busyness(morning, 'America/Los_Angeles')).toBeLessThan(0.5);
  const day = Array.from({ length: 24 * 4 }, (_, quarter) =>
    busyness(new Date(morning.getTime() + quarter * 900_000), 'UTC'),
  );
  expect(day.reduce((sum, value) => sum + value, 0) / day.length).toBeCloseTo(1, 1);
});
