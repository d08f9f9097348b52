import { endpoint } from '#platform/http/contract/endpoint.ts';
import {
  PrintTicket,
  PrintTicketRequest,
  RentalTicketRequest,
  StorefrontReceipt,
  StorefrontReceiptRequest,
  StorefrontRentalReceiptRequest,
} from './receipt.ts';

/** Where a report is read with its ticket, once (settled 7, platform.md 7: "carries id and token"). */
export const REPORT_VIEW = '/api/jmreport/view/:id';

export const receiptEndpoints = {
  ticket: endpoint({
    method: 'POST',
    path: '/coffeeorder/api/printTicket',
    permission: 'order:view',
    request: PrintTicketRequest,
    response: PrintTicket,
    summary: 'A ticket for one look at a receipt or the document of a refund, good for 60 seconds',
  }),
  receipt: endpoint({
    auth: 'storefront',
    permission: null,
    method: 'GET',
    path: '/storefront/v1/orders/:orderNo/receipt',
    request: StorefrontReceiptRequest,
    response: StorefrontReceipt,
    summary: 'The receipt of an order that this client made, with the documents of its refunds',
  }),
  rentalTicket: endpoint({
    method: 'POST',
    path: '/order/api/printTicket',
    permission: 'rental:view',
    request: RentalTicketRequest,
    response: PrintTicket,
    summary: 'A ticket for one look at the receipt of a rental or the document of its refund, good for 60 seconds',
  }),
  rentalReceipt: endpoint({
    auth: 'storefront',
    permission: null,
    method: 'GET',
    path: '/storefront/v1/rentals/:orderNo/receipt',
    request: StorefrontRentalReceiptRequest,
    response: StorefrontReceipt,
    summary: 'The receipt of a rental that this client made, with the documents of its refunds',
  }),
};
