import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { ResponseOf } from '#platform/http/contract/endpoint.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { rentalEndpoints } from '../contract/endpoints.ts';
import { visibleTo } from './rental-store.ts';

type Rentals = ResponseOf<typeof rentalEndpoints.ofCustomer>;
const MOST = 10;

/** A rental keeps the client and its word for the customer; both together say who it was. */
export async function rentalsOfCustomer(
  context: RequestContext,
  { customerRef }: { readonly customerRef: string },
): Promise<Rentals> {
  if (!isUuid(customerRef)) return [];
  const rows = await context.read((db) =>
    db
      .selectFrom('rental_order')
      .innerJoin('customer', (join) =>
        join
          .onRef('customer.client_id', '=', 'rental_order.client_key_id')
          .onRef('customer.user_id', '=', 'rental_order.customer_id'),
      )
      .select(['rental_order.order_no', 'rental_order.status', 'rental_order.cabinet_name', 'rental_order.currency'])
      .select(['rental_order.created_at', 'rental_order.ended_at', 'rental_order.fee_minor'])
      .where('customer.id', '=', customerRef)
      .where(visibleTo(context.actor) as never)
      .orderBy('rental_order.created_at', 'desc')
      .limit(MOST)
      .execute(),
  );
  return rows.map((row) => ({
    ...{ orderNo: row.order_no, status: row.status as Rentals[number]['status'], cabinetName: row.cabinet_name },
    ...{ currency: row.currency as Rentals[number]['currency'], feeMinor: row.fee_minor },
    ...{ createdAt: row.created_at.toISOString(), endedAt: row.ended_at?.toISOString() ?? null },
  }));
}
