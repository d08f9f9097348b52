import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { receiptEndpoints } from '../contract/endpoints.ts';
import type { PrintTicketRequest } from '../contract/receipt.ts';

/** A new window with the document, opened at once so that no browser takes it for an unasked one. */
export async function openPaper(request: Omit<PrintTicketRequest, 'format'>): Promise<void> {
  const paper = window.open('about:blank', '_blank');
  const answer = await call(receiptEndpoints.ticket, request, { idempotencyKey: crypto.randomUUID() }).catch(
    () => undefined,
  );
  if (!answer) return void paper?.close();
  if (!paper) return void location.assign(answer.url);
  paper.opener = null;
  paper.location.replace(answer.url);
}

/** Opens the receipt of a paid order, made for printing. */
export function ReceiptButton({ order }: { order: { readonly orderNo: string; readonly paidAt: string | null } }) {
  const { t } = useTranslation('receipts');
  if (!useCan(receiptEndpoints.ticket)) return null;
  return (
    <Button
      icon="order"
      reason={order.paidAt === null ? t('notPaid') : undefined}
      onClick={() => void openPaper({ report: 'receipt', orderNo: order.orderNo })}
    >
      {t('button')}
    </Button>
  );
}

interface RefundPaperProps {
  refund: { readonly id: string; readonly orderNo: string; readonly completedAt: string | null };
}

/** Opens the document of a refund that reached the customer; nothing before that. */
export function RefundPaper({ refund }: RefundPaperProps) {
  const { t } = useTranslation('receipts');
  const may = useCan(receiptEndpoints.ticket);
  if (!may || refund.completedAt === null) return null;
  return (
    <Button
      small
      icon="order"
      onClick={() => void openPaper({ report: 'refund', orderNo: refund.orderNo, refundId: refund.id })}
    >
      {t('refundButton')}
    </Button>
  );
}
