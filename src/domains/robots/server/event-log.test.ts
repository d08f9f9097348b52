import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { type EventLogSlice, robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import type { Robot } from '#domains/robots/contract/robot.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { robotSlices } from './test-robots.ts';

const EVENTS = 450;

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let robot: Robot;

beforeAll(async () => {
  server = await startTestServer({ slices: [...robotSlices, beverages], planDue: async () => 0 });
  tenant = await server.newTenant();
  staff = await tenant.staff();
  ({ robot } = await server.call(robotEndpoints.add, { imei: '862000000000001', name: 'Lobby' }, staff));
  // Batches share their millisecond, as the gateway writes them; every ninth event is a fault.
  await say(EVENTS, 'a', 9);
});
afterAll(() => server?.stop());

async function say(count: number, session: string, perMillisecond: number): Promise<void> {
  await server.services.database.acrossTenants('test', (_db, client) =>
    client.query(
      `insert into device_event (tenant_id, imei, session, seq, message_id, kind, data, device_at, received_at)
       select $1, $2, $3::text, n, $3::text || n, case when n % 9 = 0 then 'fault' else 'log.lines' end, '{}', now(),
         date_trunc('milliseconds', now()) - make_interval(secs => (($4::int - n) / $5::int)::float8 / 1000)
       from generate_series(1, $4::int) n on conflict do nothing`,
      [tenant.id, robot.imei, session, count, perMillisecond],
    ),
  );
}

const read = (more: object = {}): Promise<EventLogSlice> =>
  server.call(robotEndpoints.eventLog, { robotId: robot.id, limit: 100, ...more }, staff);

/** Reads on until the log ends. */
async function readAll(more: object = {}): Promise<EventLogSlice['records']> {
  const records: EventLogSlice['records'] = [];
  let before: string | undefined;
  do {
    const slice: EventLogSlice = await read({ ...more, ...(before === undefined ? {} : { before }) });
    records.push(...slice.records);
    before = slice.next ?? undefined;
  } while (before !== undefined);
  return records;
}

test('the whole log is read slice by slice, newest first, each event once', async () => {
  const first = await read();
  expect(first.records).toHaveLength(100);
  const all = await readAll();
  expect(all.map(({ id }) => id)).toEqual(Array.from({ length: EVENTS }, (_, at) => `a:${EVENTS - at}`));
});

test('one kind alone is read the same way', async () => {
  const faults = await readAll({ kind: 'fault', limit: 7 });
  expect(faults).toHaveLength(EVENTS / 9);
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(['fault']));
});

test('what arrives meanwhile moves nothing that is still to be read', async () => {
  const first = await read();
  await say(5, 'b', 1);
  const second = await read({ before: first.next });
  expect(second.records[0]?.id).toBe(`a:${EVENTS - 100}`);
  expect((await read({ limit: 5 })).records.map(({ id }) => id)).toEqual(['b:5', 'b:4', 'b:3', 'b:2', 'b:1']);
});

test('a made-up place is refused, so are more than three days, and another tenant sees no robot', async () => {
  await expect(read({ before: 'here' })).rejects.toMatchObject({ problem: 'device-log.place-unknown' });
  const from = new Date(Date.now() - 73 * 3_600_000).toISOString();
  await expect(read({ from })).rejects.toMatchObject({ problem: 'device-log.log-too-old' });
  const stranger = await (await server.newTenant()).staff();
  await expect(server.call(robotEndpoints.eventLog, { robotId: robot.id }, stranger)).rejects.toMatchObject({
    problem: 'robot.not-found',
  });
  await expect(server.call(robotEndpoints.eventLog, { robotId: newId() }, staff)).rejects.toMatchObject({
    problem: 'robot.not-found',
  });
});
