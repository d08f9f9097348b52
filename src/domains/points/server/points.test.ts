import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aKey, type TestTown } from '#domains/orders/server/test-shop.ts';
import { statementsOf } from '#platform/database/rules/statements-of.ts';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { exportsSlice } from '#platform/exports/server/exports-slice.ts';
import { type Caller, Refused } from '#platform/testing/test-server.ts';
import { findPerson } from '#system/session/server/index.ts';
import { notifyOwner } from '#system/transfers/server/index.ts';
import { collectionPoints } from '../contract/collection-points.ts';
import { pointsEndpoints } from '../contract/endpoints.ts';
import { pointsGoods } from '../contract/points-goods.ts';
import { pointsLog } from '../contract/points-log.ts';
import { redemptions } from '../contract/redemptions.ts';
import { storefrontPointsEndpoints } from '../contract/storefront-endpoints.ts';
import { checkBalances } from './check-balances.ts';
import { earnPoints, pointsSlice, takeBackPoints } from './index.ts';
import { CLOSED, openPointsShop, POINT_PERMISSIONS, startPointsTown } from './test-points.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../db/migrations');

let town: TestTown;
beforeAll(async () => {
  town = await startPointsTown([exportsSlice([pointsSlice], { findPerson, notifyOwner })]);
});
afterAll(() => town?.stop());

const problemOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { problem?: string }) => error.problem ?? String(error),
  );
const count = (of: readonly string[], word: string): number => of.filter((one) => one === word).length;

describe('redeeming', () => {
  test('points become a code of the coupon, and the same key the same one', async () => {
    const shop = await openPointsShop(town);
    await shop.give(120);
    const goodsId = await shop.goods({ points: 50 });
    const key = aKey()['idempotency-key']!;
    const first = await shop.redeem(goodsId, { key });
    expect(first).toMatchObject({ balance: 70 });
    expect(await shop.redeem(goodsId, { key })).toEqual(first);
    expect(await shop.balance()).toBe(70);
    const { records } = await town.server.call(redemptions.endpoints.page, {}, shop.boss);
    expect(records).toMatchObject([{ id: first.id, points: 50, codeUsed: false, state: 1 }]);
    // whoever reads a code can use it
    expect(records[0]?.code).toBe(`••••${first.code.slice(-3)}`);
    const mine = await town.server.call(
      storefrontPointsEndpoints.redemptions,
      { customerId: 'guest-1' },
      shop.customer,
    );
    expect(mine).toMatchObject([{ id: first.id, code: first.code }]);
    expect(await shop.books()).toEqual({ balance: 70, wallet: 70, all: 0 });
  });

  test('twenty at once with points for one: one passes', async () => {
    const shop = await openPointsShop(town);
    await shop.give(99);
    const goodsId = await shop.goods({ points: 50 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => problemOf(shop.redeem(goodsId))));
    expect([count(answers, 'done'), count(answers, 'points.not-enough')]).toEqual([1, 19]);
    expect(await shop.books()).toEqual({ balance: 49, wallet: 49, all: 0 });
  });

  test('the last one in stock goes once', async () => {
    const shop = await openPointsShop(town);
    await shop.give(1_000);
    const goodsId = await shop.goods({ points: 10, stock: 1 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => problemOf(shop.redeem(goodsId))));
    expect([count(answers, 'done'), count(answers, 'points.sold-out')]).toEqual([1, 9]);
    expect(await shop.balance()).toBe(990);
  });

  test('a customer gets no more than he may, however many ask at once', async () => {
    const shop = await openPointsShop(town);
    await shop.give(1_000);
    const goodsId = await shop.goods({ points: 10, per_customer: 2 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => problemOf(shop.redeem(goodsId))));
    expect([count(answers, 'done'), count(answers, 'points.limit-reached')]).toEqual([2, 6]);
  });

  test.each([
    ['goods off sale', { status: 0 }, 'points.off-sale'],
    ['goods without stock', { stock: 0 }, 'points.sold-out'],
    ['more than there is', { points: 101 }, 'points.not-enough'],
  ])('%s: nothing moves', async (_case, more, problem) => {
    const shop = await openPointsShop(town);
    await shop.give(100);
    expect(await problemOf(shop.redeem(await shop.goods({ points: 10, ...more })))).toBe(problem);
    expect(await shop.books()).toEqual({ balance: 100, wallet: 100, all: 0 });
  });

  test('a coupon that cannot be given keeps the points', async () => {
    const shop = await openPointsShop(town);
    await shop.give(100);
    const goodsId = await shop.goods({ points: 10, coupon_id: await shop.coupon({ enabled: false }) });
    expect(await problemOf(shop.redeem(goodsId))).toBe('points.coupon-not-issued');
    expect(await shop.balance()).toBe(100);
  });

  test('who is not known to the client has no points, and goods of others are unknown', async () => {
    const shop = await openPointsShop(town);
    await shop.give(100);
    const goodsId = await shop.goods({ points: 10 });
    expect(await problemOf(shop.redeem(goodsId, { word: 'nobody' }))).toBe('points.unknown-customer');
    const otherClient = await shop.tenant.storefront({ channel: 'miniprogram' });
    expect(await problemOf(shop.redeem(goodsId, { caller: otherClient }))).toBe('points.unknown-customer');
    const elsewhere = await openPointsShop(town);
    expect(await problemOf(shop.redeem(goodsId, { caller: elsewhere.customer }))).toBe('points.unknown-goods');
    expect(await problemOf(shop.redeem('no-id'))).toBe('points.unknown-goods');
    const asked = { customerId: 'nobody' };
    const points = await town.server.call(storefrontPointsEndpoints.points, asked, shop.customer);
    expect(points).toEqual({ points: 0, stampCard: null, changes: [] });
    expect(await town.server.call(storefrontPointsEndpoints.redemptions, asked, shop.customer)).toEqual([]);
  });
});

