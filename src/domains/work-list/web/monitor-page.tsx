import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ALARM_LIST } from '#domains/alarms/contract/addresses.ts';
import { alarms } from '#domains/alarms/contract/alarms.ts';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import {
  DashboardPage,
  oldestOf,
  pointsBehind,
  useDashboardChoice,
  useFigures,
} from '#domains/insights/web/dashboard/index.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { figureAddress, type OrderFigureName } from '#domains/orders/contract/order-figures.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import type { MonitorAnswer } from '#domains/robots/contract/robot.ts';
import { ATTENTION_HEALTHS } from '#domains/robots/contract/robot-status.ts';
import { HealthReasonText, healthTags, useMonitor } from '#domains/robots/web/index.ts';
import { call } from '#platform/http/web/call.ts';
import { Allowed, useCan } from '#ui/allowed/allowed.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Chart } from '#ui/chart/chart.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { useFormatTime } from '#ui/time/time.tsx';
import { useOpenAlarms, useOrdersIn, useRunOut } from './queries.ts';
import { AlarmWork, RunOutWork } from './shared-work.tsx';
import { SHOWN, WorkCard } from './work-card.tsx';

const HEIGHT = 180;

/** Operations now (V1): robots, orders in work, alarms, what is to be filled, and today's orders hour by hour. */
export default function MonitorPage() {
  const { t } = useTranslation('work-list');
  const [isPaused, setPaused] = useState(false);
  const chosen = useDashboardChoice('today');
  const { spotId } = chosen.choice;
  const monitor = useMonitor({ paused: isPaused, spotId, most: SHOWN });
  const alarmQuery = useOpenAlarms(isPaused, spotId ? { spotId } : {});
  const runOut = useRunOut(isPaused, spotId);
  const seesOrders = useCan(orderEndpoints.totals);
  const counts = monitor.data?.counts;
  const atSpot = spotId ? `&spotId=${spotId}` : '';
  return (
    <DashboardPage
      title={t('monitor.title')}
      chosen={chosen}
      periods={[]}
      mostDays={0}
      updatedAt={oldestOf([monitor, alarmQuery])}
      isPaused={isPaused}
      onPause={setPaused}
      actions={
        <ButtonLink small icon="robot" to={`/devices/monitor${spotId ? `?spotId=${spotId}` : ''}`}>
          {t('monitor.grid')}
        </ButtonLink>
      }
    >
      <div className="dashboard-tiles">
        <StatTile
          source={monitor}
          title={t('monitor.selling')}
          value={
            counts && (
              <>
                {counts.health.selling + counts.health.warning} <small>/ {counts.total}</small>
              </>
            )
          }
          to={`/devices/robots?health=selling,warning${atSpot}`}
        />
        <StatTile
          source={monitor}
          title={t('monitor.attention')}
          value={counts?.attention}
          to={`/devices/robots?health=${ATTENTION_HEALTHS.join(',')}${atSpot}`}
          isWarning={Boolean(counts?.attention)}
        />
        <Allowed by={alarms.endpoints.page}>
          <StatTile
            source={alarmQuery}
            title={t('monitor.alarms')}
            value={alarmQuery.data?.total}
            to={`${ALARM_LIST}?view=active${atSpot}`}
            isWarning={Boolean(alarmQuery.data?.total)}
          />
        </Allowed>
        {seesOrders && (
          <>
            <OrdersTile name="ordersInWork" spotId={spotId} paused={isPaused} />
            <OrdersTile name="failuresWaiting" spotId={spotId} paused={isPaused} />
            <OrdersTile name="refundsWaiting" spotId={spotId} paused={isPaused} />
          </>
        )}
      </div>
      <Allowed by={insightEndpoints.statistics}>
        <TodayCard spotId={spotId} paused={isPaused} />
      </Allowed>
      <div className="work-cards">
        <Allowed by={robotEndpoints.monitor}>
          <RobotsCard query={monitor} atSpot={atSpot} />
        </Allowed>
        <Allowed by={alarms.endpoints.page}>
          <AlarmWork
            title={t('monitor.alarms')}
            none={t('open.none')}
            query={alarmQuery}
            all={`${ALARM_LIST}?view=active${atSpot}`}
          />
        </Allowed>
        <RunOutWork query={runOut} spotId={spotId} />
      </div>
    </DashboardPage>
  );
}

