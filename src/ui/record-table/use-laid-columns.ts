import { type ColumnDef, useTable } from '@tanstack/react-table';
import { type CSSProperties, type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#system/tenants/web/use-tenant.ts';
import { useMay } from '../allowed/allowed.tsx';
import { permitted } from '../record-actions/offered-actions.ts';
import { isForeignZone, zoneName } from '../time/format-time.ts';
import { browserNow } from '../time/now.ts';
import type { RecordColumn } from './column.tsx';
import { fitColumns, stuckColumns, withoutHalves } from './fit-columns.ts';
import { ACTIONS_COLUMN, type LaidColumn, SELECT_COLUMN } from './record-row.tsx';
import type { RecordTableProps } from './record-table.tsx';
import { features, type TableFeatures } from './table-features.ts';
import { arranged } from './table-layout.ts';
import { useRoom } from './use-room.ts';

const SELECT_WIDTH = 40;
/** A row's menu. */
const ACTIONS_WIDTH = 44;
/** The rows of a list offer the same actions; more than these need not be asked. */
const ROWS_ASKED = 20;
const NARROWEST = 56;
const WIDEST = 800;
const NO_DATA: never[] = [];

/** The column model: order, choice, widths and pins of the layout, as styles that rows and header share. */
export function useLaidColumns<Row extends object>(
  { columns, layout: { layout, change }, onSelection, actions, rows, namespace }: RecordTableProps<Row>,
  scroller: RefObject<HTMLElement | null>,
) {
  const { t, i18n } = useTranslation(namespace);
  const { timeZone } = useTenant();
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

  const definitions = useMemo(() => {
    const made: ColumnDef<TableFeatures, Row, unknown>[] = columns.map((column) => ({
      id: column.key,
      size: column.width,
      minSize: NARROWEST,
      maxSize: WIDEST,
    }));
    if (hasSelection) made.unshift({ id: SELECT_COLUMN, size: SELECT_WIDTH });
    if (hasActions) made.push({ id: ACTIONS_COLUMN, size: ACTIONS_WIDTH });
    return made;
  }, [columns, hasSelection, hasActions]);

  // The same object while nothing changed: the table keeps what it made of it.
  const state = useMemo(
    () => ({
      columnOrder: [SELECT_COLUMN, ...order, ACTIONS_COLUMN],
      columnVisibility: Object.fromEntries(layout.hidden.map((key) => [key, false])),
      columnSizing: { ...Object.fromEntries(fit), ...layout.widths },
      columnPinning: {
        start: hasSelection ? [SELECT_COLUMN, ...stuck] : stuck,
        end: hasActions ? [ACTIONS_COLUMN] : [],
      },
    }),
    [layout, fit, order, stuck, hasSelection, hasActions],
  );
  const table = useTable<TableFeatures, Row>({
    features,
    columns: definitions,
    data: NO_DATA,
    state,
  });

  const leafs = table.getVisibleLeafColumns();
  const isCut = (key: string): boolean => {
    const column = byKey.get(key);
    return column !== undefined && (!column.whole || (layout.widths[key] ?? column.width) < column.width);
  };
  const isTight = (key: string): boolean => (fit.get(key) ?? Number.POSITIVE_INFINITY) < (byKey.get(key)?.width ?? 0);
  // Rows are memoised on this list: it changes only when the layout does.
  const shape = leafs
    .map((leaf) => [leaf.id, leaf.getIsPinned(), leaf.getStart('start'), isCut(leaf.id), isTight(leaf.id)].join(':'))
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` is what the list depends on
  const laid = useMemo<readonly LaidColumn<Row>[]>(
    () =>
      leafs.map((leaf) => {
        const pin = leaf.getIsPinned();
        const column = byKey.get(leaf.id);
        // a property of its own: an inset would move a header cell that does not stick just now
        const style = pin
          ? ({ '--pin': `${pin === 'start' ? leaf.getStart('start') : leaf.getAfter('end')}px` } as CSSProperties)
          : undefined;
        const className = [
          column?.align === 'end' && 'align-end',
          pin && `record-pin record-pin-${pin}`,
          isCut(leaf.id) && 'record-cut',
          isTight(leaf.id) && 'record-tight',
          leaf.id === SELECT_COLUMN && 'record-select',
          leaf.id === ACTIONS_COLUMN && 'record-actions',
        ];
        return {
          key: leaf.id,
          column,
          style,
          className: className.filter(Boolean).join(' '),
        };
      }),
    [shape, byKey],
  );

  const now = browserNow();
  const zone = isForeignZone(now, timeZone) ? ` (${zoneName(now, timeZone, i18n.language)})` : '';
  return {
    table,
    laid,
    totalWidth: table.getTotalSize(),
    pinnedWidths: { start: table.getStartTotalSize(), end: table.getEndTotalSize() },
    titleOf: (column: RecordColumn<Row>) => (column.title ?? t(`field.${column.key}`)) + (column.isTime ? zone : ''),
    setWidth: (key: string, width: number) =>
      change({
        ...layout,
        widths: { ...layout.widths, [key]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) },
      }),
  };
}
