import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { checkedSocket } from './open-database.ts';

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
