import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { cachedDetail } from './cached-detail.ts';
import { queryClient } from './query-client.ts';

const spot = endpoint({
  method: 'GET',
  path: '/servicespots/sosServiceSpotsInfo/getById',
  permission: null,
  request: z.strictObject({ id: z.string() }),
  response: z.strictObject({ name: z.string() }),
  summary: '',
});
const read = (id: string) => cachedDetail('spots', spot, { id });

let asked: string[] = [];
let refuses = false;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01T09:00:00Z') });
  vi.stubGlobal('fetch', async (url: string) => {
    const id = new URL(url, 'http://console').searchParams.get('id') ?? '';
    asked.push(id);
    const body = refuses
      ? { success: false, code: '404', message: 'gone', result: null }
      : { success: true, code: '200', message: '', result: { name: `Spot ${id}` }, timestamp: 1 };
    return new Response(JSON.stringify(body));
  });
});
afterEach(() => {
  queryClient.clear();
  asked = [];
  refuses = false;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('askers at the same time share one call, each record its own', async () => {
  expect(await Promise.all([read('1'), read('1'), read('2')])).toEqual([
    { name: 'Spot 1' },
    { name: 'Spot 1' },
    { name: 'Spot 2' },
  ]);
  expect(asked).toEqual(['1', '2']);
});

test('an answer is kept for a minute', async () => {
  await read('1');
  vi.setSystemTime(Date.now() + 59_000);
  await read('1');
  expect(asked).toEqual(['1']);
  vi.setSystemTime(Date.now() + 2_000);
  await read('1');
  expect(asked).toEqual(['1', '1']);
});

test('a change of the slice makes it old at once', async () => {
  await read('1');
  await queryClient.invalidateQueries({ queryKey: ['spots'] });
  await read('1');
  expect(asked).toEqual(['1', '1']);
});

test('a failure is told to its asker and not kept', async () => {
  refuses = true;
  await expect(read('1')).rejects.toMatchObject({ message: 'gone' });
  refuses = false;
  expect(await read('1')).toEqual({ name: 'Spot 1' });
});
