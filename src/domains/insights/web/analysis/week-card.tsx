import { useTranslation } from 'react-i18next';
import type { OrderBreakdown } from '#domains/insights/contract/order-breakdown.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded, type LoadedQuery } from '#ui/loaded/loaded.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import type { DashboardChoice } from '../dashboard/choice.ts';
import { HeatMap } from '../dashboard/heat-map.tsx';
import type { Metric } from '../overview/period.ts';
import { rowsBehind } from '../statistics/rows-behind.ts';

const HOURS = 24;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

interface WeekCardProps {
  source: LoadedQuery<OrderBreakdown>;
  choice: DashboardChoice;
  metric: Metric;
}

/** When it is sold: each hour of each weekday, on the tenant's clocks. */
export function WeekCard({ source, choice, metric }: WeekCardProps) {
  const { t } = useTranslation('dashboards');
  return (
    <Card title={t(`week.${metric}`)}>
      <Loaded query={source} skeleton={<Skeleton height={276} />}>
        {(breakdown) => <Week breakdown={breakdown} choice={choice} label={t(`week.${metric}`)} />}
      </Loaded>
    </Card>
  );
}

interface WeekProps {
  breakdown: OrderBreakdown;
  choice: DashboardChoice;
  label: string;
}

function Week({ breakdown, choice: { days, spotId }, label }: WeekProps) {
  const { t, i18n } = useTranslation(['dashboards', 'statistics']);
  const { currency } = useTenant();
  const money = useFormatMoney();
  const count = new Intl.NumberFormat(i18n.language);
  const { measure } = breakdown;
  const values = new Map(
    breakdown.rows.map((row) => [
      Number(row.key),
      measure === 'sales' ? (row.sales.find((sum) => sum.currency === currency)?.salesMinor ?? 0) : row[measure],
    ]),
  );
  return (
    <HeatMap
      label={label}
      rowHead={t('statistics:dimension.weekday')}
      columns={Array.from({ length: HOURS }, (_, hour) => String(hour).padStart(2, '0'))}
      rows={WEEKDAYS.map((day) => ({
        key: String(day),
        label: t(`statistics:weekday.${day}`),
        values: Array.from({ length: HOURS }, (_, hour) => values.get((day - 1) * HOURS + hour) ?? 0),
        to: (hour) => {
          const key = (day - 1) * HOURS + hour;
          return values.has(key) ? rowsBehind('hourOfWeek', String(key), { ...days, spotId }) : undefined;
        },
      }))}
      format={(value) => (measure === 'sales' ? money(value, currency) : count.format(value))}
    />
  );
}
