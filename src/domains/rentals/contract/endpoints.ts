import * as z from 'zod';
import { Fee } from '#domains/fee-plans/contract/plan.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import {
  BooleanField,
  Done,
  Id,
  Instant,
  IntField,
  Minor,
  PositiveMinor,
  Text,
} from '#platform/http/contract/fields.ts';
import { RentalDetail, RentalRefund } from './rental.ts';
import { rentals } from './rental-list.ts';
import { RentalNo } from './rental-no.ts';
import { RentalRepair } from './repair.ts';

export const RentalRequest = z.strictObject({ orderNo: RentalNo });
export type RentalRequest = z.infer<typeof RentalRequest>;

export const EndRentalRequest = z.strictObject({
  orderNo: RentalNo,
  /** Not before the start and not in the future; now, where nothing is said. */
  endTime: Instant.optional(),
  reason: Text(200, 1),
  /** As the caller has read it: a rental that has moved on since is not ended. */
  version: IntField(1).optional(),
});
export type EndRentalRequest = z.infer<typeof EndRentalRequest>;

export const PreviewEndRequest = z.strictObject({ orderNo: RentalNo, endTime: Instant.optional() });
export type PreviewEndRequest = z.infer<typeof PreviewEndRequest>;

export const EndPreview = z.strictObject({
  elapsedSeconds: z.int(),
  fee: Fee,
  /** Of the fee: taken of the hold, charged beside it, and released of the hold. Minor units. */
  captureMinor: Minor,
  chargeMinor: Minor,
  releaseMinor: Minor,
});
export type EndPreview = z.infer<typeof EndPreview>;

export const RefundRentalRequest = z.strictObject({
  orderNo: RentalNo,
  amountMinor: PositiveMinor,
  reason: Text(200, 1),
});
export type RefundRentalRequest = z.infer<typeof RefundRentalRequest>;

/** A refusal needs a reason (practice 3.2). */
export const AnswerRentalRefundRequest = z
  .strictObject({ refundId: Id, agree: BooleanField, reason: Text(200).optional() })
  .refine((request) => request.agree || (request.reason ?? '').length > 0, {
    path: ['reason'],
    message: 'fault.required',
  });
export type AnswerRentalRefundRequest = z.infer<typeof AnswerRentalRefundRequest>;

export const SettleRepairRequest = z.strictObject({ id: Id });
export type SettleRepairRequest = z.infer<typeof SettleRepairRequest>;

export const DismissRepairRequest = z.strictObject({ id: Id, note: Text(200, 1) });
export type DismissRepairRequest = z.infer<typeof DismissRepairRequest>;

/** What waits for a person, of the rentals that the caller sees. */
export const WaitingRentals = z.strictObject({
  /** Customers who asked for money back. */
  refunds: z.int(),
  /** Proposals that contradictions led to. */
  repairs: z.int(),
  /** Rentals that somebody should look at. */
  review: z.int(),
});
export type WaitingRentals = z.infer<typeof WaitingRentals>;

const path = (name: string): string => `/order/api/${name}`;
const read = { method: 'GET', effect: 'read', permission: 'rental:view' } as const;
const change = { method: 'POST', alsoMethods: ['PUT'] } as const;

/** Calls of the console about rentals, beside those of the list (domain 7). */
export const rentalEndpoints = {
  detail: endpoint({
    ...read,
    path: path('detail'),
    request: RentalRequest,
    response: RentalDetail,
    summary: 'One rental with its money, its refunds and what happened to it',
  }),
  /** The client's word alone is somebody else with another client. */
  ofCustomer: endpoint({
    ...read,
    path: path('ofCustomer'),
    request: z.strictObject({ customerRef: Id }),
    response: z.array(
      z.strictObject({
        orderNo: z.string(),
        status: rentals.fields.status.output,
        cabinetName: z.string(),
        createdAt: Instant,
        endedAt: Instant.nullable(),
        feeMinor: Minor.nullable(),
        currency: rentals.fields.currency.output,
      }),
    ),
    summary: 'The last ten rentals of a customer',
  }),
  previewEnd: endpoint({
    ...read,
    permission: 'rental:close',
    path: path('previewEnd'),
    request: PreviewEndRequest,
    response: EndPreview,
    summary: 'What a rental would cost if it ended at a time',
  }),
  end: endpoint({
    ...change,
    path: path('endOfOrder'),
    permission: 'rental:close',
    request: EndRentalRequest,
    response: RentalDetail,
    summary: 'End a rental whose unit did not come back, at a time between its start and now',
  }),
  refund: endpoint({
    method: 'POST',
    path: path('refundOrder'),
    permission: 'rental:refund',
    request: RefundRentalRequest,
    response: RentalRefund,
    summary: 'Refund a rental wholly or partly; the money moves after the answer',
  }),
  answerRefund: endpoint({
    method: 'POST',
    path: path('answerRefund'),
    permission: 'rental:refund',
    request: AnswerRentalRefundRequest,
    response: RentalRefund,
    summary: "Agree to or refuse a customer's refund request",
  }),
  collect: endpoint({
    ...change,
    path: path('collect'),
    permission: 'rental:close',
    request: RentalRequest,
    response: RentalDetail,
    summary: 'Charge once more what of a fee is open, to the card that is kept',
  }),
  reviewed: endpoint({
    ...change,
    path: path('reviewed'),
    permission: 'rental:close',
    request: z.strictObject({ orderNo: RentalNo, note: Text(200) }),
    response: Done,
    summary: 'Somebody has looked at a rental that was marked for it',
  }),
  waiting: endpoint({
    ...read,
    path: path('waiting'),
    request: z.strictObject({}),
    response: WaitingRentals,
    summary: 'How many refunds, contradictions and rentals wait for a person',
  }),
  settleRepair: endpoint({
    method: 'POST',
    path: '/rental-repair/api/settle',
    permission: 'rental:close',
    request: SettleRepairRequest,
    response: RentalRepair,
    summary: 'Put a contradiction right as proposed: end the rental then, or give back what was charged too much',
  }),
  dismissRepair: endpoint({
    method: 'POST',
    path: '/rental-repair/api/dismiss',
    permission: 'rental:close',
    request: DismissRepairRequest,
    response: RentalRepair,
    summary: 'Leave a rental as it is, whatever a full upload said against it',
  }),
};
