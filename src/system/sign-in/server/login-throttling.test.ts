import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestAnswer, type TestServer } from '#platform/testing/test-server.ts';
import { setPassword } from '#system/passwords/server/index.ts';
import { aPerson, PASSWORD } from '#system/session/server/test-people.ts';
import { signInSlices } from './test-sign-in.ts';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ slices: signInSlices, planDue: async () => 0 });
});
afterAll(() => product.stop());

interface Attempt {
  readonly username: string;
  readonly password?: string;
  readonly from?: string;
  readonly browser?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly extra?: object;
}

let now = new Date('2031-05-06T07:08:09Z');
let room = 0;
/** An address range that no other test of this file uses; loopback, so that clear forms pass. */
const ownRange = (): string => `127.1.${++room}`;

async function attempt({
  username,
  password = 'Wr0ng&Fjord',
  ...rest
}: Attempt): Promise<TestAnswer['body'] & { status: number; retryAfter: unknown }> {
  // Every attempt happens at the same moment, so that a slow machine does not wait out a delay of one second.
  product.services.clock.set(now);
  const response = await product.server.app.inject({
    method: 'POST',
    url: rest.path ?? '/api/sys/login',
    remoteAddress: rest.from ?? '127.0.0.1',
    headers: { 'user-agent': rest.browser ?? 'browser', ...rest.headers },
    payload: { username, password, ...rest.extra },
  });
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], ...response.json() };
}

async function failTimes(count: number, tried: Attempt): Promise<void> {
  for (let time = 0; time < count; time++)
    expect(await attempt(tried)).toMatchObject({ problem: 'session.login-refused' });
}

/** Runs as if that many seconds had passed. */
async function later<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const before = now;
  now = new Date(before.getTime() + seconds * 1000);
  try {
    return await work();
  } finally {
    now = before;
  }
}

test('after five failures the account waits, right password or not, and is answered how long', async () => {
  const { username } = await aPerson(product.services);
  const range = ownRange();
  await failTimes(5, { username, from: `${range}.1` });
  const refused = await attempt({ username, password: PASSWORD, from: `${range}.1` });
  expect(refused).toMatchObject({
    status: 429,
    success: false,
    code: '429',
    problem: 'session.login-delayed',
  });
  // A second, or two where a slow machine has let the ticking clock pass one on the way.
  expect(['1', '2']).toContain(refused.retryAfter);
  await later(3, async () => {
    expect(await attempt({ username, password: PASSWORD, from: `${range}.1` })).toMatchObject({ success: true });
  });
});

test('a success clears the failures of the account', async () => {
  const { username } = await aPerson(product.services);
  const range = ownRange();
  for (let round = 0; round < 2; round++) {
    await failTimes(4, { username, from: `${range}.1` });
    expect(await attempt({ username, password: PASSWORD, from: `${range}.1` })).toMatchObject({ success: true });
  }
});

test('an unknown account is delayed like a known one', async () => {
  const from = `${ownRange()}.1`;
  await failTimes(5, { username: 'nobody-here', from });
  expect(await attempt({ username: 'nobody-here', from })).toMatchObject({
    status: 429,
    problem: 'session.login-delayed',
  });
});

test('no spelling, path, header, field or address gets around the count of an account', async () => {
  const { username } = await aPerson(product.services);
  const range = ownRange();
  const corpus: Omit<Attempt, 'username'>[] = [
    { headers: { 'x-forwarded-for': '198.51.100.9', forwarded: 'for=198.51.100.9', 'x-real-ip': '198.51.100.9' } },
    { extra: { captcha: 'x1', checkKey: 'y', remember_me: true } },
    { from: `${ownRange()}.7` },
    { browser: 'another browser' },
    { path: '/api/sys/login?x=1' },
    { path: '/api/sys/login/' },
    { path: '/api//sys/login' },
    { path: '/api/sys/%6cogin' },
    { path: '/api/sys/login%2e' },
    { path: '/api/./sys/login' },
  ];
  const spellings = [username.toUpperCase(), ` ${username}`, `${username}\u3000`, username.replace('p', 'ｐ')];
  await failTimes(5, { username, from: `${range}.1` });
  for (const spelling of spellings) {
    expect(await attempt({ username: spelling, password: PASSWORD, from: `${range}.1` })).toMatchObject({
      status: 429,
    });
  }
  for (const trick of corpus) {
    const answer = await attempt({ username, password: PASSWORD, from: `${range}.1`, ...trick });
    expect(answer.success, JSON.stringify(trick)).toBe(false);
    expect(answer.problem, JSON.stringify(trick)).not.toBe('session.login-refused');
  }
});

test('a hundred parallel guesses are counted before they are tried', async () => {
  const { username } = await aPerson(product.services);
  const range = ownRange();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => attempt({ username, from: `${range}.${index}` })),
  );
  const tried = answers.filter((answer) => answer.problem === 'session.login-refused');
  // Five, and one or two more where answering a hundred takes longer than the first delays.
  expect(tried.length).toBeGreaterThanOrEqual(5);
  expect(tried.length).toBeLessThan(8);
  // A machine that is too busy to count a guess says so, and does not try it.
  const others = answers.filter((answer) => !tried.includes(answer)).map(({ status }) => status);
  expect(others.filter((status) => status !== 429 && status !== 503)).toEqual([]);
  expect(others).toContain(429);
});

