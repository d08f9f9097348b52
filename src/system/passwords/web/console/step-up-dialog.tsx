import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { StepUpRequest } from '#system/passwords/contract/passwords.ts';
import { SecretField } from '#ui/fields/secret-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { passwordEndpoints } from '../../contract/endpoints.ts';

/** The password again, before something that cannot be taken back (security 4.9). */
export default function StepUpDialog({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const { t } = useTranslation('passwords');
  const username = useSession((session) => session.user?.username ?? '');
  const isConfirmed = useRef(false);
  return (
    <FormDialog
      namespace="passwords"
      title={t('stepUp.title')}
      schema={StepUpRequest}
      initialValues={{}}
      verb={t('stepUp.verb')}
      width={420}
      intro={<p>{t('stepUp.intro')}</p>}
      onSubmit={(request) => call(passwordEndpoints.stepUp, request, { notices: 'none' })}
      onSaved={() => {
        isConfirmed.current = true;
      }}
      onClose={() => onDone(isConfirmed.current)}
    >
      {/* Password managers take the account from here. */}
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <SecretField name="currentPassword" autoComplete="current-password" />
    </FormDialog>
  );
}
