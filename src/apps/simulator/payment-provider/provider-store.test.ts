import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openProviderStore } from './provider-store.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function aFolder(): { dataDir: string; size(): number; append(text: string): void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'provider-store-'));
  folders.push(dataDir);
  const file = join(dataDir, 'provider.jsonl');
  return { dataDir, size: () => statSync(file).size, append: (text) => appendFileSync(file, text) };
}

const answer = (at: Date, body: string) => ({ fingerprint: 'f', status: 200, body, requestId: 'r', at: at.getTime() });
const MEGABYTE = 1024 * 1024;

test('a journal that sells day and night does not grow for ever, and loses nothing that counts', () => {
  const { dataDir, size } = aFolder();
  let now = new Date('2027-03-01T00:00:00Z');
  const store = openProviderStore(dataDir, () => now);
  const body = 'x'.repeat(100_000);
  for (let hour = 0; hour < 24 * 14; hour++) {
    now = new Date(now.getTime() + 3_600_000);
    store.put('answers', `answer ${hour}`, answer(now, body));
    store.put('endpoints', 'e1', { account: 'a', secret: `after ${hour} hours` } as never);
    store.commit();
  }
  expect(size()).toBeLessThan(20 * MEGABYTE);
  const later = openProviderStore(dataDir, () => now);
  expect(later.get('endpoints', 'e1')).toMatchObject({ secret: 'after 335 hours' });
  expect(later.get('answers', 'answer 335')?.body).toBe(body);
  expect(later.get('answers', 'answer 312')?.body).toBe(body);
});

test('what was cut off in the middle of a line never happened, and what was written before it did', () => {
  const { dataDir, append } = aFolder();
  const now = () => new Date('2027-03-01T00:00:00Z');
  const store = openProviderStore(dataDir, now);
  store.put('answers', 'one', answer(now(), '您好'));
  store.commit();
  append('[["answers","two",{"bo');
  const again = openProviderStore(dataDir, now);
  expect(again.keys('answers')).toEqual(['one']);
  again.put('answers', 'three', answer(now(), 'x'));
  again.commit();
  expect(openProviderStore(dataDir, now).keys('answers')).toEqual(['one', 'three']);
  expect(openProviderStore(dataDir, now).get('answers', 'one')?.body).toBe('您好');
});
