import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { xlsxBytes } from '#platform/exports/server/spreadsheet-bytes.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { IMPORT_TEMPLATE, importEndpoints } from '#platform/imports/contract/endpoints.ts';
import { resumeImports } from '#platform/imports/server/imports-slice.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { rightsChanged } from '#system/access/server/index.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller & { userId: string };
let spotId: string;
beforeAll(async () => {
  server = await startTestServer({ planDue: async () => 0 });
});
beforeEach(async () => {
  tenant = await server.newTenant();
  staff = await tenant.staff(['robot:add', 'robot:view']);
  spotId = crypto.randomUUID();
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('spot')
      .values([
        { id: spotId, name: 'Central Station' },
        { id: crypto.randomUUID(), name: 'Twin' },
      ])
      .execute(),
  );
});
afterAll(() => server.stop());

const check = (content: string | Buffer, caller: Caller = staff) =>
  server.call(robotEndpoints.importCheck, { file: { name: 'robots.csv', bytes: Buffer.from(content) } }, caller);
const imei = (no: number): string => `9${tenant.id}${String(no).padStart(8, '0')}`;
const robots = async () =>
  (await server.call(robotEndpoints.page, { column: 'imei', pageSize: 200 }, staff)).records.map((robot) => [
    robot.imei,
    robot.name,
    robot.spotName,
  ]);
const rowsOf = async (id: string) => (await server.call(importEndpoints.rows, { id, pageSize: 200 }, staff)).records;
const start = async (id: string, mode: 'all' | 'good', caller: Caller = staff) => {
  const job = await server.call(importEndpoints.start, { id, mode }, caller);
  await server.runDue();
  return job;
};

test('a table without faults is taken over whole, once, however often it is asked for', async () => {
  const csv = `\uFEFFIMEI,Name,Service spot\r\n${imei(1)},"Robot, one",central station\r\n${imei(2)},Robot 2,\r\n`;
  const job = await check(csv);
  expect(job).toMatchObject({ kind: 'robots', state: 'checked', rows: 2, bad: 0, ignored: [] });
  expect(await robots()).toEqual([]);
  expect((await start(job.id, 'all')).state).toBe('running');
  expect((await start(job.id, 'all')).state).toBe('done');
  expect(await robots()).toEqual([
    [imei(1), 'Robot, one', 'Central Station'],
    [imei(2), 'Robot 2', null],
  ]);
  expect(await server.call(importEndpoints.one, { id: job.id }, staff)).toMatchObject({
    state: 'done',
    done: 2,
    failed: 0,
  });
  const notices = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('notice').select(['kind', 'params']).where('user_id', '=', staff.userId).execute(),
  );
  expect(notices).toEqual([
    { kind: 'transfers.import-done', params: { file: 'robots.csv', done: 2, failed: 0, left: 0 } },
  ]);
});

test('a spot is known by its name in either language, and by none that two have', async () => {
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('spot')
      .values([
        { id: crypto.randomUUID(), name: 'Harbour', name_zh: '港口' },
        { id: crypto.randomUUID(), name: 'North', name_zh: '双子' },
        { id: crypto.randomUUID(), name: '双子' },
      ])
      .execute(),
  );
  const job = await check(`imei,name,spotName\n${imei(1)},One,港口\n${imei(2)},Two,双子\n`);
  const [known, twice] = await rowsOf(job.id);
  expect(known?.faults).toEqual([]);
  expect(twice?.faults).toEqual([{ column: 'spotName', message: 'More than one record has this name' }]);
  await start(job.id, 'good');
  expect(await robots()).toEqual([[imei(1), 'One', 'Harbour']]);
});

test('an apostrophe before a sign of a formula is a guard in CSV alone: a workbook is written without one', async () => {
  const batches = (async function* () {
    yield [[imei(2), "'=2+2"]];
  })();
  const workbook = await buffer(xlsxBytes({ columns: ['imei', 'name'], batches }, { name: 'robots' }));
  for (const file of [`imei,name\n${imei(1)},'=1+1\n`, workbook]) await start((await check(file)).id, 'all');
  expect((await robots()).map(([, name]) => name)).toEqual(['=1+1', "'=2+2"]);
});

const FAULTY = () =>
  [
    '名称;imei;网点;Colour',
    `One;${imei(1)};Central Station;red`,
    `;${imei(2)};;`,
    'Short;12;;',
    `Again;${imei(1)};;`,
    `Lost;${imei(3)};Nowhere;`,
    `Which;${imei(4)};twin;`,
    ';;;',
    `Good;${imei(5)};;`,
  ].join('\n');

