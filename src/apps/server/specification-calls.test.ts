import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, startTestServer, type TestAnswer, type TestServer } from '#platform/testing/test-server.ts';
import { declaredCatalogue } from '#system/menu/server/index.ts';
import { seedLanguages } from '../../../db/seed/languages.ts';
import { seedAccess } from '../../../db/seed/seed-access.ts';
import { seedDemoBusiness } from '../../../db/seed/seed-demo-business.ts';
import { seedDemoChannels } from '../../../db/seed/seed-demo-channels.ts';
import { slices } from './slices.ts';

/**
 * Platform.md 7 call by call, written out: method, address and names of the parameters as the document has them, and the
 * fields of the answer with their types. Nothing here comes from our contracts, so that a change of them is noticed.
 */
const PASSWORD = 'Coffee-2026-nord';
const S = expect.any(String) as string;
const N = expect.any(Number) as number;
const B = expect.any(Boolean) as boolean;
const list = (row: unknown) => expect.toSatisfy((rows: unknown) => everyRow(rows, row), 'every row has the fields');
const page = (row: unknown) => ({ records: list(row), current: N, pages: N, size: N, total: N });
const option = { value: S, text: S, title: S };

/** At least one row, and each with these fields, no other and of these types. */
function everyRow(rows: unknown, row: unknown): boolean {
  expect(rows).not.toHaveLength(0);
  for (const one of rows as unknown[]) expect(one).toEqual(row);
  return true;
}

let product: TestServer;
let manager: Caller & { userId: string };
let department: { id: string; orgCode: string };
let spotId: string;
let sessionId: string;

beforeAll(async () => {
  product = await startTestServer({
    env: { DEMO: 'on', DEMO_PASSWORD: PASSWORD, ADMIN_PASSWORD: PASSWORD },
  });
  const { services } = product;
  await seedAccess(services, declaredCatalogue(slices));
  await seedLanguages(services);
  await seedDemoBusiness(services);
  await seedDemoChannels(services);
  const { token, userInfo } = await logIn('manager');
  manager = { token, tenantId: '1000', userId: userInfo.id };
  const tree = await get<{ id: string; orgCode: string }[]>('/api/sys/sysDepart/queryTreeList');
  department = tree[0]!;
  const spots = await get<{ records: { id: string }[] }>('/sos-backend/servicespots/sosServiceSpotsInfo/list');
  spotId = spots.records[0]!.id;
  const clerk = await logIn('clerk');
  const row = await services.database.identity((db) =>
    db.selectFrom('staff_session').select('id').where('user_id', '=', clerk.userInfo.id).executeTakeFirstOrThrow(),
  );
  sessionId = row.id;
});
afterAll(() => product.stop());

async function logIn(username: string, password = PASSWORD): Promise<{ token: string; userInfo: { id: string } }> {
  const answer = await product.send('POST', '/api/sys/login', { username, password });
  return answer.body.result as { token: string; userInfo: { id: string } };
}

async function get<Result>(path: string): Promise<Result> {
  return (await product.send('GET', path, undefined, manager)).body.result as Result;
}

/** The caller where it is not the manager: a visitor, or a user who logs in for it. */
type As = Caller | { username: string; password?: string };
async function callerOf(who: As): Promise<Caller> {
  if (!('username' in who)) return who;
  return { token: (await logIn(who.username, who.password)).token, tenantId: '1000' };
}

/** A stand-in of an address or a body is filled in when its test runs. */
function filled(text: string): string {
  return text.replace(/<(\w+)>/g, (_, name: string) => {
    const known: Record<string, string> = { department: department.id, orgCode: department.orgCode, spotId, sessionId };
    return known[name] ?? name;
  });
}

const ask = (call: string, body?: unknown, who: Caller = manager): Promise<TestAnswer> => {
  const [method = '', path = ''] = call.split(' ');
  const written = body === undefined ? undefined : (JSON.parse(filled(JSON.stringify(body))) as unknown);
  return product.send(method, filled(path), written, who);
};

