import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Card } from '#ui/card/card.tsx';
import { Chart } from '#ui/chart/chart.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money, useFormatMoney } from '#ui/money/money.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import type { Coupon } from '../contract/coupons.ts';
import { type CouponUsage, couponEndpoints } from '../contract/endpoints.ts';

/** What was handed out, used and spent, against what there is. */
export function CouponNumbers({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  const { currency } = useTenant();
  const money = useFormatMoney();
  const { issued, maxTotal, used, costMinor, heldMinor, budgetMinor } = coupon;
  return (
    <>
      <Progress
        label={t('field.issued')}
        value={issued}
        max={maxTotal}
        tone={issued >= maxTotal ? 'warning' : 'info'}
      />
      <DescriptionList
        columns={3}
        facts={[
          { term: t('field.issued'), value: t('detail.of', { count: issued, total: maxTotal }) },
          { term: t('field.used'), value: String(used) },
          {
            term: t('field.costMinor'),
            value:
              budgetMinor === null ? (
                <Money minor={costMinor} currency={currency} />
              ) : (
                t('detail.spent', { spent: money(costMinor, currency), budget: money(budgetMinor, currency) })
              ),
          },
          { term: t('field.heldMinor'), value: heldMinor > 0 && <Money minor={heldMinor} currency={currency} /> },
        ]}
      />
      {budgetMinor !== null && (
        <Progress
          label={t('field.budgetMinor')}
          value={costMinor + heldMinor}
          max={budgetMinor}
          tone={costMinor + heldMinor >= budgetMinor * 0.9 ? 'warning' : 'success'}
        />
      )}
    </>
  );
}

/** Uses by day and by spot; of the reader's spots. */
export function CouponUsageCards({ coupon: { id, used } }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  const query = useQuery({
    queryKey: ['coupons', 'usage', id, used],
    queryFn: ({ signal }) => call(couponEndpoints.usage, { id }, { signal, notices: 'none' }),
  });
  return (
    <Card title={t('detail.usage')}>
      <Loaded query={query} skeleton={<Skeleton height={240} />}>
        {(usage) => (usage.days.length === 0 ? <p className="quiet">{t('detail.noUse')}</p> : <Usage usage={usage} />)}
      </Loaded>
    </Card>
  );
}

function Usage({ usage: { days, spots } }: { usage: CouponUsage }) {
  const { t } = useTranslation('coupons');
  const language = useLanguage();
  const { currency } = useTenant();
  const uses = (value: number) => new Intl.NumberFormat(language).format(value);
  const short = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
  return (
    <>
      <Chart
        label={t('detail.usage')}
        pointLabel={t('detail.day')}
        empty={t('detail.noUse')}
        points={days.map(({ day }) => ({ label: short.format(dateOf(day)), title: long.format(dateOf(day)) }))}
        series={[{ key: 'uses', label: t('detail.uses'), values: days.map((one) => one.uses) }]}
        format={uses}
        formatShort={uses}
      />
      <table className="coupon-table">
        <thead>
          <tr>
            <th scope="col">{t('detail.spot')}</th>
            <th scope="col">{t('detail.uses')}</th>
            <th scope="col">{t('detail.cost')}</th>
          </tr>
        </thead>
        <tbody>
          {spots.map((spot) => (
            <tr key={spot.spotId}>
              <td>{spot.spotName}</td>
              <td>{uses(spot.uses)}</td>
              <td>
                <Money minor={spot.costMinor} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
