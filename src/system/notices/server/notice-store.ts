import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { UNREAD_COUNTED } from '../contract/notice-kind.ts';

type Columns = ExpressionBuilder<Tables, 'notice'>;

/** What the bell shows to this person: what is addressed to him, without the kinds that he turned off. */
const isFor = (of: Columns, reader: Actor): Expression<SqlBool> =>
  of.and([isAddressedTo(of, reader), isWanted(of, reader)]);

const isWanted = (of: Columns, reader: Actor): Expression<SqlBool> =>
  sql<SqlBool>`not exists (select 1 from notice_choice c where c.tenant_id = ${THIS_TENANT}
                 and c.user_id = ${reader.id} and c.kind = ${of.ref('notice.kind')} and c.channel = 'bell' and not c.is_on)`;

/** Whether a person may know of a notice at all. */
export async function isForReader(
  { read }: { read<T>(work: (db: TenantDb) => Promise<T>): Promise<T> },
  reader: Actor,
  id: string,
): Promise<boolean> {
  const row = await read((db) =>
    db
      .selectFrom('notice')
      .select('id')
      .where('id', '=', id)
      .where((of) => isAddressedTo(of, reader))
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** Today: roles and spots count as they are now, not as they were when it was created. */
function isAddressedTo(of: Columns, reader: Actor): Expression<SqlBool> {
  const mine = of.or([of('notice.user_id', '=', reader.id), standsIn(of, reader)]);
  const held = reader.isRoot
    ? of('notice.permission', 'is not', null)
    : of('notice.permission', '=', sql<string>`any(${[...reader.permissions]}::text[])`);
  const seesAll = reader.isRoot || reader.spotIds === null;
  const seen = seesAll
    ? held
    : of.and([
        held,
        of.or([
          of('notice.of_spot', '=', false),
          of('notice.spot_id', '=', sql<string>`any(${reader.spotIds}::uuid[])`),
        ]),
      ]);
  return of.or([mine, seen]);
}

/** Addressed to somebody for whom the reader stood in when it was created, and whose delegation is still on. */
const standsIn = (of: Columns, reader: Actor): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from user_agent a where a.tenant_id = ${THIS_TENANT} and a.agent_id = ${reader.id}
                 and a.user_id = ${of.ref('notice.user_id')} and a.status = 1
                 and ${of.ref('notice.at')} >= greatest(a.start_time, a.created_at) and ${of.ref('notice.at')} < a.end_time)`;

/** Settled matters need no attention. */
function isRead(of: Columns, reader: Actor): RawBuilder<boolean> {
  const { ref } = of;
  return sql<boolean>`(${ref('notice.settled_at')} is not null
    or exists (select 1 from notice_reader r where r.tenant_id = ${THIS_TENANT} and r.user_id = ${reader.id}
                 and r.read_until >= ${ref('notice.at')})
    or exists (select 1 from notice_read m where m.tenant_id = ${THIS_TENANT} and m.user_id = ${reader.id}
                 and m.notice_id = ${ref('notice.id')}))`;
}

const unread = (of: Columns, reader: Actor) => of.not(isRead(of, reader));

export async function findNotices(
  db: TenantDb,
  reader: Actor,
  { unreadOnly, limit, offset }: { unreadOnly: boolean; limit: number; offset: number },
) {
  return db
    .selectFrom('notice')
    .select(['id', 'kind', 'tone', 'at', 'params', 'path', 'settled_at', 'user_id'])
    .select((of) => isRead(of, reader).as('read'))
    .where((of) => isFor(of, reader))
    .$if(unreadOnly, (query) => query.where((of) => unread(of, reader)))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countNotices(db: TenantDb, reader: Actor, unreadOnly: boolean): Promise<number> {
  const { count } = await db
    .selectFrom('notice')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where((of) => isFor(of, reader))
    .$if(unreadOnly, (query) => query.where((of) => unread(of, reader)))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** At most 100: the bell shows no more. */
export async function countUnread(db: TenantDb, reader: Actor): Promise<number> {
  const rows = await db
    .selectFrom('notice')
    .select('id')
    .where((of) => isFor(of, reader))
    .where((of) => unread(of, reader))
    .limit(UNREAD_COUNTED)
    .execute();
  return rows.length;
}

/** Marks for what the reader may see only: an id of another user's notice leaves no trace. */
export async function markRead(db: TenantDb, reader: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = await db
    .selectFrom('notice')
    .select('id')
    .where('id', 'in', [...ids])
    .where((of) => isFor(of, reader))
    .execute();
  if (own.length === 0) return;
  await db
    .insertInto('notice_read')
    .values(own.map(({ id }) => ({ user_id: reader.id, notice_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function markAllRead(db: TenantDb, reader: Actor, until: Date): Promise<void> {
  await db
    .insertInto('notice_reader')
    .values({ user_id: reader.id, read_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({ read_until: sql<Date>`greatest(notice_reader.read_until, excluded.read_until)` }),
    )
    .execute();
}
