import { sql } from 'kysely';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { likeText, toPage } from '#platform/database/server/page.ts';
import { pictureOf } from '#platform/viewer/rules/initials.ts';
import type { AddressListPage, AddressListRequest } from '../contract/user-endpoints.ts';
import { CONTACT_PERMISSION } from '../contract/users.ts';
import { maskedEmail, maskedPhone } from '../rules/masked-contact.ts';
import { listedMembers } from './find-users.ts';

const COLUMNS = ['u.id', 'u.realname', 'u.work_no', 'u.telephone', 'u.email', 'u.phone', 'u.avatar'] as const;

/** Codes of these people's positions, behind each other, as the older contract lists them. */
async function positionsOf(
  db: PlatformDb,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_position as x')
    .innerJoin('position as p', (join) =>
      join.onRef('p.tenant_id', '=', 'x.tenant_id').onRef('p.id', '=', 'x.position_id'),
    )
    .select(['x.user_id', 'p.code'])
    .where('x.tenant_id', '=', Number(tenantId))
    .where('x.user_id', 'in', [...ids])
    .orderBy('p.code')
    .execute();
  const held = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map([...held].map(([id, own]) => [id, own.map(({ code }) => code).join(',')]));
}

/** People in force with the departments that they work in, below one department or in all of the tenant. */
function working(context: RequestContext, db: PlatformDb, request: AddressListRequest) {
  const { orgCode, realname = '', workNo = '' } = request;
  const found = listedMembers(context, db)
    .innerJoin('h', 'h.user_id', 'u.id')
    .where('u.realname', 'ilike', `%${likeText(realname)}%`)
    .where('u.work_no', 'ilike', `%${likeText(workNo)}%`);
  return orgCode ? found.where(sql<boolean>`starts_with(h.org_code, ${orgCode})`) : found;
}

/** A line for each department of a person. */
export const addressList = (context: RequestContext, request: AddressListRequest) => list(context, request, false);
/** A line for each person, his departments behind each other. */
export const mergedAddressList = (context: RequestContext, request: AddressListRequest) => list(context, request, true);

async function list(context: RequestContext, request: AddressListRequest, isMerged: boolean): Promise<AddressListPage> {
  const { tenantId, actor } = context;
  const seesContacts = can(actor, CONTACT_PERMISSION);
  return context.identity(async (db) => {
    const found = working(context, db, request);
    const counted = isMerged ? sql<number>`count(distinct u.id)` : sql<number>`count(*)`;
    const { total } = await found.select(counted.as('total')).executeTakeFirstOrThrow();
    const named = isMerged
      ? found
          .select([
            sql<string>`string_agg(h.id::text, ',' order by h.org_code)`.as('depart_id'),
            sql<string>`string_agg(h.name, ' | ' order by h.org_code)`.as('depart_name'),
          ])
          .groupBy(COLUMNS)
      : found.select([sql<string>`h.id::text`.as('depart_id'), 'h.name as depart_name']);
    const rows = await named
      .select(COLUMNS)
      .orderBy('u.realname')
      .orderBy('u.id')
      .limit(request.pageSize)
      .offset((request.pageNo - 1) * request.pageSize)
      .execute();
    const posts = await positionsOf(db, tenantId, [...new Set(rows.map(({ id }) => id))]);
    const records = rows.map((row) => ({
      ...{ id: row.id, userId: row.id, realname: row.realname, workNo: row.work_no, avatar: pictureOf(row) },
      ...{
        post: posts.get(row.id) ?? '',
        telephone: row.telephone,
        departId: row.depart_id,
        departName: row.depart_name,
      },
      email: seesContacts ? (row.email ?? '') : maskedEmail(row.email ?? ''),
      phone: seesContacts ? (row.phone ?? '') : maskedPhone(row.phone ?? ''),
    }));
    return toPage(records, Number(total), request);
  });
}
