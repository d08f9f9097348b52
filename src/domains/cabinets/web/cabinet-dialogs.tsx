import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { create } from 'zustand';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { PasswordDialog, ShownPassword } from '#domains/devices/web/index.ts';
import { TenantId, Text } from '#platform/http/contract/fields.ts';
import { call } from '#platform/http/web/call.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { toast } from '#ui/toast/toasts.tsx';
import type { Cabinet } from '../contract/cabinet.ts';
import { cabinetEndpoints } from '../contract/endpoints.ts';

export type AskedCabinet = Pick<Cabinet, 'id' | 'name' | 'imei' | 'units'>;
type What = 'popAll' | 'move' | 'credential' | 'eject';

interface Shown {
  readonly asked?: { readonly what: What; readonly cabinet: AskedCabinet; readonly slot?: number };
  /** It is here alone, until the dialog closes. */
  readonly made?: MqttAccess;
}
const useShown = create<Shown>(() => ({}));
const close = (): void => useShown.setState({}, true);
const showAccess = (made: MqttAccess): void => useShown.setState({ made }, true);

export const openCabinetDialog = (what: What, cabinet: AskedCabinet, slot?: number): void =>
  useShown.setState({ asked: { what, cabinet, ...(slot === undefined ? {} : { slot }) } }, true);

const Reason = z.strictObject({ reason: Text(200, 1) });
const Move = z.strictObject({ tenantId: TenantId, reason: Text(200, 1) });
const PopAll = z.strictObject({ imei: Text(40, 1), reason: Text(200, 1) });

export function CabinetDialogs() {
  const { asked, made } = useShown();
  if (made) return <ShownPassword what="cabinet" access={made} onClose={close} />;
  if (!asked) return null;
  const { what, cabinet, slot = 0 } = asked;
  const key = `${what} ${cabinet.id} ${slot}`;
  if (what === 'popAll') return <PopAllDialog key={key} cabinet={cabinet} />;
  if (what === 'eject') return <EjectDialog key={key} cabinet={cabinet} slot={slot} />;
  if (what === 'move') return <MoveDialog key={key} cabinet={cabinet} />;
  return (
    <PasswordDialog
      key={key}
      what="cabinet"
      device={cabinet}
      endpoint={cabinetEndpoints.credential}
      onMade={showAccess}
      onClose={close}
    />
  );
}

function PopAllDialog({ cabinet: { id, name, imei, units } }: { cabinet: AskedCabinet }) {
  const { t } = useTranslation('cabinets');
  return (
    <FormDialog
      namespace="cabinets"
      title={t('popAll.title', { name })}
      schema={PopAll}
      initialValues={{ imei: '', reason: '' }}
      intro={<p>{t('popAll.intro', { count: units, imei })}</p>}
      verb={t('popAll.verb')}
      danger
      onSubmit={(request, { idempotencyKey }) =>
        call(cabinetEndpoints.popAll, { id, ...request }, { idempotencyKey, notices: 'none' })
      }
      onSaved={() => toast.success(t('popAll.done', { name }))}
      onClose={close}
    >
      <TextField name="imei" required />
      <TextAreaField name="reason" />
    </FormDialog>
  );
}

function EjectDialog({ cabinet: { id, name }, slot }: { cabinet: AskedCabinet; slot: number }) {
  const { t } = useTranslation('cabinets');
  return (
    <FormDialog
      namespace="cabinets"
      title={t('eject.title', { slot, name })}
      schema={Reason}
      initialValues={{ reason: '' }}
      intro={<p>{t('eject.intro')}</p>}
      verb={t('eject.verb')}
      onSubmit={({ reason }, { idempotencyKey }) =>
        call(cabinetEndpoints.eject, { id, slot, reason }, { idempotencyKey, notices: 'none' })
      }
      onSaved={() => toast.success(t('eject.done', { slot }))}
      onClose={close}
    >
      <TextAreaField name="reason" />
    </FormDialog>
  );
}

function MoveDialog({ cabinet: { id, name } }: { cabinet: AskedCabinet }) {
  const { t } = useTranslation('cabinets');
  const tenants = useQuery({
    queryKey: ['cabinets', 'tenants-to-move-to'],
    queryFn: ({ signal }) => call(cabinetEndpoints.getTenantList, {}, { signal, notices: 'none' }),
  });
  const list = tenants.data?.list ?? [];
  return (
    <FormDialog
      namespace="cabinets"
      title={t('move.title', { name })}
      schema={Move}
      initialValues={{ reason: '' }}
      intro={<p>{t(tenants.data && list.length === 0 ? 'move.none' : 'move.intro')}</p>}
      verb={t('move.verb')}
      danger
      onSubmit={(request, { idempotencyKey }) =>
        call(cabinetEndpoints.changeDeviceTenant, { id, ...request }, { idempotencyKey, notices: 'none' })
      }
      // after the dialog has closed itself
      onSaved={(made) => queueMicrotask(() => showAccess(made as MqttAccess))}
      onClose={close}
    >
      <SelectField name="tenantId" options={list.map((one) => ({ value: one.tenantId, label: one.name }))} />
      <TextAreaField name="reason" />
    </FormDialog>
  );
}

async function upload({ id, name }: AskedCabinet, t: TFunction): Promise<void> {
  const asked = await call(cabinetEndpoints.uploadAll, { id }, { idempotencyKey: crypto.randomUUID() }).catch(
    () => undefined,
  );
  if (asked) toast.success(t('upload.done', { name }));
}

/** What can be done with a cabinet, in its list and on its page. */
export function cabinetActions(cabinet: AskedCabinet & Pick<Cabinet, 'online'>, t: TFunction): RowAction[] {
  const asked: RowAction[] = [
    {
      key: 'upload',
      icon: 'refresh',
      by: cabinetEndpoints.uploadAll,
      label: t('upload.action'),
      onSelect: () => void upload(cabinet, t),
    },
    {
      key: 'popAll',
      icon: 'external',
      danger: true,
      by: cabinetEndpoints.popAll,
      label: t('popAll.action'),
      onSelect: () => openCabinetDialog('popAll', cabinet),
    },
  ];
  const kept: RowAction[] = [
    {
      key: 'credential',
      icon: 'key',
      by: cabinetEndpoints.credential,
      label: t('credential.action'),
      onSelect: () => openCabinetDialog('credential', cabinet),
    },
    {
      key: 'move',
      icon: 'swap',
      by: cabinetEndpoints.changeDeviceTenant,
      label: t('move.action'),
      onSelect: () => openCabinetDialog('move', cabinet),
    },
  ];
  return cabinet.online ? [...asked, ...kept] : kept;
}
