import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { flushOperations } from '#platform/operations/server/operation-log.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { positions } from '#system/positions/contract/positions.ts';
import { dataLog } from '../contract/data-log.ts';
import { logEndpoints } from '../contract/endpoints.ts';
import { operationLog } from '../contract/operation-log.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller & { userId: string };
beforeAll(async () => {
  server = await startTestServer();
  tenant = await server.newTenant();
  staff = await tenant.staff();
});
afterAll(() => server?.stop());

const flush = () => flushOperations(server.services);
const page = async (filters: object = {}, who: Caller = staff) => {
  await flush();
  return server.call(operationLog.endpoints.page, { pageSize: 100, ...filters } as never, who);
};
const add = (code: string, who: Caller = staff) =>
  server.call(positions.endpoints.add, { code, name: `Name of ${code}`, postRank: 2 }, who);

describe('the operation log', () => {
  test('has a line per changing call: who, what, how long, without secrets; reads leave none', async () => {
    const { id } = await add('A1');
    await server.call(positions.endpoints.page, {}, staff);
    const [line, ...others] = (await page({ objectKind: 'position' })).records;
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      ...{ userId: staff.userId, operateType: 2, action: 'position:add', objectKind: 'position', objectId: id },
      ...{ status: 200, method: 'POST', route: '/sys/position/add', problem: '' },
    });
    expect(JSON.parse(line!.params)).toMatchObject({ code: 'A1' });
    expect(line!.durationMs).toBeLessThan(60_000);
    expect(line!.requestId).not.toBe('');
  });

  test('a refused call leaves its line with the reason', async () => {
    await expect(server.call(positions.endpoints.add, { code: '' } as never, staff)).rejects.toThrow();
    const powerless = await tenant.staff([]);
    await expect(add('A2', powerless)).rejects.toThrow();
    const { records } = await page();
    expect(records.map(({ status, problem }) => [status, problem])).toEqual(
      expect.arrayContaining([
        [400, 'request.malformed'],
        [403, 'request.forbidden'],
      ]),
    );
  });

  test('is narrowed by person, object, type, period and words', async () => {
    const other = await tenant.staff();
    const { id } = await add('B1', other);
    await server.call(positions.endpoints.remove, { id }, other);
    const deleted = await page({ operateType: '4' });
    expect(deleted.records.map(({ objectId }) => objectId)).toEqual([id]);
    expect((await page({ keyword: id })).total).toBe(2);
    expect((await page({ createdFrom: '2999-01-01T00:00:00Z' })).total).toBe(0);
    expect(
      (await page({ userName: deleted.records[0]!.userName })).records.every((row) => row.userId === other.userId),
    ).toBe(true);
  });

  test('another tenant sees nothing of it, and who is restricted to spots sees his own acts only', async () => {
    const others = await server.newTenant();
    expect((await page({ objectKind: 'position' }, await others.staff())).total).toBe(0);
    const restricted = await tenant.staff('all', { spotIds: [] });
    expect((await page({ objectKind: 'position' }, restricted)).total).toBe(0);
    await add('C1', restricted);
    expect((await page({ objectKind: 'position' }, restricted)).total).toBe(1);
  });

  test('its changes are those of the same request, in words, with the address of the record', async () => {
    const row = await add('D1');
    await server.call(positions.endpoints.edit, { id: row.id, version: row.version, name: 'Another name' }, staff);
    const [line] = (await page({ keyword: row.id, operateType: '3' })).records;
    const [change, ...more] = await server.call(logEndpoints.changes, { id: line!.id }, staff);
    expect(more).toEqual([]);
    expect(change).toMatchObject({
      ...{ kind: 'position', objectId: row.id, address: `/isystem/position?panel=${row.id}`, result: 'done' },
      changes: [{ field: 'name', label: 'Name', before: 'Name of D1', after: 'Another name' }],
    });
    const others = await (await server.newTenant()).staff();
    await expect(server.call(logEndpoints.changes, { id: line!.id }, others)).rejects.toThrow();
  });

  test('a change of a code says of which dictionary it is', async () => {
    const row = await add('D2');
    await server.call(positions.endpoints.edit, { id: row.id, postRank: 3 }, staff);
    const [line] = (await page({ keyword: row.id, operateType: '3' })).records;
    const [change] = await server.call(logEndpoints.changes, { id: line!.id }, staff);
    expect(change?.changes).toMatchObject([
      { field: 'postRank', after: 3, declared: { kind: 'choice', dictionary: 'position_rank' } },
    ]);
  });

  test('a file of it needs a right of its own', async () => {
    const viewer = await tenant.staff(['log:view']);
    await expect(server.call(operationLog.endpoints.export, { format: 'csv' } as never, viewer)).rejects.toMatchObject({
      problem: 'request.forbidden',
    });
    const exporter = await tenant.staff(['log:view', 'log:export']);
    const { id } = await server.call(operationLog.endpoints.export, { format: 'csv' } as never, exporter);
    await server.runDue();
    const { path } = await server.call(exportEndpoints.link, { id }, exporter);
    expect((await server.send('GET', `/api${path}`)).text).toContain('position:add');
  });

  test('a log that cannot be written fails no call, and is counted', async () => {
    const owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
    await flush();
    await owner.query('alter table operation_log rename to operation_log_away');
    await add('E1');
    await flush();
    await owner.query('alter table operation_log_away rename to operation_log');
    await owner.end();
    expect(await server.services.metrics.metrics()).toMatch(/operation_log_lost_total [1-9]/);
    await add('E2');
    expect((await page({ objectKind: 'position' })).records[0]!.params).toContain('E2');
  });
});

