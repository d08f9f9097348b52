import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { Segmented } from '../segmented/segmented.tsx';
import { useDrag } from '../sortable/use-drag.ts';
import type { ColumnPickerProps } from './column-picker.tsx';
import {
  arranged,
  type Density,
  identityOf,
  movedColumn,
  movedTo,
  ROW_HEIGHTS,
  type TableLayoutHandle,
  withPin,
} from './table-layout.ts';

const DENSITIES = Object.keys(ROW_HEIGHTS) as Density[];
const STEP = 24;

/** What is shown and in which order, pins and widths, each by pointer and by buttons (WCAG 2.5.7), height of rows, reset. */
export default function ColumnChoice<Row>({
  namespace,
  columns,
  layout: { layout, change, reset },
}: ColumnPickerProps<Row>) {
  const { t } = useTranslation('ui');
  const { t: tSlice } = useTranslation(namespace);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const rows = arranged(layout).flatMap((key) => byKey.get(key) ?? []);
  const drag = useDrag((from, to) => {
    const { key } = rows[from] ?? {};
    if (key !== undefined) change(movedTo(layout, key, to));
  });
  const move = (key: string, by: 1 | -1, from: HTMLElement) => {
    change(movedColumn(layout, key, by));
    // a line that goes to another place may lose the focus
    requestAnimationFrame(() => from.focus());
  };
  return (
    <>
      <Segmented
        label={t('table.density')}
        value={layout.density}
        options={DENSITIES.map((value) => ({ value, label: t(`table.densities.${value}`) }))}
        onChange={(density) => change({ ...layout, density })}
      />
      <ul>
        {rows.map(({ key, title, width }) => (
          <ColumnLine
            key={key}
            column={key}
            title={title ?? tSlice(`field.${key}`)}
            width={layout.widths[key] ?? width}
            layout={layout}
            change={change}
            onMove={(by, from) => move(key, by, from)}
            onDrag={drag}
          />
        ))}
      </ul>
      <Button kind="link" onClick={reset}>
        {t('table.reset')}
      </Button>
    </>
  );
}

interface ColumnLineProps extends Pick<TableLayoutHandle, 'layout' | 'change'> {
  column: string;
  title: string;
  width: number;
  onMove: (by: 1 | -1, from: HTMLElement) => void;
  onDrag: (event: PointerEvent) => void;
}

function ColumnLine({ column, title, width, layout, change, onMove, onDrag }: ColumnLineProps) {
  const { t } = useTranslation('ui');
  const isHidden = layout.hidden.includes(column);
  const isIdentity = column === identityOf(layout);
  const isPinned = isIdentity || layout.pinned.includes(column);
  const resize = (by: number) => change({ ...layout, widths: { ...layout.widths, [column]: width + by } });
  const mover = (icon: 'up' | 'down', label: string, by: 1 | -1) => (
    <IconButton
      small
      icon={icon}
      label={label}
      disabled={movedColumn(layout, column, by) === layout}
      onClick={(event) => onMove(by, event.currentTarget)}
    />
  );
  return (
    <li data-hidden={isHidden || undefined}>
      <IconButton
        small
        icon="grip"
        className="column-grip"
        label={t('table.drag', { title })}
        onPointerDown={onDrag}
        onKeyDown={(event) => {
          const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
          if (by === undefined) return;
          event.preventDefault();
          onMove(by, event.currentTarget);
        }}
      />
      <span className="column-title" data-tip-cut="">
        {title}
      </span>
      <span className="column-tools">
        <Button
          small
          kind="quiet"
          aria-label={t('table.narrower', { title })}
          disabled={width < 80}
          onClick={() => resize(-STEP)}
        >
          −
        </Button>
        <Button small kind="quiet" aria-label={t('table.wider', { title })} onClick={() => resize(STEP)}>
          +
        </Button>
        {mover('up', t('table.earlier', { title }), -1)}
        {mover('down', t('table.later', { title }), 1)}
      </span>
      <IconButton
        small
        icon="pin"
        className="column-pin"
        label={t('table.pin', { title })}
        aria-pressed={isPinned}
        reason={isIdentity ? t('table.pinnedFirst') : undefined}
        onClick={() => change(withPin(layout, column))}
      />
      <label className="column-eye" data-tip={t(isHidden ? 'table.show' : 'table.hide')}>
        <input
          type="checkbox"
          aria-label={title}
          checked={!isHidden}
          disabled={!isHidden && layout.order.length - layout.hidden.length <= 1}
          onChange={() =>
            change({
              ...layout,
              hidden: isHidden ? layout.hidden.filter((one) => one !== column) : [...layout.hidden, column],
            })
          }
        />
        <Icon name={isHidden ? 'eyeOff' : 'eye'} />
      </label>
    </li>
  );
}
