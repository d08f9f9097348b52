import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { toPage } from '#platform/database/server/page.ts';
import { withPeople } from '#platform/database/server/reach-people.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { Notice, NoticePageRequest, ReadAllNoticesRequest, ReadNoticesRequest } from '../contract/notice.ts';
import { countNotices, countUnread, findNotices, markAllRead, markRead } from './notice-store.ts';

export function pageNotices(context: RequestContext, request: NoticePageRequest) {
  const { pageNo, pageSize, unread: unreadOnly = false } = request;
  return context.read(async (db) => {
    const rows = await findNotices(db, context.actor, {
      unreadOnly,
      limit: pageSize,
      offset: (pageNo - 1) * pageSize,
    });
    const total = await countNotices(db, context.actor, unreadOnly);
    const names = await namesOf(
      db,
      rows.flatMap(({ user_id }) => (user_id === null || user_id === context.actor.id ? [] : [user_id])),
    );
    const records = rows.map(({ settled_at, at, params, user_id, ...row }) => ({
      ...row,
      tone: row.tone as Notice['tone'],
      at: at.toISOString(),
      params: inLanguage(params as Notice['params'], context.language),
      settledAt: settled_at?.toISOString() ?? null,
      onBehalfOf: names.get(user_id ?? '') ?? null,
    }));
    return toPage(records, total, request);
  });
}

/** Names of the people for whom the reader stands in. */
async function namesOf(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await withPeople(db, () =>
    db
      .selectFrom('staff_user')
      .select(['id', 'realname'])
      .where('id', 'in', [...new Set(ids)])
      .execute(),
  );
  return new Map(rows.map(({ id, realname }) => [id, realname]));
}

/** Words that came in both languages, `fault` beside `faultZh`, as the reader's (decision 37). */
function inLanguage(params: Notice['params'], language: Language): Notice['params'] {
  const own: Record<string, string | number | null> = { ...params };
  for (const [name, words] of Object.entries(params)) {
    const chinese = own[`${name}Zh`];
    if (typeof words !== 'string' || typeof chinese !== 'string') continue;
    own[name] = localName(language, words, chinese);
    delete own[`${name}Zh`];
  }
  return own;
}

export async function unreadNotices(context: RequestContext) {
  return { count: await context.read((db) => countUnread(db, context.actor)) };
}

/** Updates the count in the reader's other browser tabs. */
export function readNotices(context: RequestContext, { ids }: ReadNoticesRequest): Promise<null> {
  return context.transaction(async (tx) => {
    await markRead(tx.db, context.actor, ids.filter(isUuid));
    await tx.live({ kind: 'notice', id: '', userId: context.actor.id });
    return null;
  });
}

export function readAllNotices(context: RequestContext, { until }: ReadAllNoticesRequest): Promise<null> {
  return context.transaction(async (tx) => {
    const now = tx.now();
    const asked = new Date(until);
    // a mark in the future would swallow what is yet to come
    await markAllRead(tx.db, context.actor, asked < now ? asked : now);
    await tx.live({ kind: 'notice', id: '', userId: context.actor.id });
    return null;
  });
}
