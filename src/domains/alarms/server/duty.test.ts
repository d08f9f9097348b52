import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWithTwoSpots, type TwoSpots } from '#domains/robots/server/test-robots.ts';
import { spots } from '#domains/spots/server/index.ts';
import { channelJobs } from '#platform/channels/contract/jobs.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { exportsSlice } from '#platform/exports/server/exports-slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { records } from '#platform/records/server/index.ts';
import { type Caller, Refused } from '#platform/testing/test-server.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { notices } from '#system/notices/server/index.ts';
import { findPerson } from '#system/session/server/index.ts';
import { notifyOwner } from '#system/transfers/server/index.ts';
import { duties, dutyChanges } from '../contract/duties.ts';
import { dutyEndpoints } from '../contract/duty-endpoints.ts';
import { callDue } from './call.ts';
import { alarmsSlice } from './index.ts';
import { lookAtRobots } from './look.ts';

const mailbox = { name: 'mailbox', jobs: [{ type: channelJobs.deliver, handle: async () => {} }] };
const files = exportsSlice([alarmsSlice], { findPerson, notifyOwner });
type Person = Caller & { userId: string; account: string };

let town: TwoSpots;
let [ada, bo, kim] = [] as unknown as Person[];
beforeAll(async () => {
  town = await startWithTwoSpots([records, notices, spots, mailbox, alarmsSlice, files]);
  // before they log in: their sessions are of that time
  at('2036-11-24T23:00:00Z');
  [ada, bo, kim] = [await aPerson('ada'), await aPerson('bo'), await aPerson('kim', [town.otherSpotId])];
  await inside((tx) =>
    tx.db
      .updateTable('spot')
      .set({
        contacts: '[]',
        maintenance_email: '',
        alarm_times: JSON.stringify([{ window: { from: '08:00', to: '16:00' } }]),
      })
      .execute(),
  );
});
afterAll(() => town.server.stop());

const inside = <Answer>(work: (tx: Transaction) => Promise<Answer>): Promise<Answer> =>
  runTransaction(town.server.services, { tenantId: town.tenant.id, actor: SYSTEM_ACTOR }, work);
const RIGHTS = ['alarm', 'alarm-duty'].flatMap((kind) =>
  ['view', 'add', 'edit', 'delete'].map((act) => `${kind}:${act}`),
);

async function aPerson(name: string, spotIds?: readonly string[]): Promise<Person> {
  const person = await town.tenant.staff([...RIGHTS, 'spot:view'], spotIds ? { spotIds } : {});
  const account = await town.server.services.database.identity(async (db) => {
    await db
      .updateTable('staff_user')
      .set({ email: `${name}@example.test`, realname: name })
      .where('id', '=', person.userId)
      .execute();
    const row = await db
      .selectFrom('staff_user')
      .select('username')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    return row.username;
  });
  return { ...person, account };
}
const at = (time: string): void => town.server.services.clock.set(new Date(time));
const week = (request: object = {}, caller: Caller = ada as Person) =>
  town.server.call(dutyEndpoints.week, request, caller);
const add = (more: object, caller: Caller = ada as Person) =>
  town.server.call(
    duties.endpoints.add,
    {
      ...{ name: 'Nights', userName: (ada as Person).account, weekdays: [1, 2, 3, 4, 5, 6, 7] },
      ...{ hours: { from: '22:00', to: '06:00' }, startsOn: '2036-01-01' },
      ...more,
    },
    caller,
  );
const change = (more: object) =>
  town.server.call(
    dutyChanges.endpoints.add,
    {
      ...{ reason: 'Ill', userName: (bo as Person).account, absentUserName: (ada as Person).account },
      ...{ fromAt: '2036-11-24T12:00:00Z', untilAt: '2036-11-25T12:00:00Z' },
      ...more,
    },
    ada as Person,
  );
const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof Refused)) throw new Error(`nothing was refused: ${String(error)}`);
  return [error.problem, ...(error.answer.body.faults ?? []).map(({ path }) => path)];
};
const sent = () =>
  inside(async (tx) => {
    const rows = await tx.db
      .selectFrom('message_delivery')
      .select('recipient')
      .where('purpose', '=', 'alarm')
      .execute();
    await tx.db.deleteFrom('message_delivery').execute();
    return rows.map(({ recipient }) => recipient).sort();
  });
const call = () => inside((tx) => callDue(town.server.services, tx));

beforeEach(async () => {
  at('2036-11-24T23:00:00Z');
  await inside(async (tx) => {
    for (const table of [
      'alarm',
      'alarm_duty',
      'alarm_duty_change',
      'alarm_handover',
      'message_delivery',
      'notice',
    ] as const)
      await tx.db.deleteFrom(table).execute();
    await tx.db.deleteFrom('robot').where('id', '!=', town.goods.robotId).execute();
  });
});

