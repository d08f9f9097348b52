import * as z from 'zod';
import { PaymentRecord } from '#domains/payments/contract/payment.ts';
import { ExportJob } from '#platform/exports/contract/export-job.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { orderCalls } from './calls.ts';
import { GiftOrderRequest } from './gift.ts';
import { OrderExportRequest } from './order-export.ts';
import { ChangeOrderRequest, OrderListFilters, OrderPage, OrderPageRequest, OrderRequest } from './order-query.ts';
import { OrderCommand, OrderDetail, OrderDrink } from './order-record.ts';
import { OrderTotals, OrderViewCounts, OrderViewCountsRequest } from './order-totals.ts';

/** Calls of the console about coffee orders (domain 7). */
export const orderEndpoints = {
  page: endpoint({
    ...orderCalls.page,
    request: OrderPageRequest,
    response: OrderPage,
    summary: 'Order list with the filter codes of the specification and an exact total',
  }),
  totals: endpoint({
    method: 'POST',
    path: '/coffeeorder/api/totals',
    permission: 'order:view',
    effect: 'read',
    request: OrderListFilters,
    response: OrderTotals,
    summary:
      'What the orders of a list are together: their number, cups, money, and the oldest open refund application',
  }),
  viewCounts: endpoint({
    method: 'POST',
    path: '/coffeeorder/api/viewCounts',
    permission: 'order:view',
    effect: 'read',
    request: OrderViewCountsRequest,
    response: OrderViewCounts,
    summary: 'How many orders each tab of the order list shows with the same filters',
  }),
  detail: endpoint({
    ...orderCalls.detail,
    request: OrderRequest,
    response: OrderDetail,
    summary: 'One order with its lines, money, refunds and timeline',
  }),
  payments: endpoint({
    method: 'GET',
    path: '/coffeeorder/api/getPaymentByOrder',
    effect: 'read',
    permission: 'order:view',
    request: OrderRequest,
    response: z.array(PaymentRecord),
    summary: 'Payment records of one order, newest attempt first',
  }),
  commands: endpoint({
    method: 'GET',
    path: '/coffeeorder/api/getOrderCmd',
    effect: 'read',
    permission: 'order:view',
    request: OrderRequest,
    response: z.array(OrderCommand),
    summary: 'Commands sent to the robot for one order, newest first',
  }),
  makeList: endpoint({
    method: 'GET',
    path: '/coffeeorder/api/getOrderCoffeeMakeList',
    effect: 'read',
    permission: 'order:view',
    request: OrderRequest,
    response: z.array(OrderDrink),
    summary: 'The cups of one order and how far the robot is with each',
  }),
  change: endpoint({
    method: 'POST',
    path: '/coffeeorder/api/changeOrderStepOrStatus',
    permission: 'order:change',
    request: ChangeOrderRequest,
    response: OrderDetail,
    summary: 'Moves an order along the transition table: cancel, make again, mark as picked up',
  }),
  gift: endpoint({
    method: 'POST',
    path: '/coffeeorder/api/giftOrder',
    permission: 'order:gift',
    request: GiftOrderRequest,
    response: OrderDetail,
    summary: 'Gives cups of a paid order once more: a new order that nobody pays for; answers that one',
  }),
  export: endpoint({
    method: 'POST',
    path: '/coffeeorder/api/export',
    permission: 'order:export',
    request: OrderExportRequest,
    response: ExportJob,
    summary: 'Starts to make a file of the orders that match the filters, at most 31 days of them',
  }),
};
