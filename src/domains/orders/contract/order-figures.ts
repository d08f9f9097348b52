import { OrderFilter, OrderStatus } from './order.ts';

/** The tabs of the order list and what each sends. Seven are the filter codes of domain 4; `failed` shows every failure, whatever became of it. */
export const ORDER_VIEWS = {
  all: { filter: OrderFilter.all },
  processing: { filter: OrderFilter.processing },
  complete: { filter: OrderFilter.complete },
  abnormal: { filter: OrderFilter.abnormal },
  failed: { filter: OrderFilter.all, failed: true },
  refunding: { filter: OrderFilter.refunding },
  refunded: { filter: OrderFilter.refunded },
  timedOut: { filter: OrderFilter.timedOut },
} as const satisfies Record<string, { readonly filter: OrderFilter; readonly failed?: true }>;
export type OrderView = keyof typeof ORDER_VIEWS;
export const ORDER_VIEW_KEYS = Object.keys(ORDER_VIEWS) as [OrderView, ...OrderView[]];

/** What is known of the orders that a figure counts: of a list, or of a period's statistics. */
export interface OrderSums {
  readonly orders: number;
  readonly cups: number | null;
  readonly revenue: readonly { readonly currency: string; readonly netMinor: number }[] | null;
}

/** A figure about orders: which ones it counts, and what of them it adds up. */
export interface OrderFigure {
  readonly view: OrderView;
  /** The tenant's days that the orders were made in. */
  readonly days: 'today' | 'last30' | 'any';
  /** States that its orders are narrowed to, as the list asks for them. */
  readonly status?: string;
  readonly sum: (of: OrderSums, currency: string) => number;
}

const orders: OrderFigure['sum'] = (of) => of.orders;

/**
 * Every figure about orders that stands outside their list. Its number, the list that it opens, that list's rows and their
 * export are asked with the same fields, so that they cannot part.
 */
export const ORDER_FIGURES = {
  netSalesToday: {
    view: 'all',
    days: 'today',
    sum: (of, currency) => of.revenue?.find((sum) => sum.currency === currency)?.netMinor ?? 0,
  },
  ordersToday: { view: 'all', days: 'today', sum: orders },
  cupsToday: { view: 'all', days: 'today', sum: (of) => of.cups ?? 0 },
  ordersInWork: { view: 'processing', days: 'any', sum: orders },
  refundsWaiting: { view: 'refunding', days: 'any', sum: orders },
  // what was handed out in the end waits for nobody, whatever happened on the way, nor does what nobody answered in a month
  failuresWaiting: { view: 'abnormal', days: 'last30', status: `!${OrderStatus.pickedUp}`, sum: orders },
} as const satisfies Record<string, OrderFigure>;
export type OrderFigureName = keyof typeof ORDER_FIGURES;

/** What calls about the orders of a figure are asked with, beside its days. */
export function figureFields(name: OrderFigureName) {
  const { view, status }: OrderFigure = ORDER_FIGURES[name];
  return { ...ORDER_VIEWS[view], ...(status === undefined ? {} : { status }) };
}

/** The list of exactly the orders that a figure counted; its days are those of the reader's tenant. */
export function figureAddress(name: OrderFigureName): string {
  const { view, days, status }: OrderFigure = ORDER_FIGURES[name];
  const query = [
    ...(view === 'all' ? [] : [`view=${view}`]),
    ...(days === 'any' ? [] : [`created=${days}`]),
    ...(status === undefined ? [] : [`status=${status}`]),
  ];
  return ['/orders/list', ...(query.length > 0 ? [query.join('&')] : [])].join('?');
}
