import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FileStore, openFolderStore } from './file-store.ts';
import { openTenantStore } from './tenant-store.ts';

const KEY = '71/export/01a1fc10-5bf7-7c87-a529-9b79c01034e0.csv';
const LIMITS = { maxBytes: 1_000 };

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'console-stores-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function* words(said: string) {
  yield Buffer.from(said);
}
const readIn = async (store: FileStore) => {
  const file = await store.read(KEY);
  return file && text(file.content);
};

test('a file stays where it was made, whatever buckets its tenant gets later', async () => {
  // what a bucket does is the matter of bucket-store.test.ts
  const [folder, shared, own] = ['folder', 'shared', 'own'].map((name) => openFolderStore(join(root, name))) as [
    FileStore,
    FileStore,
    FileStore,
  ];
  let buckets: FileStore[] = [];
  const store = openTenantStore(folder, async () => buckets);
  for (const [given, place] of [
    [[], folder],
    [[shared], shared],
    [[own, shared], own],
  ] as const) {
    buckets = [...given];
    await store.write(KEY, words('rows'), LIMITS);
    expect(await readIn(place)).toBe('rows');
    buckets = [own, shared];
    expect(await readIn(store)).toBe('rows');
    await store.remove(KEY);
    expect(await readIn(place)).toBeUndefined();
  }
});
