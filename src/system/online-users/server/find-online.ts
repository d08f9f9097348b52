import { sql } from 'kysely';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { likeText, toPage } from '#platform/database/server/page.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { pictureOf } from '#platform/viewer/rules/initials.ts';
import { SESSION_MAX_MS } from '#system/session/rules/session-life.ts';
import { CONTACT_PERMISSION } from '#system/users/contract/users.ts';
import { maskedPhone } from '#system/users/rules/masked-contact.ts';
import type { OnlineUser, OnlineUsersRequest } from '../contract/endpoints.ts';

/** "Last seen" is written each minute; who called since then is at work. */
const ACTIVE_MS = 3 * 60_000;

/** Sessions that are still open, of members of the caller's tenant; the administrator sees those of all people. */
export async function findOnline(context: RequestContext, request: OnlineUsersRequest) {
  const { actor, language } = context;
  const now = context.now();
  const seesContacts = can(actor, CONTACT_PERMISSION);
  const { rows, total, names } = await context.identity(async (db) => {
    const asked = openSessions(db, await membersOf(db, context), request, now);
    const counted = await asked.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const found = await asked
      .select(['s.id as token', 's.token_digest', 's.created_at', 's.last_seen_at', 's.address', 's.user_agent'])
      .select([
        's.tenant_id',
        'u.id',
        'u.username',
        'u.realname',
        'u.avatar',
        'u.birthday',
        'u.sex',
        'u.phone',
        'u.is_root',
      ])
      .orderBy(COLUMNS[request.column ?? 'createdAt'], request.order ?? 'desc')
      .orderBy('s.id')
      .limit(request.pageSize)
      .offset((request.pageNo - 1) * request.pageSize)
      .execute();
    return { rows: found, total: Number(counted.total), names: await tenantNames(db, found) };
  });
  const nameOf = (tenantId: number | null): string => {
    const tenant = names.find(({ tenant_id }) => tenant_id === tenantId);
    return tenant ? localName(language, tenant.name, tenant.name_zh ?? '') : '';
  };
  const records = rows.map((row): OnlineUser => {
    // in which other tenants people work is theirs to know
    const isKnown = row.tenant_id !== null && (actor.isRoot || String(row.tenant_id) === context.tenantId);
    return {
      ...{ id: row.id, token: row.token, username: row.username, realname: row.realname, avatar: pictureOf(row) },
      ...{ birthday: row.birthday, sex: row.sex, address: row.address, userAgent: row.user_agent },
      phone: seesContacts ? (row.phone ?? '') : maskedPhone(row.phone ?? ''),
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      isActive: row.last_seen_at.getTime() > now.getTime() - ACTIVE_MS,
      tenantId: isKnown ? String(row.tenant_id) : null,
      tenantName: isKnown ? nameOf(row.tenant_id) : '',
      isThis: actor.sessionDigest?.equals(row.token_digest) === true,
      isRoot: row.is_root,
    };
  });
  return toPage(records, total, request);
}

const COLUMNS = {
  createdAt: 's.created_at',
  lastSeenAt: 's.last_seen_at',
  username: 'u.username',
  realname: 'u.realname',
} as const;

/** Whose sessions the caller may know of; null is everybody's. */
async function membersOf(db: PlatformDb, { actor, tenantId }: RequestContext): Promise<readonly string[] | null> {
  if (actor.isRoot) return null;
  const rows = await db
    .selectFrom('membership')
    .select('user_id')
    .where('tenant_id', '=', Number(tenantId))
    .where('status', '=', 1)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

async function tenantNames(db: PlatformDb, rows: readonly { tenant_id: number | null }[]) {
  const ids = [...new Set(rows.flatMap(({ tenant_id }) => tenant_id ?? []))];
  if (ids.length === 0) return [];
  return db.selectFrom('tenant').select(['tenant_id', 'name', 'name_zh']).where('tenant_id', 'in', ids).execute();
}

function openSessions(db: PlatformDb, members: readonly string[] | null, request: OnlineUsersRequest, now: Date) {
  let query = db
    .selectFrom('staff_session as s')
    .innerJoin('staff_user as u', 'u.id', 's.user_id')
    .where('u.status', '=', 1)
    .where('u.deleted_at', 'is', null)
    .where('s.created_at', '>', new Date(now.getTime() - SESSION_MAX_MS))
    .where(sql<boolean>`s.last_seen_at + make_interval(secs => s.idle_seconds) > ${now}`);
  if (members !== null)
    query = query.where('u.is_root', '=', false).where(sql<boolean>`u.id = any(${[...members]}::uuid[])`);
  else if (request.tenantId !== undefined) query = query.where('s.tenant_id', '=', Number(request.tenantId));
  for (const words of [request.username, request.keyword]) {
    // older clients write what a text contains between stars
    const text = likeText((words ?? '').replace(/^\*|\*$/g, ''));
    if (text === '') continue;
    query = query.where((is) =>
      is.or([is('u.username', 'ilike', `%${text}%`), is('u.realname', 'ilike', `%${text}%`)]),
    );
  }
  if (request.isActive !== undefined) {
    const since = new Date(now.getTime() - ACTIVE_MS);
    query = query.where('s.last_seen_at', request.isActive === 'true' ? '>' : '<=', since);
  }
  return query;
}
