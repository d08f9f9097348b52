import { buffer } from 'node:stream/consumers';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { fileHeaders } from '#platform/files/rules/stored-file.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { AnsweredFile } from '#platform/http/contract/fields.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOf } from '#platform/problems/server/words-of-problem.ts';
import type { ExportFormat, ExportSeparator } from '../contract/export-job.ts';
import { cellForm } from './cell-form.ts';
import { type ExportDefinition, type RowSource, readerWords } from './define-export.ts';
import { csvBytes, type ExportCell, xlsxBytes } from './spreadsheet-bytes.ts';

/** The reader waits, and the file lies in memory: what is larger is made in the background. */
const MOST_ROWS_AT_ONCE = 10_000;

export interface AskedFile {
  readonly services: Services;
  readonly definition: ExportDefinition;
  readonly owner: Actor;
  readonly language: Language;
  readonly request: unknown;
  readonly columns: readonly string[];
  readonly format: ExportFormat;
  readonly separator?: ExportSeparator;
}

type Batches = RowSource<readonly ExportCell[]>['batches'];

/** The bytes of a file, made while they are read; `counted` looks at the rows on their way. */
export async function fileBytes(
  db: TenantDb,
  asked: AskedFile,
  counted: (source: RowSource<readonly ExportCell[]>) => Batches,
): Promise<AsyncGenerator<Uint8Array>> {
  const { services, definition, owner, language, request, columns, format, separator } = asked;
  const tenant = await db.selectFrom('tenant').select(['time_zone', 'time_format']).executeTakeFirstOrThrow();
  const form = cellForm(readerWords(definition.namespace, language), format, tenant.time_zone);
  const source = await definition.open(db, { request, columns, owner, language, form, services });
  const sheet = { columns: columns.map((column) => definition.head(column, language)), batches: counted(source) };
  if (format === 'csv') return csvBytes(sheet, separator);
  const times = {
    pattern: tenant.time_format,
    head: (head: string) => wordsOf('export.time-head', { head, zone: tenant.time_zone }, language),
  };
  return xlsxBytes(sheet, { name: definition.name(language), times });
}

/** A workbook that is answered as it is made, for older clients that know of no downloads (system-api.md 1.6). */
export async function fileAtOnce(
  db: TenantDb,
  asked: Omit<AskedFile, 'format' | 'columns'>,
): Promise<AnsweredFile & { readonly rows: number }> {
  const { definition, language } = asked;
  let rows = 0;
  async function* counted({ batches }: RowSource<readonly ExportCell[]>): Batches {
    for await (const batch of batches) {
      rows += batch.length;
      if (rows > MOST_ROWS_AT_ONCE) raise('export.too-many-rows-at-once', { maximum: MOST_ROWS_AT_ONCE });
      yield batch;
    }
  }
  const bytes = await buffer(await fileBytes(db, { ...asked, format: 'xlsx', columns: definition.columns }, counted));
  return { headers: fileHeaders('xlsx', definition.name(language)), bytes, rows };
}
