import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deviceArchives } from '#domains/devices/server/index.ts';
import { orders } from '#domains/orders/server/index.ts';
import { archiveRows } from '#platform/archive/server/archive-rows.ts';
import { bringBack, bringPeopleBack } from '#platform/archive/server/bring-back.ts';
import { fileKey } from '#platform/files/rules/stored-file.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { archiveMonths } from '../contract/archive-months.ts';
import { archiveEndpoints as calls } from '../contract/endpoints.ts';
import { archiveSlice } from './index.ts';
import { nightlyArchive } from './nightly.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-24T12:00:00Z');
let server: TestServer;
let owner: pg.Client;
let tenant: TestTenant;
let staff: Caller & { userId: string };
beforeAll(async () => {
  server = await startTestServer({ planDue: async () => 0, env: { ARCHIVE_AFTER_DAYS: 'device-commands=0' } });
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});
beforeEach(async () => {
  server.services.clock.set(NOW);
  tenant = await server.newTenant();
  staff = await tenant.staff();
});

/** Two events in March 2025, one in April, and one of yesterday; values of every shape. */
async function someEvents(of: TestTenant = tenant): Promise<void> {
  await owner.query(
    `insert into device_event (tenant_id, imei, session, seq, message_id, kind, data, device_at, received_at)
     select $1, '8600', 's', n, 'm' || n, 'pos.network', data::jsonb, at::timestamptz, at::timestamptz
       from (values (1, '{"text": "a \\"word\\", 咖啡\\n and 12345678901234567.25"}', '2025-03-01 00:00:00.000001+00'),
                    (2, 'null', '2025-03-31 23:59:59.999999+00'), (3, '[1, 2.50]', '2025-04-01 00:00:00+00'),
                    (4, '{}', '2026-11-23 10:00:00+00')) event (n, data, at)`,
    [of.id],
  );
}
const rowsIn = async (table: string, of: TestTenant = tenant): Promise<string[]> =>
  (
    await owner.query(
      `select to_jsonb(row)::text as text from ${table} row where tenant_id = $1 order by to_jsonb(row)::text`,
      [of.id],
    )
  ).rows.map((row) => row.text);
const seqs = async (of?: TestTenant) =>
  (await rowsIn('device_event', of)).map((row) => (JSON.parse(row) as { seq: number }).seq);
const parts = async () =>
  (
    await owner.query<{ id: string; state: string; row_count: number }>(
      `select id, state, row_count from archive_part where tenant_id = $1 order by row_count desc`,
      [tenant.id],
    )
  ).rows;
async function night(at: Date = server.services.clock.now()): Promise<void> {
  server.services.clock.set(at);
  await nightlyArchive.run(server.services, at);
  await server.runDue();
}
/** A session ends with the days that pass, so each list is asked for by somebody who has just come. */
const list = async (caller?: Caller) =>
  (await server.call(archiveMonths.endpoints.page, { column: 'month', order: 'asc' }, caller ?? (await tenant.staff())))
    .records;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof Refused ? error.problem : error),
  );
const monthOf = async (month: string) => (await list()).find((one) => one.month === month)?.id ?? '';
const fileOf = (id: string) => fileKey({ tenantId: tenant.id, purpose: 'archive', id, extension: 'gz' });

test('months that are old leave for files, a file each; what is young stays, and so do the rows of other tenants', async () => {
  const other = await server.newTenant();
  await someEvents();
  await night();
  expect(await seqs()).toEqual([4]);
  expect(await list()).toMatchObject([
    { month: '2025-03', kind: 'device-events', state: 'archived', rowCount: 2, restoredCount: 0 },
    { month: '2025-04', kind: 'device-events', state: 'archived', rowCount: 1 },
  ]);
  expect(await list(await other.staff())).toEqual([]);
  expect(await parts()).toMatchObject([{ state: 'archived' }, { state: 'archived' }]);
  await night();
  expect(await parts(), 'a second night finds nothing').toHaveLength(2);
});

