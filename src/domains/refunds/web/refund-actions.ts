import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#domains/orders/contract/order-record.ts';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { refundEndpoints } from '../contract/endpoints.ts';
import { refundBlocker } from '../rules/refund.ts';
import { isAskedBack } from './open-requests.ts';

interface Chosen {
  onAnswer: (orderNo: string, agree: boolean) => void;
  onRefund: (orderNo: string) => void;
}

/** What staff can do about the refund of an order that stands in a list. */
export function useRefundActions({ onAnswer, onRefund }: Chosen): (row: OrderRow) => RowAction[] {
  const { t } = useTranslation('refunds');
  return (row) => {
    const blocker = refundBlocker({ ...row, leftMinor: row.paidMinor - row.refundedMinor });
    const answers = (['agree', 'refuse'] as const).map((answer) => ({
      key: answer,
      label: t(`answer.${answer}`),
      by: refundEndpoints.answerRefund,
      onSelect: () => onAnswer(row.orderNo, answer === 'agree'),
    }));
    return [
      ...(isAskedBack(row) ? answers : []),
      {
        key: 'refund',
        label: t('refund.button'),
        by: refundEndpoints.refund,
        disabled: blocker !== undefined,
        reason: blocker && t(`refund.blocker.${blocker}`),
        onSelect: () => onRefund(row.orderNo),
      },
    ];
  };
}
