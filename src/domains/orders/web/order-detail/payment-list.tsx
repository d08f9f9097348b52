import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paymentsOf } from '#domains/payments/contract/addresses.ts';
import { paymentStateTags, useProviderWords } from '#domains/payments/web/index.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { EntryLine, EntryList } from '#ui/entry-list/entry-list.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money } from '#ui/money/money.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { useOrderPayments } from '../order-queries.ts';

/** Of the list of all payments, which says more of each. */
const SEES_PAYMENTS = { permission: 'payment:view' };

/** Attempts to pay, newest first; nothing before the first one. */
export function PaymentList({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation('orders');
  const query = useOrderPayments(orderNo);
  const reasonOf = useProviderWords();
  if (query.data?.length === 0) return null;
  return (
    <Card
      title={t('detail.payments')}
      extra={
        <Allowed by={SEES_PAYMENTS}>
          <Link to={paymentsOf(orderNo)}>{t('detail.allPayments')}</Link>
        </Allowed>
      }
    >
      <Loaded query={query} skeleton={<Skeleton height={48} />}>
        {(data) => (
          <EntryList>
            {data.map((payment) => (
              <li key={payment.id}>
                <EntryLine>
                  <StatusTag of={paymentStateTags} code={payment.status} />
                  <Money minor={payment.amountMinor} currency={payment.currency} />
                </EntryLine>
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
          </EntryList>
        )}
      </Loaded>
    </Card>
  );
}
