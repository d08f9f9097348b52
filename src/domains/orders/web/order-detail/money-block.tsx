import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { couponPage } from '#domains/coupons/contract/addresses.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { isPaid } from '#domains/orders/rules/order-status.ts';
import { explainerOf } from '#domains/pricing/contract/addresses.ts';
import { priceEndpoints } from '#domains/pricing/contract/endpoints.ts';
import { reductionsOf } from '#domains/pricing/rules/order-amounts.ts';
import { PriceDialog } from '#domains/pricing/web/index.ts';
import { isOpenRefund } from '#domains/refunds/rules/refund.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button, ButtonLink } from '#ui/button/button.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Money } from '#ui/money/money.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';

/**
 * Amounts that add up on screen: list price − reductions = items; items − coupon + extra (+ tax where exclusive) ± rounding =
 * total; paid − refunded = kept.
 */
export function MoneyBlock({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation(['orders', 'order-gift']);
  const { money } = order;
  // of what staff agreed to; what waits for an answer may still be refused
  const underWayMinor = order.refunds
    .filter((refund) => isOpenRefund(refund) && refund.providerState !== null)
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
  const amount = (minor: number, sign = 1) => <Money minor={sign * minor} currency={money.currency} />;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 3 });
  const isExclusive = money.taxMode === 'exclusive';
  const [isExplaining, setExplaining] = useState(false);
  const { listMinor, reducedMinor, channelDiscountMinor } = reductionsOf(order.lines);
  const isReduced = reducedMinor !== 0 || channelDiscountMinor !== 0;
  const channelDiscount = t(`money.channel.${order.channel}`);
  const channelPercent = order.pricing && percent.format(order.pricing.channelDiscountPercent / 100);
  return (
    <>
      <DescriptionList
        columns={1}
        facts={[
          { term: t('money.listPrice'), value: isReduced && amount(listMinor) },
          { term: t('money.reduced'), value: reducedMinor !== 0 && amount(reducedMinor, -1) },
          {
            key: 'channel',
            term: channelPercent
              ? t('money.channelPercent', { discount: channelDiscount, percent: channelPercent })
              : channelDiscount,
            value: channelDiscountMinor > 0 && amount(channelDiscountMinor, -1),
          },
          { term: t('money.subtotal'), value: amount(money.subtotalMinor) },
          {
            term: t(order.giftOf ? 'order-gift:gift' : 'money.discount'),
            value: money.discountMinor > 0 && amount(money.discountMinor, -1),
          },
          { term: t('money.coupon'), value: order.couponUsed !== null && <CouponUsed coupon={order.couponUsed} /> },
          { term: t('money.extra'), value: money.extraMinor > 0 && amount(money.extraMinor) },
          { term: t('money.taxAdded'), value: isExclusive && amount(money.taxMinor) },
          {
            term: t('money.rounding'),
            value: money.roundingAdjustmentMinor !== 0 && amount(money.roundingAdjustmentMinor),
          },
          {
            term: t(isPaid(order.status) ? 'money.payable' : 'money.toPay'),
            value: amount(money.payableMinor),
            strong: true,
          },
          ...(isExclusive
            ? []
            : money.taxes.map((tax) => ({
                key: String(tax.rate),
                term: t('money.taxIncluded', { rate: percent.format(tax.rate / 1_000_000) }),
                value: <span className="quiet">{amount(tax.taxMinor)}</span>,
              }))),
        ]}
      />
      {/* what pays for a gift is no step of the price, so there is nothing to be explained */}
      {order.pricing && order.giftOf === null && (
        <Allowed by={priceEndpoints.explainPrice}>
          <div className="button-group">
            <Button kind="link" onClick={() => setExplaining(true)}>
              {t('money.explain')}
            </Button>
            <ButtonLink kind="link" to={explainerOf(order.orderNo)}>
              {t('money.explainer')}
            </ButtonLink>
          </div>
        </Allowed>
      )}
      <OpenedPart onClose={() => setExplaining(false)}>
        {isExplaining && order.pricing && (
          <PriceDialog order={order} pricing={order.pricing} onClose={() => setExplaining(false)} />
        )}
      </OpenedPart>
      {money.paidMinor > 0 && (
        <>
          <hr />
          <DescriptionList
            columns={1}
            facts={[
              { term: t('money.paid'), value: amount(money.paidMinor) },
              { term: t('money.refundUnderWay'), value: underWayMinor > 0 && amount(underWayMinor, -1) },
              { term: t('money.refunded'), value: money.refundedMinor > 0 && amount(money.refundedMinor, -1) },
              {
                term: t('money.kept'),
                value: money.refundedMinor > 0 && amount(money.paidMinor - money.refundedMinor),
                strong: true,
              },
            ]}
          />
        </>
      )}
    </>
  );
}

/** The coupon as it was when the order was made. */
function CouponUsed({ coupon }: { coupon: Readonly<Record<string, unknown>> }) {
  const { i18n } = useTranslation();
  const [id = '', title = '', titleZh = ''] = ['couponId', 'title', 'titleZh'].map((name) =>
    String(coupon[name] ?? ''),
  );
  return <Link to={couponPage(id)}>{localName(i18n.language, title, titleZh)}</Link>;
}
