import { alarmEvents } from '#domains/alarms/contract/events.ts';
import { couponEvents } from '#domains/coupons/contract/events.ts';
import {
  findAlarmUsers,
  findCustomer,
  findCustomerByWord,
  type KnownCustomer,
  listCustomers,
} from '#domains/customers/server/index.ts';
import { orderEvents } from '#domains/orders/contract/events.ts';
import { pointsEvents } from '#domains/points/contract/events.ts';
import { rentalEvents } from '#domains/rentals/contract/events.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { formatMoney } from '#platform/money/rules/format-money.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { currencyFormatOf } from '#system/tenants/server/index.ts';
import type { MessageValues } from '../rules/fill-message.ts';
import { type Addressee, eventsInUse, fireScenes } from './fire-scenes.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Settled 123: an order that stands there for five minutes, a coupon that ends in three days. */
const NOT_TAKEN_AFTER_MS = 5 * MINUTE_MS;
const ENDS_WITHIN_MS = 3 * DAY_MS;
/** A rental that goes on for a day is said to be overdue. */
const OVERDUE_AFTER_MS = DAY_MS;

/** A customer with the values of a text in his language. */
const addressee = (customer: KnownCustomer, values: (language: string) => MessageValues): Addressee => ({
  customer,
  values,
});

const inChinese = (language: string): boolean => language.toLowerCase().startsWith('zh');

/** Amounts as the tenant has them written. */
async function moneyWords(tx: Transaction) {
  const format = await currencyFormatOf(tx.db);
  return (minor: number, currency: string, language: string): string =>
    formatMoney(minor, currency as Currency, language, format);
}

async function orderOf(tx: Transaction, orderNo: string) {
  const order = await tx.db
    .selectFrom('coffee_order')
    .innerJoin('spot', 'spot.id', 'coffee_order.spot_id')
    .select(['customer_ref', 'pickup_code', 'paid_minor', 'currency', 'sandbox'])
    .select(['spot.name', 'spot.name_zh'])
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  const customer = order?.customer_ref && !order.sandbox ? await findCustomer(tx.db, order.customer_ref) : undefined;
  return order && customer?.isActive ? { order, customer } : undefined;
}

const spotIn = ({ name, name_zh }: { name: string; name_zh: string }, language: string): string =>
  inChinese(language) ? name_zh || name : name;

const orderPaid = subscribe(
  orderEvents.paid,
  'push.order-paid',
  async (tx, { orderNo }, { services }) => {
    const found = await orderOf(tx, orderNo);
    if (!found) return;
    const { order, customer } = found;
    const money = await moneyWords(tx);
    const values = (language: string) => ({
      ...{ orderNo, spot: spotIn(order, language) },
      amount: money(order.paid_minor, order.currency, language),
    });
    await fireScenes(services, tx, {
      event: 'order-paid',
      key: orderNo,
      check: 'order-paid',
      addressees: [addressee(customer, values)],
    });
  },
  { sharesTransaction: true },
);

const orderMade = subscribe(
  orderEvents.made,
  'push.order-made',
  async (tx, { orderNo }, { services }) => {
    const found = await orderOf(tx, orderNo);
    if (!found) return;
    const { order, customer } = found;
    const values = (language: string) => ({ orderNo, spot: spotIn(order, language), code: order.pickup_code ?? '' });
    const about = { key: orderNo, check: 'order-waits', addressees: [addressee(customer, values)] };
    await fireScenes(services, tx, { ...about, event: 'order-made' });
    await fireScenes(services, tx, { ...about, event: 'order-not-taken', afterMs: NOT_TAKEN_AFTER_MS });
  },
  { sharesTransaction: true },
);

const orderRefunded = subscribe(orderEvents.refunded, 'push.order-refunded', async (tx, fact, { services }) => {
  const { orderNo, refundId, amountMinor, currency } = fact;
  const found = await orderOf(tx, orderNo);
  if (!found) return;
  const money = await moneyWords(tx);
  const values = (language: string) => ({
    ...{ orderNo, spot: spotIn(found.order, language) },
    amount: money(amountMinor, currency, language),
  });
  await fireScenes(services, tx, {
    event: 'order-refunded',
    key: refundId,
    addressees: [addressee(found.customer, values)],
  });
});

interface RentalFact {
  readonly customerId: string;
  readonly clientKeyId: string | null;
  readonly spotId: string | null;
  readonly sandbox: boolean;
}

async function rentalOf(tx: Transaction, { customerId, clientKeyId, spotId, sandbox }: RentalFact) {
  const customer =
    sandbox || clientKeyId === null || customerId === ''
      ? undefined
      : await findCustomerByWord(tx.db, { clientId: clientKeyId, userId: customerId });
  if (!customer?.isActive) return undefined;
  const spot =
    spotId === null
      ? undefined
      : await tx.db.selectFrom('spot').select(['name', 'name_zh']).where('id', '=', spotId).executeTakeFirst();
  return { customer, spot: spot ?? { name: '', name_zh: '' } };
}

