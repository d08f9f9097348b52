import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import { startWithTwoSpots, type TwoSpots } from '#domains/robots/server/test-robots.ts';
import { spotEndpoints } from '#domains/spots/contract/endpoints.ts';
import { spots } from '#domains/spots/server/index.ts';
import { channelJobs } from '#platform/channels/contract/jobs.ts';
import { openMessage } from '#platform/channels/server/index.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { notices } from '#system/notices/server/index.ts';
import { shownMs } from '#ui/time/zoned.ts';
import { ALARM_FIGURES } from '../contract/addresses.ts';
import { ALARM_VIEWS, alarms } from '../contract/alarms.ts';
import { alarmEndpoints } from '../contract/endpoints.ts';
import { callDue } from './call.ts';
import { alarmsSlice } from './index.ts';
import { lookAtRobots } from './look.ts';
import { watchAlarms } from './watch.ts';

/** Takes what is to be delivered and keeps it, so that the words can be read. */
const mailbox = { name: 'mailbox', jobs: [{ type: channelJobs.deliver, handle: async () => {} }] };

/** Of 5,000 events on a busy machine. */
const STORM_MS = 120_000;

let town: TwoSpots;
beforeAll(async () => {
  town = await startWithTwoSpots([notices, spots, mailbox, alarmsSlice]);
  // ahead of the machine, so that no call goes out before it is asked for
  town.server.services.clock.set(new Date(Date.now() + 3_600_000));
});
afterAll(() => town.server.stop());

const inside = <Answer>(work: (tx: Transaction) => Promise<Answer>): Promise<Answer> =>
  runTransaction(town.server.services, { tenantId: town.tenant.id, actor: SYSTEM_ACTOR }, work);
const pass = (minutes: number): void => {
  const { clock } = town.server.services;
  clock.set(new Date(clock.now().getTime() + minutes * 60_000));
};
/** The clock of the spot some minutes from now. */
const clockIn = (minutes: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', hour: '2-digit', minute: '2-digit' }).format(
    new Date(town.server.services.clock.now().getTime() + minutes * 60_000),
  );
const look = () => watchAlarms.run(town.server.services, town.server.services.clock.now());
const page = (request: Record<string, unknown> = {}, caller = town.staff) =>
  town.server.call(alarms.endpoints.page, request, caller);
const list = async (request: Record<string, unknown> = {}) => (await page(request)).records;
const stepsOf = async (id: string) =>
  (await town.server.call(alarmEndpoints.steps, { id }, town.staff)).steps.map(({ kind, detail }) =>
    kind === 'called' ? `called ${String(detail['name'])} ${String(detail['reason'])}` : kind,
  );

let made = 0;
/** A robot of the harbour that is well; heard of late enough that no sweep takes it for lost. */
async function aRobot(values: object = {}): Promise<{ id: string; imei: string }> {
  made += 1;
  const robot = { id: newId(), imei: `88000000000${1_000 + made}` };
  await inside((tx) =>
    tx.db
      .insertInto('robot')
      .values({
        ...{ ...robot, name: `Robot ${robot.imei.slice(-4)}`, spot_id: town.goods.spotId, online: true },
        ...{ last_heard_at: new Date(tx.now().getTime() + 86_400_000), presence_changed_at: tx.now() },
        ...values,
      })
      .execute(),
  );
  return robot;
}
const setRobot = (id: string, values: object) =>
  inside((tx) => tx.db.updateTable('robot').set(values).where('id', '=', id).execute());
const setSpot = (values: object) =>
  inside((tx) => tx.db.updateTable('spot').set(values).where('id', '=', town.goods.spotId).execute());
const goOffline = (id: string) =>
  inside(async (tx) => {
    await tx.db
      .updateTable('robot')
      .set({ online: false, presence_changed_at: tx.now() })
      .where('id', '=', id)
      .execute();
    await lookAtRobots(tx, [id]);
  });
const comeBack = (id: string) =>
  inside(async (tx) => {
    await tx.db
      .updateTable('robot')
      .set({ online: true, presence_changed_at: tx.now() })
      .where('id', '=', id)
      .execute();
    await lookAtRobots(tx, [id]);
  });
