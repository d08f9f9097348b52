import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createWorldClock } from '../world/clock.ts';
import { createRandom } from '../world/random.ts';
import { busyness } from './business-day.ts';
import { fillBasket } from './customer-visit.ts';
import { createRefundTurns } from './refund-turns.ts';
import { startCustomers } from './start-customers.ts';

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A busy machine takes its time. */
const SOON = { timeout: 15_000 };

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = '';
  for await (const chunk of request) text += chunk.toString('latin1');
  if (request.headers['content-type']?.startsWith('multipart/')) return text;
  return text === '' ? undefined : JSON.parse(text);
};

type Answers = Readonly<Record<string, (body: unknown) => unknown>>;
interface ShopOptions extends Partial<Parameters<typeof startCustomers>[0]> {
  readonly holdsOrders?: () => boolean;
  /** Beside the usual ones, or instead of them. */
  readonly answers?: Answers;
}
/** What a shop says no with. */
const no = (problem: string) => ({ problem });

/** A shop of canned answers: it shows what a customer asks for, in which order and with which keys. */
async function aShop(
  pay: (card: string) => string = () => 'succeeded',
  { holdsOrders, answers: own, ...more }: ShopOptions = {},
) {
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
    const answers: Answers = {
      'GET spots/s1/menu': () => ({
        spot: { inBusiness: true },
        goods: [
          { goodsId: 'gone', soldOut: true, groups: [] },
          { goodsId: 'latte', soldOut: false, groups: [{ required: true, choices: [{ id: 'oat' }] }] },
        ],
      }),
      'POST quote': () => ({ payableMinor: 4_900 }),
      'POST orders': () => order({ deviceImei: (body as { deviceImei?: string }).deviceImei ?? 'a' }),
      'POST orders/20270301100000000001/pay': () =>
        order({ payment: { status: pay((body as { paymentMethod: string }).paymentMethod) } }),
      'POST orders/20270301100000000001/refundRequests': () => ({ id: 'r1' }),
      'DELETE orders/20270301100000000001/refundRequests/r1': () => null,
      'GET orders/20270301100000000001': () => {
        polls += 1;
        return order({
          status: polls > 2 && !holdsOrders?.() ? 5 : 3,
          pickupCode: '0417',
          deviceImei: 'a',
          refunds: [],
        });
      },
      ...own,
    };
    const result = answers[call]?.(body);
    const { problem } = (result ?? (call in answers ? {} : no('404'))) as { problem?: string };
    response.writeHead(problem ? 422 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: !problem, code: problem ?? '200', problem, message: '', result }));
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
    ...more,
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

