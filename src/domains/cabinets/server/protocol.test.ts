import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Caller, TestServer, TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { cabinetEndpoints } from '../contract/endpoints.ts';
import { powerBankNotices } from '../contract/power-bank.ts';
import { free, full, startCabinetServer, TestCabinet } from './test-cabinets.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
beforeAll(async () => {
  server = await startCabinetServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  tenant = await server.newTenant();
  staff = await tenant.staff();
});

const aSerial = (): string => `PB${newId().slice(-10)}`;
const aCabinet = (more: object = {}) => TestCabinet.add(server, tenant, staff, more);
const open = (serial: string) =>
  server.services.database.read(tenant.id, (db) =>
    db
      .selectFrom('power_bank_notice')
      .select('kind')
      .where('serial', '=', serial)
      .where('state', '=', 'open')
      .execute(),
  );
const kinds = async (serial: string) => (await open(serial)).map(({ kind }) => kind).sort();

describe('a full upload', () => {
  test('makes slots and units, and their counts', async () => {
    const [one, low, broken] = [aSerial(), aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([
      full(1, one, 80),
      full(2, low, 10),
      { slot: 3, state: 'fault', serial: broken, soc: 90, fault: 'lock-jam' },
      free(4),
    ]);
    expect(await cabinet.row()).toMatchObject({
      ...{ online: true, firmware: '1.0.0', borrowable: 1, freeSlots: 1, faults: 1, units: 3, capacity: 4 },
    });
    expect(await cabinet.slot(1)).toMatchObject({ state: 'occupied', serial: one, soc: 80, borrowable: true });
    expect(await cabinet.unit(one)).toMatchObject({ state: 'in_slot', cabinetId: cabinet.id, slot: 1, soc: 80 });
    expect(await kinds(low)).toEqual(['low']);
    expect(await kinds(broken)).toEqual(['fault']);
    await cabinet.upload([full(1, one), full(2, low, 55), full(3, broken), free(4)]);
    expect([await kinds(low), await kinds(broken)]).toEqual([[], []]);
    expect((await cabinet.places(one)).length).toBe(1);
  });

  test('that is older than what is known changes nothing', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([free(1)]);
    await cabinet.says({ kind: 'bank.returned', serial, slot: 1, soc: 70, eventId: 'r-1' }, { seq: 20 });
    await cabinet.upload([free(1)], { seq: 10 });
    expect(await cabinet.slot(1)).toMatchObject({ state: 'occupied', serial });
    expect(await cabinet.unit(serial)).toMatchObject({ state: 'in_slot' });
  });

  test('without a unit that nobody has lent makes it missing, and found again when it shows', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial), free(2)]);
    await cabinet.upload([free(1), free(2)]);
    expect(await cabinet.unit(serial)).toMatchObject({ state: 'missing', slot: null, openNotices: 1 });
    await cabinet.upload([free(1), full(2, serial)]);
    expect(await cabinet.unit(serial)).toMatchObject({ state: 'in_slot', slot: 2, openNotices: 0 });
    expect((await cabinet.places(serial)).map(({ cause }) => cause)).toEqual(['upload', 'absent', 'upload']);
  });

  test('with a unit in another slot says that it is there, and not that it was missing', async () => {
    const [one, two] = [aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([full(1, one), full(2, two)]);
    await cabinet.upload([full(1, two), full(2, one)]);
    expect(await cabinet.unit(one)).toMatchObject({ state: 'in_slot', slot: 2, openNotices: 0 });
    expect(await cabinet.unit(two)).toMatchObject({ state: 'in_slot', slot: 1, openNotices: 0 });
    expect((await cabinet.places(one)).map(({ cause }) => cause)).toEqual(['upload', 'upload']);
  });

  test('misses a unit that the book has in a slot where it lies no more', async () => {
    const [gone, here] = [aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([full(1, gone), free(2)]);
    // as it was left behind before: the slot shows another one
    await server.services.database.write(tenant.id, (db) =>
      db
        .updateTable('cabinet_slot')
        .set({ serial: here })
        .where('cabinet_id', '=', cabinet.id)
        .where('slot', '=', 1)
        .execute(),
    );
    await cabinet.upload([full(1, here), free(2)]);
    expect(await cabinet.unit(gone)).toMatchObject({ state: 'missing', slot: null });
    expect(await kinds(gone)).toEqual(['missing']);
    expect(await cabinet.unit(here)).toMatchObject({ state: 'in_slot', slot: 1 });
  });

  test('that does not name a slot says that nothing lies there', async () => {
    const [one, two] = [aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([full(1, one), full(2, two)]);
    await cabinet.upload([full(1, one)]);
    expect(await cabinet.slot(2)).toMatchObject({ state: 'empty', serial: null });
    expect(await cabinet.unit(two)).toMatchObject({ state: 'missing' });
    expect(await cabinet.unit(one)).toMatchObject({ state: 'in_slot' });
  });

  test('that names a unit twice leaves it where it was, or in the slot named last, and is a contradiction', async () => {
    const [known, unknown] = [aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([full(1, known), free(2), free(3), free(4)]);
    const doubled = [full(1, known), full(2, known.toLowerCase()), full(3, unknown), full(4, unknown)];
    // it is said again every ten minutes
    for (const _ of [1, 2]) {
      await cabinet.upload(doubled);
      expect(await cabinet.unit(known)).toMatchObject({ state: 'in_slot', slot: 1 });
      expect(await cabinet.unit(unknown)).toMatchObject({ state: 'in_slot', slot: 4 });
      expect(await cabinet.slots()).toMatchObject([
        { state: 'occupied', serial: known, borrowable: true },
        { state: 'occupied', serial: null, borrowable: false },
        { state: 'occupied', serial: null, borrowable: false },
        { state: 'occupied', serial: unknown, borrowable: true },
      ]);
      expect([await kinds(known), await kinds(unknown)]).toEqual([['contradiction'], ['contradiction']]);
    }
    expect(await cabinet.row()).toMatchObject({ units: 2, borrowable: 2, freeSlots: 0 });
    expect((await cabinet.places(known)).length).toBe(1);
    expect((await cabinet.places(unknown)).length).toBe(1);
  });

  test('that names a unit twice asks nobody again who has settled it, until it was gone in between', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial), free(2)]);
    const doubled = [full(1, serial), full(2, serial)];
    const settle = async () => {
      const { records } = await server.call(powerBankNotices.endpoints.page, { serial, state: 'open' }, staff);
      await server.call(cabinetEndpoints.noticeDone, { id: records[0]!.id, note: 'Looked' }, staff);
    };
    await cabinet.upload(doubled);
    expect(await kinds(serial)).toEqual(['contradiction']);
    await settle();
    for (const _ of [1, 2]) {
      await cabinet.upload(doubled);
      expect(await kinds(serial)).toEqual([]);
    }
    await cabinet.upload([full(1, serial), free(2)]);
    await cabinet.upload(doubled);
    expect(await kinds(serial)).toEqual(['contradiction']);
  });

  test('tells of charge with each heartbeat', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([full(1, serial, 40)]);
    await cabinet.device.telemetry({ signal: -71, slots: [{ slot: 1, soc: 63 }] });
    await until(async () => (await cabinet.slot(1)).soc === 63);
    expect(await cabinet.row()).toMatchObject({ borrowable: 1, signal: -71 });
  });

  test('with a slot beyond its capacity makes the cabinet larger', async () => {
    const cabinet = await (await aCabinet({ capacity: 1 })).start([free(1), free(2)]);
    expect((await cabinet.row()).capacity).toBe(2);
  });

  test('with a gap before a slot beyond its capacity leaves the cabinet as large as it was', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet({ capacity: 2 })).start([free(1), free(2), full(40, serial)]);
    expect(await cabinet.row()).toMatchObject({ capacity: 2, freeSlots: 2, units: 1 });
    expect((await cabinet.slots()).map(({ slot }) => slot)).toEqual([1, 2, 40]);
  });

  test('says whether there is a slot beyond its capacity into which a unit came', async () => {
    const serial = aSerial();
    const slots = [free(1), free(2)];
    const cabinet = await (await aCabinet({ capacity: 2 })).start(slots);
    await cabinet.says({ kind: 'bank.returned', serial, slot: 5, eventId: 'r-1' });
    expect((await cabinet.slots()).map(({ slot }) => slot)).toEqual([1, 2, 5]);
    expect(await cabinet.row()).toMatchObject({ capacity: 2, freeSlots: 2, units: 1 });
    await cabinet.heard('uploadAll');
    await cabinet.upload(slots);
    expect((await cabinet.slots()).map(({ slot }) => slot)).toEqual([1, 2]);
    expect(await cabinet.row()).toMatchObject({ capacity: 2, freeSlots: 2, units: 0 });
    expect(await cabinet.unit(serial)).toMatchObject({ state: 'missing', slot: null });
  });
});