/** What went out since the last time it was asked: whom it went to, and the words. */
const sent = () =>
  inside(async (tx) => {
    const { services } = town.server;
    const rows = await tx.db.selectFrom('message_delivery').selectAll().where('purpose', '=', 'alarm').execute();
    const messages = [];
    for (const row of rows) {
      const message = await openMessage(services.secrets, tx.db, tx.tenantId, { id: row.id, content: row.content! });
      messages.push({ channel: row.channel, to: row.recipient, text: message.text });
    }
    await tx.db.deleteFrom('message_delivery').where('purpose', '=', 'alarm').execute();
    return messages.sort((one, other) => one.to.localeCompare(other.to));
  });
const call = () => inside((tx) => callDue(town.server.services, tx));

const ADA = { name: 'Ada', phone: '', email: 'ada@example.test', bySms: false, byEmail: true };
const BO = { name: 'Bo', phone: '+47 900 00 001', email: '', bySms: true, byEmail: false };
beforeEach(async () => {
  await inside(async (tx) => {
    await tx.db.deleteFrom('alarm').execute();
    await tx.db.deleteFrom('message_delivery').execute();
    await tx.db.deleteFrom('notice').execute();
    await tx.db.deleteFrom('robot').where('id', '!=', town.goods.robotId).execute();
    await tx.db.updateTable('tenant').set({ fridge_limit_celsius: 8 }).execute();
  });
  await setRobot(town.goods.robotId, { online: true, last_heard_at: null });
  await setSpot({
    ...{
      contacts: JSON.stringify([ADA, BO]),
      alarm_times: '[]',
      status: 'in_business',
      critical_ignores_window: false,
    },
    ...{ maintenance_email: 'repair@example.test', alarm_heartbeat: true, opening_times: '[]' },
  });
});

