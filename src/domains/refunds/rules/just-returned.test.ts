import { expect, test } from 'vitest';
import { RefundStatus } from '../contract/refund.ts';
import { justReturned } from './just-returned.ts';

const refund = (id: string, status: RefundStatus) => ({ id, status });
const { requestedByCustomer, requestedByStaff, returned, rejected } = RefundStatus;

test.each([
  ['nothing was asked', [], [], []],
  ['one is under way', [], [refund('a', requestedByStaff)], []],
  ['the provider confirmed it', [refund('a', requestedByStaff)], [refund('a', returned)], ['a']],
  ['a customer was answered with yes', [refund('a', requestedByCustomer)], [refund('a', returned)], ['a']],
  ['it was asked and confirmed between two looks', [], [refund('a', returned)], ['a']],
  ['it was known before', [refund('a', returned)], [refund('a', returned), refund('b', requestedByStaff)], []],
  ['a customer was answered with no', [refund('a', requestedByCustomer)], [refund('a', rejected)], []],
])('%s', (_, before, now, ids) => {
  expect(justReturned(before, now).map(({ id }) => id)).toEqual(ids);
});
