import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { departments } from '#system/departments/server/index.ts';
import { aPerson, PASSWORD } from '#system/session/server/test-people.ts';
import { signInSlices } from '#system/sign-in/server/test-sign-in.ts';
import { configureProvider, thirdLogin } from './index.ts';
import { carried, FROM_ELSEWHERE, openTestBrowser, type TestBrowser } from './test-browser.ts';

const HOME = 'http://127.0.0.1:3000';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly token: string | undefined;
  readonly body: unknown;
}
type Answer = { status?: number; body: object };

/** Answers as the two platforms document it; `answers` says what, by path, `asked` keeps what was asked. */
let platform: Server;
let address: string;
let answers: Record<string, Answer | Answer[]>;
let asked: Asked[];
let product: TestServer;

beforeAll(async () => {
  platform = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://platform');
    let text = '';
    for await (const part of request) text += part;
    asked.push({
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      token: [request.headers['x-acs-dingtalk-access-token']].flat()[0],
      body: text === '' ? undefined : JSON.parse(text),
    });
    const known = answers[url.pathname];
    const answer = Array.isArray(known) ? known.shift() : known;
    response.writeHead(answer?.status ?? (answer ? 200 : 404), { 'content-type': 'application/json' });
    response.end(answer ? JSON.stringify(answer.body) : '<html>nothing here</html>');
  });
  await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(platform.address() as { port: number }).port}`;
  address = `http://${host}`;
  product = await startTestServer({
    slices: [...signInSlices, thirdLogin, departments],
    planDue: async () => 0,
    env: { OUTBOUND_ALLOW: host, PUBLIC_URL: HOME },
  });
});
afterAll(async () => {
  await product.stop();
  platform.closeAllConnections();
  await new Promise((done) => platform.close(done));
});

const WECHAT = {
  '/cgi-bin/gettoken': { body: { errcode: 0, errmsg: 'ok', access_token: 'token-1', expires_in: 7200 } },
  '/cgi-bin/auth/getuserinfo': { body: { errcode: 0, errmsg: 'ok', userid: 'wangxiaoming', user_ticket: 'ticket' } },
  '/cgi-bin/user/get': { body: { errcode: 0, errmsg: 'ok', userid: 'wangxiaoming', name: '王小明' } },
};
const DINGTALK = {
  '/v1.0/oauth2/userAccessToken': {
    body: { accessToken: 'person-token', refreshToken: 'r', expireIn: 7200, corpId: 'ding-corp' },
  },
  '/v1.0/contact/users/me': { body: { nick: '李雷', unionId: 'union-7', openId: 'open-7', mobile: '13800000000' } },
};

beforeEach(async () => {
  answers = { ...WECHAT, ...DINGTALK };
  asked = [];
  // Each configuration is a version of its own, so nothing is remembered from the test before.
  product.services.clock.set(new Date(product.services.clock.now().getTime() + 1000));
  await configureProvider(product.services, {
    source: 'wechat_enterprise',
    kind: 'wechat_enterprise',
    name: { 'en-US': 'WeCom', 'zh-CN': '企业微信' },
    address,
    clientId: 'ww-corp',
    clientSecret: 'wechat-secret',
    organization: '1000002',
  });
  await configureProvider(product.services, {
    source: 'dingtalk',
    kind: 'dingtalk',
    name: { 'en-US': 'DingTalk', 'zh-CN': '钉钉' },
    address,
    clientId: 'ding-key',
    clientSecret: 'ding-secret',
    organization: 'ding-corp',
  });
});

/** Opens the login inside the app, and comes back with what the platform adds to the address. */
async function inApp(browser: TestBrowser, source: string, added: Record<string, string>): Promise<URL> {
  const start = await browser.open(`/api/sys/thirdLogin/oauth2/${source}/login?state=${encodeURIComponent(HOME)}`);
  const back = new URL(start.searchParams.get('redirect_uri') ?? '');
  for (const [name, value] of Object.entries({ ...added, state: start.searchParams.get('state') ?? '' })) {
    back.searchParams.set(name, value);
  }
  return browser.open(back.pathname + back.search, FROM_ELSEWHERE);
}

