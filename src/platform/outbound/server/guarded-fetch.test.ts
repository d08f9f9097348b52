import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { openOutbound } from './guarded-fetch.ts';
import { OutboundError } from './outbound-error.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function aServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(() => undefined).catch((caught: unknown) => caught);
  return error instanceof OutboundError ? error.reason : String(error);
}

const publicHost = async () => [{ address: '1.1.1.1', family: 4 }];

test.each([
  ['http://example.com/', 'address-form'],
  ['https://example.com:8443/', 'address-form'],
  ['https://user:word@example.com/', 'address-form'],
  ['ftp://example.com/', 'address-form'],
  ['file:///etc/passwd', 'address-form'],
  ['not an address', 'address-form'],
  ['https://127.0.0.1/', 'not-public'],
  ['https://0x7f000001/', 'not-public'],
  ['https://2130706433/', 'not-public'],
  ['https://0177.0.0.1/', 'not-public'],
  ['https://127.1/', 'not-public'],
  ['https://[::1]/', 'not-public'],
  ['https://[::ffff:127.0.0.1]/', 'not-public'],
  ['https://[64:ff9b::a9fe:a9fe]/', 'not-public'],
  ['https://169.254.169.254/latest/meta-data', 'not-public'],
])('%s is refused, when saved and when called', async (address, reason) => {
  const outbound = openOutbound({ allow: [], resolve: publicHost });
  expect([await reasonOf(outbound.check(address)), await reasonOf(outbound.fetch(address))]).toEqual([reason, reason]);
});

test('a host with one private address among public ones is refused', async () => {
  const resolve = async () => [...(await publicHost()), { address: '10.0.0.5', family: 4 }];
  const outbound = openOutbound({ allow: [], resolve });
  expect(await reasonOf(outbound.check('https://shop.example/'))).toBe('not-public');
  expect(await reasonOf(outbound.addressesOf('shop.example', 587))).toBe('not-public');
});

test('a host that turned private after it was saved is refused when called', async () => {
  let answers = await publicHost();
  const outbound = openOutbound({ allow: [], resolve: async () => answers });
  await outbound.check('https://shop.example/');
  answers = [{ address: '127.0.0.1', family: 4 }];
  expect(await reasonOf(outbound.fetch('https://shop.example/'))).toBe('not-public');
});

test('the connection goes to the address that was checked, and the name is asked once', async () => {
  const host = await aServer((request, response) => response.end(request.headers.host));
  let asked = 0;
  const port = host.split(':')[1];
  const outbound = openOutbound({
    allow: [`inside.example:${port}`],
    resolve: async () => {
      asked += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  const answer = await outbound.fetch(`http://inside.example:${port}/`);
  expect([answer.status, await answer.text(), asked]).toEqual([200, `inside.example:${port}`, 1]);
});

test('an address on the list of the operator may be private and without TLS, its neighbours may not', async () => {
  const host = await aServer((_request, response) => response.end('hello'));
  const outbound = openOutbound({ allow: [host] });
  expect(await (await outbound.fetch(`http://${host}/`)).text()).toBe('hello');
  expect(await reasonOf(outbound.fetch('http://127.0.0.1:1/'))).toBe('address-form');
});

test('a redirect is not followed', async () => {
  let followed = false;
  const host = await aServer((request, response) => {
    if (request.url === '/inside') followed = true;
    response.writeHead(302, { location: '/inside' }).end();
  });
  expect(await reasonOf(openOutbound({ allow: [host] }).fetch(`http://${host}/`))).toBe('redirect');
  expect(followed).toBe(false);
});

test('an answer beyond the limit is cut off, a slow one given up', async () => {
  const host = await aServer((request, response) => {
    if (request.url === '/large') response.end('x'.repeat(2_000_000));
    else response.write('and then nothing');
  });
  const outbound = openOutbound({ allow: [host] });
  expect(await reasonOf(outbound.fetch(`http://${host}/large`))).toBe('too-large');
  expect(await reasonOf(outbound.fetch(`http://${host}/slow`, { timeoutMs: 200 }))).toBe('timeout');
});

test('who asks for the status alone reads as much of a long answer as he keeps', async () => {
  const host = await aServer((_request, response) => response.end('x'.repeat(2_000_000)));
  const answer = await openOutbound({ allow: [host] }).fetch(`http://${host}/`, { keptBytes: 1_000 });
  expect([answer.status, await answer.text()]).toEqual([200, 'x'.repeat(1_000)]);
});

test('a host that fails five times in a row is left alone, others are not', async () => {
  const host = await aServer((_request, response) => response.destroy());
  const healthy = await aServer((_request, response) => response.end('fine'));
  const outbound = openOutbound({ allow: [host, healthy] });
  const reasons: string[] = [];
  for (let call = 0; call < 6; call++) reasons.push(await reasonOf(outbound.fetch(`http://${host}/`)));
  expect(reasons).toEqual([...new Array(5).fill('unreachable'), 'resting']);
  expect((await outbound.fetch(`http://${healthy}/`)).status).toBe(200);
});

test('a host that answers, if only with redirects or too much, is asked on', async () => {
  const host = await aServer((request, response) => {
    if (request.url === '/large') response.end('x'.repeat(2_000_000));
    else response.writeHead(302, { location: '/' }).end();
  });
  const outbound = openOutbound({ allow: [host] });
  const reasons: string[] = [];
  for (let call = 0; call < 5; call++) {
    for (const path of ['/moved', '/large']) reasons.push(await reasonOf(outbound.fetch(`http://${host}${path}`)));
  }
  expect(new Set(reasons)).toEqual(new Set(['redirect', 'too-large']));
});

test('the twenty-first call at once to a host that does not answer is refused at once', async () => {
  const host = await aServer(() => undefined);
  const outbound = openOutbound({ allow: [host] });
  const calls = Array.from({ length: 21 }, () => reasonOf(outbound.fetch(`http://${host}/`, { timeoutMs: 500 })));
  const reasons = await Promise.all(calls);
  expect(reasons.filter((reason) => reason === 'busy')).toHaveLength(1);
});
