import { useTranslation } from 'react-i18next';
import { ErrorState } from '#ui/error-state/error-state.tsx';
import { Money } from '#ui/money/money.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { useOrderPayments } from '../order-queries.ts';
import { paymentStateTags } from '../order-tags.ts';

/** Attempts to pay, newest first. */
export function PaymentList({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation('orders');
  const { data, error, refetch } = useOrderPayments(orderNo);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={48} />;
  if (data.length === 0) return <p className="quiet">{t('payment.none')}</p>;
  return (
    <ul className="entry-list">
      {data.map((payment) => (
        <li key={payment.id}>
          <div className="entry-line">
            <StatusTag of={paymentStateTags} code={payment.status} />
            <Money minor={payment.amountMinor} currency={payment.currency} />
          </div>
          <div className="quiet">
            {t('payment.attempt', { attempt: payment.attempt, channel: t(`payment.channel.${payment.channel}`) })} ·{' '}
            <Time at={payment.requestedAt} />
          </div>
          {payment.transactionNo && <code className="quiet">{payment.transactionNo}</code>}
          {payment.errorMessage && <div className="quiet">{payment.errorMessage}</div>}
        </li>
      ))}
    </ul>
  );
}
