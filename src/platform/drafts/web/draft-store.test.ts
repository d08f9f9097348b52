import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestStorage } from '#platform/storage/web/test-storage.ts';
import { clearDrafts, dropDraft, keepDraft, readDraft, setDraftOwner, takeUntoldDrafts } from './draft-store.ts';

const DAY_MS = 86_400_000;
const mona = { userId: 'u1', tenantId: '1000' };
const draft = {
  values: { reason: 'Cold coffee' },
  base: { reason: '' },
  title: 'Refund order 1',
  address: '/orders/detail/1',
};

let storage: TestStorage;

beforeEach(() => {
  storage = new TestStorage();
  vi.stubGlobal('sessionStorage', storage);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01T09:00:00Z') });
  setDraftOwner(mona);
});
afterEach(() => {
  clearDrafts();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a draft comes back to the same user in the same tenant', () => {
  keepDraft('orders.refund:1', draft);
  setDraftOwner(mona);
  expect(readDraft('orders.refund:1')).toMatchObject(draft);
});

test.each([
  ['another user', { userId: 'u2', tenantId: '1000' }],
  ['the same user in another tenant', { userId: 'u1', tenantId: '1001' }],
])('%s is not offered it, and it waits for its owner', (_, other) => {
  keepDraft('orders.refund:1', draft);
  setDraftOwner(other);
  expect(readDraft('orders.refund:1')).toBeUndefined();
  expect(takeUntoldDrafts()).toEqual([]);
  setDraftOwner(mona);
  expect(readDraft('orders.refund:1')).toMatchObject(draft);
});

test('a draft of another form or record stays there', () => {
  keepDraft('orders.refund:1', draft);
  expect(readDraft('orders.refund:2')).toBeUndefined();
});

test('a draft lives 24 hours', () => {
  keepDraft('orders.refund:1', draft);
  vi.setSystemTime(Date.now() + DAY_MS - 1);
  expect(readDraft('orders.refund:1')).toBeDefined();
  vi.setSystemTime(Date.now() + 1);
  expect(readDraft('orders.refund:1')).toBeUndefined();
  setDraftOwner(mona);
  expect(Object.keys(storage)).toEqual([]);
});

test('a draft that was saved or discarded is gone', () => {
  keepDraft('orders.refund:1', draft);
  dropDraft('orders.refund:1');
  expect(readDraft('orders.refund:1')).toBeUndefined();
});

test('a logout takes every draft along, and nothing is kept after it', () => {
  keepDraft('orders.refund:1', draft);
  clearDrafts();
  keepDraft('orders.refund:1', draft);
  expect(Object.keys(storage)).toEqual([]);
});

test('the user is told of a draft once', () => {
  keepDraft('orders.refund:1', draft);
  expect(takeUntoldDrafts()).toMatchObject([{ title: 'Refund order 1' }]);
  expect(takeUntoldDrafts()).toEqual([]);
  expect(readDraft('orders.refund:1')).toMatchObject(draft);
});

test.each([['"text"'], ['{"values":[]}'], ['{"values":{},"savedAt":"soon"}'], ['not json']])(
  'stored text %s is no draft',
  (text) => {
    storage.setItem('draft:1000:u1:orders.refund:1', text);
    expect(readDraft('orders.refund:1')).toBeUndefined();
  },
);
