import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keepFew } from './query-client.ts';

const answered = (client: QueryClient, key: number, at: number): void =>
  void client.setQueryData(['order', key], { key }, { updatedAt: at });
const keysOf = (client: QueryClient): unknown[] =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[1]);

test('the oldest answers that nobody looks at go when there are too many', () => {
  const client = new QueryClient();
  keepFew(client, 3);
  for (const key of [1, 2, 3, 4, 5, 6]) answered(client, key, key);
  // the one that came last is counted when the next one comes
  expect(keysOf(client)).toEqual([3, 4, 5, 6]);
  client.clear();
});

test('an answer on screen stays, however old it is', () => {
  const client = new QueryClient();
  keepFew(client, 2);
  answered(client, 1, 1);
  const stop = new QueryObserver(client, { queryKey: ['order', 1], enabled: false }).subscribe(() => undefined);
  for (const key of [2, 3, 4, 5, 6]) answered(client, key, key);
  expect(keysOf(client)).toContain(1);
  expect(keysOf(client)).not.toContain(2);
  stop();
  client.clear();
});