describe('raising and clearing', () => {
  test('a robot that falls silent raises one alarm, which goes on and is over when it comes back', async () => {
    const robot = await aRobot();
    await goOffline(robot.id);
    await goOffline(robot.id);
    await look();
    expect(await list()).toMatchObject([
      { type: 'heartbeat', severity: 'critical', state: 'open', deviceImei: robot.imei, count: 1, clearedAt: null },
    ]);
    await comeBack(robot.id);
    expect(await list()).toMatchObject([{ state: 'cleared', clearedWhy: 'over', clearedAt: expect.any(String) }]);
  });

  test('robots that come and go at the same time have each their own alarm, and one that falls silent again the same', async () => {
    const [stays, returns, falls, swings] = [await aRobot(), await aRobot(), await aRobot(), await aRobot()];
    for (const { id } of [stays, returns, swings]) await goOffline(id);
    await comeBack(swings.id);
    const turned = [
      { ...returns, online: true },
      { ...falls, online: false },
      { ...swings, online: false },
    ];
    for (const { id, online } of turned) await setRobot(id, { online });
    await inside(async (tx) => {
      for (const { id, imei, online } of turned) {
        const fact = {
          deviceId: id,
          imei,
          online,
          reason: online ? 'birth' : 'will',
          at: tx.now().toISOString(),
        } as const;
        await tx.publish(deviceEvents.presenceChanged, fact, { aggregate: imei });
      }
    });
    await town.server.runDue();
    const found = await list({ type: 'heartbeat' });
    expect(new Map(found.map(({ deviceImei, state, count }) => [deviceImei, `${state} ${count}`]))).toEqual(
      new Map([
        [stays.imei, 'open 1'],
        [returns.imei, 'cleared 1'],
        [falls.imei, 'open 1'],
        [swings.imei, 'open 2'],
      ]),
    );
    expect(found).toHaveLength(4);
    const idOf = (imei: string) => found.find(({ deviceImei }) => deviceImei === imei)!.id;
    const kindsOf = async (imei: string) => (await stepsOf(idOf(imei))).filter((kind) => kind !== 'joined');
    expect(await kindsOf(returns.imei)).toEqual(['raised', 'cleared']);
    expect(await kindsOf(falls.imei)).toEqual(['raised']);
    expect(await kindsOf(swings.imei)).toEqual(['raised', 'cleared', 'again']);
  });

  test('a device that is neither a robot nor beside one comes and goes without an alarm', async () => {
    await inside((tx) => {
      const fact = { deviceId: newId(), imei: '880000000009999', online: false, reason: 'will' } as const;
      return tx.publish(deviceEvents.presenceChanged, { ...fact, at: tx.now().toISOString() });
    });
    await town.server.runDue();
    expect(await inside((tx) => tx.db.selectFrom('outbox').select(['name', 'last_error']).execute())).toEqual([]);
    expect(await list()).toEqual([]);
  });

  test('the look finds what no message tells: a fridge that has been too warm for five minutes', async () => {
    const at = town.server.services.clock.now();
    const { id } = await aRobot({
      telemetry: JSON.stringify({ temperatures: { fridge: 95, boiler: 920 } }),
      telemetry_at: at,
    });
    await look();
    expect(await list()).toEqual([]);
    pass(5);
    await look();
    expect(await list()).toMatchObject([{ type: 'fridge_temperature', severity: 'critical', value: '9.5 °C' }]);
    await setRobot(id, {
      telemetry: JSON.stringify({ temperatures: { fridge: 65 } }),
      telemetry_at: town.server.services.clock.now(),
    });
    await look();
    expect(await list()).toMatchObject([{ state: 'open' }]);
    pass(5);
    await look();
    expect(await list()).toMatchObject([{ state: 'cleared' }]);
  });

  test('a robot may have a fridge limit of its own, else that of its tenant counts', async () => {
    const at = town.server.services.clock.now();
    const warm = { telemetry: JSON.stringify({ temperatures: { fridge: 95 } }), telemetry_at: at };
    const milk = await aRobot(warm);
    await aRobot(warm);
    await inside((tx) => tx.db.updateTable('tenant').set({ fridge_limit_celsius: 12 }).execute());
    await setRobot(milk.id, { fridge_limit_celsius: 4 });
    await look();
    pass(5);
    await look();
    expect(await list()).toMatchObject([{ type: 'fridge_temperature', value: '9.5 °C', deviceImei: milk.imei }]);
    await setRobot(milk.id, { fridge_limit_celsius: null, telemetry_at: town.server.services.clock.now() });
    await look();
    pass(5);
    await look();
    expect(await list()).toMatchObject([{ state: 'cleared' }]);
  });

  test('a robot that reports its terminal as unreachable raises an alarm after two minutes', async () => {
    const { id, imei } = await aRobot();
    const report = (reachable: boolean) =>
      inside((tx) =>
        tx.publish(robotEvents.posNetworkReported, {
          ...{ robotId: id, imei, session: 's', sessionOrdinal: 1, seq: reachable ? 2 : 1 },
          ...{ receivedAt: tx.now().toISOString(), deviceAt: tx.now().toISOString() },
          report: { kind: 'pos.network', reachable },
        }),
      );
    await report(false);
    await town.server.runDue();
    expect(await list()).toEqual([]);
    pass(2);
    await look();
    expect(await list()).toMatchObject([{ type: 'pos_network', severity: 'major', state: 'open' }]);
    await report(true);
    await town.server.runDue();
    pass(1);
    await look();
    expect(await list()).toMatchObject([{ state: 'cleared' }]);
  });

  test('each fault is an alarm of its own, and materials call by what they keep from being sold', async () => {
    await aRobot({ abnormal: true, faults: JSON.stringify([{ code: 'grinder-jam' }, { code: 'door-open' }]) });
    await setRobot(town.goods.robotId, { last_heard_at: new Date() });
    await inside((tx) => tx.db.updateTable('robot_material').set({ low_mark: 8 }).execute());
    await look();
    const found = (await list()).map(({ type, severity, value }) => [type, severity, value]);
    expect(found).toContainEqual(['sub_device_fault', 'major', 'Grinder blocked']);
    expect(found).toContainEqual(['sub_device_fault', 'minor', 'The door is open']);
    expect(found.filter(([type]) => type === 'low_material')).toHaveLength(1);
    await inside((tx) => tx.db.updateTable('robot_material').set({ low_mark: 0 }).execute());
  });

  test('a fault weighs what the type of the part says that is fitted into the robot', async () => {
    const stuck = JSON.stringify([{ code: 'grinder-jam', part: 'grinder' }]);
    const [bare, fitted] = [
      await aRobot({ abnormal: true, faults: stuck }),
      await aRobot({ abnormal: true, faults: stuck }),
    ];
    const typeId = newId();
    await inside(async ({ db }) => {
      const type = { id: typeId, name: 'Grinder', model: 'K30', kind: 'coffee_maker', fault_severity: 'minor' };
      await db.insertInto('hardware_type').values(type).execute();
      await db
        .insertInto('hardware')
        .values({
          ...{ id: newId(), serial_number: 'K30-1', hardware_type_id: typeId, status: 'in_use', robot_id: fitted.id },
        })
        .execute();
    });
    await look();
    expect(await list({ keyword: bare.imei })).toMatchObject([{ severity: 'critical' }]);
    expect(await list({ keyword: fitted.imei })).toMatchObject([{ severity: 'minor' }]);
    await inside(({ db }) => db.deleteFrom('hardware').where('hardware_type_id', '=', typeId).execute());
  });

  test('what comes back shortly after goes on as the same alarm, and nobody is called anew', async () => {
    const { id } = await aRobot();
    await goOffline(id);
    await call();
    expect(await sent()).toHaveLength(1);
    for (let turn = 0; turn < 3; turn += 1) {
      await comeBack(id);
      pass(1);
      await call();
      await goOffline(id);
      await call();
    }
    expect(await sent()).toEqual([]);
    expect((await list()).map(({ type, state, count }) => `${type} ${state} ${count}`)).toEqual(['heartbeat open 4']);
  });

  test('switched off at the spot or at the robot it records nothing, and ends what it had raised', async () => {
    const one = await aRobot();
    const other = await aRobot({ alarms: JSON.stringify({ alarmHeartbeat: false }) });
    await goOffline(one.id);
    await goOffline(other.id);
    expect(await list()).toMatchObject([{ deviceImei: one.imei }]);
    await setSpot({ alarm_heartbeat: false });
    await look();
    expect(await list()).toMatchObject([{ state: 'cleared' }]);
  });

  test('maintenance is due, then overdue, and over when it is recorded', async () => {
    const { id } = await aRobot();
    const counted = async (days: number) => {
      await inside((tx) =>
        tx.db
          .insertInto('robot_maintenance')
          .values({ robot_id: id, counted_at: tx.now(), countdown_days: days })
          .onConflict((on) => on.columns(['tenant_id', 'robot_id']).doUpdateSet({ countdown_days: days }))
          .execute(),
      );
      await look();
      return (await list()).map(({ type, severity, state, value }) => [type, severity, state, value]);
    };
    expect(await counted(1)).toEqual([]);
    expect(await counted(0)).toEqual([['maintenance', 'minor', 'open', '']]);
    expect(await counted(-3)).toEqual([['maintenance', 'major', 'open', 'overdue by 3 d']]);
    expect(await counted(90)).toMatchObject([['maintenance', 'major', 'cleared', 'overdue by 3 d']]);
  });

  test('a cabinet that misses units raises one alarm, which grows and ends with them', async () => {
    const cabinetId = newId();
    await inside((tx) =>
      tx.db
        .insertInto('cabinet')
        .values({
          id: cabinetId,
          imei: '889000000000001',
          name: 'Harbour cabinet',
          spot_id: town.goods.spotId,
          capacity: 8,
        })
        .execute(),
    );
    const missing = (serial: string) =>
      inside((tx) =>
        tx.db
          .insertInto('power_bank')
          .values({ id: newId(), serial, state: 'missing', cabinet_id: cabinetId, slot: 1 })
          .execute(),
      );
    const seen = async () => {
      await look();
      return (await list()).map(({ type, severity, state, value, deviceName }) => ({
        type,
        severity,
        state,
        value,
        deviceName,
      }));
    };
    const about = { type: 'missing_unit', deviceName: 'Harbour cabinet', state: 'open' };
    await missing('PB1');
    expect(await seen()).toEqual([{ ...about, severity: 'minor', value: '1 missing: PB1' }]);
    await missing('PB2');
    await missing('PB3');
    expect(await seen()).toMatchObject([{ ...about, severity: 'major' }]);
    await inside((tx) => tx.db.deleteFrom('power_bank').where('cabinet_id', '=', cabinetId).execute());
    expect(await seen()).toMatchObject([{ state: 'cleared' }]);
    await inside((tx) => tx.db.deleteFrom('cabinet').where('id', '=', cabinetId).execute());
  });

  test('a robot that is taken out of use leaves no alarm behind', async () => {
    const { id } = await aRobot();
    await goOffline(id);
    await setRobot(id, { retired_at: new Date(), spot_id: null, online: false });
    await look();
    expect(await list()).toMatchObject([{ state: 'cleared', clearedWhy: 'gone' }]);
  });
});

