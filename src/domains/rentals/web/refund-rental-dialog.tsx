import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { RefundRentalRequest, rentalEndpoints } from '../contract/endpoints.ts';
import type { RentalDetail } from '../contract/rental.ts';

/** What a late return may give back is offered first, else the rest of what was paid; the server decides. */
export function RefundRentalDialog({ rental, onClose }: { rental: RentalDetail; onClose: () => void }) {
  const { t } = useTranslation('rentals');
  const format = useFormatMoney();
  const { orderNo } = rental;
  const { currency, refundableMinor, paidMinor, lateRefundMinor } = rental.money;
  const offered = lateRefundMinor > 0 ? Math.min(lateRefundMinor, refundableMinor) : refundableMinor;
  return (
    <FormDialog
      namespace="rentals"
      title={t('refund.title', { orderNo })}
      intro={
        <p>
          {t('refund.explain', { refundable: format(refundableMinor, currency), paid: format(paidMinor, currency) })}
          {lateRefundMinor > 0 && ` ${t('refund.late', { amount: format(lateRefundMinor, currency) })}`}
        </p>
      }
      schema={RefundRentalRequest}
      draft={`rentals.refund:${orderNo}`}
      initialValues={{ orderNo, amountMinor: offered, reason: '' }}
      verb={({ amountMinor: minor }) =>
        typeof minor === 'number' && minor > 0 && minor <= refundableMinor
          ? t('refund.verb', { amount: format(minor, currency) })
          : t('refund.button')
      }
      danger
      onSubmit={(request, { idempotencyKey }) => call(rentalEndpoints.refund, request, { idempotencyKey })}
      onSaved={() => toast.success(t('refund.started'))}
      onClose={onClose}
    >
      <MoneyField name="amountMinor" max={{ minor: refundableMinor, currency }} />
      <TextAreaField name="reason" />
    </FormDialog>
  );
}
