import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import {
  ORDER_DIMENSIONS,
  type OrderBreakdown,
  type OrderDimension,
} from '#domains/insights/contract/order-breakdown.ts';
import { SpotSearch } from '#domains/spots/web/choices/index.ts';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Card } from '#ui/card/card.tsx';
import { CopyLink } from '#ui/copy-link/copy-link.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { useNow } from '#ui/time/now.ts';
import { FileButton } from './dashboard/file-button.tsx';
import { CustomDays } from './overview/custom-days.tsx';
import { choiceOf, METRICS, type OverviewChoice, PERIODS, withChoice } from './overview/period.ts';
import { BreakdownTable } from './statistics/breakdown-table.tsx';
import './welcome.css';
import './statistics/statistics.css';

/** Hours of the week are a map, and no list. */
const DIMENSIONS = ORDER_DIMENSIONS.filter((one) => one !== 'hourOfWeek');
const TOPS = ['10', '25', '100'] as const;
const EVERY_MS = 30_000;

/** What was sold in a period by one dimension, beside the period before; all that is chosen stands in the address. */
export default function StatisticsPage() {
  const { t } = useTranslation(['statistics', 'insights']);
  const [params, setParams] = useSearchParams();
  const { timeZone } = useTenant();
  const choice = choiceOf(params, useNow(), timeZone);
  const by = DIMENSIONS.find((one) => one === params.get('by')) ?? 'spot';
  const top = TOPS.find((one) => one === params.get('top')) ?? '10';
  const spotId = params.get('spotId') || undefined;
  const query = useBreakdown(choice, by, { top: Number(top), spotId });
  const choose = (change: Partial<OverviewChoice>): void => setParams(withChoice(params, change), { replace: true });
  const set = (name: string, value: string, usual: string): void => {
    const next = new URLSearchParams(params);
    if (value === usual) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  return (
    <div className="statistics">
      <header className="statistics-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <CopyLink />
        <FileButton
          file={t('kind.file')}
          by={insightEndpoints.exportStatistics}
          start={(format) =>
            call(insightEndpoints.exportStatistics, {
              ...{ fromDay: choice.days.from, toDay: choice.days.to, by, format },
              ...(spotId ? { spotId } : {}),
            })
          }
        />
      </header>
      <div className="statistics-choice">
        <Segmented
          label={t('insights:chart.period')}
          value={choice.period === 'custom' ? '' : choice.period}
          options={PERIODS.map((value) => ({ value, label: t(`insights:period.${value}`) }))}
          onChange={(value) => value && choose({ period: value })}
        />
        <CustomDays days={choice.period === 'custom' ? choice.days : undefined} onChoose={(days) => choose({ days })} />
        <Segmented
          label={t('insights:chart.metric')}
          value={choice.metric}
          options={METRICS.map((value) => ({ value, label: t(`metric.${value}`) }))}
          onChange={(metric) => choose({ metric })}
        />
        <Segmented
          label={t('top')}
          value={top}
          options={TOPS.map((value) => ({ value, label: t('topOf', { count: Number(value) }) }))}
          onChange={(value) => set('top', value, '10')}
        />
        <div className="statistics-spot">
          <SpotSearch
            label={t('dimension.spot')}
            placeholder={t('allSpots')}
            value={spotId ?? ''}
            onChange={(id) => set('spotId', id ?? '', '')}
          />
        </div>
      </div>
      <Tabs
        label={t('by')}
        items={DIMENSIONS.map((key) => ({ key, label: t(`dimension.${key}`) }))}
        current={by}
        onChange={(key) => set('by', key, 'spot')}
      />
      <Card flush>
        <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
          {(breakdown) => <Answer breakdown={breakdown} choice={choice} spotId={spotId} />}
        </Loaded>
      </Card>
    </div>
  );
}

interface AnswerProps {
  breakdown: OrderBreakdown;
  choice: OverviewChoice;
  spotId: string | undefined;
}

function Answer({ breakdown, choice, spotId }: AnswerProps) {
  const { t } = useTranslation('statistics');
  if (breakdown.rows.length === 0)
    return (
      <p className="overview-none">
        {t('none')} <Link to="/orders/list">{t('toOrders')}</Link>
      </p>
    );
  return <BreakdownTable breakdown={breakdown} days={{ ...choice.days, spotId }} />;
}

interface BreakdownAsked {
  readonly top: number;
  readonly spotId: string | undefined;
}

function useBreakdown({ days, metric }: OverviewChoice, by: OrderDimension, { top, spotId }: BreakdownAsked) {
  const queryClient = useQueryClient();
  const queryKey = ['orders', 'breakdown', by, days.from, days.to, metric, top, spotId];
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'order',
    refresh: () => askAgain(queryClient, queryKey),
    everyMs: EVERY_MS,
  });
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(
        insightEndpoints.breakdown,
        { fromDay: days.from, toDay: days.to, by, measure: metric, top, ...(spotId ? { spotId } : {}) },
        { signal, notices: 'none' },
      ),
    placeholderData: keepPreviousData,
  });
}
