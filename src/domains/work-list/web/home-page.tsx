import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ALARM_LIST } from '#domains/alarms/contract/addresses.ts';
import { ALARM_VIEWS, alarms } from '#domains/alarms/contract/alarms.ts';
import { alarmEndpoints } from '#domains/alarms/contract/endpoints.ts';
import { DashboardPage, oldestOf, useFigures } from '#domains/insights/web/dashboard/index.ts';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { REFUND_LIST } from '#domains/refunds/contract/addresses.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { refundList } from '#domains/refunds/contract/refund-list.ts';
import { DOWNLOADS } from '#platform/exports/contract/addresses.ts';
import { call } from '#platform/http/web/call.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { Allowed, useCan } from '#ui/allowed/allowed.tsx';
import { Money } from '#ui/money/money.tsx';
import { Time } from '#ui/time/time.tsx';
import { useOpenAlarms, useReadyFiles, useRunOut } from './queries.ts';
import { AlarmWork, RunOutWork } from './shared-work.tsx';
import { SHOWN, WorkCard } from './work-card.tsx';

/** Of the list of refund applications. */
const WAITING_REFUNDS = `${REFUND_LIST}?view=waiting`;

/** The reader's own work list (V1): what waits for an answer, for him, and for a refill today; files that are ready. */
export default function HomePage() {
  const { t } = useTranslation('work-list');
  const [isPaused, setPaused] = useState(false);
  const refunds = useWaitingRefunds(isPaused);
  const mine = useMyAlarms(isPaused);
  const runOut = useRunOut(isPaused);
  const files = useReadyFiles(isPaused);
  return (
    <DashboardPage
      title={t('home.title')}
      updatedAt={oldestOf([refunds, mine.query, runOut, files])}
      isPaused={isPaused}
      onPause={setPaused}
    >
      <div className="work-cards">
        <Allowed by={refundEndpoints.answerRefund}>
          <WorkCard
            title={t('refunds.title')}
            icon="payment"
            query={refunds}
            none={t('refunds.none')}
            all={{ to: WAITING_REFUNDS, label: t('refunds.all') }}
            countOf={({ total }) => total}
            rowsOf={({ records }) =>
              records.map((row) => ({
                key: row.id,
                name: row.goodsSummary || row.orderNo,
                to: orderAddress(row.orderNo),
                about: (
                  <>
                    <Money minor={row.amountMinor} currency={row.currency} />
                    <Time at={row.requestedAt} relative />
                  </>
                ),
              }))
            }
          />
        </Allowed>
        <Allowed by={alarms.endpoints.page}>
          <AlarmWork title={t('mine.title')} none={t('mine.none')} query={mine.query} all={mine.address} />
        </Allowed>
        <RunOutWork query={runOut} />
        <WorkCard
          title={t('files.title')}
          icon="download"
          query={files}
          none={t('files.none')}
          all={{ to: DOWNLOADS, label: t('files.all') }}
          countOf={({ total }) => total}
          rowsOf={({ records }) =>
            records.map((job) => ({
              key: job.id,
              name: job.fileName,
              to: `${DOWNLOADS}?panel=${job.id}`,
              about: job.finishedAt && <Time at={job.finishedAt} relative />,
            }))
          }
        />
        <Allowed by={alarmEndpoints.acknowledge}>
          <OpenAlarms paused={isPaused} />
        </Allowed>
      </div>
    </DashboardPage>
  );
}

/** Customers who wait for an answer, the longest first. */
function useWaitingRefunds(paused: boolean) {
  const [mayAnswer, maySee] = [useCan(refundEndpoints.answerRefund), useCan(refundList.endpoints.page)];
  return useFigures(['orders', 'refunds', 'waiting'], {
    ...{ live: ['order'], everyMs: 2_000, paused, enabled: mayAnswer && maySee },
    ask: (signal) =>
      call(
        refundList.endpoints.page,
        { waiting: 'true', column: 'requestedAt', order: 'asc', pageSize: SHOWN },
        { signal, notices: 'none' },
      ),
  });
}

/** Alarms that this person looks after. */
function useMyAlarms(paused: boolean) {
  const me = useSession(({ user }) => user?.id ?? '');
  const conditions = ['assignedUserId', 'acknowledgedUserId'].map((field) => ({ field, rule: 'eq', val: me }));
  const where = `or:${conditions.map(({ field, rule, val }) => `${field}.${rule}.${encodeURIComponent(val)}`).join(';')}`;
  return {
    query: useOpenAlarms(paused, {
      superQueryParams: encodeURIComponent(JSON.stringify(conditions)),
      superQueryMatchType: 'or',
    }),
    address: `${ALARM_LIST}?${new URLSearchParams({ view: 'active', where })}`,
  };
}

/** Those that nobody looks after yet. */
function OpenAlarms({ paused }: { paused: boolean }) {
  const { t } = useTranslation('work-list');
  const query = useOpenAlarms(paused, ALARM_VIEWS.open);
  return <AlarmWork title={t('open.title')} none={t('open.none')} query={query} all={`${ALARM_LIST}?view=open`} />;
}