describe('a return', () => {
  test('said twice, also in another session, is one', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([free(1)]);
    const said = { kind: 'bank.returned', serial, slot: 1, soc: 30, eventId: 'r-7' };
    await cabinet.says(said, { seq: 5 });
    await cabinet.says(said, { seq: 5 });
    await cabinet.device.vanish();
    await cabinet.device.connect();
    await cabinet.device.state({ online: true });
    await cabinet.says(said);
    expect((await cabinet.places(serial)).map(({ cause }) => cause)).toEqual(['returned']);
    const heard = await server.services.database.read(tenant.id, (db) =>
      db
        .selectFrom('device_event')
        .select(['ignored'])
        .where('imei', '=', cabinet.imei)
        .where('kind', '=', 'bank.returned')
        .orderBy('received_at')
        .execute(),
    );
    expect(heard).toEqual([{ ignored: false }, { ignored: true }]);
  });

  test('shows in its slot also where an upload of an earlier connection was repeated meanwhile', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([free(1), free(2)]);
    const lost = { session: 'lost', seq: 1, ts: new Date(Date.now() - 60_000).toISOString() };
    await cabinet.upload([free(1), full(2, serial)], lost);
    await cabinet.says({ kind: 'bank.returned', serial, slot: 1, soc: 70, eventId: 'r-8' });
    expect(await cabinet.slot(1)).toMatchObject({ state: 'occupied', serial });
    expect(await cabinet.slot(2)).toMatchObject({ state: 'empty' });
    expect(await cabinet.unit(serial)).toMatchObject({ state: 'in_slot', slot: 1 });
  });

  test('into the slot of another unit says that that one is gone', async () => {
    const [gone, serial] = [aSerial(), aSerial()];
    const cabinet = await (await aCabinet()).start([full(1, gone)]);
    await cabinet.says({ kind: 'bank.returned', serial, slot: 1, eventId: 'r-1' });
    expect(await cabinet.unit(gone)).toMatchObject({ state: 'missing', slot: null, openNotices: 1 });
    expect(await cabinet.unit(serial)).toMatchObject({ state: 'in_slot', slot: 1 });
    await cabinet.upload([full(1, serial)]);
    expect(await cabinet.unit(gone)).toMatchObject({ state: 'missing' });
  });

  test('into another cabinet of the tenant, without an eject, is a contradiction', async () => {
    const serial = aSerial();
    const first = await (await aCabinet()).start([full(1, serial)]);
    const second = await (await aCabinet()).start([free(1)]);
    await second.says({ kind: 'bank.returned', serial, slot: 1, eventId: 'r-1' });
    expect(await second.unit(serial)).toMatchObject({ cabinetId: second.id, slot: 1 });
    expect(await kinds(serial)).toEqual(['contradiction']);
    expect(await first.slot(1)).toMatchObject({ state: 'empty', serial: null });
  });

  test('from a cabinet whose clock is wrong counts at its receipt, and is flagged', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([free(1)]);
    const wrong = () => new Date(Date.now() - 3_600_000).toISOString();
    await cabinet.device.state({ online: true }, { ts: wrong() });
    await cabinet.says({ kind: 'bank.returned', serial, slot: 1, eventId: 'r-1' }, { ts: wrong() });
    const place = await server.services.database.read(tenant.id, (db) =>
      db.selectFrom('power_bank_place').select(['at', 'clock_skewed']).where('serial', '=', serial).executeTakeFirst(),
    );
    expect(place?.clock_skewed).toBe(true);
    expect(Math.abs(Date.now() - (place?.at.getTime() ?? 0))).toBeLessThan(60_000);
    expect(Math.abs((await cabinet.row()).clockSkewSeconds + 3600)).toBeLessThan(30);
  });

  test('that comes hours late counts when it happened, where the clock is right', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([free(1)]);
    const ts = new Date(Date.now() - 7_200_000).toISOString();
    await cabinet.says({ kind: 'bank.returned', serial, slot: 1, eventId: 'r-1' }, { ts });
    expect((await cabinet.places(serial))[0]?.at).toBe(ts);
  });

  test('of the past says nothing about a unit that has been seen since', async () => {
    const serial = aSerial();
    const cabinet = await (await aCabinet()).start([free(1), full(2, serial)]);
    const ts = new Date(Date.now() - 7_200_000).toISOString();
    await cabinet.says({ kind: 'bank.returned', serial, slot: 1, eventId: 'r-1' }, { ts });
    expect(await cabinet.unit(serial)).toMatchObject({ slot: 2 });
  });
});

