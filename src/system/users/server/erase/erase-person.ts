import { sql } from 'kysely';
import * as z from 'zod';
import { bringPeopleBack } from '#platform/archive/server/bring-back.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { withPeople } from '#platform/database/server/reach-people.ts';
import { withdrawExports } from '#platform/exports/server/remove-exports-of.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { hashPassword, replacePassword } from '#system/passwords/server/index.ts';
import type { EraseUserRequest } from '../../contract/user-endpoints.ts';
import { tracesOf, wordsInFiles } from '../../rules/person-traces.ts';
import { belongsElsewhere, guardAccount, guardPerson } from '../guard-user.ts';
import { ACCOUNT_FIELDS } from '../user-storage.ts';
import { clearLogs, removeOwnRows } from './own-rows.ts';
import { type Leaving, sweepTable } from './sweep-texts.ts';
import { sweepTrail } from './sweep-trail.ts';
import { textTables } from './text-tables.ts';

/** All tables of all his tenants are looked through. */
const SETTLE_MS = 2_000;
const erasePersonJob = jobType('users.erase-person', z.strictObject({ userId: z.string() }), 3_600);

/** The same for the same person, and says nothing about him without the master key (security 14.5). */
const pseudonymOf = ({ secrets }: Services, userId: string): string =>
  `erased-${secrets.hmac('erased-person', userId).toString('hex').slice(0, 8)}`;

