import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { RecordHistory } from '#ui/record-history/record-history.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { RecordValue, type Row } from './record-value.tsx';
import './records.css';

/** The quick look at a record: all that is known of it, and who changed what. */
export function RecordPanel({ kind, id }: { kind: RecordKind; id: string }) {
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
          <h3>{t('history.title')}</h3>
          <RecordEdits kind={kind} id={id} />
        </div>
      )}
    </Loaded>
  );
}

/** All fields with their values, and when the record was made and changed. */
export function RecordFacts({ kind, row, only }: { kind: RecordKind; row: Row; only?: readonly string[] }) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  const fields = only ?? Object.keys(kind.fields);
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
    <DescriptionList
      columns={2}
      facts={[
        ...fields.map((field) => ({
          key: field,
          term: own(`field.${field}`),
          value: <RecordValue kind={kind} field={field} row={row} />,
        })),
        ...(only
          ? []
          : [
              { key: 'createdAt', term: t('field.createdAt'), value: at(row['createdAt'], row['createdBy']) },
              { key: 'updatedAt', term: t('field.updatedAt'), value: at(row['updatedAt'], row['updatedBy']) },
            ]),
      ]}
    />
  );
}

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
    return [field, { label }];
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
