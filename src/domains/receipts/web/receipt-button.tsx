import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { receiptEndpoints } from '../contract/endpoints.ts';
import type { PrintTicketRequest, RentalTicketRequest } from '../contract/receipt.ts';

export const openPaper = (request: Omit<PrintTicketRequest, 'format'>): Promise<void> =>
  openWith(() => call(receiptEndpoints.ticket, request, { idempotencyKey: crypto.randomUUID() }));

const openRentalPaper = (request: Omit<RentalTicketRequest, 'format'>): Promise<void> =>
  openWith(() => call(receiptEndpoints.rentalTicket, request, { idempotencyKey: crypto.randomUUID() }));

/** A new window with the document, opened at once so that no browser takes it for an unasked one. */
async function openWith(ask: () => Promise<{ readonly url: string }>): Promise<void> {
  const paper = window.open('about:blank', '_blank');
  const answer = await ask().catch(() => undefined);
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

interface RentalPaperProps {
  rental: { readonly orderNo: string; readonly isPaid: boolean };
  /** Of a refund that reached the customer; the receipt without one. */
  refundId?: string;
}

/** Opens the receipt of a rental whose fee is paid, or the document of its refund. */
export function RentalPaper({ rental, refundId }: RentalPaperProps) {
  const { t } = useTranslation('receipts');
  const { orderNo, isPaid } = rental;
  if (!useCan(receiptEndpoints.rentalTicket)) return null;
  return (
    <Button
      small={refundId !== undefined}
      icon="order"
      reason={isPaid ? undefined : t('rentalNotPaid')}
      onClick={() => void openRentalPaper({ orderNo, ...(refundId === undefined ? {} : { refundId }) })}
    >
      {t(refundId === undefined ? 'button' : 'refundButton')}
    </Button>
  );
}
