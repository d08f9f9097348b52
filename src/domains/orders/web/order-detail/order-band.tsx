import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { isPaid } from '#domains/orders/rules/order-status.ts';
import { orderSteps, type WayPoint } from '#domains/orders/rules/order-steps.ts';
import { shownState } from '#domains/orders/rules/shown-state.ts';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Money } from '#ui/money/money.tsx';
import { Time } from '#ui/time/time.tsx';

const OrderDisputes = lazyAgain(() => import('./order-disputes.tsx'));

/** What the order is worth and how far it has come, in one look; and what its customer's bank wants back. */
export default function OrderBand({ order }: { order: OrderDetail }) {
  return (
    <>
      <WorthAndWay order={order} />
      {order.disputedMinor !== null && (
        <Suspense>
          <OrderDisputes order={order} />
        </Suspense>
      )}
    </>
  );
}

function WorthAndWay({ order }: { order: OrderDetail }) {
  const { t } = useTranslation(['order-band', 'orders']);
  const { money } = order;
  return (
    <section className="card order-band" aria-label={t('atAGlance')}>
      <div className="order-total">
        <span className="quiet">{t(isPaid(order.status) ? 'orders:money.payable' : 'orders:money.toPay')}</span>
        <strong className="figures">
          <Money minor={money.payableMinor} currency={money.currency} />
        </strong>
        <span className="quiet">
          {money.refundedMinor > 0 ? (
            <>
              {t('orders:money.refunded')} <Money minor={money.refundedMinor} currency={money.currency} />
            </>
          ) : (
            order.goodsSummary
          )}
        </span>
      </div>
      <ol className="order-way" aria-label={t('way')}>
        {orderSteps(order).map((point) => (
          <WayStep key={point.key} point={point} order={order} />
        ))}
      </ol>
    </section>
  );
}

function WayStep({ point, order }: { point: WayPoint; order: OrderDetail }) {
  const { t } = useTranslation(['order-band', 'orders']);
  const { key, state, at } = point;
  const shown = shownState(order);
  const wordOf = (): string => {
    if (key === 'taken' && state === 'failed') return t('point.notTaken');
    if (key === 'paid' && state === 'done' && order.money.payableMinor === 0) return t('point.free');
    return state === 'done' || state === 'todo' ? t(`point.${key}`) : t(`orders:state.${shown.key}`, { ...shown });
  };
  return (
    <li className={`way-step way-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
      <span className="way-mark">
        {state === 'done' && <Icon name="check" size={14} />}
        {state === 'failed' && <Icon name="close" size={14} />}
      </span>
      <span className="way-word">{wordOf()}</span>
      <span className="way-time quiet figures">{at && <Time at={at} part="clock" zone="never" />}</span>
    </li>
  );
}
