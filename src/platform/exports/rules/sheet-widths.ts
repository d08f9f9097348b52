import type { SheetCell } from './sheet-xml.ts';

const NARROWEST = 8;
const WIDEST = 60;
/** The arrow of the filter, and a little air. */
const HEAD_MORE = 4;
const CELL_MORE = 2;
// Signs that take the place of two: those of Chinese, Japanese and Korean, full-width forms, pictures.
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\p{Emoji_Presentation}\u{20000}-\u{3fffd}]/gu;

/** Widths of columns in signs, by their heads and some rows; a very long text does not push the others out of sight. */
export function sheetWidths(
  head: readonly string[],
  rows: readonly (readonly SheetCell[])[],
  timePattern: string,
): number[] {
  return head.map((text, column) => {
    const widths = rows.map((cells) => widthOf(cells[column] ?? null, timePattern) + CELL_MORE);
    const wanted = widths.reduce((most, width) => Math.max(most, width), signs(text) + HEAD_MORE);
    return Math.min(WIDEST, Math.max(NARROWEST, wanted));
  });
}

function widthOf(cell: SheetCell, timePattern: string): number {
  if (cell === null) return 0;
  if (typeof cell === 'string') return cell.split('\n').reduce((most, line) => Math.max(most, signs(line)), 0);
  if (cell.look === 'time') return signs(timePattern);
  return Math.ceil(cell.decimal.length * (4 / 3));
}

function signs(text: string): number {
  const start = text.slice(0, WIDEST);
  return start.length + (start.match(WIDE)?.length ?? 0);
}
