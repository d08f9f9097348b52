import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { RecordHistory } from '#ui/record-history/record-history.tsx';
import { orderHistoryEndpoint } from '../../contract/history-endpoint.ts';
import { orderKeys } from '../order-queries.ts';

/** What staff did to the order by hand: moves and refunds, with who and why. */
export default function OrderHistory({ order }: { order: OrderDetail }) {
  const { t } = useTranslation(['orders', 'order-gift']);
  const money = useFormatMoney();
  return (
    <RecordHistory
      endpoint={orderHistoryEndpoint}
      id={order.orderNo}
      queryKey={orderKeys.one(order.orderNo)}
      label={t('detail.history')}
      actions={{
        'order:change': t('history.moved'),
        'order:gift': t('order-gift:history'),
        'order:refund': t('history.refunded'),
        'order:refund-at-provider': t('history.refundedAtProvider'),
        'order:refund-agree': t('history.agreed'),
        'order:refund-refuse': t('history.refused'),
      }}
      fields={{
        status: { label: t('field.status'), show: (status) => t(`status.${status}`) },
        step: { label: t('field.step'), show: (step) => t(`step.${step}`) },
        giftNo: { label: t('order-gift:giftNo') },
        drinkNos: { label: t('detail.drinks') },
        amountMinor: { label: t('field.amountMinor'), show: (minor) => money(Number(minor), order.money.currency) },
      }}
    />
  );
}
