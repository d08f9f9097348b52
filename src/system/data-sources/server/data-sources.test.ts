import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { importEndpoints } from '#platform/imports/contract/endpoints.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { dictionaryEndpoints } from '#system/dictionaries/contract/endpoints.ts';
import { dataQueries, dataSources, PASSWORD_MASK } from '../contract/data-sources.ts';
import { dataSourceEndpoints } from '../contract/endpoints.ts';
import { sourcesOf } from './sources.ts';
import { type PretendedMysql, startPretendedMysql } from './test-databases.ts';

const PASSWORD = 'planted-Word-7431!';
let postgres: { url: URL; admin: pg.Client };
let mysql: PretendedMysql;
let server: TestServer;
let root: Caller & { userId: string };
let staff: Caller;
let reader: string;

beforeAll(async () => {
  const url = new URL(await cloneDatabase());
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  reader = `reader_${url.pathname.replace(/\W/g, '')}`.slice(0, 60);
  await admin.query(`create schema shop; create table shop.country (code text, name text, people bigint, since timestamptz);
    insert into shop.country values ('NO', 'Norway', 5500000, '1905-06-07 12:00+00'), ('SE', 'Sweden', 10500000, null);
    create role ${reader} login password '${PASSWORD}'; grant usage on schema shop to ${reader};
    grant select on shop.country to ${reader}`);
  postgres = { url, admin };
  mysql = await startPretendedMysql({
    ...{ user: 'reader', database: 'shop' },
    rows: Array.from({ length: 1_200 }, (_, at) => ({ code: `C${at}`, name: `Country ${at}` })),
  });
  const hosts = [Number(url.port || 5432), mysql.port, 1].map((port) => `127.0.0.1:${port}`);
  server = await startTestServer({ env: { OUTBOUND_ALLOW: hosts.join(',') } });
  const tenant = await server.newTenant();
  root = await tenant.staff('all', { steppedUp: true });
  await server.services.database.identity(async (db, client) => {
    await client.query("select set_config('role', 'none', true)");
    await db.updateTable('staff_user').set({ is_root: true }).where('id', '=', root.userId).execute();
  });
  staff = await tenant.staff('all', { steppedUp: true });
});
afterAll(async () => {
  await server?.stop();
  await postgres?.admin.query(
    `revoke all on shop.country from ${reader}; revoke all on schema shop from ${reader}; drop role ${reader}`,
  );
  await postgres?.admin.end();
  await mysql?.stop();
});

const refused = (problem: string) => expect.objectContaining({ problem });
const pgUrl = (database = postgres.url.pathname.slice(1)) =>
  `jdbc:postgresql://${postgres.url.hostname}:${postgres.url.port || 5432}/${database}`;
let count = 0;
const sample = (more: object = {}) => {
  count += 1;
  return {
    ...{ code: `source_${count}`, name: `Source ${count}`, dbType: '6', dbUrl: pgUrl() },
    ...{ dbUsername: reader, dbPassword: PASSWORD },
    ...more,
  } as never;
};
const mysqlSample = (more: object = {}) =>
  sample({ dbType: '4', dbUrl: `jdbc:mysql://127.0.0.1:${mysql.port}/shop`, dbUsername: 'reader', ...more });
const addSource = (values: never = sample()) => server.call(dataSources.endpoints.add, values, root);
const addQuery = async (sourceId: string, more: object = {}) => {
  count += 1;
  const values = { code: `query_${count}`, name: `Query ${count}`, sourceId, sqlText: COUNTRIES, ...more };
  return server.call(dataQueries.endpoints.add, values as never, root);
};
const COUNTRIES = 'select code, name from shop.country order by code';
const givePassword = (at: Date | null) =>
  server.services.database.identity((db) =>
    db.updateTable('staff_session').set({ stepped_up_at: at }).where('user_id', '=', root.userId).execute(),
  );

