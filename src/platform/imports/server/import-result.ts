import * as z from 'zod';
import { defineExport, type ExportDefinition } from '#platform/exports/server/define-export.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { ImportRow } from '../contract/import-job.ts';
import type { ImportDefinition } from './define-import.ts';
import { findAllImportRows, findImport } from './import-store.ts';

/** What became of the rows of an import, as a file: its own columns between the row's number and the result. */
export function importResultExport(definition: ImportDefinition): ExportDefinition {
  const own = Object.keys(definition.columns);
  // what belongs to no column of the table keeps its name
  const headIn = (language: Language) => (column: string) =>
    own.includes(column) ? sliceTexts(definition.namespace, language)(`field.${column}`) : column;
  const headsOf = (column: string): [string, string] => [headIn('en-US')(column), headIn('zh-CN')(column)];
  return defineExport({
    kind: `${definition.kind}Import`,
    namespace: 'transfers',
    name: 'kind.file',
    permission: definition.permission,
    request: z.strictObject({ importId: z.string(), only: z.literal('refused').optional() }),
    head: (column, language) =>
      own.includes(column) ? sliceTexts(definition.namespace, language)(`field.${column}`) : undefined,
    columns: {
      rowNo: (row: ImportRow, form) => form.number(row.rowNo),
      ...Object.fromEntries(own.map((column) => [column, (row: ImportRow) => row.cells[column] ?? ''])),
      result: (row: ImportRow, form) => form.text(`result.${row.result ?? 'left-out'}`),
      reason: (row: ImportRow, form) =>
        row.message ??
        row.faults.map(({ column, message }) => `${form.name(...headsOf(column))}: ${message}`).join('; '),
    },
    open: async (db, { importId, only }, owner) => {
      const job = (await findImport(db, importId, owner.id)) ?? raise('import.not-found');
      const all = await findAllImportRows(db, job.id);
      const rows = only ? all.filter(({ result }) => result !== 'done') : all;
      async function* batches() {
        yield rows;
      }
      return { total: rows.length, batches: batches() };
    },
  });
}
