import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { toPage } from '#platform/database/server/page.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { AccountActs, AccountActsRequest, OwnSession } from '../contract/endpoints.ts';
import { isOver } from '../rules/session-life.ts';
import { endSessions, endSessionsOf } from './end-sessions.ts';
import { recordIdentityAct } from './identity-audit.ts';

const sessionsOf = (db: PlatformDb, userId: string) =>
  db
    .selectFrom('staff_session')
    .select(['id', 'token_digest', 'created_at', 'last_seen_at', 'idle_seconds', 'user_agent', 'address'])
    .where('user_id', '=', userId);

/** Those that a token still opens. */
export async function readOwnSessions(context: RequestContext): Promise<OwnSession[]> {
  const { actor } = context;
  const rows = await context.identity((db) => sessionsOf(db, actor.id).orderBy('created_at', 'desc').execute());
  const now = context.now();
  return rows.flatMap((row) => {
    if (isOver({ createdAt: row.created_at, lastSeenAt: row.last_seen_at }, now, row.idle_seconds * 1_000)) return [];
    return {
      ...{ id: row.id, address: row.address, userAgent: row.user_agent },
      ...{ createdAt: row.created_at.toISOString(), lastSeenAt: row.last_seen_at.toISOString() },
      isThis: isThis(context, row.token_digest),
    };
  });
}

const isThis = ({ actor }: RequestContext, digest: Buffer): boolean => actor.sessionDigest?.equals(digest) === true;

/** One of another person is answered like one that is not there (security 3.10). */
export async function endOwnSession(context: RequestContext, { id }: { readonly id: string }): Promise<null> {
  const { actor } = context;
  if (!isUuid(id)) raise('session.unknown-session');
  await context.identity(async (db) => {
    const row = await sessionsOf(db, actor.id).where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) raise('session.unknown-session');
    if (isThis(context, row.token_digest)) raise('session.own-session');
    await endSessions(db, [row.token_digest], { because: 'owner', at: context.now() });
    await recordIdentityAct(db, context, actor, { action: 'session:end-own', result: 'done', objectId: actor.id });
  });
  return null;
}

export async function endOtherSessions(context: RequestContext): Promise<null> {
  const { actor } = context;
  await context.identity(async (db) => {
    await endSessionsOf(db, actor.id, { because: 'owner', at: context.now() }, actor.sessionDigest);
    await recordIdentityAct(db, context, actor, { action: 'session:end-own', result: 'done', objectId: actor.id });
  });
  return null;
}

/** What the identity service noted about the account, whoever did it. */
export async function readAccountActs(context: RequestContext, request: AccountActsRequest): Promise<AccountActs> {
  const { pageNo, pageSize } = request;
  return context.identity(async (db) => {
    const acts = db
      .selectFrom('audit_row')
      .where('tenant_id', '=', Number(PLATFORM_TENANT))
      .where('object_kind', 'in', ['session', 'user'])
      .where('object_id', '=', context.actor.id);
    const { total } = await acts.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await acts
      .select(['id', 'at', 'action', 'result', 'address'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute();
    const records = rows.map(({ id, at, action, result, address }) => ({
      ...{ id, at: at.toISOString(), action, isRefused: result === 'refused', address },
    }));
    return toPage(records, Number(total), request);
  });
}
