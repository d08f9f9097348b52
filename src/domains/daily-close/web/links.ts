import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { DISPUTE_LIST, PAYMENT_LIST } from '#domains/payments/contract/addresses.ts';
import { REFUND_LIST } from '#domains/refunds/contract/addresses.ts';
import { RENTAL_REFUNDS, RENTALS, rentalPage } from '#domains/rentals/contract/addresses.ts';
import type { CloseDifference, SheetLine } from '../contract/endpoints.ts';

/** Where what a difference is about can be looked at; undefined for what only the provider knows. */
export function subjectPage({ subject, orderNo }: Pick<CloseDifference, 'subject' | 'orderNo'>): string | undefined {
  if (orderNo === '') return undefined;
  if (orderNo.startsWith('R')) return rentalPage(orderNo);
  return subject === 'rental' ? rentalPage(orderNo) : orderAddress(orderNo);
}

const list = (path: string, query: Readonly<Record<string, string>>): string => `${path}?${new URLSearchParams(query)}`;
const within = (field: string, day: string): string => `${field}.eq.${day}`;

/**
 * The list whose rows make a line of the sheet, narrowed to exactly these; undefined for what no list counts, such as cups by
 * when they were made, and what the provider keeps.
 */
export function rowsBehind({ section, key }: Pick<SheetLine, 'section' | 'key'>, day: string): string | undefined {
  const sold = { paid: 'true', created: `${day}..${day}` };
  switch (section) {
    case 'sales':
      if (key === 'orders') return list('/orders/list', sold);
      return list(PAYMENT_LIST, {
        ...{ view: 'all', where: `${within('receivedAt', day)};status.eq.succeeded;channel.eq.${key.split('.')[1]}` },
      });
    case 'refunds':
      return list(key === 'rentals' ? RENTAL_REFUNDS : REFUND_LIST, {
        ...{ view: 'all', where: `${within('completedAt', day)};status.eq.102` },
      });
    case 'disputes':
      return list(DISPUTE_LIST, {
        ...{ view: 'all', where: within(key === 'taken' ? 'withdrawnAt' : 'reinstatedAt', day) },
      });
    case 'rentals':
      return list(RENTALS, {
        ...{ view: 'all', where: key === 'started' ? within('startedAt', day) : rentalsThatEnded(key, day) },
      });
    case 'deliveries':
      return key === 'sold' ? list('/orders/list', sold) : undefined;
    case 'match':
      return matchedBehind(key, day);
    default:
      return undefined;
  }
}

/** Our side of what was matched: money that a provider was asked for, and cups by when they were paid. */
function matchedBehind(key: string, day: string): string | undefined {
  switch (key) {
    case 'payments.ours': {
      const asked = 'channel.ne.free;channel.ne.sandbox;amountMinor.gt.0';
      return list(PAYMENT_LIST, { view: 'all', where: `${within('receivedAt', day)};status.eq.succeeded;${asked}` });
    }
    case 'cups.paid':
      return list('/orders/list', { paid: 'true', where: within('paidAt', day) });
    default:
      return undefined;
  }
}

const rentalsThatEnded = (key: string, day: string): string =>
  `${within('endedAt', day)};kind.eq.${key === 'bought' ? 'repurchase' : 'lease'}`;
