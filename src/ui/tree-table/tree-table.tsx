import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import type { RowAction } from '../record-actions/offered-actions.ts';
import type { RecordColumn } from '../record-table/column.tsx';
import { RowActions } from '../record-table/row-actions.tsx';
import { useIsNarrow } from '../record-table/use-media.ts';
import { isInteractive } from '../record-table/use-row-cursor.ts';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { type TreeLine, treeLines, treeStep } from './tree-lines.ts';
import { type Fetched, useLazyChildren } from './use-lazy-children.ts';
import './tree-table.css';

export interface TreeTableProps<Row extends object> {
  /** Spoken name of the table. */
  label: string;
  /** The slice whose texts name the columns: `field.<key>`. */
  namespace: string;
  /** The first one shows the tree. Under 768 px those with `card: 'none'` are left out. */
  columns: readonly RecordColumn<Row>[];
  /** Those at the top. */
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** A row in words. */
  nameOf: (row: Row) => string;
  /** The rows below one, where they came with it. */
  childrenOf?: (row: Row) => readonly Row[] | undefined;
  /** Is something below it that has to be fetched? */
  hasMore?: (row: Row) => boolean;
  load?: (row: Row) => Promise<readonly Row[]>;
  /** Rows that are open at first, by id; those at the top unless given. */
  open?: readonly string[];
  /** Those that are open, where the page keeps them itself; `onTurn` reports every change. */
  openIds?: ReadonlySet<string>;
  onTurn?: (id: string, isOpen: boolean) => void;
  /** The quick look at a row: by a click on its free area, or Enter. */
  onPanel?: (id: string) => void;
  /** The row that it shows. */
  shownId?: string | undefined;
  actions?: (row: Row) => readonly RowAction[];
  /** Shown when there are no rows. */
  empty?: ReactNode;
}

const ACTIONS_WIDTH = 56;

