import { type OrderEvent, OrderStep } from '#domains/orders/contract/order.ts';
import { applyDrinkReport, type DrinkReport, drinksAfter } from '#domains/orders/rules/drink-steps.ts';
import { nextOrderState, type OrderTrigger } from '#domains/orders/rules/order-status.ts';
import { type RefundOrigin, RefundStatus } from '#domains/refunds/contract/refund.ts';
import { decideAutomaticRefund, decideDrinkRefund } from '#domains/refunds/rules/drink-refund.ts';
import { decideRefundAnswer, decideSettlement } from '#domains/refunds/rules/refund.ts';
import type { PastBasket } from './past-menu.ts';
import {
  type PastCup,
  type PastEvent,
  type PastOrder,
  type PastRefund,
  type PastSale,
  serialNoOf,
} from './past-order.ts';

const SECOND = 1_000;
/** Codes of faults, as robots report them; the console has words for them. */
const FAILURES = ['grinder-jam', 'cup-jam', 'milk-flow', 'brew-pressure'];
const DECLINES = ['card_declined', 'insufficient_funds', 'expired_card'];

/** An order while it is played: its state, its clock, and all that can happen to it. */
export class OrderInPlay {
  readonly order: PastOrder;
  readonly #sale: PastSale;
  #now: Date;

  constructor(sale: PastSale, refundId: string) {
    this.#sale = sale;
    this.#now = sale.at;
    const first = nextOrderState(null, 'created');
    if (!first.allowed) throw new Error('an order can be created');
    this.order = {
      state: first.state,
      changedAt: this.#now,
      paidAt: null,
      hadIssue: false,
      remade: false,
      cancelEvent: null,
      events: [],
      cups: unmadeCups(sale.basket),
      payments: [],
      refund: null,
      refundId,
    };
    this.#write(first.event, 'customer', { channel: sale.channel });
  }

  wait(from: number, to: number): void {
    this.#now = new Date(this.#now.getTime() + this.#sale.random.integer(from, to));
  }

  waitUntil(at: Date): void {
    this.#now = at;
  }

  move(trigger: OrderTrigger, source: PastEvent['source'], detail?: PastEvent['detail']): void {
    const { order } = this;
    const next = nextOrderState(order.state, trigger);
    if (!next.allowed) throw new Error(`history: ${trigger} is not possible at ${JSON.stringify(order.state)}`);
    order.state = next.state;
    order.changedAt = this.#now;
    if (next.state.cancelled) order.cancelEvent = next.event;
    this.#write(next.event, source, detail);
  }

