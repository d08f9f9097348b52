import { type CSSProperties, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/icon.tsx';
import { nextSort, type Sort } from './sort.ts';

const STEP = 16;

export interface HeaderCellProps {
  column: string;
  width: number;
  title: string;
  sortBy: string | undefined;
  sort: Sort | undefined;
  onSort: ((sort: Sort | undefined) => void) | undefined;
  onWidth: (column: string, width: number) => void;
  className: string;
  style: CSSProperties | undefined;
}

function PlainHeaderCell(props: HeaderCellProps) {
  const { column, width, title, sortBy, sort, onSort, className, style } = props;
  const { t } = useTranslation('ui');
  const onWidth = (next: number) => props.onWidth(column, next);
  const order = sortBy !== undefined && sort?.by === sortBy ? sort.order : undefined;
  return (
    <th
      scope="col"
      className={className}
      style={style}
      aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {sortBy !== undefined && onSort ? (
        <button
          type="button"
          className="record-sort"
          data-tip={t('table.sortHint')}
          onClick={() => onSort(nextSort(sort, sortBy))}
          onKeyDown={(event) => {
            const by = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key];
            if (by === undefined || !event.shiftKey) return;
            event.preventDefault();
            onWidth(width + by);
          }}
        >
          <span>{title}</span>
          <Icon name={order === 'asc' ? 'arrowUp' : order === 'desc' ? 'arrowDown' : 'sort'} size={14} />
        </button>
      ) : (
        <span>{title}</span>
      )}
      <span
        className="record-resize"
        aria-hidden="true"
        onPointerDown={(event) => {
          event.preventDefault();
          const grip = event.currentTarget;
          const from = { x: event.clientX, width };
          const direction = getComputedStyle(grip).direction === 'rtl' ? -1 : 1;
          grip.setPointerCapture(event.pointerId);
          const moved = (move: PointerEvent) => onWidth(from.width + direction * (move.clientX - from.x));
          grip.addEventListener('pointermove', moved);
          grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', moved), {
            once: true,
          });
        }}
      />
    </th>
  );
}

/** Drawn again when its own column changed, and not with every row that is ticked. */
export const HeaderCell = memo(PlainHeaderCell);
