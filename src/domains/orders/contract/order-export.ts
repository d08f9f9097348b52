import * as z from 'zod';
import { EXPORT_FORMATS, EXPORT_SEPARATORS } from '#platform/exports/contract/export-job.ts';
import { OrderListFilters } from './order-query.ts';

/** What a file of orders can hold, in its usual order; named as the list names them. */
export const ORDER_EXPORT_COLUMNS = [
  'orderNo',
  'status',
  'refundLabel',
  'goodsSummary',
  'payableMinor',
  'paidMinor',
  'refundedMinor',
  'currency',
  'spotName',
  'robotName',
  'deviceImei',
  'pickupCode',
  'source',
  'createdAt',
  'paidAt',
  'orderType',
  'couponTitle',
  'couponType',
  'discountMinor',
  'barcodeUsed',
  'cups',
  'listPriceMinor',
  'extraMinor',
  'roundingAdjustmentMinor',
  'taxMinor',
  'paidBy',
  'customerId',
  'paymentSerialNo',
  'orderIndex',
  'ticketNumber',
  'terminalLocation',
  'hadIssue',
  'paymentIssue',
  'refundReason',
] as const;

/** Domain 5: a range of at most 31 of the tenant's days is needed, and refused in the specification's words. */
export const OrderExportRequest = z.strictObject({
  ...OrderListFilters.shape,
  format: z.enum(EXPORT_FORMATS),
  /** Of CSV; a comma when left out. */
  separator: z.enum(EXPORT_SEPARATORS).optional(),
  columns: z.array(z.enum(ORDER_EXPORT_COLUMNS)).min(1).max(ORDER_EXPORT_COLUMNS.length).optional(),
});
export type OrderExportRequest = z.infer<typeof OrderExportRequest>;
