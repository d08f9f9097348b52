import { type SqlBool, sql } from 'kysely';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';

/** Money came once, or nothing was to pay: what went back since plays no part. */
export const WAS_PAID = sql<SqlBool>`(coffee_order.paid_minor > 0 or coffee_order.status >= ${sql.lit(OrderStatus.paidInQueue)})`;

/** What was paid without a provider, such as cash, is called by how it was paid. */
export const PAYMENT_CHANNEL = sql<string>`coalesce((select payment.channel from payment
  where payment.tenant_id = ${THIS_TENANT}
    and payment.serial_no = coffee_order.payment_serial_no), coffee_order.paid_by)`;