async function aSilentRobot(): Promise<void> {
  const id = newId();
  await inside(async (tx) => {
    await tx.db
      .insertInto('robot')
      .values({
        ...{ id, imei: `87${Math.floor(Math.random() * 1e13)}`, name: 'Robot', spot_id: town.goods.spotId },
        ...{ online: false, last_heard_at: tx.now(), presence_changed_at: tx.now() },
      })
      .execute();
    await lookAtRobots(tx, [id]);
  });
}

describe('the rota', () => {
  test('shows the week with who is on duty, who replaces whom, and who is now', async () => {
    await add({});
    await change({});
    const { week: monday, blocks, now } = await week({ day: '2036-11-26' });
    expect(monday).toBe('2036-11-24');
    // the night before Monday lasts into it
    expect(blocks).toHaveLength(8);
    expect(blocks.filter(({ insteadOf }) => insteadOf === 'ada').map(({ userName, from }) => [userName, from])).toEqual(
      [['bo', '2036-11-24T21:00:00.000Z']],
    );
    expect(now.map(({ userName }) => userName)).toEqual(['bo']);
  });

  test('an exception at a spot holds there alone: the week, who is on duty now and whom an alarm calls say the same', async () => {
    await add({ hours: { from: '00:00', to: '00:00' } });
    await change({ spotId: town.goods.spotId });
    const seen = async (spotId?: string) =>
      (await week(spotId ? { spotId } : {})).now.map(
        ({ userName, spotId: where, exceptSpots, insteadOf }) =>
          `${userName} at ${where === null ? 'all' : where === town.goods.spotId ? 'this' : 'other'}${exceptSpots.map(({ id }) => (id === town.goods.spotId ? ' but this' : ' but ?')).join('')}${insteadOf && ` for ${insteadOf}`}`,
      );
    expect(await seen(town.goods.spotId)).toEqual(['bo at this for ada']);
    expect(await seen(town.otherSpotId)).toEqual(['ada at all but this']);
    expect((await seen()).sort()).toEqual(['ada at all but this', 'bo at this for ada']);
    // who sees the other spot alone learns nothing of this one
    expect((await week({}, kim)).now).toMatchObject([{ userName: 'ada', exceptSpots: [] }]);
    const { blocks } = await week({ day: '2036-11-26', spotId: town.goods.spotId });
    expect(blocks.filter(({ from }) => from >= '2036-11-24T12:00' && from < '2036-11-25T12:00')).toMatchObject([
      { userName: 'bo', insteadOf: 'ada', from: '2036-11-24T12:00:00.000Z', until: '2036-11-24T23:00:00.000Z' },
      { userName: 'bo', insteadOf: 'ada', from: '2036-11-24T23:00:00.000Z', until: '2036-11-25T12:00:00.000Z' },
    ]);
    await aSilentRobot();
    await call();
    expect(await sent()).toEqual(['bo@example.test']);
  });

  test('an exception of nobody by name replaces everybody at its spot, whatever their duties are of', async () => {
    await add({ hours: { from: '00:00', to: '00:00' } });
    await add({
      name: 'Here',
      spotId: town.goods.spotId,
      userName: (kim as Person).account,
      hours: { from: '00:00', to: '00:00' },
    });
    await change({ spotId: town.goods.spotId, absentUserName: '' });
    const names = async (spotId: string) => (await week({ spotId })).now.map(({ userName }) => userName);
    expect(await names(town.goods.spotId)).toEqual(['bo']);
    expect(await names(town.otherSpotId)).toEqual(['ada']);
    // whoever sees this spot alone is not shown who is on duty everywhere else
    const here = await aPerson('eve', [town.goods.spotId]);
    expect((await week({}, here)).now.map(({ userName }) => userName)).toEqual(['bo']);
    await aSilentRobot();
    await call();
    expect(await sent()).toEqual(['bo@example.test']);
  });

  test('whoever is on duty is called first, at any hour; the next one at once when the duty goes over', async () => {
    await add({});
    await add({ name: 'Days', userName: (bo as Person).account, hours: { from: '06:00', to: '22:00' } });
    await aSilentRobot();
    await call();
    expect(await sent()).toEqual(['ada@example.test']);
    at('2036-11-25T04:59:00Z');
    await call();
    expect(await sent()).toEqual(['ada@example.test']);
    at('2036-11-25T05:01:00Z');
    await call();
    expect(await sent()).toEqual(['bo@example.test']);
    // who has gone off duty is left in peace
    at('2036-11-25T06:30:00Z');
    await call();
    expect(await sent()).toEqual(['bo@example.test']);
  });

  test('without anybody on duty the window of the spot counts', async () => {
    await add({ endsOn: '2036-11-23' });
    await aSilentRobot();
    await call();
    expect(await sent()).toEqual([]);
  });

  test('refuses who does not work here, himself, and an end before the beginning', async () => {
    expect(await refusal(add({ userName: 'nobody-of-us' }))).toEqual(['alarm.duty-not-a-member', 'userName']);
    expect(await refusal(add({ endsOn: '2035-01-01' }))).toEqual(['alarm.duty-ends-before-it-begins', 'endsOn']);
    expect(await refusal(change({ userName: (ada as Person).account }))).toEqual(['alarm.duty-himself', 'userName']);
    expect(await refusal(change({ untilAt: '2036-11-24T12:00:00Z' }))).toEqual([
      'alarm.duty-ends-before-it-begins',
      'untilAt',
    ]);
  });

  test('who sees some spots plans for those alone', async () => {
    await add({ spotId: town.goods.spotId });
    expect((await town.server.call(duties.endpoints.page, {}, kim)).total).toBe(0);
    expect((await week({ day: '2036-11-26' }, kim)).blocks).toEqual([]);
    expect(await refusal(add({}, kim))).toEqual(['alarm.duty-of-every-spot', 'spotId']);
    expect((await refusal(add({ spotId: town.goods.spotId }, kim)))[0]).toBe('record.reference-unknown');
    await add({ spotId: town.otherSpotId }, kim);
    expect((await week({ day: '2036-11-26' }, kim)).blocks).toHaveLength(8);
    expect((await refusal(week({ spotId: town.goods.spotId }, kim)))[0]).toBe('spot.not-found');
  });
});

