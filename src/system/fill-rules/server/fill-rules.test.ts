import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { compactLocalDay } from '#platform/time/rules/local-day.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { departments } from '#system/departments/contract/departments.ts';
import { fillRuleEndpoints } from '../contract/endpoints.ts';
import { fillRules } from '../contract/fill-rules.ts';

let server: TestServer;
let tenant: TestTenant;
let root: Caller;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await server.newTenant({ timeZone: 'Pacific/Kiritimati' });
  const person = await tenant.staff('all');
  // the owner of the schema makes the administrator, no request (security 4.10)
  await server.services.database.identity(async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await db.updateTable('staff_user').set({ is_root: true }).where('id', '=', person.userId).execute();
  });
  root = person;
  staff = await tenant.staff([]);
});
afterAll(() => server?.stop());

const { add, edit, one, page, remove } = fillRules.endpoints;
const { execute, executeBatch, preview, test: testFill } = fillRuleEndpoints;
const refused = (problem: string) => expect.objectContaining({ problem });
let count = 0;
const addRule = (ruleClass = 'serial_number', ruleParams: unknown = {}) => {
  count += 1;
  const names = { ruleName: 'Number', ruleNameZh: '编号', ruleCode: `rule_${count}` };
  return server.call(add, { ...names, ruleClass: ruleClass as 'org_code', ruleParams: ruleParams as string }, root);
};
const run = (ruleCode: string, form: object = {}, caller: Caller = staff) =>
  server.call(execute, { ruleCode, ...form } as never, caller);

test('rules are added, changed, listed and deleted by the administrator', async () => {
  const made = await addRule('serial_number', { prefix: 'D', digits: 3 });
  expect(made).toMatchObject({ version: 1, ruleClass: 'serial_number', ruleParams: '{"prefix":"D","digits":3}' });
  const edited = await server.call(edit, { id: made.id, version: 1, ruleParams: '{"prefix":"E"}' }, root);
  expect(JSON.parse(edited.ruleParams)).toEqual({ prefix: 'E' });
  const viewer = await tenant.staff(['fill-rule:view']);
  expect((await server.call(page, { ruleCode: made.ruleCode } as never, viewer)).records).toEqual([edited]);
  const forbidden = refused('request.forbidden');
  const all = await tenant.staff('all');
  await expect(server.call(edit, { id: made.id, ruleName: 'Mine' }, all)).rejects.toEqual(forbidden);
  await expect(server.call(remove, { id: made.id }, all)).rejects.toEqual(forbidden);
  const { changeId } = await server.call(remove, { id: made.id }, root);
  await expect(run(made.ruleCode)).rejects.toEqual(refused('fill-rule.unknown'));
  await server.call(undoEndpoints.undo, { changeId }, root);
  expect(await server.call(one, { id: made.id }, root)).toMatchObject({ ruleCode: made.ruleCode });
});

test('an unknown handler is refused in words, and parameters name their field', async () => {
  await expect(addRule('org.example.Evil')).rejects.toMatchObject({
    problem: 'fill-rule.handler-unknown',
    answer: {
      body: {
        message: expect.stringContaining('org.example.Evil'),
        faults: [{ path: 'ruleClass', message: expect.stringContaining('org.example.Evil') }],
      },
    },
  });
  await expect(addRule('constructor')).rejects.toEqual(refused('fill-rule.handler-unknown'));
  const faults = (path: string) => ({ problem: 'fill-rule.params', answer: { body: { faults: [{ path }] } } });
  await expect(addRule('serial_number', '{"digits":99}')).rejects.toMatchObject(faults('ruleParams.digits'));
  await expect(addRule('random_code', { alphabet: 'x' })).rejects.toMatchObject(faults('ruleParams.alphabet'));
  await expect(addRule('random_code', { prefiks: 'x' })).rejects.toMatchObject(faults('ruleParams'));
  await expect(addRule('random_code', 'no json')).rejects.toMatchObject(faults('ruleParams'));
});

