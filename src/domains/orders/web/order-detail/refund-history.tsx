import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import type { RefundSummary } from '#domains/orders/contract/refund-record.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Money } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { orderEndpoints } from '../../contract/endpoints.ts';
import { AnswerRefundDialog } from '../answer-refund-dialog.tsx';
import { refundStatusTags } from '../order-tags.ts';

const isWaiting = (refund: RefundSummary): boolean => refund.status === 100 && refund.providerState === null;

/** Applications and their answers; nothing says "refunded" before the provider has confirmed it. */
export function RefundHistory({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const [answering, setAnswering] = useState<{ refund: RefundSummary; agree: boolean }>();
  return (
    <ScrollBox label={t('detail.refunds')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('refund.state')}</th>
            <th scope="col" className="end">
              {t('refund.amount')}
            </th>
            <th scope="col">{t('refund.reason')}</th>
            <th scope="col" className="end">
              {t('refund.requestedAt')}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t('refund.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {order.refunds.map((refund) => (
            <tr key={refund.id}>
              <td>
                <StatusTag of={refundStatusTags} code={refund.status} />
                {refund.providerState && refund.providerState !== 'succeeded' && (
                  <div className="quiet">{t(`refund.provider.${refund.providerState}`)}</div>
                )}
                {refund.lastError && <div className="quiet">{refund.lastError}</div>}
              </td>
              <td className="end">
                <Money minor={refund.amountMinor} currency={refund.currency} />
              </td>
              <td>
                {refund.reason || '–'}
                <div className="quiet">
                  {t(`refund.origin.${refund.origin}`)} {refund.requestedByName}
                </div>
                {refund.answerReason && (
                  <div className="quiet">
                    {t('refund.answered', { name: refund.answeredByName ?? '', reason: refund.answerReason })}
                  </div>
                )}
              </td>
              <td className="end">
                <Time at={refund.requestedAt} />
              </td>
              <td>
                {isWaiting(refund) && (
                  <Allowed by={orderEndpoints.answerRefund}>
                    <div className="button-group">
                      <Button small kind="primary" onClick={() => setAnswering({ refund, agree: true })}>
                        {t('answer.agree')}
                      </Button>
                      <Button small onClick={() => setAnswering({ refund, agree: false })}>
                        {t('answer.refuse')}
                      </Button>
                    </div>
                  </Allowed>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {answering && <AnswerRefundDialog {...answering} onClose={() => setAnswering(undefined)} />}
    </ScrollBox>
  );
}
