import { sql } from 'kysely';
import * as z from 'zod';
import { bringPeopleBack } from '#platform/archive/server/bring-back.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { withdrawExports } from '#platform/exports/server/remove-exports-of.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { lockRecord } from '#platform/records/server/save-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import { eraseTraces } from '#system/users/server/index.ts';
import { customers } from '../contract/customers.ts';
import { type Leaver, lookedFor } from '../rules/traces.ts';

const SETTLE_MS = 2_000;
const eraseCustomerJob = jobType('customers.erase', z.strictObject({ id: z.string() }), 3_600);

/** Fields that say who he is. */
const PERSONAL = ['userId', 'user_id', 'name', 'phone', 'email', 'birthday', 'barcode', 'remark', 'language'];

/** The same for the same customer, and says nothing about him without the master key (security 14.5). */
const pseudonymOf = ({ secrets }: Pick<Services, 'secrets'>, id: string): string =>
  `erased-${secrets.hmac('erased-customer', id).toString('hex').slice(0, 12)}`;

/** From now on he is given nothing; a job then puts a pseudonym in place of what names him. Orders and their sums stay. */
export const eraseCustomer =
  (served: ServedKind) =>
  async (context: RequestContext, { id }: { readonly id: string }): Promise<null> => {
    requireStepUp(context);
    await context.transaction(async (tx) => {
      const stored = await lockRecord(served, tx, id);
      if (stored['erased_at'] !== null) raise('customer.erased');
      await tx.db
        .updateTable('customer')
        .set((of) => ({ erased_at: tx.now(), status: 0, consent: false, version: of('version', '+', 1) }))
        .where('id', '=', id)
        .execute();
      await tx.audit({ action: 'app-user:erase', objectKind: customers.name, objectId: id });
      // lines of the last calls may still be on their way into the logs
      const startAfter = new Date(tx.now().getTime() + SETTLE_MS);
      await tx.enqueue(eraseCustomerJob, { id }, { key: id, startAfter });
      await tx.live({ kind: customers.name, id, permission: customers.permission('view') });
    });
    return null;
  };

type Leaving = Leaver & { readonly clientId: string };

export const eraseJob = defineJob(eraseCustomerJob, async ({ services, tenantId }, { id }) => {
  const tenant = String(tenantId);
  const { database } = services;
  const found = await database.read(
    tenant,
    async (db): Promise<{ now: Leaving; past: string[] } | undefined> => {
      const now = await db
        .selectFrom('customer')
        .select(['user_id as userId', 'client_id as clientId', 'phone', 'email', 'barcode'])
        .where('id', '=', id)
        .where('erased_at', 'is not', null)
        .executeTakeFirst();
      return now && { now, past: await pastContacts(db, id) };
    },
    'background',
  );
  if (!found) return;
  const pseudonym = pseudonymOf(services, id);
  // a file that is made while he is erased may still hold him, so files come last, and are repeated for themselves
  if (found.now.userId === pseudonym) return withdrawExports(services, tenant);
  const values = [...new Set([...lookedFor(found.now), ...found.past])];
  await bringPeopleBack(services, tenant, [id, ...values]);
  await database.acrossTenants('the calls that named a customer who is erased', async (db) => {
    await sql`update operation_log set params = ''
               where tenant_id = ${Number(tenant)} and object_kind = ${customers.name} and object_id = ${id}`.execute(
      db,
    );
  });
  await database.write(
    tenant,
    async (db) => {
      await sql`delete from idempotency_record as answered
                 where answered.tenant_id = ${THIS_TENANT} and actor = ${`storefront:${found.now.clientId}`}
                   and (position(${found.now.userId} in key) > 0 or position(${found.now.userId} in answer::text) > 0)`.execute(
        db,
      );
    },
    'background',
  );
  const record = { kind: customers.name, fields: PERSONAL };
  await eraseTraces(services, tenant, { id, values, pseudonym, record });
  // nobody who serves a call may change an acceptance: it is a proof
  await database.acrossTenants('acceptances of a customer who is erased', async (db) => {
    await sql`update agreement_acceptance set customer_id = ${pseudonym}
               where tenant_id = ${Number(tenant)} and customer_ref = ${id}`.execute(db);
  });
  // what is looked for is read from it, so that a crash before is repeated as a whole
  await database.write(tenant, (db) => replaceByPseudonym(db, { id, pseudonym, ...found.now }), 'background');
  await withdrawExports(services, tenant);
});

/** Phones and mailboxes that he had before. */
async function pastContacts(db: TenantDb, id: string): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct field.value from audit_row record
      cross join lateral (select * from jsonb_each_text(case when jsonb_typeof(record.before) = 'object' then record.before else '{}' end)
                          union all select * from jsonb_each_text(case when jsonb_typeof(record.after) = 'object' then record.after else '{}' end)) field
     where record.tenant_id = ${THIS_TENANT} and record.object_kind = ${customers.name} and record.object_id = ${id} and field.key in ('phone', 'email')
       and field.value <> ''`.execute(db);
  return rows.map(({ value }) => value);
}

async function replaceByPseudonym(
  db: TenantDb,
  { id, pseudonym, clientId, userId }: { id: string; pseudonym: string; clientId: string; userId: string },
): Promise<void> {
  await sql`update coffee_order set customer_id = ${pseudonym}, customer_ref = ${id}
             where tenant_id = ${THIS_TENANT} and (customer_ref = ${id} or client_key_id = ${clientId} and customer_id = ${userId})`.execute(
    db,
  );
  await sql`update rental_order set customer_id = ${pseudonym}
             where tenant_id = ${THIS_TENANT} and client_key_id = ${clientId} and customer_id = ${userId}`.execute(db);
  await sql`update customer_scan set code = '' where tenant_id = ${THIS_TENANT} and customer_id = ${id}`.execute(db);
  await sql`delete from customer_device where tenant_id = ${THIS_TENANT} and customer_id = ${id}`.execute(db);
  await sql`delete from customer_opt_out where tenant_id = ${THIS_TENANT} and customer_id = ${id}`.execute(db);
  await sql`update message_delivery
               set recipient = ${pseudonym}, title = '', remark = '', content = null,
                   event_key = '', state = case when state in ('pending', 'held') then 'failed' else state end
             where tenant_id = ${THIS_TENANT} and customer_id = ${id}`.execute(db);
  await db
    .updateTable('customer')
    .set({
      ...{
        user_id: pseudonym,
        name: pseudonym,
        phone: '',
        email: '',
        email_verified: false,
        language: '',
        time_zone: '',
        birthday: null,
      },
      ...{ consent: false, consent_at: null, barcode: '', remark: '' },
    })
    .where('id', '=', id)
    .execute();
}