/** Locks the account at once and for good; a job then puts a pseudonym in place of what names its owner. */
export async function erasePerson(context: RequestContext, { id, name }: EraseUserRequest): Promise<null> {
  if (id === context.actor.id) raise('user.erases-himself');
  requireStepUp(context);
  const { services } = context;
  const unusable = await hashPassword(services, `${newId()}${newId()}`);
  await context.transaction(async (tx) => {
    if (!isUuid(id)) raise('user.unknown');
    const member = await tx.db
      .selectFrom('membership')
      .select('user_id')
      .where('user_id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    // an account of no tenant is in nobody's reach but the administrator's
    if (!member && !tx.actor.isRoot) raise('user.unknown');
    await guardPerson(context, tx, id);
    await guardAccount(tx, id, 'id');
    await withPeople(tx.db, async (people) => {
      const person = await people
        .selectFrom('staff_user')
        .select(['realname', 'deleted_at'])
        .where('id', '=', id)
        // whoever assigns him to a tenant waits
        .forUpdate()
        .executeTakeFirst();
      if (!person || (!member && (await belongsElsewhere(tx, id)))) return raise('user.unknown');
      if (person.realname.trim() !== name.trim()) raiseAt('name', 'user.name-differs');
      if (person.deleted_at !== null) raise('user.being-erased');
      await replacePassword(people, id, { hash: unusable, at: context.now() });
      await people
        .updateTable('staff_user')
        .set({ status: 2, deleted_at: context.now() })
        .where('id', '=', id)
        .execute();
      await people
        .insertInto('person_erasure')
        .values({
          ...{ user_id: id, tenant_id: Number(tx.tenantId), pseudonym: pseudonymOf(services, id) },
          asked_at: context.now(),
        })
        .execute();
    });
    await rightsChanged(tx.db, [id]);
    await tx.audit({ action: 'user:erase', objectKind: 'user', objectId: id });
    // lines of his last acts may still be on their way into the logs
    const startAfter = new Date(context.now().getTime() + SETTLE_MS);
    await tx.enqueue(erasePersonJob, { userId: id }, { key: id, startAfter });
    await tx.live({ kind: 'user', id, permission: 'user:view' });
  });
  return null;
}

export const eraseJob = defineJob(erasePersonJob, async ({ services }, { userId }) => {
  const { database } = services;
  const open = await database.identity((db) =>
    db
      .selectFrom('person_erasure')
      .select('pseudonym')
      .where('user_id', '=', userId)
      .where('finished_at', 'is', null)
      .executeTakeFirst(),
  );
  if (!open) return;
  const person: Leaving = {
    ...{ userId, pseudonym: open.pseudonym },
    traces: tracesOf(await valuesOf(services, userId), userId),
  };
  const tables = await database.acrossTenants('tables with texts', textTables);
  const tenants = await tenantsOf(services, userId);
  for (const tenantId of tenants) {
    await bringPeopleBack(services, tenantId, wordsInFiles(person.traces, userId));
    await removeOwnRows(services, tenantId, person);
    await clearLogs(services, tenantId, person);
    for (const table of tables) if (table.ofTenant) await sweepTable(services, table, tenantId, person);
  }
  for (const table of tables) if (!table.ofTenant) await sweepTable(services, table, PLATFORM_TENANT, person);
  // last, for earlier names and tenants are read from it: a crash before is repeated as a whole
  for (const tenantId of tenants) await sweepTrail(services, tenantId, person);
  for (const tenantId of tenants) await withdrawExports(services, tenantId);
  await clearAccount(services, person);
});

/** What he is called, and was called before a change. */
async function valuesOf({ database }: Services, userId: string): Promise<(string | null)[]> {
  return database.acrossTenants('the names of a person who is erased', async (db) => {
    const now = await db
      .selectFrom('staff_user')
      .select(['username', 'username_key', 'realname', 'work_no', 'phone', 'email', 'telephone'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const third = await db
      .selectFrom('third_account')
      .select(['name', 'subject'])
      .where('user_id', '=', userId)
      .execute();
    const { rows: past } = await sql<{ value: string }>`
      select distinct field.value from audit_row record
        cross join lateral jsonb_array_elements(jsonb_build_array(record.before, record.after)) side
        cross join lateral jsonb_each_text(case when jsonb_typeof(side) = 'object' then side else '{}' end) field
       where record.object_kind = 'user' and record.object_id = ${userId} and field.key = any (${NAMES}::text[])`.execute(
      db,
    );
    return [
      ...Object.values(now),
      ...third.flatMap(({ name, subject }) => [name, subject]),
      ...past.map(({ value }) => value),
    ];
  });
}
/** The others, such as the gender, name nobody; of a picture only its address is known, and it goes itself. */
const NAMES = ACCOUNT_FIELDS.filter((field) => !['sex', 'birthday', 'avatar'].includes(field));

/** Where he is a member, did something, or was written about; and the platform's own, which keeps what concerns no tenant. */
async function tenantsOf({ database }: Services, userId: string): Promise<string[]> {
  return database.acrossTenants('the tenants of a person who is erased', async (db) => {
    await sql`select set_config('statement_timeout', '120s', true)`.execute(db);
    const { rows } = await sql<{ tenant_id: string }>`
      select tenant_id from membership where user_id = ${userId}
       union select tenant_id from login_log where user_id = ${userId}
       union select tenant_id from audit_row where actor_id = ${userId} or (object_kind = 'user' and object_id = ${userId})
       order by 1`.execute(db);
    return [...new Set([PLATFORM_TENANT, ...rows.map((row) => String(row.tenant_id))])];
  });
}

/** The account stays as the pseudonym, for records that say by its id who did something. */
async function clearAccount({ database, clock }: Services, { userId, pseudonym }: Leaving): Promise<void> {
  await database.identity(async (db) => {
    for (const table of [
      'third_account',
      'second_step',
      'login_familiar_place',
      'password_ticket',
      'sign_in_code',
    ] as const)
      await db.deleteFrom(table).where('user_id', '=', userId).execute();
    await db
      .updateTable('staff_user')
      .set({
        ...{ username: pseudonym, username_key: pseudonym, realname: pseudonym, work_no: pseudonym, avatar: '' },
        ...{ phone: null, email: null, telephone: '', birthday: null, sex: null },
      })
      .where('id', '=', userId)
      .execute();
    await db.updateTable('person_erasure').set({ finished_at: clock.now() }).where('user_id', '=', userId).execute();
  });
}
