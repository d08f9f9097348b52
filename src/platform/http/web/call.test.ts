import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { call, download, upload } from './call.ts';
import { CallError } from './call-error.ts';
import { dropCredentials, keepTenant, keepToken } from './credentials.ts';
import { type Notice, onNotice } from './notices.ts';
import { guardCalls } from './page-guard.ts';
import { beginSession, onSessionEnd, type SessionEnd } from './session-expiry.ts';
import { onStepUp } from './step-up.ts';

const anyRequest = z.looseObject({});
const listSpots = endpoint({
  method: 'GET',
  path: '/servicespots/api/list',
  permission: null,
  request: anyRequest,
  response: z.unknown(),
  summary: '',
});
const dictionary = endpoint({
  method: 'GET',
  path: '/sys/dict/getDictItems/:code',
  permission: null,
  request: anyRequest,
  response: z.unknown(),
  summary: '',
});
const refund = endpoint({
  method: 'POST',
  path: '/coffeeorder/api/refundOrder',
  permission: null,
  request: anyRequest,
  response: z.unknown(),
  summary: '',
});

const sent: { url: string; init: RequestInit }[] = [];
let notices: Notice[] = [];
let ends: SessionEnd[] = [];
let stop: (() => void)[] = [];

function answer(body: unknown, status = 200, headers: Record<string, string> = {}): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
  });
}
const success = (result: unknown) => ({ success: true, code: '200', message: '', result, timestamp: 1 });
const lastHeaders = () => sent.at(-1)?.init.headers as Record<string, string>;

beforeEach(() => {
  // files share a process: another one may have left a tenant
  dropCredentials();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2027-03-01T09:15:02.500Z') });
  stop = [onNotice((notice) => notices.push(notice)), onSessionEnd((end) => ends.push(end))];
});
afterEach(() => {
  for (const end of stop) end();
  sent.length = 0;
  notices = [];
  ends = [];
  beginSession();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a visitor sends tenant 1000 and neither token nor language', async () => {
  answer(success([]));
  await call(listSpots, {});
  expect(lastHeaders()).toMatchObject({ 'tenant-id': '1000' });
  expect(lastHeaders()).not.toHaveProperty('X-Access-Token');
  expect(lastHeaders()).not.toHaveProperty('language');
});

test('a logged-in user sends token, language and his tenant', async () => {
  keepToken('t0ken');
  keepTenant({ id: '1001', name: 'Shanghai Robotics' });
  answer(success([]));
  await call(listSpots, {});
  expect(lastHeaders()).toMatchObject({ 'X-Access-Token': 't0ken', language: 'en-US', 'tenant-id': '1001' });
});

test('a GET carries its filled parameters and the time in seconds', async () => {
  answer(success([]));
  await call(listSpots, { name: 'a b', status: undefined, city: '', pageNo: 2 });
  expect(sent[0]?.url).toBe('/sos-backend/servicespots/api/list?name=a+b&pageNo=2&_t=1803892502');
});

test('dictionary items are asked without the time, under the system base, commas readable', async () => {
  answer(success([]));
  await call(dictionary, { code: 'sys_user,realname,id' });
  expect(sent[0]?.url).toBe('/api/sys/dict/getDictItems/sys_user,realname,id');
});

test('a POST keeps its numbers and is signed over their text', async () => {
  answer(success(null));
  await call(refund, { orderNo: 'A1', amountMinor: 500 }, { idempotencyKey: 'k1' });
  expect(sent[0]?.init.body).toBe('{"orderNo":"A1","amountMinor":500}');
  expect(lastHeaders()).toMatchObject({ 'Content-Type': 'application/json', 'Idempotency-Key': 'k1' });
  expect(lastHeaders()['X-Sign']).toMatch(/^[0-9A-F]{32}$/);
  expect(lastHeaders()['X-TIMESTAMP']).toMatch(/^\d{14}$/);
});

test('a form call sends the fields url-encoded', async () => {
  answer(success(null));
  await call(refund, { orderNo: 'A 1' }, { bodyForm: 'form' });
  expect(sent[0]?.init.body).toBe('orderNo=A+1');
});

test('paging numbers that come as text are numbers on receipt', async () => {
  answer(success({ records: [{ total: '7' }], current: '1', pages: '4', size: '10', total: '37' }));
  expect(await call(listSpots, {})).toEqual({ records: [{ total: '7' }], current: 1, pages: 4, size: 10, total: 37 });
});

test('a list without an envelope is its result, as older clients read it', async () => {
  answer([{ username: 'ada' }]);
  expect(await call(listSpots, {})).toEqual([{ username: 'ada' }]);
});

test('a page without a total keeps its other numbers', async () => {
  answer(success({ records: [], current: '2', size: '10' }));
  expect(await call(listSpots, {})).toEqual({ records: [], current: 2, size: 10 });
});

