import { useTranslation } from 'react-i18next';
import { hasReasonCode } from '#domains/refunds/contract/refund.ts';
import { Money, useFormatMoney } from '#ui/money/money.tsx';
import { useFormatTime } from '#ui/time/time.tsx';
import type { ChargeStep, OrderFilm } from '../contract/film.ts';

/** From list price to what is kept, each step in words with what it takes or adds. */
export function ChargeBlock({ film: { charge, currency } }: { film: OrderFilm }) {
  const wordsOf = useStepWords(currency);
  return (
    <table className="film-charge">
      <tbody>
        {charge.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name of their own and never move
          <tr key={place} className={`film-${step.role}`}>
            <th scope="row">{wordsOf(step)}</th>
            <td>
              <Money minor={step.amountMinor} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useStepWords(currency: OrderFilm['currency']): (step: ChargeStep) => string {
  const { t, i18n } = useTranslation(['order-film', 'refunds']);
  const money = useFormatMoney();
  const time = useFormatTime();
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 3 });
  return ({ step, facts, amountMinor }) => {
    const text = (name: string): string => String(facts[name] ?? '');
    switch (step) {
      case 'line':
        return t('charge.line', {
          ...{ name: text('name'), quantity: Number(facts['quantity']), options: text('options') },
          unit: money(Number(facts['unitMinor']), currency),
          hasOptions: String(text('options') !== ''),
        });
      case 'channel':
        return t('charge.channel', {
          channel: text('channel') === 'kiosk' ? 'kiosk' : 'app',
          percent: facts['percent'] ? percent.format(Number(facts['percent']) / 100) : 'no',
        });
      case 'coupon':
        return t('charge.coupon', { name: text('name') || 'no' });
      case 'taxIncluded':
        return t('charge.taxIncluded', { rate: percent.format(Number(facts['rate']) / 1_000_000) });
      case 'paid':
        return amountMinor === 0 || !facts['at']
          ? t('charge.unpaid')
          : t('charge.paid', { at: time(text('at'), 'second') });
      case 'refund':
      case 'refundOpen': {
        const isAutomatic = hasReasonCode(text('origin'));
        const reason = isAutomatic
          ? t(`refunds:refund.automatic.${text('reason')}`, { defaultValue: text('reason') })
          : text('reason');
        return t(`charge.${step}`, { reason, at: facts['at'] ? time(text('at'), 'minute') : '–' });
      }
      default:
        return t(`charge.${step}`);
    }
  };
}
