import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { mustStayWithinPaid } from '#domains/pricing/rules/order-amounts.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import {
  decideRefund,
  decideRefundAnswer,
  decideSettlement,
  decideWithdrawal,
  isOpenRefund,
  orderRefundStatus,
  type RefundFacts,
  refundableAmount,
  refundedAmount,
} from '#domains/refunds/rules/refund.ts';
import { decideMoneyConfirmed } from './confirm-money.ts';
import { nextOrderState, type OrderState, type OrderTrigger } from './order-status.ts';

// An order from its creation to its last refund, the use cases as the server performs them (lock, decide, write), against
// a till that only counts coins (security 19.3).
const PAYABLE = 500;

interface Books {
  readonly state: OrderState;
  readonly paidMinor: number;
  readonly refundedMinor: number;
  readonly refunds: readonly RefundFacts[];
}

/** What really happened to money; never lost, whatever is stored. */
interface Bank {
  received: number;
  sentOff: number;
  returned: number;
}

const UNPAID: OrderState = { status: OrderStatus.created, step: OrderStep.unmade, cancelled: false };

/** The use cases on the pure rules. `pause` stands between reading and writing, where others may come in between. */
class Desk {
  stored: Books = { state: UNPAID, paidMinor: 0, refundedMinor: 0, refunds: [] };
  readonly bank: Bank = { received: 0, sentOff: 0, returned: 0 };
  #before: Promise<unknown> = Promise.resolve();
  readonly #pause: () => Promise<unknown>;
  readonly #locks: boolean;

  constructor(pause: () => Promise<unknown>, options: { locks: boolean }) {
    this.#pause = pause;
    this.#locks = options.locks;
  }

  #change(decide: (order: Books) => Books | undefined): Promise<boolean> {
    const work = async (): Promise<boolean> => {
      const order = this.stored;
      const after = decide(order);
      await this.#pause();
      if (after) this.stored = after;
      return after !== undefined;
    };
    if (!this.#locks) return work();
    const turn = this.#before.then(work);
    this.#before = turn;
    return turn;
  }

  move(trigger: OrderTrigger): Promise<boolean> {
    return this.#change((order) => {
      const next = nextOrderState(order.state, trigger);
      return next.allowed ? { ...order, state: next.state } : undefined;
    });
  }

  /** The provider's reply and its webhook both say it. */
  moneyCame(amountMinor: number): Promise<boolean> {
    return this.#change((order) => {
      const payable = { ...order.state, payableMinor: PAYABLE, currency: 'NOK' };
      const decision = decideMoneyConfirmed(payable, { amountMinor, currency: 'NOK' });
      if (decision.outcome !== 'produce') return undefined;
      this.bank.received += amountMinor;
      return { ...order, state: decision.state, paidMinor: amountMinor };
    });
  }

  ask(by: 'customer' | 'staff', amountMinor: number): Promise<boolean> {
    return this.#change((order) => {
      const decision = decideRefund({ ...order, status: order.state.status, disputedMinor: 0 }, amountMinor, by);
      if (!decision.allowed) return undefined;
      if (decision.providerState) this.bank.sentOff += amountMinor;
      const { status, providerState } = decision;
      return { ...order, refunds: [...order.refunds, { status, providerState, amountMinor }] };
    });
  }

  answer(agree: boolean): Promise<boolean> {
    return this.#change((order) => {
      const open = order.refunds.find(isOpenRefund);
      const decision = open && decideRefundAnswer(open, { agree, reason: 'why' });
      if (!open || !decision?.allowed) return undefined;
      if (agree) this.bank.sentOff += open.amountMinor;
      return replaced(order, open, { status: decision.status, providerState: decision.providerState });
    });
  }

  withdraw(): Promise<boolean> {
    return this.#change((order) => {
      const open = order.refunds.find(isOpenRefund);
      const decision = open && decideWithdrawal(open);
      return open && decision?.allowed ? replaced(order, open, { status: decision.status }) : undefined;
    });
  }

  settle(outcome: 'succeeded' | 'failed'): Promise<boolean> {
    return this.#change((order) => {
      const open = order.refunds.find(isOpenRefund);
      const decision = open && decideSettlement(open, outcome);
      if (!open || !decision?.changes) return undefined;
      const { status, providerState } = decision;
      const returned = outcome === 'succeeded' ? open.amountMinor : 0;
      this.bank.returned += returned;
      return { ...replaced(order, open, { status, providerState }), refundedMinor: order.refundedMinor + returned };
    });
  }
}

