import { useTranslation } from 'react-i18next';
import { HeatMap } from '#domains/insights/web/dashboard/index.ts';
import { Card } from '#ui/card/card.tsx';
import { Chart } from '#ui/chart/chart.tsx';
import { MOST_HOURLY_DAYS, type RentalStatistics } from '../contract/endpoints.ts';
import { usePercent } from './formats.ts';

const hourText = (hour: number): string => String(hour).padStart(2, '0');

/** When units go out and come back, by the hour of the day. */
export function HoursCard({ statistics }: { statistics: RentalStatistics }) {
  const { t, i18n } = useTranslation('rental-statistics');
  const count = new Intl.NumberFormat(i18n.language);
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
        series={[
          { key: 'lent', label: t('figure.lent'), values: statistics.hours.map(({ lent }) => lent) },
          { key: 'returned', label: t('figure.returned'), values: statistics.hours.map(({ returned }) => returned) },
        ]}
        format={(value) => count.format(value)}
        formatShort={(value) => count.format(value)}
        empty={t('chart.empty')}
      />
    </Card>
  );
}

/** How well each cabinet is used in each hour of the day. */
export function UseCard({ statistics }: { statistics: RentalStatistics }) {
  const { t } = useTranslation('rental-statistics');
  const percent = usePercent();
  const rows = statistics.cabinets.flatMap((cabinet) =>
    cabinet.hours ? [{ key: cabinet.id, label: cabinet.name, values: cabinet.hours }] : [],
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
