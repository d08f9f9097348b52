// The oldest PostgreSQL that the README names, with a login that may do no more than own its database.
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres15, startPostgres15, type TestPostgres15 } from '../src/platform/testing/postgres-15.ts';
import {
  aPlace,
  fleetOf,
  type Place,
  type Product,
  type Started,
  startProduct,
  stopCustomers,
} from './start-product.ts';
import { goodsOnSale, insist, type Menu } from './storefront-client.ts';

const TENANT = '1000';
const OTHER_TENANT = '1001';
const PASSWORD = 'console-login-password';
const installed = findPostgres15();

interface Sale {
  orderNo: string;
  status: number;
  money: { payableMinor: number; paidMinor: number; refundedMinor: number };
}

describe.runIf(installed)('PostgreSQL 15', () => {
  let postgres: TestPostgres15;
  let url: string;
  let place: Place;
  let product: Started | undefined;
  let shop: Product['fleet']['storefrontKeys'][number];
  let orderNo: string;

  beforeAll(async () => {
    postgres = await startPostgres15(installed!);
    await postgres.administer(
      `create role "the console" login password '${PASSWORD}'`,
      `create database console owner "the console"`,
    );
    url = postgres.urlFor('the console', PASSWORD, 'console');
    place = await aPlace({ DATABASE_URL: url });
  });
  afterAll(async () => {
    await product?.end('SIGTERM');
    await postgres?.stop();
    if (place) await rm(place.dataDir, { recursive: true, force: true });
  });

  const logIn = async (): Promise<Record<string, string>> => {
    const form = { username: 'operator', password: place.product.password };
    const { result } = await insist<{ token: string }>(`${place.product.url}/api/sys/login`, {}, form);
    return { 'x-access-token': result.token, 'tenant-id': TENANT };
  };
  const sell = async <T>(path: string, body?: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${shop.key}` };
    const answer = await insist<T>(`${place.product.url}/storefront/v1/${path}`, headers, body);
    expect(answer.success, answer.message).toBe(true);
    return answer.result;
  };

  test('a login that may not make roles is told what an administrator runs for it, and that is enough', async () => {
    const refused = await startProduct(place).catch((error: Error) => error.message);
    const statements = /Run as an administrator:\n(.*);\n$/s.exec(String(refused))?.[1]?.split(';\n');
    expect(statements).toEqual([
      'create role app nologin',
      'create role platform nologin',
      'grant app, platform to "the console"',
    ]);
    await postgres.administer(...statements!);
    product = await startProduct(place);
    await stopCustomers(place.product.control);
    shop = (await fleetOf(place)).storefrontKeys.find((key) => key.tenantId === TENANT && key.channel === 'app')!;
  }, 240_000);

  test('an order is paid, and a part of it refunded', async () => {
    const staff = await logIn();
    const [goods] = await goodsOnSale(() => sell<Menu>(`spots/${shop.spotId}/menu`));
    const lines = [{ goodsId: goods!.goodsId, quantity: 1 }];
    ({ orderNo } = await sell<Sale>('orders', { spotId: shop.spotId, lines }));
    const { money } = await sell<Sale>(`orders/${orderNo}/pay`, { paymentMethod: 'pm_card_visa' });
    expect(money.paidMinor).toBe(money.payableMinor);
    const refund = { orderNo, amountMinor: 100, reason: 'PostgreSQL 15' };
    const answer = await insist(`${place.product.url}/sos-backend/coffeeorder/api/refundOrder`, staff, refund);
    expect(answer.success, answer.message).toBe(true);
    const refunded = async (): Promise<number> => (await sell<Sale>(`orders/${orderNo}`)).money.refundedMinor;
    await expect.poll(refunded, { timeout: 60_000 }).toBeGreaterThan(0);
  }, 240_000);

  test('what serves requests sees the rows of one tenant, and without a tenant none', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const seenBy = async (tenant: string): Promise<string[]> => {
      await client.query('begin');
      await client.query("select set_config('app.tenant_id', $1, true), set_config('role', 'app', true)", [tenant]);
      const { rows } = await client.query<{ tenant_id: string }>('select distinct tenant_id::text from coffee_order');
      await client.query('rollback');
      return rows.map((row) => row.tenant_id);
    };
    try {
      expect([await seenBy(TENANT), await seenBy(OTHER_TENANT), await seenBy('')]).toEqual([
        [TENANT],
        [OTHER_TENANT],
        [],
      ]);
    } finally {
      await client.end();
    }
    const foreign = await fetch(`${place.product.url}/sos-backend/coffeeorder/api/page`, {
      method: 'POST',
      headers: { ...(await logIn()), 'tenant-id': OTHER_TENANT, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(foreign.status).toBe(403);
  });

  test('the second start goes on where the first one ended', async () => {
    expect(await product!.end('SIGTERM')).toBe(0);
    product = await startProduct(place);
    await logIn();
    expect((await sell<Sale>(`orders/${orderNo}`)).money.refundedMinor).toBeGreaterThan(0);
  }, 240_000);
});
