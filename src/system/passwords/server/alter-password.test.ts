import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareAnswer } from '#platform/testing/bare-answer.ts';
import { later } from '#platform/testing/later.ts';
import { aPerson, PASSWORD } from '#system/session/server/test-people.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { aKnownCaptcha } from '#system/verification/server/test-captcha.ts';
import {
  newPhone,
  otherCode,
  type ServerWithPhones,
  startServerWithPhones,
} from '#system/verification/server/test-phones.ts';
import { passwordEndpoints } from '../contract/endpoints.ts';

const NEW_PASSWORD = 'Fj3ll&Vidde';

let product: ServerWithPhones;
beforeAll(async () => {
  product = await startServerWithPhones();
});
afterAll(() => product.stop());

const begin = async (account: string) =>
  product.call(passwordEndpoints.beginAlteration, { account, ...(await aKnownCaptcha(product)) });
const verify = (ticket: string, smscode: string) =>
  product.send('POST', '/api/sys/user/phoneVerification', { ticket, smscode });
const alter = (ticket: string, password = NEW_PASSWORD) =>
  product.send('POST', '/api/sys/user/passwordChange', { ticket, password });
const logIn = (username: string, password: string) => product.send('POST', '/api/sys/login', { username, password });
/** As far as the right to set a new password. */
async function proven(phone: string, account = phone): Promise<string> {
  const { ticket } = await begin(account);
  const answer = await product.call(passwordEndpoints.verifyAlteration, {
    ticket,
    smscode: (await product.codeFor(phone))!,
  });
  return answer.ticket;
}

test('captcha, code, new password: the old password and all sessions end', async () => {
  const phone = newPhone();
  const person = await aPerson(product.services, { phone });
  const { token } = await product.call(signInEndpoints.login, { username: person.username, password: PASSWORD });
  const { ticket } = await begin(` ${person.username.toUpperCase()} `);
  const smscode = (await product.codeFor(phone))!;
  const verified = await product.call(passwordEndpoints.verifyAlteration, { ticket, smscode });
  expect(verified.username).toBe(person.username);
  expect((await alter(verified.ticket)).body).toMatchObject({ success: true, result: null });
  expect((await product.send('GET', '/api/sys/tenant/getCurrentUserTenant', undefined, { token })).status).toBe(401);
  expect((await logIn(person.username, PASSWORD)).body.success).toBe(false);
  expect((await logIn(person.username, NEW_PASSWORD)).body.success).toBe(true);
});

test('an account is found by its phone and its e-mail as well', async () => {
  const phone = newPhone();
  const email = `p${phone.slice(1)}@example.com`;
  const person = await aPerson(product.services, { phone, email });
  for (const account of [`0${phone.replace('+', '0')}`, email.toUpperCase()]) {
    const { ticket } = await begin(account);
    const answer = await product.call(passwordEndpoints.verifyAlteration, {
      ticket,
      smscode: (await product.codeFor(phone))!,
    });
    expect(answer.username).toBe(person.username);
  }
});

test('who has no phone gets the code by mail', async () => {
  const email = 'mail-only@example.com';
  await aPerson(product.services, { email });
  await begin(email);
  await product.runDue();
  const rows = await product.services.database.read('1', (db) =>
    db.selectFrom('message_delivery').select(['channel', 'purpose']).where('recipient', '=', email).execute(),
  );
  expect(rows).toEqual([{ channel: 'email', purpose: 'alter-code' }]);
});

test('who has both gets it by mail where nobody can send text messages', async () => {
  const phone = newPhone();
  const email = `both${phone.slice(1)}@example.com`;
  await aPerson(product.services, { phone, email });
  const set = (columns: { sms_config?: string | null; email_config?: string | null }) =>
    product.services.database.acrossTenants('channels of the platform', async (db) => {
      const before = await db
        .selectFrom('tenant')
        .select('sms_config')
        .where('tenant_id', '=', 1)
        .executeTakeFirstOrThrow();
      await db.updateTable('tenant').set(columns).where('tenant_id', '=', 1).execute();
      return JSON.stringify(before.sms_config);
    });
  const smsConfig = await set({ sms_config: null, email_config: JSON.stringify({ host: 'mail.example.com' }) });
  // requests of one address are counted by the hour
  await later(product, 7_200, async () => {
    await begin(email);
    await product.runDue();
  });
  await set({ sms_config: smsConfig, email_config: null });
  const sent = await product.services.database.read('1', (db) =>
    db
      .selectFrom('message_delivery')
      .select(['channel', 'recipient'])
      .where('recipient', 'in', [email, phone])
      .execute(),
  );
  expect(sent).toEqual([{ channel: 'email', recipient: email }]);
});

test('unknown and disabled people, people without phone and the administrator are answered like anybody', async () => {
  const [known, disabled] = [newPhone(), newPhone()];
  const people = [
    await aPerson(product.services, { phone: known }),
    await aPerson(product.services, { phone: disabled, status: 2 }),
    await aPerson(product.services),
    { username: 'nobody-at-all' },
  ];
  const begun = [];
  const repeated: object[] = [];
  const verified = [];
  for (const { username } of people) {
    const answer = await product.send('POST', '/api/sys/user/alteration', {
      account: username,
      ...(await aKnownCaptcha(product)),
    });
    const { ticket } = answer.body.result as { ticket: string };
    begun.push({ ...bareAnswer(answer), result: ticket.length });
    verified.push(bareAnswer(await verify(ticket, '000000')));
    await later(product, 60, async () => {
      repeated.push(bareAnswer(await product.send('POST', '/api/sys/user/alteration/resend', { ticket })));
    });
  }
  for (const answers of [begun, repeated, verified])
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(verified[0]).toMatchObject({ problem: 'session.code-refused' });
  await product.runDue();
  expect(product.received.filter(({ to }) => to === disabled)).toEqual([]);
});

