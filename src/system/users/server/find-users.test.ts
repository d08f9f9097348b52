import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { type DepartmentNode, departmentEndpoints } from '#system/departments/contract/endpoints.ts';
import { dictionaryEndpoints } from '#system/dictionaries/contract/endpoints.ts';
import { positions as positionKind } from '#system/positions/contract/positions.ts';
import { roles as roleKind } from '#system/roles/contract/roles.ts';
import { userEndpoints } from '../contract/endpoints.ts';

let product: TestServer;
let ours: TestTenant;
let theirs: TestTenant;
let caller: Caller & { userId: string };
const departments: Record<string, string> = {};
const people: Record<string, string> = {};

beforeAll(async () => {
  product = await startTestServer();
  [ours, theirs] = [await product.newTenant(), await product.newTenant()];
  caller = await ours.staff(['user:view', 'role:view', 'department:view', 'position:view']);
  for (const [code, name, parent, sort] of [
    ['A01', 'Field service', null, 0],
    ['A01A01', 'Workshop', 'A01', 0],
    ['A01A02', 'Logistics', 'A01', 5],
    ['A02', 'Customer care 100%', null, 0],
  ] as const) {
    const id = newId();
    departments[code] = id;
    await product.services.database.write(ours.id, (db) =>
      db
        .insertInto('department')
        .values({ id, org_code: code, name, sort, parent_id: parent === null ? null : (departments[parent] ?? null) })
        .execute(),
    );
  }
  await person('ada', 'Ada Lovelace', ours, ['A01A01']);
  await person('ben', 'Ben Franklin', ours, ['A01']);
  await person('cas', 'Cas Oorthuys', ours, ['A02', 'A01A02']);
  await person('dan', 'Dan Frozen', ours, ['A01'], { status: 2 });
  await person('eve', 'Eve Stranger', theirs, []);
  await product.services.database.write(ours.id, async (db) => {
    await db
      .insertInto('position')
      .values([
        { id: newId(), code: 'TECH', name: 'Technician', post_rank: 2 },
        { id: newId(), code: 'LEAD', name: 'Team lead', post_rank: 4 },
      ])
      .execute();
    await db.insertInto('role').values({ id: newId(), role_code: 'barista', role_name: 'Barista' }).execute();
  });
  await product.services.database.acrossTenants('a word of a test', async (db) => {
    await db.insertInto('dictionary').values({ code: 'position_rank', name_en: 'Rank', name_zh: '职务级别' }).execute();
    const rank = { code: 'position_rank', value: '2', text_en: 'Assistant', text_zh: '助级' };
    await db.insertInto('dictionary_item').values(rank).execute();
  });
});
afterAll(() => product.stop());

async function person(
  username: string,
  realname: string,
  tenant: TestTenant,
  codes: readonly string[],
  more: object = {},
): Promise<void> {
  const id = newId();
  people[username] = id;
  const tenant_id = Number(tenant.id);
  await product.services.database.acrossTenants('a person of a test', async (db) => {
    await db
      .insertInto('staff_user')
      .values({
        id,
        username,
        username_key: username,
        realname,
        work_no: `W-${username}`,
        password_hash: 'secret-hash',
        phone: `+47${username}`,
        ...more,
      })
      .execute();
    await db.insertInto('membership').values({ tenant_id, user_id: id }).execute();
    await rightsChanged(db, [id], tenant_id);
    for (const code of codes)
      await db
        .insertInto('user_department')
        .values({ tenant_id, user_id: id, department_id: departments[code] ?? '' })
        .execute();
    await rightsChanged(db, [id]);
  });
}

const names = async (request: object = {}) =>
  (await product.call(userEndpoints.users, request, caller)).records
    .map((user) => user.username)
    .filter((name) => !name.startsWith('user-'));

