import { expect, test } from 'vitest';
import { type Caller, prepareRequest } from './prepare-request.ts';
import { sign, signTime } from './sign.ts';

const caller: Caller = {
  systemBase: '/api',
  backendBase: '/sos-backend',
  signSecret: 'demo-secret',
  token: 't0ken',
  tenantId: '1001',
  language: 'zh-CN',
  now: new Date(2027, 2, 1, 9, 5, 7),
};
const seconds = Math.floor(caller.now.getTime() / 1000);

test.each([
  ['/sys/user/list', '/api/sys/user/list'],
  ['/coffeeorder/api/page', '/sos-backend/coffeeorder/api/page'],
  ['/storefront/v1/quote', '/storefront/v1/quote'],
])('%s goes to %s', (path, url) => {
  expect(prepareRequest({ method: 'POST', path }, {}, caller).url).toBe(url);
});

test('each base may be a host of its own', () => {
  const elsewhere = { ...caller, systemBase: 'https://a.example/api', backendBase: 'https://b.example/sos-backend' };
  expect(prepareRequest({ method: 'POST', path: '/sys/logout' }, {}, elsewhere).url).toBe(
    'https://a.example/api/sys/logout',
  );
  expect(prepareRequest({ method: 'POST', path: '/order/api/page' }, {}, elsewhere).url).toBe(
    'https://b.example/sos-backend/order/api/page',
  );
});

test('a logged-in caller sends token, language and tenant', () => {
  expect(prepareRequest({ method: 'PUT', path: '/sys/role/edit' }, {}, caller).headers).toMatchObject({
    'X-Access-Token': 't0ken',
    language: 'zh-CN',
    'tenant-id': '1001',
  });
});

test('a visitor sends the tenant, and his language as browsers do', () => {
  const { headers } = prepareRequest({ method: 'GET', path: '/sys/x' }, {}, { ...caller, token: undefined });
  expect(headers).toMatchObject({ 'tenant-id': '1001', 'Accept-Language': 'zh-CN' });
  expect(headers).not.toHaveProperty('X-Access-Token');
  expect(headers).not.toHaveProperty('language');
});

test.each(['GET', 'POST'] as const)('%s is signed over its parameters, and its time sent', (method) => {
  const params = { pageNo: 1, name: 'a b' };
  const { headers } = prepareRequest({ method, path: '/sys/user/list' }, params, caller);
  expect(headers['X-Sign']).toBe(sign('/sys/user/list', params, 'demo-secret'));
  expect(headers['X-TIMESTAMP']).toBe(signTime(caller.now));
});

test.each(['PUT', 'DELETE'] as const)('%s is not signed', (method) => {
  const { headers } = prepareRequest({ method, path: '/sys/role/edit' }, { id: '1' }, caller);
  expect(headers).not.toHaveProperty('X-Sign');
  expect(headers).not.toHaveProperty('X-TIMESTAMP');
});

test('a GET gets _t in seconds, which is not signed; empty parameters stay out', () => {
  const params = { name: '', status: null, city: undefined, pageNo: 1, ids: ['1', '2'], filter: { a: 1 } };
  const { url, headers } = prepareRequest({ method: 'GET', path: '/sys/user/list' }, params, caller);
  expect(url).toBe(
    `/api/sys/user/list?pageNo=1&ids=1%2C2&filter=${encodeURIComponent('{"a":1}').replaceAll('%20', '+')}&_t=${seconds}`,
  );
  expect(headers['X-Sign']).toBe(
    sign('/sys/user/list', { pageNo: 1, ids: ['1', '2'], filter: { a: 1 } }, 'demo-secret'),
  );
});

test('the items of a dictionary are asked without _t', () => {
  expect(prepareRequest({ method: 'GET', path: '/sys/dict/getDictItems/:code' }, { code: 'sex' }, caller).url).toBe(
    '/api/sys/dict/getDictItems/sex',
  );
});

test('a DELETE carries its parameters in the address, without _t', () => {
  const { url, body } = prepareRequest({ method: 'DELETE', path: '/sys/role/delete' }, { id: '7' }, caller);
  expect(url).toBe('/api/sys/role/delete?id=7');
  expect(body).toBeUndefined();
});

test.each(['POST', 'PUT'] as const)('%s carries JSON, numbers as numbers', (method) => {
  const { headers, body } = prepareRequest({ method, path: '/x/api/edit' }, { amountMinor: 500, note: '' }, caller);
  expect(headers['Content-Type']).toBe('application/json');
  expect(body).toBe('{"amountMinor":500,"note":""}');
});

test.each(['POST', 'PUT'] as const)('%s as a form is url-encoded, without what is empty', (method) => {
  const fields = { name: 'a b', count: 2, note: '' };
  const { headers, body } = prepareRequest({ method, path: '/x/api/edit' }, fields, caller, 'form');
  expect(headers['Content-Type']).toBe('application/x-www-form-urlencoded;charset=UTF-8');
  expect(body).toBe('name=a+b&count=2');
});

test('parts of the path are filled in and not sent again; a hostile one stays inside its segment', () => {
  const target = { method: 'GET', path: '/sys/thirdLogin/getLoginUser/:code/:source' } as const;
  const { url } = prepareRequest(target, { code: '../../x?y', source: 'works' }, caller);
  expect(url).toBe(`/api/sys/thirdLogin/getLoginUser/..%2F..%2Fx%3Fy/works?_t=${seconds}`);
});
