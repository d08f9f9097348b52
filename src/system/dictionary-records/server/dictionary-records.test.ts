import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { dictionaryEndpoints } from '#system/dictionaries/contract/endpoints.ts';
import { fieldCheckEndpoints } from '#system/field-checks/contract/endpoints.ts';
import { dictionaries, dictionaryItems } from '../contract/dictionaries.ts';
import { dictionaryRecordEndpoints } from '../contract/endpoints.ts';

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

const dict = dictionaries.endpoints;
const item = dictionaryItems.endpoints;
const calls = dictionaryRecordEndpoints;
const refused = (problem: string, path?: string) =>
  path === undefined
    ? expect.objectContaining({ problem })
    : expect.objectContaining({
        problem,
        answer: expect.objectContaining({
          body: expect.objectContaining({ faults: [{ path, message: expect.any(String) }] }),
        }),
      });
let count = 0;
const addDictionary = (more: object = {}) => {
  count += 1;
  const names = { dictName: `Cup ${count}`, dictNameZh: `杯 ${count}`, dictCode: `cup_${count}` };
  return server.call(dict.add, { ...names, ...more }, root);
};
const addItem = (dictId: string, itemValue: string, more: object = {}) =>
  server.call(
    item.add,
    { dictId, itemText: `Size ${itemValue}`, itemTextZh: `${itemValue} 号`, itemValue, ...more },
    root,
  );
const itemsOf = (dictCode: string, caller: Caller = staff) =>
  server.call(dictionaryEndpoints.items, { dictCode }, caller);
const versionNow = () =>
  server.services.database.identity(async (db) => {
    const setting = db.selectFrom('installation_setting').select('value').where('name', '=', 'dictionary_version');
    return Number((await setting.executeTakeFirstOrThrow()).value);
  });

test('dictionaries and items are added, changed and read at once, in whichever tenant the administrator works', async () => {
  const made = await addDictionary({ description: 'Sizes' });
  expect(made).toMatchObject({ version: 1, type: '0', isDelivered: false, items: 0, delFlag: 0, description: 'Sizes' });
  const before = await versionNow();
  const small = await addItem(made.id, 's');
  const large = await addItem(made.id, 'l', { itemTextZh: '' });
  expect([small.sortOrder, large.sortOrder]).toEqual([1, 2]);
  expect(small).toMatchObject({ status: '1', dictId: made.id, isDelivered: false });
  expect(await versionNow()).toBeGreaterThan(before);
  const elsewhere = { ...root, tenantId: (await server.newTenant()).id };
  await server.call(item.edit, { id: small.id, version: 1, itemText: 'Little' }, elsewhere);
  expect(await itemsOf(made.dictCode)).toEqual([
    { value: 's', text: 'Little', title: 'Little' },
    { value: 'l', text: 'Size l', title: 'Size l' },
  ]);
  // without a Chinese text the other one stands for both
  const chinese = await server.call(dictionaryEndpoints.all, {}, { ...staff, language: 'zh-CN' });
  expect(chinese[made.dictCode]?.map(({ text }) => text)).toEqual(['s 号', 'Size l']);
  const late = server.call(item.edit, { id: small.id, version: 1, itemText: 'Late' }, root);
  await expect(late).rejects.toEqual(refused('record.changed-meanwhile'));
  const listed = await server.call(item.page, { dictId: made.id } as never, staff);
  expect(listed.records.map(({ itemValue }) => itemValue)).toEqual(['s', 'l']);
  expect((await server.call(dict.page, { dictCode: made.dictCode } as never, staff)).records).toMatchObject([
    { items: 2 },
  ]);
  const tree = await server.call(calls.tree, { dictName: made.dictName }, { ...staff, language: 'zh-CN' });
  expect(tree).toMatchObject([{ key: made.id, title: made.dictNameZh, dictCode: made.dictCode }]);
  const file = await readXlsx((await server.call(dict.exportXls, { dictCode: made.dictCode } as never, staff)).bytes);
  expect(JSON.stringify(file)).toContain(made.dictName);
});

test('a new code moves the items along', async () => {
  const made = await addDictionary();
  await addItem(made.id, 's');
  await server.call(dict.edit, { id: made.id, dictCode: `${made.dictCode}_new` }, root);
  expect(await itemsOf(made.dictCode)).toEqual([]);
  expect(await itemsOf(`${made.dictCode}_new`)).toMatchObject([{ value: 's' }]);
});

