import { useTranslation } from 'react-i18next';
import { HeatMap } from '#domains/insights/web/dashboard/index.ts';
import { Card } from '#ui/card/card.tsx';
import { Chart } from '#ui/chart/chart.tsx';
import { MOST_HOURLY_DAYS, type RentalStatistics } from '../contract/endpoints.ts';
import { type RentalsCounted, rentalsBehind } from '../contract/figures.ts';
import { usePercent } from './formats.ts';

const hourText = (hour: number): string => String(hour).padStart(2, '0');

interface HoursCardProps {
  statistics: RentalStatistics;
  counted: RentalsCounted;
}

/** When units go out and come back, by the hour of the day. */
export function HoursCard({ statistics, counted }: HoursCardProps) {
  const { t, i18n } = useTranslation('rental-statistics');
  const count = new Intl.NumberFormat(i18n.language);
  const series = (name: 'lent' | 'returned') => ({
    ...{ key: name, label: t(`figure.${name}`), values: statistics.hours.map((hour) => hour[name]) },
    to: statistics.hours.map(({ hour }) => rentalsBehind(name, { ...counted, hour })),
  });
  return (
    <Card title={t('hours.title')}>
      <Chart
        shape="lines"
        label={t('hours.title')}
        pointLabel={t('chart.hour')}
        height={180}
        points={statistics.hours.map(({ hour }) => ({
          label: hourText(hour),
          title: `${hourText(hour)}:00 – ${hourText((hour + 1) % 24)}:00`,
        }))}
        series={[series('lent'), series('returned')]}
        format={(value) => count.format(value)}
        formatShort={(value) => count.format(value)}
        empty={t('chart.empty')}
      />
    </Card>
  );
}

/** How well each cabinet is used in each hour of the day; a share opens the rentals whose time it is made of. */
export function UseCard({ statistics, counted }: HoursCardProps) {
  const { t } = useTranslation('rental-statistics');
  const percent = usePercent();
  const rows = statistics.cabinets.flatMap((cabinet) =>
    cabinet.hours
      ? [
          {
            ...{ key: cabinet.id, label: cabinet.name, values: cabinet.hours },
            to: () => rentalsBehind('inUse', { ...counted, cabinet: cabinet.imei }),
          },
        ]
      : [],
  );
  return (
    <Card title={t('use.title')}>
      {rows.length > 0 ? (
        <HeatMap
          label={t('use.title')}
          rowHead={t('column.cabinet')}
          columns={statistics.hours.map(({ hour }) => hourText(hour))}
          rows={rows}
          format={(value) => percent(Math.round(value))}
        />
      ) : (
        <p className="dashboard-none">
          {statistics.cabinets.length === 0 ? t('none') : t('use.long', { days: MOST_HOURLY_DAYS })}
        </p>
      )}
      <p className="dashboard-note">{t('utilisationHint')}</p>
    </Card>
  );
}
