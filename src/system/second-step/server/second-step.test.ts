import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { later } from '#platform/testing/later.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { aPerson, PASSWORD } from '#system/session/server/test-people.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { userAdminEndpoints } from '#system/users/contract/user-endpoints.ts';
import { newPhone, type ServerWithPhones, startServerWithPhones } from '#system/verification/server/test-phones.ts';
import { secondStepEndpoints } from '../contract/endpoints.ts';
import { base32 } from './app-codes.ts';
import { endSecondStep } from './end-step.ts';
import { codeOfApp } from './test-app.ts';

const { own, begin, confirm, renewCodes, end } = secondStepEndpoints;
const HALF_MINUTE = 30;

let server: ServerWithPhones;
beforeAll(async () => {
  server = await startServerWithPhones();
});
beforeEach(() => server.services.clock.set(new Date()));
afterAll(() => server?.stop());

interface Owner extends Caller {
  readonly id: string;
  readonly username: string;
  readonly phone: string;
}

async function stepUp(token: string): Promise<void> {
  await server.services.database.identity((db) =>
    db
      .updateTable('staff_session')
      .set({ stepped_up_at: server.services.clock.now() })
      .where('token_digest', '=', sha256(token))
      .execute(),
  );
}

const logIn = (username: string, secondStep?: string, password = PASSWORD) =>
  server.call(signInEndpoints.login, { username, password, ...(secondStep !== undefined && { secondStep }) });
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: { problem: string }) => error.problem,
  );

async function anOwner(): Promise<Owner> {
  const tenant = await server.newTenant();
  const phone = newPhone();
  const { id, username } = await aPerson(server.services, { phone, memberships: [{ tenantId: tenant.id }] });
  const { token } = await logIn(username);
  await stepUp(token);
  return { id, username, phone, token };
}

/** The app of a phone, some half minutes away from now. */
const appOf =
  (secret: string) =>
  (away = 0) =>
    codeOfApp(secret, new Date(server.services.clock.now().getTime() + away * HALF_MINUTE * 1_000));

async function turnedOn() {
  const owner = await anOwner();
  const { secret } = await server.call(begin, {}, owner);
  const code = appOf(secret);
  const { codes } = await server.call(confirm, { code: code() }, owner);
  return { owner, code, codes };
}

test('it is on once the first code of the app was right; before that nothing has changed', async () => {
  const owner = await anOwner();
  const { secret, address } = await server.call(begin, {}, owner);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(address).toBe(
    `otpauth://totp/Smart%20IOT%20Device:${owner.username}?secret=${secret}&issuer=Smart%20IOT%20Device`,
  );
  expect(await refusal(server.call(confirm, { code: appOf(secret)(-5) }, owner))).toBe('second-step.code-refused');
  expect(await server.call(own, {}, owner)).toEqual({ since: null, codesLeft: 0 });
  await logIn(owner.username);

  const shown = appOf(secret)();
  const { codes } = await server.call(confirm, { code: `${shown.slice(0, 3)} ${shown.slice(3)}` }, owner);
  expect(new Set(codes).size).toBe(10);
  expect(await server.call(own, {}, owner)).toEqual({ since: expect.any(String), codesLeft: 10 });
  expect(await refusal(logIn(owner.username))).toBe('session.second-step-required');
  expect(await refusal(server.call(begin, {}, owner))).toBe('second-step.on-already');
});

test('a secret that was begun again is the one that counts', async () => {
  const owner = await anOwner();
  const first = appOf((await server.call(begin, {}, owner)).secret);
  const second = appOf((await server.call(begin, {}, owner)).secret);
  expect(await refusal(server.call(confirm, { code: first() }, owner))).toBe('second-step.code-refused');
  await server.call(confirm, { code: second() }, owner);
});

test('who reads the table has no secret, and no recovery code', async () => {
  const { owner, codes } = await turnedOn();
  const row = await server.services.database.identity((db) =>
    db.selectFrom('second_step').selectAll().where('user_id', '=', owner.id).executeTakeFirstOrThrow(),
  );
  const { secret } = await server.call(begin, {}, await anOwner());
  expect(base32(row.seed)).not.toBe(secret);
  for (const code of codes) expect(JSON.stringify(row)).not.toContain(code.replace('-', ''));
});

test('each code logs in once, also where two come at the same moment', async () => {
  const { owner, code } = await turnedOn();
  expect(await refusal(logIn(owner.username, code())), 'the one that it was turned on with').toBe(
    'session.second-step-refused',
  );
  await later(server, HALF_MINUTE, async () => {
    const results = await Promise.all([1, 2, 3].map(() => refusal(logIn(owner.username, code()))));
    expect(results.toSorted()).toEqual(['none', 'session.second-step-refused', 'session.second-step-refused']);
  });
  await later(server, 2 * HALF_MINUTE, async () => {
    const spaced = `${code().slice(0, 3)} ${code().slice(3)}`;
    const { token } = await logIn(owner.username, spaced);
    expect((await server.call(sessionEndpoints.currentTenants, {}, { token })).list).toHaveLength(1);
  });
});

test('a recovery code serves once, however it is typed', async () => {
  const { owner, codes } = await turnedOn();
  const typed = codes[3]!.replace('-', ' ').toUpperCase();
  await logIn(owner.username, typed);
  expect(await refusal(logIn(owner.username, codes[3]!))).toBe('session.second-step-refused');
  expect((await server.call(own, {}, owner)).codesLeft).toBe(9);
  const acts = (await server.call(sessionEndpoints.accountActs, { pageSize: 50 }, owner)).records;
  expect(acts.filter(({ action }) => action === 'user:use-recovery-code')).toHaveLength(1);
});

