import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { RadioField } from '#ui/fields/radio-field.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { type DeliveryRepair, REPAIRS } from '../contract/delivery-repairs.ts';
import { deliveryWatchEndpoints } from '../contract/endpoints.ts';

/** A person decides; the server refuses what could become a second drink. */
export function RepairDialog({ row, onClose }: { row: DeliveryRepair; onClose: () => void }) {
  const { t } = useTranslation('delivery-watch');
  const client = useQueryClient();
  return (
    <FormDialog
      namespace="delivery-watch"
      title={t('repair.title', { orderNo: row.orderNo })}
      intro={<p>{t('repair.explain')}</p>}
      schema={deliveryWatchEndpoints.repair.request}
      draft={`delivery-watch.repair:${row.id}`}
      initialValues={{ id: row.id, how: 'refund', reason: '' }}
      verb={t('repair.verb')}
      onSubmit={(request, { idempotencyKey }) => call(deliveryWatchEndpoints.repair, request, { idempotencyKey })}
      onSaved={() => {
        toast.success(t('repair.done'));
        void client.invalidateQueries();
      }}
      onClose={onClose}
    >
      <RadioField name="how" options={REPAIRS.map((value) => ({ value, label: t(`how.${value}`) }))} />
      <TextAreaField name="reason" />
    </FormDialog>
  );
}
