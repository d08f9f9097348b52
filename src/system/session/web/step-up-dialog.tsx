import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { StepUpRequest } from '#system/session/contract/sign-in.ts';
import { signInEndpoints } from '#system/session/contract/sign-in-endpoints.ts';
import { SecretField } from '#ui/fields/secret-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useSession } from './session-store.ts';

/** The password again, before something that cannot be taken back (security 4.9). */
export default function StepUpDialog({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const { t } = useTranslation('session');
  const username = useSession((session) => session.user?.username ?? '');
  const isConfirmed = useRef(false);
  return (
    <FormDialog
      namespace="session"
      title={t('stepUp.title')}
      schema={StepUpRequest}
      initialValues={{}}
      verb={t('stepUp.verb')}
      width={420}
      intro={<p>{t('stepUp.intro')}</p>}
      onSubmit={(request) => call(signInEndpoints.stepUp, request, { notices: 'none' })}
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
