import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExplainPriceRequest } from '#domains/pricing/contract/price.ts';
import { priceOrder } from '#domains/pricing/rules/price-order.ts';
import { digitsOf } from '#platform/money/contract/currency.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { Money, useFormatMoney } from '#ui/money/money.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { CouponType, type CouponValue } from '../contract/coupon.ts';
import { drawnValue } from './rehearsal.tsx';
import './coupons.css';

const CUPS = [1, 2, 3, 5] as const;

/** What customers pay with the coupon as the form has it, by the function that prices orders. */
export function PriceExample() {
  const { t } = useTranslation('coupons');
  const { currency } = useTenant();
  const { values } = useForm();
  const [cups, setCups] = useState('2');
  const coupon = drawnValue(values);
  const unit = 10 ** digitsOf(currency);
  return (
    <section className="coupon-example" aria-label={t('example.title')}>
      <h3>{t('example.title')}</h3>
      {coupon ? (
        <>
          <Segmented
            label={t('example.quantity')}
            options={CUPS.map((value) => ({ value: String(value), label: String(value) }))}
            value={cups}
            onChange={setCups}
          />
          <Answer coupon={coupon} lines={basket(Number(cups), unit)} />
        </>
      ) : (
        <p className="quiet">{t('example.incomplete')}</p>
      )}
    </section>
  );
}

/** One dearer drink and the rest of another, at prices that the currency's customers know. */
function basket(cups: number, unit: number): ExplainPriceRequest['lines'] {
  const price = unit === 1 ? 450 : unit >= 100 ? 45 * unit : 4 * unit;
  const cheaper = unit === 1 ? 350 : unit >= 100 ? 35 * unit : 3 * unit;
  return [{ unitMinor: price, quantity: 1 }, ...(cups > 1 ? [{ unitMinor: cheaper, quantity: cups - 1 }] : [])];
}

function Answer({ coupon, lines }: { coupon: CouponValue; lines: ExplainPriceRequest['lines'] }) {
  const { t } = useTranslation('coupons');
  const format = useFormatMoney();
  const { currency } = useTenant();
  const isPos = coupon.type === CouponType.posFlat || coupon.type === CouponType.posRate;
  const priced = (withCoupon: boolean) =>
    priceOrder({
      ...{ currency, taxMode: 'inclusive', taxRounding: 'line', couponApplies: 'beforeTax', spotTaxRate: 0 },
      ...{ channelDiscountPercent: 0, extraAmounts: [], lines },
      ...(isPos ? { channel: 'kiosk', paidBy: 'pos' } : { channel: 'app', paidBy: 'card' }),
      ...(withCoupon ? { coupon } : {}),
    });
  const [answer, without] = [priced(true), priced(false)];
  const money = (minor: number) => <Money minor={minor} currency={currency} />;
  const subtotalMinor = without.priced ? without.price.subtotalMinor : 0;
  if (!answer.priced)
    return (
      <>
        <DescriptionList columns={1} facts={[{ term: t('example.subtotal'), value: money(subtotalMinor) }]} />
        <p className="quiet">
          {answer.because === 'coupon.threshold-not-reached'
            ? t('example.threshold', { amount: format(coupon.targetMinor ?? 0, currency) })
            : t('example.none')}
        </p>
      </>
    );
  return (
    <DescriptionList
      columns={1}
      facts={[
        { term: t('example.subtotal'), value: money(subtotalMinor) },
        { term: t('example.discount'), value: money(-answer.price.discountMinor) },
        { term: t('example.payable'), value: money(answer.price.payableMinor), strong: true },
      ]}
    />
  );
}
