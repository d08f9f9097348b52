import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { samplePicture } from '#platform/records/server/test-picture.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import type { Caller, TestTenant } from '#platform/testing/test-server.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { notify } from '#system/notices/server/index.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { thirdLoginEndpoints } from '#system/third-login/contract/endpoints.ts';
import { exportCreatedNotice } from '#system/transfers/contract/notices.ts';
import { codeOfRequest } from '#system/verification/server/codes/code-store.ts';
import {
  newPhone,
  otherCode,
  type ServerWithPhones,
  startServerWithPhones,
} from '#system/verification/server/test-phones.ts';
import { accountEndpoints } from '../contract/endpoints.ts';

type Me = Caller & { userId: string };
let server: ServerWithPhones;
let tenant: TestTenant;
beforeAll(async () => {
  server = await startServerWithPhones();
  tenant = await server.newTenant();
});
afterAll(() => server?.stop());

const refused = (problem: string) => expect.objectContaining({ problem });
const { profile, edit, askCode, updateMobile, updateEmail } = accountEndpoints;
async function stepUp({ token = '' }: Caller): Promise<void> {
  await server.services.database.identity((db) =>
    db
      .updateTable('staff_session')
      .set({ stepped_up_at: new Date() })
      .where('token_digest', '=', sha256(token))
      .execute(),
  );
}
async function me(): Promise<Me> {
  const one = await tenant.staff([]);
  await stepUp(one);
  return one;
}
/** A session of the same person, in which no password was given. */
async function another(userId: string): Promise<Caller> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  await server.services.database.identity((db) =>
    db
      .insertInto('staff_session')
      .values({
        ...{ token_digest: sha256(token), user_id: userId, created_at: now, last_seen_at: now },
        ...{ expires_at: new Date(now.getTime() + 3_600_000), idle_seconds: 3_600, user_agent: 'Phone' },
      })
      .execute(),
  );
  return { token, tenantId: tenant.id };
}
const actsOf = async (who: Caller) =>
  (await server.call(sessionEndpoints.accountActs, { pageSize: 50 }, who)).records.map(({ action, isRefused }) =>
    isRefused ? `${action} refused` : action,
  );

describe('the own profile', () => {
  test('is read and changed, by its owner alone', async () => {
    const ann = await me();
    const before = await server.call(profile, {}, ann);
    expect(before).toMatchObject({ id: ann.userId, avatar: expect.stringMatching(/^initials\/.+\.svg$/), email: '' });
    const after = await server.call(edit, { realname: 'Ann Other', avatar: '' }, ann);
    expect(after).toMatchObject({ realname: 'Ann Other', username: before.username, avatar: 'initials/AO.svg' });
    expect(await server.call(profile, {}, ann)).toEqual(after);
    expect(await server.call(profile, {}, await me())).toMatchObject({
      realname: expect.not.stringContaining('Other'),
    });
    await expect(server.call(edit, { realname: '', avatar: '' }, ann)).rejects.toEqual(refused('request.malformed'));
    const unknown = server.call(edit, { realname: 'Ann', avatar: `pictures/${newId()}.png` }, ann);
    await expect(unknown).rejects.toMatchObject({
      problem: 'file.not-found',
      answer: { body: { faults: [{ path: 'avatar' }] } },
    });
    const logo = await samplePicture({ server, staff: ann }, 'logo');
    await expect(server.call(edit, { realname: 'Ann', avatar: logo }, ann)).rejects.toEqual(refused('file.wrong-kind'));
    expect(await actsOf(ann)).toContain('user:edit-profile');
  });
});

describe('who has no picture', () => {
  const read = (name: string) => server.send('GET', `/api/sys/common/static/initials/${name}`);

  test('has one of the initials, which follows the name and is never stored', async () => {
    const ann = await me();
    const { avatar } = await server.call(profile, {}, ann);
    const renamed = await server.call(edit, { realname: '王小芳', avatar }, ann);
    expect(renamed.avatar).toBe('initials/%E5%B0%8F%E8%8A%B3.svg');
    const shown = await server.send('GET', `/api/sys/common/static/${renamed.avatar}`);
    expect(shown).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/svg+xml; charset=utf-8',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    });
    expect(shown.text).toContain('>小芳</text>');
    const stored = await server.services.database.identity((db) =>
      db.selectFrom('staff_user').select('avatar').where('id', '=', ann.userId).executeTakeFirstOrThrow(),
    );
    expect(stored.avatar).toBe('');
  });

  test('is not shown anything else at such an address', async () => {
    expect((await read('%3C%26.svg')).text).toContain('>&lt;&amp;</text>');
    for (const name of ['abcdefg.svg', '.svg', 'ab.png']) expect((await read(name)).status, name).toBe(404);
  });
});

