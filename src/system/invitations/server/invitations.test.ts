import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { everybodysRightsChanged, rightsChanged } from '#system/access/server/index.ts';
import { recoveryDigest } from '#system/second-step/server/recovery-codes.ts';
import { aPerson, PASSWORD } from '#system/session/server/test-people.ts';
import { signInEndpoints } from '#system/sign-in/contract/endpoints.ts';
import { users } from '#system/users/contract/users.ts';
import { invitationEndpoints } from '../contract/endpoints.ts';
import { invitations } from '../contract/invitations.ts';

const { endpoints: calls } = invitations;
let server: TestServer;
let tenant: TestTenant;
let other: TestTenant;
let manager: Caller;
let role: string;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  [tenant, other] = [await server.newTenant(), await server.newTenant()];
  manager = await tenant.staff();
  role = await aRole('robot:view');
});
afterAll(() => server?.stop());

async function aRole(action: string): Promise<string> {
  const id = newId();
  const permission = await server.services.database.identity((db) =>
    db.selectFrom('permission').select('id').where('action', '=', action).executeTakeFirstOrThrow(),
  );
  await server.services.database.write(tenant.id, async (db) => {
    await db
      .insertInto('role')
      .values({ id, role_code: id, role_name: `May ${action}` })
      .execute();
    await db.insertInto('role_permission').values({ role_id: id, permission_id: permission.id }).execute();
    await rightsChanged(db, [id]);
  });
  return id;
}

const invite = (contact: string, more: object = {}, who = manager) =>
  server.call(calls.add, { contact, roleIds: [role], ...more } as never, who);

/** Puts a code of the test in the place of the one that went out, whose text nobody can read back. */
async function codeOf(id: string, more: object = {}): Promise<string> {
  const secret = newId().replaceAll('-', '').padEnd(43, 'x');
  await server.services.database.write(tenant.id, (db) =>
    db
      .updateTable('invitation')
      .set({ code_digest: sha256(secret), ...more })
      .where('id', '=', id)
      .execute(),
  );
  return `${tenant.id}.${secret}`;
}

const mail = () => {
  count += 1;
  return `new${count}@example.com`;
};
const newcomer = (code: string, more: object = {}) => {
  count += 1;
  return { code, username: `newcomer${count}`, realname: 'New Comer', password: 'Lys&Fjord-27', ...more };
};
const problemOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Refused ? error.problem : `nothing was refused: ${String(error)}`;
};

test('a link goes out, and its owner joins with a new account and the roles that were given', async () => {
  const contact = mail();
  const { id } = await invite(contact);
  const sent = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('message_delivery').select(['recipient', 'purpose']).where('recipient', '=', contact).execute(),
  );
  expect(sent).toEqual([{ recipient: contact, purpose: 'invitation' }]);
  const code = await codeOf(id);
  const asked = await server.call(invitationEndpoints.read, { code });
  expect(asked).toMatchObject({ contact, hasAccount: false });
  const request = newcomer(code);
  expect(await server.call(invitationEndpoints.join, request)).toEqual({ username: request.username });
  const { token } = await server.call(signInEndpoints.login, { username: request.username, password: 'Lys&Fjord-27' });
  const list = await server.send('POST', '/sos-backend/coffeeMachineV2/api/page', {}, { token, tenantId: tenant.id });
  expect(list.status).toBe(200);
  expect(await server.call(calls.one, { id }, manager)).toMatchObject({
    state: 'accepted',
    acceptedBy: request.username,
  });
  const people = await server.call(users.endpoints.page, { keyword: contact }, manager);
  expect(people.records).toMatchObject([{ username: request.username, email: contact, selectedroles: role }]);
});

test('a link that goes nowhere is told of, and why: no mail is set up, here or at the platform', async () => {
  const { id } = await invite(mail());
  expect(await server.call(calls.one, { id }, manager)).toMatchObject({ state: 'open', delivery: 'pending' });
  await server.runDue();
  expect(await server.call(calls.one, { id }, manager)).toMatchObject({
    ...{ state: 'open', delivery: 'failed', deliveryFault: 'not-configured' },
  });
});

