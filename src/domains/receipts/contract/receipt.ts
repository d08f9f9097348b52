import * as z from 'zod';
import { OrderNo } from '#domains/orders/contract/order-no.ts';
import { RentalNo } from '#domains/rentals/contract/rental-no.ts';
import { TaxMode } from '#domains/spots/contract/spot-tax.ts';
import { Id, Instant, LocalDate, Millionths, Minor, SignedMinor } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';

/** As the spot chooses them (domain 3, settled 87). */
export const ReceiptLayout = z.enum(['default', 'swedish_transitional', 'latest', 'minimal']);
export type ReceiptLayout = z.infer<typeof ReceiptLayout>;

export const ReceiptLine = z.strictObject({
  name: z.string(),
  options: z.array(z.string()),
  quantity: z.int(),
  unitMinor: Minor,
  amountMinor: Minor,
  taxRate: Millionths,
});

export const ReceiptTax = z.strictObject({ rate: Millionths, baseMinor: Minor, taxMinor: Minor });

/**
 * A receipt or the document of a refund, as data that were stored when it was sold: later changes of prices, taxes or addresses
 * never alter it (practice 18.3). Amounts in minor units of `currency`.
 */
export const ReceiptDocument = z.strictObject({
  kind: z.enum(['sale', 'refund']),
  layout: ReceiptLayout,
  orderNo: z.string(),
  ticketNumber: z.string(),
  /** Of a refund: its own number; the order is what it refers to. */
  refundNo: z.string().nullable(),
  seller: z.strictObject({
    name: z.string(),
    identification: z.string(),
    /** Left out by the minimal layout, as the logo is. */
    address: z.string(),
    logo: z.string(),
    taxationMethod: z.string(),
    customerServiceEmail: z.string(),
  }),
  spot: z.strictObject({ name: z.string(), address: z.string() }),
  at: Instant,
  /** On the clock of the spot: `2027-03-01 10:15:00`. */
  localTime: z.string(),
  timeZone: z.string(),
  currency: z.enum(CURRENCY_CODES),
  /** Of a refund of a part, inclusive: its lines say what was paid for them. */
  taxMode: TaxMode,
  lines: z.array(ReceiptLine),
  subtotalMinor: Minor,
  discountMinor: Minor,
  /** The coupon that makes the discount; null without one. */
  couponTitle: z.string().nullable(),
  /** Without its tax where prices are exclusive. */
  extraMinor: Minor,
  /** One row for each rate; of a refund of cups the rates of those cups. */
  taxes: z.array(ReceiptTax),
  taxMinor: Minor,
  totalMinor: Minor,
  roundingAdjustmentMinor: SignedMinor,
  /** Of a refund of all that was left: what went back before without naming cups, so that it is taken off their price. */
  returnedBeforeMinor: Minor,
  /** What was paid, or given back. */
  payableMinor: Minor,
  paymentChannel: z.string(),
  paymentName: z.string(),
  /** Earned by the order so far; of a refund: taken back with it. Null where there are none. */
  points: z.int().nullable(),
  /** Nobody paid: it is no receipt. */
  sandbox: z.boolean(),
});
export type ReceiptDocument = z.infer<typeof ReceiptDocument>;

export const StorefrontReceiptRequest = z.strictObject({ orderNo: OrderNo });
/** What a client shows, sends or prints; each document also as a page made for printing. */
export const StorefrontReceipt = z.strictObject({
  receipt: ReceiptDocument,
  refunds: z.array(ReceiptDocument),
  html: z.string(),
});

const ORDER_REPORTS = ['receipt', 'refund', 'day-sheet'] as const;
const RENTAL_REPORTS = ['rental-receipt', 'rental-refund'] as const;
export const REPORTS = [...ORDER_REPORTS, ...RENTAL_REPORTS] as const;
export type Report = (typeof REPORTS)[number];

/** What each report is of. */
const NEEDED = { receipt: ['orderNo'], refund: ['orderNo', 'refundId'], 'day-sheet': ['spotId', 'day'] } as const;

export const PrintTicketRequest = z
  .strictObject({
    report: z.enum(ORDER_REPORTS),
    /** Of a receipt, and of the document of a refund. */
    orderNo: OrderNo.optional(),
    refundId: Id.optional(),
    /** Of a day sheet: which spot, and which day of the tenant's calendar. */
    spotId: Id.optional(),
    day: LocalDate.optional(),
    format: z.enum(['html']).default('html'),
  })
  .superRefine((request, context) => {
    for (const name of NEEDED[request.report])
      if (request[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'fault.required' });
  });
export type PrintTicketRequest = z.infer<typeof PrintTicketRequest>;

/** The receipt of a rental, or the document of one of its refunds. */
export const RentalTicketRequest = z.strictObject({
  orderNo: RentalNo,
  refundId: Id.optional(),
  format: z.enum(['html']).default('html'),
});
export type RentalTicketRequest = z.infer<typeof RentalTicketRequest>;
export const StorefrontRentalReceiptRequest = z.strictObject({ orderNo: RentalNo });

export const PrintTicket = z.strictObject({ ticket: z.string(), expiresInSeconds: z.int(), url: z.string() });
export type PrintTicket = z.infer<typeof PrintTicket>;
