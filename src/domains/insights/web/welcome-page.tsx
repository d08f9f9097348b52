import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { robotKeys, useMonitor } from '#domains/robots/web/index.ts';
import { FirstSteps } from '#domains/setup/web/index.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { LiveControl } from '#ui/live-control/live-control.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { useNow } from '#ui/time/now.ts';
import { Attention } from './overview/attention.tsx';
import { LatestOrders } from './overview/latest-orders.tsx';
import { OrderTiles } from './overview/order-tiles.tsx';
import { latestKey, ROBOTS_SHOWN, todayKey, useLatestOrders } from './overview/overview-queries.ts';
import { PausedContext, usePaused } from './overview/paused.ts';
import { choiceOf, type OverviewChoice } from './overview/period.ts';
import { Ranking } from './overview/ranking.tsx';
import { SalesChart } from './overview/sales-chart.tsx';
import './welcome.css';

/** The business at a glance: the day so far, what waits for a hand, what sells. */
export default function WelcomePage() {
  const { t } = useTranslation('insights');
  const [isPaused, setPaused] = useState(false);
  const [params] = useSearchParams();
  const { timeZone } = useTenant();
  const choice = choiceOf(params, useNow(), timeZone);
  const business = <Business choice={choice} />;
  return (
    <PausedContext value={isPaused}>
      <div className="overview">
        <header className="overview-head">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <LiveControl updatedAt={useOldestAnswer()} isPaused={isPaused} onPause={setPaused} />
        </header>
        <div className="overview-tiles">
          <Allowed by={insightEndpoints.statistics}>
            <OrderTiles />
          </Allowed>
          <Allowed by={robotEndpoints.monitor}>
            <RobotTile />
          </Allowed>
        </div>
        <Attention />
        <Allowed by={orderEndpoints.page} otherwise={business}>
          <Beginning>{business}</Beginning>
        </Allowed>
      </div>
    </PausedContext>
  );
}

/** Where nothing was ever ordered the steps to the first order stand in place of empty charts. */
function Beginning({ children }: { children: ReactNode }) {
  const { data } = useLatestOrders(usePaused());
  if (data?.total !== 0) return children;
  return (
    <Suspense>
      <FirstSteps className="overview-chart">{children}</FirstSteps>
    </Suspense>
  );
}

/** What sells, and what was ordered last. */
function Business({ choice }: { choice: OverviewChoice }) {
  return (
    <>
      <Allowed by={insightEndpoints.statistics}>
        <SalesChart choice={choice} />
      </Allowed>
      <div className="overview-latest">
        <Allowed by={orderEndpoints.page}>
          <LatestOrders />
        </Allowed>
      </div>
      <div className="overview-rankings">
        <Allowed by={insightEndpoints.breakdown}>
          <Ranking by="goods" choice={choice} />
          <Ranking by="spot" choice={choice} />
        </Allowed>
      </div>
    </>
  );
}

/** When the oldest part of the page was answered, in epoch milliseconds; 0 before the first answer. */
function useOldestAnswer(): number {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (changed) => queryClient.getQueryCache().subscribe(changed),
    () => {
      const times = [todayKey, latestKey, robotKeys.monitorOf(ROBOTS_SHOWN)].map(
        (key) => queryClient.getQueryState(key)?.dataUpdatedAt ?? 0,
      );
      const known = times.filter((at) => at > 0);
      return known.length === 0 ? 0 : Math.min(...known);
    },
  );
}

function RobotTile() {
  const { t } = useTranslation('insights');
  const monitor = useMonitor({ paused: usePaused(), ...ROBOTS_SHOWN });
  const counts = monitor.data?.counts;
  return (
    <StatTile
      source={monitor}
      title={t('tile.robots')}
      value={
        counts && (
          <>
            {counts.health.selling + counts.health.warning} <small>/ {counts.total}</small>
          </>
        )
      }
      to="/devices/robots?health=selling,warning"
      isWarning={counts !== undefined && counts.attention > 0}
      note={counts && t('robots.waiting', { count: counts.attention })}
    />
  );
}