describe('a data source', () => {
  const { add, edit, one, page, remove, history } = dataSources.endpoints;
  const calls = dataSourceEndpoints;

  test('keeps its password where nobody reads it; the mask or nothing leaves it as it is', async () => {
    const made = await addSource();
    expect(made).toMatchObject({ dbPassword: PASSWORD_MASK, dbName: postgres.url.pathname.slice(1), version: 1 });
    const same = await server.call(edit, { id: made.id, name: 'Renamed', dbPassword: PASSWORD_MASK } as never, root);
    const empty = await server.call(edit, { id: made.id, remark: 'Of sales', dbPassword: '' } as never, root);
    expect([same.dbPassword, empty.dbPassword]).toEqual([PASSWORD_MASK, PASSWORD_MASK]);
    const answers = [
      await server.call(page, { keyword: made.code }, root),
      await server.call(one, { id: made.id }, root),
      await server.call(history, { id: made.id }, root),
    ];
    expect(JSON.stringify(answers)).not.toContain('planted');
    const rows = await server.services.database.identity((db) =>
      db
        .selectFrom('data_source')
        .innerJoin('data_source_secret', 'source_id', 'id')
        .selectAll()
        .where('id', '=', made.id)
        .execute(),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('planted');
    const { id, dbType, dbUrl, dbUsername } = made;
    const answer = await server.call(calls.test, { id, dbType, dbUrl, dbUsername } as never, root);
    expect(answer).toMatchObject({ mayWrite: false, isEncrypted: false });
    expect(answer.serverVersion).toMatch(/^PostgreSQL \d+/);
  });

  test('its kept password goes to no other server and no other user', async () => {
    const made = await addSource();
    for (const other of [{ dbUrl: `postgresql://127.0.0.1:1/x` }, { dbUsername: 'somebody' }]) {
      const fault = { problem: 'data-source.password-again', answer: { body: { faults: [{ path: 'dbPassword' }] } } };
      await expect(server.call(edit, { id: made.id, ...other } as never, root)).rejects.toMatchObject(fault);
      const { id, dbType, dbUrl, dbUsername } = made;
      const form = { id, dbType, dbUrl, dbUsername, ...other };
      await expect(server.call(calls.test, form as never, root)).rejects.toMatchObject(fault);
    }
  });

  test('comes out of a table for which the password was given, however late its rows are taken over', async () => {
    await givePassword(server.services.clock.now());
    const [code, second] = [`table_${Date.now()}`, `second_${Date.now()}`];
    const row = (name: string) => `${name},From a table,6,${pgUrl()},${reader}`;
    const bytes = Buffer.from(['code,name,dbType,dbUrl,dbUsername', row(code), row(second)].join('\n'));
    const check = () => server.call(dataSources.endpoints.importCheck, { file: { name: 'a.csv', bytes } }, root);
    const start = (id: string) => server.call(importEndpoints.start, { id, mode: 'all' }, root);
    await givePassword(null);
    await expect(check()).rejects.toEqual(refused('session.step-up-required'));
    await givePassword(server.services.clock.now());
    const { id } = await check();
    await givePassword(null);
    await expect(start(id)).rejects.toEqual(refused('session.step-up-required'));
    await givePassword(server.services.clock.now());
    await start(id);
    await givePassword(null);
    await server.runDue();
    const { records } = await server.call(importEndpoints.rows, { id }, root);
    expect(records.map(({ result, message }) => [result, message])).toEqual([
      ['done', null],
      ['done', null],
    ]);
    expect(await server.call(page, { code }, root)).toMatchObject({ total: 1, records: [{ code, dbPassword: '' }] });
    await givePassword(server.services.clock.now());
  });

  test('a table that names an engine without a driver is told those that have one', async () => {
    const items = [['2', 'Oracle'] as const, ['6', 'PostgreSQL'] as const];
    await server.services.database.acrossTenants('words of a test', async (db) => {
      const code = 'database_type';
      const names = { code, name_en: code, name_zh: code };
      await db
        .insertInto('dictionary')
        .values(names)
        .onConflict((same) => same.doNothing())
        .execute();
      const rows = items.map(([value, text]) => ({ code, value, text_en: text, text_zh: text }));
      await db.insertInto('dictionary_item').values(rows).execute();
    });
    const bytes = Buffer.from(`code,name,dbType,dbUrl,dbUsername\nother,Other,Oracle,${pgUrl()},${reader}`);
    const { id } = await server.call(dataSources.endpoints.importCheck, { file: { name: 'a.csv', bytes } }, root);
    const { records } = await server.call(importEndpoints.rows, { id }, root);
    expect(records[0]?.faults).toEqual([{ column: 'dbType', message: 'Must be one of: PostgreSQL, 4, 5, 1' }]);
  });

  test('is the administrator’s, and each change wants the password again', async () => {
    const made = await addSource();
    for (const work of [
      () => server.call(page, {}, staff),
      () => server.call(add, sample(), staff),
      () => server.call(edit, { id: made.id, name: 'Mine' } as never, staff),
      () => server.call(calls.test, { dbType: '6', dbUrl: pgUrl(), dbUsername: reader } as never, staff),
      () => server.call(calls.preview, { sourceId: made.id, sqlText: 'select 1' }, staff),
    ])
      await expect(work()).rejects.toEqual(refused('request.root-only'));
    await givePassword(null);
    for (const work of [
      () => server.call(add, sample(), root),
      () => server.call(edit, { id: made.id, name: 'Late' } as never, root),
      () => server.call(remove, { id: made.id }, root),
      () => server.call(calls.test, { dbType: '6', dbUrl: pgUrl(), dbUsername: reader } as never, root),
    ])
      await expect(work()).rejects.toEqual(refused('session.step-up-required'));
    expect((await server.call(page, { keyword: made.code }, root)).total).toBe(1);
    await givePassword(server.services.clock.now());
  });

  test.each<[string, object, string, string | undefined]>([
    [
      'a private address that is not listed',
      { dbUrl: 'postgresql://127.0.0.1:9/x?ssl=true' },
      'data-source.not-public',
      'dbUrl',
    ],
    ['one in other words', { dbUrl: 'postgresql://127.1:9/x?ssl=true' }, 'data-source.not-public', 'dbUrl'],
    [
      'the address of a cloud’s secrets',
      { dbUrl: 'mysql://169.254.169.254/x', dbType: '4' },
      'data-source.not-public',
      'dbUrl',
    ],
    [
      'no encryption to a host that is not listed',
      { dbUrl: 'postgresql://1.1.1.1/x?sslmode=disable' },
      'data-source.tls-needed',
      'dbUrl',
    ],
    [
      'an option that loads code',
      { dbUrl: `${'postgresql://127.0.0.1:1/x'}?socketFactory=a.B` },
      'data-source.option',
      'dbUrl',
    ],
    ['another driver', { dbDriver: 'evil.Driver' }, 'data-source.driver', 'dbDriver'],
    ['a type without a driver here', { dbType: '2' }, 'request.malformed', 'dbType'],
    ['a mask in place of a password', { dbPassword: PASSWORD_MASK }, 'data-source.password-again', 'dbPassword'],
  ])('refuses %s', async (_what, more, problem, path) => {
    await expect(addSource(sample(more))).rejects.toMatchObject({ problem, answer: { body: { faults: [{ path }] } } });
  });

  test('comes back with its password when its removal is taken back, and stays while a query reads from it', async () => {
    const made = await addSource();
    const query = await addQuery(made.id);
    await expect(server.call(remove, { id: made.id }, root)).rejects.toEqual(refused('record.in-use'));
    await server.call(dataQueries.endpoints.remove, { id: query.id }, root);
    const { changeId } = await server.call(remove, { id: made.id }, root);
    await server.call(undoEndpoints.undo, { changeId }, root);
    const { id, dbType, dbUrl, dbUsername } = made;
    expect(await server.call(calls.test, { id, dbType, dbUrl, dbUsername } as never, root)).toMatchObject({
      mayWrite: false,
    });
  });

  test('a file of the list has no password, and an older client reads it', async () => {
    await addSource();
    const answer = await server.send('GET', '/api/sys/dataSource/exportXls', undefined, root);
    expect(answer.status).toBe(200);
    expect(answer.bytes.toString('latin1')).not.toContain('planted');
  });
});

describe('the test of a connection says what the other side answered', () => {
  const form = (more: object) => ({ dbType: '6', dbUrl: pgUrl(), dbUsername: reader, dbPassword: PASSWORD, ...more });
  test('it works, and the user may write', async () => {
    const { username, password } = postgres.url;
    const own = form({ dbUsername: decodeURIComponent(username), dbPassword: decodeURIComponent(password) });
    expect(await server.call(dataSourceEndpoints.test, own as never, root)).toMatchObject({ mayWrite: true });
  });
  test('of MySQL too', async () => {
    const { body } = await server.send('POST', '/api/online/cgreport/api/testConnection', mysqlSample(), root);
    expect(body).toMatchObject({ success: true, result: { serverVersion: 'MySQL 8.0.40', mayWrite: false } });
    expect(mysql.asked).toContain('START TRANSACTION READ ONLY');
  });
  const WITHOUT_ENCRYPTION: [string, () => object, string] = [
    'a server without encryption',
    () => ({ dbUrl: `${pgUrl()}?sslmode=require` }),
    'data-source.tls-failed',
  ];
  test.each<[string, () => object, string]>([
    ['an unknown database', () => ({ dbUrl: pgUrl('nowhere') }), 'data-source.no-database'],
    ['an unknown user', () => ({ dbUsername: 'nobody_at_all' }), 'data-source.wrong-password'],
    ['a port that nobody listens at', () => ({ dbUrl: 'postgresql://127.0.0.1:1/x' }), 'data-source.refused'],
    ['a host that does not exist', () => ({ dbUrl: 'postgresql://nowhere.invalid/x' }), 'data-source.unknown-host'],
    // nodes of a cluster have a certificate of their own
    ...(process.env['TEST_CITUS'] ? [] : [WITHOUT_ENCRYPTION]),
    ['an unknown user of MySQL', () => mysqlSample({ dbUsername: 'other' }), 'data-source.wrong-password'],
    [
      'an unknown database of MySQL',
      () => mysqlSample({ dbUrl: `mysql://127.0.0.1:${mysql.port}/other` }),
      'data-source.no-database',
    ],
  ])('%s', async (_what, more, problem) => {
    await expect(server.call(dataSourceEndpoints.test, form(more()) as never, root)).rejects.toEqual(refused(problem));
  });
});

test('an address that was allowed when it was saved, and is not any more, is refused at use', async () => {
  const made = await addSource();
  const strict = await startTestServer({ databaseUrl: server.databaseUrl });
  await expect(
    strict.call(dataSourceEndpoints.preview, { sourceId: made.id, sqlText: 'select 1' }, root),
  ).rejects.toEqual(refused('data-source.not-public'));
  await strict.stop();
});

describe('a query', () => {
  const { preview } = dataSourceEndpoints;
  test('shows its first rows, saved or not', async () => {
    const { id } = await addSource();
    const sqlText = 'select code, people, since from shop.country order by code;';
    expect(await server.call(preview, { sourceId: id, sqlText }, root)).toMatchObject({
      ...{ columns: ['code', 'people', 'since'], isCut: false },
      rows: [
        ['NO', '5500000', '1905-06-07T12:00:00.000Z'],
        ['SE', '10500000', null],
      ],
    });
    const many = { sourceId: id, sqlText: 'select n from generate_series(1, 500) n' };
    const cut = await server.call(preview, many, root);
    expect([cut.rows.length, cut.isCut]).toEqual([20, true]);
    const none = { sourceId: id, sqlText: "select code from shop.country where code = 'X'" };
    expect(await server.call(preview, none, root)).toMatchObject({ columns: ['code'], rows: [], isCut: false });
  });
  test('that is no select is refused, and one that writes by a function fails in its read-only transaction', async () => {
    const { id } = await addSource(
      sample({
        dbUsername: decodeURIComponent(postgres.url.username),
        dbPassword: decodeURIComponent(postgres.url.password) || 'none',
      }),
    );
    const wrong: [string, string][] = [
      ['delete from shop.country', 'data-query.select-only'],
      ['select 1; delete from shop.country', 'data-query.one-statement'],
      ['select * into shop.other from shop.country', 'data-query.writes'],
      ['with gone as (delete from shop.country returning *) select * from gone', 'data-source.failed'],
      ["select set_config('transaction_read_only', 'off', true)", 'data-source.failed'],
      ['select nothing from nowhere', 'data-source.failed'],
    ];
    for (const [sqlText, problem] of wrong)
      await expect(server.call(preview, { sourceId: id, sqlText }, root), sqlText).rejects.toEqual(refused(problem));
    for (const sqlText of ['drop table shop.country', 'select 1; select 2'])
      await expect(addQuery(id, { sqlText })).rejects.toMatchObject({
        answer: { body: { faults: [{ path: 'sqlText' }] } },
      });
    await expect(addQuery(id, { code: 'a,b' })).rejects.toMatchObject({
      answer: { body: { faults: [{ path: 'code' }] } },
    });
    const { rows } = await postgres.admin.query('select count(*)::int as n from shop.country');
    expect(rows).toEqual([{ n: 2 }]);
  });
});

describe('a query as a dictionary', () => {
  const { search, texts, items } = dictionaryEndpoints;
  test('answers its pairs to everybody, by text and by value', async () => {
    const { id } = await addSource();
    const query = await addQuery(id, { isDictionary: true });
    const dict = `data_query,text,${query.code}`;
    expect(await server.call(items, { dictCode: dict }, staff)).toEqual([
      { value: 'NO', text: 'Norway', title: 'Norway' },
      { value: 'SE', text: 'Sweden', title: 'Sweden' },
    ]);
    expect(await server.call(search, { dict, keyword: 'SWE' }, staff)).toMatchObject([{ value: 'SE' }]);
    expect(await server.call(texts, { dict, key: 'SE,XX,NO' }, staff)).toEqual(['Sweden', 'Norway']);
  });
  test('is kept for a minute, and a changed query is obeyed at once', async () => {
    const { id } = await addSource();
    const query = await addQuery(id, { isDictionary: true });
    const read = async () =>
      (await server.call(items, { dictCode: `data_query,text,${query.code}` }, staff)).map(({ text }) => text);
    expect(await read()).toEqual(['Norway', 'Sweden']);
    await postgres.admin.query("insert into shop.country values ('DK', 'Denmark')");
    expect(await read()).toEqual(['Norway', 'Sweden']);
    await server.call(dataQueries.endpoints.edit, { id: query.id, textColumn: 'code' } as never, root);
    expect(await read()).toEqual(['DK', 'NO', 'SE']);
    await postgres.admin.query("delete from shop.country where code = 'DK'");
  });
  test('is none where it was not offered as one, has too many pairs or no such column', async () => {
    const { id } = await addSource();
    const hidden = await addQuery(id);
    const wrong = await addQuery(id, { isDictionary: true, valueColumn: 'other' });
    const { id: shop } = await addSource(mysqlSample());
    const many = await addQuery(shop, { isDictionary: true });
    const expected: [string, string][] = [
      [hidden.code, 'dictionary.code-malformed'],
      ['no_such_query', 'dictionary.code-malformed'],
      [wrong.code, 'data-query.no-such-column'],
      [many.code, 'data-query.too-many-rows'],
    ];
    for (const [code, problem] of expected)
      await expect(server.call(items, { dictCode: `data_query,text,${code}` }, staff)).rejects.toEqual(
        refused(problem),
      );
    const forms = ['data_query,name,query_1', "data_query,text,x' or 1=1", 'shop.country,name,code'];
    for (const dictCode of forms)
      await expect(server.call(items, { dictCode }, staff)).rejects.toEqual(refused('dictionary.code-malformed'));
  });
});

describe('a query as a file', () => {
  test.each([
    ['PostgreSQL', () => sample(), 'select code, name, people from shop.country order by code', 'NO,Norway,5500000', 3],
    ['MySQL', () => mysqlSample(), 'select code, name from country', 'C0,Country 0', 1_201],
  ])('of %s', async (_engine, source, sqlText, line, lines) => {
    const { id } = await addSource(source());
    const query = await addQuery(id, { sqlText });
    const job = await server.call(dataSourceEndpoints.exportRows, { id: query.id, format: 'csv' }, root);
    await server.runDue();
    const { path } = await server.call(exportEndpoints.link, { id: job.id }, root);
    const text = (await server.send('GET', `/api${path}`)).text.trim().split(/\r?\n/);
    expect(text).toHaveLength(lines);
    expect(text[1]?.replaceAll('"', '')).toBe(line);
    const words = await server.call(exportEndpoints.words, { id: job.id }, root);
    expect(words.filters).toEqual([{ label: 'Query', value: query.name }]);
  });
  test('is not for others', async () => {
    const { id } = await addSource();
    const query = await addQuery(id);
    const asked = server.call(dataSourceEndpoints.exportRows, { id: query.id, format: 'csv' }, staff);
    await expect(asked).rejects.toEqual(refused('request.root-only'));
  });
});

test('a changed source is read by a new connection, an older one is closed', async () => {
  const { id } = await addSource();
  const read = () => server.call(dataSourceEndpoints.preview, { sourceId: id, sqlText: 'select 1 as one' }, root);
  const before = sourcesOf(server.services).size;
  await read();
  await read();
  expect(sourcesOf(server.services).size).toBe(before + 1);
  await server.call(dataSources.endpoints.edit, { id, dbUrl: pgUrl('nowhere') } as never, root);
  await expect(read()).rejects.toEqual(refused('data-source.no-database'));
  expect(sourcesOf(server.services).size).toBe(before + 1);
});
