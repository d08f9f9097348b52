import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Text, UploadedFile } from '#platform/http/contract/fields.ts';
import { FORM_TYPE, formBody } from '#platform/testing/form-body.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { route } from './route.ts';

const keep = endpoint({
  method: 'POST',
  path: '/sys/test/keep',
  permission: 'test:keep',
  summary: 'Of a test',
  request: z.strictObject({ kind: Text(20).optional(), file: UploadedFile }),
  response: z.strictObject({ label: z.string(), size: z.int(), kind: z.string() }),
  upload: {
    field: 'file',
    maxBytes: 200_000,
    maxBytesOf: ({ kind }) => (kind === 'small' ? 1_024 : Number.POSITIVE_INFINITY),
  },
  messageOf: ({ label }) => label,
});

let server: TestServer;
let staff: Caller;
let stranger: Caller;
let kept = 0;
beforeAll(async () => {
  const slice = {
    name: 'test',
    routes: [
      route(keep, (context, { file, kind }) =>
        context.transaction(async () => {
          kept += 1;
          return { label: file.name, size: file.bytes.length, kind: kind ?? '' };
        }),
      ),
    ],
  };
  server = await startTestServer({ slices: [slice], planDue: async () => 0 });
  const tenant = await server.newTenant();
  [staff, stranger] = [await tenant.staff(['test:keep']), await tenant.staff([])];
  await server.server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.stop());

const send = (fields: Record<string, unknown>, caller: Caller = staff) =>
  server.send('POST', '/api/sys/test/keep', formBody(fields), {
    ...caller,
    headers: { 'content-type': FORM_TYPE, ...caller.headers },
  });
const file = (size: number, name = 'a.png') => ({ name, bytes: new Uint8Array(size) });

test('fields and file of a form reach the call, and its message says what the older client reads there', async () => {
  expect((await send({ kind: 'large', file: file(150_000) })).body).toMatchObject({
    success: true,
    message: 'a.png',
    result: { label: 'a.png', size: 150_000, kind: 'large' },
  });
});

test.each([
  ['C:\\pictures\\cup.png', 'cup.png'],
  ['../../etc/passwd', 'passwd'],
  ['/', 'file'],
  ['咖啡.png', '咖啡.png'],
  ['a\u202egnp.exe', 'agnp.exe'],
  [`${'x'.repeat(300)}.png`, 'x'.repeat(200)],
  [`${'x'.repeat(199)}😀.png`, 'x'.repeat(199)],
])('a file called %j is labelled %j', async (name, label) => {
  expect((await send({ file: file(1, name) })).body.message).toBe(label);
});

test('the field before the file decides how large it may be, and the answer names the file', async () => {
  expect(await send({ kind: 'small', file: file(1_025) })).toMatchObject({
    status: 413,
    body: {
      problem: 'request.file-too-large',
      message: 'The file is too large: at most 1 KB',
      faults: [{ path: 'file', message: 'At most 1 KB' }],
    },
  });
  expect((await send({ kind: 'small', file: file(1_024) })).status).toBe(200);
});

test.each<[string, Record<string, unknown>, string]>([
  ['no file', { kind: 'x' }, 'file'],
  ['an empty file', { file: file(0) }, 'file'],
  ['a text in its place', { file: 'x' }, 'file'],
  ['a file in the place of a text', { kind: file(1), file: file(1) }, 'kind'],
  ['an unknown field', { tenantId: '1', file: file(1) }, 'tenantId'],
  ['a long field', { kind: 'x'.repeat(10_001), file: file(1) }, 'kind'],
])('%s is a fault of its field', async (_title, fields, path) => {
  const { status, body } = await send(fields);
  expect({ status, paths: body.faults?.map((fault) => fault.path) }).toEqual({ status: 400, paths: [path] });
});

test('the same file under the same key is taken once, another one is refused', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const before = kept;
  const [first, second] = [
    await send({ file: file(9) }, { ...staff, headers }),
    await send({ file: file(9) }, { ...staff, headers }),
  ];
  expect(second.body.result).toEqual(first.body.result);
  expect(kept).toBe(before + 1);
  const other = { name: 'a.png', bytes: new Uint8Array(9).fill(1) };
  expect((await send({ file: other }, { ...staff, headers })).body.problem).toBe('request.idempotency-key-reused');
});

