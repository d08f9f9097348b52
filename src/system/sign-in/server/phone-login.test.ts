import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareAnswer } from '#platform/testing/bare-answer.ts';
import { later } from '#platform/testing/later.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { aPerson } from '#system/session/server/test-people.ts';
import {
  newPhone,
  otherCode,
  type ServerWithPhones,
  startServerWithPhones,
} from '#system/verification/server/test-phones.ts';
import { signInEndpoints } from '../contract/endpoints.ts';

let product: ServerWithPhones;
beforeAll(async () => {
  product = await startServerWithPhones();
});
afterAll(() => product.stop());

const ask = (mobile: string, smsmode: '0' | '1' = '0', caller = {}) =>
  product.send('POST', '/api/sys/sms', { mobile, smsmode }, caller);
const logIn = (mobile: string, captcha: string) => product.send('POST', '/api/sys/phoneLogin', { mobile, captcha });

test('a code from a text message logs its owner in, once', async () => {
  const tenant = await product.newTenant();
  const phone = newPhone();
  const person = await aPerson(product.services, { phone, memberships: [{ tenantId: tenant.id }] });
  expect((await ask(phone)).body).toMatchObject({ success: true, result: null });
  const code = await product.codeFor(phone);
  expect(code).toMatch(/^\d{6}$/);
  // Written as people write it.
  const typed = `${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`;
  const answer = await product.call(signInEndpoints.phoneLogin, { mobile: typed, captcha: code!, remember_me: true });
  expect(answer).toMatchObject({ userInfo: { id: person.id }, tenantList: [{ id: tenant.id }] });
  const { list } = await product.call(sessionEndpoints.currentTenants, {}, { token: answer.token });
  expect(list).toHaveLength(1);
  expect((await logIn(phone, code!)).body).toMatchObject({ success: false, problem: 'session.code-refused' });
});

test('eleven digits of a user who reads Chinese are a number of mainland China; else the country is asked for', async () => {
  const phone = '+8613912345678';
  await aPerson(product.services, { phone });
  const chinese = { language: 'zh-CN' };
  expect((await ask('139 1234 5678', '0', chinese)).body).toMatchObject({ success: true, result: null });
  const captcha = (await product.codeFor(phone))!;
  expect(captcha).toMatch(/^\d{6}$/);
  // never success for a number that nothing can be sent to
  for (const mobile of ['13912345678', '40000001']) {
    expect(await ask(mobile)).toMatchObject({
      status: 200,
      body: { success: false, code: '422', problem: 'session.phone-without-country' },
    });
    expect((await logIn(mobile, captcha)).body.problem).toBe('session.phone-without-country');
  }
  expect((await ask('40000001', '1', chinese)).body.message).toContain('国家代码');
  const answer = await product.send('POST', '/api/sys/phoneLogin', { mobile: '13912345678', captcha }, chinese);
  expect(answer.body.success).toBe(true);
});

test('of two logins at once with one code, one succeeds', async () => {
  const phone = newPhone();
  await aPerson(product.services, { phone });
  await ask(phone);
  const code = (await product.codeFor(phone))!;
  const answers = await Promise.all([logIn(phone, code), logIn(phone, code), logIn(phone, code)]);
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
});

test('unknown numbers, disabled people and known ones are answered alike, and only known ones get a message', async () => {
  const [known, disabled, unknown] = [newPhone(), newPhone(), newPhone()];
  await aPerson(product.services, { phone: known });
  await aPerson(product.services, { phone: disabled, status: 2 });
  const asked = [];
  const tried = [];
  for (const phone of [known, disabled, unknown]) asked.push(bareAnswer(await ask(phone)));
  const code = (await product.codeFor(known))!;
  for (const phone of [disabled, unknown]) expect(await product.codeFor(phone)).toBeUndefined();
  for (const phone of [known, disabled, unknown]) tried.push(bareAnswer(await logIn(phone, otherCode(code))));
  for (const answers of [asked, tried]) expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(tried[0]).toMatchObject({ status: 200, problem: 'session.code-refused' });
});

test('a right guess for an unknown number is a wrong code', async () => {
  const phone = newPhone();
  await ask(phone, '1');
  const code = (await product.codeFor(phone))!;
  // The code of a registration opens no login either: it is bound to its purpose.
  await aPerson(product.services, { phone });
  expect((await logIn(phone, code)).body.problem).toBe('session.code-refused');
});

test('the sixth try finds no code any more, though it is the right one', async () => {
  const phone = newPhone();
  await aPerson(product.services, { phone });
  await ask(phone);
  const code = (await product.codeFor(phone))!;
  for (let time = 0; time < 4; time++) await logIn(phone, otherCode(code));
  expect((await logIn(phone, otherCode(code))).body.problem).toBe('session.code-refused');
  const sixth = await logIn(phone, code);
  expect(sixth.body.success).toBe(false);
  await later(product, 60, async () => {
    expect((await logIn(phone, code)).body.problem).toBe('session.code-refused');
  });
});

test('a code ends after ten minutes', async () => {
  const phone = newPhone();
  await aPerson(product.services, { phone });
  await ask(phone);
  const code = (await product.codeFor(phone))!;
  await later(product, 600, async () => expect((await logIn(phone, code)).body.problem).toBe('session.code-refused'));
  expect((await logIn(phone, code)).body.success).toBe(true);
});