describe('a new phone', () => {
  test('is taken over with the code that was sent to it', async () => {
    const ann = await me();
    const phone = newPhone();
    await server.call(askCode, { phone }, ann);
    const code = (await server.codeFor(phone)) ?? '';
    await expect(server.call(updateMobile, { phone, smscode: otherCode(code) }, ann)).rejects.toEqual(
      refused('session.code-refused'),
    );
    // without a country it is one of the tenant's
    await expect(server.call(askCode, { phone: '4000000' }, ann)).rejects.toEqual(
      refused('session.phone-of-elsewhere'),
    );
    await server.call(askCode, { phone: '40 00 09 01' }, ann);
    expect(await server.codeFor('+4740000901')).toMatch(/^\d{6}$/);
    // the code of another phone, or of another account, opens nothing
    const bea = await me();
    await expect(server.call(updateMobile, { phone, smscode: code }, bea)).rejects.toEqual(
      refused('session.code-refused'),
    );
    await server.call(updateMobile, { phone, smscode: code }, ann);
    expect(await server.call(profile, {}, ann)).toMatchObject({ phone });
    await expect(server.call(updateMobile, { phone, smscode: code }, ann)).rejects.toEqual(
      refused('session.code-refused'),
    );
    expect(await actsOf(ann)).toContain('user:change-phone');
  });

  test('that another account has is refused to who proved it, and nothing changes', async () => {
    const [ann, bea] = [await me(), await me()];
    const phone = newPhone();
    await server.services.database.identity((db) =>
      db.updateTable('staff_user').set({ phone }).where('id', '=', bea.userId).execute(),
    );
    await server.call(askCode, { phone }, ann);
    const smscode = (await server.codeFor(phone)) ?? '';
    await expect(server.call(updateMobile, { phone, smscode }, ann)).rejects.toEqual(refused('account.phone-taken'));
    expect(await server.call(profile, {}, ann)).toMatchObject({ phone: '' });
  });

  test('wants the password again', async () => {
    const ann = await tenant.staff([]);
    const required = refused('session.step-up-required');
    await expect(server.call(askCode, { phone: newPhone() }, ann)).rejects.toEqual(required);
    await expect(server.call(updateMobile, { phone: newPhone(), smscode: '123456' }, ann)).rejects.toEqual(required);
    await expect(server.call(updateEmail, { email: 'a@b.example', code: '123456' }, ann)).rejects.toEqual(required);
    await expect(server.call(askCode, {}, await me())).rejects.toEqual(refused('request.malformed'));
  });
});

test('a new mailbox is taken over with its code', async () => {
  const ann = await me();
  await server.call(askCode, { email: 'Ann@Example.com' }, ann);
  const row = await server.services.database.identity((db) =>
    db.selectFrom('sign_in_code').select(['id', 'email']).where('user_id', '=', ann.userId).executeTakeFirstOrThrow(),
  );
  expect(row.email).toBe('ann@example.com');
  await server.runDue();
  const sent = await server.services.database.read('1', (db) =>
    db.selectFrom('message_delivery').select(['channel', 'purpose']).where('purpose', '=', 'email-code').execute(),
  );
  expect(sent).toEqual([{ channel: 'email', purpose: 'email-code' }]);
  await server.call(updateEmail, { email: 'ann@example.com', code: codeOfRequest(server.services, row.id) }, ann);
  expect(await server.call(profile, {}, ann)).toMatchObject({ email: 'ann@example.com' });
});

