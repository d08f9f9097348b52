import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { RecordInput } from '#system/records/web/page.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { ShownOnce } from '#ui/shown-once/shown-once.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { posEndpoints } from '../contract/endpoints.ts';
import { type Pos, pos } from '../contract/pos.ts';

type Terminal = Pick<Pos, 'id' | 'name'>;

interface Shown {
  readonly asked?: { readonly what: 'bind' | 'register' | 'credential'; readonly terminal: Terminal };
  /** It is here alone, until the dialog closes. */
  readonly made?: MqttAccess;
}
const useShown = create<Shown>(() => ({}));
const close = (): void => useShown.setState({}, true);

export const openPosDialog = (what: 'bind' | 'register' | 'credential', terminal: Terminal): void =>
  useShown.setState({ asked: { what, terminal } }, true);

export function PosDialogs() {
  const { asked, made } = useShown();
  if (made) return <ShownPassword access={made} />;
  if (!asked) return null;
  const { what, terminal } = asked;
  if (what === 'bind') return <BindDialog key={terminal.id} terminal={terminal} />;
  if (what === 'register') return <RegisterDialog key={terminal.id} terminal={terminal} />;
  return <PasswordDialog key={terminal.id} terminal={terminal} />;
}

function BindDialog({ terminal: { id, name } }: { terminal: Terminal }) {
  const { t } = useTranslation('pos');
  return (
    <FormDialog
      namespace="pos"
      title={t('bind.title', { name })}
      schema={posEndpoints.bind.request}
      initialValues={{ id }}
      verb={t('bind.verb')}
      onSubmit={(request, { idempotencyKey }) => call(posEndpoints.bind, request, { idempotencyKey, notices: 'none' })}
      onSaved={() => toast.success(t('bind.done', { name }))}
      onClose={close}
    >
      <RecordInput kind={pos as unknown as RecordKind} name="robotId" id={id} />
    </FormDialog>
  );
}

function RegisterDialog({ terminal: { id, name } }: { terminal: Terminal }) {
  const { t } = useTranslation('pos');
  return (
    <FormDialog
      namespace="pos"
      title={t('register.title', { name })}
      schema={posEndpoints.register.request}
      initialValues={{ id }}
      verb={t('register.verb')}
      onSubmit={(request, { idempotencyKey }) =>
        call(posEndpoints.register, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={() => toast.success(t('register.done', { name }))}
      onClose={close}
    >
      <TextField name="registrationCode" required hint={t('hint.registrationCode')} />
    </FormDialog>
  );
}

function PasswordDialog({ terminal: { id, name } }: { terminal: Terminal }) {
  const { t } = useTranslation('pos');
  return (
    <FormDialog
      namespace="pos"
      title={t('credential.make', { name })}
      schema={posEndpoints.credential.request}
      initialValues={{ id }}
      intro={<p>{t('credential.intro')}</p>}
      verb={t('credential.verb')}
      onSubmit={(request, { idempotencyKey }) =>
        call(posEndpoints.credential, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={(access) => {
        // after the dialog has closed itself
        queueMicrotask(() => useShown.setState({ made: access as MqttAccess }, true));
      }}
      onClose={close}
    >
      {null}
    </FormDialog>
  );
}

function ShownPassword({ access }: { access: MqttAccess }) {
  const { t } = useTranslation('pos');
  return (
    <ShownOnce
      title={t('credential.title', { name: access.name })}
      text={t('credential.shown', { user: access.username, url: access.url })}
      value={access.password ?? ''}
      copyLabel={t('credential.copy')}
      copied={t('credential.copied')}
      doneLabel={t('credential.done')}
      onClose={close}
    />
  );
}
