import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { FieldsRow, RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordFields as Fields, RowOf } from '#platform/records/contract/fields.ts';
import { nameOfReference } from '#platform/records/contract/record-names.ts';
import { SearchBox } from '#system/record-list/web/index.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { ErrorState } from '#ui/error-state/error-state.tsx';
import type { IconName } from '#ui/icon/icon.tsx';
import { KEYS } from '#ui/keyboard/keys.ts';
import { useShortcuts } from '#ui/keyboard/use-shortcuts.ts';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { columnsFor, type RecordColumn } from '#ui/record-table/column.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { useZoneNote } from '#ui/time/time.tsx';
import { TreeTable } from '#ui/tree-table/tree-table.tsx';
import { FirstUse } from './first-use.tsx';
import { RecordDialog } from './record-dialog.tsx';
import { IMPORT, RecordImport } from './record-import.tsx';
import { recordName } from './record-name.ts';
import { RecordValue, type Row } from './record-value.tsx';
import { SaveFile } from './save-file.tsx';
import { type LoadNodes, TreeForm } from './tree-form.tsx';
import { TreePanel } from './tree-panel.tsx';
import { useRecordCalls } from './use-record-calls.ts';
import { useTreeAddress } from './use-tree-address.ts';
import {
  levelQuery,
  MOST_FOUND,
  rootOf,
  type TreeOrder,
  useTreeCount,
  useTreeLevels,
  useTreeSearch,
} from './use-tree-levels.ts';
import { useWords } from './use-words.ts';
import './records.css';

export interface TreePageOptions<F extends Fields, C extends Fields> {
  readonly icon?: IconName;
  /** The field that siblings are ordered by. */
  readonly order: keyof F & string;
  /** Lower values come first unless named. */
  readonly direction?: 'asc' | 'desc';
  /** Fields in columns of their own, with their width. */
  readonly columns: Readonly<Partial<Record<(keyof F | keyof C) & string, number>>>;
  readonly hasChildren: (row: FieldsRow<F> & RowOf<C>) => boolean;
  /** How many records lie below one, at all depths. */
  readonly countBelow: (row: FieldsRow<F> & RowOf<C>) => Promise<number>;
  /** The whole tree, to choose a parent in. */
  readonly nodes: LoadNodes;
}

type Options = TreePageOptions<Fields, Fields>;

/** The tree of a kind that has a parent: levels come when they are opened; records are added, moved and deleted in it. */
export function treePage<F extends Fields, C extends Fields>(
  declared: RecordKind<F, C>,
  options: TreePageOptions<F, C>,
): ComponentType {
  const kind = declared as unknown as RecordKind;
  const own = options as unknown as Options;
  return function TreePage() {
    const [params] = useSearchParams();
    return params.has(IMPORT) ? <RecordImport kind={kind} /> : <Records kind={kind} options={own} />;
  };
}

interface Editing {
  readonly row: Row | undefined;
  readonly parent?: string;
}

