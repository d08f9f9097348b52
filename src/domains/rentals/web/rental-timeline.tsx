import { useTranslation } from 'react-i18next';
import { useProviderWords } from '#domains/payments/web/index.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import type { Tone } from '#ui/tag/tag.tsx';
import { Timeline } from '#ui/timeline/timeline.tsx';
import type { RentalDetail, RentalEvent } from '../contract/rental.ts';

const TONES: Readonly<Record<string, Tone>> = {
  ejected: 'success',
  returned: 'success',
  paid: 'success',
  money: 'success',
  'not-lent': 'warning',
  'eject-failed': 'danger',
  'eject-unresolved': 'warning',
  unanswered: 'danger',
  contradicted: 'danger',
  'hold-lapsed': 'warning',
  'hold-refused': 'danger',
  'charge-refused': 'danger',
  'refund-failed': 'danger',
  'dispute-opened': 'warning',
  'dispute-won': 'success',
  'dispute-lost': 'danger',
};

/** What happened to a rental, from the request of the customer to the last of its money. */
export function RentalTimeline({ rental }: { rental: RentalDetail }) {
  const { t } = useTranslation('rentals');
  const money = useFormatMoney();
  const reasonOf = useProviderWords();
  const { currency } = rental.money;
  const detailOf = ({ detail }: RentalEvent): string => {
    const amountMinor = detail['amountMinor'] ?? detail['feeMinor'] ?? detail['refundableMinor'];
    const words = [
      typeof amountMinor === 'number' ? money(amountMinor, currency) : '',
      detail['slot'] === undefined ? '' : t('event.slot', { slot: detail['slot'] }),
      typeof detail['serial'] === 'string' ? detail['serial'] : '',
      typeof detail['why'] === 'string' ? t(`notLent.${detail['why']}`) : '',
      typeof detail['errorCode'] === 'string' ? reasonOf(detail['errorCode']) : '',
      typeof detail['reason'] === 'string' ? detail['reason'] : '',
      typeof detail['note'] === 'string' ? detail['note'] : '',
    ];
    return words.filter((word) => word !== '').join(' · ');
  };
  return (
    <Timeline
      label={t('detail.timeline')}
      // of what happened at one moment the later stands above, too
      entries={rental.timeline.toReversed().map((event) => ({
        id: event.id,
        at: event.at,
        what: event.what.startsWith('flag.') ? t(`flag.${event.what.slice('flag.'.length)}`) : t(`event.${event.what}`),
        who: event.actor || t(`source.${event.source}`),
        detail: detailOf(event),
        tone: event.what.startsWith('flag.') ? 'warning' : (TONES[event.what] ?? 'neutral'),
      }))}
    />
  );
}
