import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { likeText, toPage } from '#platform/database/server/page.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { UnassignedUser, UnassignedUsersRequest } from '../contract/user-tenants.ts';

const REMOVED = 0;

/**
 * Accounts of people who belong to no tenant, `u`. Who belongs to one is read in a query of its own: people may lie elsewhere
 * (decision 63). The administrator needs no tenant, and an erased account is nobody's.
 */
export function unassignedAccounts(db: PlatformDb) {
  return db
    .with(
      (named) => named('belonging').materialized(),
      (of) => of.selectFrom('membership').select('user_id').where('status', '>', REMOVED),
    )
    .selectFrom('staff_user as u')
    .where('u.is_root', '=', false)
    .where('u.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('belonging as b').select('b.user_id').whereRef('b.user_id', '=', 'u.id'))),
    );
}

/** Nobody else finds them: a tenant's lists show its members, and they are members of none. */
export function listUnassigned(context: RequestContext, request: UnassignedUsersRequest) {
  requireRoot(context);
  return context.identity(async (db) => {
    const matching = named(db, request.keyword ?? '');
    const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await matching
      .select(['u.id', 'u.username', 'u.realname', 'u.phone', 'u.email', 'u.created_at'])
      .orderBy('u.created_at', 'desc')
      .orderBy('u.id', 'desc')
      .limit(request.pageSize)
      .offset((request.pageNo - 1) * request.pageSize)
      .execute();
    const bins = await binsOf(
      db,
      context,
      rows.map(({ id }) => id),
    );
    const records = rows.map(
      ({ id, username, realname, phone, email, created_at }): UnassignedUser => ({
        ...{ id, username, realname, phone: phone ?? '', email: email ?? '' },
        createdAt: created_at.toISOString(),
        removedFrom: bins.get(id) ?? [],
      }),
    );
    return toPage(records, Number(total), request);
  });
}

function named(db: PlatformDb, keyword: string) {
  const part = `%${likeText(keyword)}%`;
  return unassignedAccounts(db).where((is) =>
    is.or((['u.username', 'u.realname', 'u.phone', 'u.email'] as const).map((column) => is(column, 'ilike', part))),
  );
}

/** Names of the tenants in whose recycle bins these people lie. */
async function binsOf(
  db: PlatformDb,
  { language }: RequestContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('membership as m')
    .innerJoin('tenant as t', 't.tenant_id', 'm.tenant_id')
    .select(['m.user_id', 't.name', 't.name_zh'])
    .where('m.user_id', 'in', [...ids])
    .where('m.status', '=', REMOVED)
    .orderBy('t.tenant_id')
    .execute();
  const lies = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map([...lies].map(([id, bins]) => [id, bins.map((bin) => localName(language, bin.name, bin.name_zh))]));
}
