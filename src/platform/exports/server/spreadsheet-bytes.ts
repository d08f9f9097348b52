import type { ExportSeparator } from '../contract/export-job.ts';
import type { SheetCell } from '../rules/sheet-xml.ts';
import { spreadsheetText } from '../rules/spreadsheet-text.ts';
import type { SheetTimes } from './xlsx-bytes.ts';

/** A cell of an export: CSV writes numbers bare, a workbook in the look that they have. */
export type ExportCell = SheetCell;

/** Rows in batches, as a cursor gives them: the next batch is asked for when the last one has been written. */
export type RowBatches = AsyncIterable<readonly (readonly ExportCell[])[]>;

/** What an export is made of; the first row names the columns. */
export interface Spreadsheet {
  readonly columns: readonly string[];
  readonly batches: RowBatches;
}

const SEPARATORS: Readonly<Record<ExportSeparator, string>> = { comma: ',', semicolon: ';' };
const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180 with a byte order mark, so that Excel reads UTF-8; one chunk of bytes for each batch (practice 15). */
export async function* csvBytes(
  { columns, batches }: Spreadsheet,
  separator: ExportSeparator = 'comma',
): AsyncGenerator<Uint8Array> {
  const { stringify } = await import('csv-stringify/sync');
  const lines = (rows: readonly (readonly (string | null)[])[]): string =>
    // a single CR or LF ends a row for Excel too: unquoted, what follows it would stand in a row of its own
    stringify(rows as (string | null)[][], {
      delimiter: SEPARATORS[separator],
      record_delimiter: 'windows',
      quoted_match: /[\r\n]/,
    });
  yield Buffer.from(BYTE_ORDER_MARK + lines([columns.map(spreadsheetText)]));
  for await (const rows of batches) {
    if (rows.length > 0) yield Buffer.from(lines(rows.map((row) => row.map(csvCell))));
  }
}

/**
 * One sheet, written while rows come: its size in memory does not grow with their number. `notes` is a sheet behind it that says what
 * stands in the first.
 */
export async function* xlsxBytes(
  { columns, batches }: Spreadsheet,
  look: { name: string; times?: SheetTimes },
  notes?: Spreadsheet & { name: string },
): AsyncGenerator<Uint8Array> {
  const { workbookBytes } = await import('./xlsx-bytes.ts');
  const second = notes ? [{ name: notes.name, head: notes.columns, batches: notes.batches }] : [];
  yield* workbookBytes({ ...look, head: columns, batches }, ...second);
}

function csvCell(cell: ExportCell): string | null {
  if (cell === null) return null;
  return typeof cell === 'string' ? spreadsheetText(cell) : cell.decimal;
}
