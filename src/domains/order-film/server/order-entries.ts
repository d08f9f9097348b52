import type { HeldMaterial } from '#domains/beverages/server/index.ts';
import type { OrderDetail, OrderTimelineEntry } from '#domains/orders/contract/order-record.ts';
import type { Happening } from '#platform/history/contract/happening.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import type { FilmKind } from '../contract/film.ts';

/** What the slice of orders itself knows: its events, its price, its cups and its receipt. */
export type Told = Happening & { readonly kind: FilmKind };

const KIND_OF_CODE: Readonly<Record<number, FilmKind>> = {
  ...{ 2101: 'order', 2201: 'payment', 2251: 'cup', 2252: 'cup', 2301: 'cup', 2401: 'cup', 2402: 'cup' },
  ...{ 10101: 'refund', 10102: 'refund', 10201: 'refund', 11101: 'order', 11102: 'order' },
};
const FAILED = 2252;
const GOOD = [2402, 10201];

export const timelineEntries = (order: OrderDetail): Told[] =>
  order.timeline.toReversed().map(({ at, code, status, source, actor, detail, ...entry }) => ({
    ...{ at: new Date(at), kind: kindOf({ code, detail }), raw: detail },
    what: whatOf({ code, status, detail }),
    facts: {
      ...{ cups: cupsOf(detail), errorCode: textOf(detail['errorCode'] ?? detail['error']), step: entry.step },
      ...amountOf(detail, order.money.currency),
    },
    // no person and no device: the source has said it
    by: { kind: source, name: actor === 'system' ? '' : actor },
    why: textOf(detail['reason']),
    tone: toneOf({ code, detail }),
  }));

const whatOf = ({ code, status, detail }: Pick<OrderTimelineEntry, 'code' | 'status' | 'detail'>): string => {
  if (typeof detail['dispute'] === 'string') return `dispute.${detail['dispute']}`;
  return code === null ? `status.${status}` : `order.${code}`;
};

function toneOf({ code, detail }: Pick<OrderTimelineEntry, 'code' | 'detail'>): Told['tone'] {
  if (code === FAILED || detail['dispute'] === 'lost') return 'danger';
  return (code !== null && GOOD.includes(code)) || detail['dispute'] === 'won' ? 'success' : 'neutral';
}

function kindOf({ code, detail }: Pick<OrderTimelineEntry, 'code' | 'detail'>): FilmKind {
  if (code !== null) return KIND_OF_CODE[code] ?? 'order';
  if ('refundId' in detail) return 'refund';
  return 'errorCode' in detail || 'dispute' in detail ? 'payment' : 'order';
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const cupsOf = ({ drinks }: OrderTimelineEntry['detail']): string | null =>
  Array.isArray(drinks) && drinks.length > 0 ? drinks.join(', ') : null;
const amountOf = (
  { amountMinor }: OrderTimelineEntry['detail'],
  currency: string,
): Readonly<Record<string, string | number>> => (typeof amountMinor === 'number' ? { amountMinor, currency } : {});

export function saleEntries(order: OrderDetail): Told[] {
  const { money, receipt, pricing, createdAt } = order;
  const at = new Date(createdAt);
  return [
    {
      ...{ at, kind: 'price', what: 'price.fixed', raw: pricing },
      facts: { amountMinor: money.payableMinor, currency: money.currency, cups: order.cups },
    },
    ...(receipt.ticketNumber
      ? [{ at, kind: 'receipt' as const, what: 'receipt.written', facts: { ticketNumber: receipt.ticketNumber } }]
      : []),
  ];
}

export const cupEntries = (order: OrderDetail): Told[] =>
  order.drinks.flatMap(({ drinkNo, name, startedAt, finishedAt, failure, productionSeconds }): Told[] => {
    const facts = { cup: drinkNo, name, expectedSeconds: productionSeconds };
    const seconds =
      startedAt && finishedAt ? Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000) : null;
    return [
      ...(startedAt ? [{ at: new Date(startedAt), kind: 'cup' as const, what: 'cup.started', facts }] : []),
      ...(finishedAt
        ? [
            {
              ...{ at: new Date(finishedAt), kind: 'cup' as const, what: failure ? 'cup.failed' : 'cup.finished' },
              facts: { ...facts, seconds, failure },
              tone: failure ? ('danger' as const) : ('neutral' as const),
            },
          ]
        : []),
    ];
  });

/** Stock is held when the money is there, used when a cup is made and given back when it is not (practice 13). */
export function stockEntries(order: OrderDetail, held: readonly HeldMaterial[], language: Language): Told[] {
  if (held.length === 0 || !order.paidAt) return [];
  const texts = sliceTexts('film-words', language);
  const listed = (of: readonly HeldMaterial[]): string => {
    const sums = new Map<string, { amount: number; unit: string }>();
    for (const { name, unit, amount } of of) sums.set(name, { unit, amount: amount + (sums.get(name)?.amount ?? 0) });
    const words = [...sums].map(([name, { amount, unit }]) => `${name} ${texts(`unit.${unit}`, { amount })}`);
    return words.join(texts('unit.between'));
  };
  const ended = order.drinks.flatMap(({ drinkNo, finishedAt }): Told[] => {
    const own = held.filter((one) => one.drinkNo === drinkNo);
    const state = own[0]?.state;
    if (!finishedAt || !state || state === 'reserved') return [];
    return [
      {
        ...{ at: new Date(finishedAt), kind: 'stock', what: `stock.${state}` },
        facts: { cup: drinkNo, materials: listed(own) },
      },
    ];
  });
  return [
    { at: new Date(order.paidAt), kind: 'stock', what: 'stock.reserved', facts: { materials: listed(held) } },
    ...ended,
  ];
}
