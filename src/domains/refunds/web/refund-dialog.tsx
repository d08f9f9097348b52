import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { RefundOrderRequest } from '#domains/refunds/contract/refund-record.ts';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { useRefundOrder } from './refund-queries.ts';

interface RefundDialogProps {
  order: OrderDetail;
  onClose: () => void;
}

/** Staff's refund: the rest of what was paid is offered, any smaller amount may be typed; the server decides. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const { t } = useTranslation('refunds');
  const format = useFormatMoney();
  const refundOrder = useRefundOrder();
  const { orderNo } = order;
  const { currency, refundableMinor, paidMinor } = order.money;
  return (
    <FormDialog
      namespace="refunds"
      title={t('refund.title', { orderNo })}
      intro={
        <p>
          {t('refund.explain', { refundable: format(refundableMinor, currency), paid: format(paidMinor, currency) })}
        </p>
      }
      schema={RefundOrderRequest}
      draft={`orders.refund:${orderNo}`}
      initialValues={{ orderNo, amountMinor: refundableMinor, reason: '' }}
      verb={({ amountMinor: minor }) =>
        // no promise of an amount that the field refuses
        typeof minor === 'number' && minor > 0 && minor <= refundableMinor
          ? t('answer.agreeVerb', { amount: format(minor, currency) })
          : t('refund.button')
      }
      danger
      onSubmit={(request, { idempotencyKey }) => refundOrder.mutateAsync({ request, idempotencyKey })}
      onSaved={() => toast.success(t('refund.started'))}
      onClose={onClose}
    >
      <MoneyField name="amountMinor" max={{ minor: refundableMinor, currency }} />
      <TextAreaField name="reason" />
    </FormDialog>
  );
}
