import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderBreakdown } from '#domains/insights/contract/order-breakdown.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import type { DayRange } from '#ui/time/zoned.ts';
import { othersBehind, rowsBehind } from '../statistics/rows-behind.ts';
import { useRanking } from './overview-queries.ts';
import { usePaused } from './paused.ts';
import type { Metric, OverviewChoice } from './period.ts';

/** What sold most in the period of the chart, by the same measure; numbers open the orders that they counted. */
export function Ranking({ by, choice }: { by: 'goods' | 'spot'; choice: OverviewChoice }) {
  const { t } = useTranslation('insights');
  const ranking = useRanking(by, choice.days, choice.metric, usePaused());
  return (
    <Card title={t(`ranking.${by}`)} extra={<span className="quiet">{t(`chart.now.${choice.period}`)}</span>}>
      <Loaded query={ranking} skeleton={<SkeletonLines lines={6} />}>
        {(breakdown) =>
          breakdown.rows.length === 0 ? (
            <p className="overview-none">{t('ranking.none')}</p>
          ) : (
            <Bars breakdown={breakdown} days={choice.days} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Bars({ breakdown, days }: { breakdown: OrderBreakdown; days: DayRange }) {
  const { t, i18n } = useTranslation('insights');
  const { currency } = useTenant();
  const money = useFormatMoney();
  const count = new Intl.NumberFormat(i18n.language);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const measure = breakdown.measure satisfies Metric;
  const figure = (row: OrderBreakdown['rows'][number]): string =>
    measure === 'sales'
      ? money(row.sales.find((sum) => sum.currency === currency)?.salesMinor ?? 0, currency)
      : count.format(row[measure]);
  const largest = Math.max(...breakdown.rows.map((row) => row.share), 1);
  return (
    <ol className="ranking">
      {breakdown.rows.map((row) => (
        <li key={row.key}>
          <span className="ranking-name" data-tip-cut="">
            {row.name || t('ranking.gone')}
          </span>
          <span className="figures">
            <Link to={rowsBehind(breakdown.by, row.key, days) ?? ''}>{figure(row)}</Link>
          </span>
          <span className="ranking-share">{percent.format(row.share / 1_000_000)}</span>
          <span className="ranking-bar" aria-hidden="true">
            <span style={{ inlineSize: `${(row.share / largest) * 100}%` }} />
          </span>
        </li>
      ))}
      {breakdown.others && (
        <li className="ranking-others">
          <span className="ranking-name" data-tip-cut="">
            <Link to={othersBehind(breakdown, days) ?? ''}>
              {t('ranking.others', { count: breakdown.others.rows })}
            </Link>
          </span>
          <span />
          <span className="ranking-share">{percent.format(breakdown.others.share / 1_000_000)}</span>
        </li>
      )}
    </ol>
  );
}
