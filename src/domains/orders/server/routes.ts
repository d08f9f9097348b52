import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { orderHistoryEndpoint } from '#domains/orders/contract/history-endpoint.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { type Route, route } from '#platform/http/server/route.ts';
import { cancelOrder, pickUpOrder } from './cancel-order.ts';
import { changeOrder } from './change-order.ts';
import { createOrder, getMenu, getStorefrontOrder } from './create-order.ts';
import { findOrders } from './find-orders.ts';
import { giftOrder } from './gift-order.ts';
import { nearestSpots } from './nearest-spots.ts';
import { getOrder, getOrderCommands, getOrderDrinks, getOrderPayments } from './order-detail.ts';
import { exportOrders } from './order-export.ts';
import { orderHistory } from './order-history.ts';
import { countOrderViews, getOrderTotals } from './order-totals.ts';
import { ordersOfCustomer } from './orders-of-customer.ts';
import { payOrder } from './pay-order.ts';

export const orderRoutes: readonly Route[] = [
  route(orderEndpoints.page, findOrders),
  route(orderEndpoints.totals, getOrderTotals),
  route(orderEndpoints.viewCounts, countOrderViews),
  route(orderEndpoints.detail, getOrder),
  route(orderEndpoints.payments, getOrderPayments),
  route(orderEndpoints.commands, getOrderCommands),
  route(orderHistoryEndpoint, orderHistory),
  route(orderEndpoints.makeList, getOrderDrinks),
  route(orderEndpoints.change, changeOrder),
  route(orderEndpoints.gift, giftOrder),
  route(orderEndpoints.export, exportOrders),
  route(storefrontEndpoints.menu, getMenu),
  route(storefrontEndpoints.nearestSpots, nearestSpots),
  route(storefrontEndpoints.createOrder, createOrder),
  route(storefrontEndpoints.order, getStorefrontOrder),
  route(storefrontEndpoints.ordersOfCustomer, ordersOfCustomer),
  route(storefrontEndpoints.pay, payOrder),
  route(storefrontEndpoints.cancel, cancelOrder),
  route(storefrontEndpoints.pickUp, pickUpOrder),
];
