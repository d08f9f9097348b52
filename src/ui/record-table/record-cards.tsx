import { useTranslation } from 'react-i18next';
import type { RecordColumn } from './column.tsx';
import type { RecordTableProps } from './record-table.tsx';
import { RowActions } from './row-actions.tsx';
import { isInteractive } from './use-row-cursor.ts';

const FACTS = 3;

/** Rows under 768 px: identity, status, a few facts and an actions menu. */
export function RecordCards<Row extends object>(props: RecordTableProps<Row> & { rows: readonly Row[] }) {
  const { rows, columns, idOf, namespace, gone, selection, onSelection, actions, onPanel, label } = props;
  const { t } = useTranslation(namespace);
  const { t: tUi } = useTranslation('ui');
  const visible = columns.filter((column) => !props.layout.layout.hidden.includes(column.key));
  const identity = visible.find((column) => column.card === 'identity') ?? visible[0];
  const rest = visible.filter((column) => column !== identity && column.card !== 'none');
  const marks = rest.filter((column) => column.card === 'status');
  const declared = rest.filter((column) => column.card === 'fact');
  const facts = declared.length > 0 ? declared : rest.filter((column) => !marks.includes(column)).slice(0, FACTS);
  const titleOf = (column: RecordColumn<Row>) => column.title ?? t(`field.${column.key}`);

  return (
    <ul className="record-cards" aria-label={label}>
      {rows.map((row) => {
        const id = idOf(row);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: its button does the same for keys
          <li
            key={id}
            className={gone?.has(id) ? 'record-card record-gone' : 'record-card'}
            onClick={(event) => {
              const { currentTarget: card, target } = event;
              // its menu is drawn elsewhere
              if (!card.contains(target as Node) || isInteractive(target, card)) return;
              if (getSelection()?.isCollapsed !== false) onPanel?.(id);
            }}
          >
            <div className="record-card-head">
              {onSelection && (
                <label className="record-card-select">
                  <input
                    type="checkbox"
                    aria-label={tUi('table.select')}
                    checked={selection?.has(id) ?? false}
                    onChange={() => {
                      const next = new Set(selection);
                      if (!next.delete(id)) next.add(id);
                      onSelection(next);
                    }}
                  />
                </label>
              )}
              <strong>{identity?.cell(row)}</strong>
              {onPanel && (
                <button type="button" className="record-card-open" onClick={() => onPanel(id)}>
                  {tUi('table.details')}
                </button>
              )}
              {actions && <RowActions actions={actions(row)} collapsed />}
              {marks.length > 0 && (
                <div className="record-card-marks">
                  {marks.map((column) => {
                    const mark = column.cell(row);
                    // a mark that the record does not bear
                    return mark !== '–' && <span key={column.key}>{mark}</span>;
                  })}
                </div>
              )}
            </div>
            <dl>
              {facts.map((column) => (
                <div key={column.key}>
                  <dt>{titleOf(column)}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
