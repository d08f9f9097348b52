import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { XMLParser } from 'fast-xml-parser';

const PROGRAM_PLACES = ['/usr/bin/soffice', '/usr/local/bin/soffice', '/opt/homebrew/bin/soffice'];

/**
 * An installed LibreOffice. Without one its tests are left out with a word, except where `REQUIRE_LIBREOFFICE=1` promises
 * that there is one (`.ci/run`).
 */
export function findLibreOffice(): string | undefined {
  const program = PROGRAM_PLACES.find((place) => existsSync(place));
  if (program) return program;
  if (process.env['REQUIRE_LIBREOFFICE'] === '1') throw new Error('LibreOffice is required here, and it is missing');
  process.stderr.write('LibreOffice: it is not installed, so its tests are left out\n');
  return undefined;
}

/** A cell as LibreOffice understood it. */
export interface ForeignCell {
  /** `float`, `date`, `string` …; empty for an empty cell. */
  readonly type: string;
  /** What a reader sees. */
  readonly text: string;
  /** Of a number or date. */
  readonly value: string;
  /** Empty unless it took the cell for one. */
  readonly formula: string;
}

export interface ForeignSheet {
  readonly name: string;
  readonly rows: readonly (readonly ForeignCell[])[];
  /** Ranges with filter buttons. */
  readonly filters: readonly string[];
}

/** Reads CSV with this separator; columns whose numbers begin with 1 are taken as texts. */
export interface CsvReading {
  readonly separators: string;
  readonly textColumns?: readonly number[];
}

/** What LibreOffice makes of a file: a workbook, or CSV with the given options. */
export async function readWithLibreOffice(program: string, bytes: Buffer, csv?: CsvReading): Promise<ForeignSheet> {
  const folder = await mkdtemp(join(tmpdir(), 'libreoffice-'));
  try {
    const file = join(folder, csv ? 'table.csv' : 'table.xlsx');
    await writeFile(file, bytes);
    await promisify(execFile)(program, [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      ...(csv ? [`--infilter=${csvFilter(csv)}`] : []),
      '--convert-to',
      'fods',
      '--outdir',
      folder,
      file,
    ]);
    return readFlatDocument(await readFile(join(folder, 'table.fods'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Separators, quotes, UTF-8, from the first line on; numbers of English, which formulas are looked for in too. */
function csvFilter({ separators, textColumns = [] }: CsvReading): string {
  const codes = [...separators].map((one) => one.charCodeAt(0)).join('/');
  const columns = textColumns.map((column) => `${column}/2`).join('/');
  return `Text - txt - csv (StarCalc):${codes},34,76,1,${columns},1033,false,false,false,false,false,-1,true`;
}

type Node = Record<string, unknown>;
const nodes = (node: unknown): Node[] => (node === undefined ? [] : ([node].flat() as Node[]));
const within = (node: Node, ...path: string[]): Node =>
  path.reduce<Node>((inner, name) => (inner[name] ?? {}) as Node, node);

function readFlatDocument(xml: string): ForeignSheet {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    trimValues: false,
  });
  const sheet = within(parser.parse(withoutMarks(xml)), 'office:document', 'office:body', 'office:spreadsheet');
  const [table = {}] = nodes(sheet['table:table']);
  const rows = nodes(table['table:table-row'])
    .map((row) => nodes(row['table:table-cell']).flatMap(readCells))
    .filter((cells) => cells.some(({ type }) => type !== ''));
  const ranges = nodes(within(sheet, 'table:database-ranges')['table:database-range']);
  return {
    name: String(table['@table:name']),
    rows,
    filters: ranges
      .filter((range) => range['@table:display-filter-buttons'] === 'true')
      .map((range) => String(range['@table:target-range-address'])),
  };
}

/** White space that the format writes as elements. */
function withoutMarks(xml: string): string {
  return xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count?: string) => ' '.repeat(Number(count ?? 1)))
    .replaceAll('<text:tab/>', '\t');
}

/** Alike ones stand there once; of those to the right of the table, which fill the sheet, one is enough. */
function readCells(cell: Node): ForeignCell[] {
  const of = (name: string): string => String(cell[name] ?? '');
  const type = of('@office:value-type');
  const text = nodes(cell['text:p'])
    .map((line) => (typeof line === 'object' ? String(line['#text'] ?? '') : String(line)))
    .join('\n');
  const read = { type, text, value: of('@office:value') || of('@office:date-value'), formula: of('@table:formula') };
  const times = Number(cell['@table:number-columns-repeated'] ?? 1);
  return Array.from({ length: type === '' ? Math.min(times, 20) : times }, () => read);
}
