import { OrderStatus } from '#domains/orders/contract/order.ts';
import type { StorefrontMenu } from '#domains/orders/contract/storefront-menu.ts';
import type { StorefrontOrder } from '#domains/orders/contract/storefront-order.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { Random } from '../world/random.ts';
import type { Timers } from '../world/timers.ts';
import { withCoupon } from './app-coupon.ts';
import { askAtMachine } from './machine-page.ts';
import { type Basket, ShopRefusal, type StorefrontClient } from './storefront-client.ts';

export interface VisitOptions {
  spotId: string;
  channel: 'app' | 'kiosk' | 'miniprogram';
  /** Shares of the customers. */
  habits: Habits;
  /** One robot of the spot; the server chooses without it. */
  deviceImei?: string;
  /** He stands before this robot until he has his cups, or goes without. */
  joins?: (imei: string) => { leaves(): void };
  serverUrl: string;
  /** Ids of the coupons whose code hangs at the spot. */
  posters: readonly string[];
  /** What the code on a machine says; undefined where none is stuck on it. */
  labelOf?: (imei: string) => string | undefined;
  /** Whether a terminal stands at a robot and works. */
  takesCards?: (imei: string) => boolean;
  /** Card instead of a drawn one, such as `pm_card_visa`. */
  paymentMethod?: string;
  /** Divides all waiting. */
  haste: number;
}

export interface Habits {
  cancels: number;
  cardDeclined: number;
  secondStep: number;
  asksRefund: number;
  withdrawsRefund: number;
  /** Has a look at his coupons and points first; of those with an app. */
  looksForCoupon: number;
  /** Scans the code on the machine; of those who ask for their money. */
  asksAtMachine: number;
  /** Holds a card to the terminal; of those before a kiosk that has one. */
  paysAtTerminal: number;
}

export const USUAL_HABITS: Habits = {
  cancels: 0.04,
  cardDeclined: 0.05,
  secondStep: 0.03,
  asksRefund: 0.01,
  withdrawsRefund: 0.2,
  looksForCoupon: 0.2,
  asksAtMachine: 0.4,
  paysAtTerminal: 0.6,
};

export type VisitEnd =
  | 'queueTooLong'
  | 'soldOut'
  | 'cancelled'
  | 'gaveUpPaying'
  | 'pickedUp'
  | 'notServed'
  | 'refundAsked'
  | 'askedAtMachine'
  | 'refundWithdrawn';

export interface Visit {
  end: VisitEnd;
  orderNo?: string;
  /** What he waits for an answer to. */
  refundId?: string;
}

const GOOD_CARDS = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_visa_debit',
  'pm_card_amex',
] as const;
const BAD_CARDS = ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds'] as const;
const SECOND_STEP_CARD = 'pm_card_authenticationRequired';
const REASONS = [
  'The drink was cold',
  'Wrong drink',
  'Too little milk',
  'It took too long',
  '味道不对',
  '咖啡洒了',
] as const;
/** Of those whose drink passes a drawing machine. */
const CHOOSES_ART = 0.4;
const ASKS_EVERY_MS = 2_500;
const WAITS_AT_MOST_MS = 20 * 60_000;

type Pause = (from: number, to: number) => Promise<boolean>;

/** One customer from the menu to the cup, through nothing but the storefront. */
export async function visit(
  shop: StorefrontClient,
  options: VisitOptions,
  random: Random,
  timers: Timers,
): Promise<Visit> {
  const pause: Pause = (from, to) => timers.sleep(random.integer(from * 1000, to * 1000) / options.haste);
  const served = await queueAndBuy(shop, options, random, timers, pause);
  if ('end' in served) return served;
  const { orderNo } = served;
  if (served.status === OrderStatus.awaitingPickup) {
    // Some say in their app that they have it; for the others the robot's sensor does.
    await pause(5, 15);
    if (options.channel !== 'kiosk') await shop.pickUp(orderNo).catch(ignoreRefusal);
  } else if (served.status !== OrderStatus.pickedUp) return { end: 'notServed', orderNo };

  if (!random.chance(options.habits.asksRefund)) return { end: 'pickedUp', orderNo };
  return askRefund(shop, served, options, random, pause);
}