test('some choose a picture, for the drinks that pass a drawing machine', () => {
  const drink = { soldOut: false, groups: [] };
  const menu = {
    spot: { inBusiness: true },
    latteArts: [{ id: 'heart', name: 'Heart', nameZh: '', image: '' }],
    goods: [
      { ...drink, goodsId: 'latte', drawingMachine: true },
      { ...drink, goodsId: 'tea', drawingMachine: false },
    ] as never,
  };
  const random = createRandom(7);
  const lines = Array.from({ length: 200 }, () => fillBasket(menu, { spotId: 's1' }, random)!.lines).flat();
  const arts = (goodsId: string) => new Set(lines.filter((line) => line.goodsId === goodsId).map(({ artId }) => artId));
  expect(arts('latte')).toEqual(new Set(['heart', undefined]));
  expect(arts('tea')).toEqual(new Set([undefined]));
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

test.each([
  ['succeeded', 'pickedUp', 1],
  ['failed', 'gaveUpPaying', 2],
] as const)('before a terminal a customer pays there: %s, he leaves as %s', async (status, end, attempts) => {
  const orderNo = '20270301100000000001';
  const asked = { orderNo, deviceImei: 'a', money: { paidMinor: 4_900 }, refunds: [] };
  let polls = 0;
  const waiting = { ...asked, status: 1, payment: { status: 'pending' } };
  const { customers, calls } = await aShop(undefined, {
    keys: [{ tenantId: '1000', spotId: 's1', channel: 'kiosk', key: 'key', rhythm: 'business' }],
    habits: { paysAtTerminal: 1, cancels: 0, asksRefund: 0 },
    machinesAt: () => ['a'],
    takesCards: (imei) => imei === 'a',
    answers: {
      [`POST orders/${orderNo}/pay`]: () => waiting,
      [`POST orders/${orderNo}/cancel`]: () => ({ ...asked, status: 2 }),
      [`GET orders/${orderNo}`]: () => {
        polls += 1;
        if (polls === 1) return waiting;
        return { ...asked, status: status === 'succeeded' ? 5 : 1, payment: { status } };
      },
    },
  });
  expect(await customers.buyNow()).toMatchObject({ end });
  const made = (call: string) => calls.filter((one) => one.call === call);
  expect(made('POST orders')).toMatchObject([{ body: { paidBy: 'pos', deviceImei: 'a' } }]);
  expect(made(`POST orders/${orderNo}/pay`).map(({ body }) => body)).toEqual(Array(attempts).fill({}));
  expect(made(`POST orders/${orderNo}/cancel`)).toHaveLength(end === 'gaveUpPaying' ? 1 : 0);
});

test('at a kiosk a customer queues where the fewest wait, and leaves where all queues are long', async () => {
  let isOpen = false;
  const robots = ['a', 'b', 'c'];
  const { calls, customers } = await aShop(undefined, {
    machinesAt: (spotId) => (spotId === 's1' ? robots : []),
    // nobody gets his cups until the end
    holdsOrders: () => !isOpen,
  });
  const visits: Promise<unknown>[] = [];
  for (let person = 0; person < 21; person++) {
    visits.push(customers.buyNow());
    await vi.waitFor(() => expect(calls.filter(({ call }) => call === 'POST orders')).toHaveLength(person + 1), SOON);
  }
  const chosen = calls.flatMap(({ call, body }) =>
    call === 'POST orders' ? [(body as { deviceImei: string }).deviceImei] : [],
  );
  expect(robots.map((robot) => chosen.filter((one) => one === robot).length)).toEqual([7, 7, 7]);
  expect(new Set(chosen.slice(0, 3)).size).toBe(3);
  expect(customers.view().queues).toEqual({ a: 7, b: 7, c: 7 });
  expect(await customers.buyNow()).toEqual({ end: 'queueTooLong' });
  isOpen = true;
  await Promise.all(visits);
  expect(customers.view().queues).toEqual({});
  expect(await customers.buyNow()).toMatchObject({ end: 'pickedUp' });
});

test('who asks for his money back and gets no answer takes his request back in the end', async () => {
  const { calls, customers } = await aShop(undefined, {
    habits: { cancels: 0, asksRefund: 1, cardDeclined: 0, secondStep: 0, withdrawsRefund: 0 },
    haste: 100_000,
  });
  expect(await customers.buyNow()).toMatchObject({ end: 'refundAsked', refundId: 'r1' });
  await vi.waitFor(() => expect(calls.at(-1)?.call).toBe('DELETE orders/20270301100000000001/refundRequests/r1'), SOON);
});

const app = { tenantId: '1000', spotId: 's1', channel: 'app', key: 'k' } as const;
const LOOKS = { cancels: 0, asksRefund: 0, cardDeclined: 0, secondStep: 0, looksForCoupon: 1 };
const held = (code: string, more: object = {}) => ({
  code,
  state: 'usable',
  coupon: { type: 4, spotIds: null },
  ...more,
});
/** What came in of an app's customer, by call without his name, and the codes with which he ordered. */
async function visitsOf(visits: number, answers: Answers, more: ShopOptions = {}) {
  const shop = await aShop(undefined, { keys: [app], habits: LOOKS, ...more, answers });
  for (let nth = 0; nth < visits; nth += 1) expect(await shop.customers.buyNow()).toMatchObject({ end: 'pickedUp' });
  const calls = shop.calls.map(({ call }) => call.replace(/customer-\d+/, 'me'));
  const codes = shop.calls.flatMap(({ call, body }) =>
    call === 'POST orders' ? [(body as { couponCode?: string }).couponCode] : [],
  );
  return { calls, codes };
}
const anybody =
  (last: string) =>
  (answer: () => unknown): Answers =>
    Object.fromEntries(Array.from({ length: 400 }, (_, nth) => [`GET customers/customer-${nth + 1}/${last}`, answer]));

test('who looks into his app uses a coupon that is good here, not one of a terminal or of another spot', async () => {
  const mine = [
    held('USED', { state: 'used' }),
    held('POS', { coupon: { type: 5, spotIds: null } }),
    held('FAR', { coupon: { type: 1, spotIds: ['s2'] } }),
    held('GOOD', { coupon: { type: 1, spotIds: ['s1'] } }),
  ];
  const { calls, codes } = await visitsOf(
    1,
    anybody('coupons')(() => mine),
  );
  expect(codes).toEqual(['GOOD']);
  expect(calls.slice(0, 4)).toEqual(['GET spots/s1/menu', 'GET customers/me/coupons', 'POST quote', 'POST orders']);
});

test('a coupon that is refused beside the price, or in the last moment, leaves an order without one', async () => {
  const mine = anybody('coupons')(() => [held('MORNING')]);
  const hasCode = (body: unknown) => (body as { couponCode?: string }).couponCode !== undefined;
  const refusedAtPrice = await visitsOf(1, {
    ...mine,
    'POST quote': (body) => (hasCode(body) ? no('coupon.not-at-this-hour') : { payableMinor: 4_900 }),
  });
  expect(refusedAtPrice.codes).toEqual([undefined]);
  expect(refusedAtPrice.calls.filter((call) => call === 'POST quote')).toHaveLength(2);
  const other = await visitsOf(1, {
    ...anybody('coupons')(() => [held('MORNING'), held('ANY')]),
    'POST quote': (body) =>
      (body as { couponCode?: string }).couponCode === 'MORNING'
        ? no('coupon.not-at-this-hour')
        : { payableMinor: 900 },
  });
  expect(other.codes).toEqual(['ANY']);
  const order = {
    orderNo: '20270301100000000001',
    status: 1,
    deviceImei: 'a',
    money: { paidMinor: 4_900 },
    payment: null,
  };
  const refusedAtOrder = await visitsOf(1, {
    ...mine,
    'POST orders': (body) => (hasCode(body) ? no('coupon.budget-spent') : order),
  });
  expect(refusedAtOrder.codes).toEqual(['MORNING', undefined]);
});

test('who has no coupon claims one from a poster, or spends his points where there are points', async () => {
  const claim = { ...held('POSTER'), id: 'c1' };
  const { calls, codes } = await visitsOf(
    12,
    {
      ...anybody('coupons')(() => []),
      ...anybody('points')(() => ({ points: 50 })),
      'GET coupons/c1': () => ({ id: 'c1', claimable: true }),
      'POST coupons/c1/claims': () => claim,
      'GET pointsGoods': () => [
        { id: 'dear', points: 51, left: null },
        { id: 'gone', points: 10, left: 0 },
        { id: 'cup', points: 50, left: null },
      ],
      'POST redemptions': (body) =>
        (body as { goodsId: string }).goodsId === 'cup' ? { code: 'POINTS' } : no('points.not-enough'),
    },
    {
      posters: [
        { tenantId: '1000', couponId: 'c1' },
        { tenantId: '1001', couponId: 'of-another' },
      ],
    },
  );
  expect(new Set(codes)).toEqual(new Set(['POSTER', 'POINTS', undefined]));
  expect(calls).not.toContain('GET coupons/of-another');
  const closed = await visitsOf(2, {
    ...anybody('coupons')(() => []),
    ...anybody('points')(() => no('points.closed')),
  });
  expect(closed.codes).toEqual([undefined, undefined]);
});

const MACHINE = '/sos-backend/customer-case/api';
const ASKS = { ...LOOKS, asksRefund: 1, withdrawsRefund: 0, looksForCoupon: 0, asksAtMachine: 1 };
test('who scans the code on the machine shows his pickup code and asks there, some with a photo', async () => {
  const refunds = [
    { id: 'old', status: 103 },
    { id: 'r2', status: 100 },
  ];
  const order = { orderNo: '20270301100000000001', status: 5, pickupCode: '0417', deviceImei: 'a', refunds };
  const { calls, customers } = await aShop(undefined, {
    habits: ASKS,
    labelOf: (imei) => (imei === 'a' ? '1000-7QK2' : undefined),
    answers: {
      'GET orders/20270301100000000001': () => ({ ...order, money: { paidMinor: 4_900 } }),
      [`POST ${MACHINE}/prove`]: () => ({ proof: 'p', order: { asked: null } }),
      [`POST ${MACHINE}/ask`]: () => ({ key: 'k' }),
    },
  });
  for (let nth = 0; nth < 6; nth += 1)
    expect(await customers.buyNow()).toMatchObject({ end: 'askedAtMachine', refundId: 'r2' });
  const bodies = (name: string) =>
    calls.flatMap(({ call, body }) => (call === `POST ${MACHINE}/${name}` ? [body] : []));
  expect(bodies('prove')[0]).toEqual({ device: '1000-7QK2', pickupCode: '0417' });
  const asked = bodies('ask').map(String);
  expect(asked.every((text) => text.includes('1000-7QK2') && /name="wish"\s+(money|again)/.test(text))).toBe(true);
  const withPhoto = asked.filter((text) => text.includes('\u0089PNG'));
  expect([withPhoto.length > 0, withPhoto.length < asked.length]).toEqual([true, true]);
  expect(calls.some(({ call }) => call.endsWith('/refundRequests'))).toBe(false);
});

test('where the page of the machine says no he asks in his app', async () => {
  const labelOf = () => '1000-7QK2';
  const answers = { [`POST ${MACHINE}/prove`]: () => no('case.proof-refused') };
  const { customers } = await aShop(undefined, { habits: ASKS, labelOf, answers });
  expect(await customers.buyNow()).toMatchObject({ end: 'refundAsked', refundId: 'r1' });
});

test('where it is never quiet one customer an hour asks for his money back', () => {
  const clock = createWorldClock();
  const turns = createRefundTurns('dayAndNight', clock);
  const later = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000));
  expect(turns.take()).toBeUndefined();
  later(6);
  const cancelled = turns.take();
  expect(cancelled).toBeDefined();
  // one at a time; when it came to nothing, the next one does
  expect(turns.take()).toBeUndefined();
  cancelled?.over();
  const asked = turns.take();
  asked?.over();
  asked?.done();
  later(59);
  expect(turns.take()).toBeUndefined();
  later(2);
  expect(turns.take()).toBeDefined();
  expect(createRefundTurns('business', clock).take()).toBeUndefined();
});