describe('taking a redemption back', () => {
  const back = (shop: Awaited<ReturnType<typeof openPointsShop>>, id: string, by = shop.boss) =>
    town.server.call(pointsEndpoints.reverseRedemption, { id, reason: 'wrong goods' }, by);

  test('the points return once, the coupon is void, and the goods are there again', async () => {
    const shop = await openPointsShop(town);
    await shop.give(60);
    const goodsId = await shop.goods({ points: 50, stock: 1 });
    const { id } = await shop.redeem(goodsId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => problemOf(back(shop, id))));
    expect([count(answers, 'done'), count(answers, 'points.already-reversed')]).toEqual([1, 4]);
    expect(await shop.books()).toEqual({ balance: 60, wallet: 60, all: 0 });
    const codes = await shop.inside((tx) => tx.db.selectFrom('coupon_code').select('voided_at').execute());
    expect(codes).toMatchObject([{ voided_at: expect.any(Date) }]);
    expect(await shop.redeem(goodsId)).toMatchObject({ balance: 10 });
  });

  test('the code counts no more towards the limit of its coupon', async () => {
    const shop = await openPointsShop(town);
    await shop.give(100);
    const goodsId = await shop.goods({ points: 50, coupon_id: await shop.coupon({ per_user_limit: 1 }) });
    const { id } = await shop.redeem(goodsId);
    expect(await problemOf(shop.redeem(goodsId))).toBe('points.coupon-not-issued');
    await back(shop, id);
    expect(await shop.redeem(goodsId)).toMatchObject({ balance: 50 });
  });

  test('a coupon that was used keeps its redemption; one of another tenant is unknown', async () => {
    const shop = await openPointsShop(town);
    await shop.give(60);
    const { id } = await shop.redeem(await shop.goods({ points: 50 }));
    await shop.inside((tx) => tx.db.updateTable('coupon_code').set({ uses: 1 }).execute());
    expect(await problemOf(back(shop, id))).toBe('points.code-used');
    expect(await shop.balance()).toBe(10);
    const elsewhere = await openPointsShop(town);
    expect(await problemOf(back(shop, id, elsewhere.boss))).toBe('points.unknown-redemption');
    expect(await problemOf(back(shop, 'no-id'))).toBe('points.unknown-redemption');
  });
});

