import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { fieldCheckEndpoints } from '#system/field-checks/contract/endpoints.ts';
import { checkRules } from '../contract/check-rules.ts';
import { checkRuleEndpoints } from '../contract/endpoints.ts';

let server: TestServer;
let root: Caller;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  const tenant = await server.newTenant();
  const person = await tenant.staff('all');
  // the owner of the schema makes the administrator, no request (security 4.10)
  await server.services.database.identity(async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await db.updateTable('staff_user').set({ is_root: true }).where('id', '=', person.userId).execute();
  });
  root = person;
  staff = await tenant.staff('all');
});
afterAll(() => server?.stop());

const { page, one, add, edit, remove, removeMany, options } = checkRules.endpoints;
const refused = (problem: string) => expect.objectContaining({ problem });
const part = (digits: string, pattern: string) => ({ digits, pattern, messageEn: `not ${pattern}`, messageZh: '不符' });
let count = 0;
const sample = (more: object = {}) => {
  count += 1;
  const ruleCode = `rule_${count}`;
  return {
    ruleName: 'Plate',
    ruleNameZh: '车牌',
    ruleCode,
    parts: [part('2', '[A-Z]+'), part('*', '.{5,7}')],
    ...more,
  };
};

test('rules are added, changed, listed and deleted by the administrator, in whichever tenant he works', async () => {
  const made = await server.call(add, sample({ ruleDescription: 'Of cars' }), root);
  expect(made).toMatchObject({ version: 1, isDelivered: false, ruleDescription: 'Of cars' });
  expect(JSON.parse(made.ruleJson)).toEqual([
    { digits: '2', pattern: '[A-Z]+', message: 'not [A-Z]+' },
    { digits: '*', pattern: '.{5,7}', message: 'not .{5,7}' },
  ]);
  const elsewhere = { ...root, tenantId: (await server.newTenant()).id };
  expect(await server.call(one, { id: made.id }, elsewhere)).toEqual(made);
  const edited = await server.call(edit, { id: made.id, version: 1, ruleName: 'Licence' }, elsewhere);
  expect(edited).toMatchObject({ ruleName: 'Licence', version: 2 });
  const late = server.call(edit, { id: made.id, version: 1, ruleName: 'Late' }, root);
  await expect(late).rejects.toEqual(refused('record.changed-meanwhile'));
  expect((await server.call(page, { keyword: made.ruleCode }, staff)).records).toEqual([edited]);
  expect(await server.call(options, { keyword: 'Licence' }, staff)).toMatchObject([{ name: 'Licence' }]);
  const { changeId } = await server.call(remove, { id: made.id }, root);
  await expect(server.call(one, { id: made.id }, root)).rejects.toEqual(refused(checkRules.notFound));
  await server.call(undoEndpoints.undo, { changeId }, root);
  expect(await server.call(one, { id: made.id }, root)).toMatchObject({ ruleName: 'Licence', parts: made.parts });
});

test('a rule of an older client has no Chinese name', async () => {
  const ruleJson = JSON.stringify([{ digits: '*', pattern: 'a+', message: 'only a' }]);
  const { ruleNameZh: _, parts: __, ...given } = sample({ ruleJson, ruleDescription: 'Of cars' });
  const made = await server.call(add, given as never, root);
  expect(made).toMatchObject({ ruleName: 'Plate', ruleNameZh: '' });
  const chinese = { ...staff, language: 'zh-CN' };
  expect(await server.call(options, { keyword: made.ruleCode }, chinese)).toMatchObject([{ name: 'Plate' }]);
});

test('who is not the administrator changes nothing, whatever he holds', async () => {
  const made = await server.call(add, sample(), root);
  const forbidden = refused('request.forbidden');
  await expect(server.call(add, sample(), staff)).rejects.toEqual(forbidden);
  await expect(server.call(edit, { id: made.id, ruleName: 'Mine' }, staff)).rejects.toEqual(forbidden);
  await expect(server.call(remove, { id: made.id }, staff)).rejects.toEqual(forbidden);
  const many = await server.call(removeMany, { ids: [made.id] }, staff);
  expect(many).toMatchObject({ done: [], failed: [{ id: made.id }] });
  expect(await server.call(one, { id: made.id }, root)).toEqual(made);
});