test('a month comes back as it was, to the last digit, stays for a week, and leaves again', async () => {
  await someEvents();
  const before = await rowsIn('device_event');
  await night();
  const id = await monthOf('2025-03');
  await server.call(calls.restore, { id }, staff);
  await server.call(calls.restore, { id }, staff);
  await server.runDue();
  expect(await seqs()).toEqual([1, 2, 4]);
  expect((await list())[0]).toMatchObject({ state: 'restored', rowCount: 0, restoredCount: 2, sizeBytes: 0 });
  expect(await parts(), 'the file of April alone').toMatchObject([{ row_count: 1 }]);
  await night(new Date(NOW.getTime() + DAY_MS));
  expect(await seqs(), 'it stays').toEqual([1, 2, 4]);
  await server.call(calls.restore, { id: await monthOf('2025-04') }, await tenant.staff());
  await server.runDue();
  expect(await rowsIn('device_event')).toEqual(before);
  await night(new Date(NOW.getTime() + 9 * DAY_MS));
  expect(await seqs()).toEqual([4]);
  expect((await list())[0]).toMatchObject({
    id,
    state: 'archived',
    rowCount: 2,
    restoredCount: 0,
    restoredUntil: null,
  });
});

test('a crash before the rows left loses nothing: they leave once, and the file that nothing names goes', async () => {
  await someEvents();
  const files = server.services.files;
  const { read } = files;
  // the server dies with the file written and its rows in their place
  files.read = async () => {
    throw new Error('the store is away');
  };
  try {
    await owner.query(
      `insert into archive_month (tenant_id, id, kind, month, archived_at) values ($1, gen_random_uuid(), 'device-events', '2025-03', $2)`,
      [tenant.id, NOW],
    );
    const { rows } = await owner.query<{ id: string }>(
      `insert into archive_part (tenant_id, id, month_id, table_name, names_people, created_at)
       select tenant_id, gen_random_uuid(), id, 'device_event', false, $2 from archive_month where tenant_id = $1 returning id`,
      [tenant.id, NOW],
    );
    const [left] = rows;
    await files.write(fileOf(left!.id), [Buffer.from('half')] as unknown as AsyncIterable<Uint8Array>, {
      maxBytes: 100,
    });
    await nightlyArchive.run(server.services, NOW);
    await server.runDue();
    expect(await seqs(), 'what cannot be read back does not leave').toEqual([1, 2, 3, 4]);
    files.read = read;
    await night(new Date(NOW.getTime() + DAY_MS));
    expect(await seqs()).toEqual([4]);
    expect(await parts()).toMatchObject([
      { state: 'archived', row_count: 2 },
      { state: 'archived', row_count: 1 },
    ]);
    expect(await files.read(fileOf(left!.id))).toBeUndefined();
  } finally {
    files.read = read;
  }
});

test('rows whose leaving was committed while the answer was lost are kept in their files, and come back', async () => {
  await someEvents();
  const before = await rowsIn('device_event');
  const { database } = server.services;
  const { acrossTenants } = database;
  database.acrossTenants = async (reason, work, pool) => {
    const answer = await acrossTenants(reason, work, pool);
    if (reason === 'old rows leave for their files') raise('server.unavailable');
    return answer;
  };
  try {
    await night();
  } finally {
    database.acrossTenants = acrossTenants;
  }
  expect(await seqs(), 'those of one month have left').not.toEqual([1, 2, 3, 4]);
  await night(new Date(NOW.getTime() + DAY_MS));
  expect(await seqs()).toEqual([4]);
  for (const month of ['2025-03', '2025-04'])
    await server.call(calls.restore, { id: await monthOf(month) }, await tenant.staff());
  await server.runDue();
  expect(await rowsIn('device_event')).toEqual(before);
});

test('a row that changes while its file is written stays, and nothing of its file leaves', async () => {
  await someEvents();
  const files = server.services.files;
  const { write } = files;
  files.write = async (key, content, limits) => {
    await owner.query(`update device_event set ignored = not ignored where tenant_id = $1 and seq < 3`, [tenant.id]);
    return write(key, content, limits);
  };
  try {
    await night();
  } finally {
    files.write = write;
  }
  expect(await seqs()).toEqual(expect.arrayContaining([1, 2, 4]));
  expect((await parts()).filter(({ row_count }) => row_count !== 1)).toEqual([]);
  await night();
  expect(await seqs()).toEqual([4]);
});

test('two servers that move the same rows move them once', async () => {
  await someEvents();
  const [events] = deviceArchives;
  await Promise.all(
    [1, 2].map(() => archiveRows(server.services, tenant.id, events!, new Date('2025-04-01T00:00:00Z'))),
  );
  expect(await seqs()).toEqual([3, 4]);
  expect(await parts()).toMatchObject([{ state: 'archived', row_count: 2 }]);
  expect((await list())[0]).toMatchObject({ month: '2025-03', rowCount: 2 });
});

