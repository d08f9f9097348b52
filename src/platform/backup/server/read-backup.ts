import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import type * as z from 'zod';
import { BackupProblem, BEGIN, Beginning, END, Ending, FILES, TABLES } from './backup-format.ts';
import { type DatabaseLoad, openLoad } from './load-database.ts';
import { writeAll } from './write-all.ts';
import { contentOf, type Written } from './write-backup.ts';

/**
 * Restores database and data folder from a backup. On any fault the database is left as empty as it was; files that came
 * before it stay, and the next try writes them again.
 */
export async function readBackup(
  source: Readable,
  place: { databaseUrl: string; dataDir: string },
  onProgress: (done: { table?: string; files: number }) => void = () => undefined,
): Promise<Written & { madeAt: string }> {
  const tar = extract();
  const arrived = pipeline(source, createGunzip(), (chunks: AsyncIterable<Buffer>) => writeAll(tar, chunks));
  arrived.catch((error: Error) => tar.destroy(error));
  let load: DatabaseLoad | undefined;
  try {
    let beginning: Beginning | undefined;
    let ending: Ending | undefined;
    let files = 0;
    for await (const entry of tar as AsyncIterable<Entry>) {
      const { name } = entry.header;
      if (!beginning || !load) {
        if (name !== BEGIN) throw notOurs();
        beginning = await factsOf(entry, Beginning);
        load = await openLoad(place.databaseUrl, beginning);
      } else if (name === END) ending = await factsOf(entry, Ending);
      else if (name.startsWith(FILES)) {
        await putFile(entry, place.dataDir, name.slice(FILES.length));
        files += 1;
        onProgress({ files });
      } else {
        const table = PIECE_NAME.exec(name)?.[1];
        if (!table) throw notOurs();
        onProgress({ table, files });
        await load.take(table, await readWhole(entry));
      }
    }
    await arrived;
    if (!beginning || !load) throw notOurs();
    if (!ending || ending.files !== files) throw notWhole();
    await load.finish(ending);
    return { files, ...contentOf(ending), madeAt: beginning.madeAt };
  } catch (error) {
    await load?.giveUp();
    throw isDamage(error as NodeJS.ErrnoException) ? notWhole() : error;
  }
}

interface Entry extends AsyncIterable<Buffer> {
  readonly header: Header;
}

const PIECE_NAME = new RegExp(`^${TABLES}(\\w+\\.\\w+)/\\d{6}$`);
/** What the libraries call a file that ends too early or is no archive. */
const isDamage = ({ code = '', message }: NodeJS.ErrnoException): boolean =>
  ['Z_BUF_ERROR', 'Z_DATA_ERROR', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code) ||
  /^Invalid tar header|^Unexpected end of data/.test(message);
const notOurs = () => new BackupProblem('This file is not a backup of the product.');
const notWhole = () => new BackupProblem('The backup is not whole: it was cut off or damaged.');

async function readWhole(entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function factsOf<Shape extends z.ZodType>(entry: Entry, shape: Shape): Promise<z.output<Shape>> {
  const text = (await readWhole(entry)).toString();
  const read = shape.safeParse(JSON.parse(text));
  if (!read.success) throw notOurs();
  return read.data;
}

async function putFile(entry: Entry, dataDir: string, name: string): Promise<void> {
  const path = join(dataDir, normalize(name));
  if (!path.startsWith(dataDir + sep)) throw notOurs();
  await mkdir(dirname(path), { recursive: true });
  await pipeline(entry, createWriteStream(path, { mode: entry.header.mode }));
}
