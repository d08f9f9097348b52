import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { RefundOrderRequest } from '#domains/refunds/contract/refund-request.ts';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { CupsField, RemakeField } from './refund-dialog/cups-field.tsx';
import { owedCups, remakeCups, worthOfCups } from './refund-dialog/cups-of.ts';
import { UsualReasons } from './refund-dialog/usual-reasons.tsx';
import { useRefundOrder } from './refund-queries.ts';
import './refund-dialog/refund-dialog.css';

interface RefundDialogProps {
  order: OrderDetail;
  onClose: () => void;
}

/** Staff's refund: chosen cups at their price, or any amount up to the rest of what was paid; the server decides. */
export default function RefundDialog({ order, onClose }: RefundDialogProps) {
  const { t } = useTranslation('refunds');
  const format = useFormatMoney();
  const refundOrder = useRefundOrder();
  const { orderNo } = order;
  const { currency, refundableMinor, paidMinor } = order.money;
  // what failed and was not paid back is what most refunds are about
  const owed = owedCups(order);
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
      initialValues={{
        ...{ orderNo, reason: '' },
        ...(owed.length > 0 ? { drinkNos: owed } : { amountMinor: refundableMinor }),
      }}
      verb={({ amountMinor, drinkNos }) => {
        const minor = Array.isArray(drinkNos) ? worthOfCups(order, drinkNos) : amountMinor;
        // no promise of an amount that the field refuses
        return typeof minor === 'number' && minor > 0 && minor <= refundableMinor
          ? t('answer.agreeVerb', { amount: format(minor, currency) })
          : t('refund.button');
      }}
      danger
      onSubmit={({ remake, ...request }, { idempotencyKey }) =>
        refundOrder.mutateAsync({
          // what is not offered any more is not asked for
          request: remake && remakeCups(order, request.drinkNos).length > 0 ? { ...request, remake } : request,
          idempotencyKey,
        })
      }
      onSaved={() => toast.success(t('refund.started'))}
      onClose={onClose}
    >
      <CupsField
        order={order}
        amount={<MoneyField name="amountMinor" required max={{ minor: refundableMinor, currency }} />}
      />
      <TextAreaField name="reason" rows={2} />
      <UsualReasons />
      <RemakeField order={order} />
    </FormDialog>
  );
}
