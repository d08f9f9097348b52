import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod';
import { create } from 'zustand';
import { Imei, Text } from '#platform/http/contract/fields.ts';
import { call } from '#platform/http/web/call.ts';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { BROKER_MOVES } from '../contract/addresses.ts';
import type { Broker } from '../contract/brokers.ts';
import { brokerEndpoints } from '../contract/endpoints.ts';

const useMoved = create<{ readonly to?: Broker }>(() => ({}));
const close = (): void => useMoved.setState({}, true);
/** From a row of the list; the dialog stands once beside it. */
export const openMoveDialog = (to: Broker): void => useMoved.setState({ to }, true);

const Asked = z.strictObject({
  imeis: z
    .string()
    .transform((text) => text.split(/[\s,;]+/).filter(Boolean))
    .pipe(z.array(Imei).min(1).max(500)),
  reason: Text(200, 1),
});

export function MoveDialogs() {
  const { t } = useTranslation('brokers');
  const navigate = useNavigate();
  const { to: row } = useMoved();
  if (!row) return null;
  return (
    <FormDialog
      namespace="brokers"
      title={t('move.title', { name: row.name })}
      schema={Asked}
      initialValues={{}}
      width={560}
      danger
      intro={
        <>
          <p className="quiet">{t('move.hint')}</p>
          {!row.builtIn && <p className="quiet">{t('move.credential')}</p>}
        </>
      }
      verb={t('move.verb')}
      onSubmit={async ({ imeis, reason }, { idempotencyKey }) => {
        const { results, batchId } = await call(
          brokerEndpoints.change,
          { imeis, reason, brokerId: row.id },
          { ...(idempotencyKey === undefined ? {} : { idempotencyKey }), notices: 'none' },
        );
        const refused = results.filter(({ state }) => state === 'refused');
        const words = t('move.started', { count: results.length - refused.length, refused: refused.length });
        if (refused.length > 0)
          toast.warning([words, ...refused.slice(0, 3).map(({ imei, message }) => `${imei}: ${message}`)].join('\n'));
        else toast.success(words);
        if (refused.length < results.length) void navigate(`${BROKER_MOVES}?batchId=${batchId}`);
      }}
      onClose={close}
    >
      <div>
        <TextAreaField name="imeis" rows={3} />
        <p className="field-hint">{t('move.imeisHint')}</p>
      </div>
      <TextAreaField name="reason" rows={2} />
    </FormDialog>
  );
}