const user = { id: S, username: 'manager', realname: S, avatar: S, workNo: S, orgCode: S, canSwitchTenant: true };
const departments = { id: S, orgCode: S, departName: S };
const person = { id: S, username: S, realname: S, avatar: S, workNo: S, orgCodeTxt: S };
/** The tenant's clock, as older clients show it. */
const T = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string;
const role = {
  ...{
    id: S,
    roleName: S,
    roleNameZh: S,
    roleCode: S,
    description: S,
    createTime: T,
    updateTime: null,
    createBy: S,
    updateBy: null,
    people: N,
    rights: N,
  },
  ...{ version: N, createdAt: S, createdBy: S, updatedAt: null, updatedBy: null, createBy: S, updateBy: null },
};
const departmentNode = {
  ...{ id: S, key: S, value: S, title: S, departName: S, orgCode: S, parentId: S, departOrder: N, isLeaf: B },
  ...{ orgCategory: S, orgType: S, mobile: S, fax: S, address: S, memo: S, description: S, status: S },
  ...{ orgCategory: S, orgType: S, mobile: S, fax: S, address: S, memo: S, description: S, status: S },
  children: expect.toBeOneOf([null, expect.any(Array)]),
};
const payment = {
  ...{
    id: S,
    channel: 'stripe',
    customName: S,
    customNameZh: S,
    status: 1,
    appEnabled: true,
    posEnabled: false,
    amounts: list(expect.anything()),
  },
  ...{ configContent: { publicKey: S, secretKey: S, webhookSecret: S }, webhookIsSet: true, callbackUrl: S },
  ...{ version: N, createdAt: S, createdBy: S, updatedAt: null, updatedBy: null },
};
const dictionaries = expect.objectContaining({ sex: list(option), user_status: list(option) });
const language = { id: S, language: S, remark: S, type: 'bar', status: 1, isDefault: B };
const pack = { id: S, language: 'en-US', pageKey: S, pageLanguage: S };

const PAGE_OF_PACKS = 'language=en-US&pageNo=1&pageSize=100';
const PLATFORM = { headers: { 'tenant-id': '1' } };

