import { useMemo } from 'react';
import { useMay } from '../allowed/allowed.tsx';
import { useLoadedTexts } from '../language/use-language.ts';
import type { RowAction } from '../record-actions/offered-actions.ts';
import { actionsInSight, type Collapsed } from './row-actions.tsx';

const [PADDING, GAP, MENU, STEP] = [24, 12, 28, 4];
/** While nothing is known of the rows. */
const USUAL = 132;
/** The rows of a list offer the same actions; more than these need not be asked. */
const ROWS_ASKED = 20;

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

function widthOf(label: string): number {
  let width = widths.get(label);
  if (width === undefined) {
    pen ??= document.createElement('canvas').getContext('2d');
    if (!pen) return USUAL / 2;
    pen.font = getComputedStyle(document.body).font;
    width = pen.measureText(label).width;
    widths.set(label, width);
  }
  return width;
}

/** Room in pixels for the widest actions of these rows, in the words of the language that is shown: with words, and all in a menu. */
export function useActionsWidth<Row>(
  rows: readonly Row[] | undefined,
  actions: ((row: Row) => readonly RowAction[]) | undefined,
): { open: number; collapsed: number } {
  const may = useMay();
  const texts = useLoadedTexts('ui');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `texts` changes with the language, and with it the labels
  return useMemo(
    () => ({ open: widest(rows, actions, may), collapsed: widest(rows, actions, may, 'several') }),
    [rows, actions, may, texts],
  );
}

function widest<Row>(
  rows: readonly Row[] | undefined,
  actions: ((row: Row) => readonly RowAction[]) | undefined,
  may: ReturnType<typeof useMay>,
  collapsed?: Collapsed,
): number {
  const needed = (actions ? (rows ?? []).slice(0, ROWS_ASKED) : []).map((row) => {
    const { seen, rest } = actionsInSight(actions?.(row) ?? [], may, collapsed);
    const parts = [...seen.map(({ label }) => widthOf(label)), ...(rest.length > 0 ? [MENU] : [])];
    return PADDING + parts.reduce((sum, part) => sum + part + GAP, -GAP);
  });
  return needed.length === 0 ? USUAL : Math.ceil(Math.max(...needed) / STEP) * STEP;
}