test('a refusal is an error with its problem, told as a warning after 500 ms, once', async () => {
  answer({ success: false, code: '409', message: 'Too much', problem: 'order.refund.exceeds-paid', result: null });
  for (const _ of [1, 2]) {
    await expect(call(refund, {})).rejects.toMatchObject({ kind: 'refusal', problem: 'order.refund.exceeds-paid' });
  }
  vi.advanceTimersByTime(499);
  expect(notices).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(notices).toMatchObject([{ kind: 'warning', text: 'Too much' }]);
});

test('a refusal that its form shows is told nowhere else', async () => {
  answer({ success: false, code: '409', message: 'Too much', result: null });
  const error = await call(refund, {}).catch((caught: unknown) => caught);
  if (error instanceof CallError) error.markShown();
  vi.advanceTimersByTime(1000);
  expect(notices).toEqual([]);
});

test.each([
  [403, 'Access denied'],
  [404, 'Sorry, resource not found!'],
  [504, 'Network timeout'],
  [500, 'The database is away'],
])('status %i is told as “%s”', async (status, text) => {
  answer({ success: false, code: String(status), message: 'The database is away', result: null }, status);
  await expect(call(refund, {})).rejects.toMatchObject({ kind: 'status', status });
  vi.advanceTimersByTime(100);
  expect(notices).toMatchObject([{ kind: 'error', title: 'System tip', text }]);
});

test('a 401 ends a held session once and is not told twice', async () => {
  keepToken('t0ken');
  answer({ success: false, code: '401', message: '', result: null }, 401);
  await Promise.allSettled([call(refund, {}), call(listSpots, {})]);
  vi.advanceTimersByTime(1000);
  expect(ends).toEqual(['unauthorised']);
  expect(notices).toEqual([]);
});

test('a 401 that says why the session ended is told in those words', async () => {
  keepToken('t0ken');
  const words: string[] = [];
  stop.push(onSessionEnd((_end, text) => words.push(text)));
  const message = 'Your account was logged in on more than 10 devices';
  answer({ success: false, code: '401', message, result: null, problem: 'session.ended-too-many' }, 401);
  await expect(call(refund, {})).rejects.toMatchObject({ message });
  expect(words).toEqual([message]);
});

test('a screen that stands only after the session ended hears of it', async () => {
  keepToken('t0ken');
  answer({ success: false, code: '401', message: '', result: null }, 401);
  await expect(call(refund, {})).rejects.toMatchObject({ status: 401 });
  const late: SessionEnd[] = [];
  stop.push(onSessionEnd((end) => late.push(end)));
  expect(late).toEqual(['unauthorised']);
});

test('a 401 without a token ends nothing', async () => {
  answer({ success: false, code: '401', message: 'Please log in', result: null }, 401);
  await expect(call(refund, {})).rejects.toMatchObject({ message: 'Not authorised, please log in again' });
  expect(ends).toEqual([]);
});

test('an older server’s 500 with the marker opens the expired dialog, in a download too', async () => {
  keepToken('t0ken');
  answer({ timestamp: 'x', status: 500, message: 'Token失效，请重新登录' }, 500, {
    'content-type': 'application/octet-stream',
  });
  await expect(download(listSpots, {})).rejects.toBeInstanceOf(CallError);
  expect(ends).toEqual(['expired']);
});

test('a page instead of JSON is a plain failure', async () => {
  answer('<html>bad gateway</html>', 502);
  await expect(call(refund, {})).rejects.toMatchObject({
    message: 'An error occurred in the web request. Please try again later',
  });
});

