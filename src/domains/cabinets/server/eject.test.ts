import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { slices } from '#apps/server/slices.ts';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { holdFacts } from '#platform/testing/hold-facts.ts';
import type { Caller, TestServer, TestTenant } from '#platform/testing/test-server.ts';
import { cabinetEndpoints } from '../contract/endpoints.ts';
import { cabinetEvents } from '../contract/events.ts';
import { releaseSlot, reserveSlot, sendEject } from './eject.ts';
import { free, full, refusal, startCabinetServer, TestCabinet } from './test-cabinets.ts';

const facts: { name: string; serial: string | null; orderNo?: string | null; more?: unknown }[] = [];
const listener: ServerSlice = {
  name: 'test-rentals',
  subscriptions: [
    subscribe(cabinetEvents.unitEjected, 'test.ejected', async (_tx, { serial, orderNo, late, expectedSerial }) => {
      facts.push({ name: 'ejected', serial, orderNo, more: { late, expectedSerial } });
    }),
    subscribe(cabinetEvents.ejectFailed, 'test.failed', async (_tx, { serial, orderNo, code }) => {
      facts.push({ name: 'failed', serial, orderNo, more: code });
    }),
    subscribe(cabinetEvents.ejectUnresolved, 'test.unresolved', async (_tx, { serial, orderNo }) => {
      facts.push({ name: 'unresolved', serial, orderNo });
    }),
    subscribe(cabinetEvents.unitReturned, 'test.returned', async (_tx, { serial, orderNo, source }) => {
      facts.push({ name: 'returned', serial, orderNo, more: source });
    }),
    subscribe(cabinetEvents.unitMissing, 'test.missing', async (_tx, { serial }) => {
      facts.push({ name: 'missing', serial });
    }),
  ],
};

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
beforeAll(async () => {
  server = await startCabinetServer({ slices: [...slices, listener] });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  tenant = await server.newTenant();
  staff = await tenant.staff();
  facts.length = 0;
});

const aSerial = (): string => `PB${newId().slice(-10)}`;
const aCabinet = () => TestCabinet.add(server, tenant, staff);
const inTx = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, work);
const lend = (cabinet: TestCabinet, orderNo = newId()) =>
  inTx(async (tx) => {
    const slot = await reserveSlot(tx, { cabinetId: cabinet.id, orderNo });
    await sendEject(tx, { cabinetId: cabinet.id, slot: slot.slot, serial: slot.serial, orderNo });
    return { ...slot, orderNo };
  });
const why = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? error.code : error),
  );

/** As the frame says it after a command ran out of time. */
const timeOut = async (cabinet: TestCabinet, commandId: string, cmd: string): Promise<void> => {
  await inTx((tx) =>
    tx.publish(deviceEvents.commandFinished, {
      ...{ commandId, imei: cabinet.imei, cmd, orderNo: null, state: 'timed_out' as const },
      ...{ resultCode: null, resultText: null, late: false },
    }),
  );
  await server.runDue();
};
/** Neither the eject nor the look at its slot is answered. */
const leaveUnanswered = async (cabinet: TestCabinet): Promise<void> => {
  await timeOut(cabinet, (await cabinet.heard('eject')).id, 'eject');
  await timeOut(cabinet, (await cabinet.heard('check')).id, 'check');
};

