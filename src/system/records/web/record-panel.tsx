import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordField } from '#platform/records/contract/fields.ts';
import { fieldsWithActs } from '#platform/records/contract/record-names.ts';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { type HistoryField, RecordHistory } from '#ui/record-history/record-history.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { RecordValue, type Row, RowsTable, RowsText, Shown } from './record-value.tsx';
import './records.css';

export type OfRow = (row: Row) => ReactNode;

interface PanelProps {
  kind: RecordKind;
  id: string;
  only?: readonly string[] | undefined;
  above?: OfRow | undefined;
  below?: OfRow | undefined;
}

/** The quick look at a record: all that is known of it, and who changed what. */
export function RecordPanel({ kind, id, only, above, below }: PanelProps) {
  const { t } = useTranslation('records');
  const query = useQuery({
    queryKey: [kind.namespace, 'one', id],
    queryFn: ({ signal }) => call(kind.endpoints.one, { id }, { signal, notices: 'none' }),
  });
  return (
    <Loaded query={query} skeleton={<Skeleton height={240} />}>
      {(row) => (
        <div className="record-panel">
          {above?.(row as unknown as Row)}
          <RecordFacts kind={kind} row={row as unknown as Row} {...(only ? { only } : {})} />
          {below?.(row as unknown as Row)}
          {kind.verbs.includes('history') && (
            <>
              <h3>{t('history.title')}</h3>
              <RecordEdits kind={kind} id={id} />
            </>
          )}
        </div>
      )}
    </Loaded>
  );
}

/** All fields with their values, and when the record was made and changed. */
export function RecordFacts({
  kind,
  row,
  only,
  columns = 2,
}: {
  kind: RecordKind;
  row: Row;
  only?: readonly string[];
  columns?: 1 | 2 | 3 | 4;
}) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  const all = only ?? Object.keys(kind.isReadOnly ? { ...kind.fields, ...kind.computed } : kind.fields);
  const tables = all.filter((field) => rowsOf(row[field], kind, field).length > 0);
  // what nobody can fill in says nothing while it is empty
  const isTold = (field: string): boolean => !kind.isReadOnly || !isEmpty(row[field]);
  const fields = all.filter((field) => !tables.includes(field) && isTold(field));
  const at = (time: unknown, by: unknown) =>
    time ? (
      <>
        <Time at={String(time)} />
        {by ? <small className="record-by">{String(by)}</small> : null}
      </>
    ) : (
      '–'
    );
  return (
    <>
      {fields.length > 0 && (
        <DescriptionList
          columns={columns}
          facts={[
            ...fields.map((field) => ({
              key: field,
              term: own(`field.${field}`),
              value: <RecordValue kind={kind} field={field} row={row} />,
            })),
            ...(only || kind.isReadOnly
              ? []
              : [
                  { key: 'createdAt', term: t('field.createdAt'), value: at(row['createdAt'], row['createdBy']) },
                  { key: 'updatedAt', term: t('field.updatedAt'), value: at(row['updatedAt'], row['updatedBy']) },
                ]),
          ]}
        />
      )}
      {tables.map((field) => (
        <RowsTable key={field} kind={kind} field={field} rows={rowsOf(row[field], kind, field)} />
      ))}
    </>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const rowsOf = (value: unknown, kind: RecordKind, field: string): readonly Row[] =>
  kind.fields[field]?.kind === 'rows' && Array.isArray(value) ? value : [];

/** More of a list than these are counted. */
const MOST_NAMES = 12;

/** How a value of a field is said in a history; `gone` stands for a record that has no name any more. */
export function historyField(declared: RecordField, label: string, gone: string): HistoryField {
  return {
    label,
    show: (value, names) => {
      if (declared.kind === 'reference') return names[String(value)];
      if (declared.kind !== 'references') return <Shown declared={declared} value={value} />;
      const known = (value as readonly string[]).map((id) => names[id] ?? gone);
      const more = known.length - MOST_NAMES;
      return (
        <Shown declared={declared} value={value} name={more > 0 ? [...known.slice(0, -more), `+${more}`] : known} />
      );
    },
  };
}

/** The edits of a record and what else was done to it, in the words of its kind. */
export function RecordEdits({ kind, id }: { kind: RecordKind; id: string }) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  const fields = Object.entries(fieldsWithActs(kind)).map(([field, declared]) => {
    const known = historyField(declared, own(`field.${field}`), t('history.gone'));
    const show: HistoryField['show'] = (rows) => (
      <RowsText kind={kind} field={field} rows={rows as unknown as readonly Row[]} />
    );
    return [field, declared.kind === 'rows' ? { ...known, show } : known];
  });
  const acts = Object.keys(kind.acts).map((action) => [action, own(`kind.act.${action.split(':')[1]}`)]);
  return (
    <RecordHistory
      endpoint={kind.endpoints.history}
      id={id}
      queryKey={[kind.namespace, 'one', id]}
      label={t('history.title')}
      actions={{
        [kind.permission('add')]: t('history.added'),
        [kind.permission('edit')]: t('history.edited'),
        [kind.permission('delete')]: t('history.deleted'),
        undo: t('history.undone'),
        ...Object.fromEntries(acts),
      }}
      fields={Object.fromEntries(fields)}
    />
  );
}
