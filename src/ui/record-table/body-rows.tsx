import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type RefObject, useEffect } from 'react';
import { usePrinting } from '../print/use-printing.ts';
import { type LaidColumn, RecordRow } from './record-row.tsx';
import type { RecordTableProps } from './record-table.tsx';
import { ROW_HEIGHTS } from './table-layout.ts';

const VIRTUAL_FROM = 100;
const PRINTED_MAX = 1_000;
/** Rows before the end at which the next ones are asked for. */
const NEAR_END = 60;
/** Rows come and go in blocks, at both ends at once: half of the frames change nothing, and what changes fits into one. */
const BLOCK = 4;
/** Rows drawn beyond those in sight. */
const AHEAD = 4;
const NONE: ReadonlySet<string> = new Set();

export interface BodyRowsProps<Row extends object> extends RecordTableProps<Row> {
  rows: readonly Row[];
  ids: readonly string[];
  laid: readonly LaidColumn<Row>[];
  cursor: string | undefined;
  scroller: RefObject<HTMLDivElement | null>;
  reveal: RefObject<((index: number) => void) | undefined>;
  onSelect: (id: string, extend: boolean) => void;
}

/** Decides which rows are in sight; scrolling draws this part anew and nothing else. */
export function BodyRows<Row extends object>(props: BodyRowsProps<Row>) {
  const { rows, scroller, reveal, onEnd } = props;
  const rowHeight = ROW_HEIGHTS[props.layout.layout.density];
  // paper shows all rows, but for logs without an end
  const isPrinted = usePrinting() && rows.length <= PRINTED_MAX;
  const isVirtual = rows.length > VIRTUAL_FROM && !isPrinted;
  const virtual = useVirtualizer({
    count: Math.ceil(rows.length / BLOCK),
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight * BLOCK,
    overscan: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another density makes every row another height
  useEffect(() => virtual.measure(), [rowHeight]);
  useEffect(() => {
    reveal.current = (index) => isVirtual && virtual.scrollToIndex(Math.floor(index / BLOCK));
  });

  // From the first block in sight alone: what comes below and what goes above is then one change, not two.
  const top = (virtual.getVirtualItems()[0]?.index ?? 0) * BLOCK;
  const inSight = Math.ceil((virtual.scrollRect?.height ?? 0) / rowHeight);
  const first = isVirtual ? Math.max(0, top - AHEAD) : 0;
  const last = Math.min(rows.length, isVirtual ? top + BLOCK + inSight + AHEAD : Number.POSITIVE_INFINITY) - 1;
  const isNearEnd = last >= rows.length - NEAR_END;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when rows came and the end is still in sight
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, rows.length]);
  return (
    <DrawnRows
      rows={rows}
      ids={props.ids}
      laid={props.laid}
      cursor={props.cursor}
      offset={props.offset ?? 0}
      gone={props.gone ?? NONE}
      arrived={props.arrived ?? NONE}
      selection={props.selection ?? NONE}
      openId={props.openId}
      actions={props.actions}
      onSelect={props.onSelect}
      first={first}
      last={last}
      above={first * rowHeight}
      below={(rows.length - 1 - last) * rowHeight}
    />
  );
}

interface DrawnRowsProps<Row extends object>
  extends Pick<BodyRowsProps<Row>, 'rows' | 'ids' | 'laid' | 'cursor' | 'openId' | 'actions' | 'onSelect'> {
  offset: number;
  gone: ReadonlySet<string>;
  arrived: ReadonlySet<string>;
  selection: ReadonlySet<string>;
  first: number;
  last: number;
  /** Heights in pixels of what is not drawn. */
  above: number;
  below: number;
}

function PlainRows<Row extends object>(props: DrawnRowsProps<Row>) {
  const { rows, ids, laid, cursor, offset, gone, selection, openId, first, last } = props;
  const space = (height: number) =>
    height > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty spacer row is no control
      <tr aria-hidden="true" className="record-space">
        <td colSpan={laid.length} style={{ blockSize: height, padding: 0 }} />
      </tr>
    );
  return (
    <>
      {space(props.above)}
      {rows.slice(first, last + 1).map((row, at) => {
        const index = first + at;
        const id = ids[index] ?? '';
        return (
          <RecordRow
            key={id}
            row={row}
            id={id}
            index={index}
            rowIndex={offset + index + 2}
            columns={laid}
            isSelected={selection.has(id)}
            isCursor={cursor === id}
            isOpen={openId === id}
            isGone={gone.has(id)}
            isNew={props.arrived.has(id)}
            actions={props.actions}
            onSelect={props.onSelect}
          />
        );
      })}
      {space(props.below)}
    </>
  );
}

const DrawnRows = memo(PlainRows) as typeof PlainRows;