describe('answers as it is written', () => {
  test.each<[string, string, unknown, unknown, As?]>([
    // session and login
    [
      'login',
      'POST /api/sys/login',
      { username: 'manager', password: PASSWORD },
      {
        token: S,
        userInfo: user,
        departs: [],
        multi_depart: 0,
        tenantList: list({ id: S, name: S }),
        sysAllDictItems: dictionaries,
      },
      {},
    ],
    [
      'menu and permissions',
      'GET /api/sys/permission/getUserPermissionByToken?_t=1795259366',
      undefined,
      {
        menu: list(expect.objectContaining({ id: S, path: S, name: S, component: S, route: S })),
        auth: list({ action: S, type: S, describe: S }),
        allAuth: list({ action: S, type: S, describe: S, status: S }),
      },
    ],
    [
      'own departments',
      'GET /api/sys/user/getCurrentUserDeparts',
      undefined,
      { list: list(departments), orgCode: 'A01' },
      { username: 'operator' },
    ],
    [
      'choice of a department',
      'POST /api/sys/selectDepart',
      { orgCode: 'A01', username: 'operator' },
      { userInfo: { ...user, username: 'operator' } },
      { username: 'operator' },
    ],
    [
      'the same by the older verb',
      'PUT /api/sys/selectDepart',
      { orgCode: 'A01', username: 'operator' },
      { userInfo: { ...user, username: 'operator' } },
      { username: 'operator' },
    ],
    [
      'own password',
      'POST /api/sys/user/updatePassword',
      { username: 'operator', oldpassword: PASSWORD, password: 'Rain-2027-fjord', confirmpassword: 'Rain-2027-fjord' },
      null,
      { username: 'operator' },
    ],
    [
      'own password by the older verb',
      'PUT /api/sys/user/updatePassword',
      { username: 'operator', oldpassword: 'Rain-2027-fjord', password: PASSWORD, confirmpassword: PASSWORD },
      null,
      { username: 'operator', password: 'Rain-2027-fjord' },
    ],
    ['end of a session of another user', 'POST /api/sys/online/forceLogout', { token: '<sessionId>' }, null],
    ['logout, by the token alone', 'POST /api/sys/logout', undefined, null, { username: 'manager' }],
    // setup check
    ['payment settings with a webhook', 'POST /sos-backend/payment-config/api/listStripe', {}, list(payment)],
    [
      'tenant settings',
      'GET /sos-backend/tenantinfo/api/queryById?tenant_id=1000&_t=1795259366',
      undefined,
      {
        ...{ id: '1000', name: 'Nordic Coffee', status: 1, timeZone: 'Europe/Oslo', currency: 'NOK' },
        ...{ currencyFormat: S, timeFormat: S, taxRounding: S, accumulationPointLimit: S },
        ...{ ossConfig: null, emailConfig: S, smsConfig: S, userPointConfig: null },
        // of the tenant config (domain 2), and what a save needs
        ...{ version: N, isSet: B, nextTimeZone: null, nextTimeZoneAt: null, depositMinor: N, pickupWindowMinutes: N },
        ...{ undeliveredRule: S, undeliveredAfterMinutes: N },
        ...{ autoRefundOnFailure: B, refundStepUpMinor: N, sessionIdleHours: N, orderReminderDistance: N },
        ...{ lendFromPercent: N, fridgeLimitCelsius: N, quietHours: { from: S, to: S }, pushNeedsSecond: B },
        ...{ customerServiceEmail: S, maintenanceEmail: S, carousel: [], rewardConfig: null },
      },
    ],
    [
      'payment settings',
      'POST /sos-backend/payment-config/api/page',
      { tenant_id: '1000', pageNo: 1, pageSize: 10 },
      { ...page(payment), current: 1, size: 10, total: 1 },
    ],
    // languages and dictionaries
    [
      'languages',
      'POST /sos-backend/language/api/list',
      { type: 'bar', status: 1, pageNo: 1, pageSize: 100 },
      { ...page(language), size: 100, total: 2 },
      PLATFORM,
    ],
    [
      'packs of a language, fields in body and query',
      `POST /sos-backend/LanguageBackendPageConfig/api/page?${PAGE_OF_PACKS}`,
      { language: 'en-US', pageNo: 1, pageSize: 100 },
      { ...page(pack), size: 100 },
      PLATFORM,
    ],
    ['items of a dictionary', 'GET /api/sys/dict/getDictItems/sex', undefined, list(option)],
    [
      'texts of values',
      'GET /api/sys/dict/loadDictItem/sys_user,realname,username?key=manager,&_t=1795259366',
      undefined,
      [S],
    ],
    [
      'options that contain a word',
      'GET /api/sys/dict/loadDict/sys_user,realname,username?keyword=a&pageSize=10&_t=1795259366',
      undefined,
      list(option),
    ],
    ['cache of dictionaries', 'GET /api/sys/dict/refleshCache', undefined, null],
    ['all dictionaries', 'GET /api/sys/dict/queryAllDictItems', undefined, dictionaries],
    [
      'a value that is free',
      'GET /api/sys/duplicate/check?tableName=sys_user&fieldName=phone&fieldVal=%2B4799999999&dataId=',
      undefined,
      null,
      { username: 'admin' },
    ],
    // cached details
    [
      'a service spot',
      'GET /sos-backend/servicespots/sosServiceSpotsInfo/getById?id=<spotId>',
      undefined,
      expect.objectContaining({ id: S, name: S, address: S, status: S, latitude: N, longitude: N }),
    ],
    // reads of system administration that the pickers use
    ['people to choose from', 'GET /api/sys/user/queryUserComponentData?pageNo=1&pageSize=10', undefined, page(person)],
    ['people of a department', 'GET /api/sys/user/queryUserByDepId?id=<department>&realname=', undefined, list(person)],
    ['roles, all', 'GET /api/sys/role/queryall', undefined, list(role)],
    ['roles, by page', 'GET /api/sys/role/list?pageNo=1&pageSize=10', undefined, { ...page(role), size: 10 }],
    ['the tree of departments', 'GET /api/sys/sysDepart/queryTreeList', undefined, list(departmentNode)],
    [
      'the tree of departments, ids and names',
      'GET /api/sys/sysDepart/queryIdTree',
      undefined,
      list({ key: S, value: S, title: S, children: expect.toBeOneOf([null, expect.any(Array)]) }),
    ],
    [
      'one level of departments',
      'GET /api/sys/sysDepart/queryDepartTreeSync?pid=<department>',
      undefined,
      list({ ...departmentNode, children: null }),
    ],
    ['departments by a word', 'GET /api/sys/sysDepart/searchBy?keyWord=a', undefined, list(departmentNode)],
    [
      'positions',
      'GET /api/sys/position/list?pageNo=1&pageSize=10',
      undefined,
      page({
        ...{
          id: S,
          code: S,
          name: S,
          postRank: S,
          postRank_dictText: S,
          createTime: T,
          updateTime: null,
          createBy: S,
          updateBy: null,
        },
        ...{ version: N, createdAt: S, createdBy: S, updatedAt: null, updatedBy: null, createBy: S, updateBy: null },
      }),
    ],
  ])('%s: %s', async (_what, call, body, result, who) => {
    const answer = await ask(call, body, who ? await callerOf(who) : manager);
    expect(answer.status).toBe(200);
    expect(String(answer.headers['content-type'])).toMatch(/^application\/json/);
    expect(answer.body).toEqual({ success: true, code: '200', message: 'Done', result, timestamp: N });
  });
});

