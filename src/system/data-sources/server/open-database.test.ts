import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { openMysql } from './mysql-database.ts';
import { checkedSocket } from './open-database.ts';
import { openPostgres } from './postgres-database.ts';
import { troubleOf } from './source-trouble.ts';
import { startSilence } from './test-databases.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
});

test('a socket goes to the address that was checked, whatever the name would lead to by now', async () => {
  const server = createServer((socket) => socket.end('here'));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const socket = checkedSocket({ addresses: [{ address: '127.0.0.1', family: 4 }] });
  socket.connect(port, 'rebound.invalid');
  const words: Buffer[] = [];
  for await (const part of socket) words.push(part as Buffer);
  expect(Buffer.concat(words).toString()).toBe('here');
});

const target = (port: number) => ({
  ...({ host: '127.0.0.1', port, database: 'x', user: 'x', password: undefined, tls: 'off', connectMs: 200 } as const),
  addresses: [{ address: '127.0.0.1', family: 4 }],
});

test.each([
  ['PostgreSQL', openPostgres],
  ['MySQL', openMysql],
])('a server that never says a word is no %s, and is left soon', async (_engine, open) => {
  const silence = await startSilence();
  const database = await open(target(silence.port));
  const trouble = await database.facts().then(() => undefined, troubleOf);
  expect(trouble).toMatchObject({ code: 'data-source.timeout' });
  await silence.stop();
  await database.close();
});

test('a statement that takes too long is given up', async () => {
  const url = new URL(await cloneDatabase());
  const database = await openPostgres({
    ...target(Number(url.port || 5432)),
    ...{ database: url.pathname.slice(1), user: decodeURIComponent(url.username) },
    password: { reveal: () => decodeURIComponent(url.password) },
  });
  const read = async (sql: string) => {
    for await (const { rows } of database.read(sql, { maxRows: 1, timeoutMs: 200 })) return rows;
    return undefined;
  };
  expect(await read('select pg_sleep(60)').then(() => undefined, troubleOf)).toMatchObject({
    code: 'data-source.timeout',
  });
  expect(await read('select 1')).toEqual([[1]]);
  await database.close();
});
