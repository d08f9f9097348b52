import { STALE_AFTER_SECONDS, UNPAID_EXPIRES_AFTER_SECONDS } from '#domains/orders/rules/stale-order.ts';
import { OrderInPlay } from './order-in-play.ts';
import type { PastOrder, PastSale, Plot } from './past-order.ts';

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

/**
 * Plays one order by the same rules that real ones go through, so that nothing stands in the history that could not have
 * happened. Times follow from the production times of its cups.
 */
export function playOrder(sale: PastSale, plot: Plot, refundId: string): PastOrder {
  const play = new OrderInPlay(sale, refundId);
  switch (plot) {
    case 'cancelled':
      play.wait(20 * SECOND, 4 * MINUTE);
      play.move('customerCancels', 'customer');
      break;
    case 'expired':
    case 'declined':
      if (plot === 'declined') play.pay(false);
      expire(play, sale);
      break;
    case 'failed':
    case 'failedUnrefunded':
      play.pay(true);
      failCups(play, sale);
      if (plot === 'failed') play.settle(play.askBack('automatic', 'makeFailed'));
      break;
    case 'late':
      // the robot was away; the watch over paid orders found it and had it made again
      play.pay(true);
      play.wait(11 * MINUTE, 12 * MINUTE);
      play.makeAgain();
      play.make(new Set());
      play.wait(10 * SECOND, 2 * MINUTE);
      play.takeAll();
      break;
    default:
      if (plot === 'secondCard') play.pay(false);
      play.pay(true);
      play.make(new Set());
      afterMaking(play, sale, plot);
  }
  return play.order;
}

function expire(play: OrderInPlay, { at, random }: PastSale): void {
  play.waitUntil(new Date(at.getTime() + UNPAID_EXPIRES_AFTER_SECONDS * SECOND + random.integer(0, 59) * SECOND));
  play.move('unpaidExpires', 'system');
}

/** The last cup fails, or all of them. */
function failCups(play: OrderInPlay, { random }: PastSale): void {
  const { cups } = play.order;
  const failing = cups.length > 1 && random.chance(0.6) ? [cups.length] : cups.map((cup) => cup.drinkNo);
  play.make(new Set(failing));
}

function afterMaking(play: OrderInPlay, sale: PastSale, plot: Plot): void {
  if (plot === 'notTaken' || plot === 'stalled') closePickupWindow(play);
  if (plot === 'stalled') {
    stall(play, sale);
    return;
  }
  play.wait(10 * SECOND, 2 * MINUTE);
  play.takeAll();
  if (plot === 'asked' || plot === 'withdrawn' || plot === 'staffRefund' || plot === 'agreed' || plot === 'refused') {
    play.wait(2 * MINUTE, 14 * MINUTE);
    askMoneyBack(play, sale, plot);
  }
}

function closePickupWindow(play: OrderInPlay): void {
  play.wait(15 * MINUTE, 16 * MINUTE);
  const madeAt = play.order.changedAt;
  play.move('pickupWindowCloses', 'system');
  play.order.changedAt = madeAt;
}

function stall(play: OrderInPlay, { random }: PastSale): void {
  const { changedAt } = play.order;
  play.waitUntil(new Date(changedAt.getTime() + STALE_AFTER_SECONDS * SECOND + random.integer(5, 70) * SECOND));
  play.stall();
}

function askMoneyBack(
  play: OrderInPlay,
  { random }: PastSale,
  plot: 'asked' | 'withdrawn' | 'staffRefund' | 'agreed' | 'refused',
): void {
  const asked = play.askBack(plot === 'staffRefund' ? 'staff' : 'customer', random.pick(REASONS));
  if (plot === 'staffRefund') play.settle(asked);
  if (plot === 'agreed' || plot === 'refused') {
    play.wait(5 * MINUTE, 20 * 60 * MINUTE);
    play.answer(asked, plot === 'refused' ? random.pick(REFUSALS) : null);
  }
  if (plot === 'withdrawn') {
    play.wait(MINUTE, 30 * MINUTE);
    play.withdraw(asked);
  }
}
