import * as z from 'zod';
import { MAX_CUPS } from '#domains/pricing/contract/price.ts';
import { IntField, Text } from '#platform/http/contract/fields.ts';
import { OrderNo } from './order-no.ts';

/** Cups of an order that its customer gets once more, free of charge (settled 153). */
export const GiftOrderRequest = z.strictObject({
  orderNo: OrderNo,
  drinkNos: z.array(IntField(1, MAX_CUPS)).min(1).max(MAX_CUPS),
  reason: Text(200, 1),
});
export type GiftOrderRequest = z.infer<typeof GiftOrderRequest>;
