import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTown } from '#domains/orders/server/test-shop.ts';
import { pointsLog } from '../contract/points-log.ts';
import { openPointsShop, type PointsShop, startPointsTown } from './test-points.ts';

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 10);

/** Of fifty rounds on a busy machine. */
const LONGEST_MS = 240_000;

let town: TestTown;
let shop: PointsShop;
beforeAll(async () => {
  town = await startPointsTown();
  shop = await openPointsShop(town);
});
afterAll(() => town?.stop());

const problemOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { problem?: string }) => error.problem ?? String(error),
  );

test(
  'a balance for exactly one is spent once, round after round',
  async () => {
    const goodsId = await shop.goods({ points: 3 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await shop.balance();
      await shop.give(3 - before + 2);
      const answers = await Promise.all(Array.from({ length: 5 }, () => problemOf(shop.redeem(goodsId))));
      expect(answers.sort()).toEqual(['done', ...Array<string>(4).fill('points.not-enough')]);
      expect(await shop.balance()).toBe(2);
    }
    expect(await shop.books()).toEqual({ balance: 2, wallet: 2, all: 0 });
  },
  LONGEST_MS,
);

test(
  'the last one in stock goes once, round after round',
  async () => {
    await shop.give(ROUNDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await shop.balance();
      const goodsId = await shop.goods({ points: 1, stock: 1 });
      const answers = await Promise.all(Array.from({ length: 4 }, () => problemOf(shop.redeem(goodsId))));
      expect(answers.sort()).toEqual(['done', ...Array<string>(3).fill('points.sold-out')]);
      expect(await shop.balance()).toBe(before - 1);
    }
  },
  LONGEST_MS,
);

test.runIf(process.env['BIG_RACES'] === 'on')(
  'a ledger of 1,000,000 rows answers like a list of that size',
  async () => {
    const own = await openPointsShop(town);
    await own.give(5);
    const tenantId = Number(own.tenant.id);
    const [rows, atOnce] = [500_000, 25_000];
    for (let from = 0; from < rows; from += atOnce)
      await own.inside((tx) =>
        sql`
      with made as (
        insert into points_change (tenant_id, id, customer_id, type, source, points, balance_after, made_at)
        select ${tenantId}::bigint, gen_random_uuid(),
               case when nth % 100 = 0 then ${own.guestId}::uuid else md5((nth % 9999)::text)::uuid end,
               3, 'big-' || nth, 1, 1, now() - nth * interval '1 second'
          from generate_series(${from + 1}::integer, ${from + atOnce}::integer) nth
        returning id, customer_id)
      insert into points_entry (tenant_id, change_id, account, customer_id, points)
      select ${tenantId}::bigint, id, side.account, case when side.account = 'wallet' then customer_id end, side.points
        from made cross join (values ('wallet', 1), ('adjust', -1)) side (account, points)`.execute(tx.db),
      );
    await town.server.services.database
      .acrossTenants('statistics of a test', (db) => sql`analyze`.execute(db))
      .catch(() => {});
    const timed = async (what: string, work: () => Promise<unknown>) => {
      const took: number[] = [];
      for (let nth = 0; nth < 7; nth += 1) {
        const began = performance.now();
        await work();
        took.push(performance.now() - began);
      }
      const median = took.sort((one, other) => one - other)[3] ?? 0;
      console.info(`1,000,000 entries, ${what}: ${median.toFixed(0)} ms`);
      return median;
    };
    const log = (request: Record<string, unknown>) => town.server.call(pointsLog.endpoints.page, request, own.boss);
    expect(await timed('balance', () => own.balance())).toBeLessThan(200);
    expect(await timed('newest of the log', () => log({ pageSize: 20 }))).toBeLessThan(1_000);
    expect(await timed('log of a customer', () => log({ pageSize: 20, customerId: own.guestId }))).toBeLessThan(1_000);
  },
  300_000,
);
