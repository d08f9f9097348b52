import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileTooLarge, openFolderStore } from './file-store.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-'));
});
afterEach(() => rm(root, { recursive: true }));

const KEY = 'nord/export/a.csv';
const LIMITS = { maxBytes: 1000 };

async function* parts(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

test('what was written in parts is read back whole, with size and checksum', async () => {
  const store = openFolderStore(root);
  const written = await store.write(KEY, parts('one,', 'two'), LIMITS);
  expect(written).toEqual({ size: 7, checksum: createHash('sha256').update('one,two').digest('hex') });
  const file = await store.read(KEY);
  expect(file?.size).toBe(7);
  expect(file && (await buffer(file.content)).toString()).toBe('one,two');
});

test('a source that breaks off leaves the older file and no remains', async () => {
  const store = openFolderStore(root);
  await store.write(KEY, parts('old'), LIMITS);
  async function* broken() {
    yield Buffer.from('new');
    throw new Error('the cursor is gone');
  }
  await expect(store.write(KEY, broken(), LIMITS)).rejects.toThrow('the cursor is gone');
  const file = await store.read(KEY);
  expect(file && (await buffer(file.content)).toString()).toBe('old');
  expect(await readdir(join(root, 'nord/export'))).toEqual(['a.csv']);
});

test('more bytes than allowed are refused while they come', async () => {
  const store = openFolderStore(root);
  await expect(store.write(KEY, parts('12345', '6'), { maxBytes: 5 })).rejects.toBeInstanceOf(FileTooLarge);
  expect(await store.read(KEY)).toBeUndefined();
});

test('a name that leads out of the folder is refused by every act', async () => {
  const store = openFolderStore(root);
  const key = '../../secret.csv';
  await expect(store.read(key)).rejects.toThrow('Not a file key');
  await expect(store.write(key, parts('x'), LIMITS)).rejects.toThrow('Not a file key');
  expect(() => store.remove(key)).toThrow('Not a file key');
  await expect(store.sweep('..', 'export', new Date(0))).rejects.toThrow('Not a file key');
});

test('the sweep removes old files of one tenant and purpose only', async () => {
  const store = openFolderStore(root);
  for (const key of [KEY, 'nord/export/b.csv', 'nord/import/c.csv', 'sued/export/d.csv'])
    await store.write(key, parts('x'), LIMITS);
  for (const key of [KEY, 'nord/import/c.csv', 'sued/export/d.csv'])
    await utimes(join(root, key), new Date(1000), new Date(1000));
  expect(await store.sweep('nord', 'export', new Date(2000))).toBe(1);
  expect(await store.read(KEY)).toBeUndefined();
  expect(await readdir(join(root, 'nord/export'))).toEqual(['b.csv']);
  expect(await store.sweep('west', 'export', new Date(2000))).toBe(0);
});

test('a removed file is gone, and removing it again does no harm', async () => {
  const store = openFolderStore(root);
  await store.write(KEY, parts('x'), LIMITS);
  await store.remove(KEY);
  await store.remove(KEY);
  expect(await store.read(KEY)).toBeUndefined();
});