describe('calling', () => {
  test('one after another, with reminders, until somebody acknowledges; and once more when it is over', async () => {
    const { id } = await aRobot();
    await goOffline(id);
    await call();
    await call();
    expect(await sent()).toMatchObject([{ channel: 'email', to: 'ada@example.test' }]);
    pass(30);
    await call();
    expect(await sent()).toMatchObject([{ channel: 'sms', to: '+4790000001' }]);
    pass(30);
    await call();
    expect((await sent()).map(({ to }) => to)).toEqual(['ada@example.test', 'repair@example.test']);
    const [alarm] = await list();
    await town.server.call(alarmEndpoints.acknowledge, { ids: [alarm!.id] }, town.staff);
    pass(120);
    await call();
    expect(await sent()).toEqual([]);
    await comeBack(id);
    await call();
    expect(await sent()).toEqual([]);
    pass(2);
    await call();
    await call();
    expect((await sent()).map(({ to }) => to)).toEqual(['+4790000001', 'ada@example.test', 'repair@example.test']);
    expect(await stepsOf(alarm!.id)).toEqual([
      ...[
        'raised',
        'called Ada first',
        'called Bo escalated',
        'called Ada reminder',
        'called repair@example.test escalated',
      ],
      ...['acknowledged', 'cleared', 'called Ada cleared', 'called Bo cleared', 'called repair@example.test cleared'],
    ]);
  });

  test('forty robots of a spot that fall silent together are one alarm and one message, in both languages', async () => {
    const robots = [];
    for (let count = 0; count < 40; count += 1) robots.push(await aRobot());
    for (const { id } of robots) await goOffline(id);
    await call();
    const [message, ...others] = await sent();
    expect(others).toEqual([]);
    expect(message!.text).toContain('Network of the spot: 40 of 40 robots do not answer');
    expect(message!.text).toContain('网点网络：40 台机器人中有 40 台无响应');
    expect(message!.text.match(/Critical/g)).toHaveLength(1);
    const [alarm, ...more] = await list({ isPart: 'false' });
    expect(more).toEqual([]);
    expect(alarm).toMatchObject({ type: 'spot_network', severity: 'critical', parts: 40 });
    expect((await page({ isPart: 'true', pageSize: 10 })).total).toBe(40);
    const { parts } = await town.server.call(alarmEndpoints.parts, { id: alarm!.id }, town.staff);
    expect(parts.map(({ deviceImei }) => deviceImei).sort()).toEqual(robots.map(({ imei }) => imei).sort());
    const figures = await town.server.call(alarmEndpoints.figures, {}, town.staff);
    expect(figures).toMatchObject({ open: 1, critical: 1, acknowledged: 0 });
    for (const [name, { view, ...filters }] of Object.entries(ALARM_FIGURES)) {
      const { total } = await page({ ...ALARM_VIEWS[view], ...filters, pageSize: 10 });
      expect([name, figures[name as keyof typeof ALARM_FIGURES]]).toEqual([name, total]);
    }
    // more of them fall silent: the same cause, and nothing new to tell
    await goOffline((await aRobot()).id);
    pass(5);
    await call();
    expect(await sent()).toEqual([]);
    expect(await list({ isPart: 'false' })).toMatchObject([{ parts: 41, value: '41 of 41 robots do not answer' }]);
    await town.server.call(alarmEndpoints.acknowledge, { ids: [alarm!.id] }, town.staff);
    expect((await page({ state: 'acknowledged', pageSize: 10 })).total).toBe(42);
    // most come back; the last two have a matter of their own after five minutes, and call
    for (const { id } of robots.slice(0, 39)) await comeBack(id);
    await look();
    expect(await list({ isPart: 'false' })).toMatchObject([{ state: 'acknowledged' }]);
    pass(5);
    await look();
    const own = await list({ isPart: 'false', state: '!cleared' });
    expect(own.map(({ type }) => type)).toEqual(['heartbeat', 'heartbeat']);
    expect(await list({ type: 'spot_network' })).toMatchObject([{ state: 'cleared', clearedWhy: 'partly' }]);
  });

  test('who has just got a message gets the next one after a while, about all that came meanwhile', async () => {
    const broken = (code: string) => aRobot({ abnormal: true, faults: JSON.stringify([{ code }]) });
    await broken('grinder-jam');
    await look();
    expect(await sent()).toHaveLength(1);
    for (let count = 0; count < 5; count += 1) {
      await broken('grinder-jam');
      await look();
    }
    expect(await sent()).toEqual([]);
    pass(2);
    await call();
    expect((await sent()).map(({ text }) => text.match(/Major/g)?.length)).toEqual([5]);
    // the pauses grow with what came within the hour
    await broken('grinder-jam');
    pass(3);
    await look();
    expect(await sent()).toEqual([]);
    pass(1);
    await call();
    expect(await sent()).toHaveLength(1);
  });

  test('one that was told to be over and comes back is told again; one that swings stays quiet', async () => {
    const { id } = await aRobot();
    await goOffline(id);
    await call();
    await sent();
    await comeBack(id);
    pass(2);
    await call();
    expect((await sent())[0]?.text).toContain('Over');
    pass(4);
    await goOffline(id);
    await call();
    expect((await sent())[0]?.text).toContain('it is back');
    for (let turn = 0; turn < 6; turn += 1) {
      await comeBack(id);
      pass(5);
      await call();
      await goOffline(id);
      pass(1);
      await call();
    }
    expect(await sent()).toEqual([expect.objectContaining({ to: '+4790000001' })]);
    expect(await list()).toMatchObject([{ state: 'open', count: 8 }]);
    await comeBack(id);
    pass(29);
    await call();
    expect(await sent()).toEqual([]);
    pass(1);
    await call();
    expect(await sent()).toHaveLength(2);
  });

  test('whoever looked after it until it was told to be over is not taken to look after it when it is back', async () => {
    const { id } = await aRobot();
    await goOffline(id);
    await call();
    const [alarm] = await list();
    const acknowledge = () => town.server.call(alarmEndpoints.acknowledge, { ids: [alarm!.id] }, town.staff);
    await acknowledge();
    await sent();
    await comeBack(id);
    pass(2);
    await call();
    expect((await sent())[0]?.text).toContain('Over');
    await goOffline(id);
    expect(await list()).toMatchObject([{ state: 'open', acknowledgedBy: '' }]);
    pass(4);
    await call();
    expect((await sent())[0]?.text).toContain('it is back');
    // it swings before anybody heard that it was over: he still looks after it
    await acknowledge();
    await comeBack(id);
    await goOffline(id);
    expect(await list()).toMatchObject([{ state: 'acknowledged' }]);
  });

  test('a critical alarm does not wait behind many small ones, and takes along what waits', async () => {
    await goOffline((await aRobot()).id);
    await call();
    const { id, calls } = await inside(({ db }) =>
      db.selectFrom('alarm').select(['id', 'calls']).executeTakeFirstOrThrow(),
    );
    const [{ key } = { key: '' }] = calls as { key: string }[];
    for (let nth = 0; nth < 6; nth += 1) {
      pass(1);
      await inside(({ db, now }) =>
        db
          .insertInto('alarm_step')
          .values({
            ...{ id: newId(), alarm_id: id, at: now(), kind: 'called', actor: '' },
            detail: JSON.stringify({ key, reason: 'reminder', name: 'Ada', channels: ['sms'], deliveries: [] }),
          })
          .execute(),
      );
    }
    await sent();
    pass(2);
    await aRobot({ abnormal: true, faults: JSON.stringify([{ code: 'door-open' }]) });
    await look();
    await call();
    expect(await sent()).toEqual([]);
    await goOffline((await aRobot()).id);
    await call();
    const messages = await sent();
    expect(messages).toMatchObject([{ text: expect.stringContaining('The door is open') }]);
    expect(messages).toMatchObject([{ text: expect.stringContaining('Robot heartbeat') }]);
  });

  test('a snooze outlasts a moment in which it is over', async () => {
    const { id } = await aRobot();
    await goOffline(id);
    const [alarm] = await list();
    await town.server.call(alarmEndpoints.snooze, { ids: [alarm!.id], minutes: 60 }, town.staff);
    await comeBack(id);
    await goOffline(id);
    pass(30);
    await call();
    expect(await sent()).toEqual([]);
    pass(30);
    await call();
    expect(await sent()).toHaveLength(1);
  });

  test('outside of the window it waits, and is sent at its begin if it still lasts; critical ones go where the spot says so', async () => {
    await setSpot({ alarm_times: JSON.stringify([{ window: { from: clockIn(60), to: clockIn(180) } }]) });
    const short = await aRobot();
    const long = await aRobot();
    await goOffline(short.id);
    await goOffline(long.id);
    await call();
    expect(await sent()).toEqual([]);
    pass(30);
    await comeBack(short.id);
    pass(30);
    await call();
    const [message] = await sent();
    expect(message!.text).toContain(long.imei.slice(-4));
    expect(message!.text).not.toContain(short.imei.slice(-4));
    const other = JSON.stringify([{ window: { from: clockIn(-30), to: clockIn(-10) } }]);
    await setSpot({ alarm_times: other, critical_ignores_window: true });
    pass(2);
    await goOffline((await aRobot()).id);
    await call();
    expect(await sent()).not.toEqual([]);
  });

  test('a suspended spot and a robot in maintenance record and call nobody, and call when that is over', async () => {
    const { id } = await aRobot({ mode: 'maintain' });
    await goOffline(id);
    await call();
    expect(await sent()).toEqual([]);
    expect(await list()).toMatchObject([{ silent: true, state: 'open' }]);
    await setRobot(id, { mode: 'normal' });
    await look();
    expect(await sent()).toMatchObject([{ to: 'ada@example.test' }]);
    expect(await list()).toMatchObject([{ silent: false }]);
  });
});

