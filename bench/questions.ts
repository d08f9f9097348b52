import { randomUUID } from 'node:crypto';
import { couponCodes } from '#domains/coupons/contract/coupon-codes.ts';
import { storefrontCouponEndpoints } from '#domains/coupons/contract/storefront-endpoints.ts';
import { fleetEndpoints } from '#domains/fleet/contract/endpoints.ts';
import { beverages } from '#domains/goods/contract/beverages.ts';
import { insightCalls } from '#domains/insights/contract/calls.ts';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { pointsLog } from '#domains/points/contract/points-log.ts';
import { storefrontPointsEndpoints } from '#domains/points/contract/storefront-endpoints.ts';
import { robotCalls } from '#domains/robots/contract/calls.ts';
import { fullPath, type PlainCall } from '#platform/http/contract/endpoint.ts';
import { users } from '#system/users/contract/users.ts';
import { ANALYSIS_DIVISIONS } from './dashboard-calls.ts';
import { questionsOfRentals } from './questions-of-rentals.ts';
import {
  ASKED_STATUS,
  ASKED_TENANT,
  CUSTOMERS,
  DEEP_PAGE,
  FLEET_ROBOTS,
  FLEET_TENANT,
  LOYALTY_KEY,
  LOYALTY_TENANT,
  PAGE_SIZE,
  POINTS_CHANGES,
  RECORDS,
  RECORDS_TENANT,
  TIME_ZONE,
  type World,
} from './world.ts';

export type Target = 'ours' | 'floor';

export interface Question {
  readonly name: string;
  /** Ours may take at most this many times the floor's time; below 1: must be that much faster. Null is for information. */
  readonly aim: number | null;
  ask(world: World, target: Target): Ask;
}

export interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

const json = { 'content-type': 'application/json' };
const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

/** Whole days of the tenant, ending up to three weeks ago, so that no two questions need be the same. */
export function daysBack(days: number): { from: string; to: string } {
  const end = Temporal.Now.zonedDateTimeISO(TIME_ZONE)
    .startOfDay()
    .subtract({ days: Math.floor(Math.random() * 21) });
  const text = (at: Temporal.ZonedDateTime): string => at.toInstant().toString({ fractionalSecondDigits: 3 });
  return { from: text(end.subtract({ days })), to: text(end) };
}

function list(world: World, target: Target, days: number, pageNo: number): Ask {
  const { from, to } = daysBack(days);
  if (target === 'floor') {
    const body = { tenantId: ASKED_TENANT, status: ASKED_STATUS, from, to, pageNo, pageSize: PAGE_SIZE };
    return { method: 'POST', path: '/list', headers: json, body: JSON.stringify(body) };
  }
  const body = { status: ASKED_STATUS, createdFrom: from, createdTo: to, pageNo, pageSize: PAGE_SIZE };
  return {
    method: 'POST',
    path: fullPath(orderEndpoints.page.path),
    headers: { ...json, ...session(world) },
    body: JSON.stringify(body),
  };
}

const session = (world: World) => ({ 'x-access-token': world.token, 'tenant-id': String(ASKED_TENANT) });

type Listed = typeof users | typeof beverages | typeof couponCodes | typeof pointsLog;
/** A page of a kind of record in the order of the kind, all of them or those that a word leaves. */
function records(world: World, target: Target, kind: Listed, keyword?: string): Ask {
  const isLoyalty = kind === couponCodes || kind === pointsLog;
  const tenant = isLoyalty ? LOYALTY_TENANT : RECORDS_TENANT;
  const asked = { pageNo: 1, pageSize: PAGE_SIZE, ...(keyword === undefined ? {} : { keyword }) };
  const { method, path } = kind.endpoints.page;
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  if (target === 'floor') return { method: 'GET', path: `/${kind.name}?tenantId=${tenant}&${query}`, headers: {} };
  const token = isLoyalty ? world.loyaltyToken : world.recordsToken;
  const headers = { 'x-access-token': token, 'tenant-id': String(tenant) };
  if (method === 'GET') return { method, path: `${fullPath(path)}?${query}`, headers };
  return { method: 'POST', path: fullPath(path), headers: { ...json, ...headers }, body: JSON.stringify(asked) };
}
/** What an app shows one of its customers. */
function ofCustomer(target: Target, path: string): Ask {
  const name = `bench-${1 + Math.floor(Math.random() * CUSTOMERS)}`;
  const asked = path.replace(':customerId', name);
  if (target === 'floor') return { method: 'GET', path: `/floor${asked}?tenantId=${LOYALTY_TENANT}`, headers: {} };
  return { method: 'GET', path: fullPath(asked), headers: { authorization: `Bearer ${LOYALTY_KEY}` } };
}

/** About the fleet: the floor has the same question at a path of its own. */
function ofFleet(world: World, target: Target, call: PlainCall, asked: Record<string, unknown> = {}): Ask {
  const body = { pageNo: 1, pageSize: PAGE_SIZE, ...asked };
  if (target === 'floor') {
    const name = call.path.split('/').at(-1);
    return {
      method: 'POST',
      path: `/fleet/${name}`,
      headers: json,
      body: JSON.stringify({ tenantId: FLEET_TENANT, ...body }),
    };
  }
  const headers = { 'x-access-token': world.fleetToken, 'tenant-id': String(FLEET_TENANT) };
  if (call.method === 'GET') return { method: 'GET', path: fullPath(call.path), headers };
  return { method: 'POST', path: fullPath(call.path), headers: { ...json, ...headers }, body: JSON.stringify(asked) };
}