test('numbers count within the day of the tenant, and each tenant has its own', async () => {
  const { id, ruleCode } = await addRule('serial_number', { prefix: 'D', separator: '-', startAt: 5 });
  const dayIn = (timeZone: string) => compactLocalDay(server.services.clock.now(), timeZone);
  // 25 hours apart: it is never the same day in both
  const [here, there] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
  const other = await (await server.newTenant({ timeZone: there })).staff([]);
  // what was counted on another day does not matter
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('fill_rule_counter')
      .values({ rule_id: id, period: '20200101', last: 500 } as never)
      .execute(),
  );
  expect(await run(ruleCode)).toBe(`D-${dayIn(here)}-0005`);
  expect(await run(ruleCode.toUpperCase())).toBe(`D-${dayIn(here)}-0006`);
  expect(await run(ruleCode, {}, other)).toBe(`D-${dayIn(there)}-0005`);
  await server.call(edit, { id, ruleParams: '{"prefix":"D","separator":"-","startAt":100}' }, root);
  expect(await run(ruleCode)).toBe(`D-${dayIn(here)}-0100`);
});

test('no number is given twice to calls at the same time', async () => {
  const { ruleCode } = await addRule('serial_number', { datePart: 'none', digits: 1 });
  const values = await Promise.all(Array.from({ length: 30 }, () => run(ruleCode)));
  expect(new Set(values).size).toBe(30);
  expect(Math.max(...values.map(Number))).toBe(30);
});

test('several rules are filled by one call, all or none', async () => {
  const [first, second] = [
    await addRule('serial_number', { datePart: 'none', prefix: 'A' }),
    await addRule('random_code', { length: 6, alphabet: 'digits', prefix: 'R' }),
  ];
  const rules = [
    { ruleCode: second.ruleCode },
    { ruleCode: first.ruleCode },
    { ruleCode: first.ruleCode, formData: { x: 1 } },
  ];
  const results = await server.call(executeBatch, { commonFormData: { name: 'Any', tags: ['a'] }, rules }, staff);
  expect(results).toEqual([
    { ruleCode: second.ruleCode, result: expect.stringMatching(/^R\d{6}$/) },
    { ruleCode: first.ruleCode, result: 'A0001' },
    { ruleCode: first.ruleCode, result: 'A0002' },
  ]);
  const broken = server.call(executeBatch, { rules: [{ ruleCode: first.ruleCode }, { ruleCode: 'none' }] }, staff);
  await expect(broken).rejects.toEqual(refused('fill-rule.unknown'));
  expect(await run(first.ruleCode)).toBe('A0003');
});

test('a tester shows the next values and uses none up', async () => {
  const made = await addRule('serial_number', { datePart: 'none', digits: 2 });
  await run(made.ruleCode);
  const ruleParams = { datePart: 'none', digits: 2, prefix: 'N' };
  const asked = { id: made.id, ruleClass: 'serial_number', ruleParams };
  for (let time = 0; time < 2; time++) {
    expect(await server.call(preview, asked, root)).toEqual(['N02', 'N03', 'N04']);
    expect(await server.call(testFill, { ruleCode: made.ruleCode }, root)).toBe('02');
  }
  expect(await server.call(preview, { ...asked, id: newId() }, root)).toEqual(['N01', 'N02', 'N03']);
  expect(await run(made.ruleCode)).toBe('02');
  await expect(server.call(preview, asked, staff)).rejects.toEqual(refused('request.forbidden'));
  await expect(server.call(preview, { ...asked, ruleClass: 'x' }, root)).rejects.toEqual(
    refused('fill-rule.handler-unknown'),
  );
});

test('codes of departments and positions are those that are free', async () => {
  const org = await addRule('org_code');
  const top = await server.call(departments.endpoints.add, { departName: 'Top' } as never, root);
  expect(top.orgCode).toBe('A01');
  expect(await run(org.ruleCode)).toBe('A02');
  expect(await run(org.ruleCode, { parentId: top.id, departName: 'New' })).toBe('A01A01');
  await expect(run(org.ruleCode, { parentId: newId() })).rejects.toEqual(refused('fill-rule.department-unknown'));
  const below = { ruleClass: 'org_code', ruleParams: { parentCode: 'A01' } };
  expect(await server.call(preview, below, root)).toEqual(['A01A01', 'A01A02', 'A01A03']);

  const position = await addRule('position_code', { prefix: 'P' });
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('position')
      .values(['p001', 'P007', 'P-9', 'Q100'].map((code) => ({ id: newId(), code, name: code })))
      .execute(),
  );
  expect(await run(position.ruleCode)).toBe('P008');
  expect(await run(position.ruleCode)).toBe('P009');
});