test('inside Enterprise WeChat the browser goes to the silent authorization, elsewhere to the page with the code', async () => {
  const browser = openTestBrowser(product);
  const silent = await browser.open('/api/sys/thirdLogin/oauth2/wechat_enterprise/login?state=http://evil.example');
  expect([silent.pathname, silent.hash]).toEqual(['/connect/oauth2/authorize', '#wechat_redirect']);
  expect(Object.fromEntries(silent.searchParams)).toMatchObject({
    appid: 'ww-corp',
    redirect_uri: `${HOME}/api/sys/thirdLogin/oauth2/wechat_enterprise/callback`,
    response_type: 'code',
    scope: 'snsapi_base',
    agentid: '1000002',
    state: expect.stringMatching(/^[a-zA-Z0-9]{1,128}$/),
  });
  const scan = await browser.open('/api/sys/thirdLogin/render/wechat_enterprise');
  expect(scan.pathname).toBe('/wwlogin/sso/login');
  expect(Object.fromEntries(scan.searchParams)).toMatchObject({
    login_type: 'CorpApp',
    appid: 'ww-corp',
    agentid: '1000002',
    redirect_uri: `${HOME}/api/sys/thirdLogin/wechat_enterprise/callback`,
  });
});

test('a member of the organisation comes back from Enterprise WeChat, ties his account, and is known next time', async () => {
  const person = await aPerson(product.services);
  const browser = openTestBrowser(product);
  const first = await inApp(browser, 'wechat_enterprise', { code: 'code-1' });
  expect([first.origin, first.pathname]).toEqual([HOME, '/oauth2-app/login']);
  expect(asked.map(({ path, query }) => [path, query])).toEqual([
    ['/cgi-bin/gettoken', { corpid: 'ww-corp', corpsecret: 'wechat-secret' }],
    ['/cgi-bin/auth/getuserinfo', { access_token: 'token-1', code: 'code-1' }],
    ['/cgi-bin/user/get', { access_token: 'token-1', userid: 'wangxiaoming' }],
  ]);
  const operateCode = carried(first)['bind'] ?? '';
  const known = await browser.post('/api/sys/thirdLogin/unbound', { operateCode });
  expect(known.body.result).toMatchObject({ name: '王小明', providerName: 'WeCom' });
  const bound = await browser.post('/api/sys/thirdLogin/user/checkPassword', {
    operateCode,
    uuid: person.username,
    password: PASSWORD,
  });
  expect(bound.body.success).toBe(true);

  const second = carried(await inApp(browser, 'wechat_enterprise', { code: 'code-2' }));
  expect(second['thirdType']).toBe('wechat_enterprise');
  const path = `/api/sys/thirdLogin/getLoginUser/${second['oauth2LoginToken']}/wechat_enterprise`;
  expect((await browser.get(path)).body).toMatchObject({ code: '200', result: { userInfo: { id: person.id } } });
});

test('the access token of the application is fetched once and again when the platform says that it is over', async () => {
  const browser = openTestBrowser(product);
  const stranger = { body: { errcode: 0, errmsg: 'ok', userid: 'stranger' } };
  answers['/cgi-bin/auth/getuserinfo'] = stranger;
  await inApp(browser, 'wechat_enterprise', { code: 'code-1' });
  await inApp(browser, 'wechat_enterprise', { code: 'code-2' });
  expect(asked.filter(({ path }) => path === '/cgi-bin/gettoken')).toHaveLength(1);
  answers['/cgi-bin/auth/getuserinfo'] = [
    { body: { errcode: 42001, errmsg: 'access_token expired' } },
    stranger,
    stranger,
  ];
  answers['/cgi-bin/gettoken'] = { body: { errcode: 0, errmsg: 'ok', access_token: 'token-2', expires_in: 7200 } };
  expect(carried(await inApp(browser, 'wechat_enterprise', { code: 'code-3' }))).toHaveProperty('bind');
  expect(asked.at(-1)).toMatchObject({ path: '/cgi-bin/user/get', query: { access_token: 'token-2' } });
  product.services.clock.set(new Date(product.services.clock.now().getTime() + 7_200_000));
  asked = [];
  await inApp(browser, 'wechat_enterprise', { code: 'code-4' });
  expect(asked[0]).toMatchObject({ path: '/cgi-bin/gettoken' });
});

