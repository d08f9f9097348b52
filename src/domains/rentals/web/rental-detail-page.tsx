import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { RentalPaper } from '#domains/receipts/web/index.ts';
import { useRefundSuccess } from '#domains/refunds/web/index.ts';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { ArchivedNote } from '#system/archive/web/index.ts';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { EntryList } from '#ui/entry-list/entry-list.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { RecordColumns, RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { RENTALS } from '../contract/addresses.ts';
import { rentalEndpoints } from '../contract/endpoints.ts';
import type { RentalDetail } from '../contract/rental.ts';
import { canEnd } from '../rules/rental-moves.ts';
import { EndRentalDialog } from './end-rental-dialog.tsx';
import { FeeWords, useSpan } from './fee-words.tsx';
import { usePlaceWords } from './place-words.ts';
import { RefundRentalDialog } from './refund-rental-dialog.tsx';
import { RentalMoneyBlock, RentalPayments, RentalRefunds } from './rental-money-block.tsx';
import { rentalStatusTags } from './rental-tags.ts';
import { RentalTimeline } from './rental-timeline.tsx';
import { DismissalDialog } from './repair-acts.tsx';
import { RepairCard } from './repair-card.tsx';

const RentalDisputes = lazyAgain(() => import('./rental-disputes.tsx'));

type Opened = 'end' | 'refund' | undefined;
const keyOf = (orderNo: string) => ['rentals', 'detail', orderNo];
const refresh = (client: QueryClient, orderNo: string) => client.invalidateQueries({ queryKey: keyOf(orderNo) });

/** One rental: where its unit is, what it costs and why, what became of the money, and what happened when. */
export default function RentalDetailPage() {
  const { orderNo = '' } = useParams();
  const { t } = useTranslation('rentals');
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const queryKey = keyOf(orderNo);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(rentalEndpoints.detail, { orderNo }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === 'rental' && message.id === orderNo,
    refresh: () => query.refetch(),
  });
  useRefundSuccess(query.data);
  const close = () => {
    setOpened(undefined);
    void refresh(client, orderNo);
  };
  return (
    <>
      <RecordDetail
        query={query}
        queryKey={queryKey}
        title={orderNo}
        heading={<RecordNumber of={orderNo} />}
        name={orderNo}
        back={{ to: RENTALS, label: t('detail.toList') }}
        state={(rental) => (
          <>
            <StatusTag of={rentalStatusTags} code={rental.status} />
            {rental.kind === 'repurchase' && <Tag>{t('type.repurchase')}</Tag>}
            {rental.review && <Tag tone="warning">{t('field.review')}</Tag>}
          </>
        )}
        actions={(rental) => <RentalActions rental={rental} open={setOpened} />}
        viewsLabel={t('detail.views')}
        views={[{ key: 'overview', label: t('detail.overview'), content: (rental) => <Overview rental={rental} /> }]}
      />
      <OpenedPart onClose={close}>
        {query.data && opened === 'end' && <EndRentalDialog rental={query.data} onClose={close} />}
        {query.data && opened === 'refund' && <RefundRentalDialog rental={query.data} onClose={close} />}
      </OpenedPart>
      <DismissalDialog />
    </>
  );
}

function RentalActions({ rental, open }: { rental: RentalDetail; open: (what: Opened) => void }) {
  const { t } = useTranslation('rentals');
  const client = useQueryClient();
  const { orderNo, money } = rental;
  const act = (work: Promise<unknown>, said: string) =>
    void work.then(() => toast.success(said)).then(() => refresh(client, orderNo));
  return (
    <>
      {rental.review && (
        <ActionButton
          action={{
            ...{ key: 'reviewed', label: t('reviewed.button'), icon: 'check', by: rentalEndpoints.reviewed },
            onSelect: () => act(call(rentalEndpoints.reviewed, { orderNo, note: '' }), t('reviewed.done')),
          }}
        />
      )}
      {money.openMinor > 0 && money.feeMinor !== null && (
        <ActionButton
          action={{
            ...{ key: 'collect', label: t('collect.button'), icon: 'payment', by: rentalEndpoints.collect },
            onSelect: () => act(call(rentalEndpoints.collect, { orderNo }), t('collect.done')),
          }}
        />
      )}
      {money.refundableMinor > 0 && (
        <ActionButton
          action={{
            ...{ key: 'refund', label: t('refund.button'), by: rentalEndpoints.refund },
            onSelect: () => open('refund'),
          }}
        />
      )}
      {money.feeMinor !== null && rental.notLent === null && (
        <RentalPaper rental={{ orderNo, isPaid: money.openMinor === 0 && money.pendingMinor === 0 }} />
      )}
      {canEnd(rental) && (
        <ActionButton
          action={{
            ...{ key: 'end', label: t('end.button'), icon: 'close', by: rentalEndpoints.end },
            onSelect: () => open('end'),
          }}
        />
      )}
    </>
  );
}