describe('the data log', () => {
  const versionsOf = async (id: string) =>
    (await server.call(dataLog.endpoints.page, { keyword: id, pageSize: 10 } as never, staff)).records;

  test('names the record as it was called then', async () => {
    const row = await add('N1');
    await server.call(positions.endpoints.edit, { id: row.id, version: row.version, name: 'Shift lead' }, staff);
    await server.call(positions.endpoints.remove, { id: row.id }, staff);
    expect((await versionsOf(row.id)).map(({ action, objectName }) => [action, objectName])).toEqual([
      ['position:delete', 'Shift lead'],
      ['position:edit', 'Shift lead'],
      ['position:add', 'Name of N1'],
    ]);
  });

  test('is searched by the name that it shows, of any version of the record', async () => {
    const row = await add('N3');
    await server.call(positions.endpoints.edit, { id: row.id, version: row.version, name: 'Night 100% guard' }, staff);
    await add('N4');
    for (const words of ['night 100%', 'name of n3'])
      expect((await versionsOf(words)).map(({ objectId }) => objectId)).toEqual([row.id, row.id]);
    expect(await versionsOf('night 1000')).toEqual([]);
  });

  test('of an act without a name it says the one before, and of none a number or nothing', async () => {
    const { id } = await add('N2');
    const act = (objectId: string, after: object) =>
      runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR, address: '' }, (tx) =>
        tx.audit({ action: 'position:edit', objectKind: 'position', objectId, after }),
      );
    await act(id, { postRank: 3 });
    await act('20270301100000000007', { step: 3 });
    const nobody = '019400aa-0000-7000-8000-000000000001';
    await act(nobody, { cmd: 'restart' });
    expect((await versionsOf(id))[0]).toMatchObject({ objectName: 'Name of N2' });
    expect((await versionsOf('20270301100000000007'))[0]).toMatchObject({ objectName: '20270301100000000007' });
    expect((await versionsOf(nobody))[0]).toMatchObject({ objectName: '' });
  });
});

describe('as older clients ask', () => {
  test('a page of operations with words and times on the tenant clock', async () => {
    await add('F1');
    await flush();
    const { records } = await server.call(logEndpoints.list, { logType: '2', operateType: '2' }, staff);
    expect(records[0]).toMatchObject({ logType: 2, operateType: 2, operateType_dictText: 'Add', requestType: 'POST' });
    expect(records[0]!.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const none = await server.call(logEndpoints.list, { logType: '2', createTime_end: '2001-01-01' }, staff);
    expect(none.total).toBe(0);
    const by = await server.call(logEndpoints.list, { logType: '2', keyWord: '/sys/position' }, staff);
    expect(by.total).toBeGreaterThan(0);
    await expect(server.call(logEndpoints.list, { createTime_begin: '2026-02-31' }, staff)).rejects.toMatchObject({
      problem: 'request.malformed',
    });
  });

  test.each([
    ['one', logEndpoints.delete, { id: 'x' }],
    ['several', logEndpoints.deleteBatch, { ids: 'x,y' }],
    ['all', logEndpoints.deleteBatch, { ids: 'allclear' }],
  ] as const)('deleting %s is refused with the reason', async (_name, endpoint, request) => {
    await expect(server.call(endpoint, request, staff)).rejects.toMatchObject({
      problem: 'log.kept',
      message: expect.stringContaining('90 days'),
    });
  });

  test('versions of a record are numbered, and two are compared', async () => {
    const row = await add('G1');
    await server.call(positions.endpoints.edit, { id: row.id, version: row.version, name: 'Second' }, staff);
    const asked = { dataTable: 'position', dataId: row.id };
    const versions = await server.call(logEndpoints.dataVersions, asked, staff);
    expect(versions.map(({ dataVersion }) => dataVersion)).toEqual(['2', '1']);
    const [second, first] = versions;
    const both = await server.call(logEndpoints.dataCompare, { dataId1: first!.id, dataId2: second!.id }, staff);
    expect(both.map(({ dataContent }) => JSON.parse(dataContent).name)).toEqual(['Name of G1', 'Second']);
    expect((await server.call(logEndpoints.dataList, asked, staff)).total).toBe(2);
    const others = await (await server.newTenant()).staff();
    expect((await server.call(logEndpoints.dataList, asked, others)).total).toBe(0);
    await expect(
      server.call(logEndpoints.dataCompare, { dataId1: first!.id, dataId2: second!.id }, others),
    ).rejects.toMatchObject({ problem: 'log.unknown' });
  });
});