test.each([
  ['a guest of the organisation', { body: { errcode: 0, errmsg: 'ok', openid: 'guest' } }, 'refused'],
  ['a used code', { body: { errcode: 40029, errmsg: 'invalid code' } }, 'refused'],
  ['an address that is not trusted', { body: { errcode: 50001, errmsg: 'redirect_uri unauthorized' } }, 'unavailable'],
  ['a page of a broken gateway', { status: 502, body: { oops: '<html>' } }, 'unavailable'],
])('%s at Enterprise WeChat: %o', async (_what, answer, failed) => {
  answers['/cgi-bin/auth/getuserinfo'] = answer;
  const back = await inApp(openTestBrowser(product), 'wechat_enterprise', { code: 'code-1' });
  expect([back.pathname, carried(back)]).toEqual(['/oauth2-app/login', { failed }]);
});

test('a wrong secret of the application, and a member whose name may not be read', async () => {
  answers['/cgi-bin/user/get'] = { body: { errcode: 60011, errmsg: 'no privilege' } };
  answers['/cgi-bin/auth/getuserinfo'] = { body: { errcode: 0, errmsg: 'ok', userid: 'nameless' } };
  const browser = openTestBrowser(product);
  const operateCode = carried(await inApp(browser, 'wechat_enterprise', { code: 'code-1' }))['bind'] ?? '';
  const known = await browser.post('/api/sys/thirdLogin/unbound', { operateCode });
  expect(known.body.result).toMatchObject({ name: '' });

  product.services.clock.set(new Date(product.services.clock.now().getTime() + 7_200_000));
  answers['/cgi-bin/gettoken'] = { body: { errcode: 40001, errmsg: 'invalid credential' } };
  expect(carried(await inApp(browser, 'wechat_enterprise', { code: 'code-2' }))).toEqual({ failed: 'unavailable' });
});

test('DingTalk is asked for the organisation, and its member for nothing but himself', async () => {
  const browser = openTestBrowser(product);
  const start = await browser.open('/api/sys/thirdLogin/oauth2/dingtalk/login?state=a');
  expect(start.pathname).toBe('/oauth2/auth');
  expect(Object.fromEntries(start.searchParams)).toMatchObject({
    redirect_uri: `${HOME}/api/sys/thirdLogin/oauth2/dingtalk/callback`,
    response_type: 'code',
    client_id: 'ding-key',
    scope: 'openid corpid',
    prompt: 'consent',
  });
  const back = await inApp(browser, 'dingtalk', { authCode: 'auth-1' });
  expect(asked).toMatchObject([
    {
      method: 'POST',
      path: '/v1.0/oauth2/userAccessToken',
      body: { clientId: 'ding-key', clientSecret: 'ding-secret', code: 'auth-1', grantType: 'authorization_code' },
    },
    { method: 'GET', path: '/v1.0/contact/users/me', token: 'person-token' },
  ]);
  const operateCode = carried(back)['bind'] ?? '';
  const known = await browser.post('/api/sys/thirdLogin/unbound', { operateCode });
  expect(known.body.result).toMatchObject({ name: '李雷', source: 'dingtalk' });
});

test('a user of another organisation, or with a used code, is not let in by DingTalk', async () => {
  const browser = openTestBrowser(product);
  const token = '/v1.0/oauth2/userAccessToken';
  answers[token] = { body: { ...DINGTALK[token].body, corpId: 'somebody-elses' } };
  expect(carried(await inApp(browser, 'dingtalk', { authCode: 'a' }))).toEqual({ failed: 'refused' });
  answers[token] = { body: { accessToken: 'person-token' } };
  expect(carried(await inApp(browser, 'dingtalk', { authCode: 'a' }))).toEqual({ failed: 'refused' });
  answers[token] = { status: 400, body: { code: 'invalidParameter.authCode.notFound', message: 'no', requestid: 'r' } };
  expect(carried(await inApp(browser, 'dingtalk', { authCode: 'a' }))).toEqual({ failed: 'refused' });
  delete answers[token];
  expect(carried(await inApp(browser, 'dingtalk', { authCode: 'a' }))).toEqual({ failed: 'unavailable' });
});

test.each(['wechat_enterprise', 'dingtalk'])('who says no in %s comes back without a code', async (source) => {
  expect(carried(await inApp(openTestBrowser(product), source, {}))).toEqual({ failed: 'cancelled' });
  expect(asked).toEqual([]);
});

test('only the chat apps have the login of their built-in browsers', async () => {
  await configureProvider(product.services, {
    source: 'central',
    kind: 'cas',
    name: { 'en-US': 'Central', 'zh-CN': '统一认证' },
    address,
  });
  const answer = await openTestBrowser(product).open('/api/sys/thirdLogin/oauth2/central/login');
  expect(carried(answer)).toEqual({ failed: 'unknown-provider' });
});
