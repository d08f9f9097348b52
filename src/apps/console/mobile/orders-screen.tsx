import { useEffect, useRef, useState } from 'react';
import type { OrderRow } from '#domains/orders/contract/order-record.ts';
import { SHOWN_STATE_TONES, shownState } from '#domains/orders/rules/shown-state.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { ORDERS, onPhone } from './addresses.ts';
import { Answered, MobileFrame, MobileLink } from './frame.tsx';
import { go, usePlace } from './place.ts';
import { useFormats, useSurroundings } from './surroundings.ts';
import { useAnswer } from './use-answer.ts';
import { askOrders } from './way-calls.ts';
import { useWayTexts } from './way-texts.ts';

const SEARCH_DELAY_MS = 400;
const MOST = 30;

/** An order by its number, its last digits, the code on the cup or the robot; without words the latest ones. */
export default function OrdersScreen() {
  const { orders: words } = useWayTexts();
  const search = usePlace().searchParams.get('search') ?? '';
  const [text, setText] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const answer = useAnswer(
    `orders ${search}`,
    (signal) => askOrders({ pageSize: MOST, ...(search === '' ? {} : { search }) }, signal),
    'order',
  );
  return (
    <MobileFrame title={words.title}>
      <div className="mobile-sticky">
        <input
          type="search"
          inputMode="numeric"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={words.search}
          placeholder={words.search}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            clearTimeout(timer.current);
            const wanted = target.value.trim();
            timer.current = setTimeout(
              () => go(wanted === '' ? ORDERS : onPhone.orders(wanted), { replace: true }),
              SEARCH_DELAY_MS,
            );
          }}
        />
        <p className="mobile-soft">{words.hint}</p>
      </div>
      <Answered answer={answer} skeleton={<div className="mobile-card mobile-outline mobile-card-awaited" />}>
        {({ records, total }) => (
          <>
            {records.length === 0 && <p className="mobile-empty">{words.nothing}</p>}
            <ul className="mobile-cards">
              {records.map((order) => (
                <li key={order.orderNo}>
                  <OrderCard order={order} />
                </li>
              ))}
            </ul>
            {total > 0 && <p className="mobile-end">{filled(words.end, { count: total })}</p>}
          </>
        )}
      </Answered>
    </MobileFrame>
  );
}

/** "Iced latte · NOK 57.00 / Picked up · 5 min · Oslo Central" (review 4.11). */
function OrderCard({ order }: { order: OrderRow }) {
  const { texts } = useSurroundings();
  const { money, ago } = useFormats();
  const state = shownState(order);
  return (
    <MobileLink to={onPhone.order(order.orderNo)} className="mobile-card mobile-order">
      <span className="mobile-order-head">
        <b>{order.goodsSummary}</b>
        <b>{money(order.payableMinor, order.currency)}</b>
      </span>
      <span className="mobile-tags">
        <Tag tone={SHOWN_STATE_TONES[state.key]}>
          {filled(texts.orders.state[state.key], { cup: state.cup, cups: state.cups })}
        </Tag>
        <small>{[ago(order.createdAt), order.spotName].filter(Boolean).join(' · ')}</small>
      </span>
      <small className="mobile-soft">
        …{order.orderNo.slice(-6)}
        {order.pickupCode && ` · ${texts.order.pickup} ${order.pickupCode}`}
      </small>
    </MobileLink>
  );
}
