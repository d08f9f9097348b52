import { connectAsync } from 'mqtt';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { until } from '#platform/testing/until.ts';
import type { DeviceBroker, DeviceDoor, DeviceMessage } from './device-broker.ts';
import { type ManyBrokers, openManyBrokers } from './many-brokers.ts';
import { findMosquitto, startMosquitto } from './test-mosquitto.ts';

const log = pino({ level: 'silent' });
const installed = findMosquitto();

/** The installation's own broker, of which nothing is asked here but that it is there. */
const main = (serverId: string): DeviceBroker => ({
  kind: 'external',
  url: 'mqtt://main',
  tlsUrl: null,
  serverId,
  isUp: true,
  open: async () => undefined,
  publish: async () => undefined,
  saveLogin: async () => undefined,
  removeLogin: async () => undefined,
  takeOver: async () => 0,
  close: async () => undefined,
});

function aDoor() {
  const received: DeviceMessage[] = [];
  const door: DeviceDoor = {
    subscribeTo: ['v1/+/+/+/state', 'v1/+/+/+/event'],
    publishTo: ['v1/+/+/+/cmd/+'],
    now: () => new Date(),
    findLogin: async () => undefined,
    receive: async (message) => void received.push(message),
    refused: () => undefined,
  };
  return { door, received };
}

describe.runIf(installed)('brokers of tenants', async () => {
  if (!installed) return;
  const mosquitto = await startMosquitto(installed);
  const opened: ManyBrokers[] = [];
  afterAll(async () => {
    for (const one of opened) await one.close();
    await mosquitto.stop();
  });

  const imei = '860000000000001';
  const own = `v1/1000/robot/${imei}`;
  const login = { imei, password: 'fjord-mokka', rights: { publish: [`${own}/event`], subscribe: [], retain: [] } };
  const asked = { id: 'further', tenantId: '1000', url: mosquitto.url, address: '127.0.0.1' };

  async function aServer(serverId: string) {
    const broker = openManyBrokers(main(serverId), { serverId, log });
    opened.push(broker);
    const { door, received } = aDoor();
    await broker.open(door);
    await broker.further.attach(asked);
    await until(() => broker.further.figures('1000', asked.id).isUp);
    return { broker, received };
  }

  test('what one keeps for a server that is gone is fetched by another', async () => {
    const one = await aServer('one');
    const device = await until(async () => {
      await one.broker.saveLogin(login);
      const options = { clientId: imei, username: imei, password: login.password, reconnectPeriod: 0 };
      return connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, options).catch(() => undefined);
    });
    await until(async () => {
      await device?.publishAsync(`${own}/event`, 'heard', { qos: 1 });
      return one.received.length > 0;
    });
    await one.broker.close();
    await device?.publishAsync(`${own}/event`, 'kept', { qos: 1 });
    const two = await aServer('two');
    await until(async () => {
      await two.broker.takeOver('one').catch(() => 0);
      return two.received.length > 0;
    });
    expect(two.received.map(({ payload }) => payload.toString())).toContain('kept');
    await device?.endAsync(true);
  });

  test('of two tenants at one broker both are heard and commanded', async () => {
    const { broker, received } = await aServer('three');
    await broker.further.attach({ ...asked, id: 'other', tenantId: '1001' });
    await until(() => broker.further.figures('1001', 'other').isUp);
    for (const [tenantId, robot] of [
      ['1000', '860000000000003'],
      ['1001', '860000000000004'],
    ] as const) {
      const topic = `v1/${tenantId}/robot/${robot}/event`;
      const rights = { publish: [topic], subscribe: [], retain: [] };
      const options = { clientId: robot, username: robot, password: 'fjord-mokka', reconnectPeriod: 0 };
      const device = await until(async () => {
        await broker.saveLogin({ imei: robot, password: options.password, rights });
        return connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, options).catch(() => undefined);
      });
      await until(async () => {
        await device?.publishAsync(topic, 'heard', { qos: 1 });
        return received.some((message) => message.topic === topic);
      });
      // where it was heard a command must be taken
      await broker.publish({ topic: `v1/${tenantId}/robot/${robot}/cmd/1`, payload: '{}' });
      await device?.endAsync(true);
    }
  });
});
