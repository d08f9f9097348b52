import { stylesXml } from '../rules/sheet-style.ts';
import { sheetWidths } from '../rules/sheet-widths.ts';
import { columnLetters, type SheetCell, sheetEndXml, sheetHeadXml, sheetRowXml } from '../rules/sheet-xml.ts';
import { zipBytes } from './zip-bytes.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const ROOT = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const SHEET_BEGIN = `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`;

/** Excel's own limits: a name of 31 characters without these. */
const MAX_NAME = 31;
const NOT_IN_NAMES = /[[\]:*?/\\&<>"\p{Cc}]|^'|'$/gu;

/** How a workbook shows times. */
export interface SheetTimes {
  /** The tenant's pattern, such as `dd.MM.yyyy HH:mm:ss`. */
  readonly pattern: string;
  /** The head of a column of times, which says whose clocks they are on. */
  head(text: string): string;
}

export interface Sheet {
  readonly name: string;
  /** Needed where there are times. */
  readonly times?: SheetTimes;
  readonly head: readonly string[];
  readonly batches: AsyncIterable<readonly (readonly SheetCell[])[]>;
}

/** A sheet and its number of rows, which is known once they are written. */
interface WrittenSheet {
  readonly sheet: Sheet;
  rows: number;
}

/**
 * A workbook, row by row as batches come (decision 13): the head row of each sheet stays in sight and filters, columns are
 * as wide as their first rows want. At most 1,048,576 rows a sheet, which Excel reads.
 */
export function workbookBytes(...sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const all = sheets.map((sheet): WrittenSheet => ({ sheet, rows: 1 }));
  const pattern = sheets.find(({ times }) => times)?.times?.pattern ?? '';
  return zipBytes([
    { path: '[Content_Types].xml', content: [Buffer.from(typesXml(sheets.length))] },
    { path: '_rels/.rels', content: [Buffer.from(ROOT)] },
    { path: 'xl/_rels/workbook.xml.rels', content: [Buffer.from(partsXml(sheets.length))] },
    { path: 'xl/styles.xml', content: [Buffer.from(DECLARATION + stylesXml(pattern))] },
    ...all.map((one, at) => ({ path: `xl/worksheets/sheet${at + 1}.xml`, content: sheetBytes(one) })),
    // last, for it says how far the filters reach
    { path: 'xl/workbook.xml', content: workbookXml(all) },
  ]);
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

function typesXml(count: number): string {
  const sheets = numbers(count).map(
    (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${CONTENT}.worksheet+xml"/>`,
  );
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>${sheets.join('')}<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`;
}

function partsXml(count: number): string {
  const sheets = numbers(count).map(
    (number) =>
      `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${sheets.join('')}<Relationship Id="rId${count + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;
}

function* workbookXml(all: readonly WrittenSheet[]): Generator<Uint8Array> {
  const names = all.map(({ sheet }) => sheet.name.replace(NOT_IN_NAMES, ' ').slice(0, MAX_NAME));
  const sheets = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const filters = all.map(({ sheet, rows }, at) => {
    const last = `$${columnLetters(sheet.head.length - 1)}$${rows}`;
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${names[at]?.replaceAll("'", "''")}'!$A$1:${last}</definedName>`;
  });
  yield Buffer.from(
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`,
  );
}

async function* sheetBytes(written: WrittenSheet): AsyncGenerator<Uint8Array> {
  const { head, batches, times } = written.sheet;
  const letters = head.map((_, column) => columnLetters(column));
  let begun = false;
  const begin = (rows: readonly (readonly SheetCell[])[]): string => {
    begun = true;
    const titles = head.map((text, column) => (times && isTime(rows[0]?.[column]) ? times.head(text) : text));
    const widths = sheetWidths(titles, rows, times?.pattern ?? '').map(
      (width, column) => `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`,
    );
    return `${SHEET_BEGIN}<cols>${widths.join('')}</cols><sheetData>${sheetHeadXml(letters, titles, rows[0] ?? [])}`;
  };
  for await (const rows of batches) {
    let xml = begun ? '' : begin(rows);
    for (const cells of rows) {
      written.rows += 1;
      xml += sheetRowXml(written.rows, letters, cells);
    }
    yield Buffer.from(xml);
  }
  const all = `A1:${letters.at(-1)}${written.rows}`;
  yield Buffer.from(`${begun ? '' : begin([])}</sheetData>${sheetEndXml(all)}</worksheet>`);
}

const isTime = (cell: SheetCell | undefined): boolean =>
  cell != null && typeof cell === 'object' && cell.look === 'time';
