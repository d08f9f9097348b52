import { type RawBuilder, sql } from 'kysely';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { likeText } from '#platform/database/server/page.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import { CONTACT_PERMISSION } from '../contract/customers.ts';
import { type FoundCustomer, MOST_FOUND } from '../contract/endpoints.ts';
import { maskedEmail, maskedPhone } from '../rules/masked-contact.ts';
import { bySpotsOfOrders } from './seen-customers.ts';

export const findByUserId =
  (served: ServedKind) =>
  async (context: RequestContext, { userId, clientId }: { userId: string; clientId?: string | undefined }) => {
    const row = await context.read((db) => {
      const query = db.selectFrom('customer').select('id').where('user_id', '=', userId);
      return (clientId === undefined ? query : query.where(sql`client_id::text`, '=', clientId))
        .orderBy('last_seen_at', 'desc')
        .executeTakeFirst();
    });
    if (!row) raise('customer.not-found');
    return oneRecord(served, context, row.id);
  };

interface Row {
  id: string;
  name: string;
  user_id: string;
  client_name: string | null;
  phone: string;
  email: string;
  barcode: string;
  last_seen_at: Date;
  found_by: FoundCustomer['foundBy'];
  order_no: string | null;
}

/**
 * Everything by which somebody at the phone can say who he is, the surest first. Phones and mailboxes are looked at for those
 * alone who may see them: else a guess would tell.
 */
export async function searchCustomers(context: RequestContext, { text }: { text: string }): Promise<FoundCustomer[]> {
  const { actor } = context;
  const seesContacts = can(actor, CONTACT_PERMISSION);
  const seesOrders = can(actor, 'order:view');
  const some = `%${likeText(text)}%`;
  const digits = text.replaceAll(/\D/g, '');
  const ways: RawBuilder<unknown>[] = [
    sql`select id, 1 as rank, 'barcode' as found_by, null::text as order_no from customer where tenant_id = ${THIS_TENANT} and barcode = ${text}`,
    sql`select id, 5, 'userId', null from customer where tenant_id = ${THIS_TENANT} and user_id ilike ${some}`,
    sql`select id, 6, 'name', null from customer where tenant_id = ${THIS_TENANT} and name ilike ${some}`,
  ];
  if (seesOrders) {
    const spots =
      actor.isRoot || actor.spotIds === null ? sql`` : sql` and spot_id = any(${[...actor.spotIds]}::uuid[])`;
    ways.push(
      sql`select customer_ref, 2, 'orderNo', order_no from coffee_order
           where tenant_id = ${THIS_TENANT} and order_no = ${text} and customer_ref is not null${spots}`,
    );
    if (/^\d{4}$/.test(text))
      ways.push(
        sql`select customer_ref, 3, 'pickupCode', order_no from coffee_order
             where tenant_id = ${THIS_TENANT} and pickup_code = ${text} and customer_ref is not null and created_at > now() - interval '1 day'${spots}`,
      );
  }
  if (can(actor, 'rental:view')) {
    const spots =
      actor.isRoot || actor.spotIds === null ? sql`` : sql` and rented.spot_id = any(${[...actor.spotIds]}::uuid[])`;
    ways.push(
      sql`select owner.id, 3, 'rentalNo', rented.order_no from rental_order as rented
            join customer as owner on owner.client_id = rented.client_key_id and owner.user_id = rented.customer_id
           where rented.tenant_id = ${THIS_TENANT} and owner.tenant_id = ${THIS_TENANT} and rented.order_no = ${text}${spots}`,
    );
  }
  // a code is money: it finds its owner for those alone who may see it whole
  if (can(actor, 'coupon:send'))
    ways.push(
      sql`select customer_id, 3, 'couponCode', null from coupon_code
           where tenant_id = ${THIS_TENANT} and code = ${text.toUpperCase()} and customer_id is not null`,
    );
  if (seesContacts) {
    ways.push(
      sql`select id, 4, 'contact', null from customer where tenant_id = ${THIS_TENANT} and email ilike ${some}`,
    );
    if (digits.length >= 4)
      ways.push(sql`select id, 4, 'contact', null from customer
                     where tenant_id = ${THIS_TENANT} and regexp_replace(phone, '[^0-9]', '', 'g') like ${`%${digits}%`}`);
  }
  const seen = bySpotsOfOrders.condition(actor) ?? sql`true`;
  const rows = await context.read(async (db) => {
    const { rows: found } = await sql<Row>`
      select record.id, record.name, record.user_id, record.phone, record.email, record.barcode, record.last_seen_at,
             (select client.name from storefront_client as client where client.tenant_id = ${THIS_TENANT} and client.id = record.client_id) as client_name,
             hit.found_by, hit.order_no
        from (select distinct on (id) * from (${sql.join(ways, sql` union all `)}) as way order by id, rank) as hit
        join customer as record on record.id = hit.id
       where record.tenant_id = ${THIS_TENANT} and ${seen}
       order by hit.rank, record.last_seen_at desc, record.id
       limit ${MOST_FOUND}`.execute(db);
    return found;
  });
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, userId: row.user_id, clientName: row.client_name, barcode: row.barcode },
    phone: seesContacts ? row.phone : maskedPhone(row.phone),
    email: seesContacts ? row.email : maskedEmail(row.email),
    ...{ lastSeenAt: row.last_seen_at.toISOString(), foundBy: row.found_by, orderNo: row.order_no },
  }));
}
