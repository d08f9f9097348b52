import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import type { Caller, TestServer, TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { cabinets } from '../contract/cabinet.ts';
import { cabinetEndpoints } from '../contract/endpoints.ts';
import { powerBankNotices, powerBanks } from '../contract/power-bank.ts';
import { anImei, free, full, refusal, startCabinetServer, TestCabinet } from './test-cabinets.ts';

behavesAsRecords(cabinets, async () => ({ imei: anImei(), name: 'Hall', capacity: 8 }));
behavesAsRecords(powerBanks, async () => ({ serial: `PB${newId().slice(-10)}` }));

let server: TestServer;
let tenant: TestTenant;
let staff: Caller & { userId: string };
beforeAll(async () => {
  server = await startCabinetServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  tenant = await server.newTenant();
  staff = await tenant.staff('all', { steppedUp: true });
});

const aSerial = (): string => `PB${newId().slice(-10)}`;
const aCabinet = (more: object = {}) => TestCabinet.add(server, tenant, staff, more);

describe('a cabinet', () => {
  test('has an IMEI that no device of any tenant has', async () => {
    const { imei } = await aCabinet();
    const other = await (await server.newTenant()).staff();
    const again = server.call(cabinets.endpoints.add, { imei, name: 'Again', capacity: 4 } as never, other);
    expect(await refusal(again)).toEqual({ problem: 'cabinet.imei-taken', paths: ['imei'] });
    const wrong = server.call(cabinets.endpoints.add, { imei: 'a+b/#cd', name: 'X', capacity: 4 } as never, staff);
    expect(await refusal(wrong)).toEqual({ problem: 'cabinet.imei-malformed', paths: ['imei'] });
  });

  test('is not deleted, nor made smaller, over the units in it', async () => {
    const cabinet = await (await aCabinet()).start([free(1), full(2, aSerial())]);
    const { id } = cabinet;
    expect((await refusal(server.call(cabinets.endpoints.remove, { id }, staff))).problem).toBe('cabinet.units-inside');
    const smaller = server.call(cabinets.endpoints.edit, { id, capacity: 1 } as never, staff);
    expect(await refusal(smaller)).toEqual({ problem: 'cabinet.capacity-too-small', paths: ['capacity'] });
  });

  test('is another tenant’s business alone', async () => {
    const cabinet = await (await aCabinet()).start([full(1, aSerial())]);
    const other = await (await server.newTenant()).staff();
    const { id, imei } = cabinet;
    for (const call of [
      () => server.call(cabinetEndpoints.slots, { id }, other),
      () => server.call(cabinetEndpoints.byImei, { imei }, other),
      () => server.call(cabinetEndpoints.popAll, { id, imei, reason: 'x' }, other),
      () => server.call(cabinetEndpoints.uploadAll, { id }, other),
      () => server.call(cabinetEndpoints.credential, { id }, other),
    ])
      expect((await refusal(call())).problem).toBe('cabinet.not-found');
  });

  test('is seen by people of chosen spots where it stands at one, and so are its units', async () => {
    const spotId = newId();
    await server.services.database.write(tenant.id, (db) =>
      db.insertInto('spot').values({ id: spotId, name: 'Quay' }).execute(),
    );
    const [seen, unseen] = [aSerial(), aSerial()];
    const here = await (await aCabinet({ spotId })).start([full(1, seen)]);
    const elsewhere = await (await aCabinet()).start([full(1, unseen)]);
    const restricted = await tenant.staff('all', { spotIds: [spotId] });
    expect((await server.call(cabinets.endpoints.page, {}, restricted)).records.map(({ id }) => id)).toEqual([here.id]);
    expect((await server.call(powerBanks.endpoints.page, {}, restricted)).records.map(({ serial }) => serial)).toEqual([
      seen,
    ]);
    const { id } = elsewhere;
    expect((await refusal(server.call(cabinetEndpoints.slots, { id }, restricted))).problem).toBe('cabinet.not-found');
    const unit = server.call(cabinetEndpoints.unitBySerial, { serial: unseen }, restricted);
    expect((await refusal(unit)).problem).toBe('power-bank.not-found');
  });

  test('tells what it was asked and what it said', async () => {
    const cabinet = await (await aCabinet()).start([free(1)]);
    const { id } = cabinet;
    await server.call(cabinetEndpoints.uploadAll, { id }, staff);
    const commands = await server.call(cabinetEndpoints.commands, { id }, staff);
    expect(commands.records.map(({ cmd }) => cmd)).toEqual(['uploadAll']);
    const events = await server.call(cabinetEndpoints.events, { id }, staff);
    expect(events.records.map(({ kind }) => kind)).toEqual(['bank.slots']);
  });
});

describe('a move to another tenant', () => {
  const move = (cabinet: TestCabinet, tenantId: string, who: Caller = staff) =>
    server.call(cabinetEndpoints.changeDeviceTenant, { id: cabinet.id, tenantId, reason: 'Sold' } as never, who);

  test('asks for the password, and for the right in both tenants', async () => {
    const cabinet = await aCabinet();
    const other = await server.newTenant();
    const plain = await tenant.staff();
    expect((await refusal(move(cabinet, other.id, plain))).problem).toBe('session.step-up-required');
    expect((await refusal(move(cabinet, other.id))).problem).toBe('cabinet.tenant-not-allowed');
    expect((await refusal(move(cabinet, tenant.id))).problem).toBe('cabinet.tenant-same');
  });
});

describe('staff', () => {
  test('find a unit, call it broken, and finish its notice', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial)]);
    const { id } = await server.call(cabinetEndpoints.unitBySerial, { serial }, staff);
    const correct = (correction: 'found' | 'broken' | 'missing') =>
      server.call(cabinetEndpoints.correct, { id, correction, reason: 'Seen' }, staff);
    expect((await refusal(correct('found'))).problem).toBe('power-bank.already-so');
    expect((await refusal(correct('missing'))).problem).toBe('power-bank.already-so');
    await correct('broken');
    expect(await cabinet.row()).toMatchObject({ borrowable: 0 });
    await cabinet.upload([full(1, serial)]);
    expect(await cabinet.unit(serial)).toMatchObject({ state: 'broken', slot: 1 });
    await correct('found');
    expect(await cabinet.unit(serial)).toMatchObject({ state: 'in_slot' });
    await cabinet.upload([free(1)]);
    const [notice] = (await server.call(powerBankNotices.endpoints.page, {}, staff)).records;
    expect(notice).toMatchObject({ kind: 'missing', serial, state: 'open' });
    await server.call(cabinetEndpoints.noticeDone, { id: notice!.id, note: 'Found' }, staff);
    const again = server.call(cabinetEndpoints.noticeDone, { id: notice!.id, note: '' }, staff);
    expect((await refusal(again)).problem).toBe('power-bank.notice-done');
    await correct('found');
    expect(await cabinet.unit(serial)).toMatchObject({ state: 'in_service' });
  });

  test('give a cabinet a new password, which ends the old one', async () => {
    const cabinet = await (await aCabinet()).start([free(1)]);
    await server.call(cabinetEndpoints.credential, { id: cabinet.id }, staff);
    await until(async () => !(await cabinet.row()).online);
  });
});
