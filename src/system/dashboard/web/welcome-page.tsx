import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deviceEndpoints } from '#domains/devices/contract/endpoints.ts';
import { robotKeys, robotStatusTags, useMonitor } from '#domains/devices/web/index.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import type { OrderStatistics } from '#domains/orders/contract/order-statistics.ts';
import { orderStatusTags } from '#domains/orders/web/index.ts';
import { useSession } from '#system/session/web/session-store.ts';
import { useTenant } from '#system/tenants/web/use-tenant.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { LiveControl } from '#ui/live-control/live-control.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money } from '#ui/money/money.tsx';
import { Skeleton, SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { HourChart } from './hour-chart.tsx';
import { latestKey, todayKey, useLatestOrders, useToday } from './welcome-queries.ts';
import './welcome.css';

/** Stops the data of every part of the page, not the clock. */
const PausedContext = createContext(false);

/** The day so far: tiles that tell whether anything needs a hand, and where. */
export default function WelcomePage() {
  const { t } = useTranslation('dashboard');
  const user = useSession((session) => session.user);
  const [isPaused, setPaused] = useState(false);
  return (
    <PausedContext value={isPaused}>
      <div className="welcome">
        <header className="welcome-head">
          <h1 tabIndex={-1}>{t('title', { name: user?.realname ?? '' })}</h1>
          <LiveControl updatedAt={useOldestAnswer()} isPaused={isPaused} onPause={setPaused} />
        </header>
        <Allowed by={orderEndpoints.statistics}>
          <OrderTiles />
        </Allowed>
        <div className="welcome-columns">
          <Allowed by={orderEndpoints.page}>
            <LatestOrders />
          </Allowed>
          <Allowed by={deviceEndpoints.monitor}>
            <AttentionList />
          </Allowed>
        </div>
      </div>
    </PausedContext>
  );
}

/** When the oldest part of the page was answered, in epoch milliseconds; 0 before the first answer. */
function useOldestAnswer(): number {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (changed) => queryClient.getQueryCache().subscribe(changed),
    () => {
      const times = [todayKey, latestKey, robotKeys.monitor].map(
        (key) => queryClient.getQueryState(key)?.dataUpdatedAt ?? 0,
      );
      const known = times.filter((at) => at > 0);
      return known.length === 0 ? 0 : Math.min(...known);
    },
  );
}

function OrderTiles() {
  const { t } = useTranslation('dashboard');
  const { currency } = useTenant();
  const today = useToday(use(PausedContext));
  const kept = (figures: OrderStatistics['figures']): number =>
    figures.revenue.find((row) => row.currency === currency)?.netMinor ?? 0;
  const figures = today.data?.figures;
  const previous = today.data?.previous;
  const series = today.data?.series;
  const compare = (now?: number, before?: number) =>
    now === undefined || before === undefined ? undefined : { now, before, label: t('compared') };
  return (
    <>
      <div className="welcome-tiles">
        <StatTile
          source={today}
          title={t('tile.orders')}
          value={figures?.orders}
          to="/orders/list"
          comparison={compare(figures?.orders, previous?.orders)}
          trend={series?.map((row) => row.orders) ?? []}
        />
        <StatTile
          source={today}
          title={t('tile.revenue')}
          value={figures && <Money minor={kept(figures)} currency={currency} />}
          to="/orders/list?view=complete"
          comparison={compare(figures && kept(figures), previous && kept(previous))}
          trend={series?.map((row) => row.revenue.find((one) => one.currency === currency)?.netMinor ?? 0) ?? []}
        />
        <StatTile
          source={today}
          title={t('tile.cups')}
          value={figures?.cups}
          comparison={compare(figures?.cups, previous?.cups)}
          trend={series?.map((row) => row.cups) ?? []}
        />
        <Allowed by={deviceEndpoints.monitor}>
          <RobotTiles />
        </Allowed>
        <StatTile
          source={today}
          title={t('tile.refunds')}
          value={figures?.openRefunds}
          to="/orders/list?view=refunding"
          note={figures && t(figures.openRefunds === 0 ? 'noRefunds' : 'waiting')}
        />
      </div>
      <Card title={t('hours.title')}>
        <Loaded query={today} skeleton={<Skeleton height={200} />}>
          {(statistics) => <HourChart statistics={statistics} />}
        </Loaded>
      </Card>
    </>
  );
}

function RobotTiles() {
  const { t } = useTranslation('dashboard');
  const monitor = useMonitor({ paused: use(PausedContext) });
  const counts = monitor.data?.counts;
  const bad = counts?.attention;
  return (
    <>
      <StatTile
        source={monitor}
        title={t('tile.robots')}
        value={counts && `${counts.total - counts.offline} / ${counts.total}`}
        to="/devices/monitor"
      />
      <StatTile
        source={monitor}
        title={t('tile.attention')}
        value={bad}
        to="/devices/robots?view=abnormal"
        note={bad !== undefined && t(bad === 0 ? 'allGood' : 'lookNow')}
      />
    </>
  );
}

function LatestOrders() {
  const { t } = useTranslation(['dashboard', 'orders']);
  const latest = useLatestOrders(use(PausedContext));
  return (
    <Card title={t('latest.title')} extra={<Link to="/orders/list">{t('latest.all')}</Link>}>
      <Loaded query={latest} skeleton={<SkeletonLines lines={8} />}>
        {({ records }) =>
          records.length === 0 ? (
            <p>{t('latest.none')}</p>
          ) : (
            <ul className="welcome-list welcome-orders">
              {records.map((order) => (
                <li key={order.orderNo}>
                  <Link to={`/orders/detail/${order.orderNo}`} className="record-identity">
                    {order.orderNo}
                  </Link>
                  <span className="welcome-grow" title={order.goodsSummary}>
                    {order.goodsSummary}
                  </span>
                  <StatusTag of={orderStatusTags} code={order.status} />
                  <Money minor={order.payableMinor} currency={order.currency} />
                  <Time at={order.createdAt} relative />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function AttentionList() {
  const { t } = useTranslation(['dashboard', 'devices']);
  const monitor = useMonitor({ paused: use(PausedContext) });
  return (
    <Card title={t('attention.title')}>
      <Loaded query={monitor} skeleton={<SkeletonLines lines={8} />}>
        {(data) => {
          const robots = data.robots.filter(
            (robot) => robot.abnormal || robot.status !== 'normal' || robot.soldOut !== 'available',
          );
          return robots.length === 0 ? (
            <p>{t('attention.none')}</p>
          ) : (
            <ul className="welcome-list welcome-robots">
              {robots.slice(0, 8).map((robot) => (
                <li key={robot.id}>
                  <Link to={`/devices/robots/${robot.imei}`} className="record-identity">
                    {robot.name}
                  </Link>
                  <span className="welcome-grow" title={robot.spotName ?? undefined}>
                    {robot.spotName ?? ''}
                  </span>
                  <StatusTag of={robotStatusTags} code={robot.status} />
                  {robot.presenceChangedAt && <Time at={robot.presenceChangedAt} relative />}
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}