describe('by hand', () => {
  test('added and deducted with a reason, which the log keeps; never below zero', async () => {
    const shop = await openPointsShop(town);
    const { addUserPoints, getUserPoints } = pointsEndpoints;
    expect(await shop.give(80, 'cold coffee')).toMatchObject({ points: 80, userId: shop.guestId });
    expect(await shop.give(-30, 'given twice')).toMatchObject({ points: 50 });
    expect(await problemOf(shop.give(-51))).toBe('points.not-enough');
    expect(await problemOf(shop.give(0))).toBe('points.nothing-to-change');
    expect(await problemOf(shop.give(5, ''))).toBe('request.malformed');
    // a client's word does as well, where one client alone says it
    expect(await town.server.call(getUserPoints, { userId: 'guest-1' }, shop.boss)).toMatchObject({
      points: 50,
      changes: [
        { type: 4, points: -30, reason: 'given twice' },
        { type: 3, points: 80, reason: 'cold coffee' },
      ],
    });
    const { records } = await town.server.call(pointsLog.endpoints.page, {}, shop.boss);
    expect(records.map(({ type, points, balanceAfter }) => [type, points, balanceAfter])).toEqual([
      [4, -30, 50],
      [3, 80, 80],
    ]);
    expect(records[0]?.madeBy).not.toBe('');
    const blind = await shop.tenant.staff(['point:view']);
    expect(
      await problemOf(town.server.call(addUserPoints, { userId: shop.guestId, points: 1, reason: 'x' }, blind)),
    ).toBe('request.forbidden');
  });

  test('much of it within a day asks for the password', async () => {
    const shop = await openPointsShop(town);
    await shop.give(900);
    expect(await problemOf(shop.give(101))).toBe('session.step-up-required');
    expect(await problemOf(shop.give(-101))).toBe('session.step-up-required');
    const steppedUp = await shop.tenant.staff(POINT_PERMISSIONS, { steppedUp: true });
    const request = { userId: shop.guestId, points: 5_000, reason: 'prize' };
    expect(await town.server.call(pointsEndpoints.addUserPoints, request, steppedUp)).toMatchObject({ points: 5_900 });
  });

  test('at once: never below zero', async () => {
    const shop = await openPointsShop(town);
    await shop.give(50);
    const answers = await Promise.all(Array.from({ length: 10 }, () => problemOf(shop.give(-20))));
    expect(count(answers, 'done')).toBe(2);
    expect(await shop.books()).toEqual({ balance: 10, wallet: 10, all: 0 });
  });

  test('who is switched off gets nothing, and keeps his sums; so does who was erased', async () => {
    const shop = await openPointsShop(town);
    await shop.give(50);
    await shop.inside((tx) =>
      tx.db
        .updateTable('customer')
        .set({ status: 0, erased_at: tx.now(), user_id: 'gone', name: '' })
        .where('id', '=', shop.guestId)
        .execute(),
    );
    expect(await problemOf(shop.give(5))).toBe('points.customer-inactive');
    expect(await problemOf(shop.redeem(await shop.goods({ points: 10 })))).toBe('points.unknown-customer');
    expect(await town.server.call(pointsEndpoints.getUserPoints, { userId: shop.guestId }, shop.boss)).toMatchObject({
      points: 50,
    });
    expect(await shop.books()).toEqual({ balance: 50, wallet: 50, all: 0 });
  });
});

test('where the tenant closed points nothing is given, shown to customers or redeemed', async () => {
  const shop = await openPointsShop(town);
  await shop.give(100);
  const goodsId = await shop.goods({ points: 10 });
  await shop.set(CLOSED);
  const { points, goods } = storefrontPointsEndpoints;
  expect(await problemOf(town.server.call(points, { customerId: 'guest-1' }, shop.customer))).toBe('points.closed');
  expect(await problemOf(town.server.call(goods, {}, shop.customer))).toBe('points.closed');
  expect(await problemOf(shop.redeem(goodsId))).toBe('points.closed');
  expect(await problemOf(shop.give(1))).toBe('points.closed');
});