test('who is not the administrator changes nothing, whatever he holds', async () => {
  const made = await addDictionary();
  const size = await addItem(made.id, 's');
  const forbidden = refused('request.forbidden');
  const { id } = made;
  await expect(server.call(dict.add, { dictName: 'A', dictCode: 'mine' }, staff)).rejects.toEqual(forbidden);
  await expect(server.call(dict.edit, { id, dictName: 'Mine' }, staff)).rejects.toEqual(forbidden);
  await expect(server.call(dict.remove, { id }, staff)).rejects.toEqual(forbidden);
  await expect(server.call(item.edit, { id: size.id, itemText: 'Mine' }, staff)).rejects.toEqual(forbidden);
  await expect(server.call(item.remove, { id: size.id }, staff)).rejects.toEqual(forbidden);
  await expect(server.call(calls.orderItems, { dictId: id, ids: [size.id] }, staff)).rejects.toEqual(forbidden);
  await server.call(dict.remove, { id }, root);
  await expect(server.call(calls.restore, { id }, staff)).rejects.toEqual(forbidden);
  await expect(server.call(calls.removeForGood, { id }, staff)).rejects.toEqual(forbidden);
});

test('codes and values are checked, and name their field', async () => {
  const made = await addDictionary();
  const same = addDictionary({ dictCode: made.dictCode.toUpperCase() });
  await expect(same).rejects.toEqual(refused('record.taken', 'dictCode'));
  await expect(addDictionary({ dictCode: 'a,b,c' })).rejects.toEqual(refused('dictionary.code-form', 'dictCode'));
  const question = { tableName: 'sys_dict', fieldName: 'dict_code', fieldVal: made.dictCode };
  await expect(server.call(fieldCheckEndpoints.duplicate, question, root)).rejects.toEqual(
    refused('field-check.taken', 'fieldVal'),
  );
  const removed = await addDictionary();
  await server.call(dict.remove, { id: removed.id }, root);
  await expect(
    server.call(fieldCheckEndpoints.duplicate, { ...question, fieldVal: removed.dictCode.toUpperCase() }, root),
  ).rejects.toEqual(refused('dictionary.code-in-bin', 'fieldVal'));
  const size = await addItem(made.id, 's');
  await expect(addItem(made.id, 'S')).rejects.toEqual(refused('record.taken', 'itemValue'));
  await expect(addItem(made.id, 'a,b')).rejects.toEqual(refused('dictionary.value-comma', 'itemValue'));
  const check = (itemValue: string, id?: string) =>
    server.call(calls.checkItem, { dictId: made.id, itemValue, ...(id ? { id } : {}) }, staff);
  expect(await check('m')).toBeNull();
  expect(await check('s', size.id)).toBeNull();
  await expect(check(' S ')).rejects.toEqual(refused('dictionary.value-taken', 'itemValue'));
  const other = await addDictionary({ type: 1 });
  await expect(server.call(item.edit, { id: size.id, dictId: other.id }, root)).rejects.toEqual(
    refused('dictionary.item-stays', 'dictId'),
  );
  await expect(addItem(other.id, 'x')).rejects.toEqual(refused('dictionary.value-no-number', 'itemValue'));
  await addItem(other.id, '-1.5');
  await expect(server.call(dict.edit, { id: made.id, type: 1 }, root)).rejects.toEqual(
    refused('dictionary.items-no-numbers', 'type'),
  );
  // two at once: the index lets one of them through
  const both = await Promise.allSettled([addItem(made.id, 'once'), addItem(made.id, 'once')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { problem: 'record.taken' } });
});

test('items are put in an order, and switched off', async () => {
  const made = await addDictionary();
  const [s, m, l] = [await addItem(made.id, 's'), await addItem(made.id, 'm'), await addItem(made.id, 'l')];
  await server.call(calls.orderItems, { dictId: made.id, ids: [l.id, s.id] }, root);
  expect((await itemsOf(made.dictCode)).map(({ value }) => value)).toEqual(['l', 's', 'm']);
  const turned = await server.call(item.turn, { ids: [m.id], on: false }, root);
  expect(turned).toMatchObject({ done: [{ id: m.id }], failed: [] });
  expect((await itemsOf(made.dictCode)).at(-1)).toMatchObject({ value: 'm', disabled: true });
  expect((await server.call(dictionaryEndpoints.all, {}, staff))[made.dictCode]).toHaveLength(2);
  const strange = (await addItem((await addDictionary()).id, 'x')).id;
  await expect(server.call(calls.orderItems, { dictId: made.id, ids: [strange] }, root)).rejects.toEqual(
    refused('record.reference-unknown', 'ids'),
  );
  const { changeId } = await server.call(item.remove, { id: m.id }, root);
  expect(await itemsOf(made.dictCode)).toHaveLength(2);
  await server.call(undoEndpoints.undo, { changeId }, root);
  expect((await itemsOf(made.dictCode)).at(-1)).toMatchObject({ value: 'm', disabled: true });
});

