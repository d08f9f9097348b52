import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOutbound } from '#platform/outbound/server/guarded-fetch.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { Secret } from '#platform/secrets/server/secrets.ts';
import { startTestBucket, type TestBucket } from '#platform/testing/test-bucket.ts';
import { type BucketStore, openBucketStore } from './bucket-store.ts';
import { FileTooLarge } from './file-store.ts';

const KEY = '71/icon/01a1fc10-5bf7-7c87-a529-9b79c01034e0.png';
const LIMITS = { maxBytes: 30_000_000 };

let bucket: TestBucket;
let store: BucketStore;
beforeAll(async () => {
  bucket = await startTestBucket();
});
beforeEach(async () => {
  bucket.objects.clear();
  bucket.openUploads.clear();
  bucket.fault = 'none';
  store = await open();
});
afterAll(() => bucket.close());

interface Wrong {
  secretKey?: string;
  accessKey?: string;
  bucketName?: string;
  endpoint?: string;
  allow?: readonly string[];
}
function open(wrong: Wrong = {}): Promise<BucketStore> {
  const { endpoint, accessKey, secretKey, bucketName } = { ...bucket, ...wrong };
  const settings = { endpoint, accessKey, bucketName, secretKey: { sealed: 'x' }, staticDomain: '' };
  const outbound = openOutbound({ allow: wrong.allow ?? [`127.0.0.1:${bucket.port}`] });
  return openBucketStore({ settings, secretKey: new Secret(secretKey) }, outbound);
}

