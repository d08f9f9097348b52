import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { isCodeBelow, levelOf, nextCode } from '#platform/records/rules/tree-code.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { peopleBelow } from './department-store.ts';

interface Place {
  readonly parentId: string | null;
  /** What a file says; empty otherwise. */
  readonly orgCode: string;
}

/**
 * The code and level of a department that is new, or in a new place. No code is given twice, even if its department is gone
 * (security 5.6): a trigger keeps them all; who gives one holds the tree (`lockTree`). A file's own code is kept where it stands below the parent.
 */
export async function giveCode(
  tx: Transaction,
  { draft, before }: { readonly draft: Place; readonly before: Place | undefined },
): Promise<{ orgCode?: string; orgType?: string }> {
  const { parentId } = draft;
  if (before && before.parentId === parentId) return {};
  const parent = parentId === null ? '' : await codeOf(tx, parentId);
  const orgCode = (await freeCode(tx, parent, before ? '' : draft.orgCode)) ?? (await followingCode(tx, parent));
  return { orgCode, orgType: String(levelOf(orgCode)) };
}

async function codeOf(tx: Transaction, id: string): Promise<string> {
  const row = await tx.db.selectFrom('department').select('org_code').where('id', '=', id).executeTakeFirstOrThrow();
  return row.org_code;
}

async function freeCode(tx: Transaction, parent: string, wanted: string): Promise<string | undefined> {
  if (!isCodeBelow(parent, wanted)) return undefined;
  const known = tx.db.selectFrom('department_code').select('org_code').where('org_code', '=', wanted);
  return (await known.executeTakeFirst()) ? undefined : wanted;
}

async function followingCode(tx: Transaction, parent: string): Promise<string> {
  const next = nextCode(parent, await lastGiven(tx.db, parent));
  return 'code' in next ? next.code : raise(`department.${next.because}`);
}

/**
 * The code of a department, empty for what stands above them all, and the last one that was given right below it; undefined
 * where there is no such department.
 */
export async function lastCodeBelow(
  db: TenantDb,
  parent: { readonly id: string } | { readonly code: string },
): Promise<{ code: string; last: string | undefined } | undefined> {
  const found = 'code' in parent && parent.code === '' ? { org_code: '' } : await departmentBy(db, parent);
  if (!found) return undefined;
  return { code: found.org_code, last: await lastGiven(db, found.org_code) };
}

function departmentBy(db: TenantDb, parent: { readonly id: string } | { readonly code: string }) {
  const departments = db.selectFrom('department').select('org_code');
  if ('code' in parent) return departments.where('org_code', '=', parent.code).executeTakeFirst();
  return isUuid(parent.id) ? departments.where('id', '=', parent.id).executeTakeFirst() : undefined;
}

async function lastGiven(db: TenantDb, parent: string): Promise<string | undefined> {
  const { last } = await db
    .selectFrom('department_code')
    .select((of) => of.fn.max('org_code').as('last'))
    .where('org_code', 'like', `${parent}___`)
    .executeTakeFirstOrThrow();
  return last ?? undefined;
}

/** What lies below a department that has moved, and the people who work there, go along with its code. */
export async function renumberBelow(tx: Transaction, before: string, after: string): Promise<void> {
  const renumbered = sql<string>`${after} || substr(org_code, ${before.length + 1})`;
  await tx.db
    .updateTable('department')
    .set({
      org_code: renumbered,
      org_type: sql<string>`((${after.length - before.length} + length(org_code)) / 3)::text`,
    })
    .where('org_code', 'like', `${before}%`)
    .execute();
  await tx.db
    .updateTable('membership')
    .set({ current_org_code: sql<string>`${after} || substr(current_org_code, ${before.length + 1})` })
    .where('current_org_code', 'like', `${before}%`)
    .execute();
  await rightsChanged(tx.db, await peopleBelow(tx.db, after));
}
