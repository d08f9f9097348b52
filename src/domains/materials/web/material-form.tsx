import { useTranslation } from 'react-i18next';
import { type RecordFormProps, RecordInput } from '#system/records/web/page.tsx';
import { TextField } from '#ui/fields/text-field.tsx';

/** All fields in their order; two of them say what they are for. */
export function MaterialForm({ row, kind }: RecordFormProps) {
  const { t } = useTranslation('materials');
  return Object.keys(kind.fields).map((name) => {
    if (name === 'specs') return <TextField key={name} name={name} hint={t('hint.specs')} />;
    if (name === 'code') return <TextField key={name} name={name} hint={t('hint.code')} />;
    return <RecordInput key={name} kind={kind} name={name} id={row && String(row['id'])} />;
  });
}