test('a cancelled call rejects with its own reason and tells nobody', async () => {
  const stopper = new AbortController();
  vi.stubGlobal(
    'fetch',
    (_: string, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const running = call(listSpots, {}, { signal: stopper.signal });
  stopper.abort();
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  vi.advanceTimersByTime(1000);
  expect(notices).toEqual([]);
});

test('no answer at all says that the server cannot be reached', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(call(listSpots, {})).rejects.toMatchObject({ kind: 'network', status: 0 });
});

test('a download answers its bytes and its name', async () => {
  answer('id;name', 200, {
    'content-type': 'text/csv',
    'content-disposition': 'attachment; filename="x.csv"; filename*=UTF-8\'\'%E8%AE%A2%E5%8D%95.csv',
  });
  const file = await download(listSpots, {});
  expect(file.fileName).toBe('订单.csv');
  expect(await file.blob.text()).toBe('id;name');
});

test('files are asked for and sent without a signature', async () => {
  answer('id;name', 200, { 'content-type': 'text/csv' });
  await download(listSpots, {});
  expect(lastHeaders()).not.toHaveProperty('X-Sign');
  answer(success({ url: '/files/1' }));
  await upload(refund, { field: 'file', blob: new Blob(['x']), name: 'x.png' });
  expect(lastHeaders()).not.toHaveProperty('X-Sign');
});

test('an upload is multipart, with its fields beside the file and the headers of every call', async () => {
  keepToken('t0ken');
  answer(success({ url: '/files/1' }));
  const file = { field: 'file', blob: new Blob(['bytes'], { type: 'image/png' }), name: 'cup.png' };
  expect(await upload(refund, file, { biz: 'goods' })).toEqual({ url: '/files/1' });
  const form = sent[0]?.init.body as FormData;
  expect(form.get('biz')).toBe('goods');
  expect((form.get('file') as File).name).toBe('cup.png');
  expect(lastHeaders()).toMatchObject({ 'X-Access-Token': 't0ken', 'tenant-id': '1000' });
  // The browser adds the boundary.
  expect(lastHeaders()).not.toHaveProperty('Content-Type');
});

test('a refused upload is told like any call', async () => {
  answer({ success: false, code: '413', message: 'The picture is too large', result: null }, 413);
  await expect(upload(refund, { field: 'file', blob: new Blob(['x']), name: 'x.png' })).rejects.toMatchObject({
    message: 'The picture is too large',
  });
});

test('a call that gets no answer in 120 s says so, and that is all that is known', async () => {
  const limit = new AbortController();
  const timeOut = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  vi.stubGlobal(
    'fetch',
    (_: string, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const running = call(refund, {});
  expect(timeOut).toHaveBeenCalledWith(120_000);
  limit.abort(new DOMException('signal timed out', 'TimeoutError'));
  await expect(running).rejects.toMatchObject({ kind: 'timeout', status: 0, message: 'Network timeout' });
  vi.advanceTimersByTime(1000);
  expect(notices).toMatchObject([{ kind: 'error', title: 'System tip', text: 'Network timeout' }]);
  timeOut.mockRestore();
});

test('a call that is fixed to the platform tenant sends 1, whatever is chosen', async () => {
  keepTenant({ id: '1001', name: 'Shanghai Robotics' });
  answer(success([]));
  await call(listSpots, {}, { tenantId: '1' });
  expect(lastHeaders()).toMatchObject({ 'tenant-id': '1' });
});

test('an answer to the last login’s token ends nothing of this one', async () => {
  keepToken('old');
  vi.stubGlobal('fetch', async () => {
    keepToken('new');
    return new Response('{"success":false,"code":"401","message":"","result":null}', { status: 401 });
  });
  await expect(call(listSpots, {})).rejects.toMatchObject({ status: 401 });
  expect(ends).toEqual([]);
});

test('the ad-relationship edit call is told by its own screen', async () => {
  answer({ success: false, code: '409', message: 'Already set', result: null });
  const edit = { ...refund, path: '/powerbank/api/adRelationshipEdit' };
  await expect(call(edit, {})).rejects.toMatchObject({ message: 'Already set' });
  vi.advanceTimersByTime(1000);
  expect(notices).toEqual([]);
});

test('a page that is being left makes no call and hears of none', async () => {
  answer(success([]));
  guardCalls(() => false);
  const settled = vi.fn();
  void call(listSpots, {}).finally(settled);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([]);
  expect(settled).not.toHaveBeenCalled();
  guardCalls(() => true);
});

/** Refuses until the password was given, as the server does. */
function wantsPassword(): { given: boolean } {
  const state = { given: false };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const refusal = { success: false, code: '403', message: 'Password first', problem: 'session.step-up-required' };
    return new Response(JSON.stringify(state.given ? success('done') : refusal), {
      status: state.given ? 200 : 403,
      headers: { 'content-type': 'application/json' },
    });
  });
  return state;
}

test('a call that wants the password again goes on under its own key once it is given, and nobody is told off', async () => {
  const server = wantsPassword();
  let asked = 0;
  stop.push(
    onStepUp(async () => {
      asked += 1;
      server.given = true;
      return true;
    }),
  );
  const both = [call(refund, {}, { idempotencyKey: 'one' }), call(refund, {}, { idempotencyKey: 'two' })];
  expect(await Promise.all(both)).toEqual(['done', 'done']);
  expect(asked, 'two calls, one question').toBe(1);
  const keys = sent.map(({ init }) => (init.headers as Record<string, string>)['Idempotency-Key']);
  expect(keys).toEqual(['one', 'two', 'one', 'two']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(notices).toEqual([]);
});

test('who does not give it is refused in the words of the server, and nothing is sent again', async () => {
  wantsPassword();
  stop.push(onStepUp(async () => false));
  await expect(call(refund, {})).rejects.toMatchObject({
    problem: 'session.step-up-required',
    message: 'Password first',
  });
  expect(sent).toHaveLength(1);
});
