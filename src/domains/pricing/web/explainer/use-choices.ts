import { useTranslation } from 'react-i18next';
import { CouponType } from '#domains/coupons/contract/coupon.ts';
import { TaxRounding } from '#system/tenants/contract/tax-rounding.ts';
import { PaidBy, SalesChannel } from '../../contract/sale.ts';

/** What can be chosen, in words. */
export function useChoices() {
  const { t } = useTranslation('pricing');
  return {
    channels: SalesChannel.options.map((value) => ({ value, label: t(`channel.${value}`) })),
    payments: PaidBy.options.map((value) => ({ value, label: t(`paidBy.${value}`) })),
    roundings: TaxRounding.options.map((value) => ({ value, label: t(`rounding.${value}`) })),
    coupons: Object.values(CouponType).map((value) => ({ value, label: t(`couponType.${value}`) })),
  };
}