describe('a mailbox that somebody only named when he registered', () => {
  const prove = async (email: string, who: Me) => {
    await server.call(askCode, { email }, who);
    const row = await server.services.database.identity((db) =>
      db.selectFrom('sign_in_code').select('id').where('user_id', '=', who.userId).executeTakeFirstOrThrow(),
    );
    return server.call(updateEmail, { email, code: codeOfRequest(server.services, row.id) }, who);
  };
  const names = (email: string, userId: string) =>
    server.services.database.identity((db) =>
      db.updateTable('staff_user').set({ email, unproved_email: email }).where('id', '=', userId).execute(),
    );
  const mailboxOf = (userId: string) =>
    server.services.database.identity((db) =>
      db
        .selectFrom('staff_user')
        .select(['email', 'unproved_email'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow(),
    );

  test('is his who has its code', async () => {
    const [ann, stranger] = [await me(), await me()];
    await names('Ann.Owner@example.com', stranger.userId);
    await prove('ann.owner@example.com', ann);
    expect(await server.call(profile, {}, ann)).toMatchObject({ email: 'ann.owner@example.com' });
    expect(await mailboxOf(stranger.userId)).toEqual({ email: null, unproved_email: null });
  });

  test('is his own once he has proved it', async () => {
    const bea = await me();
    await names('bea@example.com', bea.userId);
    await prove('bea@example.com', bea);
    expect(await mailboxOf(bea.userId)).toEqual({ email: 'bea@example.com', unproved_email: null });
  });

  test('is taken from nobody else', async () => {
    const [ann, carl] = [await me(), await me()];
    await names('carl@example.com', carl.userId);
    await server.services.database.identity((db) =>
      db.updateTable('staff_user').set({ unproved_email: null }).where('id', '=', carl.userId).execute(),
    );
    await expect(prove('carl@example.com', ann)).rejects.toEqual(refused('account.email-taken'));
    expect(await mailboxOf(carl.userId)).toMatchObject({ email: 'carl@example.com' });
  });
});

describe('own sessions', () => {
  const sessions = (who: Caller) => server.call(sessionEndpoints.ownSessions, {}, who);

  test('are listed and ended, this one and those of others excepted', async () => {
    const [ann, bea] = [await me(), await me()];
    const phone = await another(ann.userId);
    const list = await sessions(ann);
    expect(list.map(({ isThis }) => isThis).sort()).toEqual([false, true]);
    const [own, other] = [list.find(({ isThis }) => isThis), list.find(({ isThis }) => !isThis)];
    expect(other).toMatchObject({ userAgent: 'Phone' });
    expect(JSON.stringify(list)).not.toContain(ann.token);
    const end = (id: string, who: Caller = ann) => server.call(sessionEndpoints.endOwnSession, { id }, who);
    await expect(end(own?.id ?? '')).rejects.toEqual(refused('session.own-session'));
    await expect(end(other?.id ?? '', bea)).rejects.toEqual(refused('session.unknown-session'));
    await expect(end('none')).rejects.toEqual(refused('session.unknown-session'));
    await end(other?.id ?? '');
    await expect(sessions(phone)).rejects.toEqual(refused('session.ended-owner'));
    expect(await sessions(ann)).toHaveLength(1);
    const [second, third] = [await another(ann.userId), await another(ann.userId)];
    await server.call(sessionEndpoints.endOtherSessions, {}, ann);
    for (const gone of [second, third]) await expect(sessions(gone)).rejects.toEqual(refused('session.ended-owner'));
    expect(await sessions(ann)).toHaveLength(1);
    expect((await actsOf(ann)).filter((act) => act === 'session:end-own')).toHaveLength(2);
  });
});

describe('ties to accounts elsewhere', () => {
  test('are listed and untied by their owner', async () => {
    const [ann, bea] = [await me(), await me()];
    await server.services.database.identity((db) =>
      db
        .insertInto('third_account')
        .values({
          ...{ authority: 'https://id.example', subject: ann.userId, user_id: ann.userId },
          ...{ name: 'ann@id', tied_at: new Date() },
        })
        .execute(),
    );
    const [tie] = await server.call(thirdLoginEndpoints.ownTies, {}, ann);
    expect(tie).toMatchObject({ providerName: 'https://id.example', name: 'ann@id', lastLoginAt: null });
    expect(await server.call(thirdLoginEndpoints.ownTies, {}, bea)).toEqual([]);
    const untie = (who: Caller) => server.call(thirdLoginEndpoints.untie, { id: tie?.id ?? '' }, who);
    await expect(untie(bea)).rejects.toEqual(refused('third-login.tie-unknown'));
    const cold = await another(ann.userId);
    await expect(untie(cold)).rejects.toEqual(refused('session.step-up-required'));
    await untie(ann);
    expect(await server.call(thirdLoginEndpoints.ownTies, {}, ann)).toEqual([]);
  });
});

describe('notices', () => {
  const kind = exportCreatedNotice.name;
  const choose = (channel: 'bell' | 'email', isOn: boolean, who: Caller) =>
    server.call(noticeEndpoints.choose, { kind, channel, isOn }, who);
  const told = (userId: string) =>
    runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
      notify(tx, exportCreatedNotice, { to: { userId }, params: { file: 'orders.csv' } }),
    );

  test('of a kind that was turned off are not in the bell', async () => {
    const ann = await me();
    expect(await server.call(noticeEndpoints.choices, {}, ann)).toContainEqual({ kind, bell: true, email: false });
    await told(ann.userId);
    const count = async () => (await server.call(noticeEndpoints.unread, {}, ann)).count;
    expect(await count()).toBe(1);
    await choose('bell', false, ann);
    expect(await count()).toBe(0);
    expect((await server.call(noticeEndpoints.page, {}, ann)).records).toEqual([]);
    await choose('bell', true, ann);
    expect(await count()).toBe(1);
    const unknown = server.call(noticeEndpoints.choose, { kind: 'no.kind', channel: 'bell', isOn: false }, ann);
    await expect(unknown).rejects.toEqual(refused('notice.kind-unknown'));
  });

  test('go by mail to who chose that and may see them, once', async () => {
    const [ann, bea] = [await me(), await me()];
    for (const [{ userId }, email] of [
      [ann, 'ann.mail@example.com'],
      [bea, 'bea.mail@example.com'],
    ] as const)
      await server.services.database.identity((db) =>
        db.updateTable('staff_user').set({ email }).where('id', '=', userId).execute(),
      );
    await choose('email', true, ann);
    await choose('email', true, bea);
    await told(ann.userId);
    await server.runDue();
    const mails = await server.services.database.read(tenant.id, (db) =>
      db.selectFrom('message_delivery').select(['purpose']).where('purpose', '=', 'notice').execute(),
    );
    expect(mails).toHaveLength(1);
  });
});
