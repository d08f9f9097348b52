import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import { likeText } from '#platform/database/server/page.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { serveList } from '#platform/records/server/serve-records.ts';
import { dataLog } from '../contract/data-log.ts';
import { loginLog } from '../contract/login-log.ts';
import { operationLog } from '../contract/operation-log.ts';

/** Who is restricted to spots sees his own acts: those of others may name spots that he must not know of (security 2.4). */
export const seesOwnOnly = (actor: Pick<Actor, 'isRoot' | 'spotIds'>): boolean =>
  !actor.isRoot && actor.spotIds !== null;

const ownOnly = (actor: Actor): Expression<SqlBool> | undefined =>
  seesOwnOnly(actor) ? sql<SqlBool>`record.user_id = ${actor.id}` : undefined;

export const operations = serveList(operationLog, { visible: { condition: ownOnly } });

/** The fields that records of all kinds are known by, the plainest first. */
const NAMES = `
  name title titile realname roleName departName ruleName dictName itemText description userName customName orderNo
  serialNumber serial imei code termsVersion
`
  .trim()
  .split(/\s+/);
const nameIn = (content: RawBuilder<unknown>) =>
  sql<string>`coalesce(${sql.join(NAMES.map((field) => sql`nullif(${content} ->> ${sql.lit(field)}, '')`))})`;

/** An act that touched something else alone leaves no name: that of the versions right before it is looked for. */
const VERSIONS_BACK = 20;

/** An id that is none of ours is a number that people know, such as that of an order. */
const NUMBER = sql`case when record.object_id !~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then record.object_id else '' end`;

/** So many of the newest versions are looked through for a name: who looks for one means a record of these days. */
const NAMES_SEARCHED = 10_000;

/** Versions of records that were called so; which they are is asked once for the whole list. */
const calledSo = (words: string): Expression<SqlBool> => sql<SqlBool>`(record.object_kind, record.object_id) in (
  select said.object_kind, said.object_id
    from (select one.object_kind, one.object_id, one.after, one.before
            from audit_row one
           where one.tenant_id = ${THIS_TENANT} and one.result = 'done' and one.object_id <> ''
           order by one.at desc, one.id desc limit ${sql.lit(NAMES_SEARCHED)}) said
   where coalesce(${nameIn(sql`said.after`)}, ${nameIn(sql`said.before`)}) ilike ${`%${likeText(words)}%`})`;

export const versionList = serveList(dataLog, {
  visible: { condition: ownOnly },
  alsoFound: calledSo,
  computed: {
    objectName: sql`coalesce(
      (select coalesce(${nameIn(sql`said.after`)}, ${nameIn(sql`said.before`)})
         from (select one.at, one.id, one.after, one.before
                 from audit_row one
                where one.tenant_id = ${THIS_TENANT} and one.object_kind = record.object_kind
                  and one.object_id = record.object_id and one.result = 'done' and (one.at, one.id) <= (record.at, record.id)
                order by one.at desc, one.id desc limit ${sql.lit(VERSIONS_BACK)}) said
        where coalesce(${nameIn(sql`said.after`)}, ${nameIn(sql`said.before`)}) is not null
        order by said.at desc, said.id desc limit 1), ${NUMBER})`,
  },
});

export const logins = serveList(loginLog, {
  visible: { condition: ownOnly },
  computed: {
    entered: sql`case when record.entered_tenant_id = record.tenant_id then 'this'
                      when record.entered_tenant_id is not null then 'other' end`,
  },
});
