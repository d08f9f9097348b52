import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { call, upload } from '#platform/http/web/call.ts';
import type { FieldsRow, RecordKind, RecordResults } from '#platform/records/contract/define-records.ts';
import type { RecordFields as Fields, RowOf } from '#platform/records/contract/fields.ts';
import { exportedFields, importedFields } from '#platform/records/rules/record-cells.ts';
import { ExportButton, ImportPage } from '#system/transfers/web/index.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import type { IconName } from '#ui/icon/icon.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import { RecordListPage } from '#ui/record-list/record-list-page.tsx';
import { type RecordList, useRecordList } from '#ui/record-list/use-record-list.ts';
import type { RecordColumn } from '#ui/record-table/column.tsx';
import type { ShortCard } from '#ui/record-table/record-cards.tsx';
import type { Sort } from '#ui/record-table/sort.ts';
import { FACTS, recordColumns } from './record-columns.tsx';
import { RecordDialog, type RecordFormProps } from './record-dialog.tsx';
import { recordFilters } from './record-filters.ts';
import { recordName } from './record-name.ts';
import { RecordPanel } from './record-panel.tsx';
import type { Row } from './record-value.tsx';
import { type RecordWords, useRecordCalls } from './use-record-calls.ts';

export interface RecordsPageOptions<F extends Fields, C extends Fields = Fields> {
  /** The columns in sight, in this order; the others can be picked. The first fields unless told. */
  readonly shown?: readonly string[];
  /** Columns of its own, in place of one for each field. */
  readonly columns?: readonly RecordColumn<FieldsRow<F> & RowOf<C>>[];
  readonly views?: readonly ListView[];
  readonly defaultSort?: Sort;
  readonly icon?: IconName;
  /** In place of all fields in their order. */
  readonly form?: (props: RecordFormProps) => ReactNode;
  readonly formWidth?: number;
  /** A page where a form with many fields is filled in: `undefined` adds. */
  readonly formPage?: (id: string | undefined) => string;
  /** The page of one record. */
  readonly pageOf?: (id: string) => string;
  readonly rowActions?: (row: FieldsRow<F> & RowOf<C>) => readonly RowAction[];
  readonly card?: (row: FieldsRow<F> & RowOf<C>) => ShortCard;
}

const IMPORT = 'import';
const bulkVerbs = ['removeMany', 'turn'] as const;
/** A tab beside the reader's own views. */
const ALL: readonly ListView[] = [{ key: 'all' }];

