import { useTranslation } from 'react-i18next';
import { type RecordFormProps, RecordInput } from '#system/records/web/page.tsx';

const FIELDS = ['name', 'phone', 'email', 'language', 'birthday', 'consent', 'remark'] as const;

/** What staff may correct; the rest is said by the client. */
export function CustomerForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('customers');
  return FIELDS.map((name) => (
    <div key={name}>
      <RecordInput kind={kind} name={name} id={row?.id} />
      {name === 'email' && <p className="field-hint">{t('hint.email')}</p>}
    </div>
  ));
}
