import { type CSSProperties, memo, useLayoutEffect, useRef } from 'react';
import { useLoadedTexts } from '../language/use-language.ts';
import type { RowAction } from '../record-actions/offered-actions.ts';
import type { RecordColumn } from './column.tsx';
import { RowActions } from './row-actions.tsx';

export const SELECT_COLUMN = '#select';
export const ACTIONS_COLUMN = '#actions';

/** A column as the table laid it out. */
export interface LaidColumn<Row> {
  readonly key: string;
  readonly column: RecordColumn<Row> | undefined;
  readonly style: CSSProperties | undefined;
  readonly className: string;
}

export interface RecordRowProps<Row> {
  row: Row;
  id: string;
  index: number;
  rowIndex: number;
  columns: readonly LaidColumn<Row>[];
  isSelected: boolean;
  isCursor: boolean;
  isOpen: boolean;
  isGone: boolean;
  /** A live update has just brought it into sight. */
  isNew: boolean;
  actions: ((row: Row) => readonly RowAction[]) | undefined;
  onSelect: (id: string, extend: boolean) => void;
}

const FLASH_MS = 1_000;
const wantsCalm = matchMedia('(prefers-reduced-motion: reduce)');

function flash(cell: HTMLElement | undefined): void {
  cell?.animate([{ backgroundColor: 'var(--flash)' }, {}], { duration: FLASH_MS, easing: 'ease-in' });
}

function PlainRow<Row>(props: RecordRowProps<Row>) {
  const { row, id, index, columns, isSelected, isCursor, isOpen, isGone, isNew, actions, onSelect } = props;
  const t = useLoadedTexts('ui');
  const line = useRef<HTMLTableRowElement>(null);
  const before = useRef(row);

  useLayoutEffect(() => {
    const earlier = before.current;
    before.current = row;
    if (earlier === row || wantsCalm.matches) return;
    // Changed cells flash once. The values are compared, so that a repeated answer flashes nothing.
    for (const [at, { column }] of columns.entries()) {
      if (!column || Object.is(column.value(earlier), column.value(row))) continue;
      flash(line.current?.cells[at]);
    }
  }, [row, columns]);

  useLayoutEffect(() => {
    if (isNew && !wantsCalm.matches) for (const cell of line.current?.cells ?? []) flash(cell);
  }, [isNew]);

  return (
    <tr
      ref={line}
      data-index={index}
      data-id={id}
      aria-rowindex={props.rowIndex}
      aria-selected={isSelected || undefined}
      aria-current={isOpen || undefined}
      tabIndex={isCursor ? 0 : -1}
      className={isGone ? 'record-gone' : undefined}
      data-tip={isGone ? t('table.gone') : undefined}
    >
      {columns.map(({ key, column, style, className }) => (
        <td key={key} style={style} className={className}>
          {column ? (
            column.cell(row)
          ) : key === SELECT_COLUMN ? (
            <label>
              <input
                type="checkbox"
                checked={isSelected}
                aria-label={t('table.select')}
                tabIndex={isCursor ? 0 : -1}
                onClick={(event) => onSelect(id, event.shiftKey)}
                onChange={() => undefined}
              />
            </label>
          ) : (
            actions && <RowActions actions={actions(row)} />
          )}
        </td>
      ))}
    </tr>
  );
}

/** A row draws anew only when something of its own changed: a tick among 200 rows touches one. */
export const RecordRow = memo(PlainRow) as typeof PlainRow;
