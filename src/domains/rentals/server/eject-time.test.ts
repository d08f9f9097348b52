import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cabinetDriver } from '#domains/cabinets/server/cabinet-driver.ts';
import { claimImei, newDevicePassword } from '#domains/devices/server/index.ts';
import { type HeardCommand, TestDevice } from '#domains/devices/server/test-device.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { storefrontRentalEndpoints } from '../contract/storefront-endpoints.ts';
import { aKey, startTestLender, type TestLender, type TestStation } from './test-rentals.ts';

/** `EJECT_RENTALS=500 EJECT_AT_ONCE=8` for figures; the aim is 1 s at p95, and times are printed, never judged. */
const RENTALS = Number(process.env['EJECT_RENTALS'] ?? 8);
const AT_ONCE = Number(process.env['EJECT_AT_ONCE'] ?? 4);
const UNITS = 4;
const LIMIT_MS = 60_000 + RENTALS * 2_000;

let lender: TestLender;
let station: TestStation;
const devices: TestDevice[] = [];
beforeAll(async () => {
  const broker = openEmbeddedBroker({ host: '127.0.0.1', port: 0, log: pino({ level: 'silent' }) });
  lender = await startTestLender([], { broker });
  station = await lender.open({ units: [] });
  for (let nth = 0; nth < AT_ONCE; nth += 1) devices.push(await aCabinet(broker.url, `CABINET${nth}`.padEnd(12, '0')));
});
afterAll(async () => {
  for (const device of devices) await device.leave();
  await lender?.stop();
});

async function aCabinet(url: string, imei: string): Promise<TestDevice> {
  const tenantId = station.tenant.id;
  const password = newDevicePassword();
  await lender.server.services.database.acrossTenants('test', (db) =>
    claimImei(db, cabinetDriver, { tenantId, imei }, password),
  );
  await station.inside(({ db }) =>
    db
      .insertInto('cabinet')
      .values({ id: newId(), imei, name: imei, spot_id: station.spotId, capacity: UNITS })
      .execute(),
  );
  const device = await new TestDevice(url, { tenantId, kind: 'cabinet', imei }, password).birth();
  const slots = Array.from({ length: UNITS }, (_, place) => ({
    ...{ slot: place + 1, state: 'occupied', serial: `${imei}-${place}`, soc: 90 },
  }));
  await device.event({ kind: 'bank.slots', slots });
  await lender.server.runDue();
  return device;
}

/** Rents at a cabinet, which hears of it by MQTT and lets the unit out; it comes back at once. */
async function rentAt(device: TestDevice): Promise<{ orderNo: string; heardAt: number }> {
  const heard = new Promise<{ command: HeardCommand; heardAt: number }>((done) => {
    const hear = (topic: string, payload: Buffer): void => {
      const command = { ...(JSON.parse(payload.toString()) as HeardCommand), id: topic.split('/').at(-1) ?? '' };
      if (command.cmd !== 'eject') return;
      device.client?.off('message', hear);
      done({ command, heardAt: Date.now() });
    };
    device.client?.on('message', hear);
  });
  const asked = { cabinetImei: device.address.imei, paymentMethod: 'pm_card_visa', customerId: 'anna' };
  const { orderNo } = await lender.server.call(storefrontRentalEndpoints.rent, asked, {
    ...{ ...station.customer, headers: aKey() },
  });
  const { command, heardAt } = await heard;
  const { serial, slot } = command.args;
  await device.ack(command.id, { stage: 'result', ok: true, code: 'EJECTED', data: { serial } });
  await lender.until(async () => (await station.read(orderNo)).step === 'out');
  await device.event({ kind: 'bank.returned', serial, slot, soc: 90, eventId: orderNo });
  await lender.until(async () => (await station.read(orderNo)).step === 'over');
  return { orderNo, heardAt };
}

test(
  `${RENTALS} rentals, ${AT_ONCE} at once: the cabinet is asked to eject after the deposit is held`,
  async () => {
    const waited: number[] = [];
    await Promise.all(
      devices.map(async (device, nth) => {
        for (let turn = nth; turn < RENTALS; turn += AT_ONCE) {
          const { orderNo, heardAt } = await rentAt(device);
          const { held_at } = await station.inside(({ db }) =>
            db.selectFrom('payment').select('held_at').where('order_no', '=', orderNo).executeTakeFirstOrThrow(),
          );
          expect(held_at).not.toBeNull();
          waited.push(heardAt - held_at!.getTime());
        }
      }),
    );
    waited.sort((one, other) => one - other);
    const at = (share: number): number => waited[Math.min(waited.length - 1, Math.floor(waited.length * share))] ?? 0;
    process.stdout.write(
      `${waited.length} ejects reach their cabinet after the hold: median ${at(0.5)} ms, p95 ${at(0.95)} ms, at most ${at(1)} ms\n`,
    );
    expect(waited).toHaveLength(RENTALS);
  },
  LIMIT_MS,
);
