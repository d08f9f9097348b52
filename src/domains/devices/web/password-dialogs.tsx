import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import type { Id } from '#platform/http/contract/fields.ts';
import { call } from '#platform/http/web/call.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { ShownOnce } from '#ui/shown-once/shown-once.tsx';
import type { MqttAccess } from '../contract/device.ts';

/** As the texts call it. */
type DeviceWord = 'cabinet' | 'terminal';

interface PasswordDialogProps {
  what: DeviceWord;
  device: { readonly id: string; readonly name: string };
  endpoint: Endpoint<z.ZodObject<{ id: typeof Id }>, typeof MqttAccess>;
  onMade: (access: MqttAccess) => void;
  onClose: () => void;
}

/** Asks before a device gets a new MQTT password, for the old one ends. */
export function PasswordDialog({ what, device: { id, name }, endpoint, onMade, onClose }: PasswordDialogProps) {
  const { t } = useTranslation('device-passwords');
  return (
    <FormDialog
      namespace="device-passwords"
      title={t('make', { name })}
      schema={endpoint.request}
      initialValues={{ id }}
      intro={<p>{t('intro', { what })}</p>}
      verb={t('verb')}
      onSubmit={(request, { idempotencyKey }) => call(endpoint, request, { idempotencyKey, notices: 'none' })}
      // after the dialog has closed itself
      onSaved={(made) => queueMicrotask(() => onMade(made as MqttAccess))}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}

interface ShownPasswordProps {
  what: DeviceWord;
  access: MqttAccess;
  onClose: () => void;
}

/** A new password, once. */
export function ShownPassword({ what, access, onClose }: ShownPasswordProps) {
  const { t } = useTranslation('device-passwords');
  return (
    <ShownOnce
      title={t('title', { name: access.name })}
      text={t('shown', { what, user: access.username, url: access.url })}
      value={access.password ?? ''}
      copyLabel={t('copy')}
      copied={t('copied')}
      doneLabel={t('done')}
      onClose={onClose}
    />
  );
}
