import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { departments } from '../contract/departments.ts';
import { type DepartmentNode, departmentEndpoints, departmentPeopleEndpoints } from '../contract/endpoints.ts';

behavesAsRecords(departments, () => ({ departName: 'Field service' }));

let server: TestServer;
let tenant: TestTenant;
let staff: Caller & { userId: string };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const { add, edit, one, remove } = departments.endpoints;
const people = departmentPeopleEndpoints;
const refused = (problem: string) => expect.objectContaining({ problem });
const made = (departName: string, parent?: { id: string }, more: object = {}) =>
  server.call(add, { departName, ...(parent ? { parentId: parent.id } : {}), ...more }, staff);

/** A tenant of its own: service with workshop (lathe) and logistics, and care. */
async function plant() {
  tenant = await server.newTenant();
  staff = await tenant.staff();
  const service = await made('Service', undefined, { orgCategory: '1' });
  const workshop = await made('Workshop', service);
  const lathe = await made('Lathe', workshop);
  const logistics = await made('Logistics', service, { departOrder: 5 });
  const care = await made('Care');
  return { service, workshop, lathe, logistics, care };
}
const drawn = (nodes: readonly DepartmentNode[]): unknown =>
  nodes.map((node) => (node.children ? [node.orgCode, drawn(node.children)] : node.orgCode));
const tree = async (who: Caller = staff) => drawn(await server.call(departmentEndpoints.tree, {}, who));
const join = (department: { id: string }, ...userIdList: string[]) =>
  server.call(people.addPeople, { depId: department.id, userIdList }, staff);
const peopleOf = async (department: { id: string } | undefined, who: Caller = staff) =>
  (await server.call(people.people, department ? { depId: department.id, pageSize: 100 } : { pageSize: 100 }, who))
    .records;
const version = async (userId: string) =>
  (
    await server.services.database.identity((db) =>
      db.selectFrom('staff_user').select('permission_version').where('id', '=', userId).executeTakeFirstOrThrow(),
    )
  ).permission_version;
const currentCode = async (userId: string) =>
  (
    await server.services.database.read(tenant.id, (db) =>
      db.selectFrom('membership').select('current_org_code').where('user_id', '=', userId).executeTakeFirstOrThrow(),
    )
  ).current_org_code;
const worksIn = (userId: string, current_org_code: string) =>
  server.services.database.write(tenant.id, async (db) => {
    await db.updateTable('membership').set({ current_org_code }).where('user_id', '=', userId).execute();
    await rightsChanged(db, [userId]);
  });

describe('codes of departments', () => {
  test('begin with that of the parent, and none is given twice', async () => {
    const { service, workshop, lathe } = await plant();
    expect([service, workshop, lathe].map(({ orgCode, orgType }) => [orgCode, orgType])).toEqual([
      ['A01', '1'],
      ['A01A01', '2'],
      ['A01A01A01', '3'],
    ]);
    expect(await tree()).toEqual([['A01', ['A01A02', ['A01A01', ['A01A01A01']]]], 'A02']);
    await server.call(remove, { id: workshop.id }, staff);
    expect((await made('Paint shop', service)).orgCode).toBe('A01A03');
    const elsewhere = await server.newTenant();
    expect((await server.call(add, { departName: 'First' }, await elsewhere.staff())).orgCode).toBe('A01');
  });

  test('change with a move, below it and for who works there, in one transaction', async () => {
    const { service, workshop, lathe, care } = await plant();
    const worker = await tenant.staff([]);
    await join(lathe, worker.userId);
    await worksIn(worker.userId, lathe.orgCode);
    const before = await version(worker.userId);
    const moved = await server.call(edit, { id: workshop.id, parentId: care.id }, staff);
    expect(moved).toMatchObject({ orgCode: 'A02A01', orgType: '2', parentName: 'Care' });
    expect(await server.call(one, { id: lathe.id }, staff)).toMatchObject({ orgCode: 'A02A01A01', orgType: '3' });
    expect(await currentCode(worker.userId)).toBe('A02A01A01');
    expect(await version(worker.userId)).toBeGreaterThan(before);
    // back at the first place it gets a fresh code, for the old one may stand in notes of others
    expect((await server.call(edit, { id: workshop.id, parentId: service.id }, staff)).orgCode).toBe('A01A03');
    await expect(server.call(edit, { id: service.id, parentId: lathe.id }, staff)).rejects.toEqual(
      refused('record.below-itself'),
    );
  });
});