test('a restore that is begun again brings each row back once', async () => {
  await someEvents();
  await night();
  const id = await monthOf('2025-03');
  const files = server.services.files;
  const { remove } = files;
  files.remove = async () => {
    throw new Error('the server dies before the file is gone');
  };
  try {
    await server.call(calls.restore, { id }, staff);
    await server.runDue();
  } finally {
    files.remove = remove;
  }
  await owner.query(`update archive_month set state = 'restoring' where tenant_id = $1 and id = $2`, [tenant.id, id]);
  await bringBack(server.services, tenant.id, id);
  expect(await seqs()).toEqual([1, 2, 4]);
  await night(new Date(NOW.getTime() + 9 * DAY_MS));
  expect(await parts(), 'the file that stayed behind is gone').toMatchObject([
    { state: 'archived', row_count: 2 },
    { state: 'archived', row_count: 1 },
  ]);
});

test('a restore whose job gave up comes to its end in the next night', async () => {
  await someEvents();
  await night();
  const id = await monthOf('2025-03');
  await owner.query(`update archive_month set state = 'restoring' where tenant_id = $1 and id = $2`, [tenant.id, id]);
  await night();
  expect(await seqs()).toEqual([1, 2, 4]);
  expect((await list())[0]).toMatchObject({ id, state: 'restored', restoredCount: 2 });
});

test('a month is taken along as CSV by its signed link, by who may', async () => {
  await someEvents();
  await night();
  const id = await monthOf('2025-03');
  const { path } = await server.call(calls.link, { id }, staff);
  const answer = await server.send('GET', `/api${path}`);
  expect(answer.headers['content-type']).toContain('text/csv');
  expect(answer.text).toContain('8600');
  expect(answer.text).toContain('12345678901234567.25');
  expect(answer.text.trim().split('\r\n').length).toBeGreaterThanOrEqual(3);
  expect((await server.send('GET', `/api${path.replace(/id=[^&]+/, `id=${await monthOf('2025-04')}`)}`)).status).toBe(
    403,
  );
  server.services.clock.set(new Date(NOW.getTime() + DAY_MS));
  expect((await server.send('GET', `/api${path}`)).status).toBe(403);
});

test('who may only look brings nothing back, and nobody finds the month of another tenant', async () => {
  await someEvents();
  await night();
  const id = await monthOf('2025-03');
  const viewer = await tenant.staff(['archive:view']);
  expect(await list(viewer)).toHaveLength(2);
  expect(await refusal(server.call(calls.restore, { id }, viewer))).toBe('request.forbidden');
  expect(await refusal(server.call(calls.link, { id }, viewer))).toBe('request.forbidden');
  const stranger = await (await server.newTenant()).staff();
  expect(await refusal(server.call(calls.restore, { id }, stranger))).toBe('archive.not-found');
  expect(await refusal(server.call(calls.link, { id }, stranger))).toBe('archive.not-found');
  expect(await refusal(server.call(archiveMonths.endpoints.one, { id }, stranger))).toBe('archive.not-found');
});

test('zero days keep a kind in the database', async () => {
  await owner.query(
    `insert into device_command (tenant_id, id, imei, cmd, state, requested_by, requested_by_name, issued_at, ttl_seconds)
     values ($1, gen_random_uuid(), '8600', 'restart', 'succeeded', 'x', 'X', '2020-01-01', 60)`,
    [tenant.id],
  );
  await night();
  expect(await rowsIn('device_command')).toHaveLength(1);
});

test('commands of an order stay with it however old they are, and what is under way stays', async () => {
  await owner.query(
    `insert into device_command (tenant_id, id, imei, cmd, state, order_no, requested_by, requested_by_name, issued_at, ttl_seconds)
     select $1, gen_random_uuid(), '8600', command.cmd, command.state, command.order_no, 'x', 'X', command.at::timestamptz, 60
       from (values ('restart', 'succeeded', null, '2024-05-05'), ('restart', 'expired', null, '2024-05-06'),
                    ('restart', 'succeeded', null, '2025-05-05'), ('restart', 'queued', null, '2024-05-05'),
                    ('makeOrder', 'succeeded', 'A1', '2024-05-05')) command (cmd, state, order_no, at)`,
    [tenant.id],
  );
  const commands = deviceArchives.find(({ name }) => name === 'device-commands');
  await archiveRows(server.services, tenant.id, commands!, new Date('2025-01-01T00:00:00Z'));
  const left = (await rowsIn('device_command')).map((row) => JSON.parse(row) as { cmd: string; state: string });
  expect(left.map(({ cmd, state }) => `${cmd} ${state}`).sort()).toEqual([
    'makeOrder succeeded',
    'restart queued',
    'restart succeeded',
  ]);
});