describe('people to choose from', () => {
  test('are the active members of the tenant, reduced to what a choice needs', async () => {
    expect(await names()).toEqual(['ada', 'ben', 'cas']);
    const answer = await product.send('GET', '/api/sys/user/queryUserComponentData?realname=Cas*', undefined, caller);
    expect(answer.body.result).toMatchObject({
      records: [
        {
          id: people['cas'],
          username: 'cas',
          realname: 'Cas Oorthuys',
          avatar: 'initials/CO.svg',
          workNo: 'W-cas',
          orgCodeTxt: 'Logistics, Customer care 100%',
        },
      ],
      total: 1,
    });
    expect(answer.text).not.toMatch(/secret-hash|\+47/);
  });
  test('are found by the operators of the older contract', async () => {
    expect(await names({ realname: '*an*' })).toEqual(['ben']);
    expect(await names({ username: 'ada,cas' })).toEqual(['ada', 'cas']);
    expect(await names({ username: '!ada' })).toEqual(['ben', 'cas']);
    expect(await names({ workNo: 'W-ben' })).toEqual(['ben']);
    expect(await names({ realname: "' or 1=1 --" })).toEqual([]);
    expect(await names({ realname: '*%*' })).toEqual([]);
  });
  test('belong to a department or to one below it', async () => {
    expect(await names({ departId: departments['A01'] })).toEqual(['ada', 'ben', 'cas']);
    expect(await names({ departId: departments['A01A01'] })).toEqual(['ada']);
    expect(await names({ departId: newId() })).toEqual([]);
    expect(await names({ departId: 'no-id' })).toEqual([]);
  });
  test('come in pages', async () => {
    const page = await product.call(userEndpoints.users, { pageSize: 2, pageNo: 2, column: 'username' }, caller);
    expect(page).toMatchObject({ current: 2, size: 2 });
    expect(page.records.length).toBeLessThanOrEqual(2);
    expect(page.total).toBeGreaterThanOrEqual(3);
  });
  test('of a stored choice are named; strangers and former members are left out', async () => {
    const chosen = await product.call(userEndpoints.chosenUsers, { username: 'ben,eve,dan,ada,' }, caller);
    expect(chosen.map((user) => user.realname)).toEqual(['Ada Lovelace', 'Ben Franklin']);
    const byId = await product.call(userEndpoints.chosenUsers, { id: `${people['cas']},${people['eve']},x` }, caller);
    expect(byId.map((user) => user.username)).toEqual(['cas']);
    expect(await product.call(userEndpoints.chosenUsers, {}, caller)).toEqual([]);
  });
  test('are a table dictionary too', async () => {
    const dict = 'sys_user,realname,username';
    const found = await product.call(dictionaryEndpoints.search, { dict, keyword: 'love' }, caller);
    expect(found).toEqual([{ value: 'ada', text: 'Ada Lovelace', title: 'Ada Lovelace' }]);
    expect(await product.call(dictionaryEndpoints.texts, { dict, key: 'eve,ben' }, caller)).toEqual(['Ben Franklin']);
    await expect(
      product.call(dictionaryEndpoints.search, { dict, keyword: 'love' }, await ours.staff([])),
    ).rejects.toMatchObject({ problem: 'request.forbidden' });
  });
});

describe('departments', () => {
  const drawn = (nodes: readonly DepartmentNode[]): unknown =>
    nodes.map((node) => (node.children ? [node.title, drawn(node.children)] : node.title));
  test('are a tree, higher numbers first', async () => {
    const tree = await product.call(departmentEndpoints.tree, {}, caller);
    expect(drawn(tree)).toEqual([['Field service', ['Logistics', 'Workshop']], 'Customer care 100%']);
    expect(tree[0]).toMatchObject({
      id: departments['A01'],
      key: departments['A01'],
      orgCode: 'A01',
      parentId: '',
      isLeaf: false,
    });
    expect(await product.call(departmentEndpoints.tree, {}, await theirs.staff(['department:view']))).toEqual([]);
  });
  test('are read level by level', async () => {
    const roots = await product.call(departmentEndpoints.level, {}, caller);
    expect(roots.map((node) => [node.title, node.isLeaf, node.children])).toEqual([
      ['Field service', false, null],
      ['Customer care 100%', true, null],
    ]);
    const below = await product.call(departmentEndpoints.level, { pid: departments['A01'] ?? '' }, caller);
    expect(below.map((node) => node.title)).toEqual(['Logistics', 'Workshop']);
    expect(await product.call(departmentEndpoints.level, { pid: 'no-id' }, caller)).toEqual([]);
  });
  test('are found by a part of the name; nothing found is a refusal', async () => {
    const search = async (keyWord: string, who: Caller = caller) =>
      (await product.call(departmentEndpoints.search, { keyWord }, who)).map((node) => node.title);
    expect(await search('SERV')).toEqual(['Field service']);
    expect(await search('100%')).toEqual(['Customer care 100%']);
    await expect(search('%%')).rejects.toMatchObject({ problem: 'department.nothing-found', answer: { status: 200 } });
    const chinese = await product.send('GET', '/api/sys/sysDepart/searchBy?keyWord=nowhere', undefined, {
      ...caller,
      language: 'zh-CN',
    });
    expect(chinese.body.message).toBe('未查询匹配数据！');
  });
  test("one's own are those and what lies below", async () => {
    await product.services.database.write(ours.id, async (db) => {
      await db
        .insertInto('user_department')
        .values({ user_id: caller.userId, department_id: departments['A01'] ?? '' })
        .execute();
      await rightsChanged(db, [caller.userId]);
    });
    const own = await product.call(departmentEndpoints.search, { keyWord: 'o', myDeptSearch: '1' }, caller);
    expect(own.map((node) => node.orgCode)).toEqual(['A01A01', 'A01A02']);
  });
});

