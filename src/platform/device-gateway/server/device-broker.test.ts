import { createHash } from 'node:crypto';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until } from '#platform/testing/until.ts';
import type { DeviceBroker, DeviceLogin, DeviceMessage, DeviceRights, Refusal } from './device-broker.ts';
import { openEmbeddedBroker } from './embedded-broker.ts';
import { openExternalBroker } from './external-broker.ts';
import { findMosquitto, startMosquitto, type TestMosquitto } from './test-mosquitto.ts';

const silent = pino({ level: 'silent' });
const installed = findMosquitto();
if (!installed)
  console.warn(
    'SKIPPED: no Mosquitto found; install the packages mosquitto and mosquitto-clients to test the external broker.',
  );

const rightsOf = (imei: string): DeviceRights => {
  const own = `v1/1000/robot/${imei}`;
  return {
    publish: [`${own}/state`, `${own}/telemetry`, `${own}/event`, `${own}/ack/+`],
    subscribe: [`${own}/cmd/+`, `${own}/config/desired`],
    retain: [`${own}/state`],
  };
};

/** The server's side of the broker: notes what arrives, and can hold back its commit. */
function aDoor() {
  const logins = new Map<string, DeviceLogin>();
  const received: DeviceMessage[] = [];
  const refusals: Refusal[] = [];
  const held: (() => void)[] = [];
  const door = {
    subscribeTo: ['v1/+/+/+/state', 'v1/+/+/+/telemetry', 'v1/+/+/+/event', 'v1/+/+/+/ack/+'],
    publishTo: ['v1/+/+/+/cmd/+', 'v1/+/+/+/config/desired'],
    hold: false,
    /** So many messages cannot be stored. */
    refuse: 0,
    now: () => new Date(),
    findLogin: async (imei: string) => logins.get(imei),
    receive: async (message: DeviceMessage) => {
      if (door.refuse > 0) {
        door.refuse -= 1;
        throw new Error('The database does not answer');
      }
      received.push(message);
      if (door.hold) await new Promise<void>((resolve) => held.push(resolve));
    },
    refused: (refusal: Refusal) => void refusals.push(refusal),
  };
  return { door, logins, received, refusals, held };
}

