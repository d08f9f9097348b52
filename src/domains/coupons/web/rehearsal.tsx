import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useMay } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Chart } from '#ui/chart/chart.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Money, useFormatMoney } from '#ui/money/money.tsx';
import { CouponType, CouponValue } from '../contract/coupon.ts';
import { isRateType } from '../contract/coupons.ts';
import { DrawnCoupon, MOST_REHEARSED, mostUsesOf, type Rehearsal, rehearseEndpoint } from '../contract/rehearsal.ts';
import './coupons.css';

type Values = Readonly<Record<string, unknown>>;

/** What the coupon of a form, or one that is kept, takes off; undefined while that is not said yet. */
export function drawnValue(values: Values): CouponValue | undefined {
  const type = Number(values['type']);
  const { rate, valueMinor, targetMinor } = values;
  const given = isRateType(type)
    ? { type, rate }
    : { type, valueMinor, ...(type === CouponType.thresholdFlat ? { targetMinor } : {}) };
  return CouponValue.safeParse(given).data;
}

function drawnCoupon(values: Values): DrawnCoupon | undefined {
  const ranges = (values['dailyRanges'] ?? []) as readonly { readonly window?: unknown }[];
  const [maxTotal, maxUses] = [Number(values['maxTotal'] ?? Number.NaN), Number(values['maxUses'] ?? -1)];
  return DrawnCoupon.safeParse({
    value: drawnValue(values),
    dailyRanges: ranges.flatMap(({ window }) => (window ? [window] : [])),
    spotIds: values['allSpots'] === false ? (values['spotIds'] ?? []) : null,
    mostUses: maxTotal > 0 ? mostUsesOf({ maxTotal, maxUses }) : null,
    perUserLimit: values['perUserLimit'] ?? null,
    budgetMinor: values['budgetMinor'] ?? null,
  }).data;
}

/** Replays the paid orders of the last 90 days with the coupon, when somebody asks for it. */
export function CouponRehearsal({ values }: { values: Values }) {
  const { t } = useTranslation('coupons');
  const may = useMay();
  const drawn = drawnCoupon(values);
  const asked = useMutation({
    mutationFn: (coupon: DrawnCoupon) => call(rehearseEndpoint, coupon, { notices: 'none' }),
  });
  if (!may(rehearseEndpoint)) return null;
  return (
    <section className="coupon-rehearsal" aria-label={t('rehearsal.title')}>
      <h3>{t('rehearsal.title')}</h3>
      <p className="quiet">{t('rehearsal.intro')}</p>
      <div>
        <Button disabled={!drawn || asked.isPending} onClick={() => drawn && asked.mutate(drawn)}>
          {t('rehearsal.run')}
        </Button>
      </div>
      {asked.error && <p className="field-fault">{asked.error.message}</p>}
      {asked.data && <Outcome rehearsal={asked.data} />}
    </section>
  );
}

function Outcome({ rehearsal }: { rehearsal: Rehearsal }) {
  const { t } = useTranslation('coupons');
  const language = useLanguage();
  const { currency } = useTenant();
  const money = useFormatMoney();
  const { orders, uses, costMinor, subtotalMinor, spots, hours, endsOn, endsBy, unknown, isCut } = rehearsal;
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const ofAll = (part: number, all: number) => percent.format(all === 0 ? 0 : part / all);
  const short = (minor: number) => money(minor, currency);
  return (
    <div role="status" className="coupon-rehearsal">
      <DescriptionList
        columns={3}
        facts={[
          { term: t('rehearsal.orders'), value: number.format(orders) },
          { term: t('rehearsal.hits'), value: `${number.format(uses)} (${ofAll(uses, orders)})` },
          {
            term: t('rehearsal.cost'),
            value: <Money minor={costMinor} currency={currency} />,
            strong: true,
          },
          { term: t('rehearsal.share'), value: ofAll(costMinor, subtotalMinor) },
        ]}
      />
      {endsOn !== null && endsBy !== null && (
        <p>
          {t(`rehearsal.ends.${endsBy}`, {
            day: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
              new Date(`${endsOn}T00:00:00Z`),
            ),
          })}
        </p>
      )}
      {unknown > 0 && <p className="quiet">{t('rehearsal.left', { count: unknown })}</p>}
      {isCut && <p className="quiet">{t('rehearsal.cut', { count: MOST_REHEARSED })}</p>}
      {uses === 0 ? (
        <p className="quiet">{t('rehearsal.none')}</p>
      ) : (
        <>
          <Chart
            label={t('rehearsal.byHour')}
            pointLabel={t('rehearsal.byHour')}
            empty={t('rehearsal.none')}
            height={180}
            points={hours.map(({ hour }) => ({ label: String(hour), title: `${hour}:00` }))}
            series={[{ key: 'cost', label: t('rehearsal.cost'), values: hours.map((one) => one.costMinor) }]}
            format={short}
            formatShort={short}
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
                  <td>{number.format(spot.uses)}</td>
                  <td>
                    <Money minor={spot.costMinor} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}