describe('a department that is deleted', () => {
  test('takes what lies below and its people along, and brings them back', async () => {
    const { service, workshop, lathe } = await plant();
    const [worker, boss, left] = [await tenant.staff([]), await tenant.staff([]), await tenant.staff([])];
    await join(lathe, worker.userId, left.userId);
    await join(workshop, worker.userId);
    await worksIn(worker.userId, lathe.orgCode);
    await server.call(people.setManager, { depId: workshop.id, userId: boss.userId, isManager: true }, staff);
    const before = await version(worker.userId);
    const { changeId } = await server.call(remove, { id: service.id }, staff);
    expect(await tree()).toEqual(['A02']);
    expect(await version(worker.userId)).toBeGreaterThan(before);
    expect(await currentCode(worker.userId)).toBeNull();
    expect(await server.call(departmentEndpoints.mine, {}, boss)).toBeNull();
    // who is no member any more does not come back
    await server.services.database.acrossTenants('a member of a test leaves', async (db) => {
      await db.deleteFrom('user_role').where('user_id', '=', left.userId).execute();
      await db.deleteFrom('membership').where('user_id', '=', left.userId).execute();
      await rightsChanged(db, [left.userId]);
    });
    await server.call(undoEndpoints.undo, { changeId }, staff);
    expect((await peopleOf(service)).map(({ id }) => id)).toEqual([worker.userId]);
    expect(await server.call(departmentEndpoints.mine, {}, boss)).toHaveLength(1);
    // nothing is kept aside twice
    expect(
      await server.services.database.read(tenant.id, (db) =>
        db.selectFrom('department_removed_person').select('user_id').execute(),
      ),
    ).toEqual([]);
  });
});