test('each fault says row, column and why, in the words of the caller', async () => {
  const head = FAULTY().replace('网点', 'spotName').replace('名称', 'name');
  const job = await check(head);
  expect(job).toMatchObject({ rows: 7, bad: 4, ignored: ['Colour'] });
  expect((await rowsOf(job.id)).map(({ rowNo, faults }) => [rowNo, faults])).toEqual([
    [2, []],
    [3, [{ column: 'name', message: 'This field is required' }]],
    [4, [{ column: 'imei', message: 'Enter 8 to 40 letters, digits, - or _; an IMEI has 15 digits' }]],
    [5, [{ column: 'imei', message: 'The same as in row 2' }]],
    [6, [{ column: 'spotName', message: expect.stringMatching(/spot/) }]],
    [7, []],
    [9, []],
  ]);
  const chinese = await check(head, { ...staff, language: 'zh-CN' });
  const bad = await server.call(importEndpoints.rows, { id: chinese.id, only: 'bad' }, staff);
  expect(bad.total).toBe(4);
  expect(bad.records[2]?.faults).toEqual([{ column: 'imei', message: '与第 2 行相同' }]);
});

test.each([
  [
    'CSV',
    async (name: string) => Buffer.from(`imei,name,note\n${imei(1)},${name},\n${imei(2)},good,${'n'.repeat(20_000)}\n`),
  ],
  [
    'XLSX',
    async (name: string) => {
      const batches = (async function* () {
        yield [[imei(1), name, '']];
        yield [[imei(2), 'good', 'n'.repeat(20_000)]];
      })();
      return buffer(xlsxBytes({ columns: ['imei', 'name', 'note'], batches }, { name: 'robots' }));
    },
  ],
])('a cell of %s that is longer than 10,000 characters is refused at its row and not kept', async (format, tableOf) => {
  // a workbook of ours holds no longer cell, one of others does
  const name = 'x'.repeat(format === 'CSV' ? 9_000_000 : 30_000);
  const job = await check(await tableOf(name), { ...staff, language: 'en-US' });
  expect(job).toMatchObject({ rows: 2, bad: 1, ignored: ['note'] });
  const [long, good] = await rowsOf(job.id);
  expect(long).toMatchObject({
    rowNo: 2,
    cells: { imei: imei(1), name: `${'x'.repeat(100)}…` },
    faults: [{ column: 'name', message: 'A cell may have at most 10,000 characters' }],
  });
  expect(good).toMatchObject({ rowNo: 3, faults: [] });
  const kept = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('import_row').select('cells').where('import_id', '=', job.id).execute(),
  );
  expect(JSON.stringify(kept).length).toBeLessThan(1_000);
  await start(job.id, 'good');
  expect(await robots()).toEqual([[imei(2), 'good', null]]);
});

test('with faults either nothing or the good rows are taken over, and the result is a file', async () => {
  const job = await check(FAULTY().replace('网点', 'Service spot').replace('名称', 'Name'));
  await expect(start(job.id, 'all')).rejects.toMatchObject({ problem: 'import.has-faults' });
  expect(await robots()).toEqual([]);
  // somebody else was quicker with one of them
  await server.call(robotEndpoints.add, { imei: imei(5), name: 'Quicker' }, staff);
  await start(job.id, 'good');
  expect(await robots()).toEqual([
    [imei(1), 'One', 'Central Station'],
    [imei(4), 'Which', 'Twin'],
    [imei(5), 'Quicker', null],
  ]);
  expect(await server.call(importEndpoints.one, { id: job.id }, staff)).toMatchObject({ done: 2, failed: 1 });
  const { id } = await server.call(importEndpoints.result, { id: job.id, format: 'csv' }, staff);
  await server.runDue();
  const { path } = await server.call(exportEndpoints.link, { id }, staff);
  const rows = parse((await server.send('GET', `/api${path}`)).text, { bom: true }) as string[][];
  expect(rows[0]).toEqual(['Row', 'IMEI', 'Name', 'Service spot', 'Result', 'Reason']);
  expect(rows.map((row) => row[4])).toEqual([
    'Result',
    'Imported',
    'Left out',
    'Left out',
    'Left out',
    'Left out',
    'Imported',
    'Failed',
  ]);
  expect(rows.at(-1)?.[5]).not.toBe('');
  expect(rows[4]?.[5]).toBe('IMEI: The same as in row 2');

  const chinese = { ...staff, language: 'zh-CN' };
  const again = await server.call(importEndpoints.result, { id: job.id, format: 'csv' }, chinese);
  await server.runDue();
  const link = await server.call(exportEndpoints.link, { id: again.id }, chinese);
  expect((await server.send('GET', `/api${link.path}`)).text).toContain('网点: ');
});

