import { expect, test } from 'vitest';
import type { PaymentConfig } from '#domains/payments/contract/payment-configs.ts';
import { SETUP_ITEMS, type SetupItemName, setupItems } from './setup-items.ts';

const CARD = { channel: 'stripe', customName: 'Card' } as PaymentConfig;
const STORAGE = {
  endpoint: 'https://s3.example',
  accessKey: 'AK',
  secretKey: '••••••••',
  secretKeyIsSet: true,
  bucketName: 'coffee',
  staticDomain: 'https://files.example',
};
const COMPLETE = {
  timeZone: 'Europe/Oslo',
  currency: 'NOK' as const,
  currencyFormat: 'symbol' as const,
  timeFormat: 'yyyy-MM-dd HH:mm:ss' as const,
  ossConfig: JSON.stringify(STORAGE),
  emailConfig: '{"host":"smtp.example","from":"console@nordic.example"}',
  smsConfig: '{"endpoint":"https://sms.example","secretKey":"••••••••","secretKeyIsSet":true}',
};
type Info = Parameters<typeof setupItems>[0];

const missing = (
  info: Partial<Record<keyof Info, unknown>> = {},
  stripe = [CARD],
  payments = [CARD],
): SetupItemName[] =>
  setupItems({ ...COMPLETE, ...info } as Info, stripe, payments).flatMap((item) => (item.isDone ? [] : [item.name]));

test('a tenant with all nine settings misses nothing; a masked secret counts as set', () => {
  expect(missing()).toEqual([]);
  expect(setupItems(COMPLETE, [CARD], [CARD]).map((item) => item.name)).toEqual([...SETUP_ITEMS]);
});

test('what a tenant begins with is not set before somebody has chosen it', () => {
  const begun = { isSet: false, timeZone: 'UTC', currency: 'EUR' };
  expect(missing(begun)).toEqual(['timeZone', 'currency', 'currencyFormat', 'timeFormat']);
  expect(missing({ ...begun, isSet: true })).toEqual([]);
});

test.each([
  ['timeZone', { timeZone: '' }],
  ['currency', { currency: null }],
  ['currencyFormat', { currencyFormat: '' }],
  ['timeFormat', { timeFormat: ' ' }],
  ['storage', { ossConfig: null }],
  ['storage', { ossConfig: 'not json' }],
  ['email', { emailConfig: null }],
  ['email', { emailConfig: '{}' }],
  ['email', { emailConfig: '{"password":"","passwordIsSet":false}' }],
  ['sms', { smsConfig: '[]' }],
] as const)('%s is missing with %j', (name, info) => {
  expect(missing(info)).toEqual([name]);
});

test.each(['endpoint', 'accessKey', 'secretKey', 'bucketName', 'staticDomain'])(
  'storage without its %s is not complete',
  (part) => {
    const ossConfig = JSON.stringify({ ...STORAGE, [part]: '', [`${part}IsSet`]: false });
    const storage = setupItems({ ...COMPLETE, ossConfig }, [CARD], [CARD]).find((item) => item.name === 'storage');
    expect(storage).toMatchObject({ isDone: false, missing: [part] });
  },
);

test('the webhook is named by the first list, the payment settings by the second', () => {
  expect(missing({}, [], [CARD])).toEqual(['webhook']);
  expect(missing({}, [CARD], [])).toEqual(['payment']);
});

test('a new tenant, which has nothing but its clock and money, misses the other five', () => {
  expect(missing({ ossConfig: null, emailConfig: null, smsConfig: null }, [], [])).toEqual([
    'storage',
    'email',
    'webhook',
    'payment',
    'sms',
  ]);
});

test('what is set is shown in its own words, never with a secret', () => {
  const items = setupItems(COMPLETE, [CARD], [{ ...CARD, customName: '' }]);
  expect(items.map((item) => item.value)).toEqual([
    'Europe/Oslo',
    'NOK',
    'symbol',
    'yyyy-MM-dd HH:mm:ss',
    'https://s3.example',
    'console@nordic.example',
    'Card',
    'stripe',
    'https://sms.example',
  ]);
});
