import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import * as z from 'zod';
import { slices } from '#apps/server/slices.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { FORM_TYPE, formBody } from '#platform/testing/form-body.ts';

export interface SoakWorld {
  readonly url: string;
  readonly password: string;
  readonly token: string;
  readonly shops: readonly { readonly spotId: string; readonly key: string }[];
}

/** One of the calls that a day brings; answers its HTTP status. */
export type SoakCall = (world: SoakWorld) => Promise<number>;

const TENANT = '1000';
const LIMIT_MS = 60_000;
const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

/** What of the answers these calls look at. */
interface Answer {
  success?: boolean;
  result?: {
    token?: string;
    ticket?: string;
    orderNo?: string;
    records?: { orderNo: string }[];
    goods?: { goodsId: string; soldOut: boolean }[];
  };
}

async function send(
  url: string,
  init: RequestInit & { json?: unknown } = {},
): Promise<{ status: number; body: Answer | undefined }> {
  const { json, headers, ...rest } = init;
  const answer = await fetch(url, {
    ...rest,
    ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
    headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...(headers as object) },
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as Answer) : undefined };
}

const staff = ({ token }: SoakWorld) => ({ 'x-access-token': token, 'tenant-id': TENANT });
const backend = (world: SoakWorld, path: string, json: unknown) =>
  send(`${world.url}/sos-backend/${path}`, { json, headers: staff(world) });

const lists: SoakCall = async (world) =>
  (
    await backend(world, 'coffeeorder/api/page', {
      pageNo: 1 + Math.floor(Math.random() * 30),
      pageSize: pick([10, 20, 50, 100]),
      ...(Math.random() < 0.5 ? { status: pick([1, 3, 5, 6]) } : {}),
    })
  ).status;

const orderDetail: SoakCall = async (world) => {
  const { body } = await backend(world, 'coffeeorder/api/page', { pageSize: 50 });
  const order = pick(body?.result?.records ?? [{ orderNo: '1' }]);
  const url = `${world.url}/sos-backend/coffeeorder/api/getOrderBySerialNo?orderNo=${order.orderNo}`;
  return (await send(url, { headers: staff(world) })).status;
};

const robots: SoakCall = async (world) =>
  (await send(`${world.url}/sos-backend/coffeeMachineV2/api/monitor`, { headers: staff(world) })).status;

/** Right and wrong passwords: each costs a hash of 19 MB. */
const login: SoakCall = async (world) => {
  const json = Math.random() < 0.5 ? right(world) : { username: `nobody-${randomUUID()}`, password: 'Wr0ng&Fjord' };
  const { status, body } = await send(`${world.url}/api/sys/login`, { json });
  if (body?.result?.token)
    await send(`${world.url}/api/sys/logout`, { json: {}, headers: { 'x-access-token': body.result.token } });
  return status;
};
const right = ({ password }: SoakWorld) => ({ username: pick(['operator', 'clerk', 'manager.cn']), password });

const sale: SoakCall = async (world) => {
  const shop = pick(world.shops);
  const at = (path: string, json?: unknown) =>
    send(`${world.url}/storefront/v1/${path}`, {
      ...(json === undefined ? {} : { json }),
      headers: { authorization: `Bearer ${shop.key}`, 'idempotency-key': randomUUID() },
    });
  const menu = await at(`spots/${shop.spotId}/menu`);
  const goods = (menu.body?.result?.goods ?? []).filter(({ soldOut }) => !soldOut);
  if (goods.length === 0) return menu.status;
  const lines = [{ goodsId: pick(goods).goodsId, quantity: 1 }];
  const order = await at('orders', { spotId: shop.spotId, lines });
  if (!order.body?.success) return order.status;
  return (await at(`orders/${order.body.result?.orderNo}/pay`, { paymentMethod: 'pm_card_visa' })).status;
};

let picture: Buffer | undefined;
const upload: SoakCall = async (world) => {
  picture ??= await sharp(randomBytes(600 * 600 * 3), { raw: { width: 600, height: 600, channels: 3 } })
    .jpeg()
    .toBuffer();
  const answer = await fetch(`${world.url}/api/sys/common/upload`, {
    method: 'POST',
    headers: { ...staff(world), 'content-type': FORM_TYPE },
    body: new Uint8Array(formBody({ biz: 'temp', file: { name: 'a.jpg', bytes: picture } })),
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  await answer.text();
  return answer.status;
};

const stream: SoakCall = async (world) => {
  const { status, body } = await send(`${world.url}/api/sys/live/ticket`, { json: {}, headers: staff(world) });
  if (!body?.success) return status;
  const stop = new AbortController();
  const answer = await fetch(`${world.url}/api/sys/live/stream?ticket=${body.result?.ticket}`, { signal: stop.signal });
  await answer.body?.getReader().read();
  stop.abort();
  return answer.status;
};

const endpoints = slices
  .flatMap((slice) => slice.routes ?? [])
  .map(({ endpoint }) => ({
    endpoint,
    fields: Object.keys(
      (z.toJSONSchema(endpoint.request, { io: 'input', unrepresentable: 'any' }) as { properties?: object })
        .properties ?? {},
    ),
  }))
  .filter(({ endpoint }) => endpoint.path !== '/sys/logout');
const HOSTILE: readonly (() => unknown)[] = [
  () => '\0',
  () => '\ud800',
  () => 'x'.repeat(20_000),
  () => -1,
  () => 2 ** 53,
  () => null,
  () => [],
  () => ({}),
  () => Array.from({ length: 1_500 }, () => 'x'),
  () => "' or 1=1 --",
  () => randomUUID(),
  () => '2026-11-21T10:00:00Z',
  () => 1,
];

/** What nobody should send, to any call there is. */
const rubbish: SoakCall = async (world) => {
  const { endpoint, fields } = pick(endpoints);
  const values = Object.fromEntries(fields.map((name) => [name, pick(HOSTILE)()]));
  const path = fullPath(endpoint.path).replace(/:\w+/g, () => encodeURIComponent(pick(['x', '\0', randomUUID()])));
  const isRead = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const query = new URLSearchParams(fields.map((name) => [name, String(values[name]).slice(0, 500).toWellFormed()]));
  const answer = await fetch(`${world.url}${path}${isRead ? `?${query}` : ''}`, {
    method: endpoint.method,
    headers: { ...staff(world), ...(isRead ? {} : { 'content-type': 'application/json' }) },
    ...(isRead ? {} : { body: pick([JSON.stringify(values), '{"a":', '['.repeat(5_000), 'x'.repeat(900_000)]) }),
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  await answer.text();
  return answer.status;
};

/** As often as the number says. */
const MIX: readonly [SoakCall, number][] = [
  [lists, 20],
  [orderDetail, 15],
  [robots, 8],
  [sale, 8],
  [login, 6],
  [upload, 3],
  [stream, 3],
  [rubbish, 37],
];
const urn = MIX.flatMap(([call, share]) => Array.from({ length: share }, () => call));

export const nextCall = (): SoakCall => pick(urn);