/** A year that ended up to three weeks ago, with the year before. */
function statistics(world: World, target: Target): Ask {
  const end = Temporal.Now.plainDateISO(TIME_ZONE).subtract({ days: 1 + Math.floor(Math.random() * 21) });
  const asked = { fromDay: end.subtract({ days: 364 }).toString(), toDay: end.toString() };
  if (target === 'floor') {
    const body = JSON.stringify({ tenantId: ASKED_TENANT, ...asked });
    return { method: 'POST', path: '/statistics', headers: json, body };
  }
  const headers = { ...json, ...session(world) };
  return { method: 'POST', path: fullPath(insightCalls.statistics.path), headers, body: JSON.stringify(asked) };
}

/** The latest thirty days divided as the page Analysis divides them. */
function analysis(world: World, target: Target): Ask {
  const end = Temporal.Now.plainDateISO(TIME_ZONE).subtract({ days: 1 + Math.floor(Math.random() * 21) });
  const asked = { fromDay: end.subtract({ days: 29 }).toString(), toDay: end.toString() };
  if (target === 'floor') {
    const body = JSON.stringify({ tenantId: ASKED_TENANT, ...asked });
    return { method: 'POST', path: '/analysis', headers: json, body };
  }
  const body = JSON.stringify({ ...asked, measure: 'sales', divisions: ANALYSIS_DIVISIONS });
  return {
    method: 'POST',
    path: fullPath(insightEndpoints.divisions.path),
    headers: { ...json, ...session(world) },
    body,
  };
}

/** By the end of its number, as a customer reads it out. */
function found(world: World, target: Target): Ask {
  const { from, to } = daysBack(365);
  const ending = pick(world.orderNos).slice(-8);
  if (target === 'floor') {
    const body = JSON.stringify({ tenantId: ASKED_TENANT, from, to, ending, pageSize: PAGE_SIZE });
    return { method: 'POST', path: '/search', headers: json, body };
  }
  const body = JSON.stringify({ createdFrom: from, createdTo: to, search: ending, pageNo: 1, pageSize: PAGE_SIZE });
  return { method: 'POST', path: fullPath(orderEndpoints.page.path), headers: { ...json, ...session(world) }, body };
}

/** A word that one of hundred has in its name. */
const word = (): string => `no ${10 + Math.floor(Math.random() * 90)} `;
const many = RECORDS.toLocaleString('en');
const robots = FLEET_ROBOTS.toLocaleString('en');

export function questionsFor(deepPage = DEEP_PAGE): readonly Question[] {
  return [
    { name: `records: ${many} users`, aim: 2, ask: (world, target) => records(world, target, users) },
    { name: `records: ${many} beverages`, aim: 2, ask: (world, target) => records(world, target, beverages) },
    { name: 'records: users by a word', aim: null, ask: (world, target) => records(world, target, users, word()) },
    {
      name: 'records: beverages by a word',
      aim: null,
      ask: (world, target) => records(world, target, beverages, word()),
    },
    {
      name: `coupons: ${CUSTOMERS.toLocaleString('en')} codes`,
      aim: 2,
      ask: (world, target) => records(world, target, couponCodes),
    },
    {
      name: `points: log of ${POINTS_CHANGES.toLocaleString('en')}`,
      aim: 2,
      ask: (world, target) => records(world, target, pointsLog),
    },
    {
      name: 'points: balance of a customer',
      aim: 3,
      ask: (_world, target) => ofCustomer(target, storefrontPointsEndpoints.points.path),
    },
    {
      name: 'coupons: those of a customer',
      aim: 3,
      ask: (_world, target) => ofCustomer(target, storefrontCouponEndpoints.ofCustomer.path),
    },
    {
      name: `fleet: list of ${robots} robots`,
      aim: 3,
      ask: (world, target) => ofFleet(world, target, robotCalls.page, { pageNo: 1, pageSize: PAGE_SIZE }),
    },
    { name: 'fleet: monitor', aim: 3, ask: (world, target) => ofFleet(world, target, fleetEndpoints.monitorBoard) },
    { name: 'fleet: map', aim: 10, ask: (world, target) => ofFleet(world, target, fleetEndpoints.spotMap) },
    { name: 'statistics of a year', aim: 1 / 5, ask: statistics },
    { name: 'analysis of 30 days', aim: null, ask: analysis },
    ...questionsOfRentals,
    { name: 'list, 31 days', aim: 1, ask: (world, target) => list(world, target, 31, 1) },
    { name: 'list, a year', aim: 1 / 5, ask: (world, target) => list(world, target, 365, 1) },
    {
      name: `a year, page ${deepPage.toLocaleString('en')}`,
      aim: 1 / 3,
      ask: (world, target) => list(world, target, 365, deepPage),
    },
    { name: 'order by the end of its number', aim: null, ask: found },
    {
      name: 'detail',
      aim: 2.5,
      ask: (world, target) => {
        const orderNo = pick(world.orderNos);
        if (target === 'floor')
          return { method: 'GET', path: `/detail?tenantId=${ASKED_TENANT}&orderNo=${orderNo}`, headers: {} };
        const path = `${fullPath(orderEndpoints.detail.path)}?orderNo=${orderNo}`;
        return { method: 'GET', path, headers: session(world) };
      },
    },
    {
      name: 'storefront order creation',
      aim: 3,
      ask: (world, target) => {
        const shop = pick(world.shops);
        const { spotId, goodsId } = shop;
        if (target === 'floor') {
          const body = JSON.stringify({ tenantId: shop.tenantId, spotId, robotId: shop.robotId, goodsId });
          return { method: 'POST', path: '/create', headers: json, body };
        }
        const headers = { ...json, authorization: `Bearer ${shop.key}`, 'idempotency-key': randomUUID() };
        const body = JSON.stringify({ spotId, lines: [{ goodsId, quantity: 1 }] });
        return { method: 'POST', path: fullPath(storefrontEndpoints.createOrder.path), headers, body };
      },
    },
  ];
}