test('a later code replaces the earlier one', async () => {
  const phone = newPhone();
  await aPerson(product.services, { phone });
  await ask(phone);
  const first = (await product.codeFor(phone))!;
  await later(product, 60, async () => {
    await ask(phone);
    const second = (await product.codeFor(phone))!;
    if (first !== second) expect((await logIn(phone, first)).body.success).toBe(false);
    expect((await logIn(phone, second)).body.success).toBe(true);
  });
});

test('a second code within a minute is refused, for known and unknown numbers alike, however they are written', async () => {
  const [known, unknown] = [newPhone(), newPhone()];
  await aPerson(product.services, { phone: known });
  for (const phone of [known, unknown]) {
    await ask(phone);
    const again = await ask(`00${phone.slice(1, 5)} ${phone.slice(5)}`);
    expect(again).toMatchObject({ status: 429, body: { problem: 'session.code-too-soon' } });
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
  }
});

test('an address range may ask for thirty codes an hour', async () => {
  const from = (remoteAddress: string) =>
    product.server.app.inject({
      method: 'POST',
      url: '/api/sys/sms',
      payload: { mobile: newPhone(), smsmode: '0' },
      remoteAddress,
      headers: { 'x-forwarded-for': newPhone() },
    });
  for (let time = 0; time < 30; time++) expect((await from(`203.0.113.${time}`)).statusCode).toBe(200);
  expect((await from('203.0.113.99')).statusCode).toBe(429);
  expect((await from('203.0.114.1')).statusCode).toBe(200);
});

test('one address range takes no more than its share of a phone, and the owner elsewhere still gets codes', async () => {
  const phone = newPhone();
  await aPerson(product.services, { phone });
  const unknown = newPhone();
  const from = async (remoteAddress: string, mobile: string): Promise<number> => {
    const payload = { mobile, smsmode: '0' };
    return (await product.server.app.inject({ method: 'POST', url: '/api/sys/sms', payload, remoteAddress }))
      .statusCode;
  };
  for (const mobile of [phone, unknown]) {
    const given: number[] = [];
    // every half hour, two addresses of one range in turns
    for (let time = 0; time < 12; time++)
      given.push(await later(product, time * 1_800, () => from(`198.51.100.${1 + (time % 2)}`, mobile)));
    expect(given.filter((status) => status === 200)).toHaveLength(6);
    expect(await later(product, 12 * 1_800, () => from('198.51.101.1', mobile)), 'elsewhere').toBe(200);
  }
}, 60_000);

test('a code in clear is taken from this machine only, where there is no TLS', async () => {
  const answer = await product.server.app.inject({
    method: 'POST',
    url: '/api/sys/phoneLogin',
    payload: { mobile: newPhone(), captcha: '123456' },
    remoteAddress: '203.0.113.7',
  });
  expect(answer.json()).toMatchObject({ problem: 'session.login-in-clear' });
});

test('a tenant pays for no more than its hourly share of messages, and no answer shows it', async () => {
  const tenant = await product.newTenant();
  await product.giveProvider(tenant.id);
  const [first, second] = [newPhone(), newPhone()];
  for (const phone of [first, second])
    await aPerson(product.services, { phone, memberships: [{ tenantId: tenant.id }] });
  await ask(first);
  expect(await product.codeFor(first)).toBeDefined();
  expect(product.received.findLast(({ to }) => to === first)?.by).toBe(tenant.id);
  await product.services.database.identity((db) =>
    db.updateTable('request_count').set({ used: 500 }).where('subject', '=', `code-by:${tenant.id}`).execute(),
  );
  expect((await ask(second)).body.success).toBe(true);
  expect(await product.codeFor(second)).toBeUndefined();
});

test('a message is in the language of the caller', async () => {
  const phone = newPhone();
  await ask(phone, '1', { language: 'zh-CN' });
  await product.runDue();
  expect(product.received.findLast(({ to }) => to === phone)?.text).toMatch(/验证码是 \d{6}/);
});

test('neither code nor number lie readable where they do not belong', async () => {
  const phone = newPhone();
  await aPerson(product.services, { phone });
  await ask(phone);
  const code = (await product.codeFor(phone))!;
  await logIn(phone, otherCode(code));
  const rows = await product.services.database.acrossTenants('scan', async (db) => [
    await db.selectFrom('audit_row').selectAll().execute(),
    await db.selectFrom('request_count').selectAll().execute(),
    await db.selectFrom('login_throttle').selectAll().execute(),
    (await db.selectFrom('sign_in_code').selectAll().execute()).map(({ phone: _typed, ...row }) => row),
    (await db.selectFrom('message_delivery').selectAll().execute()).map(({ recipient: _to, ...row }) => row),
  ]);
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(JSON.stringify(rows)).not.toContain(phone.slice(1));
});

test.each([
  { mobile: 'manager', smsmode: '0' },
  { mobile: '+4740000001' },
  { mobile: '+4740000001', smsmode: '2' },
  { mobile: '+4740000001', smsmode: '0', tenantId: '1' },
  { mobile: `+47${'1'.repeat(30)}`, smsmode: '0' },
  { mobile: '+47(((((', smsmode: '0' },
])('%j is malformed', async (body) => {
  expect((await product.send('POST', '/api/sys/sms', body)).status).toBe(400);
});
