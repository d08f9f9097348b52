import { type RawBuilder, sql } from 'kysely';
import { can, canSeeSpot } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { likeText, toPage } from '#platform/database/server/page.ts';
import { seePeople } from '#platform/database/server/reach-people.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { distinctIds } from '#platform/ids/server/distinct-ids.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import { shownWorkNo } from '#system/session/rules/shown-work-no.ts';
import { ALARM_PERMISSION, type AlarmUser } from '../contract/endpoints.ts';
import { maskedEmail, maskedPhone } from '../rules/masked-contact.ts';

interface Asked {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly keyword?: string | undefined;
  readonly isTold?: boolean | undefined;
  readonly column?: 'name' | 'workNo' | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}
interface Row {
  id: string;
  realname: string;
  username: string;
  work_no: string | null;
  phone: string | null;
  email: string | null;
  spot_access: string;
}

/** Phones and mailboxes of colleagues as they are. */
const SEES_COLLEAGUES = 'user:contact';

export async function listAlarmUsers(context: RequestContext, request: Asked) {
  const { actor, tenantId } = context;
  const { keyword = '', isTold } = request;
  const conditions: RawBuilder<unknown>[] = [
    sql`person.tenant_id = ${Number(tenantId)} and person.status = 1 and not coalesce(person.is_root, false)`,
  ];
  if (keyword !== '') {
    const some = `%${likeText(keyword)}%`;
    conditions.push(
      sql`(person.realname ilike ${some} or person.username ilike ${some} or person.work_no ilike ${some})`,
    );
  }
  // not an outer join: beside people a coordinator on PostgreSQL 15 and 16 takes none
  const told = sql`exists (select from alarm_user as told where told.tenant_id = ${Number(tenantId)} and told.user_id = person.id)`;
  if (isTold !== undefined) conditions.push(isTold ? told : sql`not ${told}`);
  const from = sql`from tenant_user as person where ${sql.join(conditions, sql` and `)}`;
  const { total, rows, settings } = await context.read(async (db) => {
    await seePeople(db);
    const counted = await sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(db);
    const found = await sql<Row>`
      select person.id, person.realname, person.username, person.work_no, person.phone, person.email, person.spot_access ${from}
       order by ${orderOf(request, told)}, person.id
       limit ${request.pageSize} offset ${(request.pageNo - 1) * request.pageSize}`.execute(db);
    const settings = await db
      .selectFrom('alarm_user')
      .select(['user_id', 'by_sms', 'by_email', 'spot_ids'])
      .where(sql<boolean>`user_id = any(${found.rows.map(({ id }) => id)}::uuid[])`)
      .execute();
    return {
      ...{ total: counted.rows[0]?.total ?? 0, rows: found.rows },
      settings: new Map(settings.map((row) => [row.user_id, row])),
    };
  });
  const seesContacts = can(actor, SEES_COLLEAGUES);
  const people = rows.map(
    (row): AlarmUser => ({
      ...{ userId: row.id, name: row.realname || row.username },
      workNo: shownWorkNo({ id: row.id, workNo: row.work_no ?? '' }),
      phone: seesContacts ? (row.phone ?? '') : maskedPhone(row.phone ?? ''),
      email: seesContacts ? (row.email ?? '') : maskedEmail(row.email ?? ''),
      ...{ bySms: settings.get(row.id)?.by_sms ?? false, byEmail: settings.get(row.id)?.by_email ?? false },
      isRestricted: row.spot_access !== 'all',
      spotIds: (settings.get(row.id)?.spot_ids ?? []).filter((spotId) => canSeeSpot(actor, spotId)),
    }),
  );
  return toPage(people, total, request);
}

/** Without a wish those who are told stand first. */
function orderOf({ column, order = 'asc' }: Asked, told: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = order === 'desc' ? sql`desc` : sql`asc`;
  if (column === 'workNo') return sql`person.work_no ${direction}`;
  return column === 'name' ? sql`person.realname ${direction}` : sql`not ${told}, person.realname`;
}

interface Save {
  readonly userIds: readonly string[];
  readonly bySms: boolean;
  readonly byEmail: boolean;
  readonly spotIds: readonly string[];
}

