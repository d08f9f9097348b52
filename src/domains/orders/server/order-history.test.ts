import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { orderHistoryEndpoint } from '#domains/orders/contract/history-endpoint.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { ORDER_PERMISSIONS, startTestTown, type TestTown } from './test-shop.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown();
});
afterAll(() => town.stop());

const historyOf = (id: string, caller: Caller) => town.server.call(orderHistoryEndpoint, { id }, caller);

test('what staff did to an order by hand is told with amounts, states and reasons', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  const { staffMoves } = await town.server.call(orderEndpoints.detail, { orderNo }, shop.staff);
  await town.server.call(refundEndpoints.refund, { orderNo, amountMinor: 500, reason: 'cold coffee' }, shop.staff);
  const { status, step } = staffMoves[0]!;
  const move = { orderNo, status, step, reason: 'by hand' };
  await town.server.call(orderEndpoints.change, move as never, shop.staff);
  const { records, total, names } = await historyOf(orderNo, shop.staff);
  expect({ total, names }).toEqual({ total: 2, names: {} });
  expect(records[0]).toMatchObject({ action: 'order:change', reason: 'by hand', byKind: 'staff' });
  for (const { field, after } of records[0]?.changes ?? []) expect(after).toBe(move[field as 'status' | 'step']);
  expect(records[0]?.changes).not.toEqual([]);
  expect(records[1]).toMatchObject({
    action: 'order:refund',
    reason: 'cold coffee',
    changes: [{ field: 'amountMinor', before: null, after: 500 }],
  });
});

test('an order nobody touched has no history; one that the reader may not see has none for him', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  expect(await historyOf(orderNo, shop.staff)).toMatchObject({ records: [], total: 0 });
  const other = await town.openShop();
  const elsewhere = await shop.tenant.staff([...ORDER_PERMISSIONS], { spotIds: [shop.otherSpotId] });
  for (const caller of [other.staff, elsewhere])
    await expect(historyOf(orderNo, caller)).rejects.toMatchObject({ problem: 'order.not-found' });
});
