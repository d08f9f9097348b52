import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderBreakdown } from '#domains/insights/contract/order-breakdown.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded, type LoadedQuery } from '#ui/loaded/loaded.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { BarList } from '../dashboard/bar-list.tsx';
import type { DashboardChoice } from '../dashboard/choice.ts';
import { RowName } from '../statistics/breakdown-table.tsx';
import { othersBehind, rowsBehind } from '../statistics/rows-behind.ts';

interface DividedCardProps {
  title: string;
  choice: DashboardChoice;
  source: LoadedQuery<OrderBreakdown>;
  top: number;
  extra?: ReactNode;
}

/** Who or what sold how much in the period: bars, figures that open their orders, and the change. */
export function DividedCard({ title, choice, source, top, extra }: DividedCardProps) {
  const { t } = useTranslation(['dashboards', 'statistics']);
  return (
    <Card title={title} extra={extra}>
      <Loaded query={source} skeleton={<SkeletonLines lines={top} />}>
        {(breakdown) =>
          breakdown.rows.length === 0 ? (
            <p className="dashboard-none">{t('nothingSold')}</p>
          ) : (
            <>
              <p className="dashboard-note">{t(`statistics:metric.${breakdown.measure}`)}</p>
              <Rows breakdown={breakdown} choice={choice} title={title} />
              {breakdown.others && (
                <p className="dashboard-note">
                  <Link to={othersBehind(breakdown, { ...choice.days, spotId: choice.spotId }) ?? ''}>
                    {t('allRows', { count: breakdown.others.rows })}
                  </Link>
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Rows({ breakdown, choice, title }: { breakdown: OrderBreakdown; choice: DashboardChoice; title: string }) {
  const { i18n } = useTranslation('statistics');
  const { currency } = useTenant();
  const money = useFormatMoney();
  const count = new Intl.NumberFormat(i18n.language);
  const percent = new Intl.NumberFormat(i18n.language, {
    ...{ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' },
  } as const);
  const { measure, by, rows } = breakdown;
  const amountOf = ({ sales, ...sums }: Pick<OrderBreakdown['total'], 'orders' | 'cups' | 'sales'>): number =>
    measure === 'sales' ? (sales.find((sum) => sum.currency === currency)?.salesMinor ?? 0) : sums[measure];
  const largest = Math.max(...rows.map(amountOf), 1);
  return (
    <BarList
      label={title}
      rows={rows.map((row) => {
        const [now, before] = [amountOf(row), amountOf(row.previous)];
        return {
          key: row.key,
          name: <RowName row={row} by={by} />,
          figure: measure === 'sales' ? money(now, currency) : count.format(now),
          aside: before === 0 ? '–' : percent.format((now - before) / before),
          length: now / largest,
          to: rowsBehind(by, row.key, { ...choice.days, spotId: choice.spotId }),
        };
      })}
    />
  );
}
