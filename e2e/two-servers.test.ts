// Servers that share a database, a broker and a key, and nothing else: every step of a sale may happen at any of them.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMosquitto } from '../src/platform/device-gateway/server/test-mosquitto.ts';
import { asStaff, type Pair, startPair } from './start-pair.ts';
import { fleetOf, type Place, type Product, stopCustomers } from './start-product.ts';
import { goodsOnSale, insist, type Menu } from './storefront-client.ts';

const TENANT = '1000';
const installed = findMosquitto();

interface State {
  orderNo: string;
  status: number;
  step: number;
  money: { payableMinor: number; paidMinor: number; refundedMinor: number };
}

describe.runIf(installed)('two servers on one database and one broker', () => {
  let pair: Pair;
  let shop: Product['fleet']['storefrontKeys'][number];
  let staff: Record<string, string>;

  beforeAll(async () => {
    // as an operator runs them: a server that is stopped says so for some seconds before it goes
    pair = await startPair(installed!, { NODE_ENV: 'production', TEST_CONTROLS: 'off' });
    await stopCustomers(pair.first.product.control);
    const fleet = await fleetOf(pair.first);
    shop = fleet.storefrontKeys.find((key) => key.tenantId === TENANT && key.channel === 'app')!;
    staff = await asStaff(pair.first.product, 'manager', TENANT);
  });
  afterAll(() => pair?.stop());

  const sell = async <T>(at: Place, path: string, body?: unknown): Promise<T> => {
    const answer = await insist<T>(
      `${at.product.url}/storefront/v1/${path}`,
      { authorization: `Bearer ${shop.key}` },
      body,
    );
    expect(answer.success, answer.message).toBe(true);
    return answer.result;
  };
  const order = async (at: Place): Promise<State> => {
    const [espresso] = await goodsOnSale(
      () => sell<Menu>(at, `spots/${shop.spotId}/menu`),
      ({ name }) => /Espresso/.test(name),
    );
    const lines = [{ goodsId: espresso!.goodsId, quantity: 1 }];
    return sell<State>(at, 'orders', { spotId: shop.spotId, lines });
  };
  const pay = (at: Place, orderNo: string) =>
    sell<State>(at, `orders/${orderNo}/pay`, { paymentMethod: 'pm_card_visa' });
  const until = async (at: Place, orderNo: string, isSo: (state: State) => boolean): Promise<State> => {
    const giveUpAt = performance.now() + 150_000;
    for (;;) {
      const state = await sell<State>(at, `orders/${orderNo}`);
      if (isSo(state)) return state;
      if (performance.now() > giveUpAt) throw new Error(`Still ${JSON.stringify(state)}`);
      await sleep(300);
    }
  };

  /** The ids of orders that a browser at this server hears of. */
  const listen = async (at: Place): Promise<{ heard: Set<string>; stop(): void }> => {
    const { result } = await insist<{ ticket: string }>(`${at.product.url}/api/sys/live/ticket`, staff, {});
    const ended = new AbortController();
    const stream = await fetch(`${at.product.url}/api/sys/live/stream?ticket=${result.ticket}`, {
      signal: ended.signal,
    });
    expect(stream.status).toBe(200);
    const heard = new Set<string>();
    const read = async (): Promise<void> => {
      let rest = '';
      for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          if (!line.startsWith('data:')) continue;
          const told = JSON.parse(line.slice('data:'.length)) as { kind?: string; id?: string };
          if (told.kind === 'order' && told.id) heard.add(told.id);
        }
      }
    };
    read().catch(() => undefined);
    return { heard, stop: () => ended.abort() };
  };

  test('an order of one server is paid at the other, made, seen live at both, and refunded', async () => {
    const streams = [await listen(pair.first), await listen(pair.second)];
    const { orderNo } = await order(pair.first);
    const { money } = await pay(pair.second, orderNo);
    expect(money.paidMinor).toBe(money.payableMinor);
    await until(pair.first, orderNo, ({ step }) => step > 0);
    await expect.poll(() => streams.map(({ heard }) => heard.has(orderNo)), { timeout: 30_000 }).toEqual([true, true]);
    for (const stream of streams) stream.stop();
    const refund = { orderNo, amountMinor: 100, reason: 'two servers' };
    const refunded = await insist(`${pair.second.product.url}/sos-backend/coffeeorder/api/refundOrder`, staff, refund);
    expect(refunded.success, refunded.message).toBe(true);
    const settled = await until(pair.first, orderNo, (state) => state.money.refundedMinor > 0);
    expect(settled.money.refundedMinor % 100).toBe(0);
  }, 240_000);

  test('a key that was used at one server answers at the other, and does nothing again', async () => {
    const [goods] = await goodsOnSale(() => sell<Menu>(pair.first, `spots/${shop.spotId}/menu`));
    const body = JSON.stringify({
      spotId: shop.spotId,
      lines: [{ goodsId: goods!.goodsId, quantity: 1 }],
    });
    const headers = {
      authorization: `Bearer ${shop.key}`,
      'content-type': 'application/json',
      'idempotency-key': `pair-${Date.now()}`,
    };
    const answers = await Promise.all(
      [pair.first, pair.second, pair.first, pair.second].map((at) =>
        fetch(`${at.product.url}/storefront/v1/orders`, { method: 'POST', headers, body }).then(
          (answer) => answer.json() as Promise<{ result: State }>,
        ),
      ),
    );
    expect(new Set(answers.map(({ result }) => result.orderNo)).size).toBe(1);
  });

  test('when one server dies in the middle of a sale, the other finishes it', async () => {
    const { orderNo } = await order(pair.second);
    await pay(pair.second, orderNo);
    await pair.end('second', 'SIGKILL');
    const end = await until(pair.first, orderNo, ({ status }) => [2, 4, 6, 7].includes(status) || status === 5);
    expect(end.money.paidMinor).toBe(end.money.payableMinor);
    await pair.start('second');
  }, 240_000);

  test('three servers are restarted in turn under load, and no call fails', async () => {
    await pair.start('third');
    const servers = [pair.first, pair.second, pair.third].map(({ product }) => product.url);
    let working = true;
    // as a load balancer: it looks which servers are ready, and asks the next one where a connection is refused
    let ready = servers;
    const look = async (): Promise<void> => {
      while (working) {
        const answers = await Promise.all(servers.map((url) => fetch(`${url}/readyz`).catch(() => undefined)));
        ready = servers.filter((_, at) => answers[at]?.ok);
        await sleep(200);
      }
    };
    const call = async <T>(path: string, body: object): Promise<T> => {
      for (let turn = Math.floor(Math.random() * servers.length); ; turn += 1) {
        const url = ready[turn % ready.length];
        try {
          const headers = { ...staff, 'content-type': 'application/json' };
          const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
          const { success, message, result } = (await answer.json()) as {
            success: boolean;
            message: string;
            result: T;
          };
          if (!success) throw new Error(`${answer.status} ${message}`);
          return result;
        } catch (error) {
          const { code } = ((error as Error).cause ?? {}) as { code?: string };
          if (code !== 'ECONNREFUSED') throw error;
          await sleep(20);
        }
      }
    };
    const run = randomUUID().slice(0, 8);
    const failures: string[] = [];
    const written: string[] = [];
    const person = async (number: number): Promise<void> => {
      for (let nth = 0; working; nth += 1) {
        const name = `Rolled ${run} ${number} ${nth}`;
        try {
          const made = await call<{ id: string }>('/sos-backend/MaterialInfo/api/add', {
            name,
            materialType: 1,
            unit: 'g',
          });
          written.push(made.id);
          await call('/sos-backend/coffeeorder/api/page', { pageNo: 1, pageSize: 10 });
        } catch (error) {
          failures.push(`${name}: ${(error as Error).message} ${String((error as Error).cause ?? '')}`);
        }
        await sleep(100);
      }
    };
    const all = [look(), ...Array.from({ length: 4 }, (_, number) => person(number))];
    for (const which of ['second', 'third', 'first'] as const) {
      await pair.end(which, 'SIGTERM');
      await pair.start(which);
    }
    working = false;
    await Promise.all(all);
    await pair.end('third', 'SIGTERM');
    expect(failures).toEqual([]);
    const found = await call<{ total: number }>('/sos-backend/MaterialInfo/api/page', {
      pageNo: 1,
      pageSize: 10,
      keyword: run,
    });
    expect(found.total).toBe(written.length);
    expect(written.length).toBeGreaterThan(30);
  }, 240_000);

  test('who logs out at one server is a stranger at the other at once', async () => {
    const ask = (at: Place) => fetch(`${at.product.url}/api/sys/user/getCurrentUserDeparts`, { headers: staff });
    expect((await ask(pair.second)).status).toBe(200);
    await insist(`${pair.first.product.url}/api/sys/logout`, staff, {});
    expect((await ask(pair.second)).status).toBe(401);
  });
});
