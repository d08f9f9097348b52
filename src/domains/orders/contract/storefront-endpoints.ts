import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { pageOf } from '#platform/http/contract/fields.ts';
import { StorefrontMenu, StorefrontMenuRequest } from './storefront-menu.ts';
import {
  CreateOrderRequest,
  CustomerOrdersRequest,
  PayOrderRequest,
  StorefrontOrder,
  StorefrontOrderRequest,
} from './storefront-order.ts';
import { NearestSpotsRequest, NearSpot } from './storefront-spots.ts';

const storefront = { auth: 'storefront', permission: null } as const;

/** What a kiosk, an app or a mini-program needs to sell (product.md 3); the client key says tenant and channel. */
export const storefrontEndpoints = {
  menu: endpoint({
    ...storefront,
    method: 'GET',
    path: '/storefront/v1/spots/:spotId/menu',
    request: StorefrontMenuRequest,
    response: StorefrontMenu,
    summary: 'What a spot sells, with options and sold-out state',
  }),
  nearestSpots: endpoint({
    ...storefront,
    method: 'GET',
    path: '/storefront/v1/spots',
    request: NearestSpotsRequest,
    response: z.array(NearSpot),
    summary: 'The spots with robots that are nearest to a place, with their distance and whether they are open',
  }),
  createOrder: endpoint({
    ...storefront,
    method: 'POST',
    path: '/storefront/v1/orders',
    idempotencyKey: 'required',
    inOneTransaction: true,
    request: CreateOrderRequest,
    response: StorefrontOrder,
    summary: 'Creates an order; the server prices it and checks the stock',
  }),
  order: endpoint({
    ...storefront,
    method: 'GET',
    path: '/storefront/v1/orders/:orderNo',
    request: StorefrontOrderRequest,
    response: StorefrontOrder,
    summary: 'One order that this client made',
  }),
  ordersOfCustomer: endpoint({
    ...storefront,
    method: 'GET',
    path: '/storefront/v1/customers/:customerId/orders',
    request: CustomerOrdersRequest,
    response: pageOf(StorefrontOrder),
    summary: 'Orders that this client made for one of its customers, the newest first',
  }),
  pay: endpoint({
    ...storefront,
    method: 'POST',
    path: '/storefront/v1/orders/:orderNo/pay',
    idempotencyKey: 'required',
    request: PayOrderRequest,
    response: StorefrontOrder,
    summary: 'Begins or continues the payment; an order of nothing to pay is paid at once',
  }),
  cancel: endpoint({
    ...storefront,
    method: 'POST',
    path: '/storefront/v1/orders/:orderNo/cancel',
    request: StorefrontOrderRequest,
    response: StorefrontOrder,
    summary: 'Cancels an order that is not paid',
  }),
  pickUp: endpoint({
    ...storefront,
    method: 'POST',
    path: '/storefront/v1/orders/:orderNo/pickUp',
    request: StorefrontOrderRequest,
    response: StorefrontOrder,
    summary: 'The customer has taken the drinks out of the outlet',
  }),
};
