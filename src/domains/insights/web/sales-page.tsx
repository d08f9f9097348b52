import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import type { OrderDimension } from '#domains/insights/contract/order-breakdown.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { useDivided, useSums } from './analysis/analysis-queries.ts';
import { PeriodChart } from './analysis/period-chart.tsx';
import { PeriodTiles } from './analysis/period-tiles.tsx';
import { useDashboardChoice } from './dashboard/choice.ts';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { FileButton } from './dashboard/file-button.tsx';
import { LatestOrders } from './overview/latest-orders.tsx';
import { PausedContext } from './overview/paused.ts';
import { METRICS } from './overview/period.ts';
import { BreakdownTable } from './statistics/breakdown-table.tsx';
import './welcome.css';
import './statistics/statistics.css';

const TILES = ['netSales', 'orders', 'cups', 'averageOrder', 'abnormalOrders', 'openRefunds'] as const;
const BY = ['spot', 'hour', 'goods', 'channel'] as const satisfies readonly OrderDimension[];
const WEEK = 7;
const TODAY_MS = 2_000;

/** Live sales of today against the same day last week, by spot, hour, drink and channel (V2, settled 129). */
export default function SalesPage() {
  const { t } = useTranslation(['dashboards', 'statistics']);
  const [isPaused, setPaused] = useState(false);
  const chosen = useDashboardChoice('today');
  const { choice } = chosen;
  const [metric, setMetric] = chosen.word('metric', METRICS);
  const [by, setBy] = chosen.word('by', BY);
  const pace = { paused: isPaused, daysBefore: WEEK, everyMs: TODAY_MS };
  const sums = useSums(choice, pace);
  const divided = useDivided(choice, { by, measure: metric, top: 24 }, pace);
  return (
    <PausedContext value={isPaused}>
      <DashboardPage
        title={t('sales')}
        chosen={chosen}
        periods={['today', 'yesterday']}
        mostDays={1}
        updatedAt={sums.dataUpdatedAt}
        isPaused={isPaused}
        onPause={setPaused}
        actions={
          <FileButton
            file={t('statistics:kind.file')}
            by={insightEndpoints.exportStatistics}
            start={(format) =>
              call(insightEndpoints.exportStatistics, {
                ...{ fromDay: choice.days.from, toDay: choice.days.to, daysBefore: WEEK, by, format },
                ...(choice.spotId ? { spotId: choice.spotId } : {}),
              })
            }
          />
        }
      >
        <div className="dashboard-tiles with-trends">
          <PeriodTiles source={sums} choice={choice} names={TILES} compared={t('lastWeek')} />
        </div>
        <PeriodChart source={sums} choice={choice} metric={metric} onMetric={setMetric} before={t('sameDay')} />
        <div className="dashboard-wide-two">
          <Card
            flush
            title={t('divided')}
            extra={
              <Segmented
                label={t('statistics:by')}
                value={by}
                options={BY.map((value) => ({ value, label: t(`statistics:dimension.${value}`) }))}
                onChange={setBy}
              />
            }
          >
            <Loaded query={divided} skeleton={<SkeletonLines lines={8} />}>
              {(breakdown) =>
                breakdown.rows.length === 0 ? (
                  <p className="overview-none">{t('nothingSold')}</p>
                ) : (
                  <BreakdownTable breakdown={breakdown} days={{ ...choice.days, spotId: choice.spotId }} />
                )
              }
            </Loaded>
          </Card>
          <div className="dashboard-latest">
            <Allowed by={orderEndpoints.page}>
              <LatestOrders spotId={choice.spotId} />
            </Allowed>
          </div>
        </div>
      </DashboardPage>
    </PausedContext>
  );
}
