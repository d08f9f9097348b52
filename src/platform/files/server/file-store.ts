import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { newId } from '#platform/ids/server/new-id.ts';
import { readFileKey } from '../rules/stored-file.ts';

export interface WrittenFile {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hex. */
  readonly checksum: string;
}

/** Offsets in bytes, both included; `last` beyond the end means the end. */
export interface FilePart {
  readonly first: number;
  readonly last: number;
}

/** Where files of tenants lie. Keys are made by `fileKey`; anything else is refused. */
export interface FileStore {
  /** Streams into the file; it is there whole or not at all. Refuses more than `maxBytes`. */
  write(key: string, content: AsyncIterable<Uint8Array>, limits: { maxBytes: number }): Promise<WrittenFile>;
  /** The content, or a part of it, or nothing when there is no such file; `size` is that of the whole file. */
  read(key: string, part?: FilePart): Promise<{ size: number; content: Readable } | undefined>;
  remove(key: string): Promise<void>;
  /** Removes files of a purpose, and remains of broken writes, last changed before the instant; answers how many. */
  sweep(tenantId: string, purpose: string, before: Date): Promise<number>;
}

/** More bytes than the file may have. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** Files in a folder of this machine: the store of an installation without object storage. */
export function openFolderStore(root: string): FileStore {
  function pathOf(key: string): string {
    if (!readFileKey(key)) throw new Error('Not a file key');
    return join(root, key);
  }

  return {
    async write(key, content, { maxBytes }) {
      const path = pathOf(key);
      const unfinished = `${path}.${newId()}.part`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      let size = 0;
      try {
        await using file = await open(unfinished, 'wx', 0o600);
        for await (const chunk of content) {
          size += chunk.byteLength;
          if (size > maxBytes) throw new FileTooLarge(`More than ${maxBytes} bytes`);
          hash.update(chunk);
          await file.writeFile(chunk);
        }
        await file.sync();
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return { size, checksum: hash.digest('hex') };
    },

    async read(key, part) {
      const path = pathOf(key);
      try {
        const { size } = await stat(path);
        return { size, content: createReadStream(path, part && { start: part.first, end: part.last }) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    remove: (key) => rm(pathOf(key), { force: true }),

    async sweep(tenantId, purpose, before) {
      const folder = dirname(pathOf(`${tenantId}/${purpose}/any.csv`));
      let removed = 0;
      try {
        for await (const entry of await opendir(folder)) {
          const path = join(folder, entry.name);
          const { mtimeMs } = await stat(path);
          if (mtimeMs >= before.getTime()) continue;
          await rm(path, { force: true });
          removed++;
        }
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      return removed;
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
