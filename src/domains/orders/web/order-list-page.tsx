import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { findCouponOptions } from '#domains/coupons/web/choices/index.ts';
import { findGoodsOptions } from '#domains/goods/web/choices/index.ts';
import { ORDER_VIEWS, type OrderView } from '#domains/orders/contract/order-figures.ts';
import type { OrderRow } from '#domains/orders/contract/order-record.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { AnswerRefundsDialog, BulkAnswer, useRefundActions } from '#domains/refunds/web/index.ts';
import { findRobotOptions } from '#domains/robots/web/index.ts';
import { findSpotOptions } from '#domains/spots/web/choices/index.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { RecordListPage } from '#system/record-list/web/index.ts';
import { ExportButton } from '#system/transfers/web/index.ts';
import { Money } from '#ui/money/money.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { amountFilter, choiceFilter, dateRangeFilter, recordFilter, searchFilter } from '#ui/record-list/filters.ts';
import { ListTotals } from '#ui/record-list/list-totals.tsx';
import { useRecordList } from '#ui/record-list/use-record-list.ts';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { columnsFor } from '#ui/record-table/column.tsx';
import type { ShortCard } from '#ui/record-table/record-cards.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { orderAddress } from '../contract/addresses.ts';
import { orderEndpoints } from '../contract/endpoints.ts';
import { ORDER_EXPORT_COLUMNS } from '../contract/order-export.ts';
import { orderSuperFields } from '../contract/order-super-fields.ts';
import { hasFailed } from '../rules/order-filter.ts';
import { failureOutcome } from '../rules/shown-state.ts';
import { DrinkPicture } from './drink-picture.tsx';
import { useOrderTotals, useOrderViewCounts } from './list-figures.ts';
import { OrderSummary } from './order-detail/order-summary.tsx';
import { OrderState, SandboxTag, stateValue } from './order-state.tsx';
import {
  couponTypeTags,
  orderStatusTags,
  orderTypeTags,
  outcomeTags,
  paidByTags,
  refundFilterTags,
  refundLabelTags,
  sourceTags,
} from './order-tags.ts';
import { OrderAnswer, OrderRefund } from './refund-dialogs.tsx';

const NoOrders = lazyAgain(() => import('./no-orders.tsx'));

type ExportOrdersInput = RequestInput<typeof orderEndpoints.export>;

const column = columnsFor<OrderRow>();

const COLUMNS = [
  // when, how much, what and where are seen at 1440 px without scrolling sideways, in a small window all but where
  column.link('orderNo', (row) => orderAddress(row.orderNo), {
    width: 250,
    whole: true,
    content: (row) => (
      <span className="drink-and-number">
        <DrinkPicture of={row.firstDrink} />
        <RecordNumber of={row.orderNo} />
      </span>
    ),
  }),
  column.time('createdAt', { sort: true, card: 'fact' }),
  column.custom('status', (row) => <OrderState order={row} />, {
    width: 166,
    card: 'status',
    whole: true,
    value: stateValue,
  }),
  column.money('payableMinor', { sort: true, tight: 112, card: 'fact' }),
  column.custom(
    'goodsSummary',
    (row) => (
      <>
        {row.goodsSummary} <SandboxTag order={row} />
      </>
    ),
    { width: 184, tight: 112, card: 'fact', value: (row) => row.goodsSummary },
  ),
  column.custom(
    'refundLabel',
    (row) => (row.refundLabel === 'none' ? '–' : <StatusTag of={refundLabelTags} code={row.refundLabel} />),
    {
      width: 176,
      card: 'status',
      whole: true,
      value: (row) => row.refundLabel,
    },
  ),
  column.custom(
    'outcome',
    (row) => (hasFailed(row) ? <StatusTag of={outcomeTags} code={failureOutcome(row)} /> : '–'),
    {
      width: 164,
      whole: true,
      hidden: true,
      value: failureOutcome,
    },
  ),
  column.money('refundedMinor', { hidden: true }),
  column.text('spotName', { width: 184, tight: 150, card: 'fact' }),
  column.text('robotName', { width: 130 }),
  column.text('deviceImei', { width: 160, hidden: true }),
  column.text('pickupCode', { width: 116, whole: true }),
  column.status('source', sourceTags, { width: 116, card: 'none' }),
  column.time('paidAt', { hidden: true }),
  column.status('orderType', orderTypeTags, { width: 130, hidden: true, card: 'none' }),
  column.custom('coupon', (row) => row.coupon?.title ?? '–', {
    width: 160,
    hidden: true,
    value: (row) => row.coupon?.title ?? '',
  }),
  column.money('discountMinor', { hidden: true }),
  column.custom('barcodeUsed', (row) => <Told is={row.barcodeUsed} as="barcodeUsed" />, {
    width: 130,
    hidden: true,
    value: (row) => String(row.barcodeUsed),
  }),
  column.custom('couponType', (row) => (row.coupon ? <StatusTag of={couponTypeTags} code={row.coupon.type} /> : '–'), {
    width: 230,
    hidden: true,
    value: (row) => row.coupon?.type ?? 0,
  }),
  column.money('listPriceMinor', { hidden: true }),
  column.money('taxMinor', { hidden: true }),
  column.status('paidBy', paidByTags, { width: 116, hidden: true, card: 'none' }),
  column.text('paymentSerialNo', { width: 210, hidden: true }),
  column.text('customerId', { hidden: true }),
  column.number('orderIndex', { hidden: true }),
  column.text('ticketNumber', { width: 210, hidden: true }),
  column.text('terminalLocation', { hidden: true }),
  column.custom('hadIssue', (row) => <Told is={row.hadIssue} />, { width: 130, hidden: true }),
  column.custom('paymentIssue', (row) => <Told is={row.paymentIssue} />, { width: 130, hidden: true }),
  column.text('refundReason', { width: 200, hidden: true }),
];

