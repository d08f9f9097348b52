import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { TableDictionary, TableOption } from '#platform/records/server/slice-parts.ts';
import { QUERY_CODE, QUERY_DICTIONARY } from '../contract/data-sources.ts';
import { withoutEnd } from '../rules/select-only.ts';
import { textOf } from './serve-queries.ts';
import { STATEMENT_MS, sourcesOf } from './sources.ts';

/** More is no dictionary. */
const MOST_PAIRS = 1_000;
const KEPT_MS = 60_000;

interface Kept {
  readonly key: string;
  readonly at: number;
  readonly pairs: Promise<readonly TableOption[]>;
}
const kept = new WeakMap<Services, Map<string, Kept>>();

interface DictionaryQuery {
  readonly id: string;
  readonly version: number;
  readonly sourceVersion: number;
  readonly source_id: string;
  readonly sql_text: string;
  readonly value_column: string;
  readonly text_column: string;
}

/**
 * `data_query,text,<code>`: the pairs of a query, kept for a minute by each server. The code is looked up among the queries that
 * the administrator offers as dictionaries, and is never a piece of a statement (security 2.8).
 */
export function queryDictionary(name: string): TableDictionary | undefined {
  if (!name.startsWith(QUERY_DICTIONARY)) return undefined;
  const code = name.slice(QUERY_DICTIONARY.length);
  if (!QUERY_CODE.test(code)) return undefined;
  return {
    name,
    permission: null,
    search: async (context, { keyword, limit }) => {
      const words = keyword.toLowerCase();
      const pairs = await pairsOf(context, code);
      return pairs.filter(({ text }) => text.toLowerCase().includes(words)).slice(0, limit);
    },
    find: async (context, values) => (await pairsOf(context, code)).filter(({ value }) => values.includes(value)),
  };
}

async function pairsOf({ services }: RequestContext, code: string): Promise<readonly TableOption[]> {
  const query = (await findQuery(services, code)) ?? raise('dictionary.code-malformed');
  const own = kept.get(services) ?? new Map<string, Kept>();
  kept.set(services, own);
  const key = `${query.version} ${query.sourceVersion}`;
  const now = services.clock.now().getTime();
  const found = own.get(query.id);
  if (found?.key === key && now - found.at < KEPT_MS && now >= found.at) return found.pairs;
  const pairs = readPairs(services, query);
  own.set(query.id, { key, at: now, pairs });
  // what failed is asked again by the next one
  pairs.catch(() => own.delete(query.id));
  return pairs;
}

function findQuery(services: Services, code: string): Promise<DictionaryQuery | undefined> {
  return services.database.read(PLATFORM_TENANT, (db) =>
    db
      .selectFrom('data_query')
      .innerJoin('data_source', 'data_source.id', 'data_query.source_id')
      .select(['data_query.id', 'data_query.version', 'data_source.version as sourceVersion', 'source_id'])
      .select(['sql_text', 'value_column', 'text_column'])
      .where('data_query.code', '=', code)
      .where('is_dictionary', '=', true)
      .executeTakeFirst(),
  );
}

async function readPairs(services: Services, query: DictionaryQuery): Promise<readonly TableOption[]> {
  const pairs = new Map<string, string>();
  const limits = { maxRows: MOST_PAIRS, timeoutMs: STATEMENT_MS };
  for await (const { columns, rows, isCut } of sourcesOf(services).read(
    query.source_id,
    withoutEnd(query.sql_text),
    limits,
  )) {
    if (isCut) raise('data-query.too-many-rows', { maximum: MOST_PAIRS });
    const valueAt = placeOf(columns, query.value_column, 0);
    const textAt = placeOf(columns, query.text_column, Math.min(1, columns.length - 1));
    for (const row of rows) {
      const value = textOf(row[valueAt] ?? null);
      if (value !== null && !pairs.has(value)) pairs.set(value, textOf(row[textAt] ?? null) ?? value);
    }
  }
  return [...pairs].map(([value, text]) => ({ value, text }));
}

function placeOf(columns: readonly string[], name: string, usual: number): number {
  if (columns.length === 0) raise('data-query.no-columns');
  if (name === '') return usual;
  const at = columns.findIndex((column) => column.toLowerCase() === name.toLowerCase());
  return at < 0 ? raise('data-query.no-such-column', { column: name }) : at;
}
