import { useTranslation } from 'react-i18next';
import { SHOWN_STATE_TONES, type ShownOrder, shownState } from '#domains/orders/rules/shown-state.ts';
import { StatusTimes } from '#ui/status/status.tsx';
import { Tag } from '#ui/tag/tag.tsx';

/** The state of an order in words, the same wherever an order stands. */
export function OrderState({ order }: { order: ShownOrder }) {
  const { t } = useTranslation('orders');
  const { key, cup, cups } = shownState(order);
  return <Tag tone={SHOWN_STATE_TONES[key]}>{t(`state.${key}`, { cup, cups })}</Tag>;
}

/** Of an order that nobody pays for. */
export function SandboxTag({ order }: { order: { readonly sandbox: boolean } }) {
  const { t } = useTranslation('orders');
  return order.sandbox ? (
    <span data-tip={t('sandbox.hint')}>
      <Tag tone="warning">{t('sandbox.tag')}</Tag>
    </span>
  ) : null;
}

/** With the time since when it holds. */
export function OrderStateSince({ order }: { order: ShownOrder & { readonly changedAt: string } }) {
  return (
    <span className="status-badge">
      <OrderState order={order} /> <StatusTimes since={order.changedAt} />
    </span>
  );
}

/** What a live row is compared by. */
export const stateValue = (order: ShownOrder): string => Object.values(shownState(order)).join(' ');
