import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderBreakdown } from '#domains/insights/contract/order-breakdown.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Money } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { othersBehind, type RowsAsked, rowsBehind } from './rows-behind.ts';

type Row = OrderBreakdown['rows'][number];
type Sums = Pick<Row, 'orders' | 'cups' | 'sales'>;

/** Bars and figures of each row, the rest in one, and the whole; numbers lead to the orders that they counted. */
export function BreakdownTable({ breakdown, days }: { breakdown: OrderBreakdown; days: RowsAsked }) {
  const { t, i18n } = useTranslation('statistics');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const { rows, others, total, by, measure } = breakdown;
  const largest = Math.max(...rows.map((row) => row.share), 1);
  return (
    <ScrollBox label={t('title')}>
      <table className="plain-table statistics-table">
        <thead>
          <tr>
            <th scope="col">{t(`dimension.${by}`)}</th>
            <th scope="col" className="end">
              {t('share')}
            </th>
            <th scope="col" className="end">
              {t('orders')}
            </th>
            <th scope="col" className="end">
              {t('cups')}
            </th>
            <th scope="col" className="end">
              {t('sales')}
            </th>
            <th scope="col" className="end">
              {t('change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <RowName row={row} by={by} />
                <span className="statistics-bar" aria-hidden="true">
                  <span style={{ inlineSize: `${(row.share / largest) * 100}%` }} />
                </span>
              </th>
              <td className="end figures quiet">{percent.format(row.share / 1_000_000)}</td>
              <Figures of={row} to={rowsBehind(by, row.key, days)} />
              <Change now={row} before={row.previous} measure={measure} />
            </tr>
          ))}
          {others && (
            <tr className="quiet">
              <th scope="row">{t('others', { count: others.rows })}</th>
              <td className="end figures">{percent.format(others.share / 1_000_000)}</td>
              <Figures of={others} to={othersBehind(breakdown, days)} />
              <td />
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td />
            <Figures of={total} to={rowsBehind(by, undefined, days)} />
            <Change now={total} before={total.previous} measure={measure} />
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  );
}

export function RowName({ row, by }: { row: Row; by: OrderBreakdown['by'] }) {
  const { t } = useTranslation('statistics');
  if (by === 'hour') return t('hour', { from: clock(row.key), to: clock(String((Number(row.key) + 1) % 24)) });
  if (by === 'weekday') return t(`weekday.${row.key}`);
  if (by === 'channel') return t(`channel.${row.key}`, { defaultValue: row.key });
  if (by === 'paymentChannel') return t(`paymentChannel.${row.key}`, { defaultValue: row.key });
  return row.name || (by === 'robot' ? row.key : t('gone'));
}

const clock = (hour: string): string => `${hour.padStart(2, '0')}:00`;

function Figures({ of: { orders, cups, sales }, to }: { of: Sums; to: string | undefined }) {
  const { i18n } = useTranslation('statistics');
  const { currency } = useTenant();
  const count = new Intl.NumberFormat(i18n.language);
  const shown = sales.length > 0 ? sales : [{ currency, salesMinor: 0 }];
  const linked = (figure: ReactNode) => (to ? <Link to={to}>{figure}</Link> : figure);
  return (
    <>
      <td className="end figures">{linked(count.format(orders))}</td>
      <td className="end figures">{linked(count.format(cups))}</td>
      <td className="end figures">
        {shown.map((sum) => (
          <div key={sum.currency}>{linked(<Money minor={sum.salesMinor} currency={sum.currency} />)}</div>
        ))}
      </td>
    </>
  );
}

interface ChangeProps {
  now: Sums;
  before: Sums;
  measure: OrderBreakdown['measure'];
}

/** Against the period before, by the measure of the ranking. */
function Change({ now, before, measure }: ChangeProps) {
  const { t, i18n } = useTranslation('statistics');
  const { currency } = useTenant();
  const figureOf = (sums: Sums): number =>
    measure === 'sales' ? (sums.sales.find((sum) => sum.currency === currency)?.salesMinor ?? 0) : sums[measure];
  const [is, was] = [figureOf(now), figureOf(before)];
  const percent = new Intl.NumberFormat(i18n.language, {
    ...{ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' },
  } as const);
  const tone = is > was ? 'statistics-more' : is < was ? 'statistics-less' : 'quiet';
  return (
    <td className={`end figures ${tone}`}>
      {was === 0 ? (is === 0 ? '–' : t('new')) : percent.format((is - was) / was)}
    </td>
  );
}
