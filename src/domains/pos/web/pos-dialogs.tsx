import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { PasswordDialog, ShownPassword } from '#domains/devices/web/index.ts';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { RecordInput } from '#system/records/web/page.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
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
const showAccess = (made: MqttAccess): void => useShown.setState({ made }, true);

export const openPosDialog = (what: 'bind' | 'register' | 'credential', terminal: Terminal): void =>
  useShown.setState({ asked: { what, terminal } }, true);

export function PosDialogs() {
  const { asked, made } = useShown();
  if (made) return <ShownPassword what="terminal" access={made} onClose={close} />;
  if (!asked) return null;
  const { what, terminal } = asked;
  if (what === 'bind') return <BindDialog key={terminal.id} terminal={terminal} />;
  if (what === 'register') return <RegisterDialog key={terminal.id} terminal={terminal} />;
  return (
    <PasswordDialog
      key={terminal.id}
      what="terminal"
      device={terminal}
      endpoint={posEndpoints.credential}
      onMade={showAccess}
      onClose={close}
    />
  );
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
