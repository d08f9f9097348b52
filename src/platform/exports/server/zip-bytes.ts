import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

interface WrittenEntry {
  readonly path: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly plain: number;
}

const SIGNATURE = { entry: 0x04034b50, sizes: 0x08074b50, listed: 0x02014b50, end: 0x06054b50 } as const;
const VERSION = 20;
/** Sizes come after the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1980-01-01, the first day of the format: a file of the same rows has the same bytes. */
const DATE = 33;
const MAX_BYTES = 0xffff_ffff;
/** The XML of a sheet repeats itself so much that a third of the work gives nearly the same size. */
const LEVEL = 3;
const CHUNK_BYTES = 65_536;

/** A ZIP archive while its entries are made, packed beside the thread that makes them. At most 4 GiB, as the plain format has it. */
export async function* zipBytes(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: WrittenEntry[] = [];
  let offset = 0;
  for (const { path: name, content } of entries) {
    const path = Buffer.from(name);
    const start = offset;
    const head = record(30, SIGNATURE.entry, path);
    describe(head, 4, { crc: 0, packed: 0, plain: 0, path });
    yield head;
    offset += head.byteLength;
    let crc = 0;
    let plain = 0;
    let packed = 0;
    async function* weighed() {
      for await (const chunk of content) {
        crc = crc32(chunk, crc);
        plain += chunk.byteLength;
        yield chunk;
      }
    }
    const deflate = createDeflateRaw({ level: LEVEL, chunkSize: CHUNK_BYTES });
    // what breaks the content breaks the reading below as well
    pipeline(Readable.from(weighed(), { objectMode: true, highWaterMark: 1 }), deflate, () => undefined);
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      packed += chunk.byteLength;
      yield chunk;
    }
    const sizes = record(16, SIGNATURE.sizes);
    for (const [place, value] of [crc, packed, plain].entries()) sizes.writeUInt32LE(fitting(value), 4 + place * 4);
    yield sizes;
    offset = fitting(offset + packed + sizes.byteLength);
    written.push({ path, offset: start, crc, packed, plain });
  }
  yield listOf(written, offset);
}

function listOf(entries: readonly WrittenEntry[], offset: number): Buffer {
  const listed = entries.map((entry) => {
    const head = record(46, SIGNATURE.listed, entry.path);
    head.writeUInt16LE(VERSION, 4);
    describe(head, 6, entry);
    head.writeUInt32LE(entry.offset, 42);
    return head;
  });
  const size = listed.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const end = record(22, SIGNATURE.end);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...listed, end]);
}

function record(size: number, signature: number, path: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.alloc(size + path.byteLength);
  bytes.writeUInt32LE(signature, 0);
  path.copy(bytes, size);
  return bytes;
}

/** The fields that both heads of an entry have, in the order of the format. */
function describe(head: Buffer, at: number, entry: Omit<WrittenEntry, 'offset'>): void {
  for (const [place, value] of [VERSION, FLAGS, DEFLATE, 0, DATE].entries()) head.writeUInt16LE(value, at + place * 2);
  for (const [place, value] of [entry.crc, entry.packed, entry.plain].entries())
    head.writeUInt32LE(value, at + 10 + place * 4);
  head.writeUInt16LE(entry.path.byteLength, at + 22);
}

function fitting(value: number): number {
  if (value > MAX_BYTES) throw new Error('A ZIP archive holds at most 4 GiB');
  return value;
}