const REFUNDS = ['refundLabel', 'payableMinor'];

const VIEWS = [
  { key: 'all', request: ORDER_VIEWS.all },
  { key: 'processing', request: ORDER_VIEWS.processing },
  { key: 'complete', request: ORDER_VIEWS.complete },
  { key: 'abnormal', request: ORDER_VIEWS.abnormal },
  { key: 'failed', request: ORDER_VIEWS.failed, lead: ['outcome'] },
  { key: 'refunding', request: ORDER_VIEWS.refunding, lead: REFUNDS },
  { key: 'refunded', request: ORDER_VIEWS.refunded, lead: REFUNDS },
  { key: 'timedOut', request: ORDER_VIEWS.timedOut },
] satisfies { key: OrderView; request: object; lead?: readonly string[] }[];

const FILTERS = {
  search: searchFilter(),
  created: dateRangeFilter('createdFrom', 'createdTo', { promoted: true }),
  status: choiceFilter(orderStatusTags, { promoted: true, multiple: true }),
  refundStatus: choiceFilter(refundFilterTags, { multiple: true }),
  paidBy: choiceFilter(paidByTags, { multiple: true }),
  paid: choiceFilter([true, false]),
  processAnomaly: choiceFilter([true, false]),
  refunded: choiceFilter([true, false]),
  payableMinor: amountFilter('payableFrom', 'payableTo'),
  goodsId: recordFilter(findGoodsOptions.search, { find: findGoodsOptions.find }),
  orderType: choiceFilter(orderTypeTags, { multiple: true }),
  couponUsed: choiceFilter([true, false]),
  couponId: recordFilter(findCouponOptions.search, { find: findCouponOptions.find }),
  couponType: choiceFilter(couponTypeTags, { multiple: true }),
  barcodeUsed: choiceFilter([true, false]),
  spotId: recordFilter(findSpotOptions.search, { find: findSpotOptions.find }),
  source: choiceFilter(sourceTags, { multiple: true }),
  deviceImei: recordFilter(findRobotOptions.search, { find: findRobotOptions.find }),
};

const BULK = [refundEndpoints.answerRefund];

/** Domain 5. */
const EXPORT_RANGE = { filter: 'created', from: 'createdFrom', to: 'createdTo', maxDays: 31 };

function orderCard(order: OrderRow): ShortCard {
  return {
    title: <Link to={orderAddress(order.orderNo)}>{order.goodsSummary}</Link>,
    end: <Money minor={order.payableMinor} currency={order.currency} />,
    facts: [
      <OrderState key="state" order={order} />,
      order.refundLabel === 'none' ? null : <StatusTag key="refund" of={refundLabelTags} code={order.refundLabel} />,
      <Time key="time" at={order.createdAt} relative />,
      order.spotName,
    ],
  };
}

