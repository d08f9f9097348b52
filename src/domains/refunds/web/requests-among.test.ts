import { expect, test } from 'vitest';
import { requestsAmong } from './requests-among.ts';

test.each([
  [undefined, '100'],
  ['100', '100'],
  ['100,102', '100'],
  ['!102', '100'],
  ['102', undefined],
  ['!100', undefined],
  ['!100,102', undefined],
])('of orders with refund state %s those with %s are asked for', (refundStatus, asked) => {
  const list = { pageNo: 3, pageSize: 20, column: 'createdAt', order: 'asc', search: 'N1', refundStatus };
  expect(requestsAmong(list)).toEqual(asked && { search: 'N1', refundStatus: asked });
});