test('the storefront shows the balance, the card and what is on sale', async () => {
  const shop = await openPointsShop(town);
  await shop.set(
    { switch_type: 1, unit_value: 1, point_value: 5 },
    {
      ...{ enable: true, limit: 10, url: 'https://shop.example/card', couponInfoId: await shop.coupon() },
    },
  );
  await shop.madeOrder();
  const { points, goods } = storefrontPointsEndpoints;
  expect(await town.server.call(points, { customerId: 'guest-1' }, shop.customer)).toMatchObject({
    points: 5,
    stampCard: { limit: 10, stamps: 5, url: 'https://shop.example/card' },
    changes: [{ type: 1, points: 5 }],
  });
  const onSale = await shop.goods({ points: 10, stock: 3 });
  await shop.goods({ status: 0 });
  expect(await town.server.call(goods, {}, shop.customer)).toMatchObject([{ id: onSale, points: 10, left: 3 }]);
});

test('other tenants, and people of other spots, see none of it', async () => {
  const shop = await openPointsShop(town);
  await shop.madeOrder();
  await shop.give(50);
  await shop.redeem(await shop.goods({ points: 10 }));
  const elsewhere = await openPointsShop(town);
  const blind = await shop.tenant.staff(POINT_PERMISSIONS, { spotIds: [shop.otherSpotId] });
  for (const caller of [elsewhere.boss, blind]) {
    for (const list of [pointsLog, redemptions, collectionPoints])
      expect((await town.server.call(list.endpoints.page, {}, caller)).total).toBe(0);
    const request = { userId: shop.guestId };
    expect(await problemOf(town.server.call(pointsEndpoints.getUserPoints, request, caller))).toBe(
      'points.unknown-customer',
    );
  }
  expect((await town.server.call(pointsGoods.endpoints.page, {}, elsewhere.boss)).total).toBe(0);
  const seeing = await shop.tenant.staff(POINT_PERMISSIONS, { spotIds: [shop.spotId] });
  // what belongs to no spot stays with those who see all of them
  expect((await town.server.call(pointsLog.endpoints.page, {}, seeing)).total).toBe(1);
});

test('coupons to offer are those that can be given', async () => {
  const shop = await openPointsShop(town);
  const id = await shop.coupon();
  await shop.coupon({ enabled: false });
  const list = await town.server.call(pointsEndpoints.couponList, {}, shop.boss);
  expect(list.map((one) => one.id)).toEqual([id]);
  expect(await town.server.call(pointsEndpoints.couponList, { keyword: 'nothing' }, shop.boss)).toEqual([]);
});

test('stock cannot be set below what was redeemed', async () => {
  const shop = await openPointsShop(town);
  await shop.give(100);
  const id = await shop.goods({ points: 10, stock: 5 });
  await shop.redeem(id);
  const { edit, one } = pointsGoods.endpoints;
  const { version } = await town.server.call(one, { id }, shop.boss);
  await expect(town.server.call(edit, { id, version, stock: 0 }, shop.boss)).rejects.toMatchObject({
    problem: 'request.malformed',
  });
  expect(await town.server.call(edit, { id, version, stock: 1 }, shop.boss)).toMatchObject({ stock: 1, redeemed: 1 });
});

