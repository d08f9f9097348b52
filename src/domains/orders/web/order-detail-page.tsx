import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { useTabTitle } from '#platform/routing/web/tab.ts';
import { Allowed, useCan } from '#ui/allowed/allowed.tsx';
import { Button, ButtonLink, IconButton } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { CopyLink } from '#ui/copy-link/copy-link.tsx';
import { copyText } from '#ui/copy-link/copy-text.ts';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { DetailSkeleton } from '#ui/loaded/detail-skeleton.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { MenuButton } from '#ui/menu/menu.tsx';
import { RecordNeighbours } from '#ui/record-list/record-neighbours.tsx';
import { StatusBadge, StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { orderEndpoints } from '../contract/endpoints.ts';
import { CommandList } from './order-detail/command-list.tsx';
import { DrinkList } from './order-detail/drink-list.tsx';
import { GoodsLines } from './order-detail/goods-lines.tsx';
import { MoneyBlock } from './order-detail/money-block.tsx';
import { OrderTimeline } from './order-detail/order-timeline.tsx';
import { PaymentList } from './order-detail/payment-list.tsx';
import { RefundHistory } from './order-detail/refund-history.tsx';
import { orderKeys, useChangeOrder, useOrder } from './order-queries.ts';
import { orderStatusTags, refundLabelTags } from './order-tags.ts';
import { RefundDialog } from './refund-dialog.tsx';
import './order-detail.css';

/** One order from its first event to its last refund, live. */
export default function OrderDetailPage() {
  const { orderNo = '' } = useParams();
  const { t } = useTranslation('orders');
  const query = useOrder(orderNo);
  const order = query.data;
  useTabTitle(t('detail.tab', { end: orderNo.slice(-8) }));
  const [isRefunding, setRefunding] = useState(false);
  return (
    <div className="detail-page">
      <header className="detail-head">
        <h1 tabIndex={-1}>{t('detail.title', { orderNo })}</h1>
        <IconButton icon="copy" label={t('detail.copy')} onClick={() => void copyNumber(orderNo, t('detail.copied'))} />
        <CopyLink />
        {order && <StatusBadge of={orderStatusTags} code={order.status} since={order.changedAt} />}
        {order && order.refundLabel !== 'none' && <StatusTag of={refundLabelTags} code={order.refundLabel} />}
        <div className="button-group detail-actions">
          <RecordNeighbours />
          {order && <StepMenu order={order} />}
          <Allowed by={orderEndpoints.refund}>
            <Button
              kind="primary"
              disabled={!order || order.money.refundableMinor === 0}
              onClick={() => setRefunding(true)}
            >
              {t('refund.button')}
            </Button>
          </Allowed>
        </div>
      </header>
      <Loaded
        query={query}
        queryKey={orderKeys.one(orderNo)}
        skeleton={<DetailSkeleton />}
        back={<ButtonLink to="/orders/list">{t('detail.toList')}</ButtonLink>}
      >
        {(order) => <OrderBody order={order} />}
      </Loaded>
      {isRefunding && <RefundDialog orderNo={orderNo} onClose={() => setRefunding(false)} />}
    </div>
  );
}

function OrderBody({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  return (
    <div className="detail-columns">
      <div className="detail-main">
        <Card title={t('detail.goods')} flush>
          <GoodsLines order={order} />
        </Card>
        <Card title={t('detail.drinks')} flush>
          <DrinkList order={order} />
        </Card>
        {order.refunds.length > 0 && (
          <Card title={t('detail.refunds')} flush>
            <RefundHistory order={order} />
          </Card>
        )}
        <Card title={t('detail.timeline')}>
          <OrderTimeline order={order} />
        </Card>
      </div>
      <div className="detail-facts">
        <Card title={t('detail.money')}>
          <MoneyBlock order={order} />
        </Card>
        <Card title={t('detail.facts')}>
          <OrderFacts order={order} />
        </Card>
        <Card title={t('detail.payments')}>
          <PaymentList orderNo={order.orderNo} />
        </Card>
        <Card title={t('detail.commands')}>
          <CommandList orderNo={order.orderNo} />
        </Card>
      </div>
    </div>
  );
}

function OrderFacts({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  return (
    <DescriptionList
      columns={1}
      facts={[
        { term: t('field.pickupCode'), value: order.pickupCode },
        { term: t('field.orderIndex'), value: order.orderIndex || null },
        { term: t('field.spotName'), value: order.spotName },
        { term: t('field.robotName'), value: order.robotName },
        { term: t('field.deviceImei'), value: order.deviceImei },
        { term: t('field.source'), value: t(`source.${order.source}`) },
        { term: t('field.customerId'), value: order.customerId },
        { term: t('field.ticketNumber'), value: order.receipt.ticketNumber },
        { term: t('field.createdAt'), value: <Time at={order.createdAt} part="second" /> },
        { term: t('field.paidAt'), value: order.paidAt && <Time at={order.paidAt} part="second" /> },
        { term: t('field.pickupClosesAt'), value: order.pickupClosesAt && <Time at={order.pickupClosesAt} /> },
        { term: t('field.seller'), value: order.receipt.companyName },
      ]}
    />
  );
}

/** Offers only the moves that the transition table allows from here. */
function StepMenu({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const mayChange = useCan(orderEndpoints.change);
  const changeOrder = useChangeOrder();
  if (!mayChange || order.staffMoves.length === 0) return null;
  const move = async (status: number, step: number): Promise<void> => {
    const verb = t(`move.${status}-${step}`);
    const agreed = await confirm({
      title: t('move.title', { verb, orderNo: order.orderNo }),
      body: t(`move.body.${status}-${step}`),
      verb,
      danger: status === 2,
    });
    if (agreed)
      await changeOrder
        .mutateAsync({ request: { orderNo: order.orderNo, status: status as 6, step: step as 3 } })
        .catch(() => undefined);
  };
  return (
    <MenuButton
      label={t('move.label')}
      entries={order.staffMoves.map(({ status, step }) => ({
        key: `${status}-${step}`,
        label: t(`move.${status}-${step}`),
        danger: status === 2,
        onSelect: () => void move(status, step),
      }))}
    />
  );
}

async function copyNumber(orderNo: string, said: string): Promise<void> {
  await copyText(orderNo);
  toast.success(said);
}