function Records({ kind, options }: { kind: RecordKind; options: Options }) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const words = useWords(kind);
  const refresh = () => queryClient.invalidateQueries({ queryKey: [kind.namespace] });
  const calls = useRecordCalls(kind, words, refresh);
  const address = useTreeAddress();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<Editing>();
  const searchBox = useRef<HTMLInputElement>(null);
  const { parentField = '' } = kind;
  const mayAdd = useCan(kind.endpoints.add);
  useLiveRefresh({
    concerns: (message) => message.kind === kind.name,
    refresh: () => askAgain(queryClient, [kind.namespace]),
  });
  useShortcuts({
    [KEYS.search]: () => (searchBox.current ? searchBox.current.focus() : false),
    [KEYS.create]: () => (mayAdd ? setEditing({ row: undefined }) : false),
  });

  const turn = (id: string, isOpen: boolean) =>
    setOpen((now) => new Set(isOpen ? [...now, id] : [...now].filter((one) => one !== id)));
  const actionsOf = (row: Row): RowAction[] => [
    {
      ...{ key: 'addBelow', label: t('tree.addBelow'), icon: 'plus', by: kind.endpoints.add },
      onSelect: () => setEditing({ row: undefined, parent: row.id }),
    },
    {
      ...{ key: 'edit', label: t('edit.button'), icon: 'edit', by: kind.endpoints.edit },
      onSelect: () => setEditing({ row }),
    },
    {
      ...{ key: 'remove', label: t('remove.button'), icon: 'trash', danger: true, by: kind.endpoints.remove },
      onSelect: () => void options.countBelow(row as never).then((below) => calls.remove(row, below)),
    },
  ];
  const add = (
    <ActionButton
      kind="primary"
      action={{
        ...{ key: 'add', label: t('add.button', { record: words.one }), icon: 'plus', by: kind.endpoints.add },
        onSelect: () => setEditing({ row: undefined }),
      }}
    />
  );
  return (
    <div className="record-list">
      <header className="record-list-head">
        <h1 tabIndex={-1}>{words.title}</h1>
        <div className="button-group">
          <ActionButton
            brief
            action={{
              ...{ key: 'import', label: t('import.button'), icon: 'upload', by: kind.endpoints.importCheck },
              to: `${pathname}?${IMPORT}=`,
            }}
          />
          {kind.verbs.includes('exportXls') && <SaveFile kind={kind} words={address.words} />}
          {add}
        </div>
      </header>
      <div className="record-list-card">
        <div className="record-list-bar">
          <search className="filter-bar">
            <SearchBox placeholder={own('list.search')} value={address.words} onSearch={address.seek} box={searchBox} />
          </search>
        </div>
        <Content {...{ kind, options, open, address, add }} onTurn={turn} actions={actionsOf} />
      </div>
      {address.panel !== undefined && (
        <TreePanel kind={kind} id={address.panel} actions={actionsOf} onClose={() => address.show(undefined)} />
      )}
      {editing && (
        <RecordDialog
          kind={kind}
          row={editing.row}
          words={words}
          form={({ row }) => <TreeForm kind={kind} id={row?.id} nodes={options.nodes} />}
          {...(editing.parent === undefined ? {} : { given: { [parentField]: editing.parent } })}
          onSaved={(row) => {
            if (typeof row[parentField] === 'string') turn(row[parentField], true);
            void refresh();
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  );
}

const orderIn = ({ order, direction = 'asc' }: Options): TreeOrder => ({ by: order, direction });

interface ContentProps {
  kind: RecordKind;
  options: Options;
  open: ReadonlySet<string>;
  address: ReturnType<typeof useTreeAddress>;
  add: ReactNode;
  onTurn: (id: string, isOpen: boolean) => void;
  actions: (row: Row) => readonly RowAction[];
}

/** The tree, or what a search finds in all of it, and how many that are. */
function Content({ kind, options, open, address, add, onTurn, actions }: ContentProps) {
  const { t } = useTranslation('records');
  const { t: tUi } = useTranslation('ui');
  const queryClient = useQueryClient();
  const words = useWords(kind);
  const order = orderIn(options);
  const { root, levels } = useTreeLevels(kind, open, order);
  const found = useTreeSearch(kind, address.words, order);
  const count = useTreeCount(kind);
  const isSought = address.words !== '';
  const columns = useMemo(() => columnsOf(kind, options), [kind, options]);
  const zone = useZoneNote();
  const shown = columns.map((column) =>
    column.key === 'createdAt' ? { ...column, title: t('field.createdAt') + zone } : column,
  );
  const query = isSought ? found : root;
  const rows = isSought ? found.data?.rows : levels.get(rootOf(kind));
  const total = isSought ? found.data?.total : count;
  const empty = isSought ? (
    <Empty
      icon="search"
      title={tUi('filter.nothing')}
      action={<Button onClick={() => address.seek('')}>{tUi('filter.clearSearch')}</Button>}
    />
  ) : (
    <FirstUse kind={kind} icon={options.icon} action={add} />
  );
  return (
    <>
      <div className="record-list-table">
        {query?.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : rows === undefined ? (
          <SkeletonLines lines={6} />
        ) : (
          <TreeTable
            label={words.title}
            namespace={kind.namespace}
            columns={shown}
            rows={rows}
            idOf={(row) => row.id}
            nameOf={words.nameOf}
            {...(isSought
              ? {}
              : {
                  childrenOf: (row: Row) => levels.get(row.id),
                  hasMore: (row: Row) => options.hasChildren(row as never),
                  load: (row: Row) => queryClient.fetchQuery(levelQuery(kind, row.id, order)),
                })}
            openIds={open}
            onTurn={onTurn}
            onPanel={address.show}
            shownId={address.panel}
            actions={actions}
            empty={empty}
          />
        )}
      </div>
      <footer className="record-list-foot record-tree-foot">
        {total !== undefined && <span>{tUi('page.total', { count: total })}</span>}
        {isSought && (total ?? 0) > MOST_FOUND && <span>{t('tree.first', { count: MOST_FOUND })}</span>}
      </footer>
    </>
  );
}

/** The name with the tree; beside a name that was found stands where it lies. */
function columnsOf(kind: RecordKind, options: Options): RecordColumn<Row>[] {
  const column = columnsFor<Row>();
  const parentName = nameOfReference(kind.parentField ?? '');
  return [
    column.custom(kind.labelField, (row) => <Named kind={kind} row={row} place={row[parentName]} />, {
      card: 'identity',
    }),
    ...Object.entries(options.columns).map(([field, width = 160]) =>
      column.custom(field, (row) => <RecordValue kind={kind} field={field} row={row} />, {
        ...{ width, card: 'fact' as const },
        ...((kind.fields[field] ?? kind.computed[field])?.kind === 'integer' ? { align: 'end' as const } : {}),
      }),
    ),
    column.time('createdAt' as never, { card: 'none' }),
  ];
}

function Named({ kind, row, place }: { kind: RecordKind; row: Row; place: unknown }) {
  const { t } = useTranslation('records');
  const { words } = useTreeAddress();
  return (
    <>
      <span className="record-identity">{recordName(kind, row)}</span>
      {words !== '' && typeof place === 'string' && (
        <small className="record-tree-hint">{t('tree.within', { name: place })}</small>
      )}
    </>
  );
}
