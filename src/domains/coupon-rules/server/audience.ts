import { type Expression, type SqlBool, sql } from 'kysely';
import { matching } from '#domains/customers/server/index.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { RewardType } from '../contract/coupon-rules.ts';
import { birthdaysOn } from '../rules/birthday.ts';
import { suffixesOf } from '../rules/email-suffix.ts';

/** For whom a rule sends, as far as customers are concerned. */
export interface Audience {
  readonly rewardType: number;
  readonly emailSuffixes: string;
  readonly includeSharedTenants: boolean;
  /** The moment for which it sends, and the clocks of the tenant that sends. */
  readonly at: Date;
  readonly timeZone: string;
}

/** Who is known by a client of the sandbox alone is nobody who buys: a coupon of his would be one of real money. */
const OF_LIVE_CLIENT = sql<boolean>`not exists (select 1 from storefront_client as client
  where client.tenant_id = ${THIS_TENANT} and client.id = customer.client_id and client.sandbox)`;

/**
 * Active customers, with a verified mailbox under one of the suffixes where there are any (practice 6); of birthdays those of that
 * day, of the others those who would be new that day, or have not paid an order yet.
 */
function conditionsOf(audience: Audience): Expression<SqlBool>[] {
  const { rewardType, at, timeZone } = audience;
  const emailSuffixes = suffixesOf(audience.emailSuffixes);
  const all: Expression<SqlBool>[] = [matching(emailSuffixes.length > 0 ? { emailSuffixes } : {}), OF_LIVE_CLIENT];
  const day = localDay(at, timeZone);
  if (rewardType === RewardType.birthday)
    all.push(sql<SqlBool>`to_char(customer.birthday, 'MM-DD') = any(${birthdaysOn(day)}::text[])`);
  if (rewardType === RewardType.registration)
    all.push(sql<SqlBool>`customer.created_at >= ${startOfDay(day, timeZone)}`);
  if (rewardType === RewardType.firstPaidOrder)
    all.push(sql<SqlBool>`not exists (select 1 from coffee_order as bought
      where bought.tenant_id = ${THIS_TENANT} and bought.customer_ref = customer.id and bought.paid_at is not null and not bought.sandbox)`);
  return all;
}

const audienceIn = (db: TenantDb, audience: Audience) =>
  db.selectFrom('customer').where((of) => of.and(conditionsOf(audience)));

export async function countAudience(db: TenantDb, audience: Audience): Promise<number> {
  const row = await audienceIn(db, audience)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The next of them by id. */
export async function pageOfAudience(
  db: TenantDb,
  audience: Audience,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): Promise<string[]> {
  let query = audienceIn(db, audience).select('customer.id').orderBy('customer.id').limit(limit);
  if (afterId !== null) query = query.where('customer.id', '>', afterId);
  return (await query.execute()).map(({ id }) => id);
}

export const examplesOf = (db: TenantDb, audience: Audience, limit: number) =>
  audienceIn(db, audience)
    .select(['customer.id', 'customer.name', 'customer.email'])
    .orderBy('customer.last_seen_at', 'desc')
    .orderBy('customer.id')
    .limit(limit)
    .execute();

/** Which of these customers a rule that customers begin is for. */
export async function ofAudience(db: TenantDb, emailSuffixes: string, ids: readonly string[]): Promise<string[]> {
  const suffixes = suffixesOf(emailSuffixes);
  const rows = await db
    .selectFrom('customer')
    .select('id')
    .where(matching({ ids, ...(suffixes.length > 0 ? { emailSuffixes: suffixes } : {}) }))
    .where(OF_LIVE_CLIENT)
    .execute();
  return rows.map(({ id }) => id);
}

/** Tenants that lend their customers to this one, both agreed (settled 105). */
export async function lendersTo(services: Services, tenantId: string): Promise<string[]> {
  const rows = await services.database.acrossTenants('who lends customers to a tenant', (db) =>
    db
      .selectFrom('customer_lending')
      .select(sql<string>`customer_lending.tenant_id::text`.as('lender'))
      .where('borrower_tenant_id', '=', Number(tenantId))
      .where('lender_agreed_at', 'is not', null)
      .where('borrower_agreed_at', 'is not', null)
      .orderBy('customer_lending.tenant_id')
      .execute(),
  );
  return rows.map(({ lender }) => lender);
}

/** The tenants whose customers a rule is for, its own first. */
export const tenantsOf = async (services: Services, tenantId: string, audience: Audience): Promise<string[]> =>
  audience.includeSharedTenants ? [tenantId, ...(await lendersTo(services, tenantId))] : [tenantId];
