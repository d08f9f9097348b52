import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { categories } from '#system/categories/contract/categories.ts';
import { DELIVERED_DICTIONARIES } from '../../../../db/seed/dictionaries.ts';
import { dictionaryEndpoints } from '../contract/endpoints.ts';

let product: TestServer;
let tenant: TestTenant;
let caller: Caller;
const logged: Record<string, unknown>[] = [];

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  product = await startTestServer({ log, env: { SIGN_SECRET: 'demo-secret-of-a-test' } });
  tenant = await product.newTenant();
  caller = await tenant.staff([]);
  await addDictionary('drink_size', [
    ['s', 'Small', '小杯', 1],
    ['l', 'Large', '大杯', 1],
    ['xl', 'Bucket', '超大杯', 0],
  ]);
});
afterAll(() => product.stop());

async function addDictionary(code: string, items: readonly (readonly [string, string, string, number])[]) {
  await product.services.database.identity(async (db) => {
    await db.insertInto('dictionary').values({ code, name_en: code, name_zh: code }).execute();
    await db
      .insertInto('dictionary_item')
      .values(items.map(([value, text_en, text_zh, status], sort) => ({ code, value, text_en, text_zh, status, sort })))
      .execute();
  });
}

const department = async (of: TestTenant, name: string, org_code: string): Promise<string> => {
  const id = newId();
  await product.services.database.write(of.id, (db) =>
    db.insertInto('department').values({ id, name, org_code }).execute(),
  );
  return id;
};
const spot = async (of: TestTenant, name: string): Promise<string> => {
  const id = newId();
  await product.services.database.write(of.id, (db) => db.insertInto('spot').values({ id, name }).execute());
  return id;
};

describe('getDictItems', () => {
  test('answers the items in their order and language, those switched off marked', async () => {
    expect(await product.call(dictionaryEndpoints.items, { dictCode: 'drink_size' }, caller)).toEqual([
      { value: 's', text: 'Small', title: 'Small' },
      { value: 'l', text: 'Large', title: 'Large' },
      { value: 'xl', text: 'Bucket', title: 'Bucket', disabled: true },
    ]);
    const chinese = await product.call(
      dictionaryEndpoints.items,
      { dictCode: 'drink_size' },
      { ...caller, language: 'zh-CN' },
    );
    expect(chinese.map((item) => item.text)).toEqual(['小杯', '大杯', '超大杯']);
  });
  test('of an unknown code is empty', async () => {
    expect(await product.call(dictionaryEndpoints.items, { dictCode: 'no_such_code' }, caller)).toEqual([]);
  });
  test('works for a client that has chosen no tenant yet and sends 1000', async () => {
    const items = await product.call(
      dictionaryEndpoints.items,
      { dictCode: 'drink_size' },
      { ...caller, tenantId: '1000' },
    );
    expect(items).toHaveLength(3);
  });
  test('of a table dictionary answers the own tenant only', async () => {
    const [ours, theirs] = [await product.newTenant(), await product.newTenant()];
    const id = await department(ours, 'Roasting', 'A01');
    await department(theirs, 'Espionage', 'A01');
    const items = await product.call(
      dictionaryEndpoints.items,
      { dictCode: 'sys_depart,depart_name,id' },
      await ours.staff([]),
    );
    expect(items).toEqual([{ value: id, text: 'Roasting', title: 'Roasting' }]);
  });
});

describe('loadDict', () => {
  test('finds by a part of the text, ten at a time', async () => {
    const of = await product.newTenant();
    for (let number = 1; number <= 12; number++)
      await department(of, `Team 100%_${String(number).padStart(2, '0')}`, `T${number}`);
    const staff = await of.staff([]);
    const find = (keyword: string, pageSize?: number) =>
      product.call(
        dictionaryEndpoints.search,
        { dict: 'sys_depart,depart_name,org_code', keyword, ...(pageSize ? { pageSize } : {}) },
        staff,
      );
    expect(await find('TEAM')).toHaveLength(10);
    expect(await find('team', 12)).toHaveLength(12);
    expect(await find('100%_1')).toHaveLength(3);
    expect((await find('_01')).map((option) => option.value)).toEqual(['T1']);
    expect(await find('%%')).toEqual([]);
  });
  test('of spots needs the permission and shows the visible ones only', async () => {
    const of = await product.newTenant();
    const [seen, hidden] = [await spot(of, 'Oslo S'), await spot(of, 'Oslo Airport')];
    const dict = 'sos_service_spots_info,name,id';
    await expect(
      product.call(dictionaryEndpoints.search, { dict, keyword: 'oslo' }, await of.staff([])),
    ).rejects.toMatchObject({ problem: 'request.forbidden' });
    const clerk = await of.staff(['spot:view'], { spotIds: [seen] });
    expect(
      (await product.call(dictionaryEndpoints.search, { dict, keyword: 'oslo' }, clerk)).map((o) => o.value),
    ).toEqual([seen]);
    expect(await product.call(dictionaryEndpoints.texts, { dict, key: `${seen},${hidden},x` }, clerk)).toEqual([
      'Oslo S',
    ]);
  });
});