test('a caller without the permission is refused before the file is sent', async () => {
  const { port } = new URL(server.server.app.listeningOrigin);
  const ask = async (caller: Caller) => {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/sys/test/keep HTTP/1.1\r\nHost: a\r\nContent-Length: 150000\r\nContent-Type: ${FORM_TYPE}\r\n${caller.token ? `X-Access-Token: ${caller.token}\r\n` : ''}\r\n`,
    );
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return String(answer).split('\r\n')[0];
  };
  expect(await ask({})).toContain('401');
  expect(await ask(stranger)).toContain('403');
});

test('a sender of too much gets the reason while still sending, and one who breaks off leaves nothing behind', async () => {
  const address = `${server.server.app.listeningOrigin}/api/sys/test/keep`;
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(190_000)]), 'a.png');
  form.set('kind', 'x'.repeat(60_000));
  const headers = { 'x-access-token': staff.token!, 'tenant-id': staff.tenantId! };
  const answer = await fetch(address, { method: 'POST', body: form, headers });
  expect(answer.status).toBe(400);
  const before = kept;
  const { port } = new URL(address);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const body = formBody({ file: file(1_000) });
  socket.write(
    `POST /api/sys/test/keep HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\nContent-Type: ${FORM_TYPE}\r\nX-Access-Token: ${staff.token}\r\nTenant-Id: ${staff.tenantId}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 500));
  socket.resume();
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
  expect((await fetch(`${new URL(address).origin}/livez`)).status).toBe(200);
  expect(kept).toBe(before);
});

test('after a refused file the next call on the same connection is answered at once', async () => {
  const { port } = new URL(server.server.app.listeningOrigin);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string, more: RequestOptions, body?: Uint8Array) => {
    const call = request({ host: '127.0.0.1', port, agent, path, ...more });
    call.end(body);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return { status: answer.statusCode, reused: call.reusedSocket };
  };
  const headers = { 'content-type': FORM_TYPE, 'x-access-token': staff.token, 'tenant-id': staff.tenantId };
  const large = formBody({ file: file(3_000_000) });
  expect(await ask('/api/sys/test/keep', { method: 'POST', headers }, large)).toEqual({ status: 413, reused: false });
  expect(await ask('/livez', {})).toEqual({ status: 200, reused: true });
  agent.destroy();
});

test('who goes on sending without an end is answered and loses the connection', async () => {
  const { port } = new URL(server.server.app.listeningOrigin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  let answered = '';
  socket.on('data', (chunk: Buffer) => (answered += chunk));
  await once(socket, 'connect');
  const closed = new Promise((done) => socket.on('close', done));
  socket.write(
    `POST /api/sys/test/keep HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\nContent-Type: ${FORM_TYPE}\r\nX-Access-Token: ${staff.token}\r\nTenant-Id: ${staff.tenantId}\r\n\r\n`,
  );
  socket.write(formBody({ file: file(300_000) }).subarray(0, 300_000));
  const chunk = Buffer.alloc(1_000_000);
  const send = () => socket.writable && socket.write(chunk, send);
  send();
  await closed;
  expect(answered).toContain('413');
});

test('the interface describes the form', async () => {
  const { text } = await server.send('GET', '/api/openapi.json');
  const { paths } = JSON.parse(text) as { paths: Record<string, { post: { requestBody: { content: object } } }> };
  expect(paths['/api/sys/test/keep']?.post.requestBody.content).toEqual({
    'multipart/form-data': {
      schema: expect.objectContaining({
        properties: { kind: expect.anything(), file: { type: 'string', format: 'binary' } },
        required: ['file'],
      }),
    },
  });
});