interface OrdersTileProps {
  name: OrderFigureName;
  spotId: string | undefined;
  paused: boolean;
}

/** As many orders as the list that it opens. */
function OrdersTile({ name, spotId, paused }: OrdersTileProps) {
  const { t, i18n } = useTranslation('work-list');
  const query = useOrdersIn(name, paused, spotId);
  return (
    <StatTile
      source={query}
      title={t(`orders.${name}`)}
      value={query.data && new Intl.NumberFormat(i18n.language).format(query.data.orders)}
      to={`${figureAddress(name)}${spotId ? `&spotId=${spotId}` : ''}`}
      isWarning={name !== 'ordersInWork' && Boolean(query.data?.orders)}
    />
  );
}

function RobotsCard({ query, atSpot }: { query: ReturnType<typeof useMonitor>; atSpot: string }) {
  const { t } = useTranslation('work-list');
  const waiting = ({ robots }: MonitorAnswer) =>
    robots.filter(({ health }) => ATTENTION_HEALTHS.some((one) => one === health));
  return (
    <WorkCard
      title={t('monitor.robots')}
      icon="robot"
      query={query}
      none={t(query.data?.counts.total === 0 ? 'monitor.noRobots' : 'monitor.allSelling')}
      all={{ to: `/devices/robots?health=${ATTENTION_HEALTHS.join(',')}${atSpot}`, label: t('monitor.allRobots') }}
      countOf={({ counts }) => counts.attention}
      rowsOf={(answer) =>
        waiting(answer).map((robot) => ({
          key: robot.id,
          name: robot.spotName ? `${robot.name} · ${robot.spotName}` : robot.name,
          to: `/devices/robots/${robot.imei}`,
          about: (
            <>
              <HealthReasonText robot={robot} />
              <StatusTag of={healthTags} code={robot.health} />
            </>
          ),
        }))
      }
    />
  );
}

/** Orders of today hour by hour over those of yesterday. */
function TodayCard({ spotId, paused }: { spotId: string | undefined; paused: boolean }) {
  const { t, i18n } = useTranslation('work-list');
  const time = useFormatTime();
  const query = useFigures(['orders', 'today', 'hours', spotId], {
    ...{ live: ['order'], everyMs: 10_000, paused },
    ask: (signal) => call(insightEndpoints.statistics, spotId ? { spotId } : {}, { signal, notices: 'none' }),
  });
  const count = new Intl.NumberFormat(i18n.language);
  return (
    <Card title={t('today.title')}>
      <Loaded query={query} skeleton={<Skeleton height={HEIGHT + 36} />}>
        {(statistics) => {
          const links = pointsBehind(statistics, 'orders', spotId);
          return (
            <Chart
              label={t('today.title')}
              pointLabel={t('today.hour')}
              height={HEIGHT}
              points={statistics.series.map(({ at }, index) => ({
                label: time(at, 'minute').slice(-5, -3),
                title: time(at, 'minute'),
                to: links[index],
              }))}
              series={[
                {
                  ...{ key: 'now', label: t('today.now') },
                  values: statistics.series.map(({ at, orders }) => (at > statistics.now ? null : orders)),
                },
                {
                  ...{ key: 'before', label: t('today.before'), isGhost: true },
                  values: statistics.series.map((_, index) => statistics.previousSeries[index]?.orders ?? null),
                },
              ]}
              format={(value) => count.format(value)}
              formatShort={(value) => count.format(value)}
              empty={t('today.none')}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}