describe('roles and positions', () => {
  test('are listed with filters and order', async () => {
    const roles = await product.call(roleKind.endpoints.page, { roleName: '*arist*' }, caller);
    expect(roles.records).toMatchObject([{ roleCode: 'barista', roleName: 'Barista', description: '' }]);
    expect((roles.records[0] as { createTime?: string }).createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const positions = await product.call(positionKind.endpoints.page, { column: 'postRank', order: 'desc' }, caller);
    expect(positions.records.map((one) => [one.code, one.postRank])).toEqual([
      ['LEAD', '4'],
      ['TECH', '2'],
    ]);
    expect((await product.call(positionKind.endpoints.page, { postRank: '2,4' }, caller)).total).toBe(2);
    expect((await product.call(positionKind.endpoints.page, { postRank: '>= 3' }, caller)).total).toBe(1);
    expect((await product.call(positionKind.endpoints.page, {}, await theirs.staff(['position:view']))).total).toBe(0);
  });
  test('name a rank in the language of the caller, one that no dictionary knows by itself', async () => {
    const words = async (language: string) => {
      const { records } = await product.call(positionKind.endpoints.page, { column: 'code' }, { ...caller, language });
      const rows = records as unknown as { code: string; postRank_dictText: string }[];
      return rows.map(({ code, postRank_dictText }) => [code, postRank_dictText]);
    };
    expect(await words('en-US')).toEqual([
      ['LEAD', '4'],
      ['TECH', 'Assistant'],
    ]);
    expect(await words('zh-CN')).toContainEqual(['TECH', '助级']);
  });
  test('are a system list: ranges, lists, an advanced query, and the sorting of older clients', async () => {
    const codes = async (request: Record<string, string>) => {
      const answer = await product.send(
        'GET',
        `/api/sys/position/list?${new URLSearchParams(request)}`,
        undefined,
        caller,
      );
      expect(answer.status).toBe(200);
      return (answer.body.result as { records: { code: string }[] }).records.map(({ code }) => code);
    };
    expect(await codes({ postRank_begin: '3', postRank_end: '5' })).toEqual(['LEAD']);
    expect(await codes({ postRank_MultiString: '1,2' })).toEqual(['TECH']);
    expect(await codes({ createTime_begin: '2001-01-01', createTime_end: '2001-12-31' })).toEqual([]);
    expect(await codes({ createTime: '>= 2001-01-01', code_begin: 'M' })).toEqual(['TECH']);
    const superQueryParams = encodeURIComponent(
      JSON.stringify([
        { field: 'name', rule: 'right_like', val: 'Tech' },
        { field: 'postRank', rule: '=', val: '4' },
      ]),
    );
    expect(await codes({ superQueryParams })).toEqual([]);
    expect(await codes({ superQueryParams, superQueryMatchType: 'or', column: 'code', order: 'ascend' })).toEqual([
      'LEAD',
      'TECH',
    ]);
    expect(await codes({ column: 'createTime', order: 'desc', field: 'id,,code', _t: '1795259366' })).toHaveLength(2);
    expect(await codes({ column: 'postRank_dictText', order: 'asc' })).toEqual(['TECH', 'LEAD']);
    expect(await codes({ column: 'constructor', order: 'down' })).toEqual(['LEAD', 'TECH']);
  });
  test('a filter of the wrong kind is malformed', async () => {
    for (const value of ['9', '*2*', 'x', "2' or '1'='1"]) {
      const answer = await product.send(
        'GET',
        `/api/sys/position/list?${new URLSearchParams({ postRank: value })}`,
        undefined,
        caller,
      );
      expect(answer).toMatchObject({ status: 400, body: { faults: [{ path: 'postRank' }] } });
    }
  });
});
