import { useTranslation } from 'react-i18next';
import { OrderStep } from '#domains/orders/contract/order.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { DisputeCards, useFact } from '#domains/payments/web/disputes/index.ts';
import { saidOf } from '#platform/i18n/rules/join-words.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { useFormatTime } from '#ui/time/time.tsx';

/** What the customer's bank wants back, with what the order says against it as text to copy. */
export default function OrderDisputes({ order }: { order: OrderDetail }) {
  return <DisputeCards orderNo={order.orderNo} facts={useFacts(order)} />;
}

/** When and where it was paid, which cups were made, and whether they were taken, as the robot reported it. */
function useFacts(order: OrderDetail): string {
  const { t, i18n } = useTranslation(['disputes', 'orders']);
  const fact = useFact();
  const time = useFormatTime();
  const money = useFormatMoney();
  const { currency, paidMinor, refundedMinor } = order.money;
  const stepNames = order.drinks.map((drink) => {
    const made = drink.step !== OrderStep.failed && drink.finishedAt ? ` – ${time(drink.finishedAt)}` : '';
    return `  ${drink.drinkNo}. ${saidOf(drink.name, t(`orders:step.${drink.step}`), i18n.language)}${made}`;
  });
  return [
    ...fact(t('orders:field.orderNo'), order.orderNo),
    ...fact(t('orders:field.createdAt'), time(order.createdAt)),
    ...fact(t('orders:field.paidAt'), order.paidAt && time(order.paidAt)),
    ...fact(t('orders:field.paidMinor'), money(paidMinor, currency)),
    ...fact(t('orders:money.refunded'), refundedMinor > 0 ? money(refundedMinor, currency) : ''),
    ...fact(t('orders:field.spotName'), order.spotName),
    ...fact(t('orders:field.robotName'), order.robotName || order.deviceImei),
    ...fact(t('orders:field.pickupCode'), order.pickupCode),
    ...fact(t('orders:field.status'), t(`orders:status.${order.status}`)),
    saidOf(t('disputes:card.cups'), '', i18n.language).trimEnd(),
    ...stepNames,
  ].join('\n');
}
