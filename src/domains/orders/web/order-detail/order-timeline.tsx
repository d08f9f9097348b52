import { useTranslation } from 'react-i18next';
import { OrderEvent } from '#domains/orders/contract/order.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { useProviderWords } from '#domains/payments/web/index.ts';
import { joinWords } from '#ui/language/join-words.ts';
import { Timeline } from '#ui/timeline/timeline.tsx';

const DANGER = new Set([2252]);
const SUCCESS = new Set([2402, 10201]);

/** Events in words; where the transition table writes no event the new status is said. */
export function OrderTimeline({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation('orders');
  const reasonOf = useProviderWords();
  const wordsOf = ({ code, status, source, detail }: OrderDetail['timeline'][number]): string => {
    if (code === null) {
      const now = t(`status.${status}`);
      const refusal = detail['errorCode'] ?? detail['error'];
      return typeof refusal === 'string'
        ? t('timeline.statusBecause', { status: now, reason: reasonOf(refusal) })
        : t('timeline.status', { status: now });
    }
    // one event for every refund that no customer asked for; readers want to know whether a person did it
    if (code === OrderEvent.refundRequestedByStaff && source === 'system') return t('timeline.automaticRefund');
    const what = t(`event.${code}`);
    const cups = cupsOf(detail);
    return cups.length > 0 ? t('timeline.cups', { what, cups: joinWords(cups.map(String), i18n.language) }) : what;
  };
  return (
    <Timeline
      label={t('detail.timeline')}
      entries={order.timeline.map((entry) => ({
        id: entry.id,
        at: entry.at,
        what: wordsOf(entry),
        who: [
          t(`actor.${entry.source}`, { defaultValue: entry.source }),
          // no person and no device: the source has said it
          entry.actor === 'system' ? undefined : entry.actor,
        ]
          .filter(Boolean)
          .join(' · '),
        tone:
          entry.code !== null && DANGER.has(entry.code)
            ? 'danger'
            : entry.code !== null && SUCCESS.has(entry.code)
              ? 'success'
              : 'neutral',
        raw: Object.keys(entry.detail).length > 0 ? entry.detail : undefined,
      }))}
    />
  );
}

/** Which of an order's cups an event was about; none where it was about all. */
function cupsOf({ drinks }: OrderDetail['timeline'][number]['detail']): number[] {
  return Array.isArray(drinks) ? drinks.filter((number) => typeof number === 'number') : [];
}
