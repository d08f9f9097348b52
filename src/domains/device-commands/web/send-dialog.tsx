import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod';
import { Imei, Text } from '#platform/http/contract/fields.ts';
import { call } from '#platform/http/web/call.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { COMMAND_LOG } from '../contract/addresses.ts';
import { deviceCommandEndpoints, MAX_COMMANDED_DEVICES } from '../contract/endpoints.ts';

/** What people ask many devices for; two of them are one command of the protocol. */
const DEEDS = ['reportState', 'restart', 'clean', 'setMaintenance', 'endMaintenance'] as const;
type Deed = (typeof DEEDS)[number];

const commandOf = (deed: Deed) => {
  if (deed === 'setMaintenance') return { cmd: 'setMaintenance', args: { on: true } };
  return deed === 'endMaintenance' ? { cmd: 'setMaintenance', args: { on: false } } : { cmd: deed };
};

const Asked = z.strictObject({
  cmd: z.enum(DEEDS),
  imeis: z
    .string()
    .transform((text) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))])
    .pipe(z.array(Imei).min(1).max(MAX_COMMANDED_DEVICES)),
  reason: Text(200).optional(),
});

/** One command to devices of any kind, by their IMEIs; each has a result of its own. */
export default function SendDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['device-commands', 'robots']);
  const navigate = useNavigate();
  return (
    <FormDialog
      namespace="device-commands"
      title={t('send.title')}
      schema={Asked}
      initialValues={{ cmd: 'reportState' }}
      verb={t('send.verb')}
      onSubmit={async ({ cmd, imeis, reason }, { idempotencyKey }) => {
        const { sent, refused, results } = await call(
          deviceCommandEndpoints.send,
          { imeis, ...commandOf(cmd), ...(reason === undefined ? {} : { reason }) },
          { ...(idempotencyKey === undefined ? {} : { idempotencyKey }), notices: 'none' },
        );
        const words = t('send.done', { count: sent });
        const why = results.flatMap(({ imei, message }) => (message === null ? [] : [`${imei}: ${message}`]));
        if (refused > 0) toast.warning([words, ...why.slice(0, 3)].join('\n'));
        else toast.success(words);
        if (sent > 0) void navigate(COMMAND_LOG);
      }}
      onClose={onClose}
    >
      <SelectField name="cmd" options={DEEDS.map((value) => ({ value, label: t(`robots:command.${value}`) }))} />
      <TextAreaField name="imeis" rows={3} hint={t('send.imeisHint', { count: MAX_COMMANDED_DEVICES })} />
      <TextAreaField name="reason" rows={2} />
    </FormDialog>
  );
}
