import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#domains/orders/contract/order-record.ts';
import { Button } from '#ui/button/button.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { useOpenRequests } from './open-requests.ts';

interface BulkAnswerProps {
  selection: Selection;
  rows: readonly OrderRow[];
  onAsk: (answer: { orderNos: readonly string[]; agree: boolean }) => void;
}

/** The refund requests among the selected orders, approved or declined together; the other orders are left out. */
export function BulkAnswer({ selection, rows, onAsk }: BulkAnswerProps) {
  const { t } = useTranslation('refunds');
  const open = useOpenRequests(selection, rows);
  if (!open) return <span aria-busy="true">…</span>;
  const { orderNos, total } = open;
  const count = orderNos.length;
  const answer = (agree: boolean) => (
    <Button
      small
      disabled={count === 0}
      reason={count === 0 ? t('bulk.none') : undefined}
      onClick={() => onAsk({ orderNos, agree })}
    >
      {t(agree ? 'bulk.agree' : 'bulk.refuse', { count })}
    </Button>
  );
  return (
    <>
      <span>{t('bulk.open', { count: total, more: total - count, atATime: count })}</span>
      {answer(true)}
      {answer(false)}
    </>
  );
}
