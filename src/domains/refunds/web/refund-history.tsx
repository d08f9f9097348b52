import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { useProviderWords } from '#domains/payments/web/index.ts';
import { RefundPaper } from '#domains/receipts/web/index.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { hasReasonCode, RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { RefundSummary } from '#domains/refunds/contract/refund-record.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { EntryLine, EntryList } from '#ui/entry-list/entry-list.tsx';
import { Money, useFormatMoney } from '#ui/money/money.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { useIsNarrow } from '#ui/record-table/use-media.ts';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { waitsForAnswer } from '../rules/refund.ts';
import { AnswerRefundDialog } from './answer-refund-dialog.tsx';
import { refundStatusTags } from './refund-tags.ts';

type Answer = (refund: RefundSummary, agree: boolean) => void;

/** Applications and their answers; nothing says "refunded" before the provider has confirmed it. */
export function RefundHistory({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('refunds');
  const isNarrow = useIsNarrow();
  const [answering, setAnswering] = useState<{ refund: RefundSummary; agree: boolean }>();
  const answer: Answer = (refund, agree) => setAnswering({ refund, agree });
  return (
    <Card title={t('refund.history')} flush>
      {isNarrow ? (
        <RefundEntries refunds={order.refunds} onAnswer={answer} />
      ) : (
        <ScrollBox label={t('refund.history')}>
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
                    <RefundState refund={refund} />
                  </td>
                  <td className="end">
                    <Money minor={refund.amountMinor} currency={refund.currency} />
                  </td>
                  <td>
                    <RefundReason refund={refund} />
                  </td>
                  <td className="end">
                    <Time at={refund.requestedAt} zone="never" />
                  </td>
                  <td>
                    <Answers refund={refund} onAnswer={answer} small />
                    {refund.status === RefundStatus.returned && <RefundPaper refund={refund} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {answering && <AnswerRefundDialog {...answering} onClose={() => setAnswering(undefined)} />}
    </Card>
  );
}

/** On a phone: nothing to scroll for, and the answers at the thumb. */
function RefundEntries({ refunds, onAnswer }: { refunds: readonly RefundSummary[]; onAnswer: Answer }) {
  return (
    <EntryList isInBareCard>
      {refunds.map((refund) => (
        <li key={refund.id}>
          <EntryLine>
            <span>
              <RefundState refund={refund} />
            </span>
            <strong>
              <Money minor={refund.amountMinor} currency={refund.currency} />
            </strong>
          </EntryLine>
          <div>
            <RefundReason refund={refund} />
          </div>
          <div className="quiet">
            <Time at={refund.requestedAt} />
          </div>
          <Answers refund={refund} onAnswer={onAnswer} />
          {refund.status === RefundStatus.returned && <RefundPaper refund={refund} />}
        </li>
      ))}
    </EntryList>
  );
}

function RefundState({ refund }: { refund: RefundSummary }) {
  const { t } = useTranslation('refunds');
  const reasonOf = useProviderWords();
  return (
    <>
      <StatusTag of={refundStatusTags} code={refund.status} />
      {refund.providerState && refund.providerState !== 'succeeded' && (
        <div className="quiet">{t(`refund.provider.${refund.providerState}`)}</div>
      )}
      {refund.lastError && <div className="quiet">{reasonOf(refund.lastError)}</div>}
    </>
  );
}

/** In the words of the person who asked; what the product decides by itself is a code of its own. */
function RefundReason({ refund }: { refund: RefundSummary }) {
  const { t } = useTranslation('refunds');
  const isAutomatic = hasReasonCode(refund.origin);
  const who = [t(`refund.origin.${refund.origin}`), isAutomatic ? '' : refund.requestedByName];
  return (
    <>
      {(isAutomatic ? t(`refund.automatic.${refund.reason}`, { defaultValue: refund.reason }) : refund.reason) || '–'}
      <div className="quiet">{who.filter((word) => word !== '').join(' · ')}</div>
      {refund.answerReason && (
        <div className="quiet">
          {t('refund.answered', { name: refund.answeredByName ?? '', reason: refund.answerReason })}
        </div>
      )}
    </>
  );
}

function Answers({ refund, onAnswer, small }: { refund: RefundSummary; onAnswer: Answer; small?: boolean }) {
  const { t } = useTranslation('refunds');
  const amount = useFormatMoney()(refund.amountMinor, refund.currency);
  if (!waitsForAnswer(refund)) return null;
  const by = refundEndpoints.answerRefund;
  return (
    <Allowed by={by}>
      <div className="button-group entry-answers">
        <ActionButton
          kind="primary"
          small={small}
          action={{
            key: 'agree',
            label: t('answer.agree'),
            fullLabel: t('answer.agreeTitle', { amount }),
            by,
            onSelect: () => onAnswer(refund, true),
          }}
        />
        <ActionButton
          small={small}
          action={{
            key: 'refuse',
            label: t('answer.refuse'),
            fullLabel: t('answer.refuseTitle', { amount }),
            by,
            onSelect: () => onAnswer(refund, false),
          }}
        />
      </div>
    </Allowed>
  );
}