/** What holds of few orders. */
function Told({ is, as = 'processAnomaly' }: { is: boolean; as?: 'barcodeUsed' | 'processAnomaly' }) {
  const { t } = useTranslation('orders');
  return is ? t(`${as}.true`) : '–';
}

/** In the reader's digits. */
function Count({ of }: { of: number }) {
  const { i18n } = useTranslation();
  return new Intl.NumberFormat(i18n.language).format(of);
}

/** What the filters match, added up; nothing where that would read too many orders. */
function OrderListTotals({ request }: { request: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('orders');
  const totals = useOrderTotals(request);
  if (!totals?.revenue) return null;
  return (
    <ListTotals
      totals={[
        ...(totals.cups === null ? [] : [{ key: 'cups', label: t('field.cups'), value: <Count of={totals.cups} /> }]),
        ...totals.revenue.flatMap(({ currency, paidMinor, refundedMinor }) => [
          { key: `paid ${currency}`, label: t('totals.paid'), value: <Money minor={paidMinor} currency={currency} /> },
          {
            key: `refunded ${currency}`,
            label: t('totals.refunded'),
            value: <Money minor={refundedMinor} currency={currency} />,
          },
        ]),
      ]}
    />
  );
}

/** All orders of the tenant, live; the tabs are the filter codes of the specification. */
export default function OrderListPage() {
  // with the texts of what opens on it
  const { t } = useTranslation(['orders', 'refunds']);
  const [refunding, setRefunding] = useState<string>();
  const [answering, setAnswering] = useState<{ orderNo: string; agree: boolean }>();
  const [answeringAll, setAnsweringAll] = useState<{
    orderNos: readonly string[];
    agree: boolean;
    keep: (orderNos: readonly string[]) => void;
  }>();
  const list = useRecordList(orderEndpoints.page, {
    namespace: 'orders',
    rowId: 'orderNo',
    columns: COLUMNS,
    views: VIEWS,
    filters: FILTERS,
    advanced: orderSuperFields,
    live: 'order',
  });
  const counts = useOrderViewCounts(list.request);
  const refundActions = useRefundActions({
    onAnswer: (orderNo, agree) => setAnswering({ orderNo, agree }),
    onRefund: setRefunding,
  });
  return (
    <>
      <RecordListPage
        list={list}
        title={t('list.title')}
        pageOf={orderAddress}
        action={
          <ExportButton
            by={orderEndpoints.export}
            name={t('export.name')}
            list={list}
            columns={ORDER_EXPORT_COLUMNS.map((key) => ({ key, label: t(`field.${key}`) }))}
            range={EXPORT_RANGE}
            count={(filters) => call(orderEndpoints.page, { ...filters, pageSize: 1 }, { notices: 'none' })}
            start={({ filters, ...file }, attempt) =>
              call(orderEndpoints.export, { ...filters, ...file } as ExportOrdersInput, attempt)
            }
          />
        }
        empty={<NoOrders />}
        viewCounts={counts}
        viewEmpty={(view) => <NoOrders view={view} />}
        totals={<OrderListTotals request={list.request} />}
        card={orderCard}
        bulkBy={BULK}
        bulkActions={(selection, _done, keep) => (
          <BulkAnswer
            selection={selection}
            rows={list.rows ?? []}
            onAsk={(answer) => setAnsweringAll({ ...answer, keep })}
          />
        )}
        rowActions={refundActions}
        panel={{
          title: (orderNo) => t('detail.title', { orderNo }),
          content: (orderNo) => <OrderSummary orderNo={orderNo} />,
        }}
      />
      {answering && <OrderAnswer {...answering} onClose={() => setAnswering(undefined)} />}
      <OpenedPart onClose={() => setAnsweringAll(undefined)}>
        {answeringAll && (
          <AnswerRefundsDialog
            of="order"
            ids={answeringAll.orderNos}
            agree={answeringAll.agree}
            onClose={(waiting) => {
              if (waiting) answeringAll.keep(waiting);
              setAnsweringAll(undefined);
            }}
          />
        )}
      </OpenedPart>
      {refunding !== undefined && <OrderRefund orderNo={refunding} onClose={() => setRefunding(undefined)} />}
    </>
  );
}
