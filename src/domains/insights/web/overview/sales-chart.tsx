import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
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
import { pointsBehind } from '../statistics/rows-behind.ts';
import { useAxisWords } from './axis-words.ts';
import { CustomDays } from './custom-days.tsx';
import { usePeriod } from './overview-queries.ts';
import { usePaused } from './paused.ts';
import { METRICS, type OverviewChoice, PERIODS, withChoice } from './period.ts';
import { measured, soFar } from './series.ts';

const HEIGHT = 240;

/** One measure over a period beside the period before. */
export function SalesChart({ choice }: { choice: OverviewChoice }) {
  const { t } = useTranslation('insights');
  const [params, setParams] = useSearchParams();
  const period = usePeriod(choice.days, usePaused());
  const choose = (change: Partial<OverviewChoice>): void =>
    setParams(withChoice(params, change), { replace: true, preventScrollReset: true });
  return (
    <Card
      className="overview-chart"
      title={t(`chart.title.${choice.metric}`)}
      extra={
        <>
          <Segmented
            label={t('chart.metric')}
            value={choice.metric}
            options={METRICS.map((value) => ({ value, label: t(`metric.${value}`) }))}
            onChange={(metric) => choose({ metric })}
          />
          <Segmented
            label={t('chart.period')}
            value={choice.period === 'custom' ? '' : choice.period}
            options={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
            onChange={(value) => value && choose({ period: value })}
          />
          <CustomDays
            days={choice.period === 'custom' ? choice.days : undefined}
            onChoose={(days) => choose({ days })}
          />
        </>
      }
    >
      <Loaded query={period} skeleton={<Skeleton height={HEIGHT + 36} />}>
        {(statistics) => <Drawing statistics={statistics} choice={choice} />}
      </Loaded>
    </Card>
  );
}

function Drawing({ statistics, choice }: { statistics: OrderStatistics; choice: OverviewChoice }) {
  const { t, i18n } = useTranslation('insights');
  const { currency, timeZone } = useTenant();
  const money = useFormatMoney();
  const time = useFormatTime();
  const { metric } = choice;
  const isHourly = statistics.bucket === 'hour';
  const count = new Intl.NumberFormat(i18n.language);
  const label = cachedDateFormat(
    i18n.language,
    isHourly ? { hour: '2-digit', hourCycle: 'h23', timeZone } : { day: 'numeric', month: 'short', timeZone },
  );
  const weekday = cachedDateFormat(i18n.language, { weekday: 'short', timeZone });
  const links = pointsBehind(statistics, metric, undefined);
  return (
    <Chart
      label={t(`chart.spoken.${metric}`)}
      pointLabel={t(isHourly ? 'chart.hour' : 'chart.day')}
      height={HEIGHT}
      points={statistics.series.map(({ at }, index) => ({
        label: label.format(Date.parse(at)).replace(/时$/, ''),
        title: isHourly ? time(at, 'minute') : `${weekday.format(Date.parse(at))} ${time(at, 'day')}`,
        to: links[index],
      }))}
      series={[
        {
          key: 'now',
          label: t(`chart.now.${choice.period}`),
          values: soFar(statistics, (point) => measured(point, metric, currency)),
        },
        {
          key: 'before',
          label: t(`chart.before.${choice.period}`),
          values: statistics.series.map((_, index) => {
            const point = statistics.previousSeries[index];
            return point ? measured(point, metric, currency) : null;
          }),
          isGhost: true,
        },
      ]}
      format={(value) => (metric === 'sales' ? money(value, currency) : count.format(value))}
      formatShort={useAxisWords(metric)}
      empty={t(`chart.empty.${choice.period}`)}
    />
  );
}
