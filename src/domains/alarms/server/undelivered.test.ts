import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWithTwoSpots, type TwoSpots } from '#domains/robots/server/test-robots.ts';
import { spots } from '#domains/spots/server/index.ts';
import { channelJobs } from '#platform/channels/contract/jobs.ts';
import { channels } from '#platform/channels/server/index.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { notices } from '#system/notices/server/index.ts';
import { alarms } from '../contract/alarms.ts';
import { alarmEndpoints } from '../contract/endpoints.ts';
import { alarmsSlice } from './index.ts';
import { lookAtRobots } from './look.ts';
import { watchAlarms } from './watch.ts';

/** Takes what is to be delivered and leaves it: the test says what becomes of it. */
const mailbox = { name: 'mailbox', jobs: [{ type: channelJobs.deliver, handle: async () => {} }] };

let town: TwoSpots;
const aTown = async (ways: ServerSlice): Promise<TwoSpots> => {
  const made = await startWithTwoSpots([notices, spots, ways, alarmsSlice]);
  // ahead of the machine, so that nothing is called before it is asked for
  made.server.services.clock.set(new Date(Date.now() + 3_600_000));
  return made;
};
beforeAll(async () => {
  town = await aTown(mailbox);
});
afterAll(() => town.server.stop());

const inside = <Answer>(work: (tx: Transaction) => Promise<Answer>): Promise<Answer> =>
  runTransaction(town.server.services, { tenantId: town.tenant.id, actor: SYSTEM_ACTOR }, work);
const pass = (minutes: number): void => {
  const { clock } = town.server.services;
  clock.set(new Date(clock.now().getTime() + minutes * 60_000));
};
const look = () => watchAlarms.run(town.server.services, town.server.services.clock.now());
const list = async () => (await town.server.call(alarms.endpoints.page, {}, town.staff)).records;
const told = async () =>
  (await town.server.call(noticeEndpoints.page, {}, town.staff)).records.filter(
    ({ kind }) => kind === 'alarms.unreached',
  );
/** What the messages about alarms come to that nothing has become of yet. */
const become = (state: 'failed' | 'sent', more: { to?: string; channel?: string; fault?: string } = {}) =>
  inside(async ({ db, now }) => {
    let rows = db
      .updateTable('message_delivery')
      .set({
        state,
        content: null,
        changed_at: now(),
        last_error: state === 'failed' ? (more.fault ?? 'refused') : null,
      })
      .where('purpose', '=', 'alarm')
      .where('state', 'in', ['pending', 'sent']);
    if (more.to) rows = rows.where('recipient', '=', more.to);
    if (more.channel) rows = rows.where('channel', '=', more.channel);
    const { numUpdatedRows } = await rows.executeTakeFirstOrThrow();
    expect(Number(numUpdatedRows)).toBeGreaterThan(0);
  });
/** Whom an alarm has called and why, with what did not arrive. */
const callsOf = async (id: string) =>
  (await town.server.call(alarmEndpoints.steps, { id }, town.staff)).steps
    .filter(({ kind }) => kind === 'called')
    .map(({ detail }) => {
      const undelivered = (detail['undelivered'] ?? []) as { channel: string; fault: string }[];
      const words = undelivered.map(({ channel, fault }) => `${channel} ${fault}`).sort();
      return [
        String(detail['name']),
        String(detail['reason']),
        ...words,
        ...(detail['isUnreached'] ? ['unreached'] : []),
      ].join(', ');
    });

const ADA = { name: 'Ada', phone: '+47 900 00 001', email: 'ada@example.test', bySms: true, byEmail: true };
const BO = { name: 'Bo', phone: '', email: 'bo@example.test', bySms: false, byEmail: true };
let id = '';
let robotId = '';
/** A robot that has fallen silent, about which the first contact has been called. */
async function anAlarm(): Promise<void> {
  // what was called before has had its peace
  pass(120);
  robotId = newId();
  await inside(async (tx) => {
    for (const table of ['alarm', 'message_delivery', 'notice'] as const) await tx.db.deleteFrom(table).execute();
    await tx.db.deleteFrom('robot').where('id', '!=', town.goods.robotId).execute();
    await tx.db.updateTable('robot').set({ last_heard_at: null, online: true }).execute();
    await tx.db
      .updateTable('spot')
      .set({ contacts: JSON.stringify([ADA, BO]), alarm_times: '[]', maintenance_email: 'repair@example.test' })
      .execute();
    await tx.db
      .insertInto('robot')
      .values({
        ...{ id: robotId, imei: `87${Math.floor(Math.random() * 1e13)}`, name: 'Robot', spot_id: town.goods.spotId },
        ...{ online: false, last_heard_at: tx.now(), presence_changed_at: tx.now() },
      })
      .execute();
    await lookAtRobots(tx, [robotId]);
  });
  await look();
  const [alarm] = await list();
  id = alarm!.id;
}
const comeBack = () =>
  inside(async (tx) => {
    await tx.db.updateTable('robot').set({ online: true }).where('id', '=', robotId).execute();
    await lookAtRobots(tx, [robotId]);
  });

