import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrderStatistics } from '#domains/insights/contract/order-statistics.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Card } from '#ui/card/card.tsx';
import { Chart } from '#ui/chart/chart.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { cachedDateFormat } from '#ui/time/format-time.ts';
import { useFormatTime } from '#ui/time/time.tsx';
import type { DashboardChoice } from '../dashboard/choice.ts';
import { useAxisWords } from '../overview/axis-words.ts';
import { METRICS, type Metric } from '../overview/period.ts';
import { measured, soFar } from '../overview/series.ts';
import { pointsBehind } from '../statistics/rows-behind.ts';

const HEIGHT = 240;

interface PeriodChartProps {
  source: UseQueryResult<OrderStatistics>;
  metric: Metric;
  onMetric: (metric: Metric) => void;
  choice: DashboardChoice;
  /** What the dashed line is of. */
  before: string;
}

/** One measure over the period, bucket by bucket, over that before. */
export function PeriodChart({ source, choice, metric, onMetric, before }: PeriodChartProps) {
  const { t } = useTranslation(['dashboards', 'insights']);
  const { timeZone } = useTenant();
  return (
    <Card
      title={t(`insights:chart.title.${metric}`)}
      extra={
        <Segmented
          label={t('insights:chart.metric')}
          value={metric}
          options={METRICS.map((value) => ({ value, label: t(`insights:metric.${value}`) }))}
          onChange={onMetric}
        />
      }
    >
      <Loaded query={source} skeleton={<Skeleton height={HEIGHT + 66} />}>
        {(statistics) => (
          <>
            <Drawing statistics={statistics} choice={choice} metric={metric} before={before} />
            <p className="dashboard-note">{t('zone', { zone: timeZone })}</p>
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface DrawingProps extends Pick<PeriodChartProps, 'choice' | 'metric' | 'before'> {
  statistics: OrderStatistics;
}

function Drawing({ statistics, choice, metric, before }: DrawingProps) {
  const { t, i18n } = useTranslation(['dashboards', 'insights']);
  const { currency, timeZone } = useTenant();
  const money = useFormatMoney();
  const time = useFormatTime();
  const isHourly = statistics.bucket === 'hour';
  const count = new Intl.NumberFormat(i18n.language);
  const label = cachedDateFormat(
    i18n.language,
    isHourly ? { hour: '2-digit', hourCycle: 'h23', timeZone } : { day: 'numeric', month: 'short', timeZone },
  );
  const weekday = cachedDateFormat(i18n.language, { weekday: 'short', timeZone });
  const links = pointsBehind(statistics, metric, choice.spotId);
  return (
    <Chart
      label={t(`insights:chart.spoken.${metric}`)}
      pointLabel={t(isHourly ? 'insights:chart.hour' : 'insights:chart.day')}
      height={HEIGHT}
      points={statistics.series.map(({ at }, index) => ({
        label: label.format(Date.parse(at)).replace(/时$/, ''),
        title: isHourly ? time(at, 'minute') : `${weekday.format(Date.parse(at))} ${time(at, 'day')}`,
        to: links[index],
      }))}
      series={[
        {
          key: 'now',
          label: t('thisPeriod'),
          values: soFar(statistics, (point) => measured(point, metric, currency)),
        },
        {
          key: 'before',
          label: before,
          values: statistics.series.map((_, index) => {
            const point = statistics.previousSeries[index];
            return point ? measured(point, metric, currency) : null;
          }),
          isGhost: true,
        },
      ]}
      format={(value) => (metric === 'sales' ? money(value, currency) : count.format(value))}
      formatShort={useAxisWords(metric)}
      empty={t('nothingSold')}
    />
  );
}
