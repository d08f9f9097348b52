import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretField } from '#ui/fields/secret-field.tsx';
import { type FieldCheck, useForm } from '#ui/form-dialog/form-context.ts';
import { PasswordLines } from '../password-lines.tsx';

interface Owner {
  readonly account: string;
  readonly name: string;
}

/**
 * A new password of a form, twice, with the policy ticked off while it is typed: fields `password` and `confirmpassword`. The
 * second one may be left out of a call, never of a form.
 */
export function NewPasswordPair({ owner }: { owner: Owner }) {
  const { t } = useTranslation('passwords');
  const sameAgain = useCallback<FieldCheck>(
    (again, { password }) => {
      if (!again) return { key: 'required' };
      return again === password ? undefined : { text: t('issue.passwordsDiffer') };
    },
    [t],
  );
  return (
    <>
      <SecretField name="password" autoComplete="new-password" />
      <PolicyOfNewPassword owner={owner} />
      <SecretField name="confirmpassword" autoComplete="new-password" required check={sameAgain} />
    </>
  );
}

function PolicyOfNewPassword({ owner }: { owner: { readonly account: string; readonly name: string } }) {
  const { t } = useTranslation('passwords');
  const { values } = useForm();
  const { password } = values;
  return (
    <PasswordLines
      password={typeof password === 'string' ? password : ''}
      owner={owner}
      texts={{
        title: t('policy.title'),
        length: t('policy.length'),
        digit: t('policy.digit'),
        upper: t('policy.upper'),
        lower: t('policy.lower'),
        symbol: t('policy.symbol'),
        common: t('policy.common'),
        words: t('policy.words'),
        met: t('policy.met'),
        unmet: t('policy.unmet'),
      }}
    />
  );
}
