import { type ComponentType, useState } from 'react';
import { OrderEvent } from '#domains/orders/contract/order.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { SHOWN_STATE_TONES, shownState } from '#domains/orders/rules/shown-state.ts';
import { refundLabelTags } from '#domains/orders/web/phone/index.ts';
import { reductionsOf } from '#domains/pricing/rules/order-amounts.ts';
import { refundBlocker } from '#domains/refunds/rules/refund.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { CONSOLE_ORDERS } from './addresses.ts';
import { askOrder } from './calls.ts';
import { Answered, MobileFrame } from './frame.tsx';
import { usePlace } from './place.ts';
import { useFormats, useSurroundings } from './surroundings.ts';
import { wordOf } from './texts.ts';
import { useAnswer } from './use-answer.ts';

/** One order for somebody who stands at the robot: state and amount first, what to do about it at the thumb (ux-guide 13). */
export function OrderPage() {
  const { texts } = useSurroundings();
  const orderNo = usePlace().searchParams.get('orderNo') ?? '';
  const title = filled(texts.order.title, { end: orderNo.slice(-6) });
  if (orderNo === '')
    return (
      <MobileFrame title={texts.order.untitled}>
        <div className="mobile-empty">
          <p>{texts.order.choose}</p>
          <ToOrders />
        </div>
      </MobileFrame>
    );
  return (
    <MobileFrame title={title}>
      <OneOrder key={orderNo} orderNo={orderNo} />
    </MobileFrame>
  );
}

function ToOrders() {
  const { texts } = useSurroundings();
  return (
    <a className="button" href={CONSOLE_ORDERS}>
      {texts.order.toOrders}
    </a>
  );
}

function OneOrder({ orderNo }: { orderNo: string }) {
  const answer = useAnswer(orderNo, (signal) => askOrder(orderNo, signal), 'order');
  return (
    <Answered answer={answer} skeleton={<span className="mobile-tile mobile-outline" />} back={<ToOrders />}>
      {(order) => <OrderView order={order} onChanged={answer.refresh} />}
    </Answered>
  );
}

type OrderSheet = ComponentType<{ order: OrderDetail; onClose: () => void; onDone: () => void }>;

// Most look at an order and do nothing: its sheets come when they are asked for.
const loadRefund = async (): Promise<OrderSheet> => (await import('./refund-sheet.tsx')).RefundSheet;
const loadContact = async (): Promise<OrderSheet> => (await import('./contact-sheet.tsx')).ContactSheet;

