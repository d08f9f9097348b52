import { useTranslation } from 'react-i18next';
import { useProviderWords } from '#domains/payments/web/index.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import type { FilmEntry } from '../contract/film.ts';

interface EntryWords {
  readonly what: string;
  readonly who: string;
  readonly why: string;
}

/** An entry in the reader's language. */
export function useEntryWords(): (entry: FilmEntry) => EntryWords {
  const { t } = useTranslation(['order-film', 'orders', 'robots', 'payments', 'refunds']);
  const reasonOf = useProviderWords();
  const money = useFormatMoney();

  const noticeOf = (kind: string): string =>
    t(`orders:notice.${kind.replace('orders.', '')}.kind`, { defaultValue: kind });
  const valuesOf = ({ facts }: FilmEntry): Record<string, string | number> => {
    const text = (name: string): string => String(facts[name] ?? '');
    const { amountMinor, currency, errorCode } = facts;
    return {
      ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, value ?? ''])),
      amount: typeof amountMinor === 'number' ? money(amountMinor, currency as Currency) : '',
      reason: errorCode ? reasonOf(String(errorCode)) : 'no',
      channel: t(`orders:payment.channel.${text('channel')}`, { defaultValue: text('channel') }),
      failure: t(`orders:drink.failure.${text('failure')}`, { defaultValue: text('failure') }),
      cmd: t(`robots:command.${text('cmd')}`, { defaultValue: text('cmd') }),
      said: facts['event'] ? t(`orders:event.${text('event')}`, { defaultValue: text('kind') }) : text('kind'),
      notice: noticeOf(text('kind')),
      type: t(`report.${text('type').replaceAll('.', '-')}`, { defaultValue: text('type') }),
      code: text('resultText') || text('resultCode') || 'no',
    };
  };
  const whatOf = (entry: FilmEntry): string => {
    const values = valuesOf(entry);
    const [group = '', ...rest] = entry.what.split('.');
    const code = rest.join('.');
    if (group === 'order') {
      const isAutomatic = code === '10102' && entry.by?.kind === 'system';
      const said = isAutomatic
        ? t('orders:timeline.automaticRefund')
        : t(`orders:event.${code}`, { defaultValue: code });
      if (values['amount']) return t('withAmount', { what: said, amount: values['amount'] });
      return values['cups'] ? t('orders:timeline.cups', { what: said, cups: values['cups'] }) : said;
    }
    if (group === 'dispute') return t(`orders:timeline.dispute.${code}`, { defaultValue: code });
    if (group === 'status') {
      const status = t(`orders:status.${code}`, { defaultValue: code });
      return values['reason'] === 'no'
        ? t('orders:timeline.status', { status })
        : t('orders:timeline.statusBecause', { status, reason: values['reason'] });
    }
    // a colon would begin another area of texts
    if (group === 'act') return t(`act.${code.replaceAll(':', '-')}`, { ...values, defaultValue: code });
    return t(`what.${entry.what}`, { ...values, defaultValue: entry.what });
  };
  return (entry) => ({
    what: whatOf(entry),
    who: entry.by
      ? [t(`orders:actor.${entry.by.kind}`, { defaultValue: entry.by.kind }), entry.by.name].filter(Boolean).join(' · ')
      : '',
    // what the product decides by itself is a code of its own
    why: entry.why ? t(`refunds:refund.automatic.${entry.why}`, { defaultValue: entry.why }) : '',
  });
}
