import { digitsOf } from '#platform/money/contract/currency.ts';
import { isNamed } from '#platform/money/rules/format-money.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import type { Metric } from './period.ts';

/** For an axis: thousands as the language shortens them, money with its currency. */
export function useAxisWords(metric: Metric): (value: number) => string {
  const { currency, currencyFormat } = useTenant();
  const isMoney = metric === 'sales';
  const short = new Intl.NumberFormat(useLanguage(), {
    notation: 'compact',
    // the name of a currency has no room there
    ...(isMoney &&
      isNamed(currency) && {
        style: 'currency',
        currency,
        currencyDisplay: currencyFormat === 'name' ? 'code' : currencyFormat,
      }),
  });
  return (value) => short.format(isMoney ? value / 10 ** digitsOf(currency) : value);
}