  pay(succeeds: boolean): void {
    const { order } = this;
    const { random, basket, orderNo } = this.#sale;
    this.wait(8 * SECOND, 40 * SECOND);
    const attempt = order.payments.length + 1;
    const errorCode = succeeds ? null : random.pick(DECLINES);
    order.payments.push({ attempt, succeeded: succeeds, at: this.#now, errorCode });
    if (!succeeds) {
      this.move('paymentFailed', 'provider', { errorCode });
      return;
    }
    order.paidAt = this.#now;
    const amountMinor = basket.answer.price.payableMinor;
    this.move('moneyConfirmed', amountMinor > 0 ? 'provider' : 'system', {
      paymentSerialNo: serialNoOf(orderNo, attempt),
      amountMinor,
      channel: amountMinor > 0 ? 'stripe' : 'free',
    });
  }

  make(failing: ReadonlySet<number>): void {
    const { random } = this.#sale;
    for (const cup of this.order.cups) {
      this.wait(2 * SECOND, 9 * SECOND);
      this.#report([cup], 'robotStarts');
      this.wait(cup.productionSeconds * 950, cup.productionSeconds * 1_150);
      if (failing.has(cup.drinkNo)) this.#report([cup], 'robotFails', random.pick(FAILURES));
      else this.#report([cup], 'robotFinishes');
    }
  }

  /** What the robot never began counts as failed, and goes to it once more. */
  makeAgain(): void {
    const { order } = this;
    this.#report(order.cups, 'robotFails', 'not-delivered', 'system');
    this.wait(SECOND, 3 * SECOND);
    for (const cup of order.cups) Object.assign(cup, { step: OrderStep.unmade, failure: null, finishedAt: null });
    order.remade = true;
    this.move('staffRemakes', 'system', { madeAgain: true, drinks: order.cups.map((cup) => cup.drinkNo) });
  }

  takeAll(): void {
    const made = this.order.cups.filter((cup) => cup.step === OrderStep.made);
    this.#report(made, 'drinkTaken');
  }

  stall(): void {
    const { cups } = this.order;
    const steps = drinksAfter(
      'stalled',
      cups.map((cup) => cup.step),
    );
    for (const [index, cup] of cups.entries()) cup.step = steps[index]!;
    this.move('stalled', 'system');
  }

  askBack(origin: Exclude<RefundOrigin, 'provider'>, reason: string): PastRefund {
    const { order } = this;
    const decision = this.#decideRefund(origin);
    const drinkNos = decision.drinks.map((index) => order.cups[index]!.drinkNo);
    for (const cup of order.cups) if (drinkNos.includes(cup.drinkNo)) cup.refunded = true;
    const { clientKey, staffName } = this.#sale;
    const by = {
      customer: [clientKey.id, clientKey.name, 'customer'],
      staff: ['staff', staffName, 'staff'],
      automatic: ['system', 'system', 'system'],
    } as const;
    const [byId, byName, source] = by[origin];
    const { status, providerState, amountMinor, isFull } = decision;
    this.#write(decision.event, source, { refundId: order.refundId, amountMinor });
    order.refund = {
      ...{ status, providerState, amountMinor, isFull, origin, drinkNos, reason, byId, byName, at: this.#now },
      ...{ answeredAt: null, answerReason: null, completedAt: null },
    };
    return order.refund;
  }

  /** `refusal`: the reason for the customer; without one the refund is agreed to. */
  answer(asked: PastRefund, refusal: string | null): void {
    const { order } = this;
    const agree = refusal === null;
    const answerReason = refusal ?? '';
    const decision = decideRefundAnswer(asked, { agree, reason: answerReason });
    if (!decision.allowed) throw new Error(`history: no answer: ${decision.because}`);
    const { status, providerState } = decision;
    order.refund = { ...asked, status, providerState, answeredAt: this.#now, answerReason };
    if (!agree) this.#keepCups();
    this.#write(null, 'staff', { refundId: order.refundId, agreed: agree, reason: answerReason });
    if (agree) this.settle(order.refund);
  }

  settle(refund: PastRefund): void {
    this.wait(2 * SECOND, 30 * SECOND);
    const decision = decideSettlement(refund, 'succeeded');
    if (!decision.changes) throw new Error('history: a refund that is under way settles');
    const { status, providerState } = decision;
    this.order.refund = { ...refund, status, providerState, completedAt: this.#now };
    this.#write(decision.event, 'provider', { refundId: this.order.refundId, amountMinor: refund.amountMinor });
  }

  withdraw(asked: PastRefund): void {
    this.order.refund = { ...asked, status: RefundStatus.withdrawn };
    this.#keepCups();
    this.#write(null, 'customer', { refundId: this.order.refundId, withdrawn: true });
  }

  #decideRefund(origin: RefundOrigin) {
    const { order } = this;
    const { random, basket } = this.#sale;
    const { price } = basket.answer;
    const facts = { status: order.state.status, paidMinor: price.payableMinor, refunds: [], disputedMinor: 0 };
    const lines = basket.lines.map((line, index) => ({
      lineNo: index + 1,
      quantity: line.quantity,
      payableMinor: price.lines[index]!.payableMinor,
    }));
    const all = order.cups.map((_, index) => index);
    const chosen = all.length > 1 && random.chance(0.5) ? [0] : all;
    const decision =
      origin === 'automatic'
        ? decideAutomaticRefund(facts, lines, order.cups, true)
        : decideDrinkRefund(facts, lines, order.cups, chosen, origin);
    if (!decision.allowed) throw new Error(`history: no refund: ${decision.because}`);
    return decision;
  }

  #report(cups: readonly PastCup[], what: DrinkReport, failure?: string, source: 'robot' | 'system' = 'robot'): void {
    const { order } = this;
    const decision = applyDrinkReport(
      order.state,
      order.cups.map((cup) => cup.step),
      cups.map((cup) => cup.drinkNo - 1),
      what,
    );
    if (!decision.allowed) throw new Error(`history: ${what} is not possible at ${JSON.stringify(order.state)}`);
    const changed = decision.changed.map((index) => order.cups[index]!);
    for (const [index, cup] of order.cups.entries()) cup.step = decision.drinks[index]!;
    for (const cup of changed) {
      if (what === 'robotStarts') cup.startedAt = this.#now;
      if (what === 'robotFinishes' || what === 'robotFails') cup.finishedAt = this.#now;
      if (failure) cup.failure = failure;
    }
    order.state = decision.state;
    order.changedAt = this.#now;
    order.hadIssue ||= decision.hadIssue;
    const some = changed.length < order.cups.length ? { drinks: changed.map((cup) => cup.drinkNo) } : {};
    this.#write(decision.event, source, { ...some, ...(failure ? { failure } : {}) });
  }

  #keepCups(): void {
    for (const cup of this.order.cups) cup.refunded = false;
  }

  #write(code: OrderEvent | null, source: PastEvent['source'], detail: PastEvent['detail'] = {}): void {
    const { clientKey, staffName, robotImei } = this.#sale;
    const actor = { customer: clientKey.name, staff: staffName, robot: robotImei }[source as 'staff'];
    this.order.events.push({ code, state: this.order.state, at: this.#now, source, actor: actor ?? 'system', detail });
  }
}

function unmadeCups({ lines }: PastBasket): PastCup[] {
  const lineNos = lines.flatMap((line, index) => Array.from({ length: line.quantity }, () => index + 1));
  return lineNos.map((lineNo, index) => ({
    drinkNo: index + 1,
    lineNo,
    productionSeconds: lines[lineNo - 1]!.productionSeconds,
    step: OrderStep.unmade,
    refunded: false,
    failure: null,
    startedAt: null,
    finishedAt: null,
  }));
}
