import type { TFunction } from 'i18next';
import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import type { FieldsRow, ListKind, RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordFields as Fields, RowOf } from '#platform/records/contract/fields.ts';
import { RecordListPage } from '#system/record-list/web/index.ts';
import type { IconName } from '#ui/icon/icon.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import type { Filter } from '#ui/record-list/filters.ts';
import type { ListView } from '#ui/record-list/list-state.ts';
import type { Selection } from '#ui/record-list/selection.tsx';
import { useOwnChanges } from '#ui/record-list/use-own-changes.ts';
import { useRecordList } from '#ui/record-list/use-record-list.ts';
import type { RecordColumn } from '#ui/record-table/column.tsx';
import type { ShortCard } from '#ui/record-table/record-cards.tsx';
import type { Sort } from '#ui/record-table/sort.ts';
import { BulkActions, type Left, RefusedDialog } from './bulk-actions.tsx';
import { FileActions } from './file-actions.tsx';
import { FirstUse } from './first-use.tsx';
import { type CellsOf, FACTS, recordColumns } from './record-columns.tsx';
import { RecordDialog, type RecordFormProps } from './record-dialog.tsx';
import { recordFilters } from './record-filters.ts';
import { IMPORT, RecordImport } from './record-import.tsx';
import { type OfRow, RecordPanel } from './record-panel.tsx';
import type { Row } from './record-value.tsx';
import { useRecordCalls } from './use-record-calls.ts';
import { useWords } from './use-words.ts';

export type { RecordFormProps } from './record-dialog.tsx';
export { RecordInput } from './record-fields.tsx';

export interface RecordsPageOptions<F extends Fields, C extends Fields = Fields> {
  /** The columns in sight, in this order; the others can be picked. By default the first fields. */
  readonly shown?: readonly string[];
  /** Columns of its own, in place of one for each field. */
  readonly columns?: readonly RecordColumn<FieldsRow<F> & RowOf<C>>[];
  readonly views?: readonly ListView[];
  readonly defaultSort?: Sort;
  /** The live messages that change these rows, where they are those of other records, and the field with their id. */
  readonly live?: { readonly kind: string; readonly id: string };
  /** How columns show their values, where a value in words is not enough. */
  readonly cells?: CellsOf<FieldsRow<F> & RowOf<C>>;
  /** Of columns whose content always fits them. */
  readonly widths?: Readonly<Record<string, number>>;
  readonly icon?: IconName;
  /** In place of all fields in their order. */
  readonly form?: (props: RecordFormProps) => ReactNode;
  readonly formWidth?: number;
  /** A page where a form with many fields is filled in: `undefined` adds. */
  readonly formPage?: (id: string | undefined) => string;
  /** The page of one record. */
  readonly pageOf?: (id: string) => string;
  /** Columns beside those of the fields, such as one that is asked for by itself; `shown` places them. */
  readonly moreColumns?: readonly RecordColumn<FieldsRow<F> & RowOf<C>>[];
  /** What a form begins with where it is not what the row holds. */
  readonly formValues?: (row: (FieldsRow<F> & RowOf<C>) | undefined) => Readonly<Record<string, unknown>>;
  /** What else is done with all selected records; `done` ends the selection. */
  readonly bulkActions?: (selection: Selection, done: () => void) => ReactNode;
  /** The calls behind `bulkActions`. */
  readonly bulkBy?: readonly Pick<Endpoint, 'permission'>[];
  /** `t` speaks the words of the kind. */
  readonly rowActions?: (row: FieldsRow<F> & RowOf<C>, t: TFunction) => readonly RowAction[];
  /** Whether the reader may be offered to delete it; each by itself. */
  readonly canRemove?: (row: FieldsRow<F> & RowOf<C>) => boolean;
  /** Beside what every list offers above its rows. */
  readonly actions?: ComponentType;
  /** Between its title and the list. */
  readonly tiles?: ComponentType;
  readonly onAdded?: (row: FieldsRow<F> & RowOf<C>) => void;
  readonly card?: (row: FieldsRow<F> & RowOf<C>) => ShortCard;
  /** The list is a gallery: tiles with this above what a card says. */
  readonly picture?: (row: FieldsRow<F> & RowOf<C>) => ReactNode;
  /** In place of the filters that fields have by themselves. */
  readonly filters?: Readonly<Record<string, Filter>>;
  /** What the quick look is called, where that is more than the name of the record. */
  readonly titleOf?: (row: FieldsRow<F> & RowOf<C>) => ReactNode;
  /** The fields that the quick look shows; all of them unless named. */
  readonly facts?: readonly string[];
  /** What the quick look shows above the facts, and below them. */
  readonly above?: (row: FieldsRow<F> & RowOf<C>) => ReactNode;
  readonly below?: (row: FieldsRow<F> & RowOf<C>) => ReactNode;
}

/** A tab beside the reader's own views. */
const ALL: readonly ListView[] = [{ key: 'all' }];
/** What is only read is not ticked. */
const bulkVerbsOf = ({ isReadOnly }: RecordKind) =>
  ['removeMany', 'turn', ...(isReadOnly ? [] : (['export'] as const))] as const;

/** The list of a kind of record, with everything that a list and its forms can do here. */
export function recordsPage<F extends Fields, C extends Fields>(
  declared: RecordKind<F, C> | ListKind<F, C>,
  options: RecordsPageOptions<F, C> = {},
): ComponentType {
  const kind = declared as unknown as RecordKind;
  const columns =
    (options.columns as readonly RecordColumn<Row>[] | undefined) ??
    recordColumns(kind, options as Parameters<typeof recordColumns>[1]);
  const own = options as unknown as RecordsPageOptions<Fields>;
  return function RecordsPage() {
    const [params] = useSearchParams();
    return params.has(IMPORT) ? <RecordImport kind={kind} /> : <Records kind={kind} columns={columns} options={own} />;
  };
}

