import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PaymentProvider, startPaymentProvider } from '#apps/simulator/payment-provider/start-payment-provider.ts';
import { TestDevice } from '#domains/devices/server/test-device.ts';
import { addSetting } from '#domains/payments/server/index.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { posEndpoints } from '../contract/endpoints.ts';
import { pos } from '../contract/pos.ts';

let count = 0;
const anImei = (): string => {
  count += 1;
  return `POS${newId().slice(-8)}${String(count).padStart(4, '0')}`;
};

behavesAsRecords(pos, async () => ({
  ...{ imei: anImei(), name: 'Counter', posCode: 'P', zipCode: '0150', address: 'Quay 1' },
}));

let server: TestServer;
let provider: PaymentProvider;
beforeAll(async () => {
  provider = await startPaymentProvider({ delayMs: 5, retryMs: 50 });
  const log = pino({ level: 'silent' });
  server = await startTestServer({
    env: { STRIPE_API_BASE: provider.url },
    broker: openEmbeddedBroker({ host: '127.0.0.1', port: 0, log }),
    planDue: async () => 0,
  });
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

let tenant: TestTenant;
let staff: Caller & { userId: string };
let secretKey: string;

async function aTenant(currency = 'NOK') {
  const made = await server.newTenant({ currency });
  const key = `sk_test_${newId().replaceAll('-', '')}`;
  provider.addAccount({ secretKey: key });
  await server.services.database.write(made.id, (db) =>
    addSetting(server.services, db, made.id, {
      ...{ channel: 'stripe', customName: 'Card' },
      content: { secretKey: key, webhookSecret: 'whsec_test', publicKey: 'pk_test_public' },
    }),
  );
  await server.services.database.write(made.id, (db) =>
    db.updateTable('payment_config').set({ pos_enabled: true }).execute(),
  );
  return { made, key };
}
beforeEach(async () => {
  const { made, key } = await aTenant();
  [tenant, secretKey] = [made, key];
  staff = await tenant.staff();
});

const request = (more: object = {}) => {
  const imei = anImei();
  return { imei, name: `Terminal ${imei}`, posCode: `P-${imei}`, zipCode: '0150', address: 'Quay 1', ...more };
};
const add = (more: object = {}, who: Caller = staff) => server.call(pos.endpoints.add, request(more) as never, who);
const one = (id: string, who: Caller = staff) => server.call(pos.endpoints.one, { id }, who);
async function readers(): Promise<{ id: string; label: string }[]> {
  const answer = await fetch(`${provider.url}/v1/terminal/readers`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  return ((await answer.json()) as { data: { id: string; label: string }[] }).data;
}
async function aRobot(spotId: string | null = null): Promise<string> {
  const id = newId();
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('robot')
      .values({ id, imei: anImei(), name: `Robot ${id}`, spot_id: spotId })
      .execute(),
  );
  return id;
}
const refusal = async (work: Promise<unknown>) => {
  const refused = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refused instanceof Refused)) throw new Error(`nothing was refused: ${String(refused)}`);
  return { problem: refused.problem, paths: refused.answer.body.faults?.map(({ path }) => path) };
};

describe('the registration at the payment provider', () => {
  test('comes with the addition: code, zip code and address make a reader', async () => {
    const row = await add({ registrationCode: 'puppies-plug-could', name: 'Harbour' });
    expect(row).toMatchObject({
      readerRef: expect.stringMatching(/^tmr_/),
      locationRef: expect.stringMatching(/^tml_/),
    });
    expect(row.registeredAt).not.toBeNull();
    expect(await readers()).toMatchObject([{ id: row.readerRef, label: 'Harbour' }]);
  });

  test('can come later, and again: the reader of before ends', async () => {
    const { id, registeredAt } = await add();
    expect(registeredAt).toBeNull();
    await server.call(posEndpoints.register, { id, registrationCode: 'one-two-three' }, staff);
    const first = (await one(id)).readerRef;
    await server.call(posEndpoints.register, { id, registrationCode: 'four-five-six' }, staff);
    const { readerRef } = await one(id);
    expect(readerRef).not.toBe(first);
    expect((await readers()).map((reader) => reader.id)).toEqual([readerRef]);
  });

  test('that is refused leaves nothing behind: the same terminal can be added at once', async () => {
    const asked = request({ registrationCode: 'wrong' });
    const failed = await refusal(server.call(pos.endpoints.add, asked as never, staff));
    expect(failed).toEqual({ problem: 'pos.registration-refused', paths: ['registrationCode'] });
    expect((await server.call(pos.endpoints.page, {}, staff)).total).toBe(0);
    expect(await readers()).toEqual([]);
    // even by another tenant
    const other = await (await aTenant()).made.staff();
    await server.call(pos.endpoints.add, { ...asked, registrationCode: undefined } as never, other);
    // and a row that is refused takes its reader away again
    const { name } = await add();
    const taken = await refusal(add({ name, registrationCode: 'seven-eight-nine' }));
    expect(taken).toEqual({ problem: 'record.taken', paths: ['name'] });
    expect(await readers()).toEqual([]);
  });

  test('needs a place, a country, and a provider for terminals', async () => {
    const registrationCode = 'ten-eleven-twelve';
    expect((await refusal(add({ registrationCode, address: '' }))).paths).toEqual(['address']);
    expect((await refusal(add({ registrationCode, zipCode: '' }))).paths).toEqual(['zipCode']);
    const euro = await (await aTenant('EUR')).made.staff();
    expect((await refusal(add({ registrationCode }, euro))).paths).toEqual(['country']);
    expect((await add({ registrationCode, country: 'de' }, euro)).registeredAt).not.toBeNull();
    await server.services.database.write(tenant.id, (db) =>
      db.updateTable('payment_config').set({ pos_enabled: false }).execute(),
    );
    expect((await refusal(add({ registrationCode }))).problem).toBe('payment.channel-not-available');
  });
});

