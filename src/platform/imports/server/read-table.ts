import { textOfCell } from '#platform/exports/rules/spreadsheet-text.ts';
import { isCleanText } from '#platform/http/contract/fields.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { csvText } from './csv-text.ts';
import { percentCells } from './percent-cells.ts';
import { isHarmlessZip } from './zip-limits.ts';

const ZIP_MARK = Buffer.from('PK\x03\x04', 'latin1');
const MOST_COLUMNS = 200;
/** Empty ones too: programs write the rows and cells that somebody has once touched. */
const MOST_LINES = 100_000;
const MOST_PLACES = 5_000_000;
/** Of all cells together: a workbook says once what stands in thousands of them. */
const MOST_CHARACTERS = 20_000_000;

/** Days of workbooks are counted from here. */
const FIRST_DAY = '1900-01-01';

interface Line {
  /** That of a spreadsheet. */
  readonly rowNo: number;
  readonly cells: readonly string[];
}

/** A table as texts, its first row being the head. */
export interface TableFile {
  readonly head: readonly string[];
  readonly rows: readonly Line[];
}

/** Tables of older consoles have two rows of titles above their head (system-api.md 1.6). */
const TITLE_ROWS = 2;

/**
 * Reads a CSV or XLSX file to its end, recognised by its content (security 11.1); refuses what is too large, empty or neither. Empty
 * rows are none. The head is the first row, unless one of the next two is one for `isHead`.
 */
export async function readTable(
  bytes: Buffer,
  mostRows: number,
  isHead: (cells: readonly string[]) => boolean = () => true,
): Promise<TableFile> {
  const isWorkbook = bytes.subarray(0, 4).equals(ZIP_MARK);
  const lines: Line[] = [];
  let characters = 0;
  let places = 0;
  const take = (rowNo: number, all: readonly string[]): void => {
    if (rowNo > MOST_LINES) raise('import.too-many-rows', { maximum: mostRows });
    places += all.length;
    if (places > MOST_PLACES) raise('import.too-many-columns', { maximum: MOST_COLUMNS });
    const cells = all.slice(0, all.findLastIndex((cell) => cell.trim() !== '') + 1);
    if (cells.length === 0) return;
    if (cells.length > MOST_COLUMNS) raise('import.too-many-columns', { maximum: MOST_COLUMNS });
    characters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (characters > MOST_CHARACTERS) raise('import.too-much-text', { maximum: MOST_CHARACTERS / 1_000_000 });
    // a workbook may write such characters as escapes
    if (!cells.every(isCleanText)) raise('import.not-a-table');
    // a text of a workbook needs no guard (decision 57): there an apostrophe is one
    lines.push({ rowNo, cells: cells.map((cell) => (isWorkbook ? cell : textOfCell(cell)).trim()) });
    if (lines.length > TITLE_ROWS + 1 + mostRows) raise('import.too-many-rows', { maximum: mostRows });
  };
  if (isWorkbook) await readWorkbook(bytes, take);
  else await readCsv(bytes, take);
  const headAt = Math.max(
    0,
    lines.slice(0, TITLE_ROWS + 1).findIndex(({ cells }) => isHead(cells)),
  );
  const head = lines[headAt]?.cells;
  const rows = lines.slice(headAt + 1);
  if (!head || rows.length === 0) return raise('import.empty');
  if (rows.length > mostRows) raise('import.too-many-rows', { maximum: mostRows });
  return { head, rows };
}

type TakeLine = (rowNo: number, cells: readonly string[]) => void;

/** Row by row, and only those that are there: one that is said to stand far below or far to the right takes no memory. */
async function readWorkbook(bytes: Buffer, take: TakeLine): Promise<void> {
  if (!isHarmlessZip(bytes)) raise('import.not-a-table');
  const { cellRef, streamXlsxRows } = await import('hucre/xlsx');
  await orNoTable(async () => {
    const percents = percentCells(bytes);
    const isPercent = (row: number, column: number) => percents.size > 0 && percents.has(cellRef(row, column));
    for await (const { index, values } of streamXlsxRows(bytes))
      take(
        index + 1,
        values.map((value, at) => cellText(value, isPercent(index, at))),
      );
  });
}

/** What the reader of a format stumbles over is no table; what we refuse ourselves is refused so. */
async function orNoTable(read: () => unknown): Promise<void> {
  try {
    await read();
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('import.not-a-table', {}, { cause: error });
  }
}

function cellText(cell: unknown, isPercent: boolean): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return timeText(cell);
  if (typeof cell !== 'number') return String(cell);
  // an IMEI that a spreadsheet took for a number is written without exponent
  const text = (value: number) => value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 10 });
  return isPercent ? `${text(cell * 100)}%` : text(cell);
}

/** A workbook has no zones. At midnight it means the day; before the first day of its calendar, a time of day. */
function timeText(time: Date): string {
  const text = time.toISOString();
  const [day, clock] = [text.slice(0, 10), text.slice(11, 19)];
  if (day < FIRST_DAY) return clock.replace(/:00$/, '');
  return clock === '00:00:00' ? day : `${day} ${clock}`;
}

async function readCsv(bytes: Buffer, take: TakeLine): Promise<void> {
  const { parse } = await import('csv-parse/sync');
  await orNoTable(() => {
    const text = csvText(bytes);
    if (text.includes('\0')) raise('import.not-a-table');
    let lineNo = 0;
    parse(text, {
      delimiter: delimiterOf(text),
      bom: true,
      relax_column_count: true,
      // none is kept by the parser
      on_record: (cells: string[]) => {
        lineNo += 1;
        take(lineNo, cells);
        return null;
      },
    });
  });
}

/** Spreadsheet programs of many countries write semicolons; whichever the head has most of, which may stand below titles. */
function delimiterOf(text: string): string {
  const lines = text.split(/\r?\n/, TITLE_ROWS + 1);
  const most = (one: string): number => Math.max(...lines.map((line) => line.split(one).length));
  return [',', ';', '\t'].reduce((best, one) => (most(one) > most(best) ? one : best));
}
