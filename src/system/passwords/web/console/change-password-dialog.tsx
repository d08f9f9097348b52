import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { ChangePasswordRequest } from '#system/passwords/contract/passwords.ts';
import { unmetLines } from '#system/passwords/rules/password-lines.ts';
import { SecretField } from '#ui/fields/secret-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { passwordEndpoints } from '../../contract/endpoints.ts';
import { NewPasswordPair } from '../form/new-password-pair.tsx';

interface ChangePasswordDialogProps {
  user: { readonly username: string; readonly realname: string };
  onClose: () => void;
}

/** One's own password, with the policy shown while typing (platform.md 5). */
export function ChangePasswordDialog({ user, onClose }: ChangePasswordDialogProps) {
  const { t } = useTranslation('passwords');
  const { username, realname } = user;
  const schema = useMemo(
    () =>
      // Also while something else is missing: the fault belongs beside what is typed now.
      ChangePasswordRequest.refine(
        ({ password = '' }) =>
          password === '' || unmetLines(password, { account: username, name: realname }).size === 0,
        { path: ['password'], message: 'passwordPolicy', when: () => true },
      ),
    [username, realname],
  );
  return (
    <FormDialog
      namespace="passwords"
      title={t('password.title')}
      schema={schema}
      initialValues={{ username }}
      verb={t('password.verb')}
      intro={<p>{t('password.intro')}</p>}
      onSubmit={(request) => call(passwordEndpoints.changePassword, request, { notices: 'none' })}
      onSaved={() => toast.success(t('password.done'))}
      onClose={onClose}
    >
      {/* Password managers take the account from here. */}
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <SecretField name="oldpassword" autoComplete="current-password" />
      <NewPasswordPair owner={{ account: username, name: realname }} />
    </FormDialog>
  );
}