describe('people of a department', () => {
  test('are added and taken out, all or none, and their rights are read anew', async () => {
    const { service, workshop } = await plant();
    const [ann, bea] = [await tenant.staff([]), await tenant.staff([])];
    const before = await version(ann.userId);
    await join(workshop, ann.userId, ann.userId);
    await join(workshop, ann.userId, bea.userId);
    expect(await version(ann.userId)).toBeGreaterThan(before);
    expect(await peopleOf(service)).toMatchObject([
      { isHere: false, isManager: false, orgCodeTxt: 'Workshop' },
      { isHere: false, isManager: false },
    ]);
    expect(await server.call(one, { id: workshop.id }, staff)).toMatchObject({ people: 2 });
    expect(await server.call(people.usersOf, { id: service.id }, staff)).toEqual([]);
    expect(await server.call(people.usersOf, { id: workshop.id }, staff)).toHaveLength(2);
    const stranger = await (await server.newTenant()).staff([]);
    for (const userId of [stranger.userId, newId(), 'none'])
      await expect(join(workshop, bea.userId, userId)).rejects.toEqual(refused('department.person-unknown'));
    await expect(
      server.call(people.takeOutMany, { depId: workshop.id, userIds: `${ann.userId},${stranger.userId}` }, staff),
    ).rejects.toEqual(refused('department.person-not-there'));
    expect(await peopleOf(workshop)).toHaveLength(2);
    await worksIn(ann.userId, workshop.orgCode);
    const role_id = newId();
    await server.services.database.write(tenant.id, async (db) => {
      const names = { role_name: 'Shift lead', role_code: 'lead' };
      await db
        .insertInto('department_role')
        .values({ id: role_id, depart_id: workshop.id, ...names })
        .execute();
      await db.insertInto('department_role_user').values({ role_id, user_id: ann.userId }).execute();
      await rightsChanged(db, [ann.userId]);
    });
    await server.call(people.takeOutMany, { depId: workshop.id, userIds: `${ann.userId},${bea.userId},` }, staff);
    expect(await currentCode(ann.userId)).toBeNull();
    const rolesLeft = await server.services.database.read(tenant.id, (db) =>
      db.selectFrom('department_role_user').select('user_id').where('role_id', '=', role_id).execute(),
    );
    expect(rolesLeft).toEqual([]);
    const again = server.call(people.takeOut, { depId: workshop.id, userId: ann.userId }, staff);
    await expect(again).rejects.toEqual(refused('department.person-not-there'));
    const chinese = await server.send(
      'DELETE',
      `/api/sys/user/deleteUserInDepart?depId=${workshop.id}&userId=${ann.userId}`,
      undefined,
      { ...staff, language: 'zh-CN' },
    );
    expect(chinese.body.message).toBe('当前选中部门与用户无关联关系！');
  });

  test('are found by a part of the account or name', async () => {
    const { service } = await plant();
    const [ann, bea] = [await tenant.staff([]), await tenant.staff([])];
    await join(service, ann.userId, bea.userId);
    const [first] = await peopleOf(service);
    const found = await server.call(people.people, { depId: service.id, username: first?.username ?? '' }, staff);
    expect(found.records.map(({ id }) => id)).toEqual([first?.id]);
    expect((await server.call(people.people, { depId: service.id, username: '%' }, staff)).total).toBe(0);
    expect(await server.call(people.people, { depId: service.id, pageSize: 1, pageNo: 2 }, staff)).toMatchObject({
      total: 2,
      pages: 2,
    });
  });

  test('are led by managers of the department or of one above, and by nobody else', async () => {
    const { service, workshop, care } = await plant();
    const [boss, ann] = [await tenant.staff([]), await tenant.staff([])];
    const mine = async () => {
      const answer = await server.send('GET', '/api/sys/sysDepart/queryMyDeptTreeList', undefined, boss);
      return [answer.body.message, answer.body.result && drawn(answer.body.result as DepartmentNode[])];
    };
    expect(await mine()).toEqual(['1', null]);
    expect(await peopleOf(undefined, boss)).toEqual([]);
    const set = (isManager: boolean, who: Caller = staff) =>
      server.call(people.setManager, { depId: service.id, userId: boss.userId, isManager }, who);
    await expect(set(true, boss)).rejects.toEqual(refused('request.forbidden'));
    await set(true);
    expect(await mine()).toEqual(['2', [['A01', ['A01A02', ['A01A01', ['A01A01A01']]]]]]);
    await server.call(people.addPeople, { depId: workshop.id, userIdList: [ann.userId] }, boss);
    expect((await peopleOf(undefined, boss)).map(({ id }) => id)).toEqual([ann.userId]);
    expect((await peopleOf(service)).map(({ id, isManager }) => [id, isManager])).toEqual([[ann.userId, false]]);
    const outside = { depId: care.id, userIdList: [ann.userId] };
    await expect(server.call(people.addPeople, outside, boss)).rejects.toEqual(refused('request.forbidden'));
    await expect(peopleOf(care, boss)).rejects.toEqual(refused('request.forbidden'));
    await expect(peopleOf(care, ann)).rejects.toEqual(refused('request.forbidden'));
    await expect(peopleOf({ id: newId() }, ann)).rejects.toEqual(refused('request.forbidden'));
    await expect(peopleOf({ id: newId() }, boss)).rejects.toEqual(refused(departments.notFound));
    // a right over departments opens no people of another tenant
    const stranger = await (await server.newTenant()).staff('all');
    await expect(peopleOf(service, stranger)).rejects.toEqual(refused(departments.notFound));
    const names = await server
      .call(
        departmentEndpoints.search,
        { keyWord: 'o', myDeptSearch: '1' },
        {
          ...(await tenant.staff(['department:view'])),
        },
      )
      .catch((error: { problem: string }) => error.problem);
    expect(names).toBe('department.nothing-found');
    await set(false);
    expect(await mine()).toEqual(['1', null]);
    await expect(peopleOf(workshop, boss)).rejects.toEqual(refused('request.forbidden'));
  });
});