describe('loadDictItem', () => {
  test('answers texts in the order of the keys; unknown ones are left out or keep their place', async () => {
    const of = await product.newTenant();
    const staff = await of.staff([]);
    await department(of, 'Roasting', 'A01');
    await department(of, 'Cleaning', 'A02');
    const dict = 'sys_depart,depart_name,org_code';
    expect(await product.call(dictionaryEndpoints.texts, { dict, key: 'A02,Z99,A01,' }, staff)).toEqual([
      'Cleaning',
      'Roasting',
    ]);
    expect(
      await product.call(dictionaryEndpoints.texts, { dict, key: 'A02,Z99', delNotExist: 'false' }, staff),
    ).toEqual(['Cleaning', 'Z99']);
  });
});

test('loadDictOrderByValue shows what matches first, and fills up with others', async () => {
  const of = await product.newTenant();
  for (const name of ['Cleaning', 'Logistics', 'Roasting']) await department(of, name, name.slice(0, 1));
  const staff = await of.staff([]);
  const find = async (keyword: string, pageSize = 10) => {
    const asked = { dict: 'sys_depart,depart_name,org_code', keyword, pageSize };
    return (await product.call(dictionaryEndpoints.searchOrdered, asked, staff)).map(({ text }) => text);
  };
  expect(await find('roast')).toEqual(['Roasting', 'Cleaning', 'Logistics']);
  expect(await find('ing', 1)).toEqual(['Cleaning']);
  expect(await find('')).toEqual(['Cleaning', 'Logistics', 'Roasting']);
});

test('getDictText answers the text of one value, switched off or not, or nothing', async () => {
  const of = await product.newTenant();
  await department(of, 'Roasting', 'A01');
  const staff = await of.staff([]);
  const read = (dictCode: string, key: string) => product.call(dictionaryEndpoints.text, { dictCode, key }, staff);
  expect(await read('drink_size', 'l')).toBe('Large');
  expect(await read('drink_size', 'xl')).toBe('Bucket');
  expect(await read('drink_size', 'none')).toBe('');
  expect(await read('sys_depart,depart_name,org_code', 'A01')).toBe('Roasting');
  expect(await read('sys_depart,depart_name,org_code', 'Z99')).toBe('');
  await expect(read('sys_user,password_hash,username', 'a')).rejects.toMatchObject({
    problem: 'dictionary.code-malformed',
  });
});

describe('loadTreeData', () => {
  const asked = { tableName: 'sys_category', text: 'name', code: 'id', pidField: 'pid', hasChildField: 'has_child' };
  test('answers one level of a tree that is declared', async () => {
    const of = await product.newTenant();
    const staff = await of.staff(['category:view', 'category:add']);
    const add = (name: string, pid: string) => product.call(categories.endpoints.add, { name, pid } as never, staff);
    const drinks = await add('Drinks', '0');
    const tea = await add('Tea', drinks.id);
    await add('Food', '0');
    const level = (more: object) => product.call(dictionaryEndpoints.tree, { ...asked, ...more }, staff);
    expect(await level({ pid: '0' })).toMatchObject([
      { key: drinks.id, value: drinks.id, title: 'Drinks', isLeaf: false, parentId: '0' },
      { title: 'Food', isLeaf: true },
    ]);
    expect(await level({ pid: drinks.id })).toMatchObject([{ key: tea.id, parentId: drinks.id, isLeaf: true }]);
    expect(await level({ condition: encodeURIComponent('{"name":"Food"}') })).toMatchObject([{ title: 'Food' }]);
    const stranger = await (await product.newTenant()).staff(['category:view']);
    expect(await product.call(dictionaryEndpoints.tree, { ...asked, pid: drinks.id }, stranger)).toEqual([]);
    await expect(product.call(dictionaryEndpoints.tree, asked, await of.staff([]))).rejects.toMatchObject({
      problem: 'request.forbidden',
    });
  });
  test.each([
    ['dictionary.code-malformed', { tableName: 'sys_user' }],
    ['dictionary.code-malformed', { text: '(select 1)' }],
    ['dictionary.code-malformed', { code: 'pid' }],
    ['request.malformed', { pidField: 'tenant_id' }],
    ['request.malformed', { condition: '{"tenant_id":"1"}' }],
    ['request.malformed', { condition: '{"name\' or 1=1 --":"a"}' }],
    ['request.malformed', { condition: 'name=1' }],
  ])('refuses with %s: %j', async (problem, more) => {
    const staff = await (await product.newTenant()).staff(['category:view']);
    await expect(product.call(dictionaryEndpoints.tree, { ...asked, ...more }, staff)).rejects.toMatchObject({
      problem,
    });
  });
});

