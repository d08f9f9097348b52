import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestLender, type TestLender } from './test-rentals.ts';

let lender: TestLender;
beforeAll(async () => {
  lender = await startTestLender();
});
afterAll(() => lender.stop());

const ROUNDS = 50;

test('two customers want the last unit at once, fifty times: one gets it, the other pays nothing', async () => {
  const station = await lender.open({ units: ['U1'] });
  for (let round = 1; round <= ROUNDS; round++) {
    const both = await Promise.allSettled([station.rent(), station.rent()]);
    const got = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(got, `round ${round}`).toMatchObject([{ step: 'ejecting', serial: 'U1' }]);
    expect(refused, `round ${round}`).toMatchObject([{ problem: 'cabinet.nothing-to-lend' }]);
    expect(station.books(), `round ${round}`).toEqual({ chargedMinor: 0, refundedMinor: 0, heldMinor: 3_000 });
    const { orderNo } = got[0]!;
    await station.ejected(orderNo);
    // within the free minutes, and charged anew for the next two
    await station.returned('U1', station.cabinet, { slot: 1 });
    await lender.until(() => station.books().heldMinor === 0);
    await station.inside(({ db }) => db.updateTable('cabinet_slot').set({ soc: 99 }).where('slot', '=', 1).execute());
  }
  const orders = await station.inside(({ db }) => db.selectFrom('rental_order').select('paid_minor').execute());
  expect(orders).toHaveLength(ROUNDS);
  expect(orders.every(({ paid_minor }) => Number(paid_minor) === 0)).toBe(true);
}, 180_000);
