// Beginnings that spreadsheet programs take for a formula, with their full-width forms (security 11.5). Line breaks,
// tabs and NUL count, for programs drop them and look at what follows.
const FORMULA_START = /^[=+\-@\t\r\n\0＝＋－＠]/;

/**
 * A text as a cell of CSV or XLSX: what could be run as a formula gets an apostrophe in front (practice 15). For texts
 * only: numbers are written bare, so that −12.50 stays a number.
 */
export function spreadsheetText(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** The text that a person meant by a cell of our own exports: takes one guarding apostrophe away. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell.slice(1)) ? cell.slice(1) : cell;
}
