import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { renewPassword } from './device-access.ts';
import { claimImei, newDevicePassword } from './device-credential-store.ts';
import { gatewayOf } from './gateway.ts';
import { devicesSlice } from './index.ts';
import { sendCommand } from './send-command.ts';
import { TestDevice } from './test-device.ts';
import { addDrum, drumDriver, openDrums } from './test-drums.ts';

let server: TestServer;
let owner: pg.Client;
let tenantId: string;
beforeAll(async () => {
  const log = pino({ level: 'silent' });
  const broker = openEmbeddedBroker({ host: '127.0.0.1', port: 0, log });
  server = await startTestServer({ slices: [devicesSlice([drumDriver])], planDue: async () => 0, broker, log });
  owner = await openDrums(server.databaseUrl);
  tenantId = (await server.newTenant()).id;
});
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});

const rowOf = async ({ address }: TestDevice) =>
  (await owner.query('select * from drum where imei = $1', [address.imei])).rows[0];
const presenceOf = async ({ address }: TestDevice): Promise<string[]> =>
  (
    await owner.query(`select reason from device_presence_change where imei = $1 order by at, id`, [address.imei])
  ).rows.map(({ reason }) => reason);
const send = (drum: TestDevice, cmd: string) =>
  runTransaction(server.services, { tenantId, actor: SYSTEM_ACTOR }, (tx) =>
    sendCommand(tx, drumDriver, { imei: drum.address.imei, cmd, args: { by: 1 } }),
  );

test('a device of any kind logs in, says how it is and is online; its will takes it off', async () => {
  const drum = await addDrum(server, owner, tenantId);
  await drum.connect();
  await drum.state({ online: true, turns: 3 });
  expect(await rowOf(drum)).toMatchObject({ online: true, turns: 3, session: drum.session });
  await drum.vanish();
  await until(async () => !(await rowOf(drum)).online);
  expect(await presenceOf(drum)).toEqual(['birth', 'will']);
});

test('what it reports is kept once, and is the fact that its kind makes of it', async () => {
  const drum = await addDrum(server, owner, tenantId);
  await drum.connect();
  await drum.state({ online: true });
  await drum.event({ kind: 'rang', times: 2 });
  await drum.event({ kind: 'rang', times: 'often' });
  const { imei } = drum.address;
  const { rows } = await owner.query('select kind, data from device_event where imei = $1', [imei]);
  expect(rows).toEqual([{ kind: 'rang', data: { kind: 'rang', times: 2 } }]);
  const quarantined = await owner.query('select reason from device_quarantine where imei = $1', [imei]);
  expect(quarantined.rows[0]?.reason).toContain('malformed: data.times');
});

test('what a session of which nobody has heard says after its successor was born is older than that one', async () => {
  const drum = await addDrum(server, owner, tenantId);
  await drum.connect();
  await drum.state({ online: true, turns: 1 });
  const before = drum.session;
  await drum.vanish();
  // its messages of then were not received; they are repeated once it is back, with their own session and time
  const early = new Date().toISOString();
  await drum.connect();
  await drum.state({ online: true, turns: 2 });
  for (const [lost, seq] of [
    ['lost-1', 4],
    ['lost-1', 5],
    ['lost-2', 0],
  ] as const)
    await drum.event({ kind: 'rang', times: 7 }, { session: lost, seq, ts: early });
  await drum.state({ online: false }, { session: 'lost-3', seq: 0, ts: early });
  await drum.state({ online: true, turns: 3 });
  expect(await rowOf(drum)).toMatchObject({ online: true, turns: 3, session: drum.session });
  const sessions = async () =>
    (
      await owner.query('select session from device_session where imei = $1 order by ordinal', [drum.address.imei])
    ).rows.map(({ session }) => session);
  expect(await sessions()).toEqual([before, 'lost-1', 'lost-2', 'lost-3', drum.session]);
  const rang = await owner.query(`select session, ignored from device_event where imei = $1 and kind = 'rang'`, [
    drum.address.imei,
  ]);
  expect(rang.rows).toHaveLength(3);

  // with a clock that was set back, and heard of by its event before its birth, it is the youngest all the same
  await drum.event({ kind: 'rang', times: 1 }, { session: 'set-back', seq: 1, ts: '1970-01-01T00:00:20.000Z' });
  expect((await sessions()).at(-1)).toBe(drum.session);
  await drum.state({ online: true, turns: 4 }, { session: 'set-back', seq: 0, ts: '1970-01-01T00:00:19.000Z' });
  expect((await sessions()).at(-1)).toBe('set-back');
  expect(await rowOf(drum)).toMatchObject({ online: true, turns: 4, session: 'set-back' });
});

