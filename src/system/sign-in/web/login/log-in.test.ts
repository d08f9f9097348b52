import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedTenantId, storedToken } from '#platform/http/web/credentials.ts';
import { failureText } from '#platform/http/web/failure-text.ts';
import { TestStorage } from '#platform/storage/web/test-storage.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { clearLogin, rememberTenant, storedUser } from '#system/session/web/stored/session-storage.ts';
import { abandonLogin, acceptLogin, askLogin, enterAfterCancel, enterPlace, logIn, stepAfter } from './log-in.ts';

const user = {
  id: 'u1',
  username: 'mona',
  realname: 'Mona Lund',
  avatar: '',
  workNo: '17',
  orgCode: '',
  canSwitchTenant: false,
};
const tenants = [
  { id: '1000', name: 'Nordic Coffee' },
  { id: '1001', name: 'Shanghai Robotics' },
];
const login: LoginAnswer = {
  token: 't0ken',
  userInfo: user,
  departs: [{ id: 'd1', orgCode: 'A01', departName: 'Oslo' }],
  multi_depart: 0,
  tenantList: tenants,
  sysAllDictItems: {},
};
const PHONE = { method: 'POST', path: '/sys/phoneLogin' } as const;

let answers: Record<string, unknown>;
let asked: { path: string; headers: Record<string, string>; body: string }[];
beforeEach(() => {
  answers = {};
  asked = [];
  vi.stubGlobal('localStorage', new TestStorage());
  vi.stubGlobal('sessionStorage', new TestStorage());
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string>; body: string }) => {
    const path = url.split('?')[0] ?? '';
    asked.push({ path, headers: init.headers, body: init.body });
    const answer = answers[path.slice(path.lastIndexOf('/') + 1)];
    return new Response(JSON.stringify(answer ?? { success: true, code: '200', message: '', result: null }));
  });
});
afterEach(() => {
  clearLogin('logout');
  vi.unstubAllGlobals();
});
const envelope = (code: string | number, message = '') => ({ success: true, code, message, result: login });

test.each(['200', 200])('code %o lets in', async (code) => {
  answers['phoneLogin'] = envelope(code);
  expect(await askLogin(PHONE, {})).toEqual(login);
});

test.each(['0', 0, '201', '500'])('code %o rejects with the server’s words, although it says success', async (code) => {
  answers['phoneLogin'] = envelope(code, 'Wrong code');
  await expect(askLogin(PHONE, {})).rejects.toThrow('Wrong code');
});

test('a login of an older server, with token and user alone or with numbered tenants, is one too', async () => {
  const { token, userInfo } = login;
  answers['phoneLogin'] = { ...envelope(200), result: { token, userInfo } };
  const short = await askLogin(PHONE, {});
  expect(short).toEqual({ token, userInfo, departs: [], multi_depart: 0, sysAllDictItems: {} });
  expect(stepAfter(short)).toEqual({ step: 'enter', tenantId: null });
  answers['phoneLogin'] = { ...envelope(200), result: { ...login, tenantList: [{ id: 1000, name: 'Nordic Coffee' }] } };
  expect(stepAfter(await askLogin(PHONE, {}))).toEqual({ step: 'enter', tenantId: '1000' });
});

test('account and password leave the browser encrypted only', async () => {
  const { publicKey } = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  );
  const jwk = await crypto.subtle.exportKey('jwk', publicKey);
  answers['key'] = { success: true, code: '200', message: '', result: { keyId: 'k1', publicKey: jwk } };
  answers['login'] = envelope('200');
  await logIn({ username: 'mona', password: 'Fjord-7812-mokka' });
  const sent = asked.at(-1);
  expect(Object.keys(JSON.parse(sent?.body ?? '{}'))).toEqual(['jwe']);
  expect(JSON.stringify(asked)).not.toContain('Fjord');
});

test('several tenants are asked for, and the chosen one is kept', async () => {
  acceptLogin(login);
  expect(stepAfter(login)).toMatchObject({ step: 'choose', asksTenant: true, asksDepartment: false });
  await enterPlace(login, { tenantId: '1001' });
  expect(storedTenantId()).toBe('1001');
});

test('a chosen department replaces the stored user', async () => {
  acceptLogin(login);
  answers['selectDepart'] = {
    success: true,
    code: '200',
    message: '',
    result: { userInfo: { ...user, orgCode: 'A01' } },
  };
  await enterPlace(login, { tenantId: '1000', orgCode: 'A01' });
  expect(storedUser()).toMatchObject({ orgCode: 'A01' });
  expect(JSON.parse(asked.at(-1)?.body ?? '{}')).toEqual({ orgCode: 'A01', username: 'mona' });
});

test('a cancelled choice takes the tenant that was used last, else the first', async () => {
  acceptLogin(login);
  await enterAfterCancel(login);
  expect(storedTenantId()).toBe('1000');
  clearLogin('expired');
  rememberTenant('1001');
  acceptLogin(login);
  await enterAfterCancel(login);
  expect(storedTenantId()).toBe('1001');
});

test('a failed choice leaves nobody logged in, and the server is told', async () => {
  acceptLogin(login);
  abandonLogin();
  expect(storedToken()).toBeUndefined();
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ headers: { 'X-Access-Token': 't0ken' } }));
  expect(asked.at(-1)?.path).toBe('/api/sys/logout');
});

test.each([
  [new Error('Wrong account or password'), 'Wrong account or password'],
  [new Error(''), 'An error occurred in the web request. Please try again later'],
  ['no error at all', 'An error occurred in the web request. Please try again later'],
])('%s is described as “%s”', (error, text) => {
  expect(failureText(error)).toBe(text);
});
