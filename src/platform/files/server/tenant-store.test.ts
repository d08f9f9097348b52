import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { Problem } from '#platform/problems/server/raise.ts';
import type { FilePlace } from './file-places.ts';
import { type FileStore, openFolderStore } from './file-store.ts';
import { type KnownBucket, openTenantStore } from './tenant-store.ts';

const KEY = '71/export/01a1fc10-5bf7-7c87-a529-9b79c01034e0.csv';
const LIMITS = { maxBytes: 1_000 };

// what a bucket does is the matter of bucket-store.test.ts
const roots: string[] = [];
let root: string;
let notes: Map<string, FilePlace>;
let buckets: KnownBucket[];
let folder: FileStore;
let store: FileStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'console-stores-'));
  roots.push(root);
  notes = new Map();
  buckets = [];
  folder = openFolderStore(join(root, 'folder'));
  store = openTenantStore(folder, {
    bucketsOf: async (tenantId) => buckets.filter((bucket) => bucket.tenantId === tenantId),
    find: async (_, key) => notes.get(key),
    note: async (_, key, place) => void notes.set(key, place),
    remove: async (_, key) => void notes.delete(key),
    removeSwept: async (_, prefix) => {
      for (const key of notes.keys()) if (key.startsWith(prefix)) notes.delete(key);
    },
  });
});
afterAll(() => Promise.all(roots.map((one) => rm(one, { recursive: true, force: true }))));

const bucket = (address: string, { tenantId = '71', isFormer = false } = {}): KnownBucket => ({
  tenantId,
  address,
  isFormer,
  store: openFolderStore(join(root, address)),
});
const away = async (): Promise<never> => {
  throw new Problem('storage.unreachable');
};
const outOfReach = (one: KnownBucket): KnownBucket => ({
  ...one,
  store: { write: away, read: away, remove: away, sweep: away },
});

async function* words(said: string) {
  yield Buffer.from(said);
}
const write = (said = 'rows') => store.write(KEY, words(said), LIMITS);
const readIn = async (from: FileStore) => {
  const file = await from.read(KEY);
  return file && text(file.content);
};

test('a file is written to the own bucket of today, else to that of the installation, else to the folder', async () => {
  const [own, shared] = [bucket('own'), bucket('shared', { tenantId: '1' })];
  const former = bucket('former', { isFormer: true });
  for (const [given, place] of [
    [[former], folder],
    [[former, shared], shared.store],
    [[own, former, shared], own.store],
  ] as const) {
    buckets = [...given];
    await write();
    expect(await readIn(place)).toBe('rows');
    await store.remove(KEY);
    expect(await readIn(place)).toBeUndefined();
    expect(notes.size).toBe(0);
  }
});

test.each(['noted', 'from before the notes'])(
  'a file %s in the folder or in a former bucket is read while the bucket of today is away',
  async (when) => {
    const [own, next] = [bucket('own'), bucket('next')];
    for (const [given, place] of [
      [[], folder],
      [[own], own.store],
    ] as const) {
      buckets = [...given];
      await write();
      if (when !== 'noted') notes.clear();
      buckets = [outOfReach(next), ...given.map((one) => ({ ...one, isFormer: true }))];
      expect(await readIn(store)).toBe('rows');
      if (when === 'noted') await store.remove(KEY);
      else await expect(store.remove(KEY)).rejects.toMatchObject({ code: 'storage.unreachable' });
      // one that is away keeps nothing from going elsewhere
      expect(await readIn(place)).toBeUndefined();
    }
  },
);

test('a file whose bucket is away says so, and so does one that may lie in it', async () => {
  const own = bucket('own');
  buckets = [own];
  await write();
  buckets = [outOfReach(own)];
  await expect(store.read(KEY)).rejects.toMatchObject({ code: 'storage.unreachable' });
  notes.clear();
  await expect(store.read(KEY)).rejects.toMatchObject({ code: 'storage.unreachable' });
  buckets = [];
  expect(await store.read(KEY)).toBeUndefined();
  notes.set(KEY, { tenantId: '71', address: 'own' });
  await expect(store.read(KEY)).rejects.toMatchObject({ code: 'storage.not-read' });
});

test('what is written once more is read where it was written last', async () => {
  await write('before');
  buckets = [bucket('own')];
  await write('after');
  expect(await readIn(store)).toBe('after');
});

test('a sweep goes through all places, and comes again where one is away', async () => {
  const [own, next] = [bucket('own'), bucket('next')];
  buckets = [own];
  await write();
  const after = new Date(Date.now() + 60_000);
  buckets = [outOfReach(next), { ...own, isFormer: true }];
  await expect(store.sweep('71', 'export', after)).rejects.toMatchObject({ code: 'storage.unreachable' });
  expect(await readIn(own.store)).toBeUndefined();
  expect(notes.size).toBe(1);
  buckets = [next];
  expect(await store.sweep('71', 'export', after)).toBe(0);
  expect(notes.size).toBe(0);
});