describe('hand-over', () => {
  const note = (more: object = {}, caller: Caller = ada as Person) =>
    town.server.call(dutyEndpoints.handOver, { note: 'The router of the harbour is being replaced', ...more }, caller);
  const told = async (person: Person | undefined) =>
    (await town.server.call(noticeEndpoints.page, {}, person as Person)).records.filter(
      ({ kind }) => kind === 'alarms.handover',
    );

  test('a note reaches who comes next, who says that he has read it', async () => {
    await add({});
    await add({ name: 'Days', userName: (bo as Person).account, hours: { from: '06:00', to: '22:00' } });
    const { id, forName } = await note();
    expect(forName).toBe('bo');
    expect(await told(bo)).toMatchObject([{ params: { by: expect.any(String) } }]);
    expect(await told(kim)).toEqual([]);
    expect((await week()).notes).toMatchObject([{ id, isOwn: true, readAt: null, forName: 'bo' }]);
    expect((await refusal(town.server.call(dutyEndpoints.readNote, { id }, ada)))[0]).toBe('alarm.note-own');
    await town.server.call(dutyEndpoints.readNote, { id }, bo);
    expect((await week({}, bo)).notes).toMatchObject([{ isOwn: false, readAt: expect.any(String) }]);
    expect((await told(bo))[0]).toMatchObject({ settledAt: expect.any(String) });
  });

  test('of other spots and other tenants it is not there', async () => {
    const { id, forName } = await note({ spotId: town.goods.spotId });
    expect(forName).toBe('');
    const foreign = await (await town.server.newTenant()).staff(RIGHTS);
    for (const caller of [kim as Person, foreign]) {
      expect((await week({}, caller)).notes).toEqual([]);
      expect((await refusal(town.server.call(dutyEndpoints.readNote, { id }, caller)))[0]).toBe('alarm.note-not-found');
    }
    expect((await refusal(note({}, kim)))[0]).toBe('alarm.duty-of-every-spot');
    expect((await refusal(note({ spotId: town.goods.spotId }, kim)))[0]).toBe('spot.not-found');
  });
});

test.each([
  ['en-US', ['Mon–Wed, Sun', '22:00–06:00']],
  ['zh-CN', ['周一至周三、周日', '22:00–06:00']],
])('a file of duties in %s says on which days and at what hours', async (language, [days, hours]) => {
  await add({ weekdays: [7, 1, 2, 3] });
  const reader = { ...(ada as Person), language };
  const asked = { format: 'csv', columns: ['name', 'weekdays', 'hours'] } as const;
  const { id } = await town.server.call(duties.endpoints.export, asked, reader);
  await town.server.runDue();
  const { path } = await town.server.call(exportEndpoints.link, { id }, reader);
  const [, row] = parse((await town.server.send('GET', `/api${path}`)).text, { bom: true }) as string[][];
  expect(row).toEqual(['Nights', days, hours]);
});
