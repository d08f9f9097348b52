import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/button.tsx';
import { Popover } from '../placement/popover.tsx';
import { Segmented } from '../segmented/segmented.tsx';
import type { RecordColumn } from './column.tsx';
import {
  arranged,
  type Density,
  identityOf,
  movedColumn,
  ROW_HEIGHTS,
  type TableLayoutHandle,
  withPin,
} from './table-layout.ts';

const DENSITIES = Object.keys(ROW_HEIGHTS) as Density[];
const STEP = 24;

export interface ColumnPickerProps<Row> {
  namespace: string;
  columns: readonly RecordColumn<Row>[];
  layout: TableLayoutHandle;
}

/** Show and hide, pins, order and width by buttons (WCAG 2.5.7), height of rows, reset. */
export function ColumnPicker<Row>({ namespace, columns, layout: { layout, change, reset } }: ColumnPickerProps<Row>) {
  const { t } = useTranslation('ui');
  const { t: tSlice } = useTranslation(namespace);
  const [anchor, setAnchor] = useState<Element>();
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const toggle = (key: string) =>
    change({
      ...layout,
      hidden: layout.hidden.includes(key) ? layout.hidden.filter((one) => one !== key) : [...layout.hidden, key],
    });
  return (
    <>
      <IconButton
        icon="columns"
        label={t('table.columns')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => {
          const button = event.currentTarget;
          setAnchor((open) => (open ? undefined : button));
        }}
      />
      {anchor && (
        <Popover
          anchor={anchor}
          align="end"
          onClose={() => setAnchor(undefined)}
          className="column-picker"
          role="dialog"
          aria-label={t('table.columns')}
        >
          <Segmented
            label={t('table.density')}
            value={layout.density}
            options={DENSITIES.map((value) => ({ value, label: t(`table.densities.${value}`) }))}
            onChange={(density) => change({ ...layout, density })}
          />
          <ul>
            {arranged(layout).map((key) => {
              const column = byKey.get(key);
              if (!column) return null;
              const title = column.title ?? tSlice(`field.${key}`);
              const width = layout.widths[key] ?? column.width;
              const resize = (by: number) => change({ ...layout, widths: { ...layout.widths, [key]: width + by } });
              const isHidden = layout.hidden.includes(key);
              const isIdentity = key === identityOf(layout);
              const isPinned = isIdentity || layout.pinned.includes(key);
              const [earlier, later] = [movedColumn(layout, key, -1), movedColumn(layout, key, 1)];
              return (
                <li key={key}>
                  <label>
                    <input
                      type="checkbox"
                      checked={!isHidden}
                      disabled={!isHidden && layout.order.length - layout.hidden.length <= 1}
                      onChange={() => toggle(key)}
                    />
                    <span>{title}</span>
                  </label>
                  <IconButton
                    small
                    icon="pin"
                    label={t('table.pin', { title })}
                    aria-pressed={isPinned}
                    reason={isIdentity ? t('table.pinnedFirst') : undefined}
                    onClick={() => change(withPin(layout, key))}
                  />
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
                  <IconButton
                    small
                    icon="up"
                    label={t('table.earlier', { title })}
                    disabled={earlier === layout}
                    onClick={() => change(earlier)}
                  />
                  <IconButton
                    small
                    icon="down"
                    label={t('table.later', { title })}
                    disabled={later === layout}
                    onClick={() => change(later)}
                  />
                </li>
              );
            })}
          </ul>
          <Button kind="link" onClick={reset}>
            {t('table.reset')}
          </Button>
        </Popover>
      )}
    </>
  );
}
