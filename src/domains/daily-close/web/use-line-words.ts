import { useTranslation } from 'react-i18next';
import type { SheetLine } from '../contract/endpoints.ts';

const RENAMED: Readonly<Record<string, string>> = { 'provider.refunds': 'refundsPaid' };

/** What a line of the sheet says: `method.stripe` and `orders.250000` name what they count. */
export function useLineWords(): (line: Pick<SheetLine, 'section' | 'key'>) => string {
  const { t, i18n } = useTranslation('daily-close');
  return ({ section, key }) => {
    const [first = '', second = ''] = key.split('.');
    if (section === 'tax') {
      const rate = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 3 });
      return t(first === 'orders' ? 'line.taxOrders' : 'line.taxRentals', { rate: rate.format(Number(second) / 1e6) });
    }
    if (first === 'method') return t(`line.method.${second}`, { defaultValue: second });
    return t(`line.${RENAMED[`${section}.${key}`] ?? key}`, { defaultValue: key });
  };
}
