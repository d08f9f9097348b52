import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestDevice } from '#domains/devices/server/test-device.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import type { Caller, TestServer, TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { cabinets } from '../contract/cabinet.ts';
import { cabinetEndpoints } from '../contract/endpoints.ts';
import { powerBankNotices, powerBanks } from '../contract/power-bank.ts';
import { purgeHistory } from './purge-history.ts';
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

  test('takes the units along, with a new password; what it was stays here, and it may come back', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial), free(2)]);
    const other = await server.newTenant();
    const there = await other.staff('all', { steppedUp: true });
    await belongsToo(staff.userId, other.id, there.userId);
    const access = await move(cabinet, other.id);
    expect(access).toMatchObject({ username: cabinet.imei, topicPrefix: `v1/${other.id}/cabinet/${cabinet.imei}` });
    expect(access.password).not.toBe(cabinet.password);
    const foundBy = (who: Caller) => server.call(cabinets.endpoints.page, { keyword: cabinet.imei } as never, who);
    expect((await foundBy(staff)).total).toBe(0);
    expect(await cabinet.unit(serial)).toMatchObject({ state: 'moved', slot: null });
    expect((await cabinet.places(serial)).map(({ cause }) => cause)).toContain('moved');
    const [arrived] = (await foundBy(there)).records;
    expect(arrived).toMatchObject({ imei: cabinet.imei, spotId: null });

    const device = new TestDevice(
      access.url,
      { tenantId: other.id, kind: 'cabinet', imei: cabinet.imei },
      access.password ?? '',
    );
    await until(() =>
      device.connect().then(
        () => true,
        () => false,
      ),
    );
    await device.state({ online: true, fw: '1.0.0' });
    await device.event({ kind: 'bank.slots', slots: [full(1, serial), free(2)] });
    await server.runDue();
    await until(async () => {
      await server.runDue();
      return (await server.call(powerBanks.endpoints.page, { keyword: serial } as never, there)).total === 1;
    });
    const back = await server.call(
      cabinetEndpoints.changeDeviceTenant,
      { id: arrived!.id, tenantId: tenant.id, reason: 'Returned' } as never,
      { ...staff, tenantId: other.id },
    );
    expect(back.topicPrefix).toBe(`v1/${tenant.id}/cabinet/${cabinet.imei}`);
    expect((await foundBy(staff)).records[0]?.id).toBe(cabinet.id);
    expect((await foundBy(there)).total).toBe(0);
  });

  /** The same rights in another tenant: the roles that somebody has there. */
  async function belongsToo(userId: string, tenantId: string, like: string): Promise<void> {
    const tenant_id = Number(tenantId);
    await server.services.database.acrossTenants('test', async (db) => {
      await db.insertInto('membership').values({ tenant_id, user_id: userId, spot_access: 'all' }).execute();
      const roles = await db.selectFrom('user_role').select('role_id').where('user_id', '=', like).execute();
      for (const { role_id } of roles)
        await db.insertInto('user_role').values({ tenant_id, user_id: userId, role_id }).execute();
      await rightsChanged(db, [userId], tenant_id);
    });
  }
});

describe('what is kept', () => {
  test('places, ejects of staff and notices go after 400 days, but the newest place of a unit and what a rental needs', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial)]);
    const inside = <T>(work: Parameters<typeof server.services.database.write<T>>[1]) =>
      server.services.database.write(tenant.id, work);
    const long = new Date(server.services.clock.now().getTime() - 401 * 86_400_000);
    await inside(async (db) => {
      await db.updateTable('power_bank_place').set({ at: long }).execute();
      const place = { serial, at: new Date(long.getTime() - 1_000), state: 'rented', cause: 'ejected' };
      await db
        .insertInto('power_bank_place')
        .values({ ...place, id: newId() })
        .execute();
      const eject = { cabinet_id: cabinet.id, slot: 1, state: 'ejected', asked_at: long, settled_at: long };
      await db
        .insertInto('cabinet_eject')
        .values([null, '2027010110000000000001'].map((order_no) => ({ ...eject, id: newId(), order_no })))
        .execute();
      const notice = { serial, kind: 'low', opened_at: long, last_at: long };
      await db
        .insertInto('power_bank_notice')
        .values([
          { ...notice, id: newId(), state: 'done', done_at: long },
          { ...notice, id: newId() },
        ])
        .execute();
    });
    await purgeHistory.run(server.services, server.services.clock.now());
    const left = await inside(async (db) => ({
      places: await db.selectFrom('power_bank_place').select('state').execute(),
      ejects: await db.selectFrom('cabinet_eject').select('order_no').execute(),
      notices: await db.selectFrom('power_bank_notice').select('state').execute(),
    }));
    expect(left).toEqual({
      places: [{ state: 'in_slot' }],
      ejects: [{ order_no: '2027010110000000000001' }],
      notices: [{ state: 'open' }],
    });
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
