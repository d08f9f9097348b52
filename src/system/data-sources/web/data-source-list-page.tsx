import { useTranslation } from 'react-i18next';
import { type RecordFormProps, RecordInput, recordsPage } from '#system/records/web/page.tsx';
import { SecretField } from '#ui/fields/secret-field.tsx';
import { dataSources, PASSWORD_MASK } from '../contract/data-sources.ts';
import { ConnectionTester } from './connection-tester.tsx';
import './data-sources.css';

export default recordsPage(dataSources, {
  icon: 'folder',
  shown: ['name', 'code', 'dbType', 'dbUrl', 'dbUsername', 'remark'],
  widths: { name: 180, dbUrl: 380 },
  formWidth: 640,
  form: (props) => <SourceForm {...props} />,
});

function SourceForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('data-sources');
  const input = (name: string) => <RecordInput kind={kind} name={name} id={row?.id} />;
  return (
    <>
      {input('name')}
      {input('code')}
      {input('dbType')}
      <div>
        {input('dbUrl')}
        <p className="field-hint">{t('hint.dbUrl')}</p>
      </div>
      <div>
        {input('dbUsername')}
        <p className="field-hint">{t('hint.dbUsername')}</p>
      </div>
      <SecretField name="dbPassword" mask={PASSWORD_MASK} autoComplete="new-password" />
      <ConnectionTester id={row?.id} />
      {input('remark')}
    </>
  );
}
