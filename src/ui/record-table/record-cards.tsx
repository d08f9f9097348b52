import { useTranslation } from 'react-i18next';
import type { RecordColumn } from './column.tsx';
import type { RecordTableProps } from './record-table.tsx';
import { RowActions } from './row-actions.tsx';

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
          <li key={id} className={gone?.has(id) ? 'record-card record-gone' : 'record-card'}>
            <div className="record-card-head">
              {onSelection && (
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
              )}
              <strong>{identity?.cell(row)}</strong>
              {actions && <RowActions actions={actions(row)} collapsed />}
              {marks.length > 0 && (
                <div className="record-card-marks">
                  {marks.map((column) => (
                    <span key={column.key}>{column.cell(row)}</span>
                  ))}
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
            {onPanel && (
              <button type="button" className="record-card-open" onClick={() => onPanel(id)}>
                {tUi('table.details')}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