test('a workbook is read as well, with an IMEI that is a number, and so is its own template', async () => {
  const batches = (async function* () {
    yield [[{ decimal: '860000000000077' }, `'=Robot`, null]];
  })();
  const job = await check(
    await buffer(xlsxBytes({ columns: ['imei', 'name', 'spotName'], batches }, { name: 'Robots' })),
  );
  await start(job.id, 'all');
  expect(await robots()).toEqual([['860000000000077', `'=Robot`, null]]);
  for (const format of ['csv', 'xlsx']) {
    const template = await server.server.app.inject({
      method: 'GET',
      url: `${fullPath(IMPORT_TEMPLATE)}?kind=robots&format=${format}&language=zh-CN`,
    });
    expect(template.statusCode).toBe(200);
    expect(await check(template.rawPayload)).toMatchObject({ rows: 1, columns: ['imei', 'name', 'spotName'] });
  }
});

test.each([
  [
    'en-US',
    'Fields',
    ['Name', 'Required', 'What is allowed', 'Example'],
    ['yes', 'Text of at most 100 characters', 'Robot 1'],
    ['no', 'The name or code of a record that exists', 'Central Station'],
  ],
  [
    'zh-CN',
    '字段说明',
    ['名称', '必填', '允许的内容', '示例'],
    ['是', '文本，最多 100 个字符', 'Robot 1'],
    ['否', '已有记录的名称或编码', 'Central Station'],
  ],
])('the template of %s says on its second sheet what each column takes', async (language, name, head, plain, spot) => {
  const { rawPayload } = await server.server.app.inject({
    method: 'GET',
    url: `${fullPath(IMPORT_TEMPLATE)}?kind=robots&format=xlsx&language=${language}`,
  });
  const [table, fields] = (await readXlsx(rawPayload)).sheets;
  expect([table?.rows.length, fields?.name]).toEqual([2, name]);
  expect(fields?.rows[0]).toEqual(head);
  expect(fields?.rows.map(([title]) => title).slice(1)).toEqual(table?.rows[0]);
  expect(fields?.rows.slice(2).map((cells) => cells.slice(1))).toEqual([plain, spot]);
});

test('an import that is stopped finishes the row under way, keeps what was done, and says what was not', async () => {
  const job = await check(`imei,name\n${imei(1)},One\n${imei(2)},Two\n,Bad\n${imei(3)},Three\n${imei(4)},Four`);
  const stop = (who = staff) => server.call(importEndpoints.stop, { id: job.id }, who);
  expect(await stop()).toMatchObject({ state: 'checked', isStopping: false });
  await expect(stop(await tenant.staff(['robot:add']))).rejects.toMatchObject({ problem: 'import.not-found' });
  // a run that was cut off while the second row was under way
  await server.call(robotEndpoints.add, { imei: imei(1), name: 'One' }, staff);
  await server.services.database.write(tenant.id, async (db) => {
    await db.updateTable('import_row').set({ result: 'done' }).where('row_no', '=', 2).execute();
    await db.updateTable('import_row').set({ result: 'running' }).where('row_no', '=', 3).execute();
    await db.updateTable('import_job').set({ state: 'running' }).where('id', '=', job.id).execute();
  });
  expect(await stop()).toMatchObject({ state: 'running', isStopping: true });
  expect(await stop()).toMatchObject({ state: 'running', isStopping: true });
  await resumeImports.run(server.services, new Date());
  await server.runDue();
  expect(await server.call(importEndpoints.one, { id: job.id }, staff)).toMatchObject({
    state: 'done',
    isStopping: false,
    done: 2,
    failed: 0,
    bad: 1,
    rows: 5,
  });
  expect((await rowsOf(job.id)).map((row) => row.result)).toEqual(['done', 'done', null, null, null]);
  expect(await robots()).toHaveLength(2);
  const audit = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('audit_row').select('object_id').where('action', '=', 'import:stop').execute(),
  );
  expect(audit).toEqual([{ object_id: job.id }]);
});

test('an import that was cut off goes on where it stopped', async () => {
  const job = await check(`imei,name\n${imei(1)},One\n${imei(2)},Two\n${imei(3)},Three`);
  // as a crash after the second robot, before it was noted, leaves it
  await server.call(robotEndpoints.add, { imei: imei(1), name: 'One' }, staff);
  await server.call(robotEndpoints.add, { imei: imei(2), name: 'Two' }, staff);
  await server.services.database.write(tenant.id, async (db) => {
    await db.updateTable('import_row').set({ result: 'done' }).where('row_no', '=', 2).execute();
    await db.updateTable('import_row').set({ result: 'running' }).where('row_no', '=', 3).execute();
  });
  await start(job.id, 'all');
  expect((await rowsOf(job.id)).map((row) => row.result)).toEqual(['done', 'done', 'done']);
  expect(await robots()).toHaveLength(3);
});