test('customers come at the pace that was chosen, and not at all when it is nobody', async () => {
  const { calls, customers } = await aShop(undefined, {
    keys: [
      { tenantId: '1000', spotId: 's1', channel: 'app', key: 'k', rhythm: 'dayAndNight', customersPerHour: 3_600 },
    ],
  });
  expect(customers.view().places).toMatchObject([{ perHourNow: 0 }]);
  customers.start();
  customers.setPace(4);
  const { perHourNow } = customers.view().places[0]!;
  expect(perHourNow).toBeGreaterThan(3_600 * 3);
  await vi.waitFor(() => expect(customers.view().visits.pickedUp).toBeGreaterThan(1), SOON);
  customers.pause();
  await vi.waitFor(() => expect(customers.view().inShop).toBe(0), SOON);
  const before = calls.length;
  await new Promise((done) => setTimeout(done, 500));
  expect(calls).toHaveLength(before);
});

test('an office is busy in the morning and closed at night, by the clock of the spot', () => {
  const morning = new Date('2027-03-01T08:30:00+01:00');
  expect(busyness(morning, 'Europe/Oslo', 'business')).toBeGreaterThan(1.8);
  expect(busyness(morning, 'America/Los_Angeles', 'business')).toBe(0);
  for (const time of ['05:59', '23:00'])
    expect(busyness(new Date(`2027-03-01T${time}:00+01:00`), 'Europe/Oslo', 'business')).toBe(0);
});

test.each(['business', 'dayAndNight'] as const)('a day of %s has as many customers as it should', (rhythm) => {
  const start = new Date('2027-03-01T00:00:00Z').getTime();
  const day = Array.from({ length: 24 * 4 }, (_, quarter) =>
    busyness(new Date(start + quarter * 900_000), 'UTC', rhythm),
  );
  expect(day.reduce((sum, value) => sum + value, 0) / day.length).toBeCloseTo(1, 1);
});
