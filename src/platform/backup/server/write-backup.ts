import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Header, type Pack, pack } from 'tar-stream';
import { BEGIN, type Beginning, END, type Ending, FILES, FORMAT, keyOf, TABLES } from './backup-format.ts';
import { openDump } from './dump-database.ts';
import { writeAll } from './write-all.ts';

export interface Written {
  readonly rows: number;
  readonly tables: number;
  readonly files: number;
}

/**
 * Writes a backup of database and data folder while servers run: the rows are those of one moment. The master key is not in
 * it, nor what lies in buckets of tenants.
 */
export async function writeBackup(
  place: { databaseUrl: string; dataDir: string; now: Date },
  target: Writable,
  onProgress: (done: { table?: string; files: number }) => void = () => undefined,
): Promise<Written> {
  const dump = await openDump(place.databaseUrl);
  const tar = pack();
  try {
    const beginning: Beginning = { format: FORMAT, madeAt: place.now.toISOString(), ...dump.facts };
    const work = async (): Promise<Written> => {
      await addText(tar, BEGIN, JSON.stringify(beginning));
      const files = await addFiles(tar, place.dataDir, (count) => onProgress({ files: count }));
      let piece = 0;
      let table = '';
      const copied = await dump.copy(async (of, rows) => {
        const name = keyOf(of);
        piece = name === table ? piece + 1 : 0;
        table = name;
        if (piece === 0) onProgress({ table, files });
        await addBuffer(tar, { name: `${TABLES}${name}/${String(piece).padStart(6, '0')}` }, rows);
      });
      const ending: Ending = { ...copied, files };
      await addText(tar, END, JSON.stringify(ending));
      tar.finalize();
      return { files, ...contentOf(ending) };
    };
    const [written] = await Promise.all([
      work().catch((error: Error) => {
        tar.destroy(error);
        throw error;
      }),
      pipeline(tar as AsyncIterable<Buffer>, createGzip(), target),
    ]);
    return written;
  } finally {
    await dump.close();
  }
}

export const contentOf = ({ tables }: Pick<Ending, 'tables'>): Pick<Written, 'tables' | 'rows'> => {
  const all = Object.values(tables);
  return { tables: all.length, rows: all.reduce((sum, { rows }) => sum + rows, 0) };
};

/** What the embedded database keeps for itself, what belongs to the running process, and the key, which goes another way. */
const NOT_FILES = new Set(['postgres', 'server.lock', 'secrets-key']);
const SMALL_BYTES = 8 * 1_048_576;

async function addFiles(tar: Pack, dataDir: string, onFile: (count: number) => void): Promise<number> {
  let count = 0;
  const entries = await readdir(dataDir, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(dataDir.length + 1).replaceAll('\\', '/');
    if (!entry.isFile() || NOT_FILES.has(name.split('/')[0]!)) continue;
    // one that is gone meanwhile is missed by nobody: its row went first
    if (!(await addFile(tar, path, name))) continue;
    count += 1;
    onFile(count);
  }
  return count;
}

async function addFile(tar: Pack, path: string, name: string): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts) return false;
  const header = { name: `${FILES}${name}`, mode: facts.mode & 0o777, mtime: facts.mtime };
  if (facts.size <= SMALL_BYTES) {
    const content = await readFile(path).catch(() => undefined);
    if (content) await addBuffer(tar, header, content);
    return content !== undefined;
  }
  // what is added to it meanwhile is not part of this backup
  await addEntry(tar, { ...header, size: facts.size }, createReadStream(path, { end: facts.size - 1 }));
  return true;
}

const addText = (tar: Pack, name: string, text: string): Promise<void> => addBuffer(tar, { name }, Buffer.from(text));

type EntryHeader = Partial<Header> & Pick<Header, 'name'>;

const addBuffer = (tar: Pack, header: EntryHeader, content: Buffer): Promise<void> =>
  addEntry(tar, { ...header, size: content.length }, [content]);

async function addEntry(
  tar: Pack,
  header: EntryHeader,
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<void> {
  const done = Promise.withResolvers<void>();
  const entry = tar.entry(header, (error) => (error ? done.reject(error) : done.resolve()));
  await writeAll(entry, content);
  await done.promise;
}
