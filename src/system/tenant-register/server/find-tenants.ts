import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { likeText, toPage } from '#platform/database/server/page.ts';
import { LocalDate } from '#platform/http/contract/fields.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import type { RecordPage, RecordQuery } from '#platform/records/contract/record-endpoints.ts';
import { rowWords } from '#platform/records/server/list-records.ts';
import { toRow, type Values } from '#platform/records/server/record-rows.ts';
import type { TenantParts } from '#platform/records/server/slice-parts.ts';
import { filterConditions } from '#platform/super-query/server/filter-conditions.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import type { TenantPerson } from '../contract/endpoints.ts';
import { tenantRecords } from '../contract/tenants.ts';
import { tenantState } from '../rules/tenant-state.ts';

const MEGABYTE = 1_048_576;
const ORDERS_OF_MS = 30 * 86_400_000;
const kind = tenantRecords as unknown as Parameters<typeof toRow>[0];

/** A day begins on the tenant's own clock. */
const dayColumn = (column: 'begin_date' | 'end_date') =>
  sql`(${sql.ref(`t.${column}`)}::timestamp at time zone t.time_zone)`;
const COLUMNS = {
  id: sql`t.tenant_id::text`,
  name: sql`t.name`,
  nameZh: sql`t.name_zh`,
  beginDate: dayColumn('begin_date'),
  endDate: dayColumn('end_date'),
  status: sql`t.wanted_status`,
  quotaMegabytes: sql`(t.file_quota_bytes / ${sql.lit(MEGABYTE)})`,
  createTime: sql`t.created_at`,
} as const;
const ORDERS: Readonly<Record<string, keyof typeof COLUMNS>> = { ...namesOf(), createdAt: 'createTime' };

function namesOf(): Record<string, keyof typeof COLUMNS> {
  return Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, name])) as Record<string, keyof typeof COLUMNS>;
}

export type Figures = NonNullable<TenantParts['figures']>;

/** A page of all tenants; the days that are asked for are the earliest begin and the latest end (system-api.md 5.5). */
export const findTenants =
  (figures: Figures) =>
  async (context: RequestContext, request: RecordQuery): Promise<RecordPage<Values>> => {
    requireRoot(context);
    const { pageNo = 1, pageSize = 10, keyword = '', beginDate, endDate, ...filters } = request;
    const [begins, ends] = [dayAsked('beginDate', beginDate), dayAsked('endDate', endDate)];
    const asked = await filterConditions(context, filters, tenantRecords.superFields, COLUMNS);
    const words = await rowWords(kind, context);
    return context.identity(async (db) => {
      let matching = db.selectFrom('tenant as t').where(asked);
      if (keyword.trim() !== '') {
        const pattern = `%${likeText(keyword.trim())}%`;
        matching = matching.where(
          sql<boolean>`(t.tenant_id::text ilike ${pattern} or t.name ilike ${pattern} or t.name_zh ilike ${pattern})`,
        );
      }
      if (begins) matching = matching.where('t.begin_date', '>=', begins);
      if (ends) matching = matching.where('t.end_date', '<=', ends);
      const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const order = COLUMNS[ORDERS[request.column ?? ''] ?? 'createTime'];
      const direction = request.order ?? (request.column ? 'asc' : 'desc');
      const rows = await matching
        .select(ROW)
        .orderBy(order, direction)
        .orderBy('t.tenant_id', direction)
        .limit(pageSize)
        .offset((pageNo - 1) * pageSize)
        .execute();
      const stored = await withFigures(db, rows, figures, context.now());
      return toPage(
        stored.map((row) => toRow(kind, row, words)),
        Number(total),
        { pageNo, pageSize },
      );
    });
  };

/** A day, or the day of a time; refused, as other filters are, where it is none. */
function dayAsked(path: string, text: unknown): string | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  const day = LocalDate.safeParse(text.slice(0, 10));
  if (!day.success) throw new Problem('request.malformed', {}, { faults: [{ path, code: 'fault.format' }] });
  return day.data;
}

/** One tenant with its figures. */
export const oneTenant =
  (figures: Figures) =>
  async (context: RequestContext, id: string): Promise<Values> => {
    requireRoot(context);
    const words = await rowWords(kind, context);
    return context.identity(async (db) => {
      const row = await tenantRow(db, id);
      const [stored] = await withFigures(db, row ? [row] : [], figures, context.now());
      return toRow(kind, stored ?? raise('tenant.not-found'), words);
    });
  };

const ROW = [
  't.tenant_id',
  't.name',
  't.name_zh',
  't.begin_date',
  't.end_date',
  't.status',
  't.wanted_status',
  't.time_zone',
  't.file_quota_bytes',
  't.version',
  't.created_at',
  't.created_by',
  't.updated_at',
  't.updated_by',
  sql<boolean>`t.settings_at is not null`.as('has_settings'),
  sql<boolean>`t.oss_config is not null`.as('has_storage'),
  sql<boolean>`t.email_config is not null`.as('has_email'),
  sql<boolean>`t.sms_config is not null`.as('has_sms'),
] as const;

function tenantRow(db: PlatformDb, id: string) {
  return db.selectFrom('tenant as t').select(ROW).where('t.tenant_id', '=', numberOf(id)).executeTakeFirst();
}
type TenantRow = NonNullable<Awaited<ReturnType<typeof tenantRow>>>;

/** What is no number of a tenant finds none. */
export const numberOf = (id: string): number => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : -1);

