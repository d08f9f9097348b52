import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type EntryRow, findEntries, titleOf } from '#system/menu/server/index.ts';
import { difference, escapesRules, type Given, holdsAll, listOf, mayGive, ownRuleIds } from '../rules/giving.ts';
import {
  deleteGrants,
  departmentOfRole,
  findHeld,
  type GrantHolder,
  type Held,
  insertGrants,
  lockHolder,
  rightsOfHolderChanged,
  rolesOfDepartment,
} from './grant-store.ts';

interface SavedGrants {
  readonly permissionIds: string;
  readonly lastpermissionIds?: string | undefined;
}

export type Catalogue = ReadonlyMap<string, EntryRow>;

export async function readCatalogue(db: TenantDb): Promise<Catalogue> {
  return new Map((await findEntries(db)).map((row) => [row.id, row]));
}

export const idsIn = (list: string | undefined): string[] => (list ?? '').split(',').filter((id) => id !== '');

/**
 * Gives what is new against the last ids and takes what is not there any more (system-api.md 5.3), all or nothing (security
 * 5.5). Nobody gives or takes beyond his own rights, and what he gives is as narrow as he holds it (security 5.4).
 */
export async function saveGrants(context: RequestContext, holder: GrantHolder, saved: SavedGrants): Promise<null> {
  const { added, taken } = difference(idsIn(saved.permissionIds), idsIn(saved.lastpermissionIds));
  return context.transaction(async (tx) => {
    await lockHolder(tx, holder);
    await changeGrants(context, tx, holder, { added, taken });
    return null;
  });
}

export async function changeGrants(
  context: RequestContext,
  tx: Transaction,
  holder: GrantHolder,
  { added, taken }: { readonly added: readonly string[]; readonly taken: readonly string[] },
): Promise<void> {
  const catalogue = await readCatalogue(tx.db);
  const before = await findHeld(tx.db, holder);
  const given = added.filter((id) => !before.has(id));
  const gone = taken.filter((id) => before.has(id));
  const rows = [...given, ...gone].map((id) => catalogue.get(id) ?? raise('grants.unknown-permission'));
  for (const row of rows) if (!mayGive(tx.actor, row)) raiseBeyond(context, row);
  if (holder.kind === 'departmentRole') await mustBeOfDepartment(context, tx, holder.id, catalogue, given);
  const fresh = new Map(given.map((id) => [id, ownRuleIds(tx.actor, listOf(catalogue.get(id) as EntryRow))]));
  const after = new Map([...before, ...fresh].filter(([id]) => !gone.includes(id)));
  const lists = new Set(rows.map(listOf));
  const touched = givenRows(after, catalogue).filter(({ row }) => lists.has(listOf(row)));
  if (escapesRules(tx.actor, touched)) raise('grants.beyond-own', { names: namesOf(context, rows) });
  await insertGrants(tx, holder, fresh);
  await deleteGrants(tx, holder, gone);
  if (holder.kind === 'department')
    for (const id of await rolesOfDepartment(tx.db, holder.id)) {
      await deleteGrants(tx, { kind: 'departmentRole', id }, gone);
      await rightsOfHolderChanged(tx, { kind: 'departmentRole', id });
    }
  await rightsOfHolderChanged(tx, holder);
  await noteGrants(tx, holder, { added: given, taken: gone, catalogue });
}

/** In words that stay when rows of the catalogue go. */
async function noteGrants(
  tx: Transaction,
  holder: GrantHolder,
  { added, taken, catalogue }: { added: readonly string[]; taken: readonly string[]; catalogue: Catalogue },
): Promise<void> {
  const words = (ids: readonly string[]) => ids.map((id) => catalogue.get(id)?.name ?? id);
  await tx.audit({
    action: `${holder.kind === 'role' ? 'role' : 'department'}:grant`,
    objectKind: holder.kind,
    objectId: holder.id,
    after: { given: words(added), taken: words(taken) },
  });
  if (holder.kind !== 'department')
    await tx.live({
      kind: holder.kind,
      id: holder.id,
      permission: holder.kind === 'role' ? 'role:view' : 'department-role:view',
    });
}

/** A role of a department holds nothing that the department may not give. */
async function mustBeOfDepartment(
  context: RequestContext,
  tx: Transaction,
  roleId: string,
  catalogue: Catalogue,
  given: readonly string[],
): Promise<void> {
  const allowed = await findHeld(tx.db, { kind: 'department', id: await departmentOfRole(tx.db, roleId) });
  const beyond = given.flatMap((id) => (allowed.has(id) ? [] : (catalogue.get(id) ?? [])));
  if (beyond.length > 0) raise('grants.beyond-department', { names: namesOf(context, beyond) });
}

export const givenRows = (held: Held, catalogue: Catalogue): Given[] =>
  [...held].flatMap(([id, ruleIds]) => {
    const row = catalogue.get(id);
    return row ? [{ row, ruleIds }] : [];
  });

/** Refuses who would hand on, change or take away more than he holds himself: with people, roles and what they hold. */
export async function mustHoldAllOf(
  context: Pick<RequestContext, 'language'>,
  tx: Transaction,
  holder: GrantHolder,
): Promise<void> {
  const names = await beyondOwn(context, tx, [holder]);
  if (names !== undefined) raise('grants.beyond-own', { names });
}

/** What of these roles' rights the caller does not hold himself, or not as wide, in words; undefined where he holds all. */
export async function beyondOwn(
  context: Pick<RequestContext, 'language'>,
  tx: Transaction,
  holders: readonly GrantHolder[],
): Promise<string | undefined> {
  if (tx.actor.isRoot || holders.length === 0) return undefined;
  const catalogue = await readCatalogue(tx.db);
  for (const holder of holders) {
    const held = givenRows(await findHeld(tx.db, holder), catalogue);
    if (holdsAll(tx.actor, held)) continue;
    const beyond = held.flatMap(({ row }) => (mayGive(tx.actor, row) ? [] : [row as EntryRow]));
    return namesOf(context, beyond.length > 0 ? beyond : held.map(({ row }) => row as EntryRow));
  }
  return undefined;
}

/** Roles of a person, and those that his departments gave him. */
export async function rolesOfPerson(tx: Transaction, userId: string): Promise<GrantHolder[]> {
  const own = await tx.db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute();
  const others = await tx.db
    .selectFrom('department_role_user')
    .select('role_id')
    .where('user_id', '=', userId)
    .execute();
  return [
    ...own.map(({ role_id }): GrantHolder => ({ kind: 'role', id: role_id })),
    ...others.map(({ role_id }): GrantHolder => ({ kind: 'departmentRole', id: role_id })),
  ];
}

export function raiseBeyond(context: Pick<RequestContext, 'language'>, row: EntryRow): never {
  return raise('grants.beyond-own', { names: namesOf(context, [row]) });
}

const SHOWN = 3;

/** A few of them, in the reader's language. */
function namesOf({ language }: Pick<RequestContext, 'language'>, rows: readonly EntryRow[]): string {
  const names = [...new Set(rows.map((row) => titleOf(row, language)))];
  const joined = joinWords(names.slice(0, SHOWN), language);
  return names.length > SHOWN ? `${joined} …` : joined;
}
