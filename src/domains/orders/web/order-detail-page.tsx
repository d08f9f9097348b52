import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { customerPage } from '#domains/customers/contract/addresses.ts';
import { customerCalls } from '#domains/customers/contract/calls.ts';
import { OrderFilm } from '#domains/order-film/web/index.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { ReceiptButton } from '#domains/receipts/web/index.ts';
import { GiftDialog, RefundButton, RefundHistory, useRefundSuccess } from '#domains/refunds/web/index.ts';
import { RobotLink } from '#domains/robots/web/index.ts';
import { spotPage } from '#domains/spots/contract/addresses.ts';
import { spotCalls } from '#domains/spots/contract/calls.ts';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { ActionMenu } from '#ui/record-actions/record-actions.tsx';
import { RecordColumns, RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { RelatedRecord } from '#ui/record-detail/related-record.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { Skeleton, SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { orderAddress } from '../contract/addresses.ts';
import { orderEndpoints } from '../contract/endpoints.ts';
import { isPaid } from '../rules/order-status.ts';
import { CommandList } from './order-detail/command-list.tsx';
import { GoodsAndCups } from './order-detail/goods-and-cups.tsx';
import { MoneyBlock } from './order-detail/money-block.tsx';
import { OrderTimeline, StepsInArchive } from './order-detail/order-timeline.tsx';
import { PaymentList } from './order-detail/payment-list.tsx';
import { orderKeys, useChangeOrder, useOrder } from './order-queries.ts';
import { OrderStateSince, SandboxTag } from './order-state.tsx';
import { refundLabelTags } from './order-tags.ts';
import { OrderRefund } from './refund-dialogs.tsx';
import './order-detail.css';

const OrderHistory = lazyAgain(() => import('./order-detail/order-history.tsx'));
const OrderBand = lazyAgain(() => import('./order-detail/order-band.tsx'));

/** One order from its first event to its last refund, live. */
export default function OrderDetailPage() {
  const { orderNo = '' } = useParams();
  // with the texts of what opens on it
  const { t } = useTranslation(['orders', 'refunds', 'receipts', 'order-gift']);
  const [isRefunding, setRefunding] = useState(false);
  const query = useOrder(orderNo);
  useRefundSuccess(query.data);
  return (
    <>
      <RecordDetail
        query={query}
        queryKey={orderKeys.one(orderNo)}
        title={t('detail.title', { orderNo })}
        name={orderNo}
        copy={{ text: orderNo, label: t('detail.copy'), said: t('detail.copied') }}
        back={{ to: '/orders/list', label: t('detail.toList') }}
        state={(order) => (
          <>
            <OrderStateSince order={order} />
            <SandboxTag order={order} />
            {order.refundLabel !== 'none' && <StatusTag of={refundLabelTags} code={order.refundLabel} />}
          </>
        )}
        actions={(order) => (
          <>
            <ReceiptButton order={order} />
            <ChangeMenu order={order} />
            <RefundButton order={order} onSelect={() => setRefunding(true)} />
          </>
        )}
        views={[
          {
            key: 'overview',
            label: t('detail.overview'),
            content: (order) => (
              <div className="detail-main">
                <Suspense fallback={<Skeleton height={112} />}>
                  <OrderBand order={order} />
                </Suspense>
                <RecordColumns main={<OrderMain order={order} />} facts={<OrderSide order={order} />} />
              </div>
            ),
          },
          {
            key: 'film',
            label: t('detail.film'),
            content: (order) => (
              <>
                <StepsInArchive order={order} />
                <Suspense fallback={<SkeletonLines lines={12} />}>
                  <OrderFilm orderNo={orderNo} />
                </Suspense>
              </>
            ),
          },
        ]}
      />
      {isRefunding && <OrderRefund orderNo={orderNo} onClose={() => setRefunding(false)} />}
    </>
  );
}

function OrderMain({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  return (
    <>
      <Card title={t('detail.goods')} flush>
        <GoodsAndCups order={order} />
      </Card>
      {order.refunds.length > 0 && <RefundHistory order={order} />}
      <OrderTimeline order={order} />
      <Card title={t('detail.history')}>
        <Suspense fallback={<Skeleton height={160} />}>
          <OrderHistory order={order} />
        </Suspense>
      </Card>
    </>
  );
}

function OrderSide({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  return (
    <>
      <Card title={t('detail.money')}>
        <MoneyBlock order={order} />
      </Card>
      <Card title={t('detail.facts')}>
        <OrderFacts order={order} />
      </Card>
      <PaymentList orderNo={order.orderNo} />
      <CommandList orderNo={order.orderNo} />
    </>
  );
}

/** What nobody knows of this order is left out. */
function OrderFacts({ order }: { order: OrderDetail }) {
  const { t } = useTranslation(['orders', 'order-gift']);
  const maySeeSpot = useCan(spotCalls.one);
  const maySeeCustomer = useCan(customerCalls.page);
  const customer = maySeeCustomer && order.customerRef !== null ? customerPage(order.customerRef) : undefined;
  return (
    <DescriptionList
      columns={1}
      facts={[
        { term: t('field.pickupCode'), value: order.pickupCode ?? false },
        { term: t('field.orderIndex'), value: order.orderIndex || false },
        {
          term: t('field.spotName'),
          value: order.spotName !== '' && (
            <RelatedRecord to={maySeeSpot ? spotPage(order.spotId) : undefined} name={order.spotName} />
          ),
        },
        {
          term: t('field.robotName'),
          value: order.deviceImei !== '' && (
            <RobotLink imei={order.deviceImei} name={order.robotName || order.deviceImei} />
          ),
        },
        { term: t('field.deviceImei'), value: order.deviceImei || false },
        { term: t('field.source'), value: t(`source.${order.source}`) },
        { term: t('field.paidBy'), value: order.giftOf ? t('order-gift:staff') : t(`paidBy.${order.paidBy}`) },
        { term: t('order-gift:giftOf'), value: order.giftOf !== null && <OrderLinks orderNos={[order.giftOf]} /> },
        { term: t('order-gift:gifts'), value: order.gifts.length > 0 && <OrderLinks orderNos={order.gifts} /> },
        {
          term: t('field.orderType'),
          value: order.orderType !== 0 && t(`orderType.${order.orderType}`),
        },
        {
          term: t('field.customerId'),
          value: order.customerId !== '' && <RelatedRecord to={customer} name={order.customerId} />,
        },
        { term: t('field.barcodeUsed'), value: order.barcodeUsed && t('barcodeUsed.true') },
        {
          term: t('field.ticketNumber'),
          value: order.receipt.ticketNumber !== order.orderNo && (order.receipt.ticketNumber || false),
        },
        { term: t('field.terminalLocation'), value: order.terminalLocation || false },
        { term: t('field.createdAt'), value: <Time at={order.createdAt} part="second" /> },
        { term: t('field.paidAt'), value: order.paidAt !== null && <Time at={order.paidAt} part="second" /> },
        {
          term: t('field.pickupClosesAt'),
          value: order.pickupClosesAt !== null && <Time at={order.pickupClosesAt} />,
        },
        { term: t('field.seller'), value: order.receipt.companyName || false },
      ]}
    />
  );
}

function OrderLinks({ orderNos }: { orderNos: readonly string[] }) {
  return (
    <ul className="order-links">
      {orderNos.map((orderNo) => (
        <li key={orderNo}>
          <Link to={orderAddress(orderNo)}>
            <RecordNumber of={orderNo} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Offers only the moves that the transition table allows from here, and cups once more for free. */
function ChangeMenu({ order }: { order: OrderDetail }) {
  const { t } = useTranslation(['orders', 'order-gift']);
  const [isGiving, setGiving] = useState(false);
  const changeOrder = useChangeOrder();
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
        .mutateAsync({ orderNo: order.orderNo, status: status as 6, step: step as 3 })
        .catch(() => undefined);
  };
  const moves = order.staffMoves.map(({ status, step, blocker }) => ({
    key: `${status}-${step}`,
    label: t(`move.${status}-${step}`),
    by: orderEndpoints.change,
    danger: status === 2,
    disabled: blocker !== null,
    reason: blocker === null ? undefined : t(`move.blocker.${blocker}`),
    onSelect: () => void move(status, step),
  }));
  const gift = {
    key: 'gift',
    label: t('order-gift:button'),
    by: orderEndpoints.gift,
    disabled: !isPaid(order.status),
    reason: t('order-gift:blocker'),
    onSelect: () => setGiving(true),
  };
  return (
    <>
      <ActionMenu label={t('move.label')} actions={[...moves, gift]} />
      <OpenedPart onClose={() => setGiving(false)}>
        {isGiving && <GiftDialog order={order} onClose={() => setGiving(false)} />}
      </OpenedPart>
    </>
  );
}
