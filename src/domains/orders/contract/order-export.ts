import * as z from 'zod';
import { EXPORT_FORMATS } from '#platform/exports/contract/export-job.ts';
import { OrderPageRequest } from './order-query.ts';

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
] as const;

/** The filters of the list without its paging. */
export const OrderExportFilters = OrderPageRequest.omit({
  pageNo: true,
  pageSize: true,
  column: true,
  order: true,
  field: true,
});
export type OrderExportFilters = z.infer<typeof OrderExportFilters>;

/** Domain 5: a range of at most 31 of the tenant's days is needed, and refused in the specification's words. */
export const OrderExportRequest = z.strictObject({
  ...OrderExportFilters.shape,
  format: z.enum(EXPORT_FORMATS),
  columns: z.array(z.enum(ORDER_EXPORT_COLUMNS)).min(1).max(ORDER_EXPORT_COLUMNS.length).optional(),
});
export type OrderExportRequest = z.infer<typeof OrderExportRequest>;
