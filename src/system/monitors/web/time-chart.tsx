import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { Chart } from '#ui/chart/chart.tsx';
import { useFormatTime } from '#ui/time/time.tsx';
import type { Point } from '../rules/points.ts';
import type { Series } from './monitor-queries.ts';

const HEIGHT = 160;

export interface TimeChartProps {
  title: string;
  series: Series;
  lines: readonly { key: string; label: string; of: (point: Point) => number | null }[];
  format: (value: number) => string;
  formatShort?: (value: number) => string;
  /** Said where every figure is nothing. */
  empty: string;
}

/** Ten minutes as lines, a place every ten seconds. */
export function TimeChart({ title, series, lines, format, formatShort, empty }: TimeChartProps) {
  const { t } = useTranslation('monitors');
  const time = useFormatTime();
  return (
    <Card title={title}>
      <Chart
        label={title}
        pointLabel={t('chart.time')}
        height={HEIGHT}
        shape="lines"
        points={series.places.map((at) => {
          const iso = new Date(at).toISOString();
          return { label: time(iso, 'clock'), title: time(iso, 'clockSecond') };
        })}
        series={lines.map(({ key, label, of }) => ({
          key,
          label,
          values: series.points.map((point) => (point ? of(point) : null)),
        }))}
        format={format}
        formatShort={formatShort ?? format}
        empty={empty}
      />
    </Card>
  );
}
