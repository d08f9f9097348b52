import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { CallError } from '#platform/http/web/call-error.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { accountEndpoints, UpdateEmailRequest, UpdateMobileRequest } from '../contract/endpoints.ts';

interface ContactDialogProps {
  kind: 'phone' | 'email';
  /** The account has none so far. */
  isFirst: boolean;
  onSaved: () => void;
  onClose: () => void;
}

/** A new phone or mailbox: first the code goes there, then it is typed in; the password is asked for on the way. */
export function ContactDialog({ kind, isFirst, onSaved, onClose }: ContactDialogProps) {
  const { t } = useTranslation('account');
  const shared = {
    namespace: 'account',
    title: t(isFirst ? `contact.${kind}.add` : `contact.${kind}.change`),
    verb: t('contact.verb'),
    intro: <p className="quiet">{t(`contact.${kind}.intro`)}</p>,
    initialValues: {},
    onSaved,
    onClose,
  };
  return kind === 'phone' ? (
    <FormDialog
      {...shared}
      schema={UpdateMobileRequest}
      onSubmit={(request, { idempotencyKey }) =>
        call(accountEndpoints.updateMobile, request, { idempotencyKey, notices: 'none' })
      }
    >
      <TextField name="phone" type="tel" autoComplete="tel" hint={t('contact.phone.hint')} />
      <SendCode kind="phone" />
      <TextField name="smscode" inputMode="numeric" autoComplete="one-time-code" />
    </FormDialog>
  ) : (
    <FormDialog
      {...shared}
      schema={UpdateEmailRequest}
      onSubmit={(request, { idempotencyKey }) =>
        call(accountEndpoints.updateEmail, request, { idempotencyKey, notices: 'none' })
      }
    >
      <TextField name="email" type="email" autoComplete="email" />
      <SendCode kind="email" />
      <TextField name="code" inputMode="numeric" autoComplete="one-time-code" />
    </FormDialog>
  );
}

/** As the server lets one ask again (`rules/request-limits.ts` of verification). */
const AGAIN_AFTER_S = 60;

function SendCode({ kind }: Pick<ContactDialogProps, 'kind'>) {
  const { t } = useTranslation('account');
  const { values } = useForm();
  const [isSending, setSending] = useState(false);
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1_000);
    return () => clearTimeout(timer);
  }, [wait]);
  const to = String(values[kind] ?? '').trim();
  const send = async () => {
    setSending(true);
    try {
      await call(accountEndpoints.askCode, kind === 'phone' ? { phone: to } : { email: to }, { notices: 'none' });
      toast.success(t('contact.sent', { to }));
      setWait(AGAIN_AFTER_S);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      error.markShown();
      toast.error({ title: error.message, requestId: error.requestId });
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="account-code">
      <Button
        disabled={isSending || wait > 0}
        reason={to === '' ? t(`contact.${kind}.first`) : undefined}
        onClick={() => void send()}
      >
        {wait > 0 ? t('contact.again', { seconds: wait }) : t('contact.send')}
      </Button>
    </div>
  );
}
