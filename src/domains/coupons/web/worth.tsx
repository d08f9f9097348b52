import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { type Coupon, isRateType } from '../contract/coupons.ts';

const WHOLE = 1_000_000;

/** What a coupon takes off in words: "20 % off", "减 20%（8 折）", "10 kr off from 50 kr" (practice 5.1). */
export function useWorth(): (coupon: Pick<Coupon, 'type' | 'rate' | 'valueMinor' | 'targetMinor'>) => string {
  const { t } = useTranslation('coupons');
  const language = useLanguage();
  const { currency } = useTenant();
  const money = useFormatMoney();
  return ({ type, rate, valueMinor, targetMinor }) => {
    if (isRateType(type)) {
      const off = rate ?? 0;
      const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 });
      const rest = (WHOLE - off) / WHOLE;
      // Chinese says how many tenths are left to pay
      const paid = language.startsWith('zh') ? String(Number((rest * 10).toFixed(4))) : percent.format(rest);
      return t('worth.rateBoth', { percent: percent.format(off / WHOLE), paid });
    }
    const amount = t('worth.amount', { amount: money(valueMinor ?? 0, currency) });
    if (targetMinor === null) return amount;
    return `${amount} ${t('worth.from', { amount: money(targetMinor, currency) })}`;
  };
}

export function Worth({ of }: { of: Pick<Coupon, 'type' | 'rate' | 'valueMinor' | 'targetMinor'> }) {
  return useWorth()(of);
}