function replaced(order: Books, refund: RefundFacts, change: Partial<RefundFacts>): Books {
  return { ...order, refunds: order.refunds.map((one) => (one === refund ? { ...one, ...change } : one)) };
}

/** What the books say and what happened to the money are one and the same. */
function agrees({ stored, bank }: Desk): boolean {
  const { paidMinor, refunds } = stored;
  const facts = { status: stored.state.status, paidMinor, refunds, disputedMinor: 0 };
  const open = stored.refunds.filter(isOpenRefund);
  const underway = open.filter((refund) => refund.providerState !== null);
  mustStayWithinPaid('model', stored);
  return (
    stored.paidMinor === bank.received &&
    stored.refundedMinor === bank.returned &&
    refundedAmount(facts) === bank.returned &&
    bank.sentOff - bank.returned === underway.reduce((sum, refund) => sum + refund.amountMinor, 0) &&
    bank.sentOff <= bank.received &&
    refundableAmount(facts) === bank.received - bank.returned - open.reduce((sum, one) => sum + one.amountMinor, 0) &&
    open.length <= 1
  );
}

/** The till: where the cup stands, and coins. It knows nothing of codes, states of providers and rounding. */
interface Till {
  place: 'unpaid' | 'declined' | 'gone' | 'queued' | 'making' | 'failed' | 'ready' | 'taken' | 'stalled';
  coins: number;
  asked: { by: 'customer' | 'staff'; amount: number; sent: boolean } | null;
  refused: 'rejected' | 'withdrawn' | null;
  gaveBack: number;
}

const PATHS: Record<string, Partial<Record<Till['place'], Till['place']>>> = {
  paymentFailed: { unpaid: 'declined' },
  customerCancels: { unpaid: 'gone', declined: 'gone' },
  unpaidExpires: { unpaid: 'gone', declined: 'gone' },
  robotStarts: { queued: 'making' },
  robotFails: { queued: 'failed', making: 'failed' },
  robotFinishes: { making: 'ready' },
  drinkTaken: { ready: 'taken' },
  staffRemakes: { failed: 'queued' },
  stalled: { queued: 'stalled', making: 'stalled', ready: 'stalled' },
  staffMarksTaken: { stalled: 'taken', failed: 'taken' },
};
const left = (till: Till): number => till.coins - till.gaveBack;

type Step = fc.AsyncCommand<Till, Desk>;
function step(
  words: string,
  expected: (till: Till) => (() => void) | false,
  real: (desk: Desk) => Promise<boolean>,
): Step {
  return {
    check: () => true,
    run: async (till, desk) => {
      const effect = expected(till);
      expect(await real(desk), words).toBe(effect !== false);
      if (effect) effect();
      expect(agrees(desk), words).toBe(true);
      expect(desk.stored.paidMinor).toBe(till.coins);
      expect(desk.stored.refundedMinor).toBe(till.gaveBack);
      expect(orderRefundStatus(desk.stored.refunds)).toBe(codeOf(till));
    },
    toString: () => words,
  };
}
function codeOf({ asked, gaveBack, refused }: Till): RefundStatus | null {
  if (asked) return asked.by === 'customer' ? RefundStatus.requestedByCustomer : RefundStatus.requestedByStaff;
  if (gaveBack > 0) return RefundStatus.returned;
  return refused && RefundStatus[refused];
}

const asks = (by: 'customer' | 'staff', amount: number): Step =>
  step(
    `${by} asks for ${amount}`,
    (till) =>
      till.coins > 0 && !till.asked && left(till) > 0 && amount <= left(till)
        ? () => {
            till.asked = { by, amount, sent: by === 'staff' };
          }
        : false,
    (desk) => desk.ask(by, amount),
  );
