import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Imei, PositiveMinor, pageFields, pageOf, Text } from '#platform/http/contract/fields.ts';
import { RentalRequest } from './endpoints.ts';
import { RentalRefund, StorefrontRental } from './rental.ts';
import { RentalNo } from './rental-no.ts';

const RENTALS = '/storefront/v1/rentals';
const storefront = { auth: 'storefront', permission: null } as const;

export const RentRequest = z.strictObject({
  /** As it stands on the cabinet. */
  cabinetImei: Imei,
  /**
   * The provider's token of a card or wallet. Without it the answer carries the client secret, and the customer's device confirms
   * at the provider.
   */
  paymentMethod: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,128}$/)
    .optional(),
  /** The client's own word for its customer. */
  customerId: Text(64).optional(),
});
export type RentRequest = z.infer<typeof RentRequest>;

export const StorefrontCabinet = z.strictObject({
  imei: z.string(),
  name: z.string(),
  online: z.boolean(),
  borrowable: z.int(),
  freeSlots: z.int(),
});
export type StorefrontCabinet = z.infer<typeof StorefrontCabinet>;

export const RentalHistoryRequest = z.strictObject({ customerId: Text(64, 1), ...pageFields });
export type RentalHistoryRequest = z.infer<typeof RentalHistoryRequest>;

export const AskRefundRequest = z.strictObject({ orderNo: RentalNo, amountMinor: PositiveMinor, reason: Text(200, 1) });
export type AskRefundRequest = z.infer<typeof AskRefundRequest>;

export const WithdrawRentalRefundRequest = z.strictObject({ orderNo: RentalNo, refundId: Id });
export type WithdrawRentalRefundRequest = z.infer<typeof WithdrawRentalRefundRequest>;

/** What an app, a mini-program or a kiosk needs to lend (settled 108). */
export const storefrontRentalEndpoints = {
  cabinets: endpoint({
    ...storefront,
    method: 'GET',
    path: '/storefront/v1/spots/:spotId/cabinets',
    request: z.strictObject({ spotId: Id }),
    response: z.array(StorefrontCabinet),
    summary: 'The cabinets of a spot, with what can be borrowed and where something can be returned',
  }),
  rent: endpoint({
    ...storefront,
    method: 'POST',
    path: RENTALS,
    idempotencyKey: 'required',
    request: RentRequest,
    response: StorefrontRental,
    summary: 'Holds the deposit, then ejects the best unit of a cabinet; where none comes out, nothing is paid',
  }),
  rental: endpoint({
    ...storefront,
    method: 'GET',
    path: `${RENTALS}/:orderNo`,
    request: RentalRequest,
    response: StorefrontRental,
    summary: 'One rental that this client made: where it is, what it costs, and why nothing came out',
  }),
  history: endpoint({
    ...storefront,
    method: 'GET',
    path: RENTALS,
    request: RentalHistoryRequest,
    response: pageOf(StorefrontRental),
    summary: 'Rentals of one customer, the newest first',
  }),
  askRefund: endpoint({
    ...storefront,
    method: 'POST',
    path: `${RENTALS}/:orderNo/refunds`,
    idempotencyKey: 'required',
    inOneTransaction: true,
    request: AskRefundRequest,
    response: RentalRefund.pick({ id: true, status: true, amountMinor: true, requestedAt: true, reason: true }),
    summary: 'The customer asks for money back; staff answers',
  }),
  withdrawRentalRefund: endpoint({
    ...storefront,
    method: 'DELETE',
    path: `${RENTALS}/:orderNo/refunds/:refundId`,
    request: WithdrawRentalRefundRequest,
    response: RentalRefund.pick({ id: true, status: true, amountMinor: true, requestedAt: true, reason: true }),
    summary: 'The customer takes a refund request back that nobody has answered',
  }),
};