test(
  'a storm of 5,000 events is fewer than 20 messages and loses none of the facts',
  async () => {
    const ids: string[] = [];
    for (let count = 0; count < 50; count += 1) ids.push((await aRobot()).id);
    const say = (faults: object[]) =>
      inside(async (tx) => {
        await tx.db
          .updateTable('robot')
          .set({ faults: JSON.stringify(faults), abnormal: faults.length > 0 })
          .where('id', 'in', ids)
          .execute();
        await lookAtRobots(tx, ids);
      });
    let messages = 0;
    // each of fifty robots says a hundred times within eight minutes that its grinder is jammed, and that it is not
    for (let turn = 0; turn < 50; turn += 1) {
      await say([{ code: 'grinder-jam' }]);
      await call();
      await say([]);
      await call();
      pass(10 / 60);
      messages += (await sent()).length;
    }
    expect(messages).toBeGreaterThan(0);
    expect(messages).toBeLessThan(20);
    const found = await list({ pageSize: 200 });
    expect(found).toHaveLength(50);
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(2_500);
    const steps = await inside((tx) =>
      tx.db
        .selectFrom('alarm_step')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('kind', 'in', ['raised', 'again', 'cleared'])
        .executeTakeFirstOrThrow(),
    );
    expect(Number(steps.count)).toBe(5_000);
    const { types, since } = await town.server.call(alarmEndpoints.noise, {}, town.staff);
    // as many as the log has since then
    expect(Date.parse(since) % 60_000).toBe(0);
    const begin = new Date(shownMs(Date.parse(since), 'Europe/Oslo')).toISOString().slice(0, 16);
    const where = [{ field: 'raisedAt', rule: 'ge', val: begin }];
    const asked = { type: 'sub_device_fault', isPart: 'false', superQueryParams: JSON.stringify(where) };
    expect((await page({ ...asked, pageSize: 10 })).total).toBe(types[0]!.alarms);
    expect(types).toMatchObject([{ type: 'sub_device_fault', alarms: 50, count: 2_500, advice: 'swings' }]);
  },
  STORM_MS,
);

