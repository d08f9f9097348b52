import { OrderStep } from '#domains/orders/contract/order.ts';
import type { OrderCommand, OrderDetail } from '#domains/orders/contract/order-record.ts';
import { decideDrinkRefund } from '#domains/refunds/rules/drink-refund.ts';

type Order = Pick<OrderDetail, 'status' | 'money' | 'refunds' | 'disputedMinor' | 'lines' | 'drinks' | 'staffMoves'>;

/** Numbers of the cups that failed and were not paid back. */
export const owedCups = ({ drinks }: Pick<Order, 'drinks'>): number[] =>
  drinks.filter(({ step, refunded }) => step === OrderStep.failed && !refunded).map(({ drinkNo }) => drinkNo);

/** What these cups would bring back, minor units, by the rule that the server decides with; nothing where it would refuse. */
export function worthOfCups(order: Order, drinkNos: readonly unknown[]): number | undefined {
  const { status, money, lines, drinks } = order;
  const disputedMinor = order.disputedMinor ?? 0;
  // the newest application stands first, rules want the oldest
  const facts = { status, paidMinor: money.paidMinor, refunds: order.refunds.toReversed(), disputedMinor };
  const chosen = drinkNos.map((drinkNo) => drinks.findIndex((drink) => drink.drinkNo === drinkNo));
  const decision = decideDrinkRefund(facts, lines, drinks, chosen, 'staff');
  return decision.allowed ? decision.amountMinor : undefined;
}

/** Cups that can be made again beside a refund of others: they failed, and their money stays. */
export function remakeCups(order: Order, drinkNos: readonly number[] | undefined): number[] {
  const isOpen = order.staffMoves.some(({ status, step, blocker }) => status === 3 && step === 0 && blocker === null);
  return isOpen ? owedCups(order).filter((drinkNo) => !drinkNos?.includes(drinkNo)) : [];
}

/** Whether one of these cups is still to be made. */
export const areAwaited = ({ drinks }: Pick<Order, 'drinks'>, drinkNos: readonly number[]): boolean =>
  drinks.some(
    ({ drinkNo, step }) => (step === OrderStep.unmade || step === OrderStep.making) && drinkNos.includes(drinkNo),
  );

const WITH_ROBOT: readonly string[] = ['sent', 'accepted', 'running', 'timed_out'];

/** Whether the robot has got the newest work order: it takes none back. */
export const isWithRobot = (commands: readonly OrderCommand[]): boolean =>
  WITH_ROBOT.includes(commands.find(({ cmd }) => cmd === 'makeOrder')?.state ?? '');
