import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '#ui/fields/field-frame.tsx';
import { useField, useForm } from '#ui/form-dialog/form-context.ts';
import { PASSWORD_MASK } from '../contract/data-sources.ts';

const NAME = 'dbPassword';

/** A password that is kept is never shown: left empty it stays (security 2.6). No draft holds what is typed. */
export function PasswordField() {
  const { t } = useTranslation('data-sources');
  const field = useField({ name: NAME, label: t('field.dbPassword') });
  const { withhold } = useForm();
  useEffect(() => withhold(NAME), [withhold]);
  const isKept = field.value === PASSWORD_MASK;
  return (
    <FieldFrame field={field}>
      <input
        {...field.attributes}
        type="password"
        autoComplete="new-password"
        placeholder={isKept ? t('hint.kept') : undefined}
        value={isKept || typeof field.value !== 'string' ? '' : field.value}
        onChange={(event) => field.set(event.target.value)}
      />
    </FieldFrame>
  );
}