test('it is asked by the commands of its kind, of which some take turns', async () => {
  const drum = await addDrum(server, owner, tenantId);
  await drum.connect();
  await drum.state({ online: true });
  await send(drum, 'turn');
  await send(drum, 'turn');
  await send(drum, 'report');
  await server.runDue();
  await until(() => drum.commands.length === 2);
  expect(drum.commands.map(({ cmd }) => cmd).toSorted()).toEqual(['report', 'turn']);
  const first = drum.commands.find(({ cmd }) => cmd === 'turn');
  await drum.ack(first?.id ?? '', { stage: 'result', ok: true, code: 'DONE' });
  await server.runDue();
  await until(() => drum.commands.length === 3);
  expect(drum.commands[2]).toMatchObject({ cmd: 'turn', args: { by: 1 }, ttlS: 30 });
  await expect(send(drum, 'makeOrder')).rejects.toThrow(/know no command/);
});

test('what is missing of what it says is asked for by the command of its kind', async () => {
  const drum = await addDrum(server, owner, tenantId);
  await drum.connect();
  await drum.state({ online: true });
  await drum.event({ kind: 'rang', times: 1 }, { seq: 9 });
  const sweep = () => gatewayOf(server.services)?.sweep({ atOnce: true });
  await sweep();
  await server.runDue();
  await until(() => drum.commands.length === 1);
  expect(drum.commands[0]?.cmd).toBe('report');
});

test('one that is silent for long is offline, and so is one whose password was renewed', async () => {
  const [silent, renewed] = [await addDrum(server, owner, tenantId), await addDrum(server, owner, tenantId)];
  for (const drum of [silent, renewed]) {
    await drum.connect();
    await drum.state({ online: true });
  }
  const { services } = server;
  await renewPassword(services, drumDriver, renewed.address, services.clock.now());
  expect(await presenceOf(renewed)).toEqual(['birth', 'credential']);
  const start = services.clock.now();
  services.clock.set(new Date(start.getTime() + 181_000));
  await gatewayOf(services)?.sweep({ atOnce: true });
  services.clock.set(start);
  expect(await presenceOf(silent)).toEqual(['birth', 'silence']);
});

test('while no server listened nobody was silent: the limit begins anew with the start of this one', async () => {
  const drum = await addDrum(server, owner, tenantId);
  await drum.connect();
  await drum.state({ online: true });
  // its last word was heard by a server before this one
  const { services } = server;
  await owner.query(`update ${drumDriver.table} set last_heard_at = $2 where imei = $1`, [
    drum.address.imei,
    new Date(services.clock.now().getTime() - 3_600_000),
  ]);
  const sweepAt = async (seconds: number): Promise<void> => {
    services.clock.set(new Date(start.getTime() + seconds * 1_000));
    await gatewayOf(services)?.sweep({ atOnce: true });
  };
  const start = services.clock.now();
  await sweepAt(0);
  expect(await presenceOf(drum)).toEqual(['birth']);
  await sweepAt(181);
  services.clock.set(start);
  expect(await presenceOf(drum)).toEqual(['birth', 'silence']);
});

test('nor was anybody silent while this server stood still or its database was away', async () => {
  const drum = await addDrum(server, owner, tenantId);
  await drum.connect();
  await drum.state({ online: true });
  const { services } = server;
  const start = services.clock.now();
  const sweepAt = async (seconds: number): Promise<void> => {
    services.clock.set(new Date(start.getTime() + seconds * 1_000));
    await gatewayOf(services)?.sweep({ atOnce: true });
  };
  const elapsed = performance.now.bind(performance);
  const stopped = vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + 200_000);
  try {
    await sweepAt(200);
    await sweepAt(370);
    expect(await presenceOf(drum)).toEqual(['birth']);
    await sweepAt(381);
    expect(await presenceOf(drum)).toEqual(['birth', 'silence']);
  } finally {
    stopped.mockRestore();
    services.clock.set(start);
  }
});

test('a device of a kind that nobody drives is not let in, and its name is not given to another kind', async () => {
  const { services } = server;
  const imei = `77${Date.now()}`;
  const password = newDevicePassword();
  const claim = (kind: 'robot' | 'cabinet') =>
    services.database.acrossTenants('test', (db) =>
      claimImei(db, { kind, table: 'drum' }, { tenantId, imei }, password),
    );
  expect(await claim('robot')).toBe(true);
  expect(await claim('cabinet')).toBe(false);
  await owner.query('insert into drum (tenant_id, imei) values ($1, $2)', [tenantId, imei]);
  const stranger = new TestDevice(services.broker.url, { tenantId, kind: 'robot', imei }, password);
  await expect(stranger.connect()).rejects.toThrow();
});
