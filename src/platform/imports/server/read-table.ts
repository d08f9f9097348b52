import { textOfCell } from '#platform/exports/rules/spreadsheet-text.ts';
import { isCleanText } from '#platform/http/contract/fields.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { isHarmlessZip } from './zip-limits.ts';

const ZIP_MARK = Buffer.from('PK\x03\x04', 'latin1');
const MOST_COLUMNS = 'AZ';
/** Of all cells together: a workbook says once what stands in thousands of them. */
const MOST_CHARACTERS = 20_000_000;

/** A table as texts, its first row being the head; row numbers are those of a spreadsheet. */
export interface TableFile {
  readonly head: readonly string[];
  readonly rows: readonly { readonly rowNo: number; readonly cells: readonly string[] }[];
}

/** Tables of older consoles have two rows of titles above their head (system-api.md 1.6). */
const TITLE_ROWS = 2;

/**
 * Reads a CSV or XLSX file, recognised by its content (security 11.1); refuses what is too large, empty or neither. The head is
 * the first row, unless one of the next two is one for `isHead`.
 */
export async function readTable(
  bytes: Buffer,
  mostRows: number,
  isHead: (cells: readonly string[]) => boolean = () => true,
): Promise<TableFile> {
  const isWorkbook = bytes.subarray(0, 4).equals(ZIP_MARK);
  const lines = isWorkbook ? await readWorkbook(bytes, mostRows) : await readCsv(bytes, mostRows);
  if (charactersOf(lines) > MOST_CHARACTERS) raise('import.too-much-text', { maximum: MOST_CHARACTERS / 1_000_000 });
  // a workbook may write such characters as escapes
  if (lines.some((cells) => !cells.every(isCleanText))) raise('import.not-a-table');
  // a text of a workbook needs no guard (decision 57): there an apostrophe is one
  const textOf = isWorkbook ? (cell: string) => cell : textOfCell;
  const all = lines.map((cells) => cells.map((cell) => textOf(cell).trim()));
  const headAt = Math.max(0, all.slice(0, TITLE_ROWS + 1).findIndex(isHead));
  const head = all[headAt];
  const rows = all
    .slice(headAt + 1)
    .map((cells, index) => ({ rowNo: headAt + index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (!head || rows.length === 0) return raise('import.empty');
  if (rows.length > mostRows) raise('import.too-many-rows', { maximum: mostRows });
  return { head, rows };
}

const charactersOf = (lines: readonly (readonly string[])[]): number =>
  lines.reduce((sum, cells) => cells.reduce((within, cell) => within + cell.length, sum), 0);

async function readWorkbook(bytes: Buffer, mostRows: number): Promise<string[][]> {
  if (!isHarmlessZip(bytes)) raise('import.not-a-table');
  const { readXlsx } = await import('hucre/xlsx');
  const range = `A1:${MOST_COLUMNS}${mostRows + TITLE_ROWS + 2}`;
  const book = await readXlsx(bytes, { sheets: [0], range }).catch(() => raise('import.not-a-table'));
  return (book.sheets[0]?.rows ?? []).map((row) => row.map(cellText));
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  // an IMEI that a spreadsheet took for a number is written without exponent
  return typeof cell === 'number'
    ? cell.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 10 })
    : String(cell);
}

async function readCsv(bytes: Buffer, mostRows: number): Promise<string[][]> {
  const { parse } = await import('csv-parse/sync');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return raise('import.not-a-table');
  }
  if (text.includes('\0')) raise('import.not-a-table');
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      bom: true,
      relax_column_count: true,
      to: mostRows + TITLE_ROWS + 2,
    }) as string[][];
  } catch {
    return raise('import.not-a-table');
  }
}

/** Spreadsheet programs of many countries write semicolons; whichever the head has most of. */
function delimiterOf(text: string): string {
  const head = text.split(/\r?\n/, 1)[0] ?? '';
  return [',', ';', '\t'].reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));
}
