import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { aPerson, PASSWORD } from '#system/session/server/test-people.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { logEndpoints } from '../contract/endpoints.ts';
import { loginLog } from '../contract/login-log.ts';
import { visitEndpoints } from '../contract/visits.ts';

let server: TestServer;
let tenant: TestTenant;
let reader: Caller;
let owner: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await server.newTenant();
  reader = await tenant.staff('all', { steppedUp: true });
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});

const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36' };
const login = (username: string, password = PASSWORD) =>
  server.call(signInEndpoints.login, { username, password }, { headers });
const linesOf = async (username: string, who: Caller = reader) =>
  (await server.call(loginLog.endpoints.page, { keyword: username } as never, who)).records;

test('login, refused login and logout stand there with address and browser', async () => {
  const person = await aPerson(server.services, { memberships: [{ tenantId: tenant.id }] });
  await expect(login(person.username, 'Wrong-1234!x')).rejects.toThrow();
  const { token } = await login(person.username);
  await server.call(sessionEndpoints.logout, {}, { token });
  const lines = await linesOf(person.username);
  expect(lines.map(({ act }) => act)).toEqual(['logout', 'login', 'refused']);
  expect(lines[1]).toMatchObject({ means: 'password', entered: 'this', userAgent: headers['user-agent'] });
  expect(lines[2]).toMatchObject({ reason: 'refused', entered: null });
  const older = await server.call(logEndpoints.list, { logType: '1', username: person.username }, reader);
  expect(older.records.map(({ logContent }) => logContent)).toEqual(['Logged out', 'Logged in', 'Login refused']);
});

test('who has several tenants stands in the log of each, which says whether it was entered and not which other', async () => {
  const other = await server.newTenant();
  const person = await aPerson(server.services, { memberships: [{ tenantId: tenant.id }, { tenantId: other.id }] });
  const { token } = await login(person.username);
  const there = await other.staff();
  expect((await linesOf(person.username))[0]?.entered).toBeNull();
  await server.call(sessionEndpoints.permissions, {}, { token, tenantId: other.id });
  expect((await linesOf(person.username))[0]?.entered).toBe('other');
  expect((await linesOf(person.username, there))[0]?.entered).toBe('this');
  await server.call(sessionEndpoints.permissions, {}, { token, tenantId: tenant.id });
  expect((await linesOf(person.username, there))[0]?.entered).toBe('this');
});

test('a session that somebody else ends says who', async () => {
  const person = await aPerson(server.services, { memberships: [{ tenantId: tenant.id }] });
  await login(person.username);
  const { rows } = await owner.query('select id from staff_session where user_id = $1', [person.id]);
  await server.call(sessionEndpoints.forceLogout, { token: rows[0].id }, reader);
  const [line] = await linesOf(person.username);
  expect(line).toMatchObject({ act: 'forced' });
  expect(line?.byName).not.toBe('');
});

test('a tenant of which he is no member sees nothing of it', async () => {
  const person = await aPerson(server.services, { memberships: [{ tenantId: tenant.id }] });
  await login(person.username);
  expect(await linesOf(person.username, await (await server.newTenant()).staff())).toEqual([]);
});

test('logins are counted by day, for members of the tenant', async () => {
  const fresh = await server.newTenant({ timeZone: 'Asia/Shanghai' });
  const person = await aPerson(server.services, { memberships: [{ tenantId: fresh.id }] });
  const who = await fresh.staff([]);
  const before = await server.call(visitEndpoints.days, {}, who);
  expect(before.map(({ visit }) => visit)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  const today = localDay(server.services.clock.now(), 'Asia/Shanghai');
  expect(before.at(-1)).toEqual({ tian: today, type: today.slice(5), visit: 0, ip: 0 });
  await login(person.username);
  await login(person.username);
  expect((await server.call(visitEndpoints.days, {}, who)).at(-1)).toMatchObject({ visit: 2, ip: 1 });
  expect(await server.call(visitEndpoints.sums, {}, who)).toEqual({
    totalVisitCount: 2,
    todayVisitCount: 2,
    todayIp: 1,
  });
});
