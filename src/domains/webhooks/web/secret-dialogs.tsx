import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { copyText } from '#ui/copy-link/copy-text.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useFormatTime } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { KEPT_HOURS, type NewSecret, webhookEndpoints } from '../contract/endpoints.ts';
import type { Webhook } from '../contract/webhooks.ts';

type Receiver = Pick<Webhook, 'id' | 'name' | 'secretMadeAt'>;

interface Shown {
  /** Whose key is about to be made. */
  readonly asked?: Receiver;
  /** It is here alone, until the dialog closes. */
  readonly made?: { readonly receiver: Receiver; readonly secret: NewSecret };
}
const useShown = create<Shown>(() => ({}));
const close = (): void => useShown.setState({}, true);

export const openSecretDialog = (asked: Receiver): void => useShown.setState({ asked }, true);

export function SecretDialogs() {
  const { asked, made } = useShown();
  if (made) return <ShownSecret made={made} />;
  return asked ? <MakeSecret key={asked.id} receiver={asked} /> : null;
}

function MakeSecret({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation('webhooks');
  const isRotation = receiver.secretMadeAt !== null;
  return (
    <FormDialog
      namespace="webhooks"
      title={t(isRotation ? 'secret.rotateTitle' : 'secret.makeTitle', { name: receiver.name })}
      schema={webhookEndpoints.makeSecret.request}
      initialValues={{ id: receiver.id, keepHours: isRotation ? '24' : '0' }}
      intro={<p>{t(isRotation ? 'secret.rotateIntro' : 'secret.makeIntro')}</p>}
      verb={t('secret.verb')}
      onSubmit={(request, { idempotencyKey }) =>
        call(webhookEndpoints.makeSecret, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={(secret) => {
        // after the dialog has closed itself
        queueMicrotask(() => useShown.setState({ made: { receiver, secret: secret as NewSecret } }, true));
      }}
      onClose={close}
    >
      {isRotation && (
        <SelectField
          name="keepHours"
          label={t('secret.keep')}
          options={KEPT_HOURS.map((hours) => ({ value: hours, label: t(`secret.keepFor.${hours}`) }))}
        />
      )}
    </FormDialog>
  );
}

function ShownSecret({ made }: { made: NonNullable<Shown['made']> }) {
  const { receiver, secret: answer } = made;
  const { secret, previousUntil } = answer;
  const { t } = useTranslation('webhooks');
  const time = useFormatTime();
  return (
    <Dialog
      title={t('secret.shownTitle', { name: receiver.name })}
      width={560}
      onClose={close}
      footer={
        <>
          <Button icon="copy" onClick={() => void copyText(secret).then(() => toast.success(t('secret.copied')))}>
            {t('secret.copy')}
          </Button>
          <Button kind="primary" onClick={close}>
            {t('secret.done')}
          </Button>
        </>
      }
    >
      <div className="webhook-secret">
        <p>{t('secret.shown')}</p>
        <code>{secret}</code>
        {previousUntil && <p className="quiet">{t('secret.until', { time: time(previousUntil) })}</p>}
      </div>
    </Dialog>
  );
}
