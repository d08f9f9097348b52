import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DashboardPage,
  FileButton,
  useAxisWords,
  useDashboardChoice,
  useFigures,
} from '#domains/insights/web/dashboard/index.ts';
import { useMonitor } from '#domains/robots/web/index.ts';
import { call } from '#platform/http/web/call.ts';
import { ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Chart } from '#ui/chart/chart.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { cachedDateFormat } from '#ui/time/format-time.ts';
import { useFormatTime } from '#ui/time/time.tsx';
import { dayIn } from '#ui/time/zoned.ts';
import { downtimeBehind } from '../contract/addresses.ts';
import { type FleetUptime, MOST_UPTIME_DAYS, robotUptimeEndpoints } from '../contract/endpoints.ts';
import { RobotsTable } from './robots-table.tsx';
import { UptimeTiles } from './uptime-tiles.tsx';

const MILLION = 1_000_000;
const HEIGHT = 220;
const METRICS = ['lost', 'uptime'] as const;

/** Robots monitoring (V2): how the fleet was in its opening hours, and what it cost where it was not there. */
export default function RobotsPage() {
  const { t } = useTranslation('robot-uptime');
  const [isPaused, setPaused] = useState(false);
  const chosen = useDashboardChoice('last7');
  const { days, spotId } = chosen.choice;
  const [metric, setMetric] = chosen.word('metric', METRICS);
  const request = { fromDay: days.from, toDay: days.to, ...(spotId ? { spotId } : {}) };
  const query = useFigures(['robots', 'uptime', request], {
    ...{ live: ['robot', 'alarm'], everyMs: 30_000, paused: isPaused },
    ask: (signal) => call(robotUptimeEndpoints.figures, request, { signal, notices: 'none' }),
  });
  const monitor = useMonitor({ paused: isPaused, spotId, most: 0 });
  const counts = monitor.data?.counts;
  const counted = { ...days, spotId };
  return (
    <DashboardPage
      title={t('title')}
      chosen={chosen}
      mostDays={MOST_UPTIME_DAYS}
      updatedAt={query.dataUpdatedAt}
      isPaused={isPaused}
      onPause={setPaused}
      actions={
        <>
          <ButtonLink small icon="spot" to="/devices/map">
            {t('map')}
          </ButtonLink>
          <FileButton
            file={t('kind.file')}
            by={robotUptimeEndpoints.export}
            start={(format) => call(robotUptimeEndpoints.export, { ...request, format })}
          />
        </>
      }
    >
      <div className="dashboard-tiles">
        <StatTile
          source={monitor}
          title={t('figure.selling')}
          value={
            counts && (
              <>
                {counts.health.selling + counts.health.warning} <small>/ {counts.total}</small>
              </>
            )
          }
          to={`/devices/robots?health=selling,warning${spotId ? `&spotId=${spotId}` : ''}`}
          isWarning={counts !== undefined && counts.attention > 0}
          note={counts && t('attention', { count: counts.attention })}
        />
        <UptimeTiles source={query} counted={counted} />
      </div>
      <Card
        title={t(`chart.${metric}`)}
        extra={
          <Segmented
            label={t('chart.measure')}
            value={metric}
            options={METRICS.map((value) => ({ value, label: t(`chart.short.${value}`) }))}
            onChange={setMetric}
          />
        }
      >
        <Loaded query={query} skeleton={<Skeleton height={HEIGHT + 36} />}>
          {(uptime) =>
            metric === 'lost' ? (
              <LostSales uptime={uptime} counted={counted} />
            ) : (
              <Uptime uptime={uptime} counted={counted} />
            )
          }
        </Loaded>
      </Card>
      <Card title={t('robots')} flush>
        <Loaded query={query} skeleton={<Skeleton height={320} />}>
          {(uptime) => <RobotsTable uptime={uptime} days={days} />}
        </Loaded>
      </Card>
    </DashboardPage>
  );
}

interface DrawnProps {
  uptime: FleetUptime;
  counted: Parameters<typeof downtimeBehind>[0];
}

/** The days, each with the times in which robots could not sell. */
function usePoints({ uptime: { days, timeZone }, counted }: DrawnProps) {
  const { i18n } = useTranslation();
  const time = useFormatTime();
  const label = cachedDateFormat(i18n.language, { day: 'numeric', month: 'short', timeZone });
  return days.map(({ at }) => ({
    ...{ label: label.format(Date.parse(at)), title: time(at, 'day') },
    to: downtimeBehind({ ...counted, day: dayIn(Date.parse(at), timeZone) }),
  }));
}

/** What was not sold, day by day. */
function LostSales({ uptime, counted }: DrawnProps) {
  const { t } = useTranslation('robot-uptime');
  const money = useFormatMoney();
  const short = useAxisWords('sales');
  const { currency } = uptime;
  return (
    <Chart
      label={t('chart.lost')}
      pointLabel={t('chart.day')}
      height={HEIGHT}
      points={usePoints({ uptime, counted })}
      series={[
        { key: 'lost', label: t('figure.lost'), values: uptime.days.map(({ lostSalesMinor }) => lostSalesMinor) },
      ]}
      format={(value) => money(value, currency)}
      formatShort={short}
      empty={t('chart.nothingLost')}
    />
  );
}

function Uptime({ uptime, counted }: DrawnProps) {
  const { t, i18n } = useTranslation('robot-uptime');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const shareOf = (value: number | null): number | null => (value === null ? null : value / MILLION);
  return (
    <Chart
      shape={uptime.days.length > 1 ? 'lines' : 'bars'}
      label={t('chart.uptime')}
      pointLabel={t('chart.day')}
      height={HEIGHT}
      points={usePoints({ uptime, counted })}
      series={[
        { key: 'uptime', label: t('figure.uptime'), values: uptime.days.map((day) => shareOf(day.uptime)) },
        { key: 'sellable', label: t('figure.sellable'), values: uptime.days.map((day) => shareOf(day.sellable)) },
      ]}
      format={(value) => percent.format(value)}
      formatShort={(value) => percent.format(value)}
      empty={t('chart.empty')}
    />
  );
}