test('a robot that somebody adds at the same moment is there already, and keeps its login', async () => {
  const job = await check(`imei,name\n${imei(1)},One`);
  const other = new pg.Client({ connectionString: server.databaseUrl });
  await other.connect();
  await other.query('begin');
  const robot = [tenant.id, crypto.randomUUID(), imei(1), 'Twin'];
  await other.query('insert into robot (tenant_id, id, imei, name) values ($1, $2, $3, $4)', robot);
  // after the other one: a job that was asked for may begin by itself
  await server.call(importEndpoints.start, { id: job.id, mode: 'all' }, staff);
  const run = server.runDue();
  await until(async () => {
    const { rows } = await other.query('select from pg_locks where not granted and pid <> pg_backend_pid()');
    return rows.length > 0;
  });
  await other.query('commit');
  await run;
  expect((await rowsOf(job.id)).map(({ result, message }) => [result, message])).toEqual([
    ['failed', 'A device with this IMEI exists already'],
  ]);
  const { rows } = await other.query('select from device_credential where imei = $1', [imei(1)]);
  expect(rows).toHaveLength(1);
  await other.end();
});

test('rows that come while a table is held are no refusals: the import goes on when it is free', async () => {
  const job = await check(`imei,name\n${imei(1)},One\n${imei(2)},Two`);
  const holder = new pg.Client({ connectionString: server.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table robot in share mode');
  try {
    await start(job.id, 'all');
  } finally {
    await holder.end();
  }
  await until(async () => {
    await server.runDue();
    return (await server.call(importEndpoints.one, { id: job.id }, staff)).state === 'done';
  });
  expect((await rowsOf(job.id)).map((row) => row.result)).toEqual(['done', 'done']);
  expect(await robots()).toHaveLength(2);
});

test('an import whose job was lost goes on', async () => {
  const job = await check(`imei,name\n${imei(1)},One`);
  // as when its job was given up after the last try
  await server.services.database.write(tenant.id, (db) =>
    db.updateTable('import_job').set({ state: 'running' }).where('id', '=', job.id).execute(),
  );
  await resumeImports.run(server.services, new Date());
  await server.runDue();
  expect((await rowsOf(job.id)).map((row) => row.result)).toEqual(['done']);
});

test.each([
  ['bytes that are no text', Buffer.from([0xff, 0xff, 0x41, 0x00]), 'import.not-a-table'],
  ['text with NUL', 'imei,name\n1\0,2', 'import.not-a-table'],
  ['an open quote', 'imei,name\n"1,2', 'import.not-a-table'],
  ['something packed that is no workbook', Buffer.from('PK\x03\x04rest'), 'import.not-a-table'],
  ['a head alone', 'imei,name\n', 'import.empty'],
  ['no head', '', 'request.malformed'],
  ['no IMEI column', 'name\nRobot', 'import.column-missing'],
  ['a column twice', 'imei,IMEI,name\n1,2,3', 'import.column-twice'],
  ['too many rows', `imei,name\n${'1,2\n'.repeat(5_001)}`, 'import.too-many-rows'],
  ['too many bytes', `imei,name\n${'x'.repeat(10_485_761)}`, 'request.file-too-large'],
])('%s is refused', async (_, content, problem) => {
  await expect(check(content)).rejects.toMatchObject({ problem });
});

test('a person of chosen spots adds robots to them only', async () => {
  const restricted = await tenant.staff(['robot:add'], { spotIds: [spotId] });
  const job = await check(
    `imei,name,spotName\n${imei(1)},A,Central Station\n${imei(2)},B,Twin\n${imei(3)},C,`,
    restricted,
  );
  expect(job).toMatchObject({ rows: 3, bad: 2 });
});

test("others neither see nor start a person's import; who lost the permission starts none", async () => {
  const job = await check(`imei,name\n${imei(1)},One`);
  const stranger = await (await server.newTenant()).staff('all');
  for (const other of [await tenant.staff('all'), stranger]) {
    for (const call of [importEndpoints.one, importEndpoints.rows] as const)
      await expect(server.call(call, { id: job.id }, other)).rejects.toMatchObject({ problem: 'import.not-found' });
    await expect(start(job.id, 'all', other)).rejects.toMatchObject({ problem: 'import.not-found' });
  }
  await server.services.database.acrossTenants('roles of a test', async (db) => {
    await db.deleteFrom('user_role').where('user_id', '=', staff.userId).execute();
    await rightsChanged(db, [staff.userId]);
  });
  await expect(start(job.id, 'all')).rejects.toMatchObject({ problem: 'request.forbidden' });
});
