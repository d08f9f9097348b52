import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { ShownOnce } from '#ui/shown-once/shown-once.tsx';
import { useFormatTime } from '#ui/time/time.tsx';
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
    <ShownOnce
      title={t('secret.shownTitle', { name: receiver.name })}
      text={t('secret.shown')}
      value={secret}
      note={previousUntil && t('secret.until', { time: time(previousUntil) })}
      copyLabel={t('secret.copy')}
      copied={t('secret.copied')}
      doneLabel={t('secret.done')}
      onClose={close}
    />
  );
}
