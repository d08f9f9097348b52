import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrderStatistics } from '#domains/insights/contract/order-statistics.ts';
import { ordersBehind, PERIOD_FIGURES, type PeriodFigureName } from '#domains/insights/contract/period-figures.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { Rolled } from '#ui/stat-tile/rolled.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import type { DashboardChoice } from '../dashboard/choice.ts';
import { measured, soFar } from '../overview/series.ts';

const MONEY: ReadonlySet<PeriodFigureName> = new Set(['netSales', 'refundedMoney']);
const LESS_IS_BETTER: ReadonlySet<PeriodFigureName> = new Set(['refundedMoney', 'refundedOrders', 'abnormalOrders']);
const TREND = { netSales: 'sales', orders: 'orders', paidOrders: 'orders', cups: 'cups' } as const;

interface PeriodTilesProps {
  source: UseQueryResult<OrderStatistics>;
  choice: DashboardChoice;
  names: readonly (PeriodFigureName | 'averageOrder')[];
  /** What the earlier figures are of, in words. */
  compared: string;
}

/** Figures of the period beside those before; each opens exactly the orders that it counted. */
export function PeriodTiles({ source, choice, names, compared }: PeriodTilesProps) {
  return names.map((name) =>
    name === 'averageOrder' ? (
      <AverageTile key={name} source={source} choice={choice} compared={compared} />
    ) : (
      <FigureTile key={name} source={source} choice={choice} name={name} compared={compared} />
    ),
  );
}

type TileProps = Omit<PeriodTilesProps, 'names'>;

function FigureTile({ source, choice, compared, name }: TileProps & { name: PeriodFigureName }) {
  const { t, i18n } = useTranslation('dashboards');
  const { currency } = useTenant();
  const money = useFormatMoney();
  const count = new Intl.NumberFormat(i18n.language);
  const format = (value: number): string => (MONEY.has(name) ? money(value, currency) : count.format(value));
  const { sum } = PERIOD_FIGURES[name];
  const { data } = source;
  const trend = name in TREND ? TREND[name as keyof typeof TREND] : undefined;
  return (
    <StatTile
      source={source}
      title={t(`figure.${name}`)}
      value={data && <Rolled value={sum(data.figures, currency)} format={format} />}
      to={ordersBehind(name, { ...choice.days, spotId: choice.spotId })}
      comparison={
        data && {
          ...{ now: sum(data.figures, currency), before: sum(data.previous, currency), label: compared },
          lessIsBetter: LESS_IS_BETTER.has(name),
        }
      }
      trend={
        trend && {
          values: data ? soFar(data, (point) => measured(point, trend, currency)) : [],
          ...(data ? { ghost: data.previousSeries.map((point) => measured(point, trend, currency)) } : {}),
        }
      }
    />
  );
}

/** What a paid order brought, before refunds. */
function AverageTile({ source, choice, compared }: TileProps) {
  const { t } = useTranslation('dashboards');
  const { currency } = useTenant();
  const money = useFormatMoney();
  const average = (figures: OrderStatistics['figures']): number => {
    const paid = figures.revenue.find((sum) => sum.currency === currency)?.paidMinor ?? 0;
    return figures.paidOrders === 0 ? 0 : Math.round(paid / figures.paidOrders);
  };
  const { data } = source;
  return (
    <StatTile
      source={source}
      title={t('figure.averageOrder')}
      value={data && money(average(data.figures), currency)}
      to={ordersBehind('paidOrders', { ...choice.days, spotId: choice.spotId })}
      comparison={data && { now: average(data.figures), before: average(data.previous), label: compared }}
    />
  );
}
