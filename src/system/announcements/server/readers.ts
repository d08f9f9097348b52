import { type SqlBool, sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import { seePeople } from '#platform/database/server/reach-people.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import type { AnnouncementReaders, AnnouncementReadersRequest } from '../contract/endpoints.ts';

/** Active people of the tenant whom it is for today, whoever it was for at its release. */
export async function readReaders(
  served: ServedKind,
  context: RequestContext,
  request: AnnouncementReadersRequest,
): Promise<AnnouncementReaders> {
  const { id, pageNo, pageSize, readFlag } = request;
  await oneRecord(served, context, id);
  return context.read(async (db) => {
    await seePeople(db);
    const addressed = db
      .selectFrom('announcement as a')
      .innerJoin('tenant_user as u', 'u.tenant_id', 'a.tenant_id')
      .leftJoin('announcement_read as m', (join) =>
        join
          .onRef('m.tenant_id', '=', 'a.tenant_id')
          .onRef('m.announcement_id', '=', 'a.id')
          .onRef('m.user_id', '=', 'u.id'),
      )
      .where('a.id', '=', id)
      .where('u.status', '=', 1)
      .where(sql<SqlBool>`(a.msg_type = 'ALL' or a.user_ids @> to_jsonb(array[u.id::text]))`);
    const { people, read } = await addressed
      .select((of) => [of.fn.countAll<number>().as('people'), of.fn.count<number>('m.read_at').as('read')])
      .executeTakeFirstOrThrow();
    const rows = await addressed
      .select(['u.id', 'u.username', 'u.realname', 'm.read_at'])
      .$if(readFlag === '1', (query) => query.where('m.read_at', 'is not', null))
      .$if(readFlag === '0', (query) => query.where('m.read_at', 'is', null))
      .orderBy(sql`m.read_at is null`, 'desc')
      .orderBy('m.read_at', 'desc')
      .orderBy('u.realname')
      .orderBy('u.id')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute();
    const total = readFlag === undefined ? people : readFlag === '1' ? read : people - read;
    const records = rows.map((row) => ({
      userId: String(row.id),
      username: row.username ?? '',
      realname: row.realname ?? '',
      readAt: row.read_at?.toISOString() ?? null,
    }));
    return { people: Number(people), read: Number(read), ...toPage(records, Number(total), { pageNo, pageSize }) };
  });
}