test('lines of people leave with their month, come back for an erasure, and their files go after two years', async () => {
  await owner.query(
    `insert into login_log (tenant_id, id, at, username, act, session_digest) values ($1, gen_random_uuid(), '2025-05-05', 'anna', 'login', '\\x00ff')`,
    [tenant.id],
  );
  await owner.query(
    `insert into login_log (tenant_id, id, at, username, act, session_digest) values ($1, gen_random_uuid(), '2025-06-05', 'berta', 'login', '\\x00ff')`,
    [tenant.id],
  );
  const before = (await rowsIn('login_log')).filter((row) => row.includes('anna'));
  await night();
  const states = async () =>
    (await list()).filter(({ kind }) => kind === 'logins').map(({ month, state }) => `${month} ${state}`);
  expect(await states()).toEqual(['2025-05 archived', '2025-06 archived']);
  await bringPeopleBack(server.services, tenant.id, ['nobody', '"ann"']);
  expect(await states()).toEqual(['2025-05 archived', '2025-06 archived']);
  await bringPeopleBack(server.services, tenant.id, ['"Anna"']);
  expect((await rowsIn('login_log')).filter((row) => row.includes('anna'))).toEqual(before);
  expect(await states(), 'the file of others stays').toEqual(['2025-05 restored', '2025-06 archived']);
  await night(new Date(NOW.getTime() + 3 * DAY_MS));
  expect((await list())[0]).toMatchObject({ state: 'archived', rowCount: 1 });
  const [part] = await parts();
  await night(new Date(NOW.getTime() + 900 * DAY_MS));
  expect((await list()).filter(({ month }) => month === '2025-05')).toEqual([]);
  expect(await server.services.files.read(fileOf(part!.id))).toBeUndefined();
});

/** An order of March 2024 that was taken, with two steps and a command. */
async function oldOrder(): Promise<void> {
  const [spotId, robotId] = [newId(), newId()];
  await server.services.database.write(tenant.id, async (db) => {
    await db.insertInto('spot').values({ id: spotId, name: 'S', tax_mode: 'inclusive', tax_rate: 0 }).execute();
    await db
      .insertInto('robot')
      .values({ id: robotId, imei: `86${robotId}`, name: 'R', spot_id: spotId })
      .execute();
  });
  await owner.query(
    `insert into coffee_order (tenant_id, order_no, spot_id, robot_id, robot_imei, source, channel, paid_by, status, step, currency,
       subtotal_minor, total_minor, payable_minor, paid_minor, price, goods_summary, cups, created_at, changed_at)
     values ($1, 'A1', $2, $3, '8600', 1, 'app', 'card', 6, 3, 'NOK', 100, 100, 100, 100, '{}', 'Latte', 1,
             '2024-03-03', '2024-03-03')`,
    [tenant.id, spotId, robotId],
  );
  await owner.query(
    `insert into order_event (tenant_id, id, order_no, code, status, step, at, source, actor, detail)
     select $1, gen_random_uuid(), 'A1', code, 6, 3, at::timestamptz, 'robot', '', '{}'
       from (values (2101, '2024-03-03'), (2402, '2024-04-01')) step (code, at)`,
    [tenant.id],
  );
  await owner.query(
    `insert into device_command (tenant_id, id, imei, cmd, state, order_no, requested_by, requested_by_name, issued_at, ttl_seconds)
     values ($1, gen_random_uuid(), '8600', 'makeOrder', 'succeeded', 'A1', 'x', 'X', '2024-03-03', 60)`,
    [tenant.id],
  );
}

test('the night moves how an old order came about as one month; its CSV says of each row which table it is of', async () => {
  await oldOrder();
  const before = [await rowsIn('order_event'), await rowsIn('device_command')];
  await night();
  expect(await list()).toMatchObject([{ month: '2024-03', kind: 'orders', state: 'archived', rowCount: 3 }]);
  expect([await rowsIn('order_event'), await rowsIn('device_command')]).toEqual([[], []]);
  expect(await rowsIn('coffee_order')).toHaveLength(1);

  const id = await monthOf('2024-03');
  const { path } = await server.call(calls.link, { id }, staff);
  const [head = '', ...lines] = (await server.send('GET', `/api${path}`)).text.trim().split('\r\n');
  expect(head).toMatch(/table,/);
  for (const column of ['order_no', 'code', 'cmd']) expect(head.split(',')).toContain(column);
  expect(lines.map((line) => line.split(',')[0]).sort()).toEqual(['device_command', 'order_event', 'order_event']);
  for (const line of lines) expect(line).toContain('A1');

  await server.call(calls.restore, { id }, staff);
  await server.runDue();
  expect([await rowsIn('order_event'), await rowsIn('device_command')]).toEqual(before);
  await night(new Date(NOW.getTime() + 9 * DAY_MS));
  expect((await list())[0]).toMatchObject({ id, state: 'archived', rowCount: 3 });
});