test('people by account are a list without an envelope, as the older client reads it; a refusal has one', async () => {
  const answer = await ask('GET /api/sys/user/getMultiUser?username=manager,clerk,');
  expect(answer).toMatchObject({ status: 200, body: list(person) });
  expect((answer.body as unknown as { username: string }[]).map(({ username }) => username).sort()).toEqual([
    'clerk',
    'manager',
  ]);
  expect(await ask('GET /api/sys/user/getMultiUser', undefined, {})).toMatchObject({
    status: 401,
    body: { success: false, problem: 'request.unauthenticated' },
  });
});

test('the menu has the home of the older client first, and a component in every node', async () => {
  interface Node {
    component: string;
    children?: Node[];
  }
  const { menu } = await get<{ menu: Node[] }>('/api/sys/permission/getUserPermissionByToken');
  expect(menu[0]).toEqual({
    id: S,
    path: '/dashboard/analysis',
    name: 'dashboard-analysis',
    component: 'dashboard/Analysis',
    redirect: null,
    route: '1',
    meta: {
      title: 'Home',
      icon: 'home',
      keepAlive: B,
      internalOrExternal: false,
      componentName: 'dashboard-analysis',
      searchWords: S,
    },
  });
  const groups = menu.filter(({ children }) => children);
  expect(groups.map(({ component }) => component)).toEqual(groups.map(() => 'layouts/RouteView'));
  const all = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])]);
  expect(all(menu).filter(({ component }) => component === '')).toEqual([]);
});

describe('refuses as it is written', () => {
  test.each<[string, string, unknown, string, As?]>([
    ['a wrong password', 'POST /api/sys/login', { username: 'manager', password: 'x' }, 'session.login-refused', {}],
    [
      'a wrong code',
      'POST /api/sys/phoneLogin',
      { mobile: '+4740000001', captcha: '000000' },
      'session.code-refused',
      {},
    ],
    [
      'an unknown login of another service',
      `GET /api/sys/thirdLogin/getLoginUser/${'A'.repeat(43)}/github`,
      undefined,
      '',
      {},
    ],
    [
      'a wrong old password',
      'POST /api/sys/user/updatePassword',
      { username: 'manager', oldpassword: 'x', password: 'Rain-2027-fjord', confirmpassword: 'Rain-2027-fjord' },
      'session.old-password-refused',
    ],
    ['a malformed dictionary code', 'GET /api/sys/dict/loadDict/sex?keyword=a', undefined, 'dictionary.code-malformed'],
    [
      'a value that is taken',
      'GET /api/sys/duplicate/check?tableName=sys_user&fieldName=username&fieldVal=manager',
      undefined,
      'field-check.taken',
      { username: 'admin' },
    ],
    [
      'an unknown rule',
      'GET /api/sys/checkRule/checkByCode?ruleCode=none&value=1',
      undefined,
      'field-check.rule-unknown',
    ],
    [
      'departments of no such name',
      'GET /api/sys/sysDepart/searchBy?keyWord=qqq',
      undefined,
      'department.nothing-found',
    ],
  ])('%s: %s', async (_what, call, body, problem, who) => {
    const answer = await ask(call, body, who ? await callerOf(who) : manager);
    expect(answer.status).toBe(200);
    const { faults: _, ...plain } = answer.body;
    expect(plain).toEqual({
      success: false,
      code: expect.stringMatching(/^(409|422)$/),
      message: expect.stringMatching(/\w/),
      result: null,
      timestamp: N,
      problem: problem === '' ? S : problem,
      requestId: S,
    });
  });
});

/** What system-api.md 7 says not to build, or not before its slice can close the hole. */
describe('a call with a hole in it', () => {
  test.each([
    '/api/sys/dict/queryTableData?table=sys_user&text=password&code=salt',
    '/api/sys/api/queryTableDictItemsByCode?table=sys_user',
    '/api/sys/user/querySysUser?username=manager',
    '/api/sys/common/transitRESTful?url=http%3A%2F%2F127.0.0.1',
    '/api/actuator/env',
    '/api/actuator/heapdump',
    '/actuator/env',
    '/api/druid/index.html',
  ])('is not there: %s', async (path) => {
    for (const who of [{}, manager])
      expect(await product.send('GET', path, undefined, who)).toMatchObject({
        status: 404,
        body: { problem: 'request.not-found' },
      });
  });
});