describe('a slot for a rental', () => {
  test('is the one with the highest charge, held for the order alone', async () => {
    const [low, high] = [aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([full(1, low, 70), full(2, high, 95), free(3)]);
    const reserve = (orderNo: string) => inTx((tx) => reserveSlot(tx, { cabinetId: cabinet.id, orderNo }));
    expect(await reserve('A')).toMatchObject({ slot: 2, serial: high });
    expect(await reserve('B')).toMatchObject({ slot: 1, serial: low });
    expect(await why(reserve('C'))).toBe('cabinet.nothing-to-lend');
    await inTx((tx) => releaseSlot(tx, 'A'));
    expect(await reserve('C')).toMatchObject({ slot: 2 });
    expect((await cabinet.slot(2)).reservedUntil).not.toBeNull();
  });

  test('is charged to what the tenant lends from, and so is what people see and count', async () => {
    const cabinet = await (await aCabinet()).start([full(1, aSerial(), 50), free(2)]);
    const lendFrom = (percent: number) =>
      inTx((tx) => tx.db.updateTable('tenant').set({ lend_from_percent: percent }).execute());
    const seen = async () => [(await cabinet.slot(1)).borrowable, (await cabinet.row()).borrowable];
    expect(await seen()).toEqual([false, 0]);
    expect(await why(lend(cabinet))).toBe('cabinet.nothing-to-lend');
    await lendFrom(40);
    expect(await seen()).toEqual([true, 1]);
    await lendFrom(51);
    expect(await why(lend(cabinet))).toBe('cabinet.nothing-to-lend');
    await lendFrom(50);
    expect(await lend(cabinet)).toMatchObject({ slot: 1, soc: 50 });
  });

  test('is not there where the cabinet is offline', async () => {
    const cabinet = await aCabinet();
    expect(await why(lend(cabinet))).toBe('cabinet.offline');
  });
});

describe('an eject', () => {
  test('that is answered lends the unit, once, whoever says it', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial), free(2)]);
    const { orderNo } = await lend(cabinet);
    const { id, args } = await cabinet.heard('eject');
    expect(args).toEqual({ slot: 1, serial });
    expect(await why(lend(cabinet, orderNo))).toBe('cabinet.nothing-to-lend');
    await cabinet.answers(id, { ok: true, code: 'EJECTED', data: { serial } });
    await cabinet.says({ kind: 'bank.ejected', serial, slot: 1, cmdId: id, eventId: 'e-1' });
    expect(facts).toEqual([{ name: 'ejected', serial, orderNo, more: { late: false, expectedSerial: serial } }]);
    expect(await cabinet.unit(serial)).toMatchObject({ state: 'rented', orderNo, slot: null });
    expect((await cabinet.places(serial)).map(({ cause }) => cause)).toEqual(['ejected', 'upload']);
    await cabinet.says({ kind: 'bank.returned', serial, slot: 2, eventId: 'r-1' });
    expect(facts.at(-1)).toEqual({ name: 'returned', serial, orderNo, more: 'event' });
  });

  test('that fails makes the slot a fault, which a full upload does not wash away', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial)]);
    const { orderNo } = await lend(cabinet);
    await cabinet.answers((await cabinet.heard('eject')).id, { ok: false, code: 'JAMMED' });
    expect(facts).toEqual([{ name: 'failed', serial, orderNo, more: 'JAMMED' }]);
    await cabinet.upload([full(1, serial)]);
    expect(await cabinet.slot(1)).toMatchObject({ state: 'fault', fault: 'eject-failed', borrowable: false });
    expect(await cabinet.row()).toMatchObject({ borrowable: 0, faults: 1 });
  });

  test('that came out after it had failed is late', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial)]);
    const { orderNo } = await lend(cabinet);
    const { id } = await cabinet.heard('eject');
    await cabinet.answers(id, { ok: false, code: 'JAMMED' });
    await cabinet.says({ kind: 'bank.ejected', serial, slot: 1, cmdId: id, eventId: 'e-1' });
    expect(facts.at(-1)).toMatchObject({ name: 'ejected', orderNo, more: { late: true } });
  });

  test('that is answered waits for what the cabinet said before, as where a server died that had begun with it', async () => {
    const [first, second] = [aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([full(1, first), free(2)]);
    await lend(cabinet);
    const { id } = await cabinet.heard('eject');
    const letGo = await holdFacts(server.databaseUrl, 'cabinet.return-reported');
    await cabinet.device.event({ kind: 'bank.returned', serial: second, slot: 2, eventId: 'r-1' });
    await cabinet.answers(id, { ok: true, code: 'EJECTED', data: { serial: first } });
    expect(facts).toEqual([]);
    await letGo();
    await server.runDue();
    expect(facts.map(({ name, serial }) => [name, serial])).toEqual([
      ['returned', second],
      ['ejected', first],
    ]);
  });

  test('of another unit than asked for says which came out', async () => {
    const [asked, other] = [aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([full(1, asked, 95), full(2, other, 80)]);
    await lend(cabinet);
    const { id } = await cabinet.heard('eject');
    await cabinet.says({ kind: 'bank.ejected', serial: other, slot: 2, cmdId: id, eventId: 'e-1' });
    expect(facts.at(-1)).toMatchObject({ serial: other, more: { expectedSerial: asked } });
  });

  test('of another unit empties the slot of that one, and asks what lies in the slot that was asked', async () => {
    const [asked, other] = [aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([free(1), full(2, asked, 95), full(3, other, 80)]);
    await server.call(cabinetEndpoints.eject, { id: cabinet.id, slot: 2, reason: 'Cleaning' }, staff);
    const { id } = await cabinet.heard('eject');
    await cabinet.answers(id, { ok: true, code: 'EJECTED', data: { serial: other } });
    expect(await cabinet.unit(other)).toMatchObject({ state: 'in_service', slot: null });
    expect(await cabinet.slot(3)).toMatchObject({ state: 'empty', serial: null, borrowable: false });
    expect(await cabinet.slot(2)).toMatchObject({ state: 'occupied', serial: asked });
    expect(await cabinet.unit(asked)).toMatchObject({ state: 'in_slot', slot: 2 });
    await cabinet.heard('uploadAll');
    await cabinet.upload([free(1), free(2), free(3)]);
    expect(await cabinet.unit(asked)).toMatchObject({ state: 'missing', slot: null, openNotices: 1 });
    expect(facts.at(-1)).toEqual({ name: 'missing', serial: asked });
  });

  test('that is answered when another unit lies in its slot already leaves that one there', async () => {
    const [lent, other] = [aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([full(1, lent)]);
    const { orderNo } = await lend(cabinet);
    const { id } = await cabinet.heard('eject');
    await cabinet.says({ kind: 'bank.returned', serial: other, slot: 1, eventId: 'r-1' });
    expect(await cabinet.unit(lent)).toMatchObject({ state: 'in_slot' });
    await cabinet.answers(id, { ok: true, code: 'EJECTED', data: { serial: lent } });
    expect(await cabinet.unit(lent)).toMatchObject({ state: 'rented', orderNo });
    expect(await cabinet.slot(1)).toMatchObject({ state: 'occupied', serial: other });
  });

  test('without an answer is looked at: what is still there has failed', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial)]);
    await lend(cabinet);
    await timeOut(cabinet, (await cabinet.heard('eject')).id, 'eject');
    const check = await cabinet.heard('check');
    await cabinet.answers(check.id, { ok: true, code: 'DONE', data: { state: 'occupied', serial } });
    expect(facts).toMatchObject([{ name: 'failed', more: 'STILL_THERE' }]);
  });

  test('without an answer is looked at: what is gone was lent', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial)]);
    const { orderNo } = await lend(cabinet);
    await timeOut(cabinet, (await cabinet.heard('eject')).id, 'eject');
    await cabinet.answers((await cabinet.heard('check')).id, { ok: true, code: 'DONE', data: { serial: null } });
    expect(facts).toMatchObject([{ name: 'ejected', serial, orderNo }]);
  });

  test('that nobody answers stays open until a full upload, and lets no second one out', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial)]);
    const { orderNo } = await lend(cabinet);
    await leaveUnanswered(cabinet);
    expect(facts).toEqual([{ name: 'unresolved', serial, orderNo }]);
    const again = inTx((tx) => sendEject(tx, { cabinetId: cabinet.id, slot: 1, serial, orderNo }));
    expect(await why(again)).toBe('cabinet.eject-open');
    await cabinet.upload([free(1)]);
    expect(facts.at(-1)).toMatchObject({ name: 'ejected', serial, orderNo });
  });

  test('that nobody answered brought its unit out where another one came into the slot', async () => {
    const [lent, other] = [aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([full(1, lent), free(2)]);
    const { orderNo } = await lend(cabinet);
    await leaveUnanswered(cabinet);
    await cabinet.says({ kind: 'bank.returned', serial: other, slot: 1, eventId: 'r-1' });
    await cabinet.upload([full(1, other), free(2)]);
    expect(facts.map(({ name, serial }) => [name, serial])).toEqual([
      ['unresolved', lent],
      ['ejected', lent],
      ['returned', other],
    ]);
    expect(await cabinet.unit(lent)).toMatchObject({ state: 'rented', orderNo });
    expect(await cabinet.slot(1)).toMatchObject({ state: 'occupied', serial: other, fault: '' });
  });

  test('that nobody answered brought its unit out where an upload shows another one in the slot', async () => {
    const [lent, other] = [aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([full(1, lent)]);
    await lend(cabinet);
    await leaveUnanswered(cabinet);
    await cabinet.upload([full(1, other)]);
    expect(facts.at(-1)).toMatchObject({ name: 'ejected', serial: lent });
    expect(await cabinet.slot(1)).toMatchObject({ state: 'occupied', serial: other, fault: '' });
  });

  test('whose return was lost comes back with the next full upload', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial), free(2)]);
    const { orderNo } = await lend(cabinet);
    await cabinet.answers((await cabinet.heard('eject')).id, { ok: true, code: 'EJECTED', data: { serial } });
    await cabinet.upload([free(1), full(2, serial, 33)]);
    expect(facts.at(-1)).toEqual({ name: 'returned', serial, orderNo, more: 'upload' });
  });

  test('by staff puts the unit into service hands', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial)]);
    const ask = { id: cabinet.id, slot: 1, reason: 'Cleaning' };
    await server.call(cabinetEndpoints.eject, ask, staff);
    expect((await refusal(server.call(cabinetEndpoints.eject, ask, staff))).problem).toBe('cabinet.eject-open');
    await cabinet.answers((await cabinet.heard('eject')).id, { ok: true, code: 'EJECTED', data: { serial } });
    expect(await cabinet.unit(serial)).toMatchObject({ state: 'in_service', openNotices: 1 });
  });

  test('of an empty slot is refused; one of a slot that nothing is known of is settled by the next full upload', async () => {
    const cabinet = await (await aCabinet()).start([free(1)]);
    const eject = (slot: number) =>
      server.call(cabinetEndpoints.eject, { id: cabinet.id, slot, reason: 'Cleaning' }, staff);
    expect((await refusal(eject(1))).problem).toBe('cabinet.slot-empty');
    await eject(2);
    await leaveUnanswered(cabinet);
    await cabinet.upload([free(1), free(2)]);
    await cabinet.says({ kind: 'bank.returned', serial: aSerial(), slot: 2, soc: 80, eventId: 'r-1' });
    expect(await cabinet.slot(2)).toMatchObject({ state: 'occupied', fault: '' });
    await eject(2);
  });
});

test('all units come out for who types the number of the cabinet, and are in service hands', async () => {
  const [one, two] = [aSerial(), aSerial()];
  const cabinet = await (await aCabinet()).start([full(1, one), full(2, two)]);
  const pop = (imei: string) =>
    server.call(cabinetEndpoints.popAll, { id: cabinet.id, imei, reason: 'Closing' }, staff);
  expect(await refusal(pop('CAB-ANOTHER-ONE'))).toEqual({ problem: 'cabinet.number-wrong', paths: ['imei'] });
  await pop(cabinet.imei);
  expect((await refusal(pop(cabinet.imei))).problem).toBe('cabinet.command-open');
  const { id } = await cabinet.heard('popAll');
  await cabinet.says({ kind: 'bank.ejected', serial: one, slot: 1, cmdId: id, eventId: 'e-1' });
  await cabinet.answers(id, { ok: true, code: 'DONE' });
  // the event of the second is lost: the upload that is asked for shows it
  await cabinet.heard('uploadAll');
  await cabinet.upload([free(1), free(2)]);
  for (const serial of [one, two]) expect(await cabinet.unit(serial)).toMatchObject({ state: 'in_service' });
});
