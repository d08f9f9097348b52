import { expect, test } from 'vitest';
import { ADAPTERS } from '../contract/adapters.ts';
import { amountRuleOf, tooFineSteps } from './amount-rules.ts';
import { readContent } from './config-content.ts';

const KEY = 'sk_live_0123456789abcdWXYZ';
const MASK = '••••••••';
const { stripe, free } = ADAPTERS;

test('secrets are taken out, and what is shown has masks for them', () => {
  const read = readContent(stripe, { publicKey: 'pk_live_1', secretKey: KEY, webhookSecret: 'whsec_short' }, undefined);
  expect(read).toEqual({
    shown: { publicKey: 'pk_live_1', secretKey: `${MASK}WXYZ`, webhookSecret: MASK },
    fresh: { secretKey: KEY, webhookSecret: 'whsec_short' },
    ...{ dropped: [], faults: [] },
  });
});

test('a mask keeps what is there, an empty value drops it', () => {
  const before = { publicKey: '', secretKey: `${MASK}WXYZ`, webhookSecret: MASK };
  const kept = readContent(stripe, { ...before, webhookSecret: '' }, before);
  expect(kept).toMatchObject({ shown: { secretKey: `${MASK}WXYZ`, webhookSecret: '' }, fresh: {}, faults: [] });
  expect(kept.dropped).toEqual(['webhookSecret']);
});

test.each([
  ['nothing', {}, undefined, [{ path: 'secretKey', code: 'payment-config.value-needed' }]],
  ['an empty key', { secretKey: '' }, undefined, [{ path: 'secretKey', code: 'payment-config.value-needed' }]],
  [
    'another kind of key',
    { secretKey: 'pk_live_1' },
    undefined,
    [{ path: 'secretKey', code: 'payment-config.value-wrong' }],
  ],
  [
    'a name that nobody knows',
    { secretKey: KEY, appId: 'x' },
    undefined,
    [{ path: 'appId', code: 'payment-config.unknown-value' }],
  ],
  [
    'a mask of nothing',
    { secretKey: MASK },
    undefined,
    [{ path: 'secretKey', code: 'payment-config.nothing-to-keep' }],
  ],
  [
    'a mask of nothing after an edit',
    { secretKey: MASK },
    { secretKey: '' },
    [{ path: 'secretKey', code: 'payment-config.nothing-to-keep' }],
  ],
])('%s is a fault where it stands', (_case, given, before, faults) => {
  expect(readContent(stripe, given, before).faults).toEqual(faults);
});

test('what costs nothing has nothing to set', () => {
  expect(readContent(free, {}, undefined)).toEqual({ shown: {}, fresh: {}, dropped: [], faults: [] });
  expect(readContent(free, { secretKey: KEY }, undefined).faults).toHaveLength(1);
});

test('steps and minimums are those of the currency', () => {
  const rules = [
    { currency: 'OMR', amountStepMinor: 15, minAmountMinor: null },
    { currency: 'NOK', amountStepMinor: 100, minAmountMinor: 300 },
  ] as const;
  expect(tooFineSteps(rules)).toEqual([0]);
  expect(amountRuleOf(rules, 'NOK')).toEqual({ amountStepMinor: 100, minimumMinor: 300 });
  expect(amountRuleOf(rules, 'JPY')).toEqual({});
});
