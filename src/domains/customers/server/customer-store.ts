import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import { customers } from '../contract/customers.ts';

/** A customer as other slices know one. */
export interface KnownCustomer {
  readonly id: string;
  /** The client of the storefront that made him known, and its word for him. */
  readonly clientId: string;
  readonly userId: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly language: string;
  /** Empty where his client has not said it: the tenant's. */
  readonly timeZone: string;
  /** `yyyy-MM-dd` */
  readonly birthday: string | null;
  /** To offers. */
  readonly consent: boolean;
  /** Neither switched off nor erased: may be given something. */
  readonly isActive: boolean;
  readonly createdAt: Date;
}

const COLUMNS = [
  'customer.id',
  'customer.client_id as clientId',
  'customer.user_id as userId',
  'customer.phone',
  'customer.email',
  'customer.email_verified as emailVerified',
  'customer.language',
  'customer.time_zone as timeZone',
  'customer.consent',
  'customer.created_at as createdAt',
] as const;

const select = (db: TenantDb) =>
  db
    .selectFrom('customer')
    .select(COLUMNS)
    .select([
      // nobody is called by the word of a program
      sql<string>`case when customer.name = customer.user_id then '' else customer.name end`.as('name'),
      sql<string | null>`to_char(customer.birthday, 'YYYY-MM-DD')`.as('birthday'),
      sql<boolean>`(customer.status = 1 and customer.erased_at is null)`.as('isActive'),
    ]);

export async function findCustomer(db: TenantDb, id: string): Promise<KnownCustomer | undefined> {
  return isUuid(id) ? select(db).where('customer.id', '=', id).executeTakeFirst() : undefined;
}

export async function findCustomerByWord(
  db: TenantDb,
  { clientId, userId }: { readonly clientId: string; readonly userId: string },
): Promise<KnownCustomer | undefined> {
  if (!isUuid(clientId)) return undefined;
  return select(db).where('client_id', '=', clientId).where('user_id', '=', userId).executeTakeFirst();
}

/** Whose card or phone a kiosk has scanned. */
export async function findCustomerByBarcode(db: TenantDb, barcode: string): Promise<KnownCustomer | undefined> {
  return barcode === '' ? undefined : select(db).where('barcode', '=', barcode).executeTakeFirst();
}

export interface CustomerFilter {
  /** These alone. */
  readonly ids?: readonly string[];
  /** With a verified mailbox that ends in one of these, such as `example.com`, at the border of a label (practice 6). */
  readonly emailSuffixes?: readonly string[];
  /** Who agreed to be written to. */
  readonly withConsent?: true;
  /** Who has an address of this channel. */
  readonly reachedBy?: 'email' | 'sms' | 'wechat' | 'push' | 'api';
  /** Who did not say no to messages of this kind. */
  readonly wants?: string;
  /** Who bought at one of these spots. */
  readonly boughtAt?: readonly string[];
  /** Made after the customer with this id: pages of a long list. */
  readonly afterId?: string;
  readonly limit?: number;
}

/** Those who match and are neither switched off nor erased, by id. */
export function listCustomers(db: TenantDb, filter: CustomerFilter): Promise<KnownCustomer[]> {
  let query = select(db).where(matching(filter)).orderBy('customer.id');
  if (filter.afterId !== undefined) query = query.where('customer.id', '>', filter.afterId);
  return (filter.limit === undefined ? query : query.limit(filter.limit)).execute();
}

export async function countCustomers(db: TenantDb, filter: CustomerFilter): Promise<number> {
  const { count } = await db
    .selectFrom('customer')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where(matching(filter))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** For statements of other slices over `customer`; what is asked for twice must hold twice. */
export function matching({ ids, emailSuffixes, withConsent, reachedBy, wants, boughtAt }: CustomerFilter) {
  const conditions = [sql<boolean>`customer.status = 1 and customer.erased_at is null`];
  if (ids) conditions.push(sql<boolean>`customer.id = any(${ids.filter(isUuid)}::uuid[])`);
  if (withConsent) conditions.push(sql<boolean>`customer.consent`);
  if (reachedBy === 'email') conditions.push(sql<boolean>`customer.email <> ''`);
  if (reachedBy === 'sms') conditions.push(sql<boolean>`customer.phone <> ''`);
  if (reachedBy === 'push' || reachedBy === 'wechat')
    conditions.push(sql<boolean>`exists (
      select 1 from customer_device as device
       where device.tenant_id = ${THIS_TENANT} and device.customer_id = customer.id and device.channel = ${reachedBy})`);
  if (wants)
    conditions.push(sql<boolean>`not exists (
      select 1 from customer_opt_out as refused
       where refused.tenant_id = ${THIS_TENANT} and refused.customer_id = customer.id and refused.kind = ${wants})`);
  if (boughtAt)
    conditions.push(sql<boolean>`exists (
      select 1 from coffee_order as bought
       where bought.tenant_id = ${THIS_TENANT} and bought.customer_ref = customer.id
         and bought.spot_id = any(${[...boughtAt]}::uuid[]))`);
  if (emailSuffixes) {
    // `example.com` is that of a@example.com and a@mail.example.com, and not of a@badexample.com
    conditions.push(sql<boolean>`customer.email_verified and exists (
      select 1 from unnest(${[...emailSuffixes]}::text[]) as wanted (suffix)
       where lower(customer.email) = '@' || wanted.suffix
          or right(lower(customer.email), length(wanted.suffix) + 1) in ('@' || wanted.suffix, '.' || wanted.suffix))`);
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** What a client calls a customer. */
interface CustomerWord {
  readonly clientId: string;
  readonly userId: string;
}

/** The customer whom a client names, made known with the first naming; one row, however many name him at once. */
export const nameCustomer = async (tx: Transaction, word: CustomerWord): Promise<string> => (await name(tx, word)).id;

/** The same of who wants to buy or to rent: who was switched off gets nothing more. */
export async function nameBuyer(tx: Transaction, word: CustomerWord): Promise<string> {
  const { id, isOn } = await name(tx, word);
  return isOn ? id : raiseAt('customerId', 'customer.switched-off');
}

async function name(tx: Transaction, { clientId, userId }: CustomerWord): Promise<{ id: string; isOn: boolean }> {
  const at = tx.now();
  const row = await tx.db
    .insertInto('customer')
    .values({
      ...{ id: newId(), client_id: clientId, user_id: userId, name: userId },
      ...{ created_at: at, created_by: BY_STOREFRONT, updated_at: at, last_seen_at: at },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'client_id', 'user_id'])
        .doUpdateSet({ last_seen_at: sql`greatest(customer.last_seen_at, excluded.last_seen_at)` }),
    )
    .returning(['id', sql<boolean>`(xmax = 0)`.as('isNew'), sql<boolean>`customer.status = 1`.as('isOn')])
    .executeTakeFirstOrThrow();
  if (row.isNew) await tx.live({ kind: customers.name, id: row.id, permission: customers.permission('view') });
  return row;
}

const BY_STOREFRONT = 'Storefront';
