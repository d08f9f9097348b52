// Beginnings that spreadsheet programs take for a formula, with their full-width forms (security 11.5).
const FORMULA = '[=+\\-@＝＋－＠]';
// What a program may begin a new cell or row behind, whatever separator was chosen: it honours no quotes of another one.
const CELL_END = '[,;|\\t\\v\\f\\r\\n\\0\\u0085\\u2028\\u2029]';
// Line breaks, tabs and NUL at the very beginning count too, for programs drop them and look at what follows.
const DROPPED = '[\\t\\r\\n\\0]';

const UNGUARDED = new RegExp(`^'*(?=${DROPPED})|(?<=^|${CELL_END})["']*(?=${FORMULA})`, 'gu');
const GUARDED = new RegExp(`(?<=^'*)'(?=${DROPPED})|(?<=(?:^|${CELL_END})["']*)'(?=${FORMULA})`, 'gu');
/** Whether there is anything to do, which costs less to ask. */
const SUSPECT = new RegExp(`(?:^|${CELL_END})["']*${FORMULA}|^'*${DROPPED}`, 'u');

/**
 * A text as a cell of CSV: wherever a program could begin a cell with it and run it as a formula it gets an apostrophe
 * (practice 15), at its beginning and behind separators, tabs and line breaks. For texts only: numbers are written bare,
 * so that −12.50 stays a number.
 */
export function spreadsheetText(text: string): string {
  return SUSPECT.test(text) ? text.replace(UNGUARDED, "$&'") : text;
}

/** The text that was meant by a cell of our own CSV files: takes each guarding apostrophe away. */
export function textOfCell(cell: string): string {
  return SUSPECT.test(cell) ? cell.replace(GUARDED, '') : cell;
}
