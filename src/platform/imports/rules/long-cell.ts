/** No field of ours is longer; what is longer was no cell of a person. In UTF-16 units, as JavaScript counts. */
export const MAX_CELL_LENGTH = 10_000;
const SHOWN = 100;

export const isTooLong = (cell: string): boolean => cell.length > MAX_CELL_LENGTH;

/** By what people know a cell again that is not kept: its beginning, cut between characters. */
export function beginOfCell(cell: string): string {
  return `${cell.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;
}
