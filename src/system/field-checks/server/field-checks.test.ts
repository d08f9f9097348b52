import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { fieldCheckEndpoints } from '../contract/endpoints.ts';

let product: TestServer;
let ours: TestTenant;
let theirs: TestTenant;
beforeAll(async () => {
  product = await startTestServer();
  [ours, theirs] = [await product.newTenant(), await product.newTenant()];
});
afterAll(() => product.stop());

const free = (caller: Caller, tableName: string, fieldName: string, fieldVal: string, dataId?: string) =>
  product
    .call(fieldCheckEndpoints.duplicate, { tableName, fieldName, fieldVal, ...(dataId ? { dataId } : {}) }, caller)
    .then(() => true)
    .catch((refused) => {
      expect(refused).toMatchObject({ problem: 'field-check.taken', answer: { status: 200 } });
      return false;
    });

async function role(of: TestTenant, code: string): Promise<string> {
  const id = newId();
  await product.services.database.write(of.id, (db) =>
    db.insertInto('role').values({ id, role_code: code, role_name: code }).execute(),
  );
  return id;
}

describe('duplicate/check', () => {
  test('a code of the same tenant is taken, for its own record it is free', async () => {
    const caller = await ours.staff(['role:edit']);
    const id = await role(ours, 'barista');
    expect(await free(caller, 'sys_role', 'role_code', 'barista')).toBe(false);
    expect(await free(caller, 'sys_role', 'role_code', 'barista', id)).toBe(true);
    expect(await free(caller, 'sys_role', 'role_code', 'barista', newId())).toBe(false);
    expect(await free(caller, 'sys_role', 'role_code', 'roaster')).toBe(true);
  });
  test("another tenant's value answers free", async () => {
    await role(theirs, 'secret-role');
    expect(await free(await ours.staff(['role:add']), 'sys_role', 'role_code', 'secret-role')).toBe(true);
    const stranger = await theirs.staff([]);
    const { username } = await product.services.database.identity((db) =>
      db.selectFrom('staff_user').select('username').where('id', '=', stranger.userId).executeTakeFirstOrThrow(),
    );
    expect(await free(await ours.staff(['user:add']), 'sys_user', 'username', username)).toBe(true);
    expect(await free(await theirs.staff(['user:add']), 'sys_user', 'username', username)).toBe(false);
  });
  test('accounts and addresses are compared as their keys are', async () => {
    const caller = await ours.staff(['user:edit']);
    await product.services.database.identity((db) =>
      db
        .updateTable('staff_user')
        .set({
          email: 'Ada@Example.com',
          phone: '+4790000111',
          work_no: 'W-77',
          username: 'Ada',
          username_key: 'ada',
        })
        .where('id', '=', caller.userId)
        .execute(),
    );
    expect(await free(caller, 'sys_user', 'email', 'ada@example.COM')).toBe(false);
    expect(await free(caller, 'sys_user', 'username', ' ADA ')).toBe(false);
    for (const written of ['+47 900 00 111', '90000111'])
      expect(await free(caller, 'sys_user', 'phone', written)).toBe(false);
    expect(await free(caller, 'sys_user', 'work_no', 'W-77', caller.userId)).toBe(true);
    expect(await free(caller, 'sys_user', 'work_no', 'W-77', 'no-uuid')).toBe(false);
    // a save would refuse it too
    expect(await free(caller, 'sys_user', 'work_no', 'w-77')).toBe(false);
  });
  test('an empty value is always free', async () => {
    expect(await free(await ours.staff(['role:add']), 'sys_role', 'role_code', '')).toBe(true);
  });
  test('of the catalogue and of dictionaries looks at the whole installation', async () => {
    const caller = await ours.staff(['permission:add', 'dictionary:add']);
    await product.services.database.identity((db) =>
      db.insertInto('dictionary').values({ code: 'cup_shape', name_en: 'Cup', name_zh: '杯' }).execute(),
    );
    expect(await free(caller, 'sys_dict', 'dict_code', 'cup_shape')).toBe(false);
    expect(await free(caller, 'sys_permission', 'perms', 'dictionary:add')).toBe(false);
    expect(await free(caller, 'sys_permission', 'perms', 'dictionary:invent')).toBe(true);
  });
  test('a caller who may not write the field may not ask', async () => {
    await expect(
      product.call(
        fieldCheckEndpoints.duplicate,
        { tableName: 'sys_user', fieldName: 'email', fieldVal: 'a@b.c' },
        await ours.staff(['role:add']),
      ),
    ).rejects.toMatchObject({ problem: 'request.forbidden', answer: { status: 403 } });
  });
  test.each([
    ['staff_user', 'password_hash'],
    ['sys_user', 'password'],
    ['sys_user', 'username or 1=1'],
    ['sys_user;select pg_sleep(3)', 'username'],
    ['sys_user\t', 'username'],
    ['tenant', 'oss_config'],
    ['constructor', 'prototype'],
  ])('%s.%s is malformed, never looked up', async (tableName, fieldName) => {
    const answer = await product.send(
      'GET',
      `/api/sys/duplicate/check?${new URLSearchParams({ tableName, fieldName, fieldVal: "' or '1'='1" })}`,
      undefined,
      await ours.staff('all'),
    );
    expect(answer).toMatchObject({ status: 400, body: { problem: 'field-check.field-unknown', success: false } });
  });
  test('the text is the one of the contract', async () => {
    await role(ours, 'taken');
    const answer = await product.send(
      'GET',
      '/api/sys/duplicate/check?tableName=sys_role&fieldName=role_code&fieldVal=taken',
      undefined,
      { ...(await ours.staff(['role:add'])), language: 'zh-CN' },
    );
    expect(answer.body).toMatchObject({ success: false, code: '409', message: '该值不可用，系统中已存在！' });
  });
  test('trying out values is slowed down', async () => {
    const caller = await ours.staff(['role:add']);
    const answers = [];
    for (let number = 0; number < 60; number++)
      answers.push(
        await product.send(
          'GET',
          `/api/sys/duplicate/check?tableName=sys_role&fieldName=role_code&fieldVal=guess${number}`,
          undefined,
          caller,
        ),
      );
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ body: { problem: 'field-check.too-many' } });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('checkRule/checkByCode', () => {
  const rule = (code: string, parts: unknown) =>
    product.services.database.identity((db) =>
      db
        .insertInto('check_rule')
        .values({ id: newId(), code, name_en: code, name_zh: code, parts: JSON.stringify(parts) })
        .execute(),
    );
  const part = (digits: string, pattern: string) => ({
    digits,
    pattern,
    messageEn: `not ${pattern}`,
    messageZh: `须为 ${pattern}`,
  });
  const ask = async (ruleCode: string, value: string, more: Caller = {}) =>
    product.send(
      'GET',
      `/api/sys/checkRule/checkByCode?${new URLSearchParams({ ruleCode, value: encodeURIComponent(value) })}`,
      undefined,
      { ...(await ours.staff([])), ...more },
    );

  test('entries are tried in their order; the rule’s own words come back in the caller’s language', async () => {
    await rule('plate', [part('2', '[A-Z]+'), part('5', '\\d+'), part('*', '.{7}')]);
    expect(await ask('plate', 'EL12345')).toMatchObject({ status: 200, body: { success: true } });
    expect((await ask('plate', 'el12345')).body).toMatchObject({
      success: false,
      problem: 'field-check.rule-failed',
      message: 'not [A-Z]+',
      faults: [{ path: 'value', message: 'not [A-Z]+' }],
    });
    expect((await ask('plate', 'EL123', { language: 'zh-CN' })).body.message).toBe('须为 .{7}');
  });
  test('an unknown code says so', async () => {
    expect((await ask('nowhere', 'x', { language: 'zh-CN' })).body).toMatchObject({
      success: false,
      problem: 'field-check.rule-unknown',
      message: '该编码不存在',
    });
  });
  test('a pattern that runs for ever elsewhere is answered', async () => {
    await rule('evil', [part('*', '(a+)+$'), part('*', '(x|x|x)*y')]);
    expect((await ask('evil', `${'a'.repeat(950)}!`)).body.problem).toBe('field-check.rule-failed');
  });
  test.each([['(?=a)b'], ['(a)\\1'], ['(unclosed']])(
    'a pattern such as %s, which cannot run in linear time, is refused',
    async (pattern) => {
      const code = `broken-${newId()}`;
      await rule(code, [part('*', pattern)]);
      expect((await ask(code, 'a')).body).toMatchObject({ success: false, problem: 'field-check.rule-broken' });
    },
  );
  test('a value that is too long is malformed', async () => {
    expect((await ask('plate', 'a'.repeat(3001))).status).toBe(400);
  });
  test('patterns read Chinese and emoji as characters', async () => {
    await rule('chinese', [part('*', '[\\u4e00-\\u9fa5]{2,4}')]);
    expect((await ask('chinese', '咖啡')).body.success).toBe(true);
    expect((await ask('chinese', 'tea')).body.success).toBe(false);
  });
});
