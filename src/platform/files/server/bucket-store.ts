import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { S3mini } from 's3mini';
import type { Outbound } from '#platform/outbound/server/guarded-fetch.ts';
import { FILE_TYPES, type FileExtension, readFileKey } from '../rules/stored-file.ts';
import { bucketAddress, bucketRegion } from './bucket-address.ts';
import { objectsAbsent, storageProblem } from './bucket-problem.ts';
import { type FileStore, FileTooLarge } from './file-store.ts';
import type { StorageAccount } from './storage-account.ts';

/** What is in memory of one file at a time; services take parts from 5 MB on. */
const PART_BYTES = 8_388_608;
const SHORT_MS = 10_000;
/** For eight megabytes at once. */
const LONG_MS = 30_000;
/** Head and frame of an answer beside the part itself. */
const ANSWER_BYTES = PART_BYTES + 65_536;

export interface BucketStore extends FileStore {
  /** Whether a file of ours lies there whose key begins so; undefined of a bucket that is gone. */
  holdsFiles(prefix: string): Promise<boolean | undefined>;
}

/** Files in a tenant's own S3-compatible bucket, under the rules of security 12. Failures are problems with words for the user. */
export async function openBucketStore(account: StorageAccount, outbound: Outbound): Promise<BucketStore> {
  const { S3mini } = await import('s3mini');
  const { settings, secretKey } = account;
  const s3 = new S3mini({
    accessKeyId: settings.accessKey,
    secretAccessKey: secretKey.reveal(),
    endpoint: bucketAddress(settings),
    region: bucketRegion(settings),
    fetch: guarded(outbound),
  });

  async function remove(key: string): Promise<void> {
    partsOf(key);
    await s3.deleteObject(key).catch((error) => {
      if (!objectsAbsent(error)) throw storageProblem(error);
    });
  }

  const pageBelow = (prefix: string, next?: string) =>
    s3.listObjectsPaged('/', prefix, 1_000, next).catch((error) => {
      throw storageProblem(error);
    });

  /** Our files below a prefix, a thousand at a time, from its first page on. */
  async function* objectsBelow(prefix: string, first: Awaited<ReturnType<typeof pageBelow>>) {
    for (let page = first; page; ) {
      yield* (page.objects ?? []).filter(({ Key }) => readFileKey(Key));
      const next = page.nextContinuationToken;
      page = next === undefined ? null : await pageBelow(prefix, next);
    }
  }

  return {
    async write(key, content, { maxBytes }) {
      const type = FILE_TYPES[partsOf(key).extension].contentType;
      const hash = createHash('sha256');
      let size = 0;
      async function* measured() {
        for await (const chunk of content) {
          size += chunk.byteLength;
          if (size > maxBytes) throw new FileTooLarge(`More than ${maxBytes} bytes`);
          hash.update(chunk);
          yield chunk;
        }
      }
      await putObject(s3, key, type, inParts(measured()));
      return { size, checksum: hash.digest('hex') };
    },

    async read(key, part) {
      partsOf(key);
      const from = part?.first ?? 0;
      const first = await getPart(s3, key, from);
      const to = Math.min(part?.last ?? Number.POSITIVE_INFINITY, (first?.total ?? 0) - 1);
      return (
        first && {
          size: first.total,
          content: Readable.from(restOf(s3, key, { first, from, to }), { objectMode: false }),
        }
      );
    },

    remove,

    async sweep(tenantId, purpose, before) {
      const prefix = `${tenantId}/${purpose}/`;
      partsOf(`${prefix}any.csv`);
      let removed = 0;
      for await (const { Key, LastModified } of objectsBelow(prefix, await pageBelow(prefix))) {
        if (new Date(LastModified).getTime() >= before.getTime()) continue;
        await remove(Key);
        removed += 1;
      }
      return removed;
    },

    async holdsFiles(prefix) {
      // the library's word for a bucket that is not there
      const first = await pageBelow(prefix);
      if (first === null) return undefined;
      return !(await objectsBelow(prefix, first).next()).done;
    },
  };
}

function partsOf(key: string): { extension: FileExtension } {
  const parts = readFileKey(key);
  if (!parts) throw new Error('Not a file key');
  return parts;
}

/** One call for a small file; parts for a large one, which appear as a whole at the end or not at all. */
async function putObject(
  s3: S3mini,
  key: string,
  type: string,
  parts: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const { value: first = new Uint8Array(0) } = await parts.next();
  const second = await parts.next();
  if (second.done) return void (await s3.putObject(key, first, type).catch(rethrow));
  const upload = await s3.getMultipartUploadId(key, type).catch(rethrow);
  try {
    const sent = [];
    sent.push(await s3.uploadPart(key, upload, first, 1).catch(rethrow));
    sent.push(await s3.uploadPart(key, upload, second.value, 2).catch(rethrow));
    for await (const part of parts) {
      sent.push(await s3.uploadPart(key, upload, part, sent.length + 1).catch(rethrow));
    }
    await s3.completeMultipartUpload(key, upload, sent).catch(rethrow);
  } catch (error) {
    await s3.abortMultipartUpload(key, upload).catch(() => undefined);
    throw error;
  }
}

/** The chunks again, each but the last of the full size. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + PART_BYTES - filled);
      part.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < PART_BYTES) continue;
      yield part;
      part = new Uint8Array(PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield part.slice(0, filled);
}

interface Part {
  readonly bytes: Uint8Array;
  /** Of the whole file. */
  readonly total: number;
}

async function getPart(s3: S3mini, key: string, from: number): Promise<Part | undefined> {
  try {
    const answer = await s3.getObjectRaw(key, false, from, from + PART_BYTES);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const range = answer.headers.get('content-range');
    // a service that knows no ranges answers the whole file
    if (range === null) return { bytes: bytes.subarray(from), total: bytes.length };
    return { bytes, total: Number(/\/(\d+)$/.exec(range)?.[1] ?? bytes.length) };
  } catch (error) {
    if (objectsAbsent(error)) return undefined;
    throw storageProblem(error);
  }
}

/** From one byte to another, both included. */
async function* restOf(
  s3: S3mini,
  key: string,
  { first, from, to }: { first: Part; from: number; to: number },
): AsyncGenerator<Uint8Array> {
  for (let at = from, part: Part | undefined = first; at <= to; ) {
    if (!part || part.bytes.length === 0) throw new Error('the file changed while it was read');
    const wanted = part.bytes.subarray(0, to + 1 - at);
    at += wanted.length;
    yield wanted;
    if (at <= to) part = await getPart(s3, key, at);
  }
}

const rethrow = (error: unknown): never => {
  throw storageProblem(error);
};

/** The library's way out: every call through the guard of outbound calls. */
function guarded(outbound: Outbound): typeof fetch {
  return (input, init) => {
    const body = init?.body ?? undefined;
    const isLarge = body instanceof Uint8Array && body.length > 1_048_576;
    const isFile = init?.method === 'GET' && new Headers(init.headers).has('range');
    return outbound.fetch(String(input), {
      method: (init?.method ?? 'GET') as 'GET',
      headers: withoutHost(init?.headers as Record<string, string>),
      ...(body === undefined || body === '' ? {} : { body: body as string | Uint8Array }),
      timeoutMs: isLarge || isFile ? LONG_MS : SHORT_MS,
      maxBytes: ANSWER_BYTES,
    });
  };
}

/** Both are written from address and body again. */
function withoutHost(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(host|content-length)$/i.test(name)));
}
