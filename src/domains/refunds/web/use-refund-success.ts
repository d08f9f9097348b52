import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '#platform/money/contract/currency.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { justReturned, type ShownRefund } from '../rules/just-returned.ts';

interface RefundOnPage extends ShownRefund {
  readonly amountMinor: number;
  readonly currency: Currency;
}

interface OrderOnPage {
  readonly orderNo: string;
  readonly refunds: readonly RefundOnPage[];
}

/** Says "refund success" (domain 8) once the provider has confirmed it, to whoever has the order open; undefined until it is read. */
export function useRefundSuccess(order: OrderOnPage | undefined): void {
  const { t } = useTranslation('refunds');
  const format = useFormatMoney();
  const seen = useRef<OrderOnPage>(undefined);
  useEffect(() => {
    if (!order) return;
    // on the same page there may have been another order before
    const before = seen.current?.orderNo === order.orderNo ? seen.current : order;
    for (const { amountMinor, currency } of justReturned(before.refunds, order.refunds))
      toast.success(t('refund.done', { amount: format(amountMinor, currency) }));
    seen.current = order;
  }, [order, t, format]);
}
