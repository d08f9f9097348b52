import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { categories } from '../contract/categories.ts';
import { type CategoryNode, categoryEndpoints } from '../contract/endpoints.ts';

behavesAsRecords(categories, () => ({ name: 'Coffee' }));

describe('the tree of categories', () => {
  const { add, edit, one, remove, removeMany } = categories.endpoints;
  let server: TestServer;
  let tenant: TestTenant;
  let staff: Caller;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.stop());

  /** A tenant of its own with two roots, and two levels below the first. */
  async function plant() {
    tenant = await server.newTenant();
    staff = await tenant.staff();
    const drinks = await made('Drinks');
    const food = await made('Food');
    const hot = await made('Hot', drinks);
    const cold = await made('Cold', drinks);
    const espresso = await made('Espresso', hot);
    return { drinks, food, hot, cold, espresso };
  }
  const made = async (name: string, parent?: { id: string }) =>
    server.call(add, parent ? { name, pid: parent.id } : { name }, staff);
  const drawn = (nodes: readonly CategoryNode[]): unknown =>
    nodes.map((node) => (node.children ? [node.code, drawn(node.children)] : node.code));
  const tree = async () => drawn(await server.call(categoryEndpoints.treeRoot, { async: false }, staff));
  const refused = (problem: string) => expect.objectContaining({ problem });

  test('gives each category the next code below its parent', async () => {
    const { drinks, espresso } = await plant();
    expect(drinks).toMatchObject({ code: 'A01', pid: '0', pidName: null, hasChild: '0' });
    expect(espresso).toMatchObject({ code: 'A01A01A01', pidName: 'Hot' });
    expect(await tree()).toEqual([['A01', [['A01A01', ['A01A01A01']], 'A01A02']], 'A02']);
    expect(await server.call(one, { id: drinks.id }, staff)).toMatchObject({ hasChild: '1' });
    const elsewhere = await server.newTenant();
    expect(await server.call(add, { name: 'Drinks', pid: '0' }, await elsewhere.staff())).toMatchObject({
      code: 'A01',
    });
  });

  test('gives many at once a code each', async () => {
    const { food } = await plant();
    const many = await Promise.all(Array.from({ length: 8 }, (_, at) => made(`Kind ${at}`, food)));
    expect(many.map(({ code }) => code).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => `A02A0${at}`));
  });

  test('takes a name once below one parent', async () => {
    const { drinks, hot } = await plant();
    await expect(made('HOT', drinks)).rejects.toEqual(refused('record.taken'));
    await made('Hot');
    const below = await made('Hot', hot);
    await expect(server.call(edit, { id: below.id, pid: drinks.id }, staff)).rejects.toEqual(refused('record.taken'));
    await expect(made('Lost', { id: newId() })).rejects.toEqual(refused('record.reference-unknown'));
  });

  test('moves a category with all below it, and never below itself', async () => {
    const { drinks, food, hot, espresso } = await plant();
    const moved = await server.call(edit, { id: hot.id, pid: food.id }, staff);
    expect(moved).toMatchObject({ code: 'A02A01', pidName: 'Food', version: 2 });
    expect(await tree()).toEqual([
      ['A01', ['A01A02']],
      ['A02', [['A02A01', ['A02A01A01']]]],
    ]);
    const rooted = await server.call(edit, { id: hot.id, pid: '0' }, staff);
    expect(rooted.code).toBe('A03');
    // a save that leaves it where it is leaves the code
    expect(await server.call(edit, { id: hot.id, pid: '0', name: 'Warm' }, staff)).toMatchObject({ code: 'A03' });
    for (const pid of [hot.id, espresso.id])
      await expect(server.call(edit, { id: hot.id, pid }, staff)).rejects.toEqual(refused('record.below-itself'));
    // two moves at once would make a ring
    const moves = await Promise.allSettled([
      server.call(edit, { id: drinks.id, pid: food.id }, staff),
      server.call(edit, { id: food.id, pid: drinks.id }, staff),
    ]);
    expect(moves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('deletes a category with all below it, and brings all of them back', async () => {
    const { drinks, hot, espresso } = await plant();
    const before = await tree();
    const { changeId } = await server.call(remove, { id: drinks.id }, staff);
    expect(await tree()).toEqual(['A02']);
    await expect(server.call(one, { id: espresso.id }, staff)).rejects.toEqual(refused('record.not-found'));
    await server.call(undoEndpoints.undo, { changeId }, staff);
    expect(await tree()).toEqual(before);
    expect(await server.call(one, { id: espresso.id }, staff)).toEqual(espresso);
    const several = await server.call(removeMany, { ids: [espresso.id, drinks.id, hot.id] }, staff);
    expect(several.done.map(({ id, changeId: change }) => [id, change !== null])).toEqual([
      [espresso.id, true],
      [drinks.id, true],
      [hot.id, false],
    ]);
    const changes = several.done.flatMap((result) => result.changeId ?? []).toReversed();
    for (const change of changes) await server.call(undoEndpoints.undo, { changeId: change }, staff);
    expect(await tree()).toEqual(before);
    const gone = await server.call(remove, { id: espresso.id }, staff);
    await server.call(remove, { id: hot.id }, staff);
    await expect(server.call(undoEndpoints.undo, { changeId: gone.changeId }, staff)).rejects.toEqual(
      refused('undo.changed-since'),
    );
  });

  test('is read as the older console reads it', async () => {
    const { drinks, food, hot, cold, espresso } = await plant();
    const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code);
    const asked = { column: 'code', order: 'asc' } as const;
    expect(codes((await server.call(categoryEndpoints.rootList, asked, staff)).records)).toEqual(['A01', 'A02']);
    const named = await server.call(categoryEndpoints.rootList, { name: '*Esp*' }, staff);
    expect(codes(named.records)).toEqual(['A01A01A01']);
    const children = await server.call(categoryEndpoints.childList, { pid: drinks.id }, staff);
    expect(children.map(({ id, hasChild }) => [id, hasChild])).toEqual([
      [hot.id, '1'],
      [cold.id, '0'],
    ]);
    expect(codes(await server.call(categoryEndpoints.childList, {}, staff))).toEqual(['A01', 'A02']);
    const parentIds = `${drinks.id},${hot.id},${food.id}`;
    expect(await server.call(categoryEndpoints.childrenOfMany, { parentIds }, staff)).toMatchObject({
      total: 3,
      records: [{ code: 'A01A01' }, { code: 'A01A01A01' }, { code: 'A01A02' }],
    });
    const [first] = await server.call(categoryEndpoints.treeChildren, { pid: drinks.id }, staff);
    expect(first).toEqual({
      ...{ key: hot.id, value: hot.id, title: 'Hot', code: 'A01A01', parentId: drinks.id },
      ...{ isLeaf: false, icon: null, children: null },
    });
    expect(codes(await server.call(categoryEndpoints.treeRoot, { pcode: 'A01' }, staff))).toEqual(['A01A01', 'A01A02']);
    expect(drawn(await server.call(categoryEndpoints.treeRoot, { pcode: 'A01', async: false }, staff))).toEqual([
      ['A01A01', ['A01A01A01']],
      'A01A02',
    ]);
    const data = async (request: object) => codes(await server.call(categoryEndpoints.treeData, request, staff));
    expect(await data({ pcode: '0' })).toEqual(['A01', 'A02']);
    expect(await data({ pcode: 'A01', condition: encodeURIComponent('{"name":"Cold"}') })).toEqual(['A01A02']);
    expect(await data({ pid: hot.id, pcode: 'A02' })).toEqual(['A01A01A01']);
    await expect(data({ pcode: 'none' })).rejects.toEqual(refused('category.code-unknown'));
    await expect(data({ condition: '{"tenant_id":1}' })).rejects.toEqual(refused('request.malformed'));
    const findOne = (field: 'id' | 'code' | 'name' | 'pid', val: string) =>
      server.call(categoryEndpoints.findOne, { field, val }, staff);
    expect(await findOne('code', 'A01A01A01')).toEqual(espresso);
    expect((await findOne('id', cold.id)).name).toBe('Cold');
    await expect(findOne('name', 'Cold,Hot')).rejects.toEqual(refused('category.nothing-found'));
    await expect(findOne('pid', '0')).rejects.toEqual(refused('category.several-found'));
    const names = (ids: string, delNotExist?: boolean) =>
      server.call(categoryEndpoints.names, { ids, ...(delNotExist === undefined ? {} : { delNotExist }) }, staff);
    expect(await names(`${food.id},none,${drinks.id}`)).toEqual(['Food', 'Drinks']);
    expect(await names(`none,${drinks.id}`, false)).toEqual(['none', 'Drinks']);
    const all = await server.call(categoryEndpoints.options, { code: 'A01' }, staff);
    expect(all.map(({ text }) => text)).toEqual(['Drinks', 'Hot', 'Espresso', 'Cold']);
    expect(await server.call(categoryEndpoints.options, {}, staff)).toHaveLength(5);
  });

  test('says whether a code fits its parent', async () => {
    const { drinks } = await plant();
    const check = (request: object) => server.call(categoryEndpoints.checkCode, request, staff);
    expect(await check({ pid: drinks.id, code: 'A01B07' })).toBeNull();
    expect(await check({ pid: '0', code: 'X' })).toBeNull();
    await expect(check({ pid: drinks.id, code: 'A02A01' })).rejects.toEqual(refused('category.code-prefix'));
    await expect(check({ pid: drinks.id })).rejects.toEqual(refused('category.code-empty'));
  });

  test('a table names parents by code or by name', async () => {
    await plant();
    const lines = ['类型名称,父级节点', 'Tea,A01A01', 'Cake,Food', 'Root,0', 'Lost,A77'];
    const file = { name: 'a.csv', bytes: Buffer.from(lines.join('\n')) };
    const outcome = await server.call(categories.endpoints.importExcel, { file }, staff);
    expect(outcome).toMatchObject({ totalCount: 4, successCount: 3, errorCount: 1 });
    expect(await tree()).toEqual([
      ['A01', [['A01A01', ['A01A01A01', 'A01A01A02']], 'A01A02']],
      ['A02', ['A02A01']],
      'A03',
    ]);
  });
});
