import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderStep } from '#domains/orders/contract/order.ts';
import { isDelivered } from '#domains/orders/rules/undelivered.ts';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { deliveryWatchEndpoints } from '../contract/endpoints.ts';
import { deliveryWatch } from './index.ts';

/** `MANY_ORDERS=1000` makes as many. */
const ORDERS = Number(process.env['MANY_ORDERS'] ?? 40);
const AT_ONCE = 6;
const LIMIT_MS = 60_000 + ORDERS * 1_000;

let town: TestTown;
let shop: TestShop;
beforeAll(async () => {
  town = await startTestTown([deliveryWatch]);
  shop = await town.openShop({ cups: 10 * ORDERS });
});
afterAll(() => town?.stop());

/** What happens to an order; each is met as often as the others. */
const FATES = [
  'delivered',
  'webhook-lost',
  'answer-lost',
  'drink-fails',
  'one-of-two-fails',
  'refund-refused-first',
  'robot-unplugged',
  'robot-vanishes',
] as const;
type Fate = (typeof FATES)[number];
/** The robot never says what became of these. */
const WATCHED: readonly Fate[] = ['robot-unplugged', 'robot-vanishes'];

/** `AT_ONCE` of them at a time; what they answer, in their order. */
async function eachOf<One, Answer>(all: readonly One[], work: (one: One) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let place = next++; place < all.length; place = next++) answers[place] = await work(all[place]!);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}

const fateOf = (place: number): Fate => FATES[place % FATES.length]!;

async function sell(place: number): Promise<string> {
  const fate = fateOf(place);
  const { account } = town.provider.ledger(shop.secretKey).entries[0] ?? { account: undefined };
  const { orderNo } = await shop.order([{ goodsId: shop.latteId, quantity: fate === 'one-of-two-fails' ? 2 : 1 }]);
  if (fate === 'webhook-lost' && account) town.provider.faults.add({ kind: 'webhookLost', account, times: 2 });
  if (fate === 'answer-lost' && account) town.provider.faults.add({ kind: 'loseAnswer', account });
  // whoever got no answer asks again, as often as it takes
  for (let tries = 0; tries < 5; tries++)
    if (
      await shop.pay(orderNo).then(
        ({ status }) => status === 3,
        () => false,
      )
    )
      break;
  return orderNo;
}

type Report = Parameters<TestShop['robotReports']>[1];
const BEGUN = { step: 1, event: 2251, drink: 1 } as const;
const FAILED = { step: 4, event: 2252, drink: 1 } as const;
const MADE = { step: 2, event: 2301, drink: 1 } as const;
const TAKEN = { step: 3, event: 2402 } as const;

/** What the robot says of an order, one after the other. */
const REPORTS: Readonly<Record<Fate, readonly Report[]>> = {
  delivered: [BEGUN, MADE, TAKEN],
  'webhook-lost': [BEGUN, MADE, TAKEN],
  'answer-lost': [BEGUN, MADE, TAKEN],
  'drink-fails': [BEGUN, FAILED],
  'refund-refused-first': [BEGUN, FAILED],
  'one-of-two-fails': [BEGUN, MADE, { ...BEGUN, drink: 2 }, { ...FAILED, drink: 2 }],
  'robot-unplugged': [],
  'robot-vanishes': [BEGUN],
};

/** All orders go one report further, then the product does what follows: they are made side by side. */
async function make(orderNos: readonly string[]): Promise<void> {
  const { account } = town.provider.ledger(shop.secretKey).entries[0]!;
  for (let turn = 0; turn < 4; turn++) {
    const due = orderNos.flatMap((orderNo, place) => {
      const report = REPORTS[fateOf(place)][turn];
      return report ? [{ orderNo, report, fate: fateOf(place) }] : [];
    });
    await eachOf(due, async ({ orderNo, report, fate }) => {
      if (fate === 'refund-refused-first' && report === FAILED)
        town.provider.faults.add({ kind: 'failRefund', when: 'atOnce', account });
      await shop.robotReports(orderNo, report);
    });
    await town.server.runDue();
  }
}

/** The robot took the work order, or never got it; then it is gone. */
async function unplug(orderNos: readonly string[]): Promise<void> {
  await shop.inside(async (tx) => {
    await tx.db
      .updateTable('device_command')
      .set({ state: 'timed_out', due_at: null, sent_at: tx.now() })
      .where('order_no', 'in', [...orderNos])
      .execute();
    await tx.db.updateTable('robot').set({ online: false, presence_changed_at: tx.now() }).execute();
  });
}