/** The same for all of them, or for none. Who is restricted to spots says it of those alone. */
export async function saveAlarmUsers(context: RequestContext, request: Save): Promise<null> {
  const { actor } = context;
  const userIds = distinctIds(request.userIds);
  const spotIds = distinctIds(request.spotIds);
  const isRestricted = !actor.isRoot && actor.spotIds !== null;
  const noSpot = (): never => raiseAt('spotIds', 'customer.spot-unknown');
  if (spotIds.some((id) => !isUuid(id) || !canSeeSpot(actor, id))) noSpot();
  if (isRestricted && spotIds.length === 0) noSpot();
  await context.transaction(async (tx) => {
    await mustWorkHere(tx.db, tx.tenantId, userIds);
    const known = await tx.db
      .selectFrom('spot')
      .select('id')
      .where(sql<boolean>`id = any(${spotIds}::uuid[])`)
      .execute();
    if (known.length < spotIds.length) noSpot();
    const before = await tx.db
      .selectFrom('alarm_user')
      .selectAll()
      .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
      .forUpdate()
      .execute();
    for (const userId of userIds) {
      const had = before.find(({ user_id }) => user_id === userId);
      // what the caller does not see stays
      const hidden = isRestricted ? (had?.spot_ids ?? []).filter((id) => !canSeeSpot(actor, id)) : [];
      if (isRestricted && had && (had.spot_ids.length === 0 || hidden.length > 0)) noSpot();
      if (request.bySms || request.byEmail) {
        const row = {
          ...{ by_sms: request.bySms, by_email: request.byEmail, spot_ids: spotIds },
          ...{ updated_at: tx.now(), updated_by: actor.name },
        };
        await tx.db
          .insertInto('alarm_user')
          .values({ user_id: userId, ...row })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(row))
          .execute();
      } else await tx.db.deleteFrom('alarm_user').where('user_id', '=', userId).execute();
      await tx.audit({
        action: 'alarm-user:save',
        objectKind: 'alarmUser',
        objectId: userId,
        before: had && { bySms: had.by_sms, byEmail: had.by_email, spotIds: had.spot_ids },
        after: { bySms: request.bySms, byEmail: request.byEmail, spotIds },
      });
    }
    await tx.live({ kind: 'alarmUser', id: userIds[0] ?? '', permission: ALARM_PERMISSION });
  });
  return null;
}

async function mustWorkHere(db: TenantDb, tenantId: string, userIds: readonly string[]): Promise<void> {
  const known = userIds.filter(isUuid);
  await seePeople(db);
  const rows = await db
    .selectFrom('tenant_user')
    .select('id')
    .where('tenant_id', '=', Number(tenantId))
    .where('status', '=', 1)
    .where(sql<boolean>`id = any(${known}::uuid[])`)
    .execute();
  if (rows.length < userIds.length) raiseAt('userIds', 'customer.person-unknown');
}

export interface AlarmPerson {
  readonly userId: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
}

/** By spot: whom its alarms concern, and how each is told; for the chain of alarms (settled 110). */
export async function findAlarmUsers(
  db: TenantDb,
  tenantId: string,
  spotIds: readonly string[],
): Promise<ReadonlyMap<string, AlarmPerson[]>> {
  await seePeople(db);
  const { rows } = await sql<AlarmPerson & { spotId: string }>`
      select spot.id as "spotId", told.user_id as "userId", coalesce(nullif(person.realname, ''), person.username) as name,
             case when told.by_sms then person.phone end as phone, case when told.by_email then person.email end as email
        from unnest(${[...spotIds]}::uuid[]) as spot (id)
        join alarm_user as told on told.tenant_id = ${Number(tenantId)}
         and (told.spot_ids = '{}' or spot.id = any (told.spot_ids))
        join tenant_user as person on person.tenant_id = told.tenant_id and person.id = told.user_id and person.status = 1
       where person.spot_access = 'all' or exists (
               select 1 from user_spot as own
                where own.tenant_id = ${THIS_TENANT} and own.user_id = told.user_id and own.spot_id = spot.id)
       order by told.user_id`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ spotId }) => spotId)].map(([id, list]) => [id, list.map(({ spotId: _, ...one }) => one)]),
  );
}