describe('a code is a name, never a piece of SQL', () => {
  const CODES = [
    'sys_user,password_hash,username',
    'staff_user,password_hash,id',
    'sys_depart,depart_name,id,1=1',
    "sys_depart where '1'='1',depart_name,id",
    'sys_depart,(select token_digest from staff_session limit 1),id',
    'sys_depart,depart_name,id;select pg_sleep(5)',
    'sys_depart,depart_name',
    '%zz,a,b',
    ',,',
    'a,b,c,d,e',
  ];
  test.each(CODES)('%s is refused', async (code) => {
    for (const call of ['getDictItems', 'loadDict', 'loadDictItem', 'loadDictOrderByValue']) {
      const answer = await product.send(
        'GET',
        `/api/sys/dict/${call}/${encodeURIComponent(code)}?${call === 'loadDictItem' ? 'key=1' : ''}`,
        undefined,
        caller,
      );
      expect(answer).toMatchObject({
        status: 200,
        body: { success: false, result: null, problem: 'dictionary.code-malformed' },
      });
    }
  });
  test('and a plain code is malformed where only tables are read', async () => {
    await expect(product.call(dictionaryEndpoints.search, { dict: 'drink_size' }, caller)).rejects.toMatchObject({
      problem: 'dictionary.code-malformed',
    });
    const chinese = await product.send('GET', '/api/sys/dict/loadDictItem/drink_size?key=s', undefined, {
      ...caller,
      language: 'zh-CN',
    });
    expect(chinese.body.message).toBe('字典Code格式不正确！');
  });
  test('a table dictionary without a tenant says so', async () => {
    await expect(
      product.call(
        dictionaryEndpoints.search,
        { dict: 'sys_depart,depart_name,id' },
        { ...caller, tenantId: '999999' },
      ),
    ).rejects.toMatchObject({ problem: 'dictionary.tenant-needed' });
  });
  test('a page is at most 100, a text call needs a key', async () => {
    for (const path of [
      '/api/sys/dict/loadDict/sys_depart,depart_name,id?pageSize=101',
      '/api/sys/dict/loadDictItem/sys_depart,depart_name,id',
    ])
      expect(await product.send('GET', path, undefined, caller)).toMatchObject({ status: 400 });
  });
});

describe('queryAllDictItems', () => {
  test('leaves out what is switched off and knows a change at once, on every server', async () => {
    const second = await startTestServer({ databaseUrl: product.databaseUrl });
    const read = async (of: TestServer) => (await of.call(dictionaryEndpoints.all, {}, caller))['drink_size'];
    expect((await read(product))?.map((item) => item.value)).toEqual(['s', 'l']);
    expect((await read(second))?.map((item) => item.value)).toEqual(['s', 'l']);
    await product.services.database.identity((db) =>
      db.updateTable('dictionary_item').set({ text_en: 'Tiny' }).where('value', '=', 's').execute(),
    );
    expect((await read(product))?.[0]?.text).toBe('Tiny');
    expect((await read(second))?.[0]?.text).toBe('Tiny');
    await second.stop();
  });
  test('is answered in the language of the caller', async () => {
    const chinese = await product.call(dictionaryEndpoints.all, {}, { ...caller, language: 'zh-CN' });
    expect(chinese['drink_size']?.[1]?.text).toBe('大杯');
  });
});

test('refleshCache answers without a result, by GET and by POST', async () => {
  expect(await product.call(dictionaryEndpoints.refresh, {}, caller)).toBeNull();
  expect(await product.send('POST', '/api/sys/dict/refleshCache', {}, caller)).toMatchObject({
    status: 200,
    body: { success: true, result: null },
  });
});

describe('a signature', () => {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex').toUpperCase();
  const now = () => new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const right = () =>
    md5('{"keyword":"ro","pageSize":"10","x-path-variable":"sys_depart,depart_name,id"}demo-secret-of-a-test');
  test.each([
    ['right', () => ({ 'x-sign': right(), 'x-timestamp': now() }), 0],
    ['wrong', () => ({ 'x-sign': 'A'.repeat(32), 'x-timestamp': now() }), 1],
    ['old', () => ({ 'x-sign': right(), 'x-timestamp': '20200101000000' }), 1],
    ['missing', () => ({}), 0],
  ])('that is %s changes nothing in the answer', async (_which, headers, warnings) => {
    logged.length = 0;
    const answer = await product.send(
      'GET',
      '/api/sys/dict/loadDict/sys_depart,depart_name,id?keyword=ro&pageSize=10&_t=1700000000',
      undefined,
      { ...caller, headers: headers() },
    );
    expect(answer).toMatchObject({ status: 200, body: { success: true, result: [] } });
    expect(logged.filter((line) => line['msg'] === 'signature mismatch')).toHaveLength(warnings);
  });
});

test('each delivered dictionary is declared once', () => {
  const codes = DELIVERED_DICTIONARIES.map(({ code }) => code);
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
});
