import { stockOfOrder } from '#domains/beverages/server/index.ts';
import { couponHappenings } from '#domains/coupons/server/index.ts';
import { commandHappenings, messageHappenings } from '#domains/devices/server/index.ts';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { readOrderDetail } from '#domains/orders/server/index.ts';
import { paymentRecords } from '#domains/payments/contract/payment-records.ts';
import { paymentHappenings } from '#domains/payments/server/index.ts';
import { pointsHappenings } from '#domains/points/server/index.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { can } from '#platform/context/rules/can.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Happening } from '#platform/history/contract/happening.ts';
import { actsOf } from '#platform/history/server/acts-of.ts';
import { operationLog } from '#system/logs/contract/operation-log.ts';
import { noticesAbout } from '#system/notices/server/index.ts';
import type { FilmEntry, FilmKind, OrderFilm } from '../contract/film.ts';
import { chargeSteps } from '../rules/charge-steps.ts';
import { redacted } from '../rules/redacted.ts';
import { cupEntries, saleEntries, stockEntries, type Told, timelineEntries } from './order-entries.ts';

/** Machines and providers report after the last step too. */
const AFTERWARDS_MS = 3_600_000;

/** Everything that touched an order, out of what each slice offers of it; who may see the order may see its film. */
export function readFilm(context: RequestContext, { orderNo }: { orderNo: string }): Promise<OrderFilm> {
  return context.read(async (db) => {
    const order = await readOrderDetail(db, context, orderNo);
    const told = await gather(db, context, order);
    return {
      orderNo,
      currency: order.money.currency,
      charge: chargeSteps(order),
      entries: told
        .toSorted((one, other) => one.at.getTime() - other.at.getTime())
        .map((one, place) => entryOf(one, place, context.actor)),
    };
  });
}

async function gather(db: TenantDb, context: RequestContext, order: OrderDetail): Promise<Seen[]> {
  const { orderNo, deviceImei } = order;
  const span = { from: new Date(order.createdAt), to: endOf(order) };
  const paths = [orderAddress(orderNo), `/devices/robots/${deviceImei}`];
  const acts = await actsOf(db, 'order', orderNo);
  return [
    ...as(undefined, [...saleEntries(order), ...timelineEntries(order), ...cupEntries(order)]),
    ...as(undefined, stockEntries(order, await stockOfOrder(db, orderNo, context.language), context.language)),
    ...as(paymentRecords.permission('view'), of('payment', await paymentHappenings(db, orderNo))),
    ...as(undefined, of('coupon', await couponHappenings(db, orderNo, context.language))),
    ...as(undefined, of('points', await pointsHappenings(db, orderNo))),
    ...as(READS_MACHINES, of('command', await commandHappenings(db, orderNo))),
    ...as(READS_MACHINES, of('robot', await messageHappenings(db, { imei: deviceImei, orderNo, ...span }))),
    ...as(undefined, of('notice', await noticesAbout(db, context.actor, { paths, ...span }))),
    ...as(operationLog.permission('view'), acts.map(actEntry)),
  ];
}

const READS_MACHINES = robotEndpoints.eventLog.permission ?? undefined;

/** With the right that its raw content needs beside that of the order; undefined: none. */
type Seen = Told & { readonly rawNeeds: string | undefined };
const as = (rawNeeds: string | undefined, told: readonly Told[]): Seen[] => told.map((one) => ({ ...one, rawNeeds }));
const of = (kind: FilmKind, happenings: readonly Happening[]): Told[] => happenings.map((one) => ({ ...one, kind }));

/** A print is a matter of the receipt; what else people do they do to the order. */
const actEntry = (act: Happening): Told => ({
  ...act,
  kind: act.what.startsWith('order:print') ? 'receipt' : 'staff',
  what: `act.${act.what}`,
});

function endOf(order: OrderDetail): Date {
  const times = [order.createdAt, order.changedAt, ...order.drinks.map(({ finishedAt }) => finishedAt ?? '')];
  const last = Math.max(...times.filter(Boolean).map(Date.parse));
  return new Date(last + AFTERWARDS_MS);
}

function entryOf(
  { at, kind, what, facts, by, why, tone, raw, rawNeeds }: Seen,
  place: number,
  actor: Actor,
): FilmEntry {
  const content = asRecord(raw);
  const may = rawNeeds === undefined || can(actor, rawNeeds);
  return {
    ...{ id: `${place}`, at: at.toISOString(), kind, what, facts: facts ?? {}, by: by ?? null, why: why || null },
    ...{ tone: tone ?? 'neutral', hasRaw: content !== null },
    raw: content !== null && may ? (redacted(content) as Record<string, unknown>) : null,
  };
}

function asRecord(raw: unknown): Record<string, unknown> | null {
  if (raw === undefined || raw === null) return null;
  const content = typeof raw === 'object' && !Array.isArray(raw) ? (raw as Record<string, unknown>) : { value: raw };
  return Object.values(content).some((value) => value !== null && value !== undefined) ? content : null;
}