describe('people', () => {
  test('silence an alarm for a while, say who looks after it, and leave notes', async () => {
    await goOffline((await aRobot()).id);
    const [{ id } = { id: '' }] = await list();
    await town.server.call(alarmEndpoints.snooze, { ids: [id], minutes: 30 }, town.staff);
    await call();
    expect(await sent()).toEqual([]);
    pass(30);
    await call();
    expect(await sent()).toHaveLength(1);
    await town.server.call(alarmEndpoints.assign, { id, assignedTo: 'Ingrid' }, town.staff);
    await town.server.call(alarmEndpoints.comment, { id, comment: 'On my way' }, town.staff);
    expect(await list()).toMatchObject([{ assignedTo: 'Ingrid' }]);
    expect(await stepsOf(id)).toEqual(['raised', 'snoozed', 'called Ada first', 'assigned', 'commented']);
  });

  test('ask a colleague to look after it: his bell tells him, until somebody else does', async () => {
    await goOffline((await aRobot()).id);
    const [{ id } = { id: '' }] = await list();
    const assign = (request: object) => town.server.call(alarmEndpoints.assign, { id, ...request }, town.staff);
    const seer = await town.tenant.staff(['alarm:view']);
    const blind = await town.tenant.staff(['order:view']);
    const bell = async () => {
      const { records } = await town.server.call(noticeEndpoints.page, {}, seer);
      return records.filter(({ kind, settledAt }) => kind === 'alarms.assigned' && settledAt === null);
    };
    await assign({ userId: seer.userId });
    expect(await list()).toMatchObject([{ assignedUserId: seer.userId }]);
    expect(await bell()).toMatchObject([{ path: expect.stringContaining(id) }]);
    // twice is once
    await assign({ userId: seer.userId });
    expect(await bell()).toHaveLength(1);
    await expect(assign({ userId: blind.userId })).rejects.toMatchObject({ problem: 'alarm.colleague-does-not-see' });
    await expect(assign({ userId: newId() })).rejects.toMatchObject({ problem: 'alarm.not-a-colleague' });
    await expect(assign({ userId: seer.userId, assignedTo: 'Ingrid' })).rejects.toMatchObject({
      problem: 'request.malformed',
    });
    await assign({ assignedTo: 'Ingrid' });
    expect(await bell()).toEqual([]);
    expect(await list()).toMatchObject([{ assignedTo: 'Ingrid', assignedUserId: '' }]);
  });

  test('what is acknowledged is not kept silent: it would not call afterwards', async () => {
    await goOffline((await aRobot()).id);
    await goOffline((await aRobot()).id);
    const [taken, open] = await list();
    const snooze = (ids: string[]) => town.server.call(alarmEndpoints.snooze, { ids, minutes: 30 }, town.staff);
    await town.server.call(alarmEndpoints.acknowledge, { ids: [taken!.id] }, town.staff);
    await expect(snooze([taken!.id])).rejects.toMatchObject({ problem: 'alarm.acknowledged' });
    // of several the open ones are
    expect(await snooze([taken!.id, open!.id])).toEqual({ changed: 1 });
    const until = new Map((await list()).map(({ id, snoozedUntil }) => [id, snoozedUntil]));
    expect(until.get(taken!.id)).toBeNull();
    expect(until.get(open!.id)).not.toBeNull();
  });

  test('an alarm that is over takes a note and nothing else', async () => {
    const robot = await aRobot();
    await goOffline(robot.id);
    await comeBack(robot.id);
    const [{ id } = { id: '' }] = await list();
    const over = expect.objectContaining({ problem: 'alarm.over' });
    await expect(town.server.call(alarmEndpoints.acknowledge, { ids: [id] }, town.staff)).rejects.toEqual(over);
    await expect(town.server.call(alarmEndpoints.snooze, { ids: [id], minutes: 30 }, town.staff)).rejects.toEqual(over);
    await town.server.call(alarmEndpoints.comment, { id, comment: 'It was the router' }, town.staff);
  });

  test('of other spots and other tenants are not there', async () => {
    await goOffline((await aRobot()).id);
    const [{ id } = { id: '' }] = await list();
    const elsewhere = await town.tenant.staff(['alarm:view', 'alarm:edit', 'spot:view'], {
      spotIds: [town.otherSpotId],
    });
    const foreign = await (await town.server.newTenant()).staff(['alarm:view', 'alarm:edit', 'spot:view']);
    const absent = expect.objectContaining({ problem: 'alarm.not-found' });
    for (const caller of [elsewhere, foreign]) {
      expect((await page({}, caller)).total).toBe(0);
      await expect(town.server.call(alarmEndpoints.steps, { id }, caller)).rejects.toEqual(absent);
      await expect(town.server.call(alarmEndpoints.acknowledge, { ids: [id] }, caller)).rejects.toEqual(absent);
      expect(await town.server.call(alarmEndpoints.figures, {}, caller)).toMatchObject({ open: 0, week: [] });
      await expect(
        town.server.call(spotEndpoints.alarms, { id: town.goods.spotId, pageNo: 1, pageSize: 10 }, caller),
      ).rejects.toThrow();
    }
    expect(
      await town.server.call(spotEndpoints.alarms, { id: town.goods.spotId, pageNo: 1, pageSize: 10 }, town.staff),
    ).toMatchObject({
      total: 1,
      records: [{ id, type: 'heartbeat', state: 'open', deviceImei: expect.any(String), count: 1, clearedAt: null }],
    });
    expect(await town.server.call(alarmEndpoints.figures, {}, town.staff)).toMatchObject({ open: 1, critical: 1 });
  });

  test('what no other notice tells of is in the bell until it is over', async () => {
    const at = new Date(town.server.services.clock.now().getTime() - 10 * 60_000);
    const { id } = await aRobot({ telemetry: JSON.stringify({ temperatures: { fridge: 95 } }), telemetry_at: at });
    await look();
    const told = async () => (await town.server.call(noticeEndpoints.page, {}, town.staff)).records;
    expect(await told()).toMatchObject([{ kind: 'alarms.raised', params: { alarm: 'Fridge temperature: 9.5 °C' } }]);
    await setRobot(id, { retired_at: new Date(), spot_id: null, online: false });
    await look();
    expect(await told()).toMatchObject([{ settledAt: expect.any(String) }]);
  });
});
