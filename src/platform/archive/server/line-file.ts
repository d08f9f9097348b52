import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fileKey } from '#platform/files/rules/stored-file.ts';
import type { FileStore, WrittenFile } from '#platform/files/server/file-store.ts';

/** Far above what a part may hold. */
const MAX_BYTES = 268_435_456;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

const keyOf = (tenantId: string, id: string): string => fileKey({ tenantId, purpose: 'archive', id, extension: 'gz' });

/** A row a line, as JSON, packed: names of columns stand in each, so a file is read without its table. */
export async function writeLines(
  files: FileStore,
  tenantId: string,
  id: string,
  lines: readonly string[],
): Promise<WrittenFile> {
  const packed = await pack(lines.map((line) => `${line}\n`).join(''));
  async function* content() {
    yield packed;
  }
  return files.write(keyOf(tenantId, id), content(), { maxBytes: MAX_BYTES });
}

/** A file that is gone, or not as it was written: to read it once more changes nothing. */
export class UnreadableFile extends Error {
  readonly part: string;
  constructor(part: string, what: string) {
    super(`the archive file ${part} ${what}`);
    this.part = part;
  }
}

/** The lines of a file that is whole: it has the checksum with which it was written; else throws `UnreadableFile`. */
export async function readLines(files: FileStore, tenantId: string, id: string, checksum: string): Promise<string[]> {
  const file = await files.read(keyOf(tenantId, id));
  if (!file) throw new UnreadableFile(id, 'is not there');
  const packed = await buffer(file.content);
  if (createHash('sha256').update(packed).digest('hex') !== checksum)
    throw new UnreadableFile(id, 'is not as it was written');
  return (await unpack(packed)).toString('utf8').split('\n').slice(0, -1);
}

export const removeLines = (files: FileStore, tenantId: string, id: string): Promise<void> =>
  files.remove(keyOf(tenantId, id));