test('nobody sends a flood of them', async () => {
  const { id } = await invite(mail());
  await server.services.database.write(tenant.id, async (db) => {
    const rows = Array.from({ length: 200 }, () => ({
      ...{ id: newId(), channel: 'email', purpose: 'invitation', recipient: 'flood@example.com', state: 'sent' },
      ...{ requested_at: server.services.clock.now(), changed_at: server.services.clock.now() },
    }));
    await db.insertInto('message_delivery').values(rows).execute();
  });
  expect(await problemOf(invite(mail()))).toBe('invitation.too-many');
  expect(await problemOf(server.call(invitationEndpoints.sendAgain, { id }, manager))).toBe('invitation.too-many');
  await server.services.database.write(tenant.id, (db) =>
    db.deleteFrom('message_delivery').where('recipient', '=', 'flood@example.com').execute(),
  );
  await server.call(invitationEndpoints.sendAgain, { id }, manager);
});

test('who is invited anew has the last invitation alone, whatever its letters', async () => {
  const contact = mail();
  const first = await invite(contact);
  const early = await codeOf(first.id);
  const elsewhere = await invite(mail());
  const last = await invite(contact.toUpperCase());
  const code = await codeOf(last.id);
  expect(await problemOf(server.call(invitationEndpoints.join, newcomer(early)))).toBe('invitation.unknown');
  const stateOf = async (id: string) => (await server.call(calls.one, { id }, manager)).state;
  expect(await Promise.all([first, last, elsewhere].map(({ id }) => stateOf(id)))).toEqual(['expired', 'open', 'open']);
  await server.call(invitationEndpoints.join, newcomer(code));
  // what was accepted stays so
  await invite(contact);
  expect(await stateOf(last.id)).toBe('accepted');
});

test('who is to see chosen spots is given one', async () => {
  const refused = await invite(mail(), { spotAccess: 'selected' }).catch((error: Refused) => error.answer.body.faults);
  expect(refused).toMatchObject([{ path: 'spotIds' }]);
});

test('a phone without its country is one of the country of the tenant, and the message goes there', async () => {
  const { id, contact } = await invite('900 11 277');
  expect(contact).toBe('+4790011277');
  const sent = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('message_delivery').select('recipient').where('recipient', '=', contact).execute(),
  );
  expect(sent).toHaveLength(1);
  const request = newcomer(await codeOf(id));
  await server.call(invitationEndpoints.join, request);
  const joined = await server.services.database.identity((db) =>
    db.selectFrom('staff_user').select('phone').where('username', '=', request.username).execute(),
  );
  expect(joined).toEqual([{ phone: contact }]);
  await expect(invite('9001127')).rejects.toMatchObject({
    problem: 'session.phone-of-elsewhere',
    answer: { body: { faults: [{ path: 'contact' }] } },
  });
});

test('the owner of an account joins with it, and the tenant does not learn of it before', async () => {
  const contact = mail();
  const person = await aPerson(server.services, { email: contact, memberships: [{ tenantId: other.id }] });
  const unknown = await invite(mail());
  const { id, ...known } = await invite(contact);
  expect(Object.keys(known).sort()).toEqual(
    Object.keys(unknown)
      .filter((key) => key !== 'id')
      .sort(),
  );
  const code = await codeOf(id);
  expect(await server.call(invitationEndpoints.read, { code })).toMatchObject({ hasAccount: true });
  expect(await problemOf(server.call(invitationEndpoints.join, newcomer(code)))).toBe('invitation.has-account');
  const { username } = person;
  expect(await problemOf(server.call(invitationEndpoints.accept, { code, username, password: 'wrong' }))).toBe(
    'session.login-refused',
  );
  expect(await server.call(invitationEndpoints.accept, { code, username, password: PASSWORD })).toEqual({ username });
  const login = await server.call(signInEndpoints.login, { username, password: PASSWORD });
  expect(login.tenantList?.map((one) => one.id).sort()).toEqual([tenant.id, other.id].sort());
});