test('what fits no schema is quarantined', async () => {
  const cabinet = await (await aCabinet()).start([]);
  await cabinet.device.event({ kind: 'bank.returned', serial: 'no/serial', slot: 1, eventId: 'x' });
  await cabinet.device.event({ kind: 'bank.returned', serial: 'A1', slot: 99, eventId: 'x' });
  const bad = await server.services.database.acrossTenants('test', (db) =>
    db.selectFrom('device_quarantine').select('reason').where('imei', '=', cabinet.imei).execute(),
  );
  expect(bad.every(({ reason }) => reason.startsWith('malformed'))).toBe(true);
  expect(bad.length).toBe(2);
});

test('a unit that leaves without anybody asking is missing', async () => {
  const serial = aSerial();
  const cabinet = await (await aCabinet()).start([full(1, serial)]);
  await cabinet.says({ kind: 'bank.ejected', serial, slot: 1, eventId: 'e-1' });
  expect(await cabinet.unit(serial)).toMatchObject({ state: 'missing' });
  expect((await cabinet.places(serial))[0]?.cause).toBe('unasked');
  expect(await cabinet.slot(1)).toMatchObject({ state: 'empty' });
});

test('a unit that leaves by the slot of another one lies in none, and the other one is gone', async () => {
  const [gone, other] = [aSerial(), aSerial()];
  const cabinet = await (await aCabinet()).start([full(1, gone), full(2, other)]);
  await cabinet.says({ kind: 'bank.ejected', serial: other, slot: 1, eventId: 'e-1' });
  expect((await cabinet.slots()).slice(0, 2)).toMatchObject([{ state: 'empty' }, { state: 'empty' }]);
  for (const serial of [gone, other]) expect(await cabinet.unit(serial)).toMatchObject({ state: 'missing' });
});
