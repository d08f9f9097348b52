import { findCustomerByWord } from '#domains/customers/server/index.ts';
import type { CustomerOrdersRequest, StorefrontOrder } from '#domains/orders/contract/storefront-order.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { readStorefrontOrder } from './order-detail.ts';

/**
 * What an app shows its customer of before. He is whom the order was for, not who has his word: a kiosk that scans a card may have a
 * customer of the same word.
 */
export function ordersOfCustomer(context: RequestContext, request: CustomerOrdersRequest) {
  const { pageNo, pageSize, customerId: userId } = request;
  const { keyId: clientId } = context.actor.storefront ?? raise('order.not-found');
  return context.read(async (db) => {
    const customer = await findCustomerByWord(db, { clientId, userId });
    if (!customer) return toPage<StorefrontOrder>([], 0, request);
    const own = db
      .selectFrom('coffee_order')
      .where('customer_ref', '=', customer.id)
      .where('client_key_id', '=', clientId);
    const { total } = await own.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await own
      .select('order_no')
      .orderBy('created_at', 'desc')
      .orderBy('order_no', 'desc')
      .offset((pageNo - 1) * pageSize)
      .limit(pageSize)
      .execute();
    const records: StorefrontOrder[] = [];
    for (const { order_no: orderNo } of rows) records.push(await readStorefrontOrder(db, context, orderNo));
    return toPage(records, Number(total), request);
  });
}