test('why points changed is told to Chinese readers in Chinese, in the list, its file and the app', async () => {
  const shop = await openPointsShop(town);
  await shop.give(100, 'cold coffee');
  await shop.redeem(await shop.goods({ points: 60, title: 'Free espresso', title_zh: '免费浓缩咖啡' }));
  await shop.redeem(await shop.goods({ points: 10, title: 'Muffin' }));
  await shop.inside(async (tx) => {
    const sale = { no: '27030100000001', paidMinor: 3_599, cups: 1 };
    await earnPoints(tx, { ...sale, customerId: shop.guestId, spotId: null });
    await takeBackPoints(tx, { no: sale.no, refundId: 'r1', remaining: { paidMinor: 0, cups: 0 } });
  });
  const { page, export: file } = pointsLog.endpoints;
  const reasons = async (caller: Caller) =>
    (await town.server.call(page, {}, caller)).records.map(({ reason }) => reason).sort();
  const inChinese = { ...shop.boss, language: 'zh-CN' };
  expect(await reasons(shop.boss)).toEqual(['', 'Free espresso', 'Muffin', 'cold coffee', 'refund']);
  expect(await reasons(inChinese)).toEqual(['', 'Muffin', 'cold coffee', '免费浓缩咖啡', '退款']);
  const found = async (request: object) => (await town.server.call(page, request as never, shop.boss)).total;
  expect([
    await found({ keyword: '浓缩' }),
    await found({ keyword: '退款' }),
    await found({ keyword: 'muffin' }),
  ]).toEqual([1, 1, 1]);
  const read = async (language: string) => {
    const request = { customerId: 'guest-1' };
    const { changes } = await town.server.call(storefrontPointsEndpoints.points, request, {
      ...shop.customer,
      language,
    });
    return changes.map(({ reason }) => reason).sort();
  };
  const { id } = await town.server.call(file, { format: 'csv', columns: ['reason'] }, inChinese);
  await town.server.runDue();
  const { path } = await town.server.call(exportEndpoints.link, { id }, inChinese);
  const [head, ...cells] = (await town.server.send('GET', `/api${path}`)).text.replace('\ufeff', '').split('\r\n');
  expect(head).toBe('原因');
  expect(cells).toEqual(expect.arrayContaining(['免费浓缩咖啡', 'Muffin', '退款']));
  expect(await read('en-US')).toEqual(await reasons(shop.boss));
  expect(await read('zh-CN')).toEqual(await reasons(inChinese));
  const { changes } = await town.server.call(pointsEndpoints.getUserPoints, { userId: shop.guestId }, inChinese);
  expect(changes.map(({ reason }) => reason)).toContain('免费浓缩咖啡');
});

