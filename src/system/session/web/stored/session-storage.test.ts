import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepTenant } from '#platform/http/web/credentials.ts';
import { TestStorage } from '#platform/storage/web/test-storage.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { keepText, keptTexts } from '#ui/json-editor/edit-history.ts';
import {
  clearIfLoggedOutMeanwhile,
  clearLogin,
  dropPages,
  keepLogin,
  keepPointsFlag,
  keepRights,
  leaveLoginNotice,
  rememberTenant,
  storedSession,
  storedUser,
  takeLoginNotice,
} from './session-storage.ts';

const NOW = Date.parse('2027-03-01T09:00:00Z');
const WEEK_MS = 604_800_000;
const user = {
  id: 'u1',
  username: 'mona',
  realname: 'Mona Lund',
  avatar: '',
  workNo: '17',
  orgCode: 'A01',
  canSwitchTenant: false,
};
const answer: LoginAnswer = {
  token: 't0ken',
  userInfo: user,
  departs: [],
  multi_depart: 0,
  sysAllDictItems: { sex: [{ value: '1', text: 'Male', title: 'Male' }] },
};
const right = { action: 'order:refund', type: '1', describe: 'Refund' };

let local: TestStorage;
let session: TestStorage;
beforeEach(() => {
  local = new TestStorage();
  session = new TestStorage();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  clearLogin('expired');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function logInAndWork(): void {
  keepLogin(answer);
  keepTenant({ id: '1000', name: 'Nordic Coffee' });
  rememberTenant('1000');
  keepRights({ auth: [right], allAuth: [{ ...right, status: '1' }] }, ['orders/list']);
  keepPointsFlag(true);
}
const localItem = (key: string): unknown => JSON.parse(String(local.getItem(key)));

test.each([
  ['a logout', () => clearLogin('logout')],
  ['a session that is over', () => clearLogin('expired')],
  ['a change of tenant', dropPages],
])('with %s the texts of the JSON editor go: whoever comes next is not offered them', (_title, leave) => {
  logInAndWork();
  keepText('oss', '{"secretKey":"mine"}', NOW);
  leave();
  expect(keptTexts('oss')).toEqual([]);
});

test.each([
  ['Access-Token', 't0ken', WEEK_MS],
  ['Login_Username', 'mona', WEEK_MS],
  ['Login_Userinfo', user, WEEK_MS],
  ['UI_CACHE_DB_DICT_DATA', answer.sysAllDictItems, WEEK_MS],
  ['TENANT_ID', '1000', WEEK_MS],
  ['TENANT_NAME', 'Nordic Coffee', WEEK_MS],
  ['CACHE_INCLUDED_ROUTES', ['orders/list'], null],
  ['POINTS_FLAG', true, null],
])('after a login the browser keeps pro__%s', (key, value, lifeMs) => {
  logInAndWork();
  expect(localItem(`pro__${key}`)).toEqual({ value, expire: lifeMs === null ? null : NOW + lifeMs });
});

test('the button authorisations are raw JSON in session storage', () => {
  logInAndWork();
  expect(JSON.parse(String(session.getItem('LOGIN_USER_BUTTON_AUTH')))).toEqual([right]);
  expect(JSON.parse(String(session.getItem('SYS_BUTTON_AUTH')))).toEqual([{ ...right, status: '1' }]);
});

test('after seven days nobody is logged in', () => {
  logInAndWork();
  vi.setSystemTime(NOW + WEEK_MS);
  expect(storedUser()).toEqual(user);
  vi.setSystemTime(NOW + WEEK_MS + 1);
  expect(storedSession()).toEqual({ token: undefined, userId: undefined, tenantId: undefined, orgCode: undefined });
});

test('a logout leaves the last tenants’ ids and its time, and nothing in session storage', () => {
  logInAndWork();
  local.setItem('pro__ENCRYPTED_STRING', '{"value":{"key":"k","iv":"i"},"expire":null}');
  local.setItem('pro__LANGUAGE', '{"value":"zh-CN","expire":null}');
  session.setItem('tabs:1000:u1', '[]');
  clearLogin('logout');
  expect(Object.keys(local).sort()).toEqual(['pro__LANGUAGE', 'pro__LAST_LOGOUT', 'pro__RECENT_TENANTS']);
  expect(Object.keys(session)).toEqual([]);
});

test('an ended session leaves the pages of its user where they are, for his next login', () => {
  logInAndWork();
  session.setItem('tabs:1000:u1', '[]');
  clearLogin('expired');
  expect(Object.keys(local)).toEqual(['pro__RECENT_TENANTS']);
  expect(Object.keys(session)).toEqual(['tabs:1000:u1']);
});

test('a browser tab that slept through a logout forgets what it kept', () => {
  clearIfLoggedOutMeanwhile();
  session.setItem('draft:1000:u1:orders.refund:1', '{}');
  clearIfLoggedOutMeanwhile();
  expect(session.getItem('draft:1000:u1:orders.refund:1')).toBe('{}');
  vi.setSystemTime(NOW + 60_000);
  // The logout happened in another browser tab, which has a session storage of its own.
  local.setItem('pro__LAST_LOGOUT', JSON.stringify({ value: NOW + 30_000, expire: null }));
  clearIfLoggedOutMeanwhile();
  expect(Object.keys(session)).toEqual(['OPENED_AT']);
});

test('the login page says once why somebody is there', () => {
  leaveLoginNotice('Network timeout');
  expect(takeLoginNotice()).toBe('Network timeout');
  expect(takeLoginNotice()).toBeUndefined();
});
