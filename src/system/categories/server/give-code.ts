import { sql } from 'kysely';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { isCodeBelow, nextCode } from '#platform/records/rules/tree-code.ts';

interface Place {
  readonly pid: string | null;
  /** What a file says; empty otherwise. */
  readonly code: string;
}

/** The code of a category that is new, or in a new place; who gives one holds the tree (`lockTree`), so no code comes twice. */
export async function giveCode(
  tx: Transaction,
  { draft, before }: { readonly draft: Place; readonly before: Place | undefined },
): Promise<{ code?: string }> {
  const { pid } = draft;
  if (before && before.pid === pid) return {};
  const parent = pid === null ? '' : await codeOf(tx, pid);
  if (!before && isCodeBelow(parent, draft.code) && !(await isGiven(tx, draft.code))) return { code: draft.code };
  const siblings = tx.db.selectFrom('category').select((of) => of.fn.max('code').as('last'));
  const { last } = await (pid === null
    ? siblings.where('pid', 'is', null)
    : siblings.where('pid', '=', pid)
  ).executeTakeFirstOrThrow();
  const next = nextCode(parent, last ?? undefined);
  return 'code' in next ? next : raise(`category.${next.because}`);
}

async function isGiven(tx: Transaction, code: string): Promise<boolean> {
  const row = tx.db.selectFrom('category').select('id').where('code', '=', code);
  return (await row.executeTakeFirst()) !== undefined;
}

async function codeOf(tx: Transaction, id: string): Promise<string> {
  const row = await tx.db.selectFrom('category').select('code').where('id', '=', id).executeTakeFirstOrThrow();
  return row.code;
}

/** What lies below a category that has moved goes along with its code. */
export async function renumberBelow(
  tx: Transaction,
  { before, after }: { readonly before: { code: string } | undefined; readonly after: { id: string; code: string } },
): Promise<void> {
  if (!before || before.code === after.code) return;
  await tx.db
    .updateTable('category')
    .set({ code: sql<string>`${after.code} || substr(code, ${before.code.length + 1})` })
    .where('code', 'like', `${before.code}%`)
    .where('id', '<>', after.id)
    .execute();
}