test('a month of which an erasure has brought back single files comes back as a whole when somebody asks for it', async () => {
  await oldOrder();
  await owner.query(`update order_event set actor = 'Anna Berg' where tenant_id = $1`, [tenant.id]);
  await night();
  await bringPeopleBack(server.services, tenant.id, ['Anna Berg']);
  expect((await list())[0]).toMatchObject({ state: 'restored', rowCount: 1, restoredCount: 2 });
  await server.call(calls.restore, { id: await monthOf('2024-03') }, staff);
  await server.runDue();
  expect((await list())[0]).toMatchObject({ state: 'restored', rowCount: 0, restoredCount: 3 });
});

/** What stands in the file, to put it back. */
async function damage(id: string): Promise<Buffer> {
  const { files } = server.services;
  const bytes = await buffer((await files.read(fileOf(id)))!.content);
  await putBack(id, Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]));
  return bytes;
}
async function putBack(id: string, bytes: Buffer): Promise<void> {
  await server.services.files.write(
    fileOf(id),
    (async function* () {
      yield bytes;
    })(),
    { maxBytes: 1_000_000 },
  );
}

test('of a month with a file that was changed the rest comes back; the month and an alert say so, until it is put back', async () => {
  await oldOrder();
  const before = [await rowsIn('order_event'), await rowsIn('device_command')];
  await night();
  const [steps] = await parts();
  const bytes = await damage(steps!.id);
  const id = await monthOf('2024-03');
  await server.call(calls.restore, { id }, staff);
  await server.runDue();
  expect((await list())[0]).toMatchObject({ state: 'restored', rowCount: 2, restoredCount: 1, unreadable: 1 });
  expect(await rowsIn('device_command')).toEqual(before[1]);
  const alerts = await owner.query(
    "select detail from security_event where kind = 'archive.unreadable' and tenant_id = $1",
    [tenant.id],
  );
  expect(alerts.rows).toMatchObject([{ detail: { file: steps!.id } }]);
  const { path } = await server.call(calls.link, { id }, staff);
  const refused = await server.send('GET', `/api${path}`);
  expect(refused.body).toMatchObject({ problem: 'archive.unreadable' });

  await putBack(steps!.id, bytes);
  await server.call(calls.restore, { id }, staff);
  await server.runDue();
  expect((await list())[0]).toMatchObject({ state: 'restored', rowCount: 0, restoredCount: 3, unreadable: 0 });
  expect(await rowsIn('order_event')).toEqual(before[0]);
});

test('a month of which nothing can be read stays in the archive', async () => {
  await someEvents();
  await night();
  const id = await monthOf('2025-04');
  const april = (await parts()).find(({ row_count }) => row_count === 1)!;
  await server.services.files.remove(fileOf(april.id));
  await server.call(calls.restore, { id }, staff);
  await server.runDue();
  expect((await list()).find((month) => month.id === id)).toMatchObject({ state: 'archived', unreadable: 1 });
});

test('a file that nobody can read holds no erasure up', async () => {
  await owner.query(
    `insert into login_log (tenant_id, id, at, username, act, session_digest)
     values ($1, gen_random_uuid(), '2025-05-05', 'anna', 'login', '\\x00ff'), ($1, gen_random_uuid(), '2025-06-05', 'anna', 'login', '\\x00ff')`,
    [tenant.id],
  );
  await night();
  const [first] = await parts();
  await damage(first!.id);
  await bringPeopleBack(server.services, tenant.id, ['"anna"']);
  expect((await rowsIn('login_log')).filter((row) => row.includes('anna'))).toHaveLength(1);
  expect((await list()).map(({ unreadable }) => unreadable).sort()).toEqual([0, 1]);
});

test('no installation has orders leave while they may still be disputed', async () => {
  const start = async (days: number) => {
    const config = { ...server.services.config, archiveAfterDays: { orders: days }, archiveKeptDays: {} };
    const slice = archiveSlice([orders], async () => undefined);
    await slice.start?.({ ...server.services, config });
  };
  await expect(start(399)).rejects.toThrow('orders stay for 400 days at least');
  await start(400);
  await start(0);
});
