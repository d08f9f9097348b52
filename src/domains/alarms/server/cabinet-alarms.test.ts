import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { startWithTwoSpots, type TwoSpots } from '#domains/robots/server/test-robots.ts';
import { spots } from '#domains/spots/server/index.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { notices } from '#system/notices/server/index.ts';
import { alarms } from '../contract/alarms.ts';
import { ALARM_WORDS } from './alarm-words.ts';
import { alarmsSlice } from './index.ts';
import { watchAlarms } from './watch.ts';

let town: TwoSpots;
beforeAll(async () => {
  town = await startWithTwoSpots([notices, spots, alarmsSlice]);
});
afterAll(() => town?.server.stop());

const inside = <Answer>(work: (tx: Transaction) => Promise<Answer>): Promise<Answer> =>
  runTransaction(town.server.services, { tenantId: town.tenant.id, actor: SYSTEM_ACTOR }, work);

/** A cabinet of the harbour that is there. */
async function aCabinet() {
  const [id, imei] = [newId(), `CAB${newId().slice(-8)}`];
  await inside((tx) =>
    tx.db
      .insertInto('cabinet')
      .values({
        ...{ id, imei, name: `Cabinet ${imei}`, spot_id: town.goods.spotId, capacity: 4, online: true },
        last_heard_at: new Date(tx.now().getTime() + 86_400_000),
      })
      .execute(),
  );
  const set = (values: object) =>
    inside((tx) => tx.db.updateTable('cabinet').set(values).where('id', '=', id).execute());
  return {
    ...{ id, set },
    is: async (online: boolean): Promise<void> => {
      await set({ online });
      await inside((tx) =>
        tx.publish(deviceEvents.presenceChanged, {
          ...{ deviceId: id, imei, online, reason: online ? ('birth' as const) : ('will' as const) },
          at: tx.now().toISOString(),
        }),
      );
      await town.server.runDue();
    },
    look: () => watchAlarms.run(town.server.services, town.server.services.clock.now()),
    alarms: async () =>
      (await town.server.call(alarms.endpoints.page, { keyword: imei }, town.staff)).records.map(
        ({ type, severity, state, silent }) => ({ type, severity, state, silent }),
      ),
  };
}
const SILENCE = { type: 'cabinet_heartbeat', severity: 'critical', silent: false };

test('a cabinet that falls silent raises one alarm, which is over when it is back', async () => {
  const cabinet = await aCabinet();
  await cabinet.is(false);
  await cabinet.look();
  expect(await cabinet.alarms()).toEqual([{ ...SILENCE, state: 'open' }]);
  expect([ALARM_WORDS['en-US'](SILENCE.type, ''), ALARM_WORDS['zh-CN'](SILENCE.type, '')]).toEqual([
    'Cabinet heartbeat',
    '机柜心跳',
  ]);
  await cabinet.is(true);
  expect(await cabinet.alarms()).toEqual([{ ...SILENCE, state: 'cleared' }]);
});

test('one that is disabled calls nobody, and none counts where its spot does not want to hear of it', async () => {
  const cabinet = await aCabinet();
  await cabinet.set({ status: 'disabled', online: false });
  await cabinet.look();
  expect(await cabinet.alarms()).toEqual([{ ...SILENCE, silent: true, state: 'open' }]);
  const wants = (alarm_heartbeat: boolean) =>
    inside((tx) => tx.db.updateTable('spot').set({ alarm_heartbeat }).where('id', '=', town.goods.spotId).execute());
  await wants(false);
  await cabinet.look();
  expect(await cabinet.alarms()).toMatchObject([{ state: 'cleared' }]);
  await wants(true);
});

test('silence and missing units are two alarms, each over by itself', async () => {
  const cabinet = await aCabinet();
  await cabinet.is(false);

  const unit = { id: newId(), serial: `PB${newId().slice(-8)}`, state: 'missing', cabinet_id: cabinet.id };
  await inside((tx) => tx.db.insertInto('power_bank').values(unit).execute());
  await cabinet.look();
  expect((await cabinet.alarms()).map(({ type }) => type).sort()).toEqual(['cabinet_heartbeat', 'missing_unit']);
  await cabinet.is(true);
  expect(await cabinet.alarms()).toEqual(
    expect.arrayContaining([
      { ...SILENCE, state: 'cleared' },
      { type: 'missing_unit', severity: 'minor', silent: false, state: 'open' },
    ]),
  );
});

test('a cabinet that has never connected is not missed', async () => {
  const cabinet = await aCabinet();
  await cabinet.set({ online: false, last_heard_at: null });
  await cabinet.look();
  expect(await cabinet.alarms()).toEqual([]);
});