/** The list of a kind of record, with everything that a list and its forms can do here. */
export function recordsPage<F extends Fields, C extends Fields>(
  declared: RecordKind<F, C>,
  options: RecordsPageOptions<F, C> = {},
): ComponentType {
  const kind = declared as unknown as RecordKind;
  const columns = (options.columns as readonly RecordColumn<Row>[] | undefined) ?? recordColumns(kind, options);
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

function useWords(kind: RecordKind): RecordWords & { readonly title: string } {
  const { t } = useTranslation(kind.namespace);
  return {
    one: t('kind.one'),
    many: t('kind.many'),
    title: t('kind.title'),
    nameOf: (row) => recordName(kind, row),
  };
}

function Records({ kind, columns, options }: RecordsProps) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  const { pathname } = useLocation();
  const words = useWords(kind);
  const [editing, setEditing] = useState<{ row: Row | undefined }>();
  const [left, setLeft] = useState<Left>();
  const filters = useMemo(() => recordFilters(kind, t('field.createdAt')), [kind, t]);
  const titled = useMemo(
    () => columns.map((one) => (FACTS.has(one.key) ? { ...one, title: t(`field.${one.key}`) } : one)),
    [columns, t],
  );
  const list = useRecordList(kind.endpoints.page, {
    namespace: kind.namespace,
    rowId: 'id',
    columns: titled as unknown as readonly RecordColumn<FieldsRow<Fields>>[],
    filters,
    advanced: kind.superFields,
    live: kind.name,
    views: options.views ?? ALL,
    ...(options.defaultSort ? { defaultSort: options.defaultSort } : {}),
  });
  const refresh = useOwnChanges(kind, list);
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
  const actionsOf = (row: Row): RowAction[] => [
    ...(has('edit')
      ? [
          {
            key: 'edit',
            label: t('edit.button'),
            icon: 'edit',
            by: kind.endpoints.edit,
            ...(formPage ? { to: formPage(row.id) } : { onSelect: () => setEditing({ row }) }),
          } as const,
        ]
      : []),
    ...(options.rowActions?.(row as never) ?? []),
    ...(has('remove')
      ? [
          {
            key: 'remove',
            label: t('remove.button'),
            icon: 'trash',
            danger: true,
            by: kind.endpoints.remove,
            onSelect: () => void calls.remove(row),
          } as const,
        ]
      : []),
  ];
  return (
    <>
      <RecordListPage
        list={list}
        title={words.title}
        {...(options.pageOf ? { pageOf: options.pageOf } : {})}
        action={
          <>
            {has('importCheck') && (
              <ActionButton
                action={{
                  key: 'import',
                  label: t('import.button'),
                  icon: 'upload',
                  by: kind.endpoints.importCheck,
                  to: `${pathname}?${IMPORT}=`,
                }}
              />
            )}
            {has('export') && (
              <ExportButton
                by={kind.endpoints.export}
                name={words.title}
                list={list}
                columns={[
                  ...exportedFields(kind).map(([key]) => ({ key, label: t(`field.${key}`, { ns: kind.namespace }) })),
                  ...(['createdAt', 'createdBy'] as const).map((key) => ({ key, label: t(`field.${key}`) })),
                ]}
                count={(asked) => call(kind.endpoints.page, { ...asked, pageSize: 1 }, { notices: 'none' })}
                start={({ filters: asked, ...file }, attempt) =>
                  call(kind.endpoints.export, { ...asked, ...file }, attempt)
                }
              />
            )}
            {add}
          </>
        }
        empty={
          <Empty icon={options.icon ?? 'list'} title={t('empty.title', { records: words.many })} action={add}>
            {t('empty.text', { records: words.many })}
          </Empty>
        }
        rowActions={(row) => actionsOf(row as unknown as Row)}
        {...(options.card ? { card: options.card } : {})}
        panel={{
          title: (_id, row) => (row ? words.nameOf(row as unknown as Row) : words.one),
          content: (id) => <RecordPanel kind={kind} id={id} />,
        }}
        bulkBy={bulkVerbs.filter(has).map((verb) => kind.endpoints[verb])}
        bulkActions={(selection, done, keep) => {
          const run = async (what: Left['what'], work: Promise<RecordResults | undefined>) => {
            const results = await work;
            if (!results) return;
            if (results.failed.length === 0) return void done();
            keep(results.failed.map(({ id }) => id));
            setLeft({ what, failed: results.failed });
          };
          return (
            <>
              {kind.switch &&
                ([true, false] as const).map((on) => (
                  <Allowed key={String(on)} by={kind.endpoints.turn}>
                    <Button small onClick={() => void run('turn', calls.turnMany(selection, on))}>
                      {own(on ? 'kind.switch.on' : 'kind.switch.off')}
                    </Button>
                  </Allowed>
                ))}
              {has('removeMany') && (
                <Allowed by={kind.endpoints.removeMany}>
                  <Button small kind="danger" onClick={() => void run('remove', calls.removeMany(selection))}>
                    {t('remove.button')}
                  </Button>
                </Allowed>
              )}
            </>
          );
        }}
      />
      {editing && (
        <RecordDialog
          kind={kind}
          row={editing.row}
          words={words}
          form={options.form}
          width={options.formWidth}
          onSaved={() => void refresh()}
          onClose={() => setEditing(undefined)}
        />
      )}
      {left && <RefusedDialog {...left} onClose={() => setLeft(undefined)} />}
    </>
  );
}

/** Asks the list again after the reader's own change; what comes and goes by it is shown at once, for he waits for it. */
function useOwnChanges(
  kind: RecordKind,
  list: Pick<RecordList<object>, 'fresh' | 'gone' | 'showFresh'>,
): () => Promise<void> {
  const queryClient = useQueryClient();
  const isOwn = useRef(false);
  const { fresh, gone, showFresh } = list;
  useEffect(() => {
    if ((fresh === 0 && gone.size === 0) || !isOwn.current) return;
    isOwn.current = false;
    showFresh();
  }, [fresh, gone, showFresh]);
  return async () => {
    isOwn.current = true;
    await queryClient.invalidateQueries({ queryKey: [kind.namespace] });
  };
}

/** Those that stayed as they were, and why. */
interface Left {
  what: 'remove' | 'turn';
  failed: RecordResults['failed'];
}

function RefusedDialog({ what, failed, onClose }: Left & { onClose: () => void }) {
  const { t } = useTranslation('records');
  return (
    <Dialog
      title={t(what === 'turn' ? 'refused.turned' : 'refused.title', { count: failed.length })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('refused.close')}</Button>}
    >
      <ul className="record-refusals">
        {failed.map(({ id, name, message }) => (
          <li key={id}>
            <strong>{name}</strong> {message}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** A table that is brought along, at the address of the list. */
function RecordImport({ kind }: { kind: RecordKind }) {
  const { t } = useTranslation('records');
  const { pathname } = useLocation();
  const words = useWords(kind);
  return (
    <ImportPage
      kind={kind.namespace}
      param={IMPORT}
      title={t('import.title', { records: words.many })}
      intro={t('import.intro')}
      columns={importedFields(kind).map(([key]) => ({ key, label: t(`field.${key}`, { ns: kind.namespace }) }))}
      limits={kind.importLimits}
      check={(file, transport) => upload(kind.endpoints.importCheck, file, {}, { ...transport, notices: 'none' })}
      list={{ to: pathname, label: t('import.toList', { records: words.many }) }}
    />
  );
}