const rentalBegun = subscribe(rentalEvents.started, 'push.rental-begun', async (tx, fact, { services }) => {
  const found = await rentalOf(tx, fact);
  if (!found) return;
  const values = (language: string) => ({ rental: fact.orderNo, spot: spotIn(found.spot, language) });
  const addressees = [addressee(found.customer, values)];
  await fireScenes(services, tx, { event: 'rental-begun', key: fact.orderNo, addressees });
  const late = (language: string) => ({ ...values(language), hours: OVERDUE_AFTER_MS / (60 * MINUTE_MS) });
  await fireScenes(services, tx, {
    ...{ event: 'rental-overdue', key: fact.orderNo, check: 'rental-out', afterMs: OVERDUE_AFTER_MS },
    addressees: [addressee(found.customer, late)],
  });
});

const rentalEnded = subscribe(rentalEvents.paid, 'push.rental-ended', async (tx, fact, { services }) => {
  const found = await rentalOf(tx, fact);
  if (!found) return;
  const money = await moneyWords(tx);
  const values = (language: string) => ({
    ...{ rental: fact.orderNo, spot: spotIn(found.spot, language) },
    amount: money(fact.feeMinor, fact.currency, language),
  });
  await fireScenes(services, tx, {
    event: 'rental-ended',
    key: fact.orderNo,
    addressees: [addressee(found.customer, values)],
  });
});

const couponGiven = subscribe(
  couponEvents.issued,
  'push.coupon-given',
  async (tx, { couponId, codes }, { services }) => {
    // a sending has a hundred thousand of them
    const inUse = await eventsInUse(tx, ['coupon-given', 'coupon-ending']);
    if (inUse.size === 0) return;
    const coupon = await tx.db
      .selectFrom('coupon')
      .select(['title', 'title_zh', 'ends_at'])
      .where('id', '=', couponId)
      .executeTakeFirst();
    if (!coupon) return;
    const { time_zone: zone } = await tx.db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    const values = (language: string) => ({
      coupon: inChinese(language) ? coupon.title_zh || coupon.title : coupon.title,
      until: localDay(coupon.ends_at, zone),
    });
    const people = await listCustomers(tx.db, { ids: codes.map(({ customerId }) => customerId), withConsent: true });
    const byId = new Map(people.map((one) => [one.id, one]));
    const endingMs = coupon.ends_at.getTime() - ENDS_WITHIN_MS - tx.now().getTime();
    for (const { codeId, customerId } of codes) {
      const customer = byId.get(customerId);
      if (!customer) continue;
      const about = { key: codeId, addressees: [addressee(customer, values)], check: 'coupon-unused' };
      if (inUse.has('coupon-given')) await fireScenes(services, tx, { ...about, event: 'coupon-given' });
      if (endingMs > 0 && inUse.has('coupon-ending'))
        await fireScenes(services, tx, { ...about, event: 'coupon-ending', afterMs: endingMs });
    }
  },
);

const pointsChanged = subscribe(pointsEvents.changed, 'push.points-changed', async (tx, fact, { services }) => {
  const customer = await findCustomer(tx.db, fact.customerId);
  if (!customer?.isActive || !customer.consent || fact.points === 0) return;
  const values = () => ({ change: fact.points > 0 ? `+${fact.points}` : String(fact.points), points: fact.balance });
  await fireScenes(services, tx, {
    event: 'points-changed',
    key: fact.changeId,
    addressees: [addressee(customer, values)],
  });
});

/** To those who are told of alarms of the spot (settled 110), each by the ways that he chose, and by his bell. */
const alarmScenes = (['raised', 'escalated', 'cleared'] as const).map((what) =>
  subscribe(alarmEvents[what], `push.alarm-${what}`, async (tx, fact, { services }) => {
    const people = (await findAlarmUsers(tx.db, tx.tenantId, [fact.spotId])).get(fact.spotId) ?? [];
    const values = (language: string) => ({
      ...{ device: fact.device, spot: spotIn({ name: fact.spot, name_zh: fact.spotZh }, language) },
      fault: inChinese(language) ? fact.faultZh : fact.fault,
    });
    await fireScenes(services, tx, {
      ...{ event: `alarm-${what}`, key: `${fact.alarmId}/${fact.count}` },
      ...(what === 'cleared' ? {} : { check: 'alarm-open' }),
      addressees: people.map(({ userId, name, phone, email }) => ({
        person: { id: userId, name, phone, email },
        values,
      })),
    });
  }),
);

/** What scenes hear of (settled 123). */
export const sceneSubscriptions = [
  ...[orderPaid, orderMade, orderRefunded, rentalBegun, rentalEnded, couponGiven, pointsChanged],
  ...alarmScenes,
];