test('the code helps nobody without the password, and is not used up by him', async () => {
  const { owner, codes } = await turnedOn();
  expect(await refusal(logIn(owner.username, codes[0]!, 'wrong password'))).toBe('session.login-refused');
  await logIn(owner.username, codes[0]!);
});

test('wrong codes are failed logins and slow the next one down; a login that does not know of the step is none', async () => {
  const { owner, codes } = await turnedOn();
  for (let time = 0; time < 12; time++)
    expect(await refusal(logIn(owner.username))).toBe('session.second-step-required');
  let refused = '';
  for (let time = 0; time < 12 && refused !== 'session.login-delayed'; time++)
    refused = await refusal(logIn(owner.username, '000000'));
  expect(refused).toBe('session.login-delayed');
  expect(await refusal(logIn(owner.username, codes[0]!))).toBe('session.login-delayed');
});

test('a code that was sent to the phone does not stand in for it, and serves on meanwhile', async () => {
  const { owner, codes } = await turnedOn();
  await server.send('POST', '/api/sys/sms', { mobile: owner.phone, smsmode: '0' });
  const captcha = (await server.codeFor(owner.phone))!;
  const byPhone = (secondStep?: string) =>
    server.call(signInEndpoints.phoneLogin, {
      ...{ mobile: owner.phone, captcha },
      ...(secondStep !== undefined && { secondStep }),
    });
  expect(await refusal(byPhone())).toBe('session.second-step-required');
  expect(await refusal(byPhone('123456'))).toBe('session.second-step-refused');
  expect((await byPhone(codes[0]!)).userInfo).toMatchObject({ id: owner.id });
});

test('a wrong code is a refused login in audit and log, whichever the first proof was', async () => {
  const { owner } = await turnedOn();
  expect(await refusal(logIn(owner.username, '123456'))).toBe('session.second-step-refused');
  await server.send('POST', '/api/sys/sms', { mobile: owner.phone, smsmode: '0' });
  const captcha = (await server.codeFor(owner.phone))!;
  const form = { mobile: owner.phone, captcha, secondStep: '123456' };
  expect(await refusal(server.call(signInEndpoints.phoneLogin, form))).toBe('session.second-step-refused');
  for (const [table, column] of [
    ['audit_row', 'object_id'],
    ['login_log', 'user_id'],
  ]) {
    const { rows } = await server.services.database.acrossTenants('test', (_db, client) =>
      client.query<{ reason: string }>(`select reason from ${table} where ${column} = $1 and reason = 'second-step'`, [
        owner.id,
      ]),
    );
    expect(rows, table).toHaveLength(2);
  }
});

test('everything about it wants the password again', async () => {
  const { owner } = await turnedOn();
  await later(server, 600, async () => {
    for (const call of [begin, renewCodes, end])
      expect(await refusal(server.call(call, {}, owner))).toBe('session.step-up-required');
    expect(await refusal(server.call(confirm, { code: '123456' }, owner))).toBe('session.step-up-required');
  });
});

test('new recovery codes take the place of the earlier ones', async () => {
  const { owner, codes } = await turnedOn();
  const { codes: others } = await server.call(renewCodes, {}, owner);
  expect(await refusal(logIn(owner.username, codes[0]!))).toBe('session.second-step-refused');
  await logIn(owner.username, others[0]!);
});

test('turned off, the password alone opens the account, and both stand in the audit', async () => {
  const { owner } = await turnedOn();
  await server.call(end, {}, owner);
  await logIn(owner.username);
  expect(await refusal(server.call(end, {}, owner))).toBe('second-step.off');
  expect(await refusal(server.call(renewCodes, {}, owner))).toBe('second-step.off');
  const { rows } = await server.services.database.acrossTenants('test', (_db, client) =>
    client.query<{ action: string }>(
      "select action from audit_row where actor_id = $1 and action like 'user:%second-step' order by at, id",
      [owner.id],
    ),
  );
  expect(rows.map(({ action }) => action)).toEqual(['user:begin-second-step', 'user:end-second-step']);
});

test('a manager who sets a new password turns it off where he is asked to, and not else', async () => {
  const tenant = await server.newTenant();
  const { id, username } = await aPerson(server.services, { memberships: [{ tenantId: tenant.id }] });
  const { token } = await logIn(username);
  await stepUp(token);
  const { secret } = await server.call(begin, {}, { token });
  await server.call(confirm, { code: appOf(secret)() }, { token });
  const manager = await tenant.staff('all');
  await stepUp(manager.token ?? '');
  const reset = (password: string, endSecondStep?: boolean) =>
    server.call(userAdminEndpoints.resetPassword, { username, password, endSecondStep }, manager);
  await reset('Fj3ll&Vidde-9');
  expect(await refusal(logIn(username, undefined, 'Fj3ll&Vidde-9'))).toBe('session.second-step-required');
  await reset('Fj3ll&Vidde-8', true);
  await logIn(username, undefined, 'Fj3ll&Vidde-8');
  const [last] = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('audit_row').select('after').where('object_id', '=', id).orderBy('at', 'desc').limit(1).execute(),
  );
  expect(last?.after).toMatchObject({ twoStepLogin: false });
});

test('who administers the machine turns it off there', async () => {
  const { owner } = await turnedOn();
  await endSecondStep(server.services, owner.username);
  await logIn(owner.username);
});
