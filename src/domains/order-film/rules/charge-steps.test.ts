import { expect, test } from 'vitest';
import type { ChargeStep } from '../contract/film.ts';
import { type ChargedOrder, chargeSteps } from './charge-steps.ts';

const line = (facts: object) => ({
  ...{ name: 'Latte', quantity: 2, listPriceMinor: 5_000, unitMinor: 4_050, amountMinor: 8_100 },
  ...{ channelDiscountMinor: 900, discountMinor: 1_000, taxMinor: 1_420, payableMinor: 7_100, taxRate: 250_000 },
  ...{ lineNo: 1, goodsId: 'g', options: [{ id: 'o', name: 'Large', costMinor: 0 }], latteArt: null, ...facts },
});
const refund = (facts: object) => ({
  ...{ id: 'r', orderNo: '1', origin: 'customer', status: 102, providerState: 'succeeded', amountMinor: 3_550 },
  ...{ currency: 'NOK', isFull: false, drinkNos: [1], reason: 'cold', requestedByName: '', requestedAt: 'then' },
  ...{ answeredByName: null, answeredAt: null, answerReason: null, completedAt: 'later', providerRef: null },
  ...{ lastError: null, ...facts },
});
const order = (money: object, more: object = {}) =>
  ({
    lines: [line({})],
    money: {
      ...{ currency: 'NOK', taxMode: 'inclusive', subtotalMinor: 8_100, discountMinor: 1_000, extraMinor: 500 },
      ...{ taxMinor: 1_520, totalMinor: 7_600, roundingAdjustmentMinor: 0, payableMinor: 7_600, paidMinor: 7_600 },
      ...{ refundedMinor: 3_550, refundableMinor: 4_050 },
      taxes: [{ rate: 250_000, baseMinor: 6_080, taxMinor: 1_520 }],
      ...money,
    },
    ...{ refunds: [refund({})], channel: 'app', paidAt: 'soon', pricing: { channelDiscountPercent: 10 }, ...more },
  }) as unknown as ChargedOrder;

const told = (steps: readonly ChargeStep[]) => steps.map(({ step, amountMinor }) => `${step} ${amountMinor}`);

test('every step from list price to what is kept is said', () => {
  expect(told(chargeSteps(order({})))).toEqual([
    ...['line 10000', 'reduced -1000', 'channel -900', 'subtotal 8100', 'coupon -1000', 'extra 500', 'total 7600'],
    ...['taxIncluded 1520', 'paid 7600', 'refund -3550', 'kept 4050'],
  ]);
});

test('tax is a part of the price where it is added, and what is nothing is not said', () => {
  const steps = chargeSteps(
    order(
      {
        taxMode: 'exclusive',
        discountMinor: 0,
        extraMinor: 0,
        taxMinor: 2_025,
        payableMinor: 10_125,
        refundedMinor: 0,
      },
      { refunds: [] },
    ),
  );
  expect(told(steps)).toEqual([
    ...['line 10000', 'reduced -1000', 'channel -900', 'subtotal 8100', 'tax 2025', 'total 10125'],
    ...['paid 7600', 'kept 7600'],
  ]);
});

test.each([
  ['inclusive', order({})],
  [
    'with rounding',
    order({ roundingAdjustmentMinor: -5, payableMinor: 7_595, paidMinor: 7_595, refundedMinor: 3_550 }),
  ],
  [
    'an open refund is a note',
    order({ refundedMinor: 0 }, { refunds: [refund({ status: 100, providerState: null, completedAt: null })] }),
  ],
  ['unpaid', order({ paidMinor: 0, refundedMinor: 0 }, { refunds: [], paidAt: null })],
])('parts add up to the sums: %s', (_name, of) => {
  let running = 0;
  for (const { step, role, amountMinor } of chargeSteps(of)) {
    if (role === 'part') running += amountMinor;
    if (role === 'sum' && step !== 'paid') expect([step, amountMinor]).toEqual([step, running]);
    if (step === 'paid') running = amountMinor;
  }
});
