import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { refundEndpoints } from '../contract/endpoints.ts';
import { refundBlocker } from '../rules/refund.ts';

/** On the page of an order; says why where there is nothing to refund. */
export function RefundButton({ order, onSelect }: { order: OrderDetail; onSelect: () => void }) {
  const { t } = useTranslation('refunds');
  const blocker = refundBlocker({ ...order, leftMinor: order.money.refundableMinor });
  return (
    <ActionButton
      kind="primary"
      action={{
        key: 'refund',
        label: t('refund.button'),
        by: refundEndpoints.refund,
        disabled: blocker !== undefined,
        reason: blocker && t(`refund.blocker.${blocker}`),
        onSelect,
      }}
    />
  );
}
