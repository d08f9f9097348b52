import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { STATISTICS } from '#domains/insights/contract/addresses.ts';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import type { OrderDimension } from '#domains/insights/contract/order-breakdown.ts';
import { FirstSteps } from '#domains/setup/web/index.ts';
import { HOME_PAGE } from '#domains/work-list/contract/addresses.ts';
import { call } from '#platform/http/web/call.ts';
import { Allowed, useCan } from '#ui/allowed/allowed.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { useDivisions, useSums } from './analysis/analysis-queries.ts';
import { DividedCard } from './analysis/divided-card.tsx';
import { CustomersTile, UptimeTile } from './analysis/other-tiles.tsx';
import { PeriodChart } from './analysis/period-chart.tsx';
import { PeriodTiles } from './analysis/period-tiles.tsx';
import { WeekCard } from './analysis/week-card.tsx';
import { useDashboardChoice } from './dashboard/choice.ts';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { FileButton } from './dashboard/file-button.tsx';
import { METRICS } from './overview/period.ts';

const TILES = ['netSales', 'orders', 'cups', 'averageOrder', 'refundedMoney'] as const;
const RANKS = ['best', 'worst'] as const;
const TOP = 6;
const WEEK_HOURS = 168;

/** The business of a period: the home after a login (V1). Who may not see sales has his work list instead. */
export default function AnalysisPage() {
  return useCan(insightEndpoints.statistics) ? <Analysis /> : <Navigate to={HOME_PAGE} replace />;
}

function Analysis() {
  const { t } = useTranslation(['dashboards', 'statistics']);
  const [isPaused, setPaused] = useState(false);
  const chosen = useDashboardChoice('last7');
  const { choice } = chosen;
  const [metric, setMetric] = chosen.word('metric', METRICS);
  const [rank, setRank] = chosen.word('rank', RANKS);
  const sums = useSums(choice, { paused: isPaused });
  const divided = useDivisions(
    choice,
    {
      measure: metric,
      divisions: [
        { by: 'spot', rank, top: TOP },
        { by: 'goods', rank, top: TOP },
        { by: 'hourOfWeek', top: WEEK_HOURS },
        { by: 'channel', top: TOP },
        { by: 'paymentChannel', top: TOP },
      ],
    },
    { paused: isPaused },
  );
  const part = (by: OrderDimension) => ({
    ...divided,
    data: divided.data?.breakdowns.find((breakdown) => breakdown.by === by),
  });
  const card = (by: OrderDimension) => ({ choice, source: part(by), top: TOP });
  const ranks = (
    <Segmented
      label={t('rank.label')}
      value={rank}
      options={RANKS.map((value) => ({ value, label: t(`rank.${value}`) }))}
      onChange={setRank}
    />
  );
  return (
    <DashboardPage
      title={t('analysis')}
      chosen={chosen}
      updatedAt={sums.dataUpdatedAt}
      isPaused={isPaused}
      onPause={setPaused}
      actions={
        <>
          <ButtonLink small icon="chart" to={STATISTICS}>
            {t('statistics')}
          </ButtonLink>
          <FileButton
            file={t('statistics:kind.file')}
            by={insightEndpoints.exportStatistics}
            start={(format) =>
              call(insightEndpoints.exportStatistics, {
                ...{ fromDay: choice.days.from, toDay: choice.days.to, by: 'spot', format },
                ...(choice.spotId ? { spotId: choice.spotId } : {}),
              })
            }
          />
        </>
      }
    >
      {sums.data?.figures.orders === 0 && sums.data.previous.orders === 0 && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      <div className="dashboard-tiles with-trends">
        <PeriodTiles source={sums} choice={choice} names={TILES} compared={t('before')} />
        <CustomersTile choice={choice} />
        <UptimeTile choice={choice} />
      </div>
      <PeriodChart source={sums} choice={choice} metric={metric} onMetric={setMetric} before={t('periodBefore')} />
      <Allowed by={insightEndpoints.divisions}>
        <div className="dashboard-two">
          <DividedCard {...card('spot')} title={t(`${rank}.spot`)} extra={ranks} />
          <DividedCard {...card('goods')} title={t(`${rank}.goods`)} />
        </div>
        <WeekCard source={part('hourOfWeek')} choice={choice} metric={metric} />
        <div className="dashboard-two">
          <DividedCard {...card('channel')} title={t('by.channel')} />
          <DividedCard {...card('paymentChannel')} title={t('by.paymentChannel')} />
        </div>
      </Allowed>
    </DashboardPage>
  );
}