interface RecordsProps {
  kind: RecordKind;
  columns: readonly RecordColumn<Row>[];
  options: RecordsPageOptions<Fields>;
}

function Records({ kind, columns, options }: RecordsProps) {
  const { t } = useTranslation('records');
  const words = useWords(kind);
  const [editing, setEditing] = useState<{ row: Row | undefined }>();
  const [left, setLeft] = useState<Left>();
  const { t: own } = useTranslation(kind.namespace);
  const madeAt = kind.isReadOnly ? own(`field.${kind.timeField}`) : t('field.createdAt');
  const filters = useMemo(() => ({ ...recordFilters(kind, madeAt), ...options.filters }), [kind, madeAt, options]);
  const titled = useMemo(
    () =>
      columns.map((one) =>
        FACTS.has(one.key) ? { ...one, title: one.key === kind.timeField ? madeAt : t(`field.${one.key}`) } : one,
      ),
    [columns, kind, madeAt, t],
  );
  const list = useRecordList(kind.endpoints.page, {
    namespace: kind.namespace,
    rowId: 'id',
    columns: titled as unknown as readonly RecordColumn<FieldsRow<Fields>>[],
    filters,
    advanced: kind.superFields,
    live: options.live?.kind ?? kind.name,
    ...(options.live ? { liveId: options.live.id as 'id', isLiveOfOthers: true } : {}),
    views: options.views ?? ALL,
    ...(options.defaultSort ? { defaultSort: options.defaultSort } : {}),
  });
  const refresh = useOwnChanges(list);
  const calls = useRecordCalls(kind, words, refresh);
  const { formPage } = options;
  const has = (verb: RecordKind['verbs'][number]) => kind.verbs.includes(verb);
  const add = has('add') && (
    <ActionButton
      kind="primary"
      action={{
        key: 'add',
        label: t('add.button', { record: words.one }),
        icon: 'plus',
        by: kind.endpoints.add,
        ...(formPage ? { to: formPage(undefined) } : { onSelect: () => setEditing({ row: undefined }) }),
      }}
    />
  );
  const actionsOf = (row: Row) =>
    rowActions({
      ...{ kind, t, own: options.rowActions?.(row as never, own as unknown as TFunction) ?? [] },
      edit: formPage ? { to: formPage(row.id) } : { onSelect: () => setEditing({ row }) },
      remove: options.canRemove?.(row as never) === false ? undefined : () => void calls.remove(row),
    });
  return (
    <>
      <RecordListPage
        list={list}
        title={words.title}
        {...(options.pageOf ? { pageOf: options.pageOf } : {})}
        action={
          <>
            {options.actions && <options.actions />}
            <FileActions kind={kind} title={words.title} list={list} />
            {add}
          </>
        }
        empty={<FirstUse kind={kind} icon={options.icon} action={add} />}
        rowActions={(row) => actionsOf(row as unknown as Row)}
        {...(options.card ? { card: options.card } : {})}
        {...(options.picture ? { picture: options.picture } : {})}
        panel={{
          title: (_id, row) =>
            row ? (options.titleOf?.(row as never) ?? words.nameOf(row as unknown as Row)) : words.one,
          content: (id) => (
            <RecordPanel
              kind={kind}
              id={id}
              only={options.facts}
              above={options.above as OfRow | undefined}
              below={options.below as OfRow | undefined}
            />
          ),
        }}
        bulkBy={[
          ...bulkVerbsOf(kind)
            .filter(has)
            .map((verb) => kind.endpoints[verb]),
          ...(options.bulkBy ?? []),
        ]}
        bulkActions={(selection, done, keep) => (
          <BulkActions
            more={options.bulkActions?.(selection, () => void done())}
            {...{ kind, title: words.title, list }}
            calls={calls}
            selection={selection}
            onResults={(what, { failed }) => {
              if (failed.length === 0) return void done();
              keep(failed.map(({ id }) => id));
              setLeft({ what, failed });
            }}
          />
        )}
      >
        {options.tiles && <options.tiles />}
      </RecordListPage>
      {editing && (
        <RecordDialog
          kind={kind}
          row={editing.row}
          words={words}
          form={options.form}
          width={options.formWidth}
          {...(options.formValues ? { given: options.formValues(editing.row as never) } : {})}
          onSaved={(row) => void refresh().then(() => editing.row ?? options.onAdded?.(row as never))}
          onClose={() => setEditing(undefined)}
        />
      )}
      {left && <RefusedDialog {...left} onClose={() => setLeft(undefined)} />}
    </>
  );
}

interface RowVerbs {
  readonly kind: RecordKind;
  readonly t: TFunction;
  /** Those of the kind alone. */
  readonly own: readonly RowAction[];
  readonly edit: Pick<RowAction, 'to' | 'onSelect'>;
  /** Undefined where this one stays. */
  readonly remove: (() => void) | undefined;
}

/** What can be done with one record: as far as the kind has the verb. */
const rowActions = ({ kind, t, own, edit, remove }: RowVerbs): RowAction[] => [
  ...(kind.verbs.includes('edit')
    ? [{ ...({ key: 'edit', icon: 'edit', by: kind.endpoints.edit } as const), label: t('edit.button'), ...edit }]
    : []),
  ...own,
  ...(remove && kind.verbs.includes('remove')
    ? [
        {
          ...({ key: 'remove', icon: 'trash', danger: true, by: kind.endpoints.remove } as const),
          label: t('remove.button'),
          onSelect: remove,
        },
      ]
    : []),
];