test('the password of the administrator is not reset, though he has a phone', async () => {
  const phone = newPhone();
  const person = await aPerson(product.services, { phone });
  await product.services.database.acrossTenants('test root', async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await db.updateTable('staff_user').set({ is_root: true }).where('id', '=', person.id).execute();
  });
  await begin(person.username);
  expect(await product.codeFor(phone)).toBeUndefined();
});

test('codes that are asked for again count for the account, however often it begins anew, known or not', async () => {
  const phone = newPhone();
  const { username } = await aPerson(product.services, { phone });
  for (const account of [username, 'nobody-who-begins-anew', phone]) {
    const statuses: number[] = [];
    for (let time = 0; time < 3; time++) {
      // each time another spelling, and 21 minutes later
      const typed = time === 1 ? ` ${account.toUpperCase()}` : account;
      await later(product, time * 1_260, async () => {
        const body = { account: typed, ...(await aKnownCaptcha(product)) };
        const begun = await product.send('POST', '/api/sys/user/alteration', body);
        statuses.push(begun.status);
        const { ticket } = (begun.body.result ?? { ticket: 'x' }) as { ticket: string };
        await later(product, 61, async () =>
          statuses.push((await product.send('POST', '/api/sys/user/alteration/resend', { ticket })).status),
        );
      });
    }
    expect(statuses.slice(0, 4), account).toEqual([200, 200, 200, 429]);
  }
});

test('the picture comes first: a wrong one starts nothing, and a used one neither', async () => {
  const known = await aKnownCaptcha(product);
  const start = (captcha: string) =>
    product.send('POST', '/api/sys/user/alteration', { account: 'someone', ...known, captcha });
  expect((await start('WXYZ')).body.problem).toBe('session.captcha-refused');
  expect((await start(known.captcha)).body.problem).toBe('session.captcha-refused');
});

test('a code is used once and only with its own ticket, and only five tries are looked at', async () => {
  const [one, two] = [newPhone(), newPhone()];
  await aPerson(product.services, { phone: one });
  await aPerson(product.services, { phone: two });
  const [first, second] = [await begin(one), await begin(two)];
  const code = (await product.codeFor(one))!;
  if ((await product.codeFor(two)) !== code) {
    expect((await verify(second.ticket, code)).body.problem).toBe('session.code-refused');
  }
  expect((await verify(first.ticket, code)).body.success).toBe(true);
  expect((await verify(first.ticket, code)).body.problem).toBe('session.code-refused');
  const right = (await product.codeFor(two))!;
  for (let time = 0; time < 4; time++) await verify(second.ticket, otherCode(right));
  await later(product, 60, async () => {
    expect((await verify(second.ticket, right)).body.problem).toBe('session.code-refused');
  });
});

test('a new password is set once, by one of three at once', async () => {
  const phone = newPhone();
  await aPerson(product.services, { phone });
  const ticket = await proven(phone);
  const answers = await Promise.all([alter(ticket), alter(ticket), alter(ticket)]);
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
  expect((await alter(ticket, 'An0ther&Fjell')).body.problem).toBe('session.alteration-over');
});

test('the right to set a password ends after ten minutes, and with another change', async () => {
  const phone = newPhone();
  await aPerson(product.services, { phone });
  const ticket = await proven(phone);
  await later(product, 600, async () => expect((await alter(ticket)).body.problem).toBe('session.alteration-over'));
  await later(product, 60, async () => {
    const newer = await proven(phone);
    expect((await alter(newer)).body.success).toBe(true);
    expect((await alter(ticket, 'An0ther&Fjell')).body.problem).toBe('session.alteration-over');
  });
});

test('a weak password leaves the right as it is', async () => {
  const phone = newPhone();
  const person = await aPerson(product.services, { phone });
  const ticket = await proven(phone);
  for (const weak of ['short', `A1!${person.username}`]) {
    expect((await alter(ticket, weak)).body.problem).toBe('user.password-too-weak');
  }
  expect((await alter(ticket)).body.success).toBe(true);
});

test('failed logins are cleared with a new password', async () => {
  const phone = newPhone();
  const person = await aPerson(product.services, { phone });
  for (let time = 0; time < 7; time++) await logIn(person.username, 'Wr0ng&Fjord');
  expect((await logIn(person.username, PASSWORD)).status).toBe(429);
  await alter(await proven(phone));
  expect((await logIn(person.username, NEW_PASSWORD)).body.success).toBe(true);
});

test('no password, code or ticket is accepted in an address', async () => {
  for (const path of [
    '/api/sys/user/passwordChange?username=a&password=b&smscode=1&phone=2',
    '/api/sys/user/phoneVerification?phone=1&smscode=2',
    '/api/sys/user/querySysUser?username=manager',
  ]) {
    expect((await product.send('GET', path)).status).toBeGreaterThanOrEqual(404);
  }
});

test('an alteration leaves its audit rows, refusals too, without code and password', async () => {
  const phone = newPhone();
  const person = await aPerson(product.services, { phone });
  await alter(await proven(phone, person.username));
  const rows = await product.services.database.acrossTenants('audit', (db) =>
    db.selectFrom('audit_row').selectAll().where('object_id', '=', person.id).execute(),
  );
  expect(rows).toMatchObject([{ action: 'user:alter-password', result: 'done' }]);
  expect(JSON.stringify(rows)).not.toContain('Vidde');
});
