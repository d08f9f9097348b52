import type { Random } from '#apps/simulator/world/random.ts';
import { type OrderEvent, OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { applyDrinkReport, type DrinkReport, drinksAfter } from '#domains/orders/rules/drink-steps.ts';
import { nextOrderState, type OrderState, type OrderTrigger } from '#domains/orders/rules/order-status.ts';
import { STALE_AFTER_SECONDS, UNPAID_EXPIRES_AFTER_SECONDS } from '#domains/orders/rules/stale-order.ts';
import type { SalesChannel } from '#domains/pricing/contract/sale.ts';
import { type RefundOrigin, RefundStatus } from '#domains/refunds/contract/refund.ts';
import { decideAutomaticRefund, decideDrinkRefund } from '#domains/refunds/rules/drink-refund.ts';
import {
  decideRefundAnswer,
  decideSettlement,
  orderRefundStatus,
  type RefundFacts,
} from '#domains/refunds/rules/refund.ts';
import type { PastBasket } from './past-menu.ts';

/** How the story of an order goes. */
const PLOTS = [
  'pickedUp',
  'notTaken',
  'stalled',
  'failed',
  'failedUnrefunded',
  'cancelled',
  'expired',
  'declined',
  'secondCard',
  'agreed',
  'refused',
  'withdrawn',
  'staffRefund',
  'asked',
] as const;
export type Plot = (typeof PLOTS)[number];

export interface PastSale {
  readonly orderNo: string;
  readonly at: Date;
  readonly basket: PastBasket;
  readonly robotImei: string;
  readonly clientKey: { readonly id: string; readonly name: string };
  readonly channel: SalesChannel;
  /** Who answers refunds, as the name stands in the timeline. */
  readonly staffName: string;
  readonly pickupCode: string;
  readonly random: Random;
}

export interface PastEvent {
  readonly code: OrderEvent | null;
  readonly state: OrderState;
  readonly at: Date;
  readonly source: 'customer' | 'staff' | 'robot' | 'provider' | 'system';
  readonly actor: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface PastCup {
  readonly drinkNo: number;
  readonly lineNo: number;
  readonly productionSeconds: number;
  step: OrderStep;
  refunded: boolean;
  failure: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface PastPayment {
  readonly attempt: number;
  readonly succeeded: boolean;
  readonly at: Date;
  readonly errorCode: string | null;
}

export interface PastRefund extends RefundFacts {
  readonly origin: RefundOrigin;
  readonly isFull: boolean;
  readonly drinkNos: readonly number[];
  readonly reason: string;
  readonly byId: string;
  readonly byName: string;
  readonly at: Date;
  readonly answeredAt: Date | null;
  readonly answerReason: string | null;
  readonly completedAt: Date | null;
}

/** What became of an order, from beginning to end. */
export interface PastOrder {
  state: OrderState;
  changedAt: Date;
  paidAt: Date | null;
  hadIssue: boolean;
  cancelEvent: OrderEvent | null;
  readonly events: PastEvent[];
  readonly cups: PastCup[];
  readonly payments: PastPayment[];
  refund: PastRefund | null;
  refundId: string;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const REASONS = [
  'The drink was cold',
  'Wrong drink',
  'Too little milk',
  'The cup was half full',
  '味道不对',
  '咖啡洒了',
];
const REFUSALS = ['The robot log shows a full cup', 'Picked up and finished', '设备记录正常'];
/** Codes of faults, as robots report them; the console has words for them. */
const FAILURES = ['grinder-jam', 'cup-jam', 'milk-flow', 'brew-pressure'];
const DECLINES = ['card_declined', 'insufficient_funds', 'expired_card'];

/**
 * Plays one order by the same rules that real ones go through, so that nothing stands in the history that could not have
 * happened. Times follow from the production times of its cups.
 */
export function playOrder(sale: PastSale, plot: Plot, refundId: string): PastOrder {
  const { random, basket } = sale;
  const payableMinor = basket.answer.price.payableMinor;
  let now = sale.at;
  const wait = (from: number, to: number): Date => {
    now = new Date(now.getTime() + random.integer(from, to));
    return now;
  };
  const first = nextOrderState(null, 'created');
  if (!first.allowed) throw new Error('an order can be created');
  let drinkNo = 0;
  const order: PastOrder = {
    state: first.state,
    changedAt: now,
    paidAt: null,
    hadIssue: false,
    cancelEvent: null,
    events: [],
    cups: basket.lines.flatMap((line, index) =>
      Array.from({ length: line.quantity }, () => ({
        drinkNo: ++drinkNo,
        lineNo: index + 1,
        productionSeconds: line.productionSeconds,
        step: OrderStep.unmade,
        refunded: false,
        failure: null,
        startedAt: null,
        finishedAt: null,
      })),
    ),
    payments: [],
    refund: null,
    refundId,
  };
  const write = (code: OrderEvent | null, source: PastEvent['source'], detail: PastEvent['detail'] = {}): void => {
    const actor = { customer: sale.clientKey.name, staff: sale.staffName, robot: sale.robotImei }[source as 'staff'];
    order.events.push({ code, state: order.state, at: now, source, actor: actor ?? 'system', detail });
  };
  const move = (trigger: OrderTrigger, source: PastEvent['source'], detail?: PastEvent['detail']): void => {
    const next = nextOrderState(order.state, trigger);
    if (!next.allowed) throw new Error(`history: ${trigger} is not possible at ${JSON.stringify(order.state)}`);
    order.state = next.state;
    order.changedAt = now;
    if (next.state.cancelled) order.cancelEvent = next.event;
    write(next.event, source, detail);
  };
  const report = (cups: readonly PastCup[], what: DrinkReport, failure?: string): void => {
    const steps = order.cups.map((cup) => cup.step);
    const decision = applyDrinkReport(
      order.state,
      steps,
      cups.map((cup) => cup.drinkNo - 1),
      what,
    );
    if (!decision.allowed) throw new Error(`history: ${what} is not possible at ${JSON.stringify(order.state)}`);
    const changed = decision.changed.map((index) => order.cups[index]!);
    for (const [index, cup] of order.cups.entries()) cup.step = decision.drinks[index]!;
    for (const cup of changed) {
      if (what === 'robotStarts') cup.startedAt = now;
      if (what === 'robotFinishes' || what === 'robotFails') cup.finishedAt = now;
      if (failure) cup.failure = failure;
    }
    order.state = decision.state;
    order.changedAt = now;
    order.hadIssue ||= decision.hadIssue;
    const some = changed.length < order.cups.length ? { drinks: changed.map((cup) => cup.drinkNo) } : {};
    write(decision.event, 'robot', { ...some, ...(failure ? { failure } : {}) });
  };
  const pay = (succeeds: boolean): void => {
    wait(8 * SECOND, 40 * SECOND);
    const attempt = order.payments.length + 1;
    const errorCode = succeeds ? null : random.pick(DECLINES);
    order.payments.push({ attempt, succeeded: succeeds, at: now, errorCode });
    if (!succeeds) {
      move('paymentFailed', 'provider', { errorCode });
      return;
    }
    order.paidAt = now;
    move('moneyConfirmed', 'provider', {
      paymentSerialNo: serialNoOf(sale.orderNo, attempt),
      amountMinor: payableMinor,
      channel: 'stripe',
    });
  };
  const make = (failing: ReadonlySet<number>): void => {
    for (const cup of order.cups) {
      wait(2 * SECOND, 9 * SECOND);
      report([cup], 'robotStarts');
      wait(cup.productionSeconds * 950, cup.productionSeconds * 1_150);
      if (failing.has(cup.drinkNo)) report([cup], 'robotFails', random.pick(FAILURES));
      else report([cup], 'robotFinishes');
    }
  };
  const takeAll = (): void =>
    report(
      order.cups.filter((cup) => cup.step === OrderStep.made),
      'drinkTaken',
    );
  const facts = () => ({ status: order.state.status, paidMinor: payableMinor, refunds: [] });
  const lines = basket.lines.map((line, index) => ({
    lineNo: index + 1,
    quantity: line.quantity,
    payableMinor: basket.answer.price.lines[index]!.payableMinor,
  }));
  const askBack = (origin: RefundOrigin, reason: string): PastRefund => {
    const all = order.cups.map((_, index) => index);
    const chosen = all.length > 1 && random.chance(0.5) ? [0] : all;
    const decision =
      origin === 'automatic'
        ? decideAutomaticRefund(facts(), lines, order.cups, true)
        : decideDrinkRefund(facts(), lines, order.cups, chosen, origin);
    if (!decision.allowed) throw new Error(`history: no refund: ${decision.because}`);
    const drinkNos = decision.drinks.map((index) => order.cups[index]!.drinkNo);
    for (const cup of order.cups) if (drinkNos.includes(cup.drinkNo)) cup.refunded = true;
    const by = {
      customer: [sale.clientKey.id, sale.clientKey.name, 'customer'],
      staff: ['staff', sale.staffName, 'staff'],
      automatic: ['system', 'system', 'system'],
    } as const;
    const [byId, byName, source] = by[origin];
    const { status, providerState, amountMinor, isFull } = decision;
    write(decision.event, source, { refundId, amountMinor });
    order.refund = {
      ...{ status, providerState, amountMinor, isFull, origin, drinkNos, reason, byId, byName, at: now },
      ...{ answeredAt: null, answerReason: null, completedAt: null },
    };
    return order.refund;
  };
  const settle = (refund: PastRefund): void => {
    wait(2 * SECOND, 30 * SECOND);
    const decision = decideSettlement(refund, 'succeeded');
    if (!decision.changes) throw new Error('history: a refund that is under way settles');
    const { status, providerState } = decision;
    order.refund = { ...refund, status, providerState, completedAt: now };
    write(decision.event, 'provider', { refundId, amountMinor: refund.amountMinor });
  };
  const answer = (agree: boolean): void => {
    const asked = askBack('customer', random.pick(REASONS));
    wait(5 * MINUTE, 20 * 60 * MINUTE);
    const answerReason = agree ? '' : random.pick(REFUSALS);
    const decision = decideRefundAnswer(asked, { agree, reason: answerReason });
    if (!decision.allowed) throw new Error(`history: no answer: ${decision.because}`);
    const { status, providerState } = decision;
    order.refund = { ...asked, status, providerState, answeredAt: now, answerReason };
    if (!agree) for (const cup of order.cups) cup.refunded = false;
    write(null, 'staff', { refundId, agreed: agree, reason: answerReason });
    if (agree) settle(order.refund);
  };

  write(first.event, 'customer', { channel: sale.channel });
  if (plot === 'cancelled') {
    wait(20 * SECOND, 4 * MINUTE);
    move('customerCancels', 'customer');
    return order;
  }
  if (plot === 'expired' || plot === 'declined') {
    if (plot === 'declined') pay(false);
    now = new Date(sale.at.getTime() + UNPAID_EXPIRES_AFTER_SECONDS * SECOND + random.integer(0, 59) * SECOND);
    move('unpaidExpires', 'system');
    return order;
  }
  if (plot === 'secondCard') pay(false);
  pay(true);
  if (plot === 'failed' || plot === 'failedUnrefunded') {
    const failing =
      order.cups.length > 1 && random.chance(0.6) ? [order.cups.length] : order.cups.map((cup) => cup.drinkNo);
    make(new Set(failing));
    if (plot === 'failed') settle(askBack('automatic', 'makeFailed'));
    return order;
  }
  make(new Set());
  if (plot === 'notTaken' || plot === 'stalled') {
    wait(15 * MINUTE, 16 * MINUTE);
    const madeAt = order.changedAt;
    move('pickupWindowCloses', 'system');
    order.changedAt = madeAt;
  }
  if (plot === 'stalled') {
    now = new Date(order.changedAt.getTime() + STALE_AFTER_SECONDS * SECOND + random.integer(5, 70) * SECOND);
    const steps = drinksAfter(
      'stalled',
      order.cups.map((cup) => cup.step),
    );
    for (const [index, cup] of order.cups.entries()) cup.step = steps[index]!;
    move('stalled', 'system');
    return order;
  }
  wait(10 * SECOND, 2 * MINUTE);
  takeAll();
  if (plot === 'asked' || plot === 'withdrawn' || plot === 'staffRefund' || plot === 'agreed' || plot === 'refused')
    wait(2 * MINUTE, 14 * MINUTE);
  if (plot === 'asked') askBack('customer', random.pick(REASONS));
  if (plot === 'agreed' || plot === 'refused') answer(plot === 'agreed');
  if (plot === 'staffRefund') settle(askBack('staff', random.pick(REASONS)));
  if (plot === 'withdrawn') {
    const asked = askBack('customer', random.pick(REASONS));
    wait(MINUTE, 30 * MINUTE);
    order.refund = { ...asked, status: RefundStatus.withdrawn };
    for (const cup of order.cups) cup.refunded = false;
    write(null, 'customer', { refundId, withdrawn: true });
  }
  return order;
}

export function serialNoOf(orderNo: string, attempt: number): string {
  return `P${orderNo}${String(attempt).padStart(2, '0')}`;
}

export function refundStatusOf(order: PastOrder): RefundStatus | null {
  return orderRefundStatus(order.refund ? [order.refund] : []);
}

export function refundedMinorOf(order: PastOrder): number {
  return order.refund?.status === RefundStatus.returned ? order.refund.amountMinor : 0;
}

export function isPaidOrder(order: PastOrder): boolean {
  return order.state.status >= OrderStatus.paidInQueue;
}
