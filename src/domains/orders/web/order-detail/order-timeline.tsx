import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderEvent } from '#domains/orders/contract/order.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { useProviderWords } from '#domains/payments/web/index.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { ArchivedNote } from '#system/archive/web/index.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { dayIn } from '#ui/time/zoned.ts';
import { orderKeys } from '../order-queries.ts';

type Entry = OrderDetail['timeline'][number];

const DANGER = new Set([2252]);
const SUCCESS = new Set([2402, 10201]);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What is known of how an order came about, and where the rest is. */
export function OrderTimeline({ order }: { order: OrderDetail }) {
  return (
    <>
      <StepsInArchive order={order} />
      {order.timeline.length > 0 && <Steps order={order} />}
    </>
  );
}

/** Where the first steps of an old order are. */
export const StepsInArchive = ({ order: { archived, orderNo } }: { order: OrderDetail }) =>
  archived && (
    <Suspense fallback={<Skeleton height={112} />}>
      <ArchivedNote archived={archived} queryKey={orderKeys.one(orderNo)} />
    </Suspense>
  );

/** One line an event, newest first, with how long after the one before; what machines sent along is behind one button. */
function Steps({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const { timeZone } = useTenant();
  const { wordsOf, whoOf } = useEventWords();
  const [isRaw, setRaw] = useState(false);
  const { timeline } = order;
  const hasRaw = timeline.some(({ detail }) => Object.keys(detail).length > 0);
  const dayOf = ({ at }: Entry): string => dayIn(Date.parse(at), timeZone);
  return (
    <Card
      title={t('detail.timeline')}
      extra={
        hasRaw && (
          <Button kind="link" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            {t('timeline.raw')}
          </Button>
        )
      }
    >
      <ol className="order-events" aria-label={t('detail.timeline')}>
        {timeline.map((entry, place) => {
          const after = timeline[place - 1];
          const before = timeline[place + 1];
          const isNewDay = !after || dayOf(after) !== dayOf(entry);
          return (
            <li key={entry.id} className={`order-event tone-${toneOf(entry)}`}>
              {isNewDay && (
                <h3>
                  <Time at={entry.at} part="day" />
                </h3>
              )}
              <Time at={entry.at} part="clock" zone="never" />
              <span className="order-event-what">
                {wordsOf(entry)} <small className="quiet">{whoOf(entry)}</small>
              </span>
              <span className="order-event-gap quiet figures">{before && <Gap from={before.at} to={entry.at} />}</span>
              {isRaw && Object.keys(entry.detail).length > 0 && (
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
                <pre tabIndex={0}>{JSON.stringify(entry.detail, null, 2)}</pre>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

const toneOf = ({ code, detail }: Entry): string => {
  if (detail['dispute'] === 'lost') return 'danger';
  if (detail['dispute'] === 'won') return 'success';
  if (code !== null && DANGER.has(code)) return 'danger';
  return code !== null && SUCCESS.has(code) ? 'success' : 'neutral';
};

/** Events in words; where the transition table writes no event the new status is said. */
function useEventWords() {
  const { t, i18n } = useTranslation(['orders', 'order-gift']);
  const reasonOf = useProviderWords();
  const wordsOf = ({ code, status, source, detail }: Entry): string => {
    if (typeof detail['giftOf'] === 'string') return t('order-gift:timeline', { reason: String(detail['reason']) });
    if (typeof detail['dispute'] === 'string') return t(`timeline.dispute.${detail['dispute']}`);
    if (detail['givenBack'] === true) return t('timeline.givenBack');
    if (code === null) {
      const now = t(`status.${status}`);
      const refusal = detail['errorCode'] ?? detail['error'];
      return typeof refusal === 'string'
        ? t('timeline.statusBecause', { status: now, reason: reasonOf(refusal) })
        : t('timeline.status', { status: now });
    }
    // one event for every refund that no customer asked for; readers want to know whether a person did it
    if (code === OrderEvent.refundRequestedByStaff && source === 'system') return t('timeline.automaticRefund');
    if (detail['atProvider'] === true) return t('timeline.refundedAtProvider');
    const what = t(`event.${code}`);
    const cups = cupsOf(detail);
    return cups.length > 0 ? t('timeline.cups', { what, cups: joinWords(cups.map(String), i18n.language) }) : what;
  };
  const whoOf = ({ source, actor }: Entry): string =>
    [
      t(`actor.${source}`, { defaultValue: source }),
      // no person and no device: the source has said it
      actor === 'system' ? undefined : actor,
    ]
      .filter(Boolean)
      .join(' · ');
  return { wordsOf, whoOf };
}

/** Which of an order's cups an event was about; none where it was about all. */
function cupsOf({ drinks }: Entry['detail']): number[] {
  return Array.isArray(drinks) ? drinks.filter((number) => typeof number === 'number') : [];
}

/** How long after the event before; less than a second is not said. */
function Gap({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('orders');
  const ms = Date.parse(to) - Date.parse(from);
  if (ms < SECOND) return null;
  if (ms < MINUTE) return t('timeline.seconds', { seconds: Math.round(ms / SECOND) });
  if (ms < HOUR) {
    const seconds = Math.round((ms % HOUR) / SECOND);
    return t('timeline.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  }
  const minutes = Math.round(ms / MINUTE);
  return t('timeline.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
