import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { couponPage } from '#domains/coupons/contract/addresses.ts';
import { useAxisWords } from '#domains/insights/web/dashboard/index.ts';
import { call } from '#platform/http/web/call.ts';
import { addDays, countDays, localDay } from '#platform/time/rules/local-day.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Chart } from '#ui/chart/chart.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money, useFormatMoney } from '#ui/money/money.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { useNow } from '#ui/time/now.ts';
import { type LoyaltyFigures, loyaltyEndpoints } from '../contract/endpoints.ts';
import { fileOf } from './figures-file.ts';
import './loyalty.css';

const PERIODS = ['7', '30', '90', '365'] as const;

/** What coupons cost in a period and what became of points; the period stands in the address. */
export default function LoyaltyFiguresPage() {
  const { t } = useTranslation('loyalty');
  const [params, setParams] = useSearchParams();
  const { timeZone } = useTenant();
  const period = PERIODS.find((one) => one === params.get('days')) ?? '30';
  const toDay = localDay(new Date(useNow()), timeZone);
  const fromDay = addDays(toDay, 1 - Number(period));
  const query = useQuery({
    queryKey: ['loyalty', 'figures', fromDay, toDay],
    queryFn: ({ signal }) => call(loyaltyEndpoints.figures, { fromDay, toDay }, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="loyalty">
      <header className="loyalty-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <Button icon="download" disabled={!query.data} onClick={() => query.data && save(query.data, t)}>
          {t('file.button')}
        </Button>
      </header>
      <Segmented
        label={t('period')}
        value={period}
        options={PERIODS.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
        onChange={(days) => setParams(days === '30' ? {} : { days }, { replace: true })}
      />
      <Loaded query={query} skeleton={<Skeleton height={320} />}>
        {(figures) => (
          <>
            <Coupons figures={figures} days={daysOf(figures)} />
            {figures.points && <Points points={figures.points} days={daysOf(figures)} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Every day of the period, also those on which nothing happened. */
function daysOf({ fromDay, toDay }: Pick<LoyaltyFigures, 'fromDay' | 'toDay'>): string[] {
  return Array.from({ length: countDays(fromDay, toDay) }, (_, place) => addDays(fromDay, place));
}

function useDays() {
  const language = useLanguage();
  const short = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return (days: readonly string[]) =>
    days.map((day) => {
      const date = new Date(`${day}T00:00:00Z`);
      return { label: short.format(date), title: long.format(date) };
    });
}

function Coupons({ figures: { coupons, currency }, days }: { figures: LoyaltyFigures; days: readonly string[] }) {
  const { t } = useTranslation('loyalty');
  const money = useFormatMoney();
  const points = useDays();
  const inMoney = (value: number) => money(value, currency);
  const short = useAxisWords('sales');
  const costs = new Map(coupons.days.map(({ day, costMinor }) => [day, costMinor]));
  return (
    <Card title={t('coupons.title')}>
      <DescriptionList
        columns={3}
        facts={[
          { term: t('coupons.cost'), value: <Money minor={coupons.costMinor} currency={currency} /> },
          { term: t('coupons.uses'), value: <span className="figures">{coupons.uses}</span> },
          { term: t('coupons.sales'), value: <Money minor={coupons.salesMinor} currency={currency} /> },
        ]}
      />
      <Chart
        label={t('coupons.cost')}
        pointLabel={t('day')}
        empty={t('coupons.none')}
        points={points(days)}
        series={[{ key: 'cost', label: t('coupons.cost'), values: days.map((day) => costs.get(day) ?? 0) }]}
        format={inMoney}
        formatShort={short}
      />
      {coupons.top.length > 0 && (
        <div className="loyalty-scroll">
          <table className="loyalty-table">
            <thead>
              <tr>
                <th scope="col">{t('coupons.coupon')}</th>
                <th scope="col">{t('coupons.uses')}</th>
                <th scope="col">{t('coupons.cost')}</th>
                <th scope="col">{t('coupons.sales')}</th>
              </tr>
            </thead>
            <tbody>
              {coupons.top.map((one) => (
                <tr key={one.couponId}>
                  <td>
                    <Link to={couponPage(one.couponId)}>{one.title}</Link>
                  </td>
                  <td>{one.uses}</td>
                  <td>
                    <Money minor={one.costMinor} currency={currency} />
                  </td>
                  <td>
                    <Money minor={one.salesMinor} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

interface PointsProps {
  points: NonNullable<LoyaltyFigures['points']>;
  days: readonly string[];
}

function Points({ points, days }: PointsProps) {
  const { t } = useTranslation('loyalty');
  const language = useLanguage();
  const labels = useDays();
  const moved = new Map(points.days.map((one) => [one.day, one]));
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  return (
    <Card title={t('points.title')}>
      <DescriptionList
        columns={3}
        facts={(['earned', 'spent', 'adjusted'] as const).map((key) => ({
          term: t(`points.${key}`),
          value: <span className="figures">{number(points[key])}</span>,
        }))}
      />
      <Chart
        label={t('points.title')}
        pointLabel={t('day')}
        empty={t('points.none')}
        points={labels(days)}
        series={(['earned', 'spent'] as const).map((key) => ({
          key,
          label: t(`points.${key}`),
          values: days.map((day) => moved.get(day)?.[key] ?? 0),
        }))}
        shape="lines"
        format={number}
        formatShort={number}
      />
    </Card>
  );
}

function save(figures: LoyaltyFigures, t: (key: string) => string): void {
  const address = URL.createObjectURL(new Blob([fileOf(figures, t)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `loyalty-${figures.fromDay}-${figures.toDay}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
