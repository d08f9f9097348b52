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

const HEIGHT = 220;

/** Units that went out and came back, over the period. */
export function RentalChart({ source }: { source: UseQueryResult<RentalStatistics> }) {
  const { t } = useTranslation('rental-statistics');
  return (
    <Card title={t('chart.title')}>
      <Loaded query={source} skeleton={<Skeleton height={HEIGHT + 36} />}>
        {(statistics) => <Drawing statistics={statistics} />}
      </Loaded>
    </Card>
  );
}

function Drawing({ statistics }: { statistics: RentalStatistics }) {
  const { t, i18n } = useTranslation('rental-statistics');
  const { timeZone } = useTenant();
  const time = useFormatTime();
  const isHourly = statistics.bucket === 'hour';
  const count = new Intl.NumberFormat(i18n.language);
  const label = cachedDateFormat(
    i18n.language,
    isHourly ? { hour: '2-digit', hourCycle: 'h23', timeZone } : { day: 'numeric', month: 'short', timeZone },
  );
  const soFar = (value: (point: RentalStatistics['series'][number]) => number) =>
    statistics.series.map((point) => (point.at > statistics.now ? null : value(point)));
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
        { key: 'lent', label: t('figure.lent'), values: soFar(({ lent }) => lent) },
        { key: 'returned', label: t('figure.returned'), values: soFar(({ returned }) => returned) },
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