/** The row as the machinery of records knows one. */
async function withFigures(db: PlatformDb, rows: readonly TenantRow[], figures: Figures, now: Date) {
  const ids = rows.map((row) => row.tenant_id);
  if (ids.length === 0) return [];
  const since = new Date(now.getTime() - ORDERS_OF_MS);
  const known = Object.fromEntries(
    await Promise.all(
      Object.entries(figures).map(async ([name, count]) => [name, await count(db, ids, since)] as const),
    ),
  ) as Record<string, ReadonlyMap<number, number>>;
  const [people, roles, used] = [await countPeople(db, ids), await countRoles(db, ids), await usedBytes(db, ids)];
  return rows.map((row) => {
    const {
      tenant_id: id,
      wanted_status,
      file_quota_bytes,
      has_settings,
      has_storage,
      has_email,
      has_sms,
      ...own
    } = row;
    const parts = [has_settings, has_storage, has_email, has_sms, (roles.get(id) ?? 0) > 0];
    return {
      ...own,
      id: String(id),
      status: wanted_status,
      quota_megabytes: Math.floor(file_quota_bytes / MEGABYTE),
      state: tenantState(
        { wanted: wanted_status, beginDate: row.begin_date, endDate: row.end_date },
        localDay(now, row.time_zone),
      ),
      people: people.get(id) ?? 0,
      robots: known['robots']?.get(id) ?? 0,
      orders: known['orders']?.get(id) ?? 0,
      used_megabytes: Math.ceil((used.get(id) ?? 0) / MEGABYTE),
      setup_done: parts.filter(Boolean).length,
    };
  });
}

const countPeople = async (db: PlatformDb, ids: readonly number[]) =>
  mapOf(
    await db
      .selectFrom('membership')
      .select((of) => ['tenant_id', of.fn.countAll<number>().as('count')])
      .where('tenant_id', 'in', ids)
      .where('status', '=', 1)
      .groupBy('tenant_id')
      .execute(),
  );
const countRoles = async (db: PlatformDb, ids: readonly number[]) =>
  mapOf(
    await db
      .selectFrom('role')
      .select((of) => ['tenant_id', of.fn.countAll<number>().as('count')])
      .where('tenant_id', 'in', ids)
      .groupBy('tenant_id')
      .execute(),
  );

/** Bytes of uploaded pictures and of files that were made. */
async function usedBytes(db: PlatformDb, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const pictures = mapOf(
    await db
      .selectFrom('stored_file')
      .select((of) => ['tenant_id', of.fn.sum<number>('size_bytes').as('count')])
      .where('tenant_id', 'in', ids)
      .groupBy('tenant_id')
      .execute(),
  );
  const made = mapOf(
    await db
      .selectFrom('export_job')
      .select((of) => ['tenant_id', of.fn.sum<number>('size_bytes').as('count')])
      .where('tenant_id', 'in', ids)
      .where('state', '=', 'created')
      .groupBy('tenant_id')
      .execute(),
  );
  return new Map(ids.map((id) => [id, (pictures.get(id) ?? 0) + (made.get(id) ?? 0)]));
}

const mapOf = (rows: readonly { tenant_id: number; count: number }[]): ReadonlyMap<number, number> =>
  new Map(rows.map((row) => [row.tenant_id, Number(row.count)]));

/** Normal tenants, all or of these numbers. */
export async function tenantNames(
  context: RequestContext,
  { ids }: { readonly ids?: readonly string[] | undefined },
): Promise<{ id: string; name: string }[]> {
  requireRoot(context);
  const rows = await context.identity((db) =>
    db
      .selectFrom('tenant')
      .select(['tenant_id', 'name', 'name_zh'])
      .where('status', '=', 1)
      .$if(ids !== undefined, (query) => query.where('tenant_id', 'in', (ids ?? []).map(numberOf)))
      .orderBy('tenant_id')
      .execute(),
  );
  return rows.map((row) => ({
    id: String(row.tenant_id),
    name: localName(context.language, row.name, row.name_zh),
  }));
}

/** Members of a tenant with their roles. */
export async function tenantPeople(context: RequestContext, { id }: { readonly id: string }): Promise<TenantPerson[]> {
  requireRoot(context);
  const tenantId = numberOf(id);
  return context.identity(async (db) => {
    if (!(await tenantRow(db, id))) raise('tenant.not-found');
    const people = await db
      .selectFrom('membership as m')
      .innerJoin('staff_user as u', 'u.id', 'm.user_id')
      .select(['u.id', 'u.username', 'u.realname', 'u.status', 'm.status as member_status'])
      .where('m.tenant_id', '=', tenantId)
      .where('u.deleted_at', 'is', null)
      .orderBy('u.realname')
      .orderBy('u.id')
      .execute();
    const roles = await db
      .selectFrom('user_role as h')
      .innerJoin('role as r', (join) => join.onRef('r.tenant_id', '=', 'h.tenant_id').onRef('r.id', '=', 'h.role_id'))
      .select(['h.user_id', 'r.role_name', 'r.role_name_zh'])
      .where('h.tenant_id', '=', tenantId)
      .orderBy('r.role_name')
      .execute();
    return people.map((one) => ({
      id: one.id,
      username: one.username,
      realname: one.realname,
      roles: roles
        .filter(({ user_id }) => user_id === one.id)
        .map((role) => localName(context.language, role.role_name, role.role_name_zh)),
      isActive: one.status === 1 && one.member_status === 1,
    }));
  });
}
