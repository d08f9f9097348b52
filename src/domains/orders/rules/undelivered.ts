import { OrderStep } from '#domains/orders/contract/order.ts';

/** A paid cup, as far as its customer is concerned. */
export interface PaidCup {
  readonly step: OrderStep;
  /** The robot has said that it was made: one that nobody took in five hours was delivered all the same. */
  readonly finished: boolean;
  /** A refund of this very cup is open or has returned its money. */
  readonly refunded: boolean;
}

/** Made, and handed out or ready in the outlet (practice 2.2). */
export function isDelivered({ step, finished }: PaidCup): boolean {
  if (step === OrderStep.made || step === OrderStep.taken) return true;
  return step === OrderStep.timedOut && finished;
}

/** Paid, and neither delivered nor refunded. */
export function isOwed(cup: PaidCup): boolean {
  return !cup.refunded && !isDelivered(cup);
}
