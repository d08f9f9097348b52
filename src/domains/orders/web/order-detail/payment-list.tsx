import { useTranslation } from 'react-i18next';
import { paymentStateTags, useProviderWords } from '#domains/payments/web/index.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money } from '#ui/money/money.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { useOrderPayments } from '../order-queries.ts';

/** Attempts to pay, newest first. */
export function PaymentList({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation('orders');
  const query = useOrderPayments(orderNo);
  const reasonOf = useProviderWords();
  return (
    <Loaded query={query} skeleton={<Skeleton height={48} />}>
      {(data) =>
        data.length === 0 ? (
          <p className="quiet">{t('payment.none')}</p>
        ) : (
          <ul className="entry-list">
            {data.map((payment) => (
              <li key={payment.id}>
                <div className="entry-line">
                  <StatusTag of={paymentStateTags} code={payment.status} />
                  <Money minor={payment.amountMinor} currency={payment.currency} />
                </div>
                <div className="quiet">
                  {t('payment.attempt', {
                    attempt: payment.attempt,
                    channel: payment.channelName || t(`payment.channel.${payment.channel}`),
                  })}{' '}
                  · <Time at={payment.requestedAt} />
                </div>
                {payment.transactionNo && <code className="quiet">{payment.transactionNo}</code>}
                {payment.chargeId && <code className="quiet">{payment.chargeId}</code>}
                {payment.refundedMinor > 0 && (
                  <div className="quiet">
                    {t('money.refunded')} <Money minor={payment.refundedMinor} currency={payment.currency} />
                  </div>
                )}
                {payment.errorCode && <div className="quiet">{reasonOf(payment.errorCode)}</div>}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