/** Until his cups are there or he has left without; before a kiosk he stands from the beginning. */
async function queueAndBuy(
  shop: StorefrontClient,
  options: VisitOptions,
  random: Random,
  timers: Timers,
  pause: Pause,
): Promise<StorefrontOrder | Visit> {
  const { deviceImei, joins } = options;
  let place = deviceImei === undefined ? undefined : joins?.(deviceImei);
  try {
    const menu = await shop.menu(options.spotId);
    const filled = fillBasket(menu, options, random);
    if (!filled) return { end: 'soldOut' };
    const plain: Basket = paysAtTerminal(options, random) ? { ...filled, paidBy: 'pos' } : filled;
    const basket = await priced(shop, plain, options, random);
    await pause(2, 8);
    const order = await buy(shop, basket).catch(soldOutMeanwhile);
    if (!order) return { end: 'soldOut' };
    const { orderNo } = order;
    place ??= joins?.(order.deviceImei);
    await pause(1, 6);
    if (random.chance(options.habits.cancels)) {
      await shop.cancel(orderNo);
      return { end: 'cancelled', orderNo };
    }
    const isPaid =
      basket.paidBy === 'pos'
        ? await payAtTerminal(shop, orderNo, options, timers)
        : await pay(shop, order, options, random, pause);
    if (!isPaid) return { end: 'gaveUpPaying', orderNo };
    return await awaitDrinks(shop, orderNo, options, timers);
  } finally {
    place?.leaves();
  }
}

/** He knows what he is going to pay; some have a coupon in their app, or find one. */
async function priced(
  shop: StorefrontClient,
  basket: Basket,
  { channel, habits, spotId, posters }: VisitOptions,
  random: Random,
): Promise<Basket> {
  const own = random.stream('app');
  const found =
    channel !== 'kiosk' && own.chance(habits.looksForCoupon)
      ? await withCoupon(shop, basket, { spotId, posters }, own)
      : basket;
  if (found === basket) await shop.quote({ spotId, paidBy: basket.paidBy, lines: basket.lines });
  return found;
}

/** A coupon that was good a moment ago may be gone: then without it. */
async function buy(shop: StorefrontClient, { couponCode, ...basket }: Basket): Promise<StorefrontOrder> {
  if (couponCode === undefined) return shop.createOrder(basket);
  return shop.createOrder({ ...basket, couponCode }).catch((error: unknown) => {
    if (!(error instanceof ShopRefusal) || !error.problem.startsWith('coupon.')) throw error;
    return shop.createOrder(basket);
  });
}

/** Sold out, closed or no robot free: between the menu and the order somebody else was quicker. */
function soldOutMeanwhile(error: unknown): undefined {
  if (!(error instanceof ShopRefusal) || !error.problem.startsWith('order.')) throw error;
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ShopRefusal)) throw error;
}

/** Most people want one cup, some want it with options, now and then somebody fetches for the others. */
export function fillBasket(
  menu: Pick<StorefrontMenu, 'goods'> &
    Partial<Pick<StorefrontMenu, 'latteArts'>> & { spot: Pick<StorefrontMenu['spot'], 'inBusiness'> },
  options: Pick<VisitOptions, 'spotId' | 'deviceImei'>,
  random: Random,
): Basket | undefined {
  const offered = menu.goods.filter((goods) => !goods.soldOut);
  if (!menu.spot.inBusiness || offered.length === 0) return undefined;
  const count = random.chance(0.8) ? 1 : random.chance(0.7) ? 2 : 3;
  const chosen = new Map<string, Basket['lines'][number]>();
  for (let index = 0; index < count; index++) {
    const goods = random.pick(offered);
    const optionIds = goods.groups.flatMap((group) => {
      if (group.choices.length === 0) return [];
      if (group.required) return [random.pick(group.choices).id];
      return random.chance(0.25) ? [random.pick(group.choices).id] : [];
    });
    const line = { goodsId: goods.goodsId, quantity: random.chance(0.92) ? 1 : 2, optionIds };
    const arts = goods.drawingMachine ? (menu.latteArts ?? []) : [];
    const art = arts.length > 0 && random.chance(CHOOSES_ART) ? { artId: random.pick(arts).id } : {};
    chosen.set(goods.goodsId, { ...line, ...art });
  }
  return {
    spotId: options.spotId,
    paidBy: 'card',
    customerId: `customer-${random.integer(1, 400)}`,
    lines: [...chosen.values()],
    ...(options.deviceImei ? { deviceImei: options.deviceImei } : {}),
  };
}