const closes = (
  words: string,
  fits: (till: Till) => boolean,
  effect: (till: Till) => void,
  real: Parameters<typeof step>[2],
) => step(words, (till) => fits(till) && (() => effect(till)), real);
const waits = ({ asked }: Till): boolean => asked?.by === 'customer' && !asked.sent;

const steps = fc.oneof(
  fc.constantFrom(...(Object.keys(PATHS) as OrderTrigger[])).map((trigger) =>
    step(
      trigger,
      (till) => {
        const to = PATHS[trigger]![till.place];
        if (to === undefined) return false;
        return () => {
          till.place = to;
        };
      },
      (desk) => desk.move(trigger),
    ),
  ),
  fc.constantFrom(PAYABLE, PAYABLE, PAYABLE, PAYABLE - 1, 2 * PAYABLE).map((amount) =>
    step(
      `${amount} came`,
      (till) =>
        (till.place === 'unpaid' || till.place === 'declined') && amount === PAYABLE
          ? () => {
              till.place = 'queued';
              till.coins = amount;
            }
          : false,
      (desk) => desk.moneyCame(amount),
    ),
  ),
  fc
    .tuple(
      fc.constantFrom('customer' as const, 'staff' as const),
      fc.constantFrom(1, 99, 200, 250, PAYABLE, PAYABLE + 1),
    )
    .map(([by, amount]) => asks(by, amount)),
  fc.constant(
    closes(
      'staff agrees',
      waits,
      (till) => {
        till.asked!.sent = true;
      },
      (desk) => desk.answer(true),
    ),
  ),
  fc.constantFrom('rejected' as const, 'withdrawn' as const).map((how) =>
    closes(
      how,
      waits,
      (till) => {
        till.asked = null;
        till.refused = how;
      },
      (desk) => (how === 'rejected' ? desk.answer(false) : desk.withdraw()),
    ),
  ),
  fc.constant(
    closes(
      'the money is back',
      ({ asked }) => asked?.sent === true,
      (till) => {
        till.gaveBack += till.asked!.amount;
        till.asked = null;
      },
      (desk) => desk.settle('succeeded'),
    ),
  ),
);

test('an order does with money what a till does, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands([steps], { maxCommands: 60, size: '+2' }), (commands) =>
      fc.asyncModelRun(
        () => ({
          model: { place: 'unpaid', coins: 0, asked: null, refused: null, gaveBack: 0 } satisfies Till as Till,
          real: new Desk(async () => undefined, { locks: true }),
        }),
        commands,
      ),
    ),
    { numRuns: 300 },
  );
});

/** Many at once: two clicks, a webhook that comes twice, the customer and staff, in any order of reads and writes. */
const crowd = (locks: boolean) =>
  fc.asyncProperty(
    fc.scheduler(),
    fc.array(fc.constantFrom('reply', 'webhook', 'ask', 'askAll', 'request', 'agree', 'withdraw', 'back'), {
      minLength: 2,
      maxLength: 14,
    }),
    async (scheduler, acts) => {
      const desk = new Desk(() => scheduler.schedule(Promise.resolve()), { locks });
      await scheduler.waitFor(desk.moneyCame(PAYABLE));
      const does: Record<string, () => Promise<boolean>> = {
        reply: () => desk.moneyCame(PAYABLE),
        webhook: () => desk.moneyCame(PAYABLE),
        ask: () => desk.ask('staff', 200),
        askAll: () => desk.ask('staff', PAYABLE),
        request: () => desk.ask('customer', 300),
        agree: () => desk.answer(true),
        withdraw: () => desk.withdraw(),
        back: () => desk.settle('succeeded'),
      };
      await scheduler.waitFor(Promise.all(acts.map((act) => does[act]!())));
      return agrees(desk);
    },
  );

test('of whoever comes at once, each decides on what the one before has left', async () => {
  await fc.assert(crowd(true), { numRuns: 300 });
});

test('the model notices a lost update: without the lock, books and money part', async () => {
  const found = await fc.check(crowd(false), { numRuns: 300, seed: 20_261_121 });
  expect(found.failed).toBe(true);
});