const books = () =>
  shop.inside(async (tx) => {
    const orders = await tx.db
      .selectFrom('coffee_order')
      .select(['order_no', 'status', 'paid_minor', 'refunded_minor', 'refund_status'])
      .execute();
    const cups = await tx.db
      .selectFrom('order_drink')
      .select(['order_no', 'step', 'refunded', 'finished_at'])
      .execute();
    const repairs = await tx.db.selectFrom('delivery_repair').select(['id', 'order_no', 'state', 'outcome']).execute();
    return { orders, cups, repairs };
  });

test(
  `${ORDERS} orders, with robots unplugged, webhooks and answers lost, drinks and refunds failing: each paid cup is delivered or paid back`,
  async () => {
    const began = performance.now();
    const orderNos = await eachOf(
      Array.from({ length: ORDERS }, (_, place) => place),
      sell,
    );
    await town.until(async () => (await books()).orders.every(({ paid_minor }) => paid_minor > 0));
    await make(orderNos);
    const left = orderNos.filter((_, place) => WATCHED.includes(fateOf(place)));
    await unplug(left);

    const { clock } = town.server.services;
    const isSettled = async (): Promise<boolean> => {
      const { orders, repairs } = await books();
      return (
        orders.every(({ refund_status }) => refund_status === null || refund_status === 102) &&
        repairs.length === left.length &&
        repairs.every(({ state }) => state === 'closed')
      );
    };
    // time passes until nothing is open: what is late is found, and refused refunds are tried again
    for (let rounds = 0; rounds < 12 && !(await isSettled()); rounds++) {
      clock.set(new Date(clock.now().getTime() + 11 * 60_000));
      for (const schedule of deliveryWatch.schedules ?? []) await schedule.run(town.server.services, clock.now());
      await town.server.runDue();
    }
    await town.until(isSettled);

    const { orders, cups, repairs } = await books();
    const unpaidFor = cups.filter(
      ({ step, refunded, finished_at }) =>
        !refunded && !isDelivered({ step: step as OrderStep, refunded, finished: finished_at !== null && step !== 4 }),
    );
    expect(unpaidFor, 'no cup is paid and neither delivered nor paid back').toEqual([]);
    // both ledgers, to the last minor unit and order by order
    const sum = (of: readonly number[]): number => of.reduce((all, one) => all + one, 0);
    const [balance] = town.provider.ledger(shop.secretKey).balances;
    expect(balance).toMatchObject({
      chargedMinor: sum(orders.map(({ paid_minor }) => paid_minor)),
      refundedMinor: sum(orders.map(({ refunded_minor }) => refunded_minor)),
    });
    expect(orders).toHaveLength(ORDERS);
    for (const { order_no, paid_minor, refunded_minor } of orders) {
      const fate = fateOf(orderNos.indexOf(order_no));
      const isBack = fate === 'drink-fails' || fate === 'refund-refused-first' || WATCHED.includes(fate);
      expect({ fate, paid_minor, refunded_minor }).toEqual({
        fate,
        paid_minor: fate === 'one-of-two-fails' ? 9_000 : 4_500,
        refunded_minor: isBack || fate === 'one-of-two-fails' ? 4_500 : 0,
      });
    }
    // each repair has its evidence: what was seen, what was decided and why, and how it ended
    for (const { id } of repairs) {
      const { steps } = await town.server.call(deliveryWatchEndpoints.evidence, { id }, shop.staff);
      const kinds = steps.map(({ kind }) => kind);
      for (const kind of ['found', 'decided', 'closed']) expect(kinds).toContain(kind);
    }
    expect(new Set(repairs.map(({ order_no }) => order_no))).toEqual(new Set(left));
    if (process.env['MANY_ORDERS'])
      process.stdout.write(
        `${ORDERS} orders, ${repairs.length} repairs, ${cups.length} cups, ${sum(orders.map((one) => one.refunded_minor))} of ${sum(orders.map((one) => one.paid_minor))} paid back, ${Math.round((performance.now() - began) / 1_000)} s\n`,
      );
  },
  LIMIT_MS,
);
