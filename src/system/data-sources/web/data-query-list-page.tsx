import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { type RecordFormProps, RecordInput, recordsPage } from '#system/records/web/page.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { type DataQuery, dataQueries, QUERY_DICTIONARY } from '../contract/data-sources.ts';
import { dataSourceEndpoints } from '../contract/endpoints.ts';
import { QueryPreview } from './query-preview.tsx';
import './data-sources.css';

export default recordsPage(dataQueries, {
  icon: 'table',
  shown: ['name', 'code', 'sourceId', 'isDictionary', 'sqlText'],
  widths: { sqlText: 420 },
  formWidth: 760,
  form: (props) => <QueryForm {...props} />,
  rowActions: fileActions,
});

function QueryForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('data-queries');
  const { values } = useForm();
  const code = String(values['code'] ?? '').trim();
  const input = (name: string) => <RecordInput kind={kind} name={name} id={row?.id} />;
  return (
    <>
      {input('name')}
      {input('code')}
      {input('sourceId')}
      <div className="query-sql">
        <TextAreaField name="sqlText" rows={7} />
        <p className="field-hint">{t('hint.sqlText')}</p>
      </div>
      <QueryPreview />
      <div>
        {input('isDictionary')}
        <p className="field-hint">{t('hint.isDictionary', { code: `${QUERY_DICTIONARY}${code || 'code'}` })}</p>
      </div>
      {values['isDictionary'] === true && (
        <div className="query-columns">
          {input('valueColumn')}
          {input('textColumn')}
          <p className="field-hint">{t('hint.valueColumn')}</p>
        </div>
      )}
      {input('remark')}
    </>
  );
}

function fileActions(row: DataQuery, t: TFunction): RowAction[] {
  const by = dataSourceEndpoints.exportRows;
  const start = async (format: 'csv' | 'xlsx') => {
    const done = await call(by, { id: row.id, format }, { idempotencyKey: crypto.randomUUID() }).catch(() => undefined);
    if (done) toast.success(t('rows.started', { ns: 'data-queries' }));
  };
  return [
    {
      ...({ key: 'csv', label: t('rows.csv', { ns: 'data-queries' }), icon: 'download', by } as const),
      onSelect: () => void start('csv'),
    },
    {
      ...({ key: 'xlsx', label: t('rows.xlsx', { ns: 'data-queries' }), icon: 'download', by } as const),
      onSelect: () => void start('xlsx'),
    },
  ];
}