test('a member already is refused, which is no failed login of his and uses no recovery code up', async () => {
  const { id: user_id, username } = await aPerson(server.services, { memberships: [{ tenantId: tenant.id }] });
  const recovery = [recoveryDigest(user_id, 'abcde-fghij')];
  const failures = () =>
    server.services.database.identity((db) =>
      db.selectFrom('login_throttle').select('subject').where('failures', '>', 0).orderBy('subject').execute(),
    );
  await server.services.database.identity((db) =>
    db
      .insertInto('second_step')
      .values({ user_id, seed: Buffer.from('seed'), confirmed_at: new Date(), recovery })
      .execute(),
  );
  const before = await failures();
  const code = await codeOf((await invite(mail())).id);
  const request = { code, username, password: PASSWORD, secondStep: 'abcde-fghij' };
  for (const _ of [1, 2])
    expect(await problemOf(server.call(invitationEndpoints.accept, request))).toBe('invitation.already-member');
  expect(await failures()).toEqual(before);
  const { userInfo } = await server.call(signInEndpoints.login, {
    ...{ username, password: PASSWORD, secondStep: 'abcde-fghij' },
  });
  expect(userInfo.id).toBe(user_id);
});

test('a mailbox that somebody only named when he registered is its owner’s, who is invited', async () => {
  const contact = mail();
  const named = await aPerson(server.services, { email: contact });
  await server.services.database.identity((db) =>
    db.updateTable('staff_user').set({ unproved_email: contact }).where('id', '=', named.id).execute(),
  );
  const { id } = await invite(contact);
  const code = await codeOf(id);
  expect(await server.call(invitationEndpoints.read, { code })).toMatchObject({ hasAccount: false });
  const request = newcomer(code);
  await server.call(invitationEndpoints.join, request);
  const owners = await server.services.database.identity((db) =>
    db.selectFrom('staff_user').select('username').where('email', '=', contact).execute(),
  );
  expect(owners).toEqual([{ username: request.username }]);
});

test('it is his who named it once an invitation has reached him there', async () => {
  const contact = mail();
  const named = await aPerson(server.services, { email: contact });
  await server.services.database.identity((db) =>
    db.updateTable('staff_user').set({ unproved_email: contact }).where('id', '=', named.id).execute(),
  );
  const code = await codeOf((await invite(contact)).id);
  await server.call(invitationEndpoints.accept, { code, username: named.username, password: PASSWORD });
  const [row] = await server.services.database.identity((db) =>
    db.selectFrom('staff_user').select(['email', 'unproved_email']).where('id', '=', named.id).execute(),
  );
  expect(row).toEqual({ email: contact, unproved_email: null });
});

test('who was removed and is invited anew may do what he is given now, not what he once might', async () => {
  const contact = mail();
  const { username } = await aPerson(server.services, { email: contact, memberships: [{ tenantId: other.id }] });
  const join = async (roleId: string): Promise<string[]> => {
    const code = await codeOf((await invite(contact, { roleIds: [roleId] })).id);
    await server.call(invitationEndpoints.accept, { code, username, password: PASSWORD });
    const { records } = await server.call(users.endpoints.page, { keyword: contact }, manager);
    return records.map(({ id, selectedroles }) => `${id} ${selectedroles}`);
  };
  const [first = ''] = await join(role);
  const [userId = ''] = first.split(' ');
  expect(first).toBe(`${userId} ${role}`);
  await server.call(users.endpoints.remove, { id: userId }, manager);
  const less = await aRole('order:view');
  expect(await join(less)).toEqual([`${userId} ${less}`]);
});