describe('departments', () => {
  test('are read as the older console reads them', async () => {
    const { service, workshop, lathe, logistics, care } = await plant();
    const codes = (nodes: readonly DepartmentNode[]) => nodes.map(({ orgCode }) => orgCode);
    const { all, byCode, treeByKeyword, parents } = departmentEndpoints;
    expect(codes(await server.call(all, {}, staff))).toEqual(['A01', 'A01A01', 'A01A01A01', 'A01A02', 'A02']);
    expect(codes(await server.call(all, { id: care.id }, staff))).toEqual(['A02']);
    expect(await server.call(byCode, { orgCode: 'A01A02' }, staff)).toMatchObject({ departName: 'Logistics' });
    expect(await server.call(byCode, { orgCode: 'Z99' }, staff)).toBeNull();
    expect(drawn(await server.call(treeByKeyword, { keyWord: 'lat' }, staff))).toEqual([
      ['A01', [['A01A01', ['A01A01A01']]]],
    ]);
    expect(await server.call(treeByKeyword, { keyWord: 'nowhere' }, staff)).toEqual([]);
    const way = await server.call(parents, { departId: lathe.id }, staff);
    expect(way).toMatchObject({ [lathe.id]: { parentIds: [service.id, workshop.id, lathe.id] } });
    expect(Object.keys(await server.call(parents, { orgCode: 'A01A02' }, staff))).toEqual(['A01A02']);
    expect(Object.keys(await server.call(parents, {}, staff))).toHaveLength(5);
    expect(logistics).toMatchObject({ parentId: service.id, orgCategory: '2', orgType: '2', status: '1' });
  });

  test('are not shown to another tenant, by no read', async () => {
    const { service } = await plant();
    const stranger = await (await server.newTenant()).staff('all');
    expect(await tree(stranger)).toEqual([]);
    expect(await server.call(departmentEndpoints.all, { id: service.id }, stranger)).toEqual([]);
    expect(await server.call(departmentEndpoints.byCode, { orgCode: 'A01' }, stranger)).toBeNull();
    const parent = server.call(add, { departName: 'Spy', parentId: service.id }, stranger);
    await expect(parent).rejects.toEqual(refused('record.reference-unknown'));
  });

  test('a table of the older console names their places by their codes', async () => {
    await plant();
    const send = (lines: readonly string[]) => {
      const file = { name: 'a.csv', bytes: Buffer.from(['部门名称,机构编码', ...lines].join('\n')) };
      return server.call(departments.endpoints.importExcel, { file }, staff);
    };
    expect(await send(['Bakery,B07', 'Oven,B07A04', 'Workshop,B07A05', 'Roof,C01A01'])).toMatchObject({
      successCount: 3,
      errorCount: 1,
    });
    expect(await tree()).toEqual([
      ['A01', ['A01A02', ['A01A01', ['A01A01A01']]]],
      'A02',
      ['B07', ['B07A04', 'B07A05']],
    ]);
    // a code that was given before is given to nobody else
    const oven = await server.call(departmentEndpoints.byCode, { orgCode: 'B07A04' }, staff);
    await server.call(remove, { id: oven?.id ?? '' }, staff);
    expect(await send(['Stove,B07A04'])).toMatchObject({ successCount: 1 });
    expect(await tree()).toContainEqual(['B07', ['B07A05', 'B07A06']]);
  });
});

test('a node of the tree says what the record says, and is taken back by the edit', async () => {
  const server = await startTestServer();
  const staff = await (await server.newTenant()).staff();
  const facts = { mobile: '+4741000000', fax: '+4741000001', address: 'Kaia 1', memo: 'M', description: 'D' };
  const { id } = await server.call(departments.endpoints.add, { departName: 'Service', ...facts } as never, staff);
  for (const endpoint of [departmentEndpoints.tree, departmentEndpoints.level]) {
    const [node] = await server.call(endpoint, {}, staff);
    expect(node).toMatchObject({ id, ...facts, orgCategory: '2', orgType: '1', status: '1' });
    const saved = await server.call(departments.endpoints.edit, { ...node, memo: 'N' } as never, staff);
    expect(saved).toMatchObject({ id, ...facts, memo: 'N' });
    await server.call(departments.endpoints.edit, { id, memo: 'M' }, staff);
  }
  await server.stop();
});
