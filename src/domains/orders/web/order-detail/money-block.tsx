import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Money } from '#ui/money/money.tsx';

/** Amounts that add up on screen: goods − discount + extra (+ tax where exclusive) ± rounding = to pay; paid − refunded = kept. */
export function MoneyBlock({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation('orders');
  const { money } = order;
  const amount = (minor: number, sign = 1) => <Money minor={sign * minor} currency={money.currency} />;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 3 });
  const isExclusive = money.taxMode === 'exclusive';
  return (
    <>
      <DescriptionList
        columns={1}
        facts={[
          { term: t('money.subtotal'), value: amount(money.subtotalMinor) },
          { term: t('money.discount'), value: money.discountMinor > 0 && amount(money.discountMinor, -1) },
          { term: t('money.extra'), value: money.extraMinor > 0 && amount(money.extraMinor) },
          { term: t('money.taxAdded'), value: isExclusive && amount(money.taxMinor) },
          {
            term: t('money.rounding'),
            value: money.roundingAdjustmentMinor !== 0 && amount(money.roundingAdjustmentMinor),
          },
          { term: t('money.payable'), value: amount(money.payableMinor), strong: true },
          ...(isExclusive
            ? []
            : money.taxes.map((tax) => ({
                key: String(tax.rate),
                term: t('money.taxIncluded', { rate: percent.format(tax.rate / 1_000_000) }),
                value: <span className="quiet">{amount(tax.taxMinor)}</span>,
              }))),
        ]}
      />
      <hr />
      <DescriptionList
        columns={1}
        facts={[
          { term: t('money.paid'), value: amount(money.paidMinor) },
          { term: t('money.refunded'), value: amount(money.refundedMinor, -1) },
          { term: t('money.kept'), value: amount(money.paidMinor - money.refundedMinor), strong: true },
        ]}
      />
    </>
  );
}