describe('a terminal', () => {
  test('has an IMEI that no device of any tenant has', async () => {
    const { imei } = await add();
    const other = await (await aTenant()).made.staff();
    expect(await refusal(add({ imei }, other))).toEqual({ problem: 'pos.imei-taken', paths: ['imei'] });
    expect(await refusal(add({ imei: 'a+b/#' }))).toEqual({ problem: 'pos.imei-malformed', paths: ['imei'] });
  });

  test('stands at one robot, and a robot has one; bound it is not deleted', async () => {
    const [first, second] = [await add(), await add()];
    const robotId = await aRobot();
    const bind = (id: string, to = robotId) => server.call(posEndpoints.bind, { id, robotId: to }, staff);
    await bind(first.id);
    expect(await one(first.id)).toMatchObject({ robotId, robotName: `Robot ${robotId}` });
    expect((await refusal(bind(first.id, await aRobot()))).problem).toBe('pos.bound');
    expect((await refusal(bind(second.id))).problem).toBe('pos.robot-has-one');
    expect(await refusal(bind(second.id, newId()))).toEqual({ problem: 'pos.robot-not-found', paths: ['robotId'] });
    const remove = () => server.call(pos.endpoints.remove, { id: first.id }, staff);
    expect((await refusal(remove())).problem).toBe('pos.bound');
    await server.call(posEndpoints.unbind, { id: first.id }, staff);
    expect((await refusal(server.call(posEndpoints.unbind, { id: first.id }, staff))).problem).toBe('pos.not-bound');
    await remove();
    await server.call(pos.endpoints.turn, { ids: [second.id], on: false }, staff);
    expect((await refusal(bind(second.id))).problem).toBe('pos.disabled');
  });

  test('is bound at the same moment to one of two', async () => {
    const [one, two] = [await add(), await add()];
    const robotId = await aRobot();
    const both = await Promise.allSettled(
      [one, two].map(({ id }) => server.call(posEndpoints.bind, { id, robotId }, staff)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('is seen by people of chosen spots where its robot stands there', async () => {
    const spotId = newId();
    await server.services.database.write(tenant.id, (db) =>
      db.insertInto('spot').values({ id: spotId, name: 'Quay' }).execute(),
    );
    const [here, elsewhere] = [await add(), await add()];
    await server.call(posEndpoints.bind, { id: here.id, robotId: await aRobot(spotId) }, staff);
    await server.call(posEndpoints.bind, { id: elsewhere.id, robotId: await aRobot() }, staff);
    const restricted = await tenant.staff('all', { spotIds: [spotId] });
    expect((await server.call(pos.endpoints.page, {}, restricted)).records.map(({ id }) => id)).toEqual([here.id]);
    expect((await refusal(one(elsewhere.id, restricted))).problem).toBe('record.not-found');
    const unbind = server.call(posEndpoints.unbind, { id: elsewhere.id }, restricted);
    expect((await refusal(unbind)).problem).toBe('record.not-found');
  });
});

test('a terminal connects with the password that it was given, says how it is and what became of a payment', async () => {
  const { id, imei } = await add();
  const access = await server.call(posEndpoints.credential, { id }, staff);
  expect(access.topicPrefix).toBe(`v1/${tenant.id}/pos/${imei}`);
  const device = new TestDevice(access.url, { tenantId: tenant.id, kind: 'pos', imei }, access.password ?? '');
  await device.connect();
  await device.state({ online: true, firmware: '2.1', network: 'reachable' });
  await until(async () => (await one(id)).online);
  expect(await one(id)).toMatchObject({ firmware: '2.1', network: 'reachable' });
  await device.event({ kind: 'payment.result', orderNo: 'A1', result: 'declined', code: 'card_declined' });
  await device.event({ kind: 'payment.result', orderNo: 'A1', result: 'rich' });
  const heard = () =>
    server.services.database.read(tenant.id, (db) =>
      db.selectFrom('device_event').select('data').where('imei', '=', imei).execute(),
    );
  await until(async () => (await heard()).length === 1);
  expect(await heard()).toEqual([
    { data: { kind: 'payment.result', orderNo: 'A1', result: 'declined', code: 'card_declined' } },
  ]);
  await device.state({ online: true, network: 'unreachable' });
  await until(async () => (await one(id)).network === 'unreachable');
  await device.vanish();
  await until(async () => !(await one(id)).online);
});

test('a new password ends the old one', async () => {
  const { id, imei } = await add();
  const old = await server.call(posEndpoints.credential, { id }, staff);
  await server.call(posEndpoints.credential, { id }, staff);
  const device = new TestDevice(old.url, { tenantId: tenant.id, kind: 'pos', imei }, old.password ?? '');
  await expect(device.connect()).rejects.toThrow();
});
