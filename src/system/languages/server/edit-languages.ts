import type { RequestContext } from '#platform/context/server/request-context.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { LANGUAGES } from '#platform/http/contract/envelope.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import type { AddLanguageRequest, EditLanguageRequest, LanguageProgress } from '../contract/edit.ts';
import { TEXTS_CHANGED } from '../contract/live.ts';
import { textsIn } from './pack-progress.ts';

const COLUMNS = ['id', 'language', 'remark', 'type', 'status', 'is_default'] as const;
const fault = (path: string, code: string): Problem => new Problem(code, {}, { faults: [{ path, code }] });
const isBuiltIn = (tag: string): boolean => LANGUAGES.some((one) => one === tag);

/** A change of what belongs to the installation: the administrator's, in the platform tenant (settled 124); open consoles follow it. */
export function changeOfInstallation<Answer>(
  context: RequestContext,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  requireRoot(context);
  const { actor, address, requestId } = context;
  return runTransaction(context.services, { tenantId: PLATFORM_TENANT, actor, address, requestId }, async (tx) => {
    const answer = await work(tx);
    await tx.live({ kind: TEXTS_CHANGED, id: '', everywhere: true });
    return answer;
  });
}

/** All languages, the default first, with how many of the console's texts there are in each. */
export async function listProgress(context: RequestContext): Promise<LanguageProgress[]> {
  requireRoot(context);
  return context.services.database.read(PLATFORM_TENANT, async (db) => {
    const rows = await db
      .selectFrom('language')
      .select(COLUMNS)
      .orderBy('is_default', 'desc')
      .orderBy('sort')
      .orderBy('language')
      .execute();
    return Promise.all(rows.map(async (row) => ({ ...shown(row), ...(await textsIn(db, row.language)) })));
  });
}

interface Row {
  id: string;
  language: string;
  remark: string;
  type: string;
  status: number;
  is_default: boolean;
}
const shown = ({ is_default, status, ...row }: Row) => ({
  ...row,
  status: status === 1 ? (1 as const) : (0 as const),
  isDefault: is_default,
});

export const addLanguage = (context: RequestContext, request: AddLanguageRequest): Promise<LanguageProgress> =>
  changeOfInstallation(context, async (tx) => {
    const id = newId();
    const language = canonical(request.language);
    if (await holds(tx, { type: request.type, language })) throw fault('language', 'language.taken');
    await mustKeepDefault(tx, undefined, request);
    const { remark, type, status, isDefault } = request;
    const row = { id, language, remark, type, status, is_default: isDefault };
    await tx.db.insertInto('language').values(row).execute();
    await tx.audit({ action: 'language:add', objectKind: 'language', objectId: id, after: row });
    return { ...shown(row), ...(await textsIn(tx.db, language)) };
  });

export const editLanguage = (context: RequestContext, request: EditLanguageRequest): Promise<LanguageProgress> =>
  changeOfInstallation(context, async (tx) => {
    const { id, remark, type, status, isDefault } = request;
    const before = await mustBeThere(tx, id);
    const language = canonical(request.language);
    if (isBuiltIn(before.language) && language !== before.language) throw fault('language', 'language.built-in');
    if (await holds(tx, { type, language }, id)) throw fault('language', 'language.taken');
    await mustKeepDefault(tx, before, request);
    const row = { id, language, remark, type, status, is_default: isDefault };
    const { id: _, ...changed } = row;
    await tx.db
      .updateTable('language')
      .set({ ...changed, updated_at: tx.now() })
      .where('id', '=', id)
      .execute();
    await tx.audit({ action: 'language:edit', objectKind: 'language', objectId: id, before, after: row });
    return { ...shown(row), ...(await textsIn(tx.db, language)) };
  });

export const removeLanguage = (context: RequestContext, { id }: { id: string }): Promise<null> =>
  changeOfInstallation(context, async (tx) => {
    const before = await mustBeThere(tx, id);
    if (before.is_default) raise('language.default-needed');
    if (isBuiltIn(before.language)) raise('language.built-in');
    const packs = await tx.db
      .selectFrom('page_language')
      .select('texts')
      .where('language', '=', before.language)
      .execute();
    if (packs.some(({ texts }) => Object.keys(texts as object).length > 0)) raise('language.has-texts');
    await tx.db.deleteFrom('language').where('id', '=', id).execute();
    await tx.audit({ action: 'language:delete', objectKind: 'language', objectId: id, before });
    return null;
  });

/** `nb-no` becomes `nb-NO`; what is no language tag is refused. */
function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    throw fault('language', 'language.not-a-tag');
  }
}

async function mustBeThere(tx: Transaction, id: string): Promise<Row> {
  const row = /^[0-9a-f-]{36}$/.test(id)
    ? await tx.db.selectFrom('language').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  return row ?? raise('language.unknown');
}

async function holds(tx: Transaction, { type, language }: { type: string; language: string }, except?: string) {
  const row = await tx.db
    .selectFrom('language')
    .select('id')
    .where('type', '=', type)
    .where('language', '=', language)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}

/** Exactly one of a type is the default, and it is on: a new one takes it from the old one. */
async function mustKeepDefault(
  tx: Transaction,
  before: Row | undefined,
  { type, status, isDefault }: Pick<AddLanguageRequest, 'type' | 'status' | 'isDefault'>,
): Promise<void> {
  if (before?.is_default && (!isDefault || before.type !== type)) throw fault('isDefault', 'language.default-needed');
  if (!isDefault) return;
  if (status !== 1) throw fault('status', 'language.default-off');
  await tx.db
    .updateTable('language')
    .set({ is_default: false })
    .where('type', '=', type)
    .where('is_default', '=', true)
    .execute();
}
