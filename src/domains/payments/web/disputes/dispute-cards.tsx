import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { copyText } from '#ui/copy-link/copy-text.ts';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Money } from '#ui/money/money.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { disputeRecords, type ListedDispute } from '../../contract/dispute-records.ts';
import { isOver } from '../../rules/disputes.ts';
import { disputeStateTags } from '../dispute-tags.ts';
import { DisputeAtProvider } from './dispute-at-provider.tsx';
import './disputes.css';

/**
 * What the customer's bank wants back of an order or a rental, to those who see payments. `facts`: what speaks for the tenant, as
 * text to be sent to the bank.
 */
export function DisputeCards({ orderNo, facts }: { orderNo: string; facts: string }) {
  const query = useQuery({
    queryKey: ['payments', 'disputes', orderNo],
    queryFn: ({ signal }) =>
      call(disputeRecords.endpoints.page, { keyword: orderNo, pageSize: 20 }, { signal, notices: 'none' }),
    enabled: useCan(disputeRecords.endpoints.page),
  });
  useLiveRefresh({ concerns: ({ kind }) => kind === disputeRecords.name, refresh: () => query.refetch() });
  const own = query.data?.records.filter((dispute) => dispute.orderNo === orderNo) ?? [];
  return own.map((dispute) => <DisputeCard key={dispute.id} dispute={dispute} facts={facts} />);
}

function DisputeCard({ dispute, facts }: { dispute: ListedDispute; facts: string }) {
  const { t } = useTranslation('disputes');
  const currency = dispute.currency as Currency;
  const isOpen = !isOver(dispute.state);
  const copy = async (text: string): Promise<void> => {
    await copyText(text);
    toast.success(t('card.copied'));
  };
  return (
    <Card
      title={t(isOpen ? 'card.title' : 'card.over')}
      extra={<StatusTag of={disputeStateTags} code={dispute.state} />}
    >
      <DescriptionList
        facts={[
          { term: t('field.amountMinor'), value: <Money minor={dispute.amountMinor} currency={currency} /> },
          {
            term: t('field.takenMinor'),
            value: dispute.takenMinor > 0 && <Money minor={dispute.takenMinor} currency={currency} />,
          },
          { term: t('field.reason'), value: t(`reason.${dispute.reason}`) },
          {
            term: t('field.evidenceDueAt'),
            value: isOpen && dispute.evidenceDueAt ? <Time at={dispute.evidenceDueAt} /> : false,
          },
          { term: t('field.openedAt'), value: <Time at={dispute.openedAt} /> },
          { term: t('field.closedAt'), value: dispute.closedAt ? <Time at={dispute.closedAt} /> : false },
        ]}
      />
      {(isOpen || dispute.answerUrl !== '') && (
        <div className="button-group dispute-acts">
          <DisputeAtProvider dispute={dispute} />
          {isOpen && (
            <Button kind="link" onClick={() => void copy(facts)}>
              {t('card.copy')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