describe('a message that does not arrive', () => {
  beforeEach(anAlarm);
  test('is said by its step, and the next one is called with the next look', async () => {
    expect(await callsOf(id)).toEqual(['Ada, first']);
    await become('failed');
    await look();
    expect(await callsOf(id)).toEqual(['Ada, first, email refused, sms refused, unreached', 'Bo, passed']);
    // he was reached: the next one has his 30 minutes
    await become('sent');
    pass(29);
    await look();
    expect(await callsOf(id)).toHaveLength(2);
    pass(1);
    await look();
    expect((await callsOf(id)).slice(2)).toEqual(['repair@example.test, escalated']);
    expect(await list()).toMatchObject([{ unreached: false }]);
    expect(await told()).toEqual([]);
  });

  test('leaves the others to reach him: he has his 30 minutes', async () => {
    await become('failed', { channel: 'email', fault: 'no-receiver' });
    await become('sent', { channel: 'sms' });
    await look();
    await look();
    expect(await callsOf(id)).toEqual(['Ada, first, email no-receiver']);
    // the provider took the other one, and says later that it did not arrive
    pass(10);
    await become('failed', { fault: 'bounced' });
    await look();
    expect(await callsOf(id)).toEqual(['Ada, first, email no-receiver, sms bounced, unreached', 'Bo, passed']);
  });

  test('of a channel that still tries, or of nobody else, is waited for', async () => {
    await become('failed', { channel: 'email' });
    await look();
    expect(await callsOf(id)).toEqual(['Ada, first, email refused']);
    expect(await list()).toMatchObject([{ unreached: false }]);
  });

  test('at anybody is a mark of the alarm and in the bell, until somebody looks after it', async () => {
    await become('failed');
    await look();
    await become('failed');
    await look();
    expect(await list()).toMatchObject([{ unreached: false }]);
    expect(await told()).toEqual([]);
    await become('failed');
    await look();
    await look();
    expect(await callsOf(id)).toEqual([
      'Ada, first, email refused, sms refused, unreached',
      'Bo, passed, email refused, unreached',
      'repair@example.test, passed, email refused, unreached',
    ]);
    expect(await list()).toMatchObject([{ unreached: true }]);
    expect(await told()).toMatchObject([{ params: { name: 'Robot' }, settledAt: null }]);
    // tried again with the reminders; who is reached then has the whole time to acknowledge it
    pass(60);
    await look();
    expect((await callsOf(id)).slice(3)).toEqual(['Ada, reminder', 'Bo, reminder', 'repair@example.test, reminder']);
    // as long as these are on their way nobody has been reached, nor after one of them has failed
    expect(await list()).toMatchObject([{ unreached: true }]);
    await become('failed', { to: 'repair@example.test' });
    await look();
    expect(await list()).toMatchObject([{ unreached: true }]);
    await become('sent', { to: 'bo@example.test' });
    await look();
    expect(await list()).toMatchObject([{ unreached: false }]);
    await become('failed');
    await look();
    expect(await list()).toMatchObject([{ unreached: true }]);
    await town.server.call(alarmEndpoints.acknowledge, { ids: [id] }, town.staff);
    expect(await told()).toMatchObject([{ settledAt: expect.any(String) }]);
  });

  test('is said of an alarm that somebody looks after already, and that it is over', async () => {
    await town.server.call(alarmEndpoints.acknowledge, { ids: [id] }, town.staff);
    await become('failed');
    await look();
    expect(await callsOf(id)).toEqual(['Ada, first, email refused, sms refused, unreached']);
    await comeBack();
    pass(2);
    await look();
    expect((await callsOf(id)).slice(1)).toEqual(['Ada, cleared']);
    await become('failed', { fault: 'expired' });
    await look();
    expect((await callsOf(id)).slice(1)).toEqual(['Ada, cleared, email expired, sms expired, unreached']);
  });

  test('disturbs nobody: however many there were, two minutes later he is called about what has come since', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await become('failed');
      pass(2);
      const imei = `86000000000000${turn}`;
      await inside((tx) =>
        tx.db
          .insertInto('robot')
          .values({
            ...{
              id: newId(),
              imei,
              name: 'Other',
              spot_id: town.goods.spotId,
              online: true,
              presence_changed_at: tx.now(),
            },
            ...{ abnormal: true, faults: JSON.stringify([{ code: 'grinder-jam' }]), last_heard_at: tx.now() },
          })
          .execute(),
      );
      await look();
      const alarm = (await list()).find(({ deviceImei }) => deviceImei === imei);
      expect(await callsOf(alarm!.id)).toEqual(['Ada, first']);
    }
  });
});

test('without anything set up for mails and text messages all contacts are tried within minutes, and the console says so', async () => {
  const before = town;
  town = await aTown(channels);
  try {
    await anAlarm();
    for (let turn = 0; turn < 4; turn += 1) {
      await town.server.runDue();
      await look();
    }
    expect(await callsOf(id)).toEqual([
      'Ada, first, email not-configured, sms not-configured, unreached',
      'Bo, passed, email not-configured, unreached',
      'repair@example.test, passed, email not-configured, unreached',
    ]);
    expect(await told()).toMatchObject([{ settledAt: null }]);
  } finally {
    await town.server.stop();
    town = before;
  }
});
