import { type OrderEvent, OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { nextOrderState, type OrderState, type OrderTrigger } from '#domains/orders/rules/order-status.ts';

/** What a robot (or staff in its place) says about one cup of an order. */
export const DRINK_REPORTS = [
  'robotStarts',
  'robotFails',
  'robotFinishes',
  'drinkTaken',
] as const satisfies OrderTrigger[];
export type DrinkReport = (typeof DRINK_REPORTS)[number];

const IN_PRODUCTION: readonly OrderStep[] = [OrderStep.unmade, OrderStep.making];

/**
 * Practice 2.2: the lowest step of the drinks, except that one failed drink makes the order fail once no drink is still
 * unmade or making. An order without drinks does not exist.
 */
export function orderStepOf(drinks: readonly OrderStep[]): OrderStep {
  const lowest = Math.min(...drinks) as OrderStep;
  const stillInProduction = drinks.some((step) => IN_PRODUCTION.includes(step));
  if (!stillInProduction && drinks.includes(OrderStep.failed)) return OrderStep.failed;
  return lowest;
}

const STATUS_OF_STEP: Readonly<Record<OrderStep, OrderStatus>> = {
  [OrderStep.unmade]: OrderStatus.paidInQueue,
  [OrderStep.making]: OrderStatus.paidInQueue,
  [OrderStep.made]: OrderStatus.awaitingPickup,
  [OrderStep.taken]: OrderStatus.pickedUp,
  [OrderStep.failed]: OrderStatus.makeFailed,
  [OrderStep.timedOut]: OrderStatus.exception,
};

/** The state of the order in which this cup is alone: the table of practice 2.2 then says what may happen to the cup. */
function aloneWith(step: OrderStep): OrderState {
  return { status: STATUS_OF_STEP[step], step, cancelled: false };
}

/** While cups are made, handed out or have partly failed. A stalled (7) or picked-up order takes no report any more. */
const TAKES_REPORTS: ReadonlySet<OrderStatus> = new Set([
  OrderStatus.paidInQueue,
  OrderStatus.makeFailed,
  OrderStatus.awaitingPickup,
]);

export type DrinkDecision =
  | {
      readonly allowed: true;
      readonly drinks: readonly OrderStep[];
      /** Indexes of the cups that moved. */
      readonly changed: readonly number[];
      readonly state: OrderState;
      /** Written for the cups, also when the order as a whole stays where it is. */
      readonly event: OrderEvent | null;
      readonly hadIssue: boolean;
    }
  | { readonly allowed: false; readonly because: 'illegal-transition' | 'no-such-drink' };

/**
 * Applies a report on the cups at `indexes` (from 0). Each cup follows the same table as a one-cup order, and the order
 * follows from its cups. Where a report speaks of several cups, those that it cannot concern any more (a failed one when
 * "the order" is taken) stay as they are; it is refused when it concerns none. A failed cup sets the had-issue flag.
 */
export function applyDrinkReport(
  order: OrderState,
  drinks: readonly OrderStep[],
  indexes: readonly number[],
  report: DrinkReport,
): DrinkDecision {
  if (indexes.length === 0 || indexes.some((index) => drinks[index] === undefined)) {
    return { allowed: false, because: 'no-such-drink' };
  }
  if (order.cancelled || !TAKES_REPORTS.has(order.status)) return { allowed: false, because: 'illegal-transition' };
  const after = [...drinks];
  const changed: number[] = [];
  let event: OrderEvent | null = null;
  for (const index of new Set(indexes)) {
    const next = nextOrderState(aloneWith(drinks[index]!), report);
    if (!next.allowed) continue;
    after[index] = next.state.step;
    event = next.event;
    changed.push(index);
  }
  if (changed.length === 0) return { allowed: false, because: 'illegal-transition' };
  return {
    allowed: true,
    drinks: after,
    changed,
    state: aloneWith(orderStepOf(after)),
    event,
    hadIssue: report === 'robotFails',
  };
}

/**
 * The cups after a change of the whole order: marking as taken hands out all, a stalled order times out what was on its way.
 * Other triggers leave the cups alone; which ones are made again says `remake.ts`.
 */
export function drinksAfter(trigger: OrderTrigger, drinks: readonly OrderStep[]): readonly OrderStep[] {
  switch (trigger) {
    case 'staffMarksTaken':
      return drinks.map(() => OrderStep.taken);
    case 'stalled':
      return drinks.map((step) => (step === OrderStep.taken || step === OrderStep.failed ? step : OrderStep.timedOut));
    default:
      return drinks;
  }
}
