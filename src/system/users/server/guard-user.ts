import { sql } from 'kysely';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { withPeople } from '#platform/database/server/reach-people.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { refuseAdministrator } from '#system/access/server/index.ts';
import { managedCodes } from '#system/departments/server/index.ts';
import { beyondOwn, rolesOfPerson } from '#system/grants/server/index.ts';
import type { User } from '../contract/users.ts';
import { ACCOUNT_FIELDS } from './user-storage.ts';

/** What of a person decides rights, so that nobody changes it for himself (security 5.4). */
const OWN_RIGHTS = [
  'status',
  'selectedroles',
  'selecteddeparts',
  'userIdentity',
  'departIds',
  'spotAccess',
  'spotIds',
] as const;
const MANAGER = 2;
/** Where a day begins first. */
const AHEAD_OF_ALL = 'Pacific/Kiritimati';
type Draft = Partial<Record<keyof User, unknown>>;

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

type Reader = Pick<RequestContext, 'language'>;

/** Refuses what the caller may not do to anybody: the administrator stays as he is, and nobody with more rights is touched. */
export async function guardPerson(context: Reader, tx: Transaction, id: string): Promise<void> {
  await refuseAdministrator(tx, [id]);
  if (tx.actor.id === id) return;
  const names = await beyondOwn(context, tx, await rolesOfPerson(tx, id));
  if (names !== undefined) raise('user.beyond-own-rights', { names });
}

/** The account belongs to this tenant alone: only then its names, contacts and password are the tenant's to change (settled 19). */
export async function guardAccount(tx: Transaction, id: string, field: string): Promise<void> {
  if (tx.actor.isRoot) return;
  const elsewhere = await withPeople(tx.db, () => belongsElsewhere(tx, id));
  if (elsewhere) raiseAt(field, 'user.belongs-elsewhere');
}

/** Over all tenants, with people in reach; the answer is no more than yes or no. */
export async function belongsElsewhere(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    /* names no tenant */
    select user_id from membership where user_id = ${id} and tenant_id <> ${Number(tx.tenantId)} and status > 0
     limit 1`.execute(tx.db);
  return rows.length > 0;
}

/** Before a person is added or saved. */
export async function guardSave(
  context: Reader,
  tx: Transaction,
  { id, draft, before }: { id: string; draft: Draft; before: Draft | undefined },
): Promise<void> {
  const changed = (field: keyof User) => !before || !isSame(draft[field], before[field]);
  if (before) {
    if (id === tx.actor.id && !tx.actor.isRoot && OWN_RIGHTS.some(changed))
      raise(
        'user.own-rights',
        {},
        { faults: [{ path: OWN_RIGHTS.find(changed) ?? 'status', code: 'user.own-rights' }] },
      );
    await guardPerson(context, tx, id);
    const account = ACCOUNT_FIELDS.find(changed);
    if (account !== undefined && id !== tx.actor.id) await guardAccount(tx, id, account);
  }
  await guardRoles(context, tx, listOf(draft.selectedroles), listOf(before?.selectedroles));
  await guardDepartments(tx, managed(draft), listOf(before?.departIds));
  guardSpots(tx, draft, before);
  if (changed('birthday') && String(draft.birthday ?? '') > localDay(tx.now(), AHEAD_OF_ALL))
    raiseAt('birthday', 'user.not-born-yet');
}

/** Identity 1 manages nothing, whatever a form still sends. */
export const managed = ({ userIdentity, departIds }: Draft): readonly string[] =>
  Number(userIdentity) === MANAGER ? listOf(departIds) : [];

/** Who manages departments is said by those who may edit all of them, or manage these themselves. */
async function guardDepartments(tx: Transaction, wanted: readonly string[], had: readonly string[]): Promise<void> {
  const changed = [...new Set(wanted).symmetricDifference(new Set(had))];
  const { actor } = tx;
  if (changed.length === 0 || can(actor, 'department:edit')) return;
  const codes = await managedCodes(tx.db, actor.id);
  const rows = await tx.db.selectFrom('department').select('org_code').where('id', 'in', changed).execute();
  if (rows.every(({ org_code }) => codes.some((code) => org_code.startsWith(code)))) return;
  const code = 'user.departments-beyond-own';
  raise(code, {}, { faults: [{ path: 'departIds', code }] });
}

/** Nobody gives a role that allows more than he may do himself. */
async function guardRoles(
  context: Reader,
  tx: Transaction,
  wanted: readonly string[],
  had: readonly string[],
  path = 'selectedroles',
): Promise<void> {
  const added = wanted.filter((one) => !had.includes(one));
  const names = await beyondOwn(
    context,
    tx,
    added.map((id) => ({ kind: 'role', id })),
  );
  if (names === undefined) return;
  const params = { names };
  raise('user.roles-beyond-own', params, { faults: [{ path, code: 'user.roles-beyond-own', params }] });
}

/** Who sees some spots only lets others see those at most. */
function guardSpots({ actor }: Transaction, draft: Draft, before: Draft | undefined): void {
  if (actor.isRoot || actor.spotIds === null) return;
  const isWider = draft.spotAccess !== 'selected' && draft.spotAccess !== before?.spotAccess;
  const own = actor.spotIds;
  const had = listOf(before?.spotIds);
  const isBeyond = listOf(draft.spotIds).some((spot) => !own.includes(spot) && !had.includes(spot));
  if (isWider || isBeyond)
    raise(
      'user.spots-beyond-own',
      {},
      {
        faults: [{ path: isWider ? 'spotAccess' : 'spotIds', code: 'user.spots-beyond-own' }],
      },
    );
}

/** What an invitation gives: no more than who invites has himself. */
export async function guardGiven(
  context: Reader,
  tx: Transaction,
  given: { readonly roleIds: readonly string[]; readonly spotAccess: string; readonly spotIds: readonly string[] },
): Promise<void> {
  await guardRoles(context, tx, given.roleIds, [], 'roleIds');
  guardSpots(tx, given, undefined);
}

/** Before a person is removed: nobody removes himself. */
export async function guardRemoval(context: Reader, tx: Transaction, id: string): Promise<void> {
  if (id === tx.actor.id) raise('user.own-account');
  await guardPerson(context, tx, id);
}