function Overview({ rental }: { rental: RentalDetail }) {
  const { t } = useTranslation('rentals');
  const span = useSpan();
  return (
    <RecordColumns
      main={
        <>
          {rental.notLent && (
            <Card title={t('detail.notLent')}>
              <p>{t(`notLent.${rental.notLent}`)}</p>
            </Card>
          )}
          {rental.disputedMinor !== null && (
            <Suspense>
              <RentalDisputes rental={rental} />
            </Suspense>
          )}
          <RepairCard repairs={rental.repairs} />
          {rental.flags.length > 0 && (
            <Card title={t('detail.flags')}>
              <EntryList>
                {rental.flags.map((flag) => (
                  <li key={flag}>{t(`flag.${flag}`)}</li>
                ))}
              </EntryList>
            </Card>
          )}
          {rental.fee && (
            <Card title={t('detail.fee', { time: span(Math.ceil(rental.elapsedSeconds / 60)), plan: rental.planName })}>
              <FeeWords fee={rental.fee} currency={rental.money.currency} />
            </Card>
          )}
          {rental.archived && (
            <Suspense fallback={<Skeleton height={112} />}>
              <ArchivedNote archived={rental.archived} queryKey={keyOf(rental.orderNo)} />
            </Suspense>
          )}
          {rental.timeline.length > 0 && (
            <Card title={t('detail.timeline')}>
              <RentalTimeline rental={rental} />
            </Card>
          )}
        </>
      }
      facts={
        <>
          <Card title={t('detail.money')}>
            <RentalMoneyBlock rental={rental} />
          </Card>
          <Card title={t('detail.payments')}>
            <RentalPayments rental={rental} />
          </Card>
          {rental.refunds.length > 0 && (
            <Card title={t('detail.refunds')}>
              <RentalRefunds rental={rental} />
            </Card>
          )}
          <Card title={t('detail.about')}>
            <RentalFacts rental={rental} />
          </Card>
        </>
      }
    />
  );
}

function RentalFacts({ rental }: { rental: RentalDetail }) {
  const { t } = useTranslation('rentals');
  const place = usePlaceWords();
  const time = (at: string | null) => (at === null ? false : <Time at={at} />);
  return (
    <DescriptionList
      columns={1}
      facts={[
        { term: t('field.serial'), value: rental.serial },
        { term: t('field.cabinetName'), value: place(rental.from) },
        { term: t('field.createdAt'), value: <Time at={rental.createdAt} /> },
        { term: t('field.startedAt'), value: time(rental.startedAt) },
        { term: t('field.returnCabinetName'), value: rental.to !== null && place(rental.to) },
        { term: t('field.returnedAt'), value: time(rental.returnedAt) },
        { term: t('field.endedAt'), value: time(rental.endedAt) },
        { term: t('detail.purchaseAt'), value: rental.endedAt === null && time(rental.purchaseAt) },
        { term: t('field.endedBy'), value: rental.endedBy !== null && t(`endedBy.${rental.endedBy}`) },
        { term: t('field.endedByName'), value: rental.endedByName !== '' && rental.endedByName },
        { term: t('field.endReason'), value: rental.endReason !== '' && rental.endReason },
        { term: t('field.customerId'), value: rental.customerId },
      ]}
    />
  );
}
