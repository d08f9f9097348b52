import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spots } from '#domains/spots/contract/spots.ts';
import { call } from '#platform/http/web/call.ts';
import { DictionarySearchMultiField } from '#system/dictionaries/web/index.ts';
import { RecordListPage } from '#system/record-list/web/index.ts';
import { Empty } from '#ui/empty/empty.tsx';
import { SwitchField } from '#ui/fields/checkbox-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { searchFilter } from '#ui/record-list/filters.ts';
import { useRecordList } from '#ui/record-list/use-record-list.ts';
import { columnsFor } from '#ui/record-table/column.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { type AlarmUser, alarmUserEndpoints } from '../contract/endpoints.ts';
import './customers.css';

const column = columnsFor<AlarmUser>();
const COLUMNS = [
  column.text('name', { width: 200, card: 'identity', sort: true }),
  column.text('workNo', { width: 120, sort: true }),
  column.custom('told', (row) => <Told row={row} />, {
    width: 200,
    card: 'status',
    value: (row) => `${row.bySms} ${row.byEmail}`,
  }),
  column.custom('spotIds', (row) => <Of row={row} />, { width: 200, card: 'fact', value: (row) => row.spotIds.length }),
  column.text('phone', { width: 144, card: 'fact' }),
  column.text('email', { width: 220, card: 'fact' }),
];
const FILTERS = { keyword: searchFilter() };
const VIEWS = [
  { key: 'all' },
  { key: 'told', request: { isTold: true } },
  { key: 'untold', request: { isTold: false } },
] as const;

function Told({ row }: { row: AlarmUser }) {
  const { t } = useTranslation('alarm-users');
  if (!row.bySms && !row.byEmail) return <span className="quiet">{t('notTold')}</span>;
  return (
    <span className="customer-name">
      {row.bySms && <Tag tone="info">{t('field.bySms')}</Tag>}
      {row.byEmail && <Tag tone="info">{t('field.byEmail')}</Tag>}
    </span>
  );
}

function Of({ row }: { row: AlarmUser }) {
  const { t } = useTranslation('alarm-users');
  if (!row.bySms && !row.byEmail) return '–';
  if (row.spotIds.length > 0) return t('someSpots', { count: row.spotIds.length });
  return t(row.isRestricted ? 'ownSpots' : 'allSpots');
}

/** Staff who are told of alarms, by which channel, and of which spots (settled 110). */
export default function AlarmUserPage() {
  const { t } = useTranslation('alarm-users');
  const [edited, setEdited] = useState<AlarmUser>();
  const list = useRecordList(alarmUserEndpoints.list, {
    namespace: 'alarm-users',
    rowId: 'userId',
    columns: COLUMNS,
    filters: FILTERS,
    views: VIEWS,
    live: 'alarmUser',
  });
  return (
    <>
      <RecordListPage
        list={list}
        title={t('title')}
        rowActions={(row) => [
          {
            ...{ key: 'edit', icon: 'edit', by: alarmUserEndpoints.save },
            label: t('edit'),
            onSelect: () => setEdited(row),
          },
        ]}
        empty={<Empty icon="bell" title={t('none')} />}
      />
      {edited && (
        <FormDialog
          namespace="alarm-users"
          title={t('editTitle', { name: edited.name })}
          schema={alarmUserEndpoints.save.request}
          initialValues={{
            ...{ userIds: [edited.userId], bySms: edited.bySms, byEmail: edited.byEmail },
            spotIds: [...edited.spotIds],
          }}
          intro={<p>{t('intro')}</p>}
          verb={t('save')}
          onSubmit={(request, { idempotencyKey }) =>
            call(alarmUserEndpoints.save, request, { idempotencyKey, notices: 'none' })
          }
          onSaved={() => {
            toast.success(t('saved', { name: edited.name }));
            list.refresh();
          }}
          onClose={() => setEdited(undefined)}
        >
          <SwitchField name="bySms" />
          <SwitchField name="byEmail" />
          <DictionarySearchMultiField name="spotIds" code={spots.dictionary} />
          <p className="field-hint">{t('spotHint')}</p>
        </FormDialog>
      )}
    </>
  );
}
