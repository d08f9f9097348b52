import { spreadsheetText } from '../rules/spreadsheet-text.ts';

/**
 * A cell of an export: a text, nothing, or a number as exact decimal text (`12.50`), which CSV writes bare and XLSX as
 * a number. Times are texts with their offset, made by the list that is exported.
 */
export type ExportCell = string | null | { readonly decimal: string };

/** Rows in batches, as a cursor gives them: the next batch is asked for when the last one has been written. */
export type RowBatches = AsyncIterable<readonly (readonly ExportCell[])[]>;

/** What an export is made of; the first row names the columns. */
export interface Spreadsheet {
  readonly columns: readonly string[];
  readonly batches: RowBatches;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180 with a byte order mark, so that Excel reads UTF-8; one chunk of bytes for each batch (practice 15). */
export async function* csvBytes({ columns, batches }: Spreadsheet): AsyncGenerator<Uint8Array> {
  const { stringify } = await import('csv-stringify/sync');
  const lines = (rows: readonly (readonly (string | null)[])[]): string =>
    // a single CR or LF ends a row for Excel too: unquoted, what follows it would stand in a row of its own, unguarded
    stringify(rows as (string | null)[][], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
  yield Buffer.from(BYTE_ORDER_MARK + lines([columns.map(spreadsheetText)]));
  for await (const rows of batches) {
    if (rows.length > 0) yield Buffer.from(lines(rows.map((row) => row.map(csvCell))));
  }
}

/** One sheet with a frozen head row, written while rows come: its size in memory does not grow with their number. */
export async function* xlsxBytes({ columns, batches }: Spreadsheet, sheetName: string): AsyncGenerator<Uint8Array> {
  const { workbookBytes } = await import('./xlsx-bytes.ts');
  yield* workbookBytes(sheetName, columns.map(spreadsheetText), xlsxRows(batches));
}

async function* xlsxRows(batches: RowBatches): AsyncGenerator<(string | number | null)[][]> {
  for await (const rows of batches) yield rows.map((row) => row.map(xlsxCell));
}

function csvCell(cell: ExportCell): string | null {
  if (cell === null) return null;
  return typeof cell === 'string' ? spreadsheetText(cell) : cell.decimal;
}

function xlsxCell(cell: ExportCell): string | number | null {
  if (cell === null) return null;
  return typeof cell === 'string' ? spreadsheetText(cell) : Number(cell.decimal);
}
