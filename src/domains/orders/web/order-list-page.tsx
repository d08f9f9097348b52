import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderFilter } from '#domains/orders/contract/order.ts';
import type { OrderRow } from '#domains/orders/contract/order-record.ts';
import { findSpotOptions } from '#domains/spots/web/index.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { ExportButton } from '#system/transfers/web/index.ts';
import { choiceFilter, dateRangeFilter, recordFilter, searchFilter, textFilter } from '#ui/record-list/filters.ts';
import { RecordListPage } from '#ui/record-list/record-list-page.tsx';
import { useRecordList } from '#ui/record-list/use-record-list.ts';
import { columnsFor } from '#ui/record-table/column.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { orderEndpoints } from '../contract/endpoints.ts';
import { ORDER_EXPORT_COLUMNS } from '../contract/order-export.ts';
import { orderSuperFields } from '../contract/order-super-fields.ts';
import { refundHindrance } from '../rules/refund.ts';
import { FirstOrder } from './first-order.tsx';
import { OrderSummary } from './order-detail/order-summary.tsx';
import { orderStatusTags, refundLabelTags, sourceTags } from './order-tags.ts';
import { RefundDialog } from './refund-dialog.tsx';

type ExportOrdersInput = RequestInput<typeof orderEndpoints.export>;

const column = columnsFor<OrderRow>();
const pageOf = (orderNo: string): string => `/orders/detail/${orderNo}`;

const COLUMNS = [
  // when, what, how much and where are seen at 1440 px without scrolling sideways
  column.link('orderNo', (row) => pageOf(row.orderNo), { width: 204, whole: true }),
  column.time('createdAt', { sort: true, part: 'second', card: 'fact' }),
  column.status('status', orderStatusTags, { width: 150 }),
  column.text('goodsSummary', { width: 200, tight: 136, card: 'fact' }),
  column.money('payableMinor', { sort: true, tight: 112, card: 'fact' }),
  column.custom(
    'refundLabel',
    (row) => (row.refundLabel === 'none' ? '–' : <StatusTag of={refundLabelTags} code={row.refundLabel} />),
    {
      width: 164,
      card: 'status',
      whole: true,
      value: (row) => row.refundLabel,
    },
  ),
  column.money('refundedMinor', { hidden: true }),
  column.text('spotName', { width: 184, tight: 124, card: 'fact' }),
  column.text('robotName', { width: 130 }),
  column.text('deviceImei', { width: 160, hidden: true }),
  column.text('pickupCode', { width: 116, whole: true }),
  column.status('source', sourceTags, { width: 116, card: 'none' }),
  column.time('paidAt', { hidden: true }),
];

const REFUNDS = ['refundLabel', 'payableMinor'];

const VIEWS = [
  { key: 'all', request: { filter: OrderFilter.all } },
  { key: 'processing', request: { filter: OrderFilter.processing } },
  { key: 'complete', request: { filter: OrderFilter.complete } },
  { key: 'abnormal', request: { filter: OrderFilter.abnormal } },
  { key: 'refunding', request: { filter: OrderFilter.refunding }, lead: REFUNDS },
  { key: 'refunded', request: { filter: OrderFilter.refunded }, lead: REFUNDS },
  { key: 'timedOut', request: { filter: OrderFilter.timedOut } },
];

const FILTERS = {
  search: searchFilter(),
  created: dateRangeFilter('createdFrom', 'createdTo', { promoted: true }),
  status: choiceFilter(orderStatusTags, { promoted: true }),
  spotId: recordFilter(findSpotOptions.search, { find: findSpotOptions.find }),
  source: choiceFilter(sourceTags),
  deviceImei: textFilter(),
};

/** Domain 5. */
const EXPORT_RANGE = { filter: 'created', from: 'createdFrom', to: 'createdTo', maxDays: 31 };

/** All orders of the tenant, live; the tabs are the filter codes of the specification. */
export default function OrderListPage() {
  const { t } = useTranslation('orders');
  const [refunding, setRefunding] = useState<string>();
  const list = useRecordList(orderEndpoints.page, {
    namespace: 'orders',
    rowId: 'orderNo',
    columns: COLUMNS,
    views: VIEWS,
    filters: FILTERS,
    advanced: orderSuperFields,
    live: 'order',
  });
  return (
    <>
      <RecordListPage
        list={list}
        title={t('list.title')}
        pageOf={pageOf}
        action={
          <ExportButton
            by={orderEndpoints.export}
            name={t('export.name')}
            list={list}
            columns={ORDER_EXPORT_COLUMNS.map((key) => ({ key, label: t(`field.${key}`) }))}
            range={EXPORT_RANGE}
            start={({ filters, format, columns }, attempt) =>
              call(orderEndpoints.export, { ...filters, format, columns } as ExportOrdersInput, attempt)
            }
          />
        }
        empty={<FirstOrder />}
        rowActions={(row) => {
          const hindrance = refundHindrance({ ...row, leftMinor: row.paidMinor - row.refundedMinor });
          return [
            { key: 'open', label: t('list.open'), to: pageOf(row.orderNo) },
            {
              key: 'refund',
              label: t('refund.button'),
              by: orderEndpoints.refund,
              disabled: hindrance !== undefined,
              reason: hindrance && t(`refund.hindrance.${hindrance}`),
              onSelect: () => setRefunding(row.orderNo),
            },
          ];
        }}
        panel={{
          title: (orderNo) => t('detail.title', { orderNo }),
          content: (orderNo) => <OrderSummary orderNo={orderNo} />,
        }}
      />
      {refunding !== undefined && <RefundDialog orderNo={refunding} onClose={() => setRefunding(undefined)} />}
    </>
  );
}