test('of a tenant that does not work nobody joins, and the invitation waits until it does', async () => {
  const { id } = await invite(mail());
  const code = await codeOf(id);
  const turn = (status: number) =>
    server.services.database.identity(async (db) => {
      await db.updateTable('tenant').set({ status }).where('tenant_id', '=', Number(tenant.id)).execute();
      await everybodysRightsChanged(db);
    });
  await turn(0);
  expect(await problemOf(server.call(invitationEndpoints.read, { code }))).toBe('invitation.tenant-frozen');
  expect(await problemOf(server.call(invitationEndpoints.join, newcomer(code)))).toBe('invitation.tenant-frozen');
  await turn(1);
  await server.call(invitationEndpoints.join, newcomer(code));
});

test('a tenant without a Chinese name is named to Chinese readers all the same', async () => {
  await server.services.database.identity((db) =>
    db
      .updateTable('tenant')
      .set({ name: 'Only Coffee', name_zh: '' })
      .where('tenant_id', '=', Number(tenant.id))
      .execute(),
  );
  const code = await codeOf((await invite(mail())).id);
  const answer = await server.call(invitationEndpoints.read, { code }, { language: 'zh-CN' });
  expect(answer).toMatchObject({ tenantName: 'Only Coffee' });
});

describe('a code is refused', () => {
  test('when it was used, taken back, too old, made up, or sent again', async () => {
    const used = await invite(mail());
    const usedCode = await codeOf(used.id);
    await server.call(invitationEndpoints.join, newcomer(usedCode));
    const gone = await invite(mail());
    const goneCode = await codeOf(gone.id);
    await server.call(calls.remove, { id: gone.id }, manager);
    const old = await invite(mail());
    const oldCode = await codeOf(old.id, { expires_at: new Date(0) });
    const again = await invite(mail());
    const againCode = await codeOf(again.id);
    await server.call(invitationEndpoints.sendAgain, { id: again.id }, manager);
    const madeUp = `${other.id}.${'y'.repeat(43)}`;
    for (const code of [usedCode, goneCode, oldCode, againCode, madeUp]) {
      expect(await problemOf(server.call(invitationEndpoints.read, { code }))).toBe('invitation.unknown');
      expect(await problemOf(server.call(invitationEndpoints.join, newcomer(code)))).toBe('invitation.unknown');
    }
    expect(await problemOf(server.call(invitationEndpoints.sendAgain, { id: used.id }, manager))).toBe(
      'invitation.over',
    );
  });
});

test('nobody invites beyond his own rights, and wrong input names its field', async () => {
  const clerk = await tenant.staff(['invitation:view', 'invitation:add']);
  expect(await problemOf(invite(mail(), {}, clerk))).toBe('user.roles-beyond-own');
  for (const [request, field] of [
    [{ contact: 'nobody' }, 'contact'],
    [{ contact: '' }, 'contact'],
    [{ contact: mail(), roleIds: [] }, 'roleIds'],
    [{ contact: mail(), roleIds: [newId()] }, 'roleIds'],
  ] as const) {
    const answer = await invite('', request).catch((error: Refused) => error.answer.body.faults?.[0]?.path);
    expect(answer).toBe(field);
  }
  const { id } = await invite(mail());
  const code = await codeOf(id);
  expect(await problemOf(server.call(invitationEndpoints.join, newcomer(code, { password: 'weak' })))).toBe(
    'user.password-too-weak',
  );
  const taken = newcomer(code);
  await aPerson(server.services, { username: taken.username });
  expect(await problemOf(server.call(invitationEndpoints.join, taken))).toBe('invitation.name-taken');
});

test('another tenant sees none of it', async () => {
  const { id } = await invite(mail());
  const stranger = await other.staff();
  expect((await server.call(calls.page, {}, stranger)).total).toBe(0);
  expect(await problemOf(server.call(invitationEndpoints.sendAgain, { id }, stranger))).toBe('record.not-found');
});
