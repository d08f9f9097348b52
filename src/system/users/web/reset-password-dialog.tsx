import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { NewPasswordPair } from '#system/passwords/web/form/index.ts';
import { CheckboxField } from '#ui/fields/checkbox-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { ResetPasswordRequest, userAdminEndpoints } from '../contract/user-endpoints.ts';
import type { User } from '../contract/users.ts';

/** A new password for somebody else (platform.md 5): it is told in person, all sessions end. */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users');
  const { username, realname: name } = user;
  return (
    <FormDialog
      namespace="users"
      title={t('reset.title', { name })}
      schema={ResetPasswordRequest}
      initialValues={{ username }}
      verb={t('reset.button')}
      intro={<p>{t('reset.text', { name })}</p>}
      onSubmit={(request) => call(userAdminEndpoints.resetPassword, request, { notices: 'none' })}
      onSaved={() => toast.success(t('reset.done', { name }))}
      onClose={onClose}
    >
      <NewPasswordPair owner={{ account: username, name }} />
      <CheckboxField name="endSecondStep" hint={t('reset.endSecondStepHint')} />
    </FormDialog>
  );
}
