import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from './column.tsx';
import type { RecordTableProps } from './record-table.tsx';
import { RowActions } from './row-actions.tsx';
import { isInteractive } from './use-row-cursor.ts';

const FACTS = 3;

/** A record in two lines, where a list says what its readers look for on the way. */
export interface ShortCard {
  /** What it is: the link to its page. */
  readonly title: ReactNode;
  /** At the end of the first line, such as an amount. */
  readonly end?: ReactNode;
  /** The second line: state, time, place. */
  readonly facts: readonly ReactNode[];
}

/** A fact that is wider in its table has a line of its own, in pixels. */
const SHARES_A_LINE = 320;

/** Rows under 768 px: identity, status, a few facts and an actions menu. */
export function RecordCards<Row extends object>(props: RecordTableProps<Row> & { rows: readonly Row[] }) {
  const { rows, columns, idOf, namespace, gone, selection, onSelection, actions, onPanel, label, card, picture } =
    props;
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
    <ul className={picture ? 'record-cards record-tiles' : 'record-cards'} aria-label={label}>
      {rows.map((row) => {
        const id = idOf(row);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: its button does the same for keys
          <li
            key={id}
            className={gone?.has(id) ? 'record-card record-gone' : 'record-card'}
            onClick={(event) => {
              const { currentTarget, target } = event;
              // its menu is drawn elsewhere
              if (!currentTarget.contains(target as Node) || isInteractive(target, currentTarget)) return;
              if (getSelection()?.isCollapsed !== false) onPanel?.(id);
            }}
          >
            {picture && <div className="record-tile-picture">{picture(row)}</div>}
            {card ? (
              <ShortCardContent {...card(row)} actions={actions && <RowActions actions={actions(row)} isMenuOnly />} />
            ) : (
              <>
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
                  {actions && <RowActions actions={actions(row)} isMenuOnly />}
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
                    <div key={column.key} data-wide={column.width > SHARES_A_LINE || undefined}>
                      <dt>{titleOf(column)}</dt>
                      <dd>{column.cell(row)}</dd>
                    </div>
                  ))}
                </dl>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function ShortCardContent({ title, end, facts, actions }: ShortCard & { actions: ReactNode }) {
  return (
    <div className="short-card">
      <strong data-tip-cut="">{title}</strong>
      <span className="short-card-end">{end}</span>
      {actions}
      <p>
        {facts
          .filter((fact) => fact !== null && fact !== undefined && fact !== false)
          .map((fact, index) => (
            <span key={index}>{fact}</span>
          ))}
      </p>
    </div>
  );
}
