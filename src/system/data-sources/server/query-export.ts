import * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { ExportJob } from '#platform/exports/contract/export-job.ts';
import type { CellForm, ExportDefinition } from '#platform/exports/server/define-export.ts';
import type { ExportCell } from '#platform/exports/server/spreadsheet-bytes.ts';
import { startExport } from '#platform/exports/server/start-export.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { dataQueries } from '../contract/data-sources.ts';
import type { ExportQueryRequest } from '../contract/endpoints.ts';
import { withoutEnd } from '../rules/select-only.ts';
import type { Cell } from './open-database.ts';
import { STATEMENT_MS, sourcesOf } from './sources.ts';

/** The statement of a file lasts as long as the file is written, as with our own tables (security 6.3). */
const FILE_MS = 120_000;
const MOST_ROWS = 100_000;

const wordsIn = (language: Language) => sliceTexts('data-queries', language);

const Stored = z.object({ queryId: z.string() });

const find = async (db: TenantDb, id: string) =>
  isUuid(id)
    ? db.selectFrom('data_query').select(['name', 'source_id', 'sql_text']).where('id', '=', id).executeTakeFirst()
    : undefined;

/** A file of what a query reads: its columns are known when it is asked for, and stay those of the file. */
export const queryExport: ExportDefinition = {
  kind: 'data-query-rows',
  namespace: dataQueries.namespace,
  permission: dataQueries.permission('view'),
  isOfDays: false,
  columns: [],
  name: (language) => wordsIn(language)('kind.rowsFile'),
  head: (column) => column,
  describe: async (db, request, language) => {
    const query = await find(db, Stored.parse(request).queryId);
    const text = wordsIn(language);
    return query ? [{ label: text('kind.query'), value: query.name }] : [];
  },
  open: async (db, { request, columns, owner, form, services }) => {
    if (!owner.isRoot) raise('request.root-only');
    const query = (await find(db, Stored.parse(request).queryId)) ?? raise(dataQueries.notFound);
    const read = sourcesOf(services).read(query.source_id, withoutEnd(query.sql_text), {
      ...{ maxRows: MOST_ROWS, timeoutMs: FILE_MS },
    });
    async function* batches() {
      for await (const batch of read) {
        if (batch.isCut) raise('data-query.too-many-rows', { maximum: MOST_ROWS });
        const places = columns.map((column) => batch.columns.indexOf(column));
        yield batch.rows.map((row) => places.map((at) => cellOf(row[at] ?? null, form)));
      }
    }
    return { total: null, batches: batches() };
  },
};

function cellOf(cell: Cell, form: CellForm): ExportCell {
  if (cell instanceof Date) return form.time(cell);
  if (typeof cell === 'number') return form.number(cell);
  return cell === null ? '' : String(cell);
}

export async function exportQuery(
  context: RequestContext,
  { id, format, separator }: ExportQueryRequest,
): Promise<ExportJob> {
  requireRoot(context);
  requireStepUp(context);
  const query = (await context.read((db) => find(db, id))) ?? raise(dataQueries.notFound);
  const limits = { maxRows: 1, timeoutMs: STATEMENT_MS };
  let columns: string[] = [];
  for await (const batch of sourcesOf(context.services).read(query.source_id, withoutEnd(query.sql_text), limits))
    columns = [...new Set(batch.columns)];
  if (columns.length === 0) raise('data-query.no-columns');
  return startExport(context, queryExport, { format, separator, columns, request: { queryId: id } });
}
