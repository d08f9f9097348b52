import { orderEvents } from '#domains/orders/contract/events.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { moveCoupon } from './order-coupons.ts';

/** Paid: the code is used (practice 5.6). A refused attempt to pay leaves it held, so that a second one works. */
const useCoupon = subscribe(orderEvents.paid, 'coupons.use', async (tx, { orderNo }) => {
  const order = await tx.db
    .selectFrom('coffee_order')
    .select('payment_serial_no')
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  await moveCoupon(tx, orderNo, { from: 'held', to: 'used', paymentSerialNo: order?.payment_serial_no ?? null });
});

const releaseCoupon = subscribe(orderEvents.cancelled, 'coupons.release', (tx, { orderNo }) =>
  moveCoupon(tx, orderNo, { from: 'held', to: 'released' }),
);

/** All of the money went back, at once or in parts. */
const returnCoupon = subscribe(orderEvents.refunded, 'coupons.give-back', async (tx, { orderNo, isFull }) => {
  const order = await tx.db
    .selectFrom('coffee_order')
    .select(['paid_minor', 'refunded_minor'])
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  if (!isFull && (!order || order.refunded_minor < order.paid_minor)) return;
  await moveCoupon(tx, orderNo, { from: 'used', to: 'returned' });
});

/** It cost nothing because of its coupon, and nothing was made. */
const returnCouponOfFree = subscribe(orderEvents.nothingMade, 'coupons.give-back-free', (tx, { orderNo }) =>
  moveCoupon(tx, orderNo, { from: 'used', to: 'returned' }),
);

export const couponSubscriptions = [useCoupon, releaseCoupon, returnCoupon, returnCouponOfFree];
