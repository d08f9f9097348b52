import { expect, test } from 'vitest';
import { askedOfList } from './asked-of-list.ts';

const request = { pageNo: 3, pageSize: 20, status: 'spare', column: 'serialNumber', order: 'desc' };

test('a file has the filters and the order of the list, and not only the page that is shown', () => {
  const order = { column: 'serialNumber', order: 'desc' };
  expect(askedOfList(request)).toEqual({ status: 'spare', ...order });
  expect(askedOfList({ pageNo: 1, pageSize: 20 })).toEqual({});
});

test('a file of days is in the order of its times', () => {
  const range = { createdFrom: '2026-03-01T23:00:00.000Z', createdTo: '2026-03-02T23:00:00.000Z' };
  expect(askedOfList(request, { days: range })).toEqual({ status: 'spare', ...range });
});

test('a file of chosen records holds all of them, in the order of the list', () => {
  const order = { column: 'serialNumber', order: 'desc' };
  expect(askedOfList(request, { only: ['a', 'b'] })).toEqual({ ...order, selections: 'a,b' });
});