test('who logs in many times at one moment has failed nothing: the bound holds, in true words and without a mark', async () => {
  const { username } = await aPerson(product.services);
  const from = `${ownRange()}.1`;
  const marks = () =>
    product.services.database.identity((db) =>
      db
        .selectFrom('audit_row')
        .select('id')
        .where('action', '=', 'session:login')
        .where('result', '=', 'refused')
        .execute(),
    );
  const before = await marks();
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt({ username, password: PASSWORD, from })));
  const waiting = answers.filter(({ success }) => !success);
  expect(waiting.length).toBeGreaterThan(0);
  for (const answer of waiting.filter(({ status }) => status !== 503)) {
    expect(answer).toMatchObject({ status: 429, problem: 'session.login-crowded' });
    expect(['1', '2']).toContain(answer.retryAfter);
    expect(answer.message).not.toMatch(/failed/i);
  }
  expect(await marks()).toHaveLength(before.length);
  await later(2, async () => {
    expect(await attempt({ username, password: PASSWORD, from })).toMatchObject({ success: true });
  });
});

test('a place that this account used passes the delay, five times', async () => {
  const { username } = await aPerson(product.services);
  const [home, elsewhere] = [ownRange(), ownRange()];
  expect(await attempt({ username, password: PASSWORD, from: `${home}.1`, browser: 'mine' })).toMatchObject({
    success: true,
  });
  await failTimes(5, { username, from: `${elsewhere}.1` });
  expect(await attempt({ username, password: PASSWORD, from: `${elsewhere}.1` })).toMatchObject({ status: 429 });
  // The address moved inside its range, as addresses do.
  expect(await attempt({ username, password: PASSWORD, from: `${home}.99`, browser: 'mine' })).toMatchObject({
    success: true,
  });

  await failTimes(5, { username, from: `${elsewhere}.1` });
  await failTimes(5, { username, from: `${home}.1`, browser: 'mine' });
  expect(await attempt({ username, password: PASSWORD, from: `${home}.1`, browser: 'mine' })).toMatchObject({
    status: 429,
  });
});

test('another browser at the same place, or the same after 30 days, does not pass the delay', async () => {
  const { username } = await aPerson(product.services);
  const [home, elsewhere] = [ownRange(), ownRange()];
  expect(await attempt({ username, password: PASSWORD, from: `${home}.1`, browser: 'mine' })).toMatchObject({
    success: true,
  });
  await failTimes(5, { username, from: `${elsewhere}.1` });
  expect(await attempt({ username, password: PASSWORD, from: `${home}.1`, browser: 'other' })).toMatchObject({
    status: 429,
  });
  await later(31 * 24 * 3600, async () => {
    await failTimes(5, { username, from: `${elsewhere}.1` });
    expect(await attempt({ username, password: PASSWORD, from: `${home}.1`, browser: 'mine' })).toMatchObject({
      status: 429,
    });
  });
});

test('fifty failures from one address range close it for everybody there, and for no others', async () => {
  const { username } = await aPerson(product.services);
  const range = ownRange();
  for (let guess = 0; guess < 50; guess++)
    await attempt({ username: `guess-${range}-${guess}`, from: `${range}.${guess}` });
  const closed = await attempt({ username, password: PASSWORD, from: `${range}.200` });
  expect(closed).toMatchObject({ status: 429, problem: 'session.login-delayed' });
  expect(Number(closed.retryAfter)).toBeGreaterThan(800);
  expect(await attempt({ username, password: PASSWORD, from: `${ownRange()}.1` })).toMatchObject({ success: true });
});

test('successes of many people behind one address never close it', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => aPerson(product.services)));
  const range = ownRange();
  for (let round = 0; round < 18; round++) {
    for (const { username } of people) {
      expect(await attempt({ username, password: PASSWORD, from: `${range}.1` })).toMatchObject({ success: true });
    }
  }
}, 60_000);

test('counts are kept in the database, shared by all servers and without the typed account', async () => {
  const username = `secret-typed-${ownRange()}`;
  await failTimes(1, { username, from: `${ownRange()}.1` });
  const rows = await product.services.database.identity((db) => db.selectFrom('login_throttle').selectAll().execute());
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('secret-typed');
});

test('a new password set on the machine ends all sessions of the account', async () => {
  const { username } = await aPerson(product.services);
  const range = ownRange();
  const { result } = await attempt({ username, password: PASSWORD, from: `${range}.1` });
  const { token } = result as { token: string };
  await expect(setPassword(product.services, username, 'short')).rejects.toMatchObject({
    code: 'user.password-too-weak',
  });
  await setPassword(product.services, ` ${username.toUpperCase()}`, 'An0ther&Fjord');
  expect((await product.send('GET', '/api/sys/tenant/getCurrentUserTenant', undefined, { token })).status).toBe(401);
  expect(await attempt({ username, password: PASSWORD, from: `${range}.1` })).toMatchObject({
    problem: 'session.login-refused',
  });
  expect(await attempt({ username, password: 'An0ther&Fjord', from: `${range}.1` })).toMatchObject({ success: true });
  await expect(setPassword(product.services, 'nobody-here', 'An0ther&Fjord')).rejects.toMatchObject({
    code: 'user.not-found',
  });
});