test('reasons from before they were kept in both languages are told in Chinese too', async () => {
  const shop = await openPointsShop(town);
  await shop.give(100, 'refund');
  await shop.give(-5, 'refund');
  await shop.redeem(await shop.goods({ points: 60, title: 'Free espresso', title_zh: '免费浓缩咖啡' }));
  await shop.inside(async (tx) => {
    const sale = { no: '27030100000002', paidMinor: 3_599, cups: 1 };
    await earnPoints(tx, { ...sale, customerId: shop.guestId, spotId: null });
    await takeBackPoints(tx, { no: sale.no, refundId: 'r1', remaining: { paidMinor: 0, cups: 0 } });
  });
  const file = await readFile(join(MIGRATIONS, '20261209-0200-points-reason-in-chinese.sql'), 'utf8');
  const client = new pg.Client({ connectionString: town.server.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('alter table points_change drop column reason_zh');
  for (const statement of statementsOf(file)) await client.query(statement);
  await client.query('commit');
  await client.query("select set_config('app.tenant_id', $1, false)", [shop.tenant.id]);
  const { rows } = await client.query('select type, reason_zh from points_change where tenant_id = $1', [
    shop.tenant.id,
  ]);
  await client.end();
  expect(rows.map(({ type, reason_zh }) => `${type} ${reason_zh}`).sort()).toEqual([
    ...['1 ', '2 免费浓缩咖啡', '3 '],
    // what a person wrote stays as it was written
    ...['4 ', '4 退款'],
  ]);
});

test.each([
  ['off', { enabled: false }],
  ['ended', { ends_at: new Date(Date.now() - 60_000) }],
  ['none-left', { max_total: 5, issued: 5 }],
])('goods of a coupon that is %s are refused at their field, and not offered', async (refusal, given) => {
  const shop = await openPointsShop(town);
  const problem = `points.coupon-${refusal}`;
  const { add, edit, turn, page } = pointsGoods.endpoints;
  const faultsOf = (call: Promise<unknown>) =>
    call.then(
      () => [],
      (error) => (error instanceof Refused ? error.answer.body.faults?.map(({ path }) => path) : [String(error)]),
    );
  const couponId = await shop.coupon(given);
  const sample = { title: 'Free espresso', points: 50, couponId };
  for (const status of [1, 0] as const)
    expect(await problemOf(town.server.call(add, { ...sample, status }, shop.boss))).toBe(problem);
  expect(await faultsOf(town.server.call(add, sample, shop.boss))).toEqual(['couponId']);

  // they were there before the coupon came to its end
  const id = await shop.goods({ coupon_id: couponId });
  const good = await shop.goods();
  expect(await town.server.call(storefrontPointsEndpoints.goods, {}, shop.customer)).toMatchObject([{ id: good }]);
  const refusals = async () =>
    new Map((await town.server.call(page, {}, shop.boss)).records.map((row) => [row.id, row.couponRefusal]));
  expect(await refusals()).toEqual(
    new Map([
      [id, refusal],
      [good, ''],
    ]),
  );
  expect(await faultsOf(town.server.call(edit, { id, points: 60 }, shop.boss))).toEqual(['couponId']);
  expect(await faultsOf(town.server.call(edit, { id: good, couponId }, shop.boss))).toEqual(['couponId']);
  // taken off sale they may keep it, and are put on sale again with another one
  expect((await town.server.call(turn, { ids: [id], on: false }, shop.boss)).failed).toEqual([]);
  expect(await faultsOf(town.server.call(edit, { id, points: 60 }, shop.boss))).toEqual([]);
  expect((await town.server.call(turn, { ids: [id], on: true }, shop.boss)).failed).toMatchObject([
    { id, message: expect.stringContaining('coupon') },
  ]);
  const other = { id, status: 1, couponId: await shop.coupon() } as const;
  expect(await faultsOf(town.server.call(edit, other, shop.boss))).toEqual([]);
});

test('goods whose coupon was deleted are not offered, and say so', async () => {
  const shop = await openPointsShop(town);
  const couponId = await shop.coupon();
  const id = await shop.goods({ coupon_id: couponId });
  await shop.inside((tx) => tx.db.deleteFrom('coupon').where('id', '=', couponId).execute());
  expect(await town.server.call(storefrontPointsEndpoints.goods, {}, shop.customer)).toEqual([]);
  expect(await town.server.call(pointsGoods.endpoints.one, { id }, shop.boss)).toMatchObject({
    couponRefusal: 'deleted',
  });
});

test('every night balances are compared with the ledger, and a difference alerts', async () => {
  const shop = await openPointsShop(town);
  await shop.give(100);
  const client = new pg.Client({ connectionString: town.server.databaseUrl });
  await client.connect();
  const alerts = async () => {
    await checkBalances.run(town.server.services, new Date());
    const found = await client.query(
      `select detail from security_event where kind = 'invariant.broken' and tenant_id = $1`,
      [shop.tenant.id],
    );
    return found.rows.map((row: { detail: unknown }) => row.detail);
  };
  expect(await alerts()).toEqual([]);
  await shop.inside((tx) => tx.db.updateTable('points_account').set({ balance: 101 }).execute());
  expect(await alerts()).toMatchObject([{ invariant: 'points.balance-adds-up', kept: 101, counted: 100 }]);
  await client.end();
});

test('the ledger is written and never changed', async () => {
  const shop = await openPointsShop(town);
  await shop.give(100);
  for (const table of ['points_change', 'points_entry'] as const) {
    await expect(shop.inside((tx) => tx.db.updateTable(table).set({ points: 1 }).execute())).rejects.toThrow(/denied/);
    await expect(shop.inside((tx) => tx.db.deleteFrom(table).execute())).rejects.toThrow(/denied/);
  }
});