describe.each([
  ['embedded', true],
  ['Mosquitto', installed !== undefined],
] as const)('%s broker', (name, available) => {
  const context = aDoor();
  const { door, logins, received, held } = context;
  const clients: MqttClient[] = [];
  let mosquitto: TestMosquitto | undefined;
  let broker: DeviceBroker;
  let port = 0;

  beforeAll(async () => {
    if (!available) return;
    if (name === 'Mosquitto' && installed) {
      mosquitto = await startMosquitto(installed);
      port = mosquitto.port;
      broker = openExternalBroker({ url: mosquitto.url, serverId: 'test', log: silent });
      await broker.open(door);
    } else {
      broker = openEmbeddedBroker({ host: '127.0.0.1', port: 0, log: silent });
      await broker.open(door);
      port = Number(new URL(broker.url).port);
    }
    await until(() => broker.isUp);
    await eventually(() => addDevice('860000000000001', 'first-password'));
    await eventually(() => addDevice('860000000000002', 'second-password'));
  });
  afterEach(async () => {
    Object.assign(door, { hold: false, refuse: 0 });
    for (const resolve of held.splice(0)) resolve();
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
    received.length = 0;
  });
  afterAll(async () => {
    await broker?.close();
    await mosquitto?.stop();
  });

  async function addDevice(imei: string, password: string): Promise<void> {
    await broker.saveLogin({ imei, password, rights: rightsOf(imei) });
    logins.set(imei, { imei, passwordDigest: createHash('sha256').update(password).digest(), rights: rightsOf(imei) });
  }

  async function device(imei: string, password: string, options: IClientOptions = {}): Promise<MqttClient> {
    const settings = {
      clientId: imei,
      username: imei,
      password,
      reconnectPeriod: 0,
      connectTimeout: 3_000,
      ...options,
    };
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, settings);
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  }

  const own = 'v1/1000/robot/860000000000001';
  const first = (options?: IClientOptions) => device('860000000000001', 'first-password', options);
  const second = (options?: IClientOptions) => device('860000000000002', 'second-password', options);
  const payloads = () => received.map((message) => message.payload.toString());

  // an external broker takes the device's message over; what counts there is our own acknowledgement, tested below
  test.runIf(available && name === 'embedded')('a message is acknowledged only after its commit', async () => {
    const client = await first();
    door.hold = true;
    let acknowledged = 0;
    for (const text of ['a', 'b', 'c']) client.publish(`${own}/event`, text, { qos: 1 }, () => acknowledged++);
    await until(() => received.length === 3);
    await pause(100);
    expect(acknowledged).toBe(0);
    door.hold = false;
    for (const resolve of held.splice(0)) resolve();
    await until(() => acknowledged === 3);
    expect(payloads()).toEqual(['a', 'b', 'c']);
  });

  test.runIf(available).each([
    ['a wrong password', '860000000000001', { password: 'second-password' }],
    ['another client id', '860000000000001', { clientId: '860000000000002' }],
    ['no password', '860000000000001', { password: undefined, username: undefined }],
    ['an unknown device', '869999999999999', {}],
  ])('%s is refused', async (_title, imei, options) => {
    await expect(device(imei, 'first-password', options)).rejects.toThrow();
  });

  test.runIf(available && name === 'embedded')(
    'devices that come all at once are all let in, and a wrong password among them is not',
    async () => {
      const imeis = Array.from({ length: 60 }, (_, at) => `86000000001${String(at).padStart(4, '0')}`);
      for (const imei of imeis) await addDevice(imei, 'own-password');
      const answers = await Promise.allSettled(
        imeis.map((imei, at) =>
          device(imei, at === 30 ? 'another-password' : 'own-password', { connectTimeout: 9_000 }),
        ),
      );
      expect(answers.flatMap(({ status }, at) => (status === 'fulfilled' ? [] : [at]))).toEqual([30]);
    },
  );

  test.runIf(available)('a login with another client id does not disconnect the other device', async () => {
    const victim = await second();
    let closed = false;
    victim.on('close', () => {
      closed = true;
    });
    await first({ clientId: '860000000000002' }).catch(() => undefined);
    await pause(200);
    expect(closed).toBe(false);
  });

  test.runIf(available)('what a device publishes outside of its own topics is not delivered', async () => {
    const client = await first();
    const others = await second();
    const delivered: string[] = [];
    others.on('message', (_topic, payload) => delivered.push(payload.toString()));
    await others.subscribeAsync('v1/1000/robot/860000000000002/cmd/+', { qos: 1 });
    const foreign = [
      'v1/1000/robot/860000000000002/event',
      'v1/1000/robot/860000000000002/cmd/1',
      'v1/1001/robot/860000000000001/event',
      'v1/1000/cabinet/860000000000001/event',
      `${own}/cmd/1`,
      `${own}/config/desired`,
      '$SYS/broker/version',
      '$CONTROL/dynamic-security/v1',
      'v1',
    ];
    // a broker may hang up on some of them: each attack has its own connection
    await client.endAsync();
    for (const topic of foreign) {
      const attacker = await first();
      attacker.publish(topic, 'attack', { qos: 1 });
      await pause(30);
      await attacker.endAsync(true);
    }
    await (await first()).publishAsync(`${own}/event`, 'honest', { qos: 1 });
    await until(() => payloads().includes('honest'));
    expect(payloads()).toEqual(['honest']);
    expect(delivered).toEqual([]);
  });

  test.runIf(available)('a device receives its own commands and nothing else, whatever it subscribes to', async () => {
    const client = await first();
    const delivered: string[] = [];
    client.on('message', (topic) => delivered.push(topic));
    const greedy = [
      '#',
      '+/+/+/+/cmd/+',
      'v1/1000/robot/+/cmd/+',
      'v1/1000/robot/860000000000002/#',
      'v1/1000/robot/860000000000002/cmd/+',
      '$SYS/#',
      '$share/gw/v1/+/+/+/event',
      `$share/x/v1/1000/robot/860000000000002/cmd/+`,
      '$CONTROL/dynamic-security/v1/response',
    ];
    for (const filter of greedy) await client.subscribeAsync(filter, { qos: 1 }).catch(() => undefined);
    await client.subscribeAsync(`${own}/cmd/+`, { qos: 1 });
    const others = await second();
    await others.publishAsync('v1/1000/robot/860000000000002/event', 'private', { qos: 1 });
    await broker.publish({ topic: 'v1/1000/robot/860000000000002/cmd/9', payload: '{}' });
    await broker.publish({ topic: `${own}/cmd/10`, payload: '{}' });
    await until(() => delivered.includes(`${own}/cmd/10`));
    await pause(100);
    expect(delivered).toEqual([`${own}/cmd/10`]);
    expect(payloads()).toEqual(['private']);
  });

  test.runIf(available)(
    'the will of a vanished device arrives, the will of one that says goodbye does not',
    async () => {
      const will = { topic: `${own}/state`, payload: Buffer.from('gone'), qos: 1 as const, retain: true };
      const client = await first({ will });
      client.stream.destroy();
      await until(() => payloads().includes('gone'));
      received.length = 0;
      const polite = await first({ will });
      await polite.endAsync();
      await pause(200);
      expect(payloads()).toEqual([]);
    },
  );

  test.runIf(available)('a will on a foreign topic is not delivered', async () => {
    const will = {
      topic: 'v1/1000/robot/860000000000002/state',
      payload: Buffer.from('gone'),
      qos: 1 as const,
      retain: true,
    };
    const client = await first({ will }).catch(() => undefined);
    client?.stream.destroy();
    await pause(300);
    expect(payloads()).toEqual([]);
  });

  test.runIf(available)('a message above 64 KB does not arrive, and the next one does', async () => {
    const client = await first();
    client.publish(`${own}/event`, Buffer.alloc(80_000, 'x'), { qos: 1 });
    await pause(300);
    expect(received).toEqual([]);
    const again = await first();
    await again.publishAsync(`${own}/event`, 'small', { qos: 1 });
    await until(() => received.length === 1);
  });

  test.runIf(available)('a new password ends the old one and its connection', async () => {
    await addDevice('860000000000003', 'old-password');
    const client = await device('860000000000003', 'old-password');
    const closed = new Promise((resolve) => client.once('close', () => resolve(true)));
    await addDevice('860000000000003', 'new-password');
    // the embedded broker reads the new digest through the door; it disconnects the device on request
    await broker.saveLogin({ imei: '860000000000003', password: 'new-password', rights: rightsOf('860000000000003') });
    expect(await closed).toBe(true);
    await expect(device('860000000000003', 'old-password')).rejects.toThrow();
    await device('860000000000003', 'new-password');
    logins.delete('860000000000003');
    await broker.removeLogin('860000000000003');
    await expect(device('860000000000003', 'new-password')).rejects.toThrow();
  });

  test.runIf(available)('an expired command is not delivered to a device that comes back', async () => {
    const before = await first({ clean: false });
    await before.subscribeAsync(`${own}/cmd/+`, { qos: 1 });
    await before.endAsync();
    await broker.publish({ topic: `${own}/cmd/old`, payload: '{}', expiresAt: new Date(Date.now() + 1_000) });
    await broker.publish({ topic: `${own}/cmd/fresh`, payload: '{}', expiresAt: new Date(Date.now() + 60_000) });
    await pause(2_100);
    const delivered: string[] = [];
    const client = await first({ clean: false, manualConnect: false });
    client.on('message', (topic) => delivered.push(topic));
    await client.subscribeAsync(`${own}/cmd/+`, { qos: 1 });
    await broker.publish({ topic: `${own}/cmd/now`, payload: '{}' });
    await until(() => delivered.includes(`${own}/cmd/now`));
    expect(delivered).not.toContain(`${own}/cmd/old`);
    await first();
  });

  test.runIf(available && name === 'Mosquitto')(
    'what was not committed when the server went away is delivered again',
    async () => {
      const client = await first();
      door.hold = true;
      for (const text of ['x', 'y']) await client.publishAsync(`${own}/event`, text, { qos: 1 });
      await until(() => received.length === 2);
      await broker.close();
      received.length = 0;
      door.hold = false;
      await client.publishAsync(`${own}/event`, 'z', { qos: 1 });
      broker = openExternalBroker({ url: mosquitto?.url ?? '', serverId: 'test', log: silent });
      await broker.open(door);
      await until(() => received.length === 3);
      expect(payloads().sort()).toEqual(['x', 'y', 'z']);
    },
  );

  test.runIf(available && name === 'Mosquitto')(
    'what could not be stored is stored on the same connection, once that is possible',
    async () => {
      const client = await first();
      door.refuse = 2;
      await client.publishAsync(`${own}/event`, 'patient', { qos: 1 });
      await until(() => payloads().includes('patient'));
      expect(door.refuse).toBe(0);
      // it was acknowledged: the broker does not send it again
      received.length = 0;
      await broker.close();
      broker = openExternalBroker({ url: mosquitto?.url ?? '', serverId: 'test', log: silent });
      await broker.open(door);
      await client.publishAsync(`${own}/event`, 'next', { qos: 1 });
      await until(() => received.length > 0);
      await pause(100);
      expect(payloads()).toEqual(['next']);
    },
  );

  test.runIf(available && name === 'Mosquitto')(
    'messages of another server that cannot be stored now are not lost by taking it over',
    async () => {
      const url = mosquitto?.url ?? '';
      const other = aDoor();
      other.door.refuse = Number.POSITIVE_INFINITY;
      const gone = openExternalBroker({ url, serverId: 'gone', log: silent });
      await gone.open(other.door);
      await until(() => gone.isUp);
      await pause(300);
      const client = await first();
      for (let i = 0; i < 20; i++) await client.publishAsync(`${own}/event`, String(i), { qos: 1 });
      await until(() => received.length > 0);
      await gone.close();
      door.refuse = 30;
      await broker.takeOver('gone');
      expect(new Set(payloads()).size).toBe(20);
    },
  );

  test.runIf(available && name === 'Mosquitto')('two servers share the work', async () => {
    const other = aDoor();
    const otherBroker = openExternalBroker({ url: mosquitto?.url ?? '', serverId: 'other', log: silent });
    await otherBroker.open(other.door);
    await until(() => otherBroker.isUp);
    await pause(300);
    const client = await first();
    for (let i = 0; i < 40; i++) await client.publishAsync(`${own}/event`, String(i), { qos: 1 });
    await until(() => received.length + other.received.length === 40).catch(() => {
      throw new Error(`${received.length} + ${other.received.length} messages instead of 40`);
    });
    expect(received.length).toBeGreaterThan(0);
    expect(other.received.length).toBeGreaterThan(0);
    await otherBroker.close();
  });

  test.runIf(available && name === 'Mosquitto')('the gateway comes back after the broker was away', async () => {
    await mosquitto?.restart();
    await until(() => broker.isUp);
    await until(async () => {
      const client = await first().catch(() => undefined);
      await client?.publishAsync(`${own}/event`, 'again', { qos: 1 });
      await pause(100);
      return payloads().includes('again');
    });
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function eventually(work: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= 20) throw error;
      await pause(200);
    }
  }
}