test('a removed dictionary lies in the recycle bin with its items until it comes back or is gone for ever', async () => {
  const made = await addDictionary();
  await addItem(made.id, 's');
  const { changeId } = await server.call(dict.remove, { id: made.id }, root);
  await expect(server.call(dict.one, { id: made.id }, root)).rejects.toEqual(refused(dictionaries.notFound));
  expect(await itemsOf(made.dictCode)).toEqual([]);
  expect(await server.call(dictionaryEndpoints.all, {}, staff)).not.toHaveProperty(made.dictCode);
  const bin = await server.call(calls.bin, {}, root);
  expect(bin[0]).toMatchObject({ id: made.id, dictCode: made.dictCode, delFlag: 1, items: 1 });
  await expect(addDictionary({ dictCode: made.dictCode })).rejects.toEqual(
    refused('dictionary.code-in-bin', 'dictCode'),
  );
  await expect(addItem(made.id, 'm')).rejects.toMatchObject({ problem: 'record.reference-unknown' });
  await server.call(undoEndpoints.undo, { changeId }, root);
  expect(await server.call(dict.one, { id: made.id }, root)).toEqual({ ...made, items: 1 });
  await server.call(dict.remove, { id: made.id }, root);
  await server.call(calls.restore, { id: made.id }, root);
  expect(await itemsOf(made.dictCode)).toHaveLength(1);
  await expect(server.call(calls.restore, { id: made.id }, root)).rejects.toEqual(refused('record.not-found'));
  await expect(server.call(calls.removeForGood, { id: made.id }, root)).rejects.toEqual(refused('record.not-found'));
  await server.call(dict.removeMany, { ids: [made.id] }, root);
  await server.call(calls.removeForGood, { id: made.id }, root);
  expect((await server.call(calls.bin, {}, root)).map(({ id }) => id)).not.toContain(made.id);
  expect(await addDictionary({ dictCode: made.dictCode })).toMatchObject({ items: 0 });
});

test('what the product comes with keeps its codes and values and stays; texts, order and status may change', async () => {
  const code = 'delivered_shape';
  await server.services.database.identity(async (db) => {
    await db.insertInto('dictionary').values({ code, name_en: 'Shape', name_zh: '形', is_delivered: true }).execute();
    const item = { code, value: '1', text_en: 'Round', text_zh: '圆', sort: 1, is_delivered: true };
    await db.insertInto('dictionary_item').values(item).execute();
  });
  const { records } = await server.call(dict.page, { dictCode: code } as never, root);
  const [{ id } = { id: '' }] = records;
  const delivered = (path?: string) => refused('dictionary.delivered', path);
  await expect(server.call(dict.edit, { id, dictCode: 'other' }, root)).rejects.toEqual(delivered('dictCode'));
  await expect(server.call(dict.remove, { id }, root)).rejects.toEqual(delivered());
  const [round] = (await server.call(item.page, { dictId: id } as never, root)).records;
  const roundId = round?.id ?? '';
  await expect(server.call(item.edit, { id: roundId, itemValue: '2' }, root)).rejects.toEqual(delivered('itemValue'));
  await expect(server.call(item.remove, { id: roundId }, root)).rejects.toEqual(delivered());
  const many = await server.call(item.removeMany, { ids: [roundId] }, root);
  expect(many).toMatchObject({ done: [], failed: [{ id: roundId }] });
  await server.call(dict.edit, { id, dictName: 'Form' }, root);
  const edited = { id: roundId, itemText: 'Circle', itemValue: '1', status: 0, sortOrder: 5 } as const;
  expect(await server.call(item.edit, edited, root)).toMatchObject({ isDelivered: true, status: '0', sortOrder: 5 });
  // it may grow where the code does not know all its values
  const own = await addItem(id, '2');
  await server.call(item.remove, { id: own.id }, root);
});

test('a dictionary whose values the code knows takes no other value, and keeps those', async () => {
  const made = await server.call(dict.add, { dictName: 'Rank', dictCode: 'position_rank', type: 1 }, root);
  const one = await addItem(made.id, '1');
  await expect(addItem(made.id, '99')).rejects.toEqual(refused('dictionary.closed', 'itemValue'));
  await expect(server.call(item.remove, { id: one.id }, root)).rejects.toEqual(refused('dictionary.value-in-use'));
});

test('open consoles of every tenant are told to fetch the words anew', async () => {
  await until(() => server.services.live.connected());
  const heard: unknown[] = [];
  const listener = (tenantId: string) => ({
    ...{ tenantId, sessionDigest: Buffer.from(tenantId) },
    actor: { id: 'nobody', name: '', isRoot: false, permissions: new Set<string>(), spotIds: null } as never,
    send: (change: Record<string, unknown>) => void heard.push({ tenantId, ...change }),
    end: () => undefined,
    cut: () => undefined,
  });
  const stops = ['1', '2'].map((tenantId) => server.services.live.add(listener(tenantId)));
  const made = await addDictionary();
  await until(() => heard.length >= 2);
  expect(heard).toEqual(['1', '2'].map((tenantId) => ({ tenantId, kind: 'dictionaries', id: '' })));
  await addItem(made.id, 's');
  await until(() => heard.length >= 4);
  for (const stop of stops) stop();
});