async function* chunks(bytes: Uint8Array, size = 1_000_003) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const contentOf = async (key = KEY, from = store) => {
  const file = await from.read(key);
  return file && { size: file.size, bytes: await buffer(file.content) };
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test.each([
  ['a small file', 40_000, 1],
  ['one of exactly one part', 8_388_608, 1],
  ['one of a part and a byte', 8_388_609, 4],
  ['one of three parts', 20_000_000, 5],
])('%s is written signed, and read back whole', async (_title, size, callsOfWriting) => {
  const bytes = randomBytes(size);
  bucket.calls.length = 0;
  expect(await store.write(KEY, chunks(bytes), LIMITS)).toEqual({ size, checksum: sha256(bytes) });
  expect(bucket.calls.length).toBe(callsOfWriting);
  expect([...bucket.objects.keys()]).toEqual([KEY]);
  expect(bucket.openUploads.size).toBe(0);
  const back = await contentOf();
  expect({ size: back?.size, sum: sha256(back!.bytes) }).toEqual({ size, sum: sha256(bytes) });
});

test.each([
  ['at its beginning', 0, 9],
  ['inside', 500_000, 700_000],
  ['over the edge of a part of the bucket', 8_388_600, 8_388_700],
  ['up to its end', 19_999_990, 30_000_000],
])('a part of a file: %s', async (_title, first, last) => {
  const bytes = randomBytes(20_000_000);
  await store.write(KEY, chunks(bytes), LIMITS);
  const file = await store.read(KEY, { first, last });
  expect(file?.size).toBe(bytes.length);
  expect(sha256(await buffer(file!.content))).toBe(sha256(bytes.subarray(first, last + 1)));
});

test('a file that is not there is not there', async () => {
  expect(await store.read(KEY)).toBeUndefined();
  await store.remove(KEY);
});

test('a removed file is gone', async () => {
  await store.write(KEY, chunks(randomBytes(10)), LIMITS);
  await store.remove(KEY);
  expect(await store.read(KEY)).toBeUndefined();
});

test.each([
  ['more bytes than allowed', 10, 9],
  ['more of them than one part', 20_000_000, 19_999_999],
])('%s leave nothing in the bucket', async (_title, size, maxBytes) => {
  await expect(store.write(KEY, chunks(randomBytes(size)), { maxBytes })).rejects.toBeInstanceOf(FileTooLarge);
  expect([bucket.objects.size, bucket.openUploads.size]).toEqual([0, 0]);
});

test('the sweep removes old files of one tenant and purpose only', async () => {
  const names = ['71/export/a.csv', '71/export/b.csv', '71/icon/c.png', '72/export/d.csv'];
  for (const name of names) await store.write(name, chunks(randomBytes(4)), LIMITS);
  for (const name of names) bucket.objects.get(name)!.at = new Date(name.includes('b.csv') ? 3_000 : 1_000);
  bucket.objects.set('71/export/not ours.txt', { bytes: Buffer.from('x'), type: '', at: new Date(1_000) });
  expect(await store.sweep('71', 'export', new Date(2_000))).toBe(1);
  expect([...bucket.objects.keys()].sort()).toEqual([
    '71/export/b.csv',
    '71/export/not ours.txt',
    '71/icon/c.png',
    '72/export/d.csv',
  ]);
});

test('whether it holds files is asked with one call', async () => {
  bucket.objects.set('71/export/not ours.txt', { bytes: Buffer.from('x'), type: '', at: new Date(1_000) });
  bucket.calls.length = 0;
  expect(await store.holdsFiles('71/')).toBe(false);
  expect(bucket.calls).toEqual(['GET /cups/']);
  await store.write(KEY, chunks(randomBytes(4)), LIMITS);
  bucket.calls.length = 0;
  expect(await store.holdsFiles('71/')).toBe(true);
  expect(bucket.calls).toEqual(['GET /cups/']);
  bucket.fault = 'gone';
  expect(await store.holdsFiles('71/')).toBeUndefined();
});

test('a name that leads elsewhere never leaves us', async () => {
  bucket.calls.length = 0;
  for (const key of ['../secret.csv', '71/icon/../../72/x.png', 'a', ''])
    await expect(store.read(key)).rejects.toThrow('Not a file key');
  await expect(store.sweep('..', 'export', new Date())).rejects.toThrow('Not a file key');
  expect(bucket.calls).toEqual([]);
});

describe('what goes wrong becomes words for the user', () => {
  const problemOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown) => thrown,
    );
    if (!(error instanceof Problem)) return error;
    expect(JSON.stringify(error.params)).not.toContain('planted');
    return error.code;
  };
  const writing = async (wrong: Wrong) => problemOf((await open(wrong)).write(KEY, chunks(randomBytes(10)), LIMITS));

  test.each<[string, Wrong, string]>([
    ['a wrong secret key', { secretKey: 'another secret' }, 'storage.access-refused'],
    ['a wrong access key', { accessKey: 'OTHER' }, 'storage.access-refused'],
    ['a bucket that is not there', { bucketName: 'mugs' }, 'storage.access-refused'],
    ['an address that leads to our own network', { allow: [] }, 'storage.address-refused'],
    ['a private address behind https', { endpoint: 'https://10.0.0.7' }, 'storage.address-refused'],
    ['the metadata address of a cloud machine', { endpoint: 'http://169.254.169.254' }, 'storage.address-refused'],
    ['no server there', { endpoint: 'http://127.0.0.1:9', allow: ['127.0.0.1:9'] }, 'storage.unreachable'],
  ])('%s', async (_title, wrong, code) => {
    expect(await writing(wrong)).toBe(code);
    expect(bucket.objects.size).toBe(0);
  });

  test.each([
    ['broken', 'storage.unreachable'],
    ['moved', 'storage.address-refused'],
  ] as const)('a service that is %s', async (fault, code) => {
    await store.write(KEY, chunks(randomBytes(10)), LIMITS);
    bucket.fault = fault;
    expect(await problemOf(store.write(KEY, chunks(randomBytes(10)), LIMITS))).toBe(code);
    expect(await problemOf(store.read(KEY))).toBe(code);
    expect(await problemOf(store.remove(KEY))).toBe(code);
    bucket.fault = 'none';
    expect((await contentOf())?.size).toBe(10);
  });

  test('a part that fails takes the parts before it along', async () => {
    async function* failing() {
      yield randomBytes(17_000_000);
      bucket.fault = 'broken';
      yield randomBytes(8_000_000);
      bucket.fault = 'none';
      throw new Error('not reached when the part is refused first');
    }
    await expect(store.write(KEY, failing(), LIMITS)).rejects.toThrow();
    expect(bucket.objects.size).toBe(0);
  });
});
