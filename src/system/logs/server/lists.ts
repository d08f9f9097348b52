import { type Expression, type SqlBool, sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
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

export const versionList = serveList(dataLog, { visible: { condition: ownOnly } });

export const logins = serveList(loginLog, {
  visible: { condition: ownOnly },
  computed: {
    entered: sql`case when record.entered_tenant_id = record.tenant_id then 'this'
                      when record.entered_tenant_id is not null then 'other' end`,
  },
});
