import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveRecords } from '#platform/records/server/serve-records.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { type DataQuery, dataQueries, dataSources, QUERY_CODE } from '../contract/data-sources.ts';
import { PREVIEW_ROWS, type PreviewAnswer, type PreviewRequest } from '../contract/endpoints.ts';
import { faultOfSelect, withoutEnd } from '../rules/select-only.ts';
import { engineOf } from '../rules/source-address.ts';
import type { Cell } from './open-database.ts';
import { faultAt, forRoot } from './serve-sources.ts';
import { findSource, STATEMENT_MS, type StoredSource, sourcesOf } from './sources.ts';

type Draft = Pick<DataQuery, keyof typeof dataQueries.fields>;

function mustOnlyRead(sqlText: string, source: StoredSource | undefined): void {
  const fault = faultOfSelect(sqlText, engineOf(source?.dbType ?? '6'));
  if (fault) throw faultAt('sqlText', fault);
}

async function mustBeReadable(tx: Transaction, draft: Draft): Promise<void> {
  mustOnlyRead(draft.sqlText, await findSource(tx.db, draft.sourceId));
}

export const servedQueries = forRoot(
  serveRecords(dataQueries, {
    decide: (draft: Draft, _before, context) => {
      requireRoot(context);
      requireStepUp(context);
      if (!QUERY_CODE.test(draft.code)) throw faultAt('code', 'data-query.code-form');
    },
    beforeSave: (tx, { draft }) => mustBeReadable(tx, draft),
    beforeRemove: async (tx, _row, context) => {
      requireRoot(tx);
      requireStepUp(context);
    },
    steppedUp: true,
    examples: { code: 'countries', name: 'Countries', sqlText: 'select code, name from country order by name' },
  }),
);

/** A cell as people read it, in files and lists. */
export const textOf = (cell: Cell): string | null =>
  cell === null ? null : cell instanceof Date ? cell.toISOString() : String(cell);

/** The first rows of a statement that may not be saved yet. */
export async function previewQuery(
  context: RequestContext,
  { sourceId, sqlText }: PreviewRequest,
): Promise<PreviewAnswer> {
  requireRoot(context);
  requireStepUp(context);
  const source = (await context.read((db) => findSource(db, sourceId))) ?? raise(dataSources.notFound);
  mustOnlyRead(sqlText, source);
  const begun = monotonicMs();
  const limits = { maxRows: PREVIEW_ROWS, timeoutMs: STATEMENT_MS };
  let columns: readonly string[] = [];
  let isCut = false;
  const rows: (string | null)[][] = [];
  for await (const batch of sourcesOf(context.services).read(source.id, withoutEnd(sqlText), limits)) {
    ({ columns, isCut } = batch);
    rows.push(...batch.rows.map((row) => row.map(textOf)));
  }
  return { columns: [...columns], rows, isCut, tookMs: Math.round(monotonicMs() - begun) };
}
