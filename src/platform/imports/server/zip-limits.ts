import { inflateRawSync } from 'node:zlib';

const MOST_ENTRIES = 200;
const MOST_UNPACKED_BYTES = 20_000_000;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;

/**
 * Whether an archive may be unpacked (security 11.6): few entries, plain names, and together no more than 20 MB, which is
 * tried and not believed. What the directory does not say as it should is refused.
 */
export function isHarmlessZip(bytes: Buffer): boolean {
  try {
    const entries = readDirectory(bytes);
    if (entries.length === 0 || entries.length > MOST_ENTRIES) return false;
    let left = MOST_UNPACKED_BYTES;
    for (const { name, method, packed, unpackedSize } of entries) {
      if (name.includes('..') || name.startsWith('/') || name.includes('\\') || unpackedSize > left) return false;
      const size = method === 0 ? packed.length : inflatedSize(packed, left);
      if (size !== unpackedSize) return false;
      left -= size;
    }
    return true;
  } catch {
    return false;
  }
}

/** One part of an archive that may be unpacked, as text; nothing where it has none of that name. */
export function partOf(bytes: Buffer, name: string): string | undefined {
  const entry = readDirectory(bytes).find((one) => one.name === name);
  if (!entry) return undefined;
  const { method, packed } = entry;
  const content = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: MOST_UNPACKED_BYTES });
  return content.toString('utf8');
}

/** Throws beyond the limit, so that no bomb is unpacked further than that. */
function inflatedSize(packed: Buffer, limit: number): number {
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, limit) }).length;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: Buffer;
  readonly unpackedSize: number;
}

function readDirectory(bytes: Buffer): Entry[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw new RangeError('too many entries');
  let at = bytes.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new RangeError('no directory entry');
    const method = bytes.readUInt16LE(at + 10);
    if (method !== 0 && method !== 8) throw new RangeError('unknown method');
    const packedSize = bytes.readUInt32LE(at + 20);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const unpackedSize = bytes.readUInt32LE(at + 24);
    const packed = dataAt(bytes, bytes.readUInt32LE(at + 42), packedSize);
    at += 46 + nameLength + extraLength + commentLength;
    return { name, method, packed, unpackedSize };
  });
}

function dataAt(bytes: Buffer, local: number, size: number): Buffer {
  if (bytes.readUInt32LE(local) !== LOCAL) throw new RangeError('no local header');
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  if (start + size > bytes.length) throw new RangeError('an entry ends beyond the file');
  return bytes.subarray(start, start + size);
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - END_SIZE; at >= Math.max(0, bytes.length - END_SIZE - LONGEST_COMMENT); at -= 1)
    if (bytes.readUInt32LE(at) === END) return at;
  throw new RangeError('no end of the directory');
}
