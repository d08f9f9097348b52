import type { Envelope } from '#platform/http/contract/envelope.ts';
import { callEnvelope } from '#platform/http/web/call.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { languageCalls } from '../../contract/calls.ts';
import { type Replacements, replacementsOf } from '../../rules/merge-pack.ts';

/** Platform.md 7 and 9. */
const PAGE_SIZE = 100;
const MOST_PAGES = 20;
const OF_PLATFORM = { tenantId: PLATFORM_TENANT, notices: 'none' } as const;

/** Texts of one language by page: page key → what replaces its built-in texts. */
export type ServerPack = ReadonlyMap<string, Replacements>;

export interface ListedLanguage {
  readonly language: string;
  readonly remark: string;
}

/** Languages that the server offers for the console's bar. */
export async function fetchLanguages(): Promise<ListedLanguage[]> {
  const request = { type: 'bar', status: 1, pageNo: 1, pageSize: PAGE_SIZE };
  return recordsOf(await callEnvelope(languageCalls.list, request, OF_PLATFORM)).flatMap(({ language, remark }) =>
    typeof language === 'string' ? [{ language, remark: typeof remark === 'string' ? remark : '' }] : [],
  );
}

/** All texts of one language; pages without a text of their own are left out. */
export async function fetchPack(language: string): Promise<ServerPack> {
  const pack = new Map<string, Replacements>();
  for (let pageNo = 1; pageNo <= MOST_PAGES; pageNo += 1) {
    const request = { language, pageNo, pageSize: PAGE_SIZE };
    // The specification sends the three in the query and in the body.
    const query = new URLSearchParams({ language, pageNo: String(pageNo), pageSize: String(PAGE_SIZE) });
    const envelope = await callEnvelope(
      { ...languageCalls.pages, path: `${languageCalls.pages.path}?${query}` },
      request,
      OF_PLATFORM,
    );
    for (const { pageKey, pageLanguage } of recordsOf(envelope)) {
      const texts = replacementsOf(pageLanguage);
      if (typeof pageKey === 'string' && texts.size > 0) pack.set(pageKey, texts);
    }
    if (pageNo >= Number((envelope.result as { pages?: unknown } | null)?.pages ?? 1)) break;
  }
  return pack;
}

function recordsOf({ result }: Envelope): Record<string, unknown>[] {
  const records = (result as { records?: unknown } | null)?.records;
  return Array.isArray(records) ? records.filter((row) => typeof row === 'object' && row !== null) : [];
}