async function pay(
  shop: StorefrontClient,
  order: StorefrontOrder,
  options: VisitOptions,
  random: Random,
  pause: Pause,
): Promise<boolean> {
  const { habits } = options;
  const first = random.chance(habits.cardDeclined)
    ? random.pick(BAD_CARDS)
    : random.chance(habits.secondStep)
      ? SECOND_STEP_CARD
      : random.pick(GOOD_CARDS);
  const cards = options.paymentMethod ? [options.paymentMethod] : [first, random.pick(GOOD_CARDS)];
  for (const card of cards) {
    const paid = await shop.pay(order.orderNo, card);
    const status = paid.payment?.status;
    if (status === 'requires_action') {
      await pause(3, 10);
      await passSecondStep(paid.payment?.actionUrl, random.chance(0.9));
      return true;
    }
    if (status !== 'failed') return true;
    await pause(4, 12);
    if (random.chance(0.3)) return false;
  }
  return false;
}

function paysAtTerminal({ channel, deviceImei, takesCards, habits, paymentMethod }: VisitOptions, random: Random) {
  if (channel !== 'kiosk' || deviceImei === undefined || paymentMethod !== undefined) return false;
  return takesCards?.(deviceImei) === true && random.stream('terminal').chance(habits.paysAtTerminal);
}

/** Waits beside the terminal; who was declined tries once more, then goes. */
async function payAtTerminal(
  shop: StorefrontClient,
  orderNo: string,
  { haste }: VisitOptions,
  timers: Timers,
): Promise<boolean> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await shop.pay(orderNo);
    for (;;) {
      const { status, payment } = await shop.order(orderNo);
      if (status !== OrderStatus.created) return true;
      if (payment?.status === 'failed' || payment?.status === 'cancelled') break;
      if (!(await timers.sleep(ASKS_EVERY_MS / haste))) return false;
    }
  }
  await shop.cancel(orderNo).catch(ignoreRefusal);
  return false;
}

/** The bank's page of this payment, where the customer allows it or not. */
async function passSecondStep(actionUrl: string | undefined, allows: boolean): Promise<void> {
  if (!actionUrl) return;
  const answer = await fetch(actionUrl, {
    method: 'POST',
    body: new URLSearchParams({ answer: allows ? 'pass' : 'refuse' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  });
  await answer.body?.cancel();
}

const STILL_WAITING: readonly number[] = [OrderStatus.created, OrderStatus.paidInQueue];

async function awaitDrinks(
  shop: StorefrontClient,
  orderNo: string,
  options: VisitOptions,
  timers: Timers,
): Promise<StorefrontOrder> {
  for (let waited = 0; ; waited += ASKS_EVERY_MS) {
    const order = await shop.order(orderNo);
    if (!STILL_WAITING.includes(order.status) || waited > WAITS_AT_MOST_MS) return order;
    if (!(await timers.sleep(ASKS_EVERY_MS / options.haste))) return order;
  }
}

async function askRefund(
  shop: StorefrontClient,
  order: StorefrontOrder,
  options: VisitOptions,
  random: Random,
  pause: Pause,
): Promise<Visit> {
  await pause(20, 90);
  const { orderNo, money } = order;
  const own = random.stream('machine');
  if (own.chance(options.habits.asksAtMachine)) {
    const refundId = await askOnPage(shop, order, options, own);
    if (refundId !== undefined) return { end: 'askedAtMachine', orderNo, refundId };
  }
  const amount = random.chance(0.5) ? undefined : Math.max(1, Math.floor(money.paidMinor / 2));
  try {
    const refund = await shop.requestRefund(orderNo, random.pick(REASONS), amount);
    await pause(20, 60);
    if (!random.chance(options.habits.withdrawsRefund)) return { end: 'refundAsked', orderNo, refundId: refund.id };
    await shop.withdrawRefund(orderNo, refund.id);
    return { end: 'refundWithdrawn', orderNo };
  } catch (error) {
    ignoreRefusal(error);
    return { end: 'pickedUp', orderNo };
  }
}

/** Through the page of the machine, which knows nothing of apps; answers what he waits for, where it came to that. */
async function askOnPage(
  shop: StorefrontClient,
  { orderNo, deviceImei, pickupCode }: StorefrontOrder,
  { labelOf, serverUrl }: VisitOptions,
  random: Random,
): Promise<string | undefined> {
  const device = labelOf?.(deviceImei);
  if (device === undefined || pickupCode === null) return undefined;
  if (!(await askAtMachine(serverUrl, { device, pickupCode, words: random.pick(REASONS) }, random))) return undefined;
  const { refunds } = await shop.order(orderNo);
  return refunds.find(({ status }) => status === RefundStatus.requestedByCustomer)?.id;
}
