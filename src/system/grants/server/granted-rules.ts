import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { rulesOf } from '#system/menu/server/index.ts';
import type { GrantedRules } from '../contract/endpoints.ts';
import { escapesRules, listOf, mayGive } from '../rules/giving.ts';
import {
  departmentOfRole,
  findHeld,
  type GrantHolder,
  getHeld,
  lockHolder,
  rightsOfHolderChanged,
  writeRuleIds,
} from './grant-store.ts';
import { givenRows, idsIn, raiseBeyond, readCatalogue } from './save-grants.ts';

/** Data rules of an entry, and those of them that the holder has; an entry without rules is a refusal (system-api.md 5.2). */
export async function readGrantedRules(
  context: RequestContext,
  holder: GrantHolder,
  permissionId: string,
): Promise<GrantedRules> {
  const datarule = await context.read(async (db) => rulesOf(db, await zoneOfTenant(db), { permissionId }));
  if (datarule.length === 0) raise('grants.no-rules');
  const held = (await context.read((db) => getHeld(db, holder))).get(permissionId) ?? [];
  const checked = datarule.filter(({ id }) => held.includes(id)).map(({ id }) => id);
  return { datarule, drChecked: checked.length === 0 ? null : checked.join(',') };
}

/** Sets them; who is narrowed by a rule himself cannot leave it out. */
export async function saveGrantedRules(
  context: RequestContext,
  holder: GrantHolder,
  { permissionId, dataRuleIds }: { readonly permissionId: string; readonly dataRuleIds: string },
): Promise<null> {
  const catalogue = await context.read(readCatalogue);
  const row = catalogue.get(permissionId) ?? raise('grants.unknown-permission');
  const wanted = [...new Set(idsIn(dataRuleIds))];
  const known = await context.read((db) => rulesOf(db, 'UTC', { permissionId }));
  if (!wanted.every((id) => known.some((rule) => rule.id === id))) raise('grants.unknown-rule');
  return context.transaction(async (tx) => {
    await lockHolder(tx, holder);
    const held = await findHeld(tx.db, holder);
    const before = held.get(permissionId);
    if (!before)
      raise(holder.kind === 'role' ? 'grants.save-permission-first' : 'grants.save-department-permission-first');
    if (!mayGive(tx.actor, row)) raiseBeyond(context, row);
    const after = new Map([...held, [permissionId, wanted] as const]);
    const sameList = givenRows(after, catalogue).filter((one) => listOf(one.row) === listOf(row));
    if (escapesRules(tx.actor, sameList)) raiseBeyond(context, row);
    await writeRuleIds(tx, holder, permissionId, wanted);
    await rightsOfHolderChanged(tx, holder);
    const words = (ids: readonly string[]) => ids.map((id) => known.find((rule) => rule.id === id)?.ruleName ?? id);
    await tx.audit({
      action: `${holder.kind === 'role' ? 'role' : 'department'}:grant`,
      objectKind: holder.kind,
      objectId: holder.id,
      before: { permission: row.name, rules: words(before) },
      after: { permission: row.name, rules: words(wanted) },
    });
    return null;
  });
}

/** A role that the address names with its department. */
export async function roleOfDepartment(
  context: RequestContext,
  roleId: string,
  departId: string | undefined,
): Promise<GrantHolder> {
  const of = await context.read((db) => departmentOfRole(db, roleId));
  if (departId !== undefined && departId !== of) raise('record.not-found');
  return { kind: 'departmentRole', id: roleId };
}
