import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deviceEndpoints } from '#domains/devices/contract/endpoints.ts';
import { robotStatusTags, useMonitor } from '#domains/devices/web/index.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import type { OrderStatistics } from '#domains/orders/contract/order-statistics.ts';
import { orderStatusTags } from '#domains/orders/web/index.ts';
import { call } from '#platform/http/web/call.ts';
import { useLive } from '#platform/live/web/live.ts';
import { useSession } from '#system/session/web/session-store.ts';
import { useTenant } from '#system/tenants/web/use-tenant.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { Money } from '#ui/money/money.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { HourChart } from './hour-chart.tsx';
import './welcome.css';

const REFRESH_EVERY_MS = 2_000;

/** The day so far: tiles that tell whether anything needs a hand, and where. */
export default function WelcomePage() {
  const { t } = useTranslation('dashboard');
  const user = useSession((session) => session.user);
  return (
    <div className="welcome">
      <h1 tabIndex={-1}>{t('title', { name: user?.realname ?? '' })}</h1>
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
  );
}

/** Today's figures; asked again at most every two seconds while orders move. */
function useToday() {
  const queryClient = useQueryClient();
  const askedAt = useRef(0);
  useLive('order', () => {
    const now = performance.now();
    if (now - askedAt.current < REFRESH_EVERY_MS) return;
    askedAt.current = now;
    void queryClient.invalidateQueries({ queryKey: ['orders'] });
  });
  return useQuery({
    queryKey: ['orders', 'today'],
    queryFn: ({ signal }) => call(orderEndpoints.statistics, {}, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

function OrderTiles() {
  const { t } = useTranslation('dashboard');
  const { currency } = useTenant();
  const { data } = useToday();
  const kept = (figures: OrderStatistics['figures']): number =>
    figures.revenue.find((row) => row.currency === currency)?.netMinor ?? 0;
  const figures = data?.figures;
  const previous = data?.previous;
  const compare = (now?: number, before?: number) =>
    now === undefined || before === undefined ? undefined : { now, before, label: t('compared') };
  return (
    <>
      <div className="welcome-tiles">
        <StatTile
          title={t('tile.orders')}
          value={figures?.orders}
          to="/orders/list"
          comparison={compare(figures?.orders, previous?.orders)}
          trend={data?.series.map((row) => row.orders) ?? []}
        />
        <StatTile
          title={t('tile.revenue')}
          value={figures && <Money minor={kept(figures)} currency={currency} />}
          to="/orders/list?view=complete"
          comparison={compare(figures && kept(figures), previous && kept(previous))}
          trend={data?.series.map((row) => row.revenue.find((one) => one.currency === currency)?.netMinor ?? 0) ?? []}
        />
        <StatTile
          title={t('tile.cups')}
          value={figures?.cups}
          comparison={compare(figures?.cups, previous?.cups)}
          trend={data?.series.map((row) => row.cups) ?? []}
        />
        <Allowed by={deviceEndpoints.monitor}>
          <RobotTiles />
        </Allowed>
        <StatTile
          title={t('tile.refunds')}
          value={figures?.openRefunds}
          to="/orders/list?view=refunding"
          note={figures && t(figures.openRefunds === 0 ? 'noRefunds' : 'waiting')}
        />
      </div>
      <Card title={t('hours.title')}>{data ? <HourChart statistics={data} /> : <Skeleton height={200} />}</Card>
    </>
  );
}

function RobotTiles() {
  const { t } = useTranslation('dashboard');
  const { data } = useMonitor();
  const counts = data?.counts;
  const bad = counts && counts.abnormal + counts.offline;
  return (
    <>
      <StatTile
        title={t('tile.robots')}
        value={counts && `${counts.total - counts.offline} / ${counts.total}`}
        to="/devices/monitor"
      />
      <StatTile
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
  const { data } = useQuery({
    queryKey: ['orders', 'latest'],
    queryFn: ({ signal }) => call(orderEndpoints.page, { pageSize: 8 }, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={t('latest.title')} extra={<Link to="/orders/list">{t('latest.all')}</Link>}>
      {!data ? (
        <Skeleton height={240} />
      ) : data.records.length === 0 ? (
        <p>{t('latest.none')}</p>
      ) : (
        <ul className="welcome-list">
          {data.records.map((order) => (
            <li key={order.orderNo}>
              <Link to={`/orders/detail/${order.orderNo}`} className="record-identity">
                {order.orderNo}
              </Link>
              <span className="welcome-grow">{order.goodsSummary}</span>
              <StatusTag of={orderStatusTags} code={order.status} />
              <Money minor={order.payableMinor} currency={order.currency} />
              <Time at={order.createdAt} relative />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function AttentionList() {
  const { t } = useTranslation(['dashboard', 'devices']);
  const { data } = useMonitor();
  const robots = data?.robots.filter(
    (robot) => robot.abnormal || robot.status !== 'normal' || robot.soldOut !== 'available',
  );
  return (
    <Card title={t('attention.title')}>
      {!robots ? (
        <Skeleton height={240} />
      ) : robots.length === 0 ? (
        <p>{t('attention.none')}</p>
      ) : (
        <ul className="welcome-list">
          {robots.slice(0, 8).map((robot) => (
            <li key={robot.id}>
              <Link to={`/devices/robots/${robot.imei}`} className="record-identity">
                {robot.name}
              </Link>
              <span className="welcome-grow">{robot.spotName ?? ''}</span>
              <StatusTag of={robotStatusTags} code={robot.status} />
              {robot.presenceChangedAt && <Time at={robot.presenceChangedAt} relative />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
