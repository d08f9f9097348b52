import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { IconButton } from '../button/button.tsx';
import { OpenedPart } from '../opened-part/opened-part.tsx';
import { Popover } from '../placement/popover.tsx';
import type { RecordColumn } from './column.tsx';
import type { TableLayoutHandle } from './table-layout.ts';

export interface ColumnPickerProps<Row> {
  namespace: string;
  columns: readonly RecordColumn<Row>[];
  layout: TableLayoutHandle;
}

const load = () => import('./column-choice.tsx');
// what is listed has no rows: any kind of column will do
const ColumnChoice = lazyAgain<ColumnPickerProps<never>>(load);
const fetchIt = (): void => void load().catch(() => undefined);

/** The button of a table's columns; its popover is fetched when it is opened. */
export function ColumnPicker<Row>(props: ColumnPickerProps<Row>) {
  const { t } = useTranslation('ui');
  const [anchor, setAnchor] = useState<Element>();
  const close = () => setAnchor(undefined);
  return (
    <>
      <IconButton
        icon="columns"
        label={t('table.columns')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onPointerEnter={fetchIt}
        onFocus={fetchIt}
        onClick={(event) => {
          const button = event.currentTarget;
          setAnchor((open) => (open ? undefined : button));
        }}
      />
      <OpenedPart onClose={close}>
        {anchor && (
          <Popover
            anchor={anchor}
            align="end"
            onClose={close}
            className="column-picker"
            role="dialog"
            aria-label={t('table.columns')}
          >
            <ColumnChoice {...(props as ColumnPickerProps<never>)} />
          </Popover>
        )}
      </OpenedPart>
    </>
  );
}
