import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { toPage } from '#platform/database/server/page.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import type { DepartmentPermission, DepartmentPermissionPage } from '../contract/endpoints.ts';
import { type GrantHolder, lockHolder } from './grant-store.ts';
import { saveGrantedRules } from './granted-rules.ts';
import { changeGrants } from './save-grants.ts';

interface AskedRows {
  readonly departId?: string | undefined;
  readonly permissionId?: string | undefined;
  readonly pageNo: number;
  readonly pageSize: number;
}

const rowsOf = (db: TenantDb) =>
  db
    .selectFrom('department_permission')
    .select(['id', 'department_id', 'permission_id', 'rule_ids', 'version', 'created_at', 'updated_at']);
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

const toAnswer = (row: Row, timeZone: string): DepartmentPermission => ({
  id: row.id,
  departId: row.department_id,
  permissionId: row.permission_id,
  dataRuleIds: row.rule_ids.join(','),
  createTime: wallClock(row.created_at, timeZone),
  updateTime: row.version > 1 ? wallClock(row.updated_at, timeZone) : null,
});

export function pageDepartmentPermissions(
  context: RequestContext,
  asked: AskedRows,
): Promise<DepartmentPermissionPage> {
  return context.read(async (db) => {
    let matching = db.selectFrom('department_permission');
    for (const [column, id] of [
      ['department_id', asked.departId],
      ['permission_id', asked.permissionId],
    ] as const)
      if (id !== undefined) matching = matching.where((is) => (isUuid(id) ? is(column, '=', id) : is.lit(false)));
    const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await matching
      .select(['id', 'department_id', 'permission_id', 'rule_ids', 'version', 'created_at', 'updated_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(asked.pageSize)
      .offset((asked.pageNo - 1) * asked.pageSize)
      .execute();
    const timeZone = await zoneOfTenant(db);
    return toPage(
      rows.map((row) => toAnswer(row, timeZone)),
      Number(total),
      asked,
    );
  });
}

export const oneDepartmentPermission = (context: RequestContext, id: string): Promise<DepartmentPermission> =>
  context.read(async (db) => toAnswer(await findRow(db, id), await zoneOfTenant(db)));

const findRow = async (db: TenantDb, id: string): Promise<Row> =>
  (isUuid(id) ? await rowsOf(db).where('id', '=', id).executeTakeFirst() : undefined) ?? raise('record.not-found');

interface WrittenRow {
  readonly departId: string;
  readonly permissionId: string;
  readonly dataRuleIds?: string | undefined;
}

const holderOf = (departId: string): GrantHolder => ({ kind: 'department', id: departId });

/** One right for a department; given again it stays as it is. */
export async function addDepartmentPermission(
  context: RequestContext,
  written: WrittenRow,
): Promise<DepartmentPermission> {
  const { departId, permissionId, dataRuleIds } = written;
  await context.transaction(async (tx) => {
    await lockHolder(tx, holderOf(departId));
    await changeGrants(context, tx, holderOf(departId), { added: [permissionId], taken: [] });
  });
  if (dataRuleIds) await saveGrantedRules(context, holderOf(departId), { permissionId, dataRuleIds });
  const { records } = await pageDepartmentPermissions(context, { departId, permissionId, pageNo: 1, pageSize: 1 });
  return records[0] ?? raise('record.not-found');
}

/** A row keeps its department and its right; what changes is what narrows it. */
export async function editDepartmentPermission(
  context: RequestContext,
  { id, departId, permissionId, dataRuleIds }: WrittenRow & { readonly id: string },
): Promise<DepartmentPermission> {
  const row = await context.read((db) => findRow(db, id));
  if (row.department_id !== departId || row.permission_id !== permissionId) raise('record.not-found');
  if (dataRuleIds !== undefined) await saveGrantedRules(context, holderOf(departId), { permissionId, dataRuleIds });
  return oneDepartmentPermission(context, id);
}

/** From departments and their roles, all or none (security 5.5). */
export async function removeDepartmentPermissions(context: RequestContext, ids: readonly string[]): Promise<null> {
  return context.transaction(async (tx) => {
    const rows: Row[] = [];
    for (const id of new Set(ids)) rows.push(await findRow(tx.db, id));
    const byDepartment = Map.groupBy(rows, ({ department_id }) => department_id);
    for (const departId of [...byDepartment.keys()].toSorted()) {
      await lockHolder(tx, holderOf(departId));
      const taken = (byDepartment.get(departId) ?? []).map(({ permission_id }) => permission_id);
      await changeGrants(context, tx, holderOf(departId), { added: [], taken });
    }
    return null;
  });
}
