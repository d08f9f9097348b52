import { AnswerOrderDialog, RefundDialog } from '#domains/refunds/web/index.ts';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { useOrder } from './order-queries.ts';

interface OfOrderProps {
  orderNo: string;
  onClose: () => void;
}

/** The refund of an order that a page knows by its number. */
export function OrderRefund({ orderNo, onClose }: OfOrderProps) {
  const { data: order } = useOrder(orderNo);
  return <OpenedPart onClose={onClose}>{order && <RefundDialog order={order} onClose={onClose} />}</OpenedPart>;
}

/** The answer to its request, from a list, which knows the order and not its applications. */
export function OrderAnswer({ orderNo, ...answer }: OfOrderProps & { agree: boolean }) {
  const { data: order } = useOrder(orderNo);
  return <AnswerOrderDialog order={order} {...answer} />;
}
