import type { Currency } from '#platform/money/contract/currency.ts';
import { formatMoney } from '#platform/money/rules/format-money.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useLanguage } from '../language/use-language.ts';

export interface MoneyProps {
  /** Minor units; nothing known is shown as a dash, never as zero. */
  minor: number | null | undefined;
  /** The record's own currency; the tenant's where a record has none. */
  currency?: Currency | undefined;
}

/** An amount as this tenant writes amounts. */
export function Money({ minor, currency }: MoneyProps) {
  const format = useFormatMoney();
  return <span className="figures">{minor === null || minor === undefined ? '–' : format(minor, currency)}</span>;
}

/** For texts with an amount inside: `t('refund.verb', { amount: money(order.paidMinor, order.currency) })`. */
export function useFormatMoney(): (minor: number, currency?: Currency) => string {
  const language = useLanguage();
  const tenant = useTenant();
  // for reading: a minus is as wide as a plus and breaks no line
  return (minor, currency = tenant.currency) =>
    formatMoney(minor, currency, language, tenant.currencyFormat).replace(/^-/, '−');
}
