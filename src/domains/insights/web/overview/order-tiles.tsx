import { useTranslation } from 'react-i18next';
import type { OrderStatistics } from '#domains/insights/contract/order-statistics.ts';
import { figureAddress, ORDER_FIGURES, type OrderFigureName } from '#domains/orders/contract/order-figures.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { Rolled } from '#ui/stat-tile/rolled.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { useToday } from './overview-queries.ts';
import { usePaused } from './paused.ts';
import { measured, soFar } from './series.ts';

/** Today so far beside yesterday at the same time; each figure opens the orders that it counted. */
export function OrderTiles() {
  const { t, i18n } = useTranslation('insights');
  const { currency } = useTenant();
  const money = useFormatMoney();
  const today = useToday(usePaused());
  const count = new Intl.NumberFormat(i18n.language);
  const tile = (metric: 'sales' | 'orders' | 'cups', name: OrderFigureName, format: (value: number) => string) => {
    const { sum } = ORDER_FIGURES[name];
    const now = today.data && sum(today.data.figures, currency);
    const before = today.data && sum(today.data.previous, currency);
    return (
      <StatTile
        source={today}
        title={t(`tile.${metric}`)}
        value={now === undefined ? undefined : <Rolled value={now} format={format} />}
        to={figureAddress(name)}
        comparison={now === undefined || before === undefined ? undefined : { now, before, label: t('compared') }}
        trend={trendOf(today.data, metric, currency)}
      />
    );
  };
  return (
    <>
      {tile('sales', 'netSalesToday', (minor) => money(minor, currency))}
      {tile('orders', 'ordersToday', (value) => count.format(value))}
      {tile('cups', 'cupsToday', (value) => count.format(value))}
    </>
  );
}

function trendOf(statistics: OrderStatistics | undefined, metric: 'sales' | 'orders' | 'cups', currency: Currency) {
  if (!statistics) return { values: [] };
  return {
    values: soFar(statistics, (point) => measured(point, metric, currency)),
    ghost: statistics.previousSeries.map((point) => measured(point, metric, currency)),
  };
}
