import type { RentalDetail } from '#domains/rentals/contract/rental.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import { type ReceiptDocument, ReceiptLayout } from '../contract/receipt.ts';

/** What is known of who sold, as it was when the rental began. */
export interface RentalSale {
  readonly layout: string;
  readonly companyName: string;
  readonly companyAddress: string;
  readonly companyIdentification: string;
  readonly companyLogo: string;
  readonly taxationMethod: string;
  readonly customerServiceEmail: string;
  readonly spotName: string;
  readonly spotAddress: string;
  readonly timeZone: string;
}

export interface RentalWords {
  /** What was charged, by the kind of part of a fee. */
  readonly base: string;
  readonly phase: string;
  readonly purchase: string;
  /** How long it took, and by which plan. */
  readonly about: string;
  readonly free: string;
}

/**
 * The receipt of a rental whose fee is known: its parts as lines, the tax within it at the rate of the spot where it began (settled 140).
 * Minor units.
 */
export function rentalReceiptOf(
  { rental, seller }: { readonly rental: RentalDetail; readonly seller: RentalSale },
  paid: { readonly channel: string; readonly name: string },
  words: RentalWords,
): ReceiptDocument {
  const { money, orderNo, fee } = rental;
  const layout = ReceiptLayout.catch('default').parse(seller.layout);
  const isMinimal = layout === 'minimal';
  const at = new Date(rental.endedAt ?? rental.createdAt);
  const [feeMinor, taxMinor] = [money.feeMinor ?? 0, money.taxMinor ?? 0];
  const line = (name: string, amountMinor: number, options: readonly string[] = []) => ({
    ...{ name, options: [...options], quantity: 1, unitMinor: amountMinor, amountMinor, taxRate: money.taxRate },
  });
  const parts = fee?.parts ?? [];
  return {
    ...{ kind: 'sale', layout, orderNo, ticketNumber: orderNo.slice(-6), refundNo: null },
    seller: {
      ...{ name: seller.companyName, identification: seller.companyIdentification },
      // the minimal layout leaves out images and address only
      ...{ address: isMinimal ? '' : seller.companyAddress, logo: layout === 'latest' ? seller.companyLogo : '' },
      ...{ taxationMethod: seller.taxationMethod, customerServiceEmail: seller.customerServiceEmail },
    },
    spot: { name: seller.spotName, address: isMinimal ? '' : seller.spotAddress },
    ...{ at: at.toISOString(), localTime: wallClock(at, seller.timeZone), timeZone: seller.timeZone },
    ...{ currency: money.currency, taxMode: 'inclusive' },
    lines:
      parts.length === 0
        ? [line(words.free, 0, [words.about])]
        : parts.map(({ kind, amountMinor }, place) => line(words[kind], amountMinor, place === 0 ? [words.about] : [])),
    ...{ subtotalMinor: feeMinor, discountMinor: 0, extraMinor: 0, taxMinor, totalMinor: feeMinor },
    taxes: [{ rate: money.taxRate, baseMinor: feeMinor - taxMinor, taxMinor }],
    ...{ roundingAdjustmentMinor: 0, returnedBeforeMinor: 0, payableMinor: feeMinor },
    ...{ paymentChannel: paid.channel, paymentName: paid.name },
    // nobody earns by renting
    ...{ couponTitle: null, points: null, sandbox: rental.sandbox },
  };
}
