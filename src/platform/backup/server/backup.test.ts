import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#platform/database/server/migrate.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { emptyDatabase } from '#platform/testing/test-database.ts';
import { startTestServer } from '#platform/testing/test-server.ts';
import { readBackup } from './read-backup.ts';
import { boundsOf, oneMachine, rowsOf, tablesIn, takeBackup } from './test-backup.ts';
import { writeAll } from './write-all.ts';

let databaseUrl: string;
let dataDir: string;
let restoredDir: string;
let backup: Buffer;
beforeAll(async () => {
  const server = await startTestServer();
  const tenant = await server.newTenant();
  await tenant.staff();
  await server.services.database.write(tenant.id, async (db) => {
    const odd = 'tab\there, a \\ and\na new line, 中文, \\N';
    await db.insertInto('position').values({ id: newId(), code: 'odd', name: odd, post_rank: 2 }).execute();
  });
  dataDir = await mkdtemp(join(tmpdir(), 'console-backup-'));
  restoredDir = await mkdtemp(join(tmpdir(), 'console-restored-'));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(dataDir, name)), { recursive: true });
    await writeFile(join(dataDir, name), content, { mode: 0o640 });
  }
  // a running server writes all the time; e2e/backup.test.ts takes one of it
  await server.stop();
  ({ databaseUrl } = server);
  backup = await takeBackup(databaseUrl, dataDir);
});
afterAll(async () => {
  for (const folder of [dataDir, restoredDir]) if (folder) await rm(folder, { recursive: true, force: true });
});

const FILES = {
  'files/1000/beverage/a.png': Buffer.from([0, 1, 2, 255]),
  'files/1000/export/empty.csv': Buffer.alloc(0),
  'files/1001/名字.bin': Buffer.alloc(9 * 1_048_576, 'x'),
  'demo-fleet.json': Buffer.from('{}'),
  'secrets-key': Buffer.from('of nobody else'),
  'server.lock': Buffer.from('1'),
  'postgres/password': Buffer.from('of nobody else'),
};

const restore = (into: string, content = backup) =>
  readBackup(Readable.from([content]), { databaseUrl: into, dataDir: restoredDir });

test('a restored installation has the rows, the files, the rules and the sequences of the first one', async () => {
  const restored = await emptyDatabase();
  const { rows, tables, files } = await restore(restored);
  expect(files).toBe(4);
  expect(tables).toBeGreaterThan(80);
  const [before, after] = [await rowsOf(databaseUrl), await rowsOf(restored)];
  expect(after).toEqual({ ...before, shards: null });
  expect(after.counts['public.position']).toBe(1);
  expect(after.counts['pgboss.queue']).toBeGreaterThan(5);
  expect(rows).toBe(Object.values(before.counts).reduce((sum, count) => sum + count, 0));
  for (const [name, content] of Object.entries(FILES).slice(0, 4)) {
    expect((await readFile(join(restoredDir, name))).equals(content), name).toBe(true);
    expect((await stat(join(restoredDir, name))).mode & 0o777).toBe(0o640);
  }
  for (const name of ['secrets-key', 'server.lock', 'postgres/password']) {
    await expect(readFile(join(restoredDir, name))).rejects.toThrow('ENOENT');
  }
  expect(await boundsOf(restored)).toEqual(await boundsOf(await oneMachine()));
  const again = await startTestServer({ databaseUrl: restored });
  await again.stop();
});

test('a backup of an older version is restored with its tables, which the next start brings up to date', async () => {
  const [old, fresh] = [await emptyDatabase(), await emptyDatabase()];
  await migrate(old, undefined, (name) => name < '20261124');
  // its owner could not read all of it, where he is not one whom nothing binds, as on a cluster
  if (!process.env['TEST_CITUS']) await expect(takeBackup(old, dataDir)).rejects.toThrow('Start this version once');
  await migrate(old, undefined, (name) => name < '20261124' || name.includes('backup'));
  await restore(fresh, await takeBackup(old, dataDir));
  expect((await migrate(fresh)).length).toBeGreaterThan(0);
  expect(await migrate(fresh)).toEqual([]);
});

test('a database that is in use, and a backup of a newer version, are refused', async () => {
  await expect(restore(databaseUrl)).rejects.toThrow('not empty');
  const empty = await emptyDatabase();
  const newer = await changed(edited('begin.json', '20261121-0100-', '20991121-0100-'));
  await expect(restore(empty, newer)).rejects.toThrow('made by a newer version');
  expect(await tablesIn(empty)).toBe(0);
});

interface Entry {
  readonly name: string;
  readonly content: Buffer;
}
type Change = (entry: Entry) => Entry | undefined;

/** The backup with its entries changed or left out. */
async function changed(change: Change): Promise<Buffer> {
  const [from, to] = [extract(), pack()];
  writeAll(from, [gunzipSync(backup)]);
  for await (const source of from) {
    const chunks: Buffer[] = [];
    for await (const chunk of source) chunks.push(chunk as Buffer);
    const entry = change({ name: source.header.name, content: Buffer.concat(chunks) });
    if (entry) to.entry({ name: entry.name }, entry.content);
  }
  to.finalize();
  const packed: Buffer[] = [];
  for await (const chunk of to) packed.push(chunk as Buffer);
  return gzipSync(Buffer.concat(packed));
}

const edited =
  (name: string, from: string, to: string): Change =>
  (entry) =>
    entry.name.startsWith(name)
      ? { name: entry.name, content: Buffer.from(entry.content.toString().replace(from, to)) }
      : entry;
const renamed =
  (from: string, to: string): Change =>
  (entry) =>
    entry.name === from ? { ...entry, name: to } : entry;

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ['cut off', () => backup.subarray(0, Math.floor(backup.length * 0.9)), 'not whole'],
  ['without its end', () => changed((entry) => (entry.name === 'end.json' ? undefined : entry)), 'not whole'],
  [
    'without a file',
    () => changed((entry) => (entry.name === 'files/demo-fleet.json' ? undefined : entry)),
    'not whole',
  ],
  ['with other rows', () => changed(edited('tables/public.position/', 'tab', 'TAB')), 'not those that were written'],
  ['with a file that leaves the folder', () => changed(renamed('files/demo-fleet.json', 'files/../x')), 'not a backup'],
  [
    'with rows of nothing',
    () => changed(renamed('tables/public.position/000000', 'tables/public.none/000000')),
    'none belong',
  ],
  ['of another product', () => gzipSync(Buffer.alloc(1024)), 'not a backup'],
  ['no archive', () => Buffer.from('hello'), 'not whole'],
])('one that is %s is refused, and the next try finds the database empty', async (_, damaged, words) => {
  const empty = await emptyDatabase();
  await expect(restore(empty, await damaged())).rejects.toThrow(words);
  expect(await tablesIn(empty)).toBe(0);
});
