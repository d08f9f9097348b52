import { useTranslation } from 'react-i18next';
import { type Fee, MINUTES_OF_A_DAY } from '#domains/fee-plans/contract/plan.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { EntryLine, EntryList } from '#ui/entry-list/entry-list.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';

/** Minutes in words: `1 h 5 min`. */
export function useSpan(): (minutes: number) => string {
  const { t } = useTranslation('rentals');
  return (minutes) =>
    [
      [Math.floor(minutes / MINUTES_OF_A_DAY), 'days'] as const,
      [Math.floor((minutes % MINUTES_OF_A_DAY) / 60), 'hours'] as const,
      [minutes % 60, 'minutes'] as const,
    ]
      .flatMap(([count, unit]) => (count > 0 ? [t(`span.${unit}`, { count })] : []))
      .join(' ') || t('span.minutes', { count: 0 });
}

/** What a fee is made of, in words: the parts of the fee function, as they add up. */
export function FeeWords({ fee, currency }: { fee: Fee; currency: Currency }) {
  const { t } = useTranslation('rentals');
  const span = useSpan();
  const money = useFormatMoney();
  if (fee.parts.length === 0) return <p className="quiet">{t('fee.free')}</p>;
  return (
    <EntryList>
      {fee.parts.map(({ kind, fromMinute, amountMinor }) => (
        <li key={`${kind}-${fromMinute}`}>
          <EntryLine>
            <span>{t(`fee.${kind}`, { from: span(fromMinute) })}</span>
            <span className="figures">{money(amountMinor, currency)}</span>
          </EntryLine>
        </li>
      ))}
    </EntryList>
  );
}
