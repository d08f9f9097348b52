import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepTenant, keepToken, storedTenantId, storedToken } from '#platform/http/web/credentials.ts';
import { TestStorage } from '#platform/storage/web/test-storage.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { clearLogin, takeLoginNotice } from '#system/session/web/stored/session-storage.ts';

const node = {
  id: 'n1',
  path: '/dashboard/welcome',
  name: 'dashboard-welcome',
  component: 'dashboard/welcome',
  route: '1',
  meta: { title: 'Welcome', keepAlive: true, internalOrExternal: false, componentName: 'welcome' },
};
const rights = { menu: [node], auth: [], allAuth: [] };
const tenant = {
  id: '1001',
  name: 'Shanghai Robotics',
  timeZone: 'Asia/Shanghai',
  currency: 'CNY',
  currencyFormat: '',
  timeFormat: '',
  userPointConfig: null,
};

type Answer = { status?: number; result?: unknown; success?: boolean; message?: string; problem?: string };
/** Answers by the end of the path, one after the other; the last one stays. */
let answers: Record<string, Answer[]>;
let asked: { path: string; headers: Record<string, string> }[];
let places: string[];

beforeEach(() => {
  // Each test is a page that was just loaded.
  vi.resetModules();
  answers = { getUserPermissionByToken: [{ result: rights }], queryById: [{ result: tenant }], logout: [{}] };
  asked = [];
  places = [];
  vi.stubGlobal('localStorage', new TestStorage());
  vi.stubGlobal('sessionStorage', new TestStorage());
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('location', {
    pathname: '/orders/list',
    search: '?view=open',
    hash: '',
    replace: (path: string) => places.push(path),
    reload: () => places.push('reload'),
  });
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string> }) => {
    const path = url.split('?')[0] ?? '';
    asked.push({ path, headers: init.headers });
    const list = answers[path.slice(path.lastIndexOf('/') + 1)] ?? [];
    const {
      status = 200,
      result = null,
      success = status === 200,
      message = '',
      problem,
    } = (list.length > 1 ? list.shift() : list[0]) ?? {};
    return new Response(JSON.stringify({ success, code: String(status), message, result, timestamp: 1, problem }), {
      status,
    });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  clearLogin('logout');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const calls = (name: string): number => asked.filter(({ path }) => path.endsWith(name)).length;

test('a failed permission call is repeated once, 500 ms later', async () => {
  answers['getUserPermissionByToken'] = [{ status: 503 }, { result: rights }];
  const { loadRights } = await import('./load-session.ts');
  const loading = loadRights();
  await vi.advanceTimersByTimeAsync(499);
  expect(calls('getUserPermissionByToken')).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  expect(calls('getUserPermissionByToken')).toBe(2);
});

test('a permission call that fails twice fails with the server’s words', async () => {
  answers['getUserPermissionByToken'] = [{ status: 503, message: 'The database is away' }];
  const { loadRights } = await import('./load-session.ts');
  const failed = expect(loadRights()).rejects.toThrow('The database is away');
  await vi.advanceTimersByTimeAsync(500);
  await failed;
  expect(calls('getUserPermissionByToken')).toBe(2);
});

test('a session that is over is not asked twice', async () => {
  answers['getUserPermissionByToken'] = [{ status: 401 }];
  const { loadRights } = await import('./load-session.ts');
  await expect(loadRights()).rejects.toMatchObject({ status: 401 });
  expect(calls('getUserPermissionByToken')).toBe(1);
});

test.each([
  ['an empty menu', { menu: [], auth: [], allAuth: [] }],
  ['a menu that is null', { menu: null, auth: null, allAuth: null }],
  ['an answer without a menu', {}],
  ['no answer', null],
])('%s is refused by the words of the catalogue', async (_, result) => {
  answers['getUserPermissionByToken'] = [{ result }];
  const { loadRights } = await import('./load-session.ts');
  await expect(loadRights()).rejects.toThrow('getPermissionList: permissions must be a non-null array !');
});

test('authorisations that an older server leaves out are none', async () => {
  answers['getUserPermissionByToken'] = [{ result: { menu: [node], auth: null } }];
  const { loadRights } = await import('./load-session.ts');
  await loadRights();
  expect([sessionStorage.getItem('LOGIN_USER_BUTTON_AUTH'), sessionStorage.getItem('SYS_BUTTON_AUTH')]).toEqual([
    '[]',
    '[]',
  ]);
});

test('a login that was left in the picker begins in the first tenant', async () => {
  answers['getCurrentUserTenant'] = [{ result: { list: [{ id: '1001', name: 'Shanghai Robotics' }] } }];
  keepToken('t0ken');
  const { loadSession } = await import('./load-session.ts');
  await loadSession();
  expect(storedTenantId()).toBe('1001');
  expect(asked.find(({ path }) => path.endsWith('queryById'))?.headers['tenant-id']).toBe('1001');
});

const CLOSED = { status: 403, problem: 'request.tenant-forbidden', message: 'Closed' };
/** A page whose tenant was frozen while it was away; these are left to its user. */
async function afterFreezing(left: { id: string; name: string }[]) {
  keepToken('t0ken');
  keepTenant({ id: '1000', name: 'Nordic Coffee' });
  answers['getUserPermissionByToken'] = [CLOSED, CLOSED, { result: rights }];
  answers['getCurrentUserTenant'] = [{ result: { list: left } }];
  vi.stubGlobal('history', { replaceState: (_: unknown, __: unknown, path: string) => places.push(path) });
  const { loadSession } = await import('./load-session.ts');
  const loading = loadSession();
  const outcome = loading.then(
    () => 'in',
    (error: Error) => error.message,
  );
  await vi.advanceTimersByTimeAsync(500);
  return outcome;
}

test('whose tenant was frozen begins in his other one, at its first page', async () => {
  expect(await afterFreezing([{ id: '1001', name: 'Shanghai Robotics' }])).toBe('in');
  expect([storedTenantId(), places]).toEqual(['1001', ['/']]);
  expect(asked.at(-1)?.headers['tenant-id']).toBe('1001');
});

test('whose only tenant was frozen is told so', async () => {
  expect(await afterFreezing([])).toBe('Closed');
  expect(places).toEqual([]);
});

test('who belongs to no tenant is told so instead of a page', async () => {
  answers['getCurrentUserTenant'] = [{ result: { list: [] } }];
  keepToken('t0ken');
  const { loadSession } = await import('./load-session.ts');
  await expect(loadSession()).rejects.toThrow();
  expect(asked.map(({ path }) => path)).toEqual(['/api/sys/tenant/getCurrentUserTenant']);
});

test.each([
  ['lists none', { result: { list: null } }, undefined, '1000'],
  ['does not know the call', { status: 404 }, undefined, '1000'],
  ['numbers its tenants', { result: { list: [{ id: 1001, name: 'Shanghai Robotics' }] } }, '1001', '1001'],
])('where an older server %s, the session begins in %s', async (_, answer, kept, sent) => {
  answers['getCurrentUserTenant'] = [answer];
  keepToken('t0ken');
  const { loadSession } = await import('./load-session.ts');
  await loadSession();
  expect(storedTenantId()).toBe(kept);
  expect(asked.at(-1)?.headers['tenant-id']).toBe(sent);
});

test('the console stands without the tenant’s settings, and says why', async () => {
  answers['queryById'] = [{ status: 503, message: 'The database is away' }];
  keepToken('t0ken');
  keepTenant({ id: '1001', name: 'Shanghai Robotics' });
  const { loadSession } = await import('./load-session.ts');
  const loading = loadSession();
  await vi.waitFor(() => expect(asked.filter(({ path }) => path.endsWith('queryById'))).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(500);
  expect((await loading).failure).toMatchObject({ status: 503, message: 'The database is away' });
  const { currentTenant } = await import('#platform/viewer/web/use-tenant.ts');
  expect(currentTenant()).toMatchObject({ id: '1001', name: 'Shanghai Robotics', timeZone: 'UTC', pointsOn: true });
});

test('after a change of the language the tenant has its name in it, here and for the next page', async () => {
  keepToken('t0ken');
  keepTenant({ id: '1001', name: 'Shanghai Robotics' });
  const { loadSession, reloadNames } = await import('./load-session.ts');
  const { useSession } = await import('#platform/viewer/web/session-store.ts');
  const { storedTenantName } = await import('#platform/http/web/credentials.ts');
  await loadSession();
  answers['queryById'] = [{ result: { ...tenant, name: '上海智能机器人' } }];
  await reloadNames();
  expect(useSession.getState().tenant).toEqual({ id: '1001', name: '上海智能机器人' });
  expect(storedTenantName()).toBe('上海智能机器人');

  answers['queryById'] = [{ status: 503 }];
  await reloadNames();
  const { currentTenant } = await import('#platform/viewer/web/use-tenant.ts');
  expect(currentTenant()).toMatchObject({ name: '上海智能机器人', timeZone: 'Asia/Shanghai' });
});

test('who may not have the settings of the tenant does not come in', async () => {
  answers['queryById'] = [{ status: 403, message: 'No' }];
  keepToken('t0ken');
  keepTenant({ id: '1001', name: 'Shanghai Robotics' });
  const { loadSession } = await import('./load-session.ts');
  await expect(loadSession()).rejects.toMatchObject({ status: 403 });
});

test('a logout forgets first, tells the server with the old token and goes to the login page', async () => {
  keepToken('t0ken');
  keepTenant({ id: '1000', name: 'Nordic Coffee' });
  const { logOut } = await import('./load-session.ts');
  logOut();
  expect(storedToken()).toBeUndefined();
  await vi.waitFor(() => expect(places).toEqual(['/user/login']));
  expect(asked).toMatchObject([{ path: '/api/sys/logout', headers: { 'X-Access-Token': 't0ken' } }]);
});

test.each([
  ['refuses', { status: 500, message: 'The database is away' }, 'The database is away'],
  ['does not know the session', { success: false, message: 'Token is invalid' }, 'Token is invalid'],
])('a logout that the server %s ends all the same, and says so', async (_, answer, text) => {
  answers['logout'] = [answer];
  keepToken('t0ken');
  const { logOut } = await import('./load-session.ts');
  logOut();
  await vi.waitFor(() => expect(places).toEqual(['/user/login']));
  expect(storedToken()).toBeUndefined();
  expect(takeLoginNotice()).toBe(text);
});

test('after an ended session the login page leads back to where the user was', async () => {
  keepToken('t0ken');
  const { logInAgain } = await import('./load-session.ts');
  logInAgain({ alive: false });
  await vi.waitFor(() => expect(places).toEqual(['/user/login?redirect=%2Forders%2Flist%3Fview%3Dopen']));
  expect(asked).toEqual([]);
});

test('a switch of tenant leaves nothing of the old one in this browser tab but drafts, and begins at the start', async () => {
  keepToken('t0ken');
  keepTenant({ id: '1000', name: 'Nordic Coffee' });
  sessionStorage.setItem('details:1000:u1', '[]');
  sessionStorage.setItem('LOGIN_USER_BUTTON_AUTH', '[]');
  sessionStorage.setItem('draft:1000:u1:orders.refund:1', '{}');
  useSession.setState({ tenant: { id: '1000', name: 'Nordic Coffee' } });
  const { switchTenant } = await import('./load-session.ts');
  switchTenant({ id: '1001', name: 'Shanghai Robotics' });
  await vi.waitFor(() => expect(places).toEqual(['/']));
  expect(storedTenantId()).toBe('1001');
  expect(Object.keys(sessionStorage)).toEqual(['draft:1000:u1:orders.refund:1']);
});