/** Rows with rows below them: a treegrid whose rows open and close by pointer and by the arrow keys. */
export function TreeTable<Row extends object>(props: TreeTableProps<Row>) {
  const { label, rows, idOf, childrenOf, hasMore, load, actions, onPanel } = props;
  const { t } = useTranslation('ui');
  const { t: tSlice } = useTranslation(props.namespace);
  const isNarrow = useIsNarrow();
  const columns = isNarrow ? props.columns.filter(({ card }) => card !== 'none') : props.columns;
  const [own, setOwn] = useState<ReadonlySet<string>>(() => new Set(props.open ?? rows.map(idOf)));
  const open = props.openIds ?? own;
  const [cursor, setCursor] = useState<string>();
  const body = useRef<HTMLTableSectionElement>(null);
  const { fetched, fetchBelow } = useLazyChildren(load);
  const below = (row: Row): readonly Row[] | undefined => {
    const later = fetched.get(idOf(row));
    return childrenOf?.(row) ?? (typeof later === 'object' ? later : undefined);
  };
  const isUnknown = (row: Row): boolean => below(row) === undefined && (hasMore?.(row) ?? false);
  const lines = treeLines(rows, { idOf, childrenOf: below, hasMore: isUnknown }, open);
  const at = Math.max(
    0,
    lines.findIndex(({ id }) => id === cursor),
  );
  const turn = ({ id, row }: TreeLine<Row>, isOpen: boolean) => {
    props.onTurn?.(id, isOpen);
    setOwn((now) => new Set(isOpen ? [...now, id] : [...now].filter((one) => one !== id)));
    if (isOpen && isUnknown(row)) void fetchBelow(id, row);
  };
  const pressed = (event: KeyboardEvent) => {
    const isRow = event.target instanceof HTMLTableRowElement;
    const step = isRow && !event.altKey && !event.ctrlKey && !event.metaKey && treeStep(lines, at, event.key);
    const line = lines[at];
    if (isRow && event.key === 'Enter' && line && onPanel) onPanel(line.id);
    else if (!step || !line) return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) return;
    if ('open' in step) return turn(line, step.open);
    setCursor(lines[step.go]?.id);
    body.current?.querySelectorAll<HTMLElement>('tr[aria-level]')[step.go]?.focus();
  };
  if (rows.length === 0) return props.empty;
  const width = columns.length + (actions ? 1 : 0);
  return (
    <div className="tree-table-scroll">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows open is a treegrid (ARIA Authoring Practices) */}
      <table className="tree-table" role="treegrid" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ key, title, align, width: own }, at) => (
              <th key={key} scope="col" data-align={align} style={at === 0 ? undefined : { inlineSize: own }}>
                {title ?? tSlice(`field.${key}`)}
              </th>
            ))}
            {actions && (
              <th scope="col" style={{ inlineSize: ACTIONS_WIDTH }}>
                <span className="hidden-text">{t('table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={pressed}>
          {lines.map((line, index) => (
            <Fragment key={line.id}>
              <TreeRow
                line={line}
                name={props.nameOf(line.row)}
                columns={columns}
                actions={actions}
                isCursor={index === at}
                isShown={line.id === props.shownId}
                onPanel={onPanel}
                onFocus={() => setCursor(line.id)}
                onTurn={(isOpen) => turn(line, isOpen)}
              />
              {line.isOpen && (
                <LaterRow
                  state={fetched.get(line.id)}
                  level={line.level + 1}
                  width={width}
                  onRetry={() => void fetchBelow(line.id, line.row)}
                />
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TreeRowProps<Row> {
  line: TreeLine<Row>;
  name: string;
  columns: readonly RecordColumn<Row>[];
  actions: ((row: Row) => readonly RowAction[]) | undefined;
  isCursor: boolean;
  isShown: boolean;
  onPanel: ((id: string) => void) | undefined;
  onFocus: () => void;
  onTurn: (isOpen: boolean) => void;
}

function TreeRow<Row>({ line, name, columns, actions, onPanel, onFocus, onTurn, ...is }: TreeRowProps<Row>) {
  const { t } = useTranslation('ui');
  const { row, level, position, siblings, isOpen } = line;
  return (
    <tr
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isOpen}
      aria-current={is.isShown || undefined}
      tabIndex={is.isCursor ? 0 : -1}
      className={onPanel && 'tree-table-looked-at'}
      onFocus={onFocus}
      onClick={({ currentTarget, target }) => {
        // the menu of a row is drawn elsewhere
        if (currentTarget.contains(target as Node) && !isInteractive(target, currentTarget)) onPanel?.(line.id);
      }}
    >
      {columns.map((column, at) => (
        <td key={column.key} data-align={column.align}>
          {at === 0 ? (
            <span className="tree-table-first" style={{ paddingInlineStart: `${(level - 1) * 20}px` }}>
              {isOpen === undefined ? (
                <span className="tree-table-leaf" />
              ) : (
                <button
                  type="button"
                  className="tree-table-twist"
                  tabIndex={-1}
                  aria-label={t(isOpen ? 'tree.close' : 'tree.open', { name })}
                  onClick={() => onTurn(!isOpen)}
                >
                  <Icon name={isOpen ? 'down' : 'next'} size={14} />
                </button>
              )}
              <span>{column.cell(row)}</span>
            </span>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {actions && (
        <td data-align="end">
          <RowActions actions={actions(row)} isMenuOnly />
        </td>
      )}
    </tr>
  );
}

/** Stands below an open row while what belongs there is on its way, or did not come. */
function LaterRow({
  state,
  level,
  width,
  onRetry,
}: {
  state: Fetched<unknown> | undefined;
  level: number;
  width: number;
  onRetry: () => void;
}) {
  const { t } = useTranslation('ui');
  if (state !== 'loading' && state !== 'failed') return null;
  return (
    <tr className="tree-table-later" aria-busy={state === 'loading' || undefined}>
      <td colSpan={width} style={{ paddingInlineStart: `${level * 20 + 16}px` }}>
        {state === 'loading' ? (
          <>
            <span className="hidden-text" role="status">
              {t('loading')}
            </span>
            <Skeleton width={160} />
          </>
        ) : (
          <span role="alert">
            {t('error.failed.title')}{' '}
            <Button kind="link" onClick={onRetry}>
              {t('retry')}
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}
