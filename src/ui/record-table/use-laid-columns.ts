import { type CSSProperties, type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../allowed/allowed.tsx';
import { permitted } from '../record-actions/offered-actions.ts';
import { useZoneNote } from '../time/time.tsx';
import type { RecordColumn } from './column.tsx';
import { fitColumns, stuckColumns, withoutHalves } from './fit-columns.ts';
import { bounded, placeColumns, widthOf } from './place-columns.ts';
import { ACTIONS_COLUMN, type LaidColumn, SELECT_COLUMN } from './record-row.tsx';
import type { RecordTableProps } from './record-table.tsx';
import { arranged } from './table-layout.ts';
import { useRoom } from './use-room.ts';

const SELECT_WIDTH = 40;
/** A row's menu. */
const ACTIONS_WIDTH = 44;
/** The rows of a list offer the same actions; more than these need not be asked. */
const ROWS_ASKED = 20;
const NONE: never[] = [];

/** Order, choice, widths and pins of the layout, as styles that rows and header share. */
export function useLaidColumns<Row extends object>(
  { columns, layout: { layout, change }, onSelection, actions, rows, namespace }: RecordTableProps<Row>,
  scroller: RefObject<HTMLElement | null>,
) {
  const { t } = useTranslation(namespace);
  const hasSelection = onSelection !== undefined;
  const may = useMay();
  // where the reader may do nothing, nothing keeps room for it
  const hasActions = useMemo(
    () =>
      actions !== undefined &&
      (rows === undefined || rows.slice(0, ROWS_ASKED).some((row) => permitted(actions(row), may).length > 0)),
    [actions, rows, may],
  );
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  const room = useRoom(scroller) - (hasSelection ? SELECT_WIDTH : 0);
  const { fit, order, stuck } = useMemo(() => {
    const order = arranged(layout);
    const shown = order.flatMap((key) => {
      const column = layout.hidden.includes(key) ? undefined : byKey.get(key);
      // a width that the reader chose stays
      const chosen = layout.widths[key];
      return column ? [chosen === undefined ? column : { key, width: chosen, isChosen: true }] : [];
    });
    const left = hasActions ? room - ACTIONS_WIDTH : room;
    const fit = withoutHalves(shown, fitColumns(shown, left), left);
    const fitted = shown.map(({ key, width }) => ({ key, width: fit.get(key) ?? width }));
    return { fit, order, stuck: stuckColumns(fitted, layout.pinned, room) };
  }, [layout, byKey, room, hasActions]);

  const placed = useMemo(() => {
    const known = [...order, ...columns.map(({ key }) => key).filter((key) => !order.includes(key))];
    return placeColumns({
      before: hasSelection ? [{ key: SELECT_COLUMN, width: SELECT_WIDTH }] : NONE,
      columns: known.flatMap((key) => {
        const column = layout.hidden.includes(key) ? undefined : byKey.get(key);
        return column ? [{ key, width: layout.widths[key] ?? fit.get(key) ?? column.width }] : NONE;
      }),
      stuck,
      after: hasActions ? [{ key: ACTIONS_COLUMN, width: ACTIONS_WIDTH }] : NONE,
    });
  }, [layout, columns, byKey, fit, order, stuck, hasSelection, hasActions]);

  const isCut = (key: string): boolean => {
    const column = byKey.get(key);
    return column !== undefined && (!column.whole || (layout.widths[key] ?? column.width) < column.width);
  };
  const isTight = (key: string): boolean => (fit.get(key) ?? Number.POSITIVE_INFINITY) < (byKey.get(key)?.width ?? 0);
  // Rows are memoised on this list: it changes only when the layout does, and not with a width.
  const shape = placed.map(({ key, pin, offset }) => [key, pin, offset, isCut(key), isTight(key)].join(':')).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` is what the list depends on
  const laid = useMemo<readonly LaidColumn<Row>[]>(
    () =>
      placed.map(({ key, pin, offset }) => {
        const column = byKey.get(key);
        // a property of its own: an inset would move a header cell that does not stick just now
        const style = pin ? ({ '--pin': `${offset}px` } as CSSProperties) : undefined;
        const className = [
          column?.align === 'end' && 'align-end',
          pin && `record-pin record-pin-${pin}`,
          isCut(key) && 'record-cut',
          isTight(key) && 'record-tight',
          key === SELECT_COLUMN && 'record-select',
          key === ACTIONS_COLUMN && 'record-actions',
        ];
        return { key, column, style, className: className.filter(Boolean).join(' ') };
      }),
    [shape, byKey],
  );

  const zone = useZoneNote();
  return {
    laid,
    /** In the order of `laid`. */
    widths: placed.map(({ width }) => width),
    totalWidth: widthOf(placed),
    pinnedWidths: { start: widthOf(placed, 'start'), end: widthOf(placed, 'end') },
    titleOf: (column: RecordColumn<Row>) => (column.title ?? t(`field.${column.key}`)) + (column.isTime ? zone : ''),
    setWidth: (key: string, width: number) =>
      change({ ...layout, widths: { ...layout.widths, [key]: Math.round(bounded(width)) } }),
  };
}