function OrderView({ order, onChanged }: { order: OrderDetail; onChanged: () => void }) {
  const { texts } = useSurroundings();
  const words = texts.order;
  const state = shownState(order);
  const blocker = refundBlocker({ ...order, leftMinor: order.money.refundableMinor });
  const mayRefund = useSession((session) => session.permissions.has('order:refund'));
  const { money, time } = useFormats();
  const [open, setOpen] = useState<{ Sheet: OrderSheet }>();
  const [isAway, setAway] = useState(false);
  const show = (load: () => Promise<OrderSheet>) => (): void => {
    setAway(false);
    load().then(
      (Sheet) => setOpen({ Sheet }),
      () => setAway(true),
    );
  };
  const { currency } = order.money;
  const amount = (minor: number): string => money(minor, currency);
  const cups = new Map(order.lines.map((line) => [line.lineNo, line.options.map((option) => option.name).join(', ')]));
  return (
    <>
      <section className="mobile-card mobile-hero">
        <p className="mobile-tags">
          <Tag tone={SHOWN_STATE_TONES[state.key]}>
            {filled(texts.orders.state[state.key], { cup: state.cup, cups: state.cups })}
          </Tag>
          {order.refundLabel !== 'none' && (
            <Tag tone={refundLabelTags.tones.get(order.refundLabel)}>
              {wordOf(texts.orders.refundLabel, order.refundLabel)}
            </Tag>
          )}
        </p>
        <p className="mobile-amount">{amount(order.payableMinor)}</p>
        <p className="mobile-soft">
          {order.spotName} · {order.robotName}
          <br />
          <span className="figures">{time(order.createdAt)}</span>
        </p>
        {order.pickupCode && (
          <p>
            {words.pickup} <b>{order.pickupCode}</b>
          </p>
        )}
      </section>
      <Timeline order={order} />
      <section className="mobile-card">
        <h2>{words.goods}</h2>
        <ul className="mobile-lines">
          {order.lines.map((line) => (
            <li key={line.lineNo}>
              <span>
                {line.quantity} × {line.name}
                {cups.get(line.lineNo) && <small>{cups.get(line.lineNo)}</small>}
              </span>
              <b>{amount(line.payableMinor)}</b>
            </li>
          ))}
        </ul>
      </section>
      <section className="mobile-card">
        <h2>{words.money}</h2>
        <MoneyLines order={order} amount={amount} />
      </section>
      <div className="mobile-action-bar">
        {mayRefund && blocker && (
          <p id="no-refund" className="mobile-soft">
            {texts.refunds.refund.blocker[blocker]}
          </p>
        )}
        <button type="button" className="button" onClick={show(loadContact)}>
          <Icon name="message" size={18} />
          {words.contact}
        </button>
        {mayRefund && (
          <button
            type="button"
            className="button button-danger"
            aria-disabled={blocker && true}
            aria-describedby={blocker && 'no-refund'}
            onClick={blocker ? undefined : show(loadRefund)}
          >
            <Icon name="undo" size={18} />
            {words.refund}
          </button>
        )}
      </div>
      {isAway && (
        <p className="mobile-notice" role="alert">
          {texts.failed}
        </p>
      )}
      {open && (
        <open.Sheet
          order={order}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined);
            onChanged();
          }}
        />
      )}
    </>
  );
}

function Timeline({ order }: { order: OrderDetail }) {
  const { texts } = useSurroundings();
  const { time } = useFormats();
  const { timeline, status, event } = texts.orders;
  const wordsOf = ({ code, source, detail, ...entry }: OrderDetail['timeline'][number]): string => {
    if (typeof detail['dispute'] === 'string') return wordOf(timeline.dispute, detail['dispute']);
    if (code === null) return wordOf(status, entry.status);
    const isAutomatic = code === OrderEvent.refundRequestedByStaff && source === 'system';
    return isAutomatic ? timeline.automaticRefund : wordOf(event, code);
  };
  return (
    <section className="mobile-card">
      <h2>{texts.order.timeline}</h2>
      <ol className="mobile-timeline">
        {order.timeline.map((entry) => (
          <li key={entry.id}>
            <time dateTime={entry.at}>{time(entry.at, 'clockSecond')}</time>
            <span>
              {wordsOf(entry)}
              <small>{wordOf(texts.orders.actor, entry.source)}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The lines of the money block, in the order in which they add up; what is zero is left out. */
function MoneyLines({ order, amount }: { order: OrderDetail; amount: (minor: number) => string }) {
  const { texts } = useSurroundings();
  const words = texts.orders.money;
  const sums = order.money;
  const { listMinor, reducedMinor, channelDiscountMinor } = reductionsOf(order.lines);
  const isReduced = reducedMinor !== 0 || channelDiscountMinor !== 0;
  const lines: [string, number][] = [
    [words.listPrice, isReduced ? listMinor : 0],
    [words.reduced, -reducedMinor],
    [words.channel[order.channel], -channelDiscountMinor],
    [words.subtotal, sums.subtotalMinor],
    [words.discount, -sums.discountMinor],
    [words.extra, sums.extraMinor],
    [words.taxAdded, sums.taxMode === 'exclusive' ? sums.taxMinor : 0],
    [words.rounding, sums.roundingAdjustmentMinor],
    [words.payable, sums.payableMinor],
    [words.paid, sums.paidMinor],
    [words.refunded, -sums.refundedMinor],
  ];
  return (
    <dl className="mobile-sums">
      {lines
        .filter(([name, minor]) => minor !== 0 || name === words.payable)
        .map(([name, minor]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amount(minor)}</dd>
          </div>
        ))}
    </dl>
  );
}
