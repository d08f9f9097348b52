import { ofKind, paymentEvents } from '#domains/payments/contract/events.ts';
import { getPayment } from '#domains/payments/server/index.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { isOver } from '../rules/rental-moves.ts';
import { flagRental } from './move-rental.ts';
import { holdAnswered } from './rent.ts';
import { collect, holdAgain, letGo, settleMoney } from './rental-money.ts';
import { lockRental, recordRentalEvent } from './rental-store.ts';

/** A deposit is held: the cabinet is asked; of a rental that is out, the hold before it goes back. */
const onHeld = subscribe(
  paymentEvents.held,
  'rentals.held',
  async (tx, event) => {
    const rental = await lockRental(tx.db, event.orderNo);
    if (!rental) return;
    const payment = await getPayment(tx.db, event.paymentId);
    switch (rental.state.step) {
      case 'holding':
        return holdAnswered(tx, rental, { payment });
      case 'out':
        return letGo(tx, rental.orderNo, payment.id);
      case 'over':
      case 'cancelled':
        return letGo(tx, rental.orderNo);
    }
  },
  ofKind('rental'),
);

const onPaid = subscribe(
  paymentEvents.succeeded,
  'rentals.paid',
  async (tx, event) => {
    const rental = await lockRental(tx.db, event.orderNo);
    if (!rental) return;
    await recordRentalEvent(tx, rental, {
      ...{ what: 'money', source: 'provider', detail: { amountMinor: event.received.amountMinor } },
    });
    const settled = await settleMoney(tx, rental);
    if (!event.matches) await flagRental(tx, settled, 'payment-issue', { because: 'amount', ...event.received });
  },
  ofKind('rental'),
);

const onFailed = subscribe(
  paymentEvents.failed,
  'rentals.payment-failed',
  async (tx, event) => {
    const rental = await lockRental(tx.db, event.orderNo);
    if (!rental) return;
    const payment = await getPayment(tx.db, event.paymentId);
    if (rental.state.step === 'holding') return holdAnswered(tx, rental, { payment });
    const what = payment.purpose === 'deposit' ? 'hold-refused' : 'charge-refused';
    await recordRentalEvent(tx, rental, { what, source: 'provider', detail: { errorCode: event.errorCode } });
    // the fee stays open: status 3 or 5 with what is missing
    if (payment.purpose === 'sale') await flagRental(tx, rental, 'payment-issue', { errorCode: event.errorCode });
  },
  ofKind('rental'),
);

/** A hold that ended at the bank: anew while the unit is out, by the card where the fee is known (practice 8.4). */
const onLapsed = subscribe(
  paymentEvents.lapsed,
  'rentals.hold-lapsed',
  async (tx, event) => {
    const rental = await lockRental(tx.db, event.orderNo);
    if (!rental) return;
    await recordRentalEvent(tx, rental, { what: 'hold-lapsed', source: 'provider' });
    if (rental.state.step === 'out') await holdAgain(tx, await flagRental(tx, rental, 'hold-lapsed'));
    else if (isOver(rental.state)) await collect(tx, rental);
  },
  ofKind('rental'),
);

const onMisdirected = subscribe(
  paymentEvents.misdirected,
  'rentals.misdirected',
  async (tx, event) => {
    const rental = await lockRental(tx.db, event.orderNo);
    if (!rental) return;
    const payment = await getPayment(tx.db, event.paymentId);
    if (rental.state.step === 'holding') await holdAnswered(tx, rental, { payment, misdirected: true });
    else await flagRental(tx, rental, 'payment-issue', { because: 'misdirected' });
  },
  ofKind('rental'),
);

export const paymentReports = [onHeld, onPaid, onFailed, onLapsed, onMisdirected];
