import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { pageTexts } from '#platform/i18n/server/page-texts.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import type { PackFile, PageProgress, PageTexts, SavePackRequest } from '../contract/edit.ts';
import { fitsAsIcu } from '../rules/fitting-text.ts';
import { readPack } from '../rules/read-pack.ts';
import { changeOfInstallation } from './edit-languages.ts';
import { builtInOf, packsIn, shownWithout, stateOf } from './pack-progress.ts';

interface Page {
  readonly language: string;
  readonly pageKey: string;
}

/** Pages of the console and of stored packs, with what there is of them in a language. */
export async function listPages(context: RequestContext, { language }: { language: string }): Promise<PageProgress[]> {
  requireRoot(context);
  const packs = await context.services.database.read(PLATFORM_TENANT, (db) => packsIn(db, language));
  const stored = new Map(packs.map((pack) => [pack.pageKey, pack]));
  return [...new Set([...pageTexts().keys(), ...stored.keys()])].sort().map((pageKey) => {
    const pack = stored.get(pageKey);
    return progressOf({ language, pageKey }, pack?.texts ?? {}, pack?.updatedAt ?? null);
  });
}

function progressOf({ language, pageKey }: Page, texts: Record<string, string>, updatedAt: Date | null): PageProgress {
  const { unknown, unfitting, ...state } = stateOf(pageKey, language, texts);
  return {
    ...state,
    unknown: unknown.length,
    unfitting: unfitting.length,
    updatedAt: updatedAt?.toISOString() ?? null,
  };
}

/** The built-in texts of a page beside those of its pack. */
export async function readPage(context: RequestContext, { language, pageKey }: Page): Promise<PageTexts> {
  requireRoot(context);
  const packs = await context.services.database.read(PLATFORM_TENANT, (db) => packsIn(db, language));
  const { english, own } = builtInOf(pageKey, language);
  return {
    language,
    pageKey,
    keys: [...shownWithout(pageKey, language).keys()].map((key) => ({
      key,
      english: english.get(key) ?? '',
      builtIn: own.get(key) ?? null,
    })),
    texts: packs.find((pack) => pack.pageKey === pageKey)?.texts ?? {},
  };
}

/** A text that could not be shown where the built-in one is, is refused by its key; keys that no page has are kept. */
export const savePack = (context: RequestContext, request: SavePackRequest): Promise<PageProgress> =>
  changeOfInstallation(context, (tx) => store(tx, request, request.pageLanguage, 'pageLanguage'));

async function store(tx: Transaction, page: Page, json: string, path: string): Promise<PageProgress> {
  const { language, pageKey } = page;
  const read = readPack(json);
  if ('fault' in read) throw faultAt(path, `language.pack-${read.fault}`, read.key);
  const { texts } = read;
  const shown = shownWithout(pageKey, language);
  for (const [key, text] of Object.entries(texts)) {
    const builtIn = shown.get(key);
    if (builtIn !== undefined && !fitsAsIcu(text, builtIn)) throw faultAt(path, 'language.pack-placeholders', key);
  }
  const before = (await packsIn(tx.db, language)).find((pack) => pack.pageKey === pageKey)?.texts;
  const stored = JSON.stringify(texts);
  await tx.db
    .insertInto('page_language')
    .values({ id: newId(), language, page_key: pageKey, texts: stored })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'language', 'page_key']).doUpdateSet({ texts: stored, updated_at: tx.now() }),
    )
    .execute();
  await tx.audit({
    action: 'language:edit',
    objectKind: 'page_language',
    objectId: `${language}/${pageKey}`,
    before: before ?? {},
    after: texts,
  });
  return progressOf(page, texts, tx.now());
}

function faultAt(path: string, code: string, key = ''): Problem {
  return new Problem(code, { key }, { faults: [{ path, code, params: { key } }] });
}

/** What has no text of its own is left out. */
export async function exportPacks(context: RequestContext, { language }: { language: string }): Promise<PackFile> {
  requireRoot(context);
  const packs = await context.services.database.read(PLATFORM_TENANT, (db) => packsIn(db, language));
  const written = packs.filter(({ texts }) => Object.keys(texts).length > 0);
  return { language, pages: Object.fromEntries(written.map(({ pageKey, texts }) => [pageKey, texts])) };
}

/** All or none; pages that the file does not name stay as they are. */
export const importPacks = (context: RequestContext, { language, pages }: PackFile) =>
  changeOfInstallation(context, async (tx) => {
    const given = Object.entries(pages).sort(([a], [b]) => a.localeCompare(b));
    let texts = 0;
    for (const [pageKey, page] of given) {
      await store(tx, { language, pageKey }, JSON.stringify(page), `pages.${pageKey}`);
      texts += Object.keys(page).length;
    }
    return { pages: given.length, texts };
  });
