import { columnLetters, type SheetCell, sheetRowXml } from '../rules/sheet-xml.ts';
import { zipBytes } from './zip-bytes.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const TYPES = `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`;
const ROOT = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const PARTS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;
const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
const SHEET_BEGIN = `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData>`;
const SHEET_END = '</sheetData></worksheet>';

/** Excel's own limits: a name of 31 characters without these. */
const MAX_NAME = 31;
const NOT_IN_NAMES = /[[\]:*?/\\&<>"\p{Cc}]|^'|'$/gu;

/**
 * A workbook of one sheet with a frozen head row, row by row as batches come (decision 13). At most 1,048,576 rows,
 * which Excel reads.
 */
export function workbookBytes(
  name: string,
  head: readonly string[],
  batches: AsyncIterable<readonly (readonly SheetCell[])[]>,
): AsyncGenerator<Uint8Array> {
  const sheetName = name.replace(NOT_IN_NAMES, ' ').slice(0, MAX_NAME);
  const workbook = `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  return zipBytes([
    { path: '[Content_Types].xml', content: [Buffer.from(TYPES)] },
    { path: '_rels/.rels', content: [Buffer.from(ROOT)] },
    { path: 'xl/workbook.xml', content: [Buffer.from(workbook)] },
    { path: 'xl/_rels/workbook.xml.rels', content: [Buffer.from(PARTS)] },
    { path: 'xl/styles.xml', content: [Buffer.from(STYLES)] },
    { path: 'xl/worksheets/sheet1.xml', content: sheetBytes(head, batches) },
  ]);
}

async function* sheetBytes(
  head: readonly string[],
  batches: AsyncIterable<readonly (readonly SheetCell[])[]>,
): AsyncGenerator<Uint8Array> {
  const letters = head.map((_, column) => columnLetters(column));
  let row = 1;
  yield Buffer.from(SHEET_BEGIN + sheetRowXml(row, letters, head));
  for await (const rows of batches) {
    let xml = '';
    for (const cells of rows) {
      row += 1;
      xml += sheetRowXml(row, letters, cells);
    }
    yield Buffer.from(xml);
  }
  yield Buffer.from(SHEET_END);
}