test('a code stands once, whatever the case of its letters', async () => {
  const made = await server.call(add, sample(), root);
  const same = server.call(add, sample({ ruleCode: made.ruleCode.toUpperCase() }), root);
  await expect(same).rejects.toEqual(refused('record.taken'));
});

test('patterns that cannot run in linear time, and wrong digits, name their part', async () => {
  for (const pattern of ['(?=a)b', '(a)\\1', '(unclosed']) {
    const made = server.call(add, sample({ parts: [part('*', 'a'), part('*', pattern)] }), root);
    await expect(made).rejects.toMatchObject({
      problem: 'check-rule.pattern',
      answer: { body: { faults: [{ path: 'parts.1.pattern' }] } },
    });
  }
  for (const digits of ['0', '-1', 'x', '1.5', '**'])
    await expect(server.call(add, sample({ parts: [part(digits, 'a')] }), root)).rejects.toMatchObject({
      problem: 'request.malformed',
      answer: { body: { faults: [{ path: 'parts.0.digits' }] } },
    });
});

test('a delivered rule keeps its code and stays; its words may change, and forms obey at once', async () => {
  const id = newId();
  await server.services.database.identity((db) =>
    db
      .insertInto('check_rule')
      .values({
        ...{ id, code: 'delivered', name_en: 'Delivered', name_zh: '内置', is_delivered: true },
        parts: JSON.stringify([part('*', 'a+')]),
      })
      .execute(),
  );
  const delivered = refused('check-rule.delivered');
  await expect(server.call(edit, { id, ruleCode: 'other' }, root)).rejects.toEqual(delivered);
  await expect(server.call(remove, { id }, root)).rejects.toEqual(delivered);
  const edited = await server.call(edit, { id, ruleCode: 'delivered', parts: [part('*', 'b+')] }, root);
  expect(edited).toMatchObject({ isDelivered: true, version: 2 });
  expect(await server.call(fieldCheckEndpoints.rule, { ruleCode: 'delivered', value: 'bb' }, staff)).toBeNull();
  const old = server.call(fieldCheckEndpoints.rule, { ruleCode: 'delivered', value: 'aa' }, staff);
  await expect(old).rejects.toEqual(refused('field-check.rule-failed'));
});

test('parts are tried before they are saved: each says what it looked at and whether it fits', async () => {
  const parts = [part('2', '[A-Z]+'), part('3', '\\d+'), part('*', '.{5}')];
  expect(await server.call(checkRuleEndpoints.test, { parts, value: 'Ab123' }, staff)).toEqual([
    { beginIndex: 0, endIndex: 2, checkValue: 'Ab', passed: false },
    { beginIndex: 2, endIndex: 5, checkValue: '123', passed: true },
    { beginIndex: 0, endIndex: 5, checkValue: 'Ab123', passed: true },
  ]);
  const evil = { parts: [part('*', '(a+)+$')], value: `${'a'.repeat(950)}!` };
  expect(await server.call(checkRuleEndpoints.test, evil, staff)).toMatchObject([{ passed: false }]);
  const broken = server.call(checkRuleEndpoints.test, { parts: [part('*', '(')], value: 'a' }, staff);
  await expect(broken).rejects.toEqual(refused('field-check.rule-broken'));
});

test('older clients write the parts as one text; one that cannot be read is refused', async () => {
  const [first] = [{ digits: '*', pattern: '[A-Z]+', message: 'letters' }];
  const { parts: _, ...older } = sample({ ruleJson: JSON.stringify([first]) }) as never as Record<string, unknown>;
  const made = await server.call(add, older as never, root);
  expect(made.parts).toEqual([{ digits: '*', pattern: '[A-Z]+', messageEn: 'letters', messageZh: 'letters' }]);
  expect(JSON.parse(made.ruleJson)).toEqual([first]);
  // where both are there, the parts count
  const both = await server.call(edit, { ...made, ruleJson: '[]' } as never, root);
  expect(both.parts).toEqual(made.parts);
  const refusedText = server.call(add, { ...older, ruleCode: 'other', ruleJson: '{' } as never, root);
  await expect(refusedText).rejects.toEqual(refused('request.malformed'));
});
