import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Card } from '#ui/card/card.tsx';
import { Chart } from '#ui/chart/chart.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { cachedDateFormat } from '#ui/time/format-time.ts';
import { useFormatTime } from '#ui/time/time.tsx';
import type { RentalStatistics } from '../contract/endpoints.ts';
import type { RentalsCounted } from '../contract/figures.ts';
import { rentalPoints } from './rental-points.ts';

const HEIGHT = 220;

/** Units that went out and came back, over the period. */
export function RentalChart({
  source,
  counted,
}: {
  source: UseQueryResult<RentalStatistics>;
  counted: RentalsCounted;
}) {
  const { t } = useTranslation('rental-statistics');
  return (
    <Card title={t('chart.title')}>
      <Loaded query={source} skeleton={<Skeleton height={HEIGHT + 36} />}>
        {(statistics) => <Drawing statistics={statistics} counted={counted} />}
      </Loaded>
    </Card>
  );
}

function Drawing({ statistics, counted }: { statistics: RentalStatistics; counted: RentalsCounted }) {
  const { t, i18n } = useTranslation('rental-statistics');
  const { timeZone } = useTenant();
  const time = useFormatTime();
  const isHourly = statistics.bucket === 'hour';
  const count = new Intl.NumberFormat(i18n.language);
  const label = cachedDateFormat(
    i18n.language,
    isHourly ? { hour: '2-digit', hourCycle: 'h23', timeZone } : { day: 'numeric', month: 'short', timeZone },
  );
  const series = (name: 'lent' | 'returned') => ({
    ...{ key: name, label: t(`figure.${name}`), to: rentalPoints(statistics, name, counted) },
    values: statistics.series.map((point) => (point.at > statistics.now ? null : point[name])),
  });
  return (
    <Chart
      shape="lines"
      label={t('chart.spoken')}
      pointLabel={t(isHourly ? 'chart.hour' : 'chart.day')}
      height={HEIGHT}
      points={statistics.series.map(({ at }) => ({
        label: label.format(Date.parse(at)).replace(/时$/, ''),
        title: time(at, isHourly ? 'minute' : 'day'),
      }))}
      series={[
        series('lent'),
        series('returned'),
        {
          ...{ key: 'before', label: t('chart.before'), isGhost: true },
          values: statistics.series.map((_, index) => statistics.previousSeries[index]?.lent ?? null),
        },
      ]}
      format={(value) => count.format(value)}
      formatShort={(value) => count.format(value)}
      empty={t('chart.empty')}
    />
  );
}
