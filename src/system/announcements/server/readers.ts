import { type SqlBool, sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import { seePeople } from '#platform/database/server/reach-people.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import type { AnnouncementReaders, AnnouncementReadersRequest } from '../contract/endpoints.ts';

/** Of the announcement `a` and the person `u`; a coordinator takes no outer join beside people (decision 107). */
const READ_AT = sql<Date | null>`(select m.read_at from announcement_read m
  where m.tenant_id = ${THIS_TENANT} and m.announcement_id = a.id and m.user_id = u.id)`;

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
      .where('a.id', '=', id)
      .where('u.status', '=', 1)
      .where(sql<SqlBool>`(a.msg_type = 'ALL' or a.user_ids @> to_jsonb(array[u.id::text]))`);
    const { people, read } = await addressed
      .select((of) => [of.fn.countAll<number>().as('people'), of.fn.count<number>(READ_AT).as('read')])
      .executeTakeFirstOrThrow();
    const rows = await addressed
      .select(['u.id', 'u.username', 'u.realname', READ_AT.as('read_at')])
      .$if(readFlag === '1', (query) => query.where(READ_AT, 'is not', null))
      .$if(readFlag === '0', (query) => query.where(READ_AT, 'is', null))
      .orderBy(sql`${READ_AT} is null`, 'desc')
      .orderBy(READ_AT, 'desc')
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
