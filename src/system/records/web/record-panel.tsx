import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { RecordHistory } from '#ui/record-history/record-history.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { RecordValue, type Row, RowsTable, RowsText, Shown } from './record-value.tsx';
import './records.css';

export type BelowFacts = (row: Row) => ReactNode;

/** The quick look at a record: all that is known of it, and who changed what. */
export function RecordPanel({ kind, id, below }: { kind: RecordKind; id: string; below?: BelowFacts | undefined }) {
  const { t } = useTranslation('records');
  const query = useQuery({
    queryKey: [kind.namespace, 'one', id],
    queryFn: ({ signal }) => call(kind.endpoints.one, { id }, { signal, notices: 'none' }),
  });
  return (
    <Loaded query={query} skeleton={<Skeleton height={240} />}>
      {(row) => (
        <div className="record-panel">
          <RecordFacts kind={kind} row={row as unknown as Row} />
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
  const fields = all.filter((field) => !tables.includes(field));
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

const rowsOf = (value: unknown, kind: RecordKind, field: string): readonly Row[] =>
  kind.fields[field]?.kind === 'rows' && Array.isArray(value) ? value : [];

/** The edits of a record, in the words of its kind. */
export function RecordEdits({ kind, id }: { kind: RecordKind; id: string }) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  const fields = Object.entries(kind.fields).map(([field, declared]) => {
    const label = own(`field.${field}`);
    if (declared.kind === 'reference')
      return [
        field,
        { label, show: (value: unknown, names: Readonly<Record<string, string>>) => names[String(value)] },
      ];
    if (declared.kind === 'references')
      return [
        field,
        {
          label,
          show: (value: unknown, names: Readonly<Record<string, string>>) => (
            <Shown
              declared={declared}
              value={value}
              name={(value as readonly string[]).map((id) => names[id] ?? t('history.gone'))}
            />
          ),
        },
      ];
    if (declared.kind === 'rows')
      return [
        field,
        { label, show: (value: unknown) => <RowsText kind={kind} field={field} rows={value as readonly Row[]} /> },
      ];
    return [field, { label, show: (value: unknown) => <Shown declared={declared} value={value} /> }];
  });
  return (
    <RecordHistory
      endpoint={kind.endpoints.history}
      id={id}
      queryKey={[kind.namespace, 'one', id]}
      label={t('history.title')}
      actions={{
        [kind.permission('add')]: t('history.added'),
        [kind.permission('edit')]: t('history.edited'),
        undo: t('history.undone'),
      }}
      fields={Object.fromEntries(fields)}
    />
  );
}
