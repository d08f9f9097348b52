import { type NumberLook, STYLE_OF } from './sheet-style.ts';

/** A number as exact decimal text (`12.50`); an empty one is an empty place of a column of such numbers. */
export interface NumberCell {
  readonly decimal: string;
  readonly look?: NumberLook;
}

/** What a sheet holds in one place: a text, a number or nothing. */
export type SheetCell = string | NumberCell | null;

const LETTERS = 26;
/** Excel's limit of one cell, in UTF-16 units: it takes a workbook with a longer text for a damaged one. */
const MAX_TEXT = 32_767;
// What XML would read differently or not at all, what a program would trim, and what looks like an escape of Excel's.
const NOT_PLAIN = /[&<>\p{Cc}\ufffe\uffff]|_x[\dA-Fa-f]{4}_|^\s|\s$/u;
const ESCAPED = /[&<>\ufffe\uffff]|(?![\n\t])\p{Cc}|_(?=x[\dA-Fa-f]{4}_)/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const TEXT = `" s="${STYLE_OF.text}" t="inlineStr"><is>`;

/** The letters of a column, the first of which is 0: `A` … `Z`, `AA` …. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % LETTERS));
  return column < LETTERS ? last : columnLetters(Math.floor(column / LETTERS) - 1) + last;
}

/**
 * One row of a sheet as SpreadsheetML. A text is always a text, whatever it looks like (security 11.5): it cannot become a
 * formula. Characters that XML cannot hold are written as Excel writes them (`_x0000_`), and of a text that is too long
 * for a cell its beginning. Rows begin with 1.
 */
export function sheetRowXml(row: number, letters: readonly string[], cells: readonly SheetCell[]): string {
  let xml = `<row r="${row}">`;
  for (let column = 0; column < cells.length; column += 1) {
    const cell = cells[column];
    if (typeof cell === 'string') {
      if (cell !== '') xml += `<c r="${letters[column]}${row}${TEXT}${textXml(cell)}</is></c>`;
    } else if (cell && cell.decimal !== '' && Number.isFinite(Number(cell.decimal))) {
      xml += `<c r="${letters[column]}${row}" s="${STYLE_OF[cell.look ?? 'plain']}"><v>${cell.decimal}</v></c>`;
    }
  }
  return `${xml}</row>`;
}

/** The first row, which names the columns: those of amounts and counts, as a row of them shows, above their end. */
export function sheetHeadXml(letters: readonly string[], head: readonly string[], row: readonly SheetCell[]): string {
  const cells = head.map((text, column) => {
    const cell = row[column];
    const isFigure = typeof cell === 'object' && cell !== null && cell.look !== 'time';
    const style = STYLE_OF[isFigure ? 'headEnd' : 'head'];
    return `<c r="${letters[column]}1" s="${style}" t="inlineStr"><is>${textXml(text)}</is></c>`;
  });
  return `<row r="1">${cells.join('')}</row>`;
}

/**
 * What follows the rows: the filter of the head row, and that codes of digits alone are meant as texts, so that no program
 * offers to make numbers of them. `all` is the range of all rows, such as `A1:C7`.
 */
export function sheetEndXml(all: string): string {
  return `<autoFilter ref="${all}"/><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors>`;
}

function textXml(whole: string): string {
  const text = whole.length > MAX_TEXT ? whole.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '') : whole;
  if (!NOT_PLAIN.test(text)) return `<t>${text}</t>`;
  return `<t xml:space="preserve">${text.replace(ESCAPED, (found) => ENTITIES[found] ?? excelEscape(found))}</t>`;
}

const excelEscape = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
