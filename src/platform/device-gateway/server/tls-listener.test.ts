import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#platform/config/server/config.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { selfSigned } from '#platform/testing/self-signed.ts';
import { until } from '#platform/testing/until.ts';
import type { DeviceBroker, DeviceMessage, Refusal } from './device-broker.ts';
import { openEmbeddedBroker } from './embedded-broker.ts';
import { makeBroker } from './make-broker.ts';

const log = pino({ level: 'silent' });
const imei = '860000000000001';
const password = 'a-password-of-a-test';
const own = `v1/1000/robot/${imei}`;
const received: DeviceMessage[] = [];
const refusals: Refusal[] = [];
const clients: MqttClient[] = [];
let folder: string;
let cert: string;
let files: { certFile: string; keyFile: string };
let port: number;
let broker: DeviceBroker;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-tls-'));
  files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  const made = selfSigned();
  ({ cert } = made);
  await writeFile(files.certFile, made.cert);
  await writeFile(files.keyFile, made.key);
  port = await freePort();
  broker = openEmbeddedBroker({ host: '127.0.0.1', port: 0, tls: { ...files, port }, log });
  await broker.open({
    subscribeTo: [],
    publishTo: [],
    now: () => new Date(),
    findLogin: async (name) =>
      name === imei
        ? {
            imei,
            passwordDigest: sha256(password),
            rights: { publish: [`${own}/event`], subscribe: [`${own}/cmd/+`], retain: [] },
          }
        : undefined,
    receive: async (message) => void received.push(message),
    refused: (refusal) => void refusals.push(refusal),
  });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  received.length = 0;
  refusals.length = 0;
});
afterAll(async () => {
  await broker.close();
  await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const found = (probe.address() as { port: number }).port;
  await new Promise((done) => probe.close(done));
  return found;
}

async function device(options: IClientOptions = {}, url = broker.tlsUrl!): Promise<MqttClient> {
  const client = await connectAsync(url, {
    clientId: imei,
    username: imei,
    password,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    ca: cert,
    ...options,
  });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

test('a device that trusts the certificate publishes and receives over TLS', async () => {
  expect(broker.tlsUrl).toBe(`mqtts://127.0.0.1:${port}`);
  const client = await device();
  const delivered: string[] = [];
  client.on('message', (topic) => delivered.push(topic));
  await client.subscribeAsync(`${own}/cmd/+`, { qos: 1 });
  await client.publishAsync(`${own}/event`, 'hello', { qos: 1 });
  expect(received.map(({ payload }) => payload.toString())).toEqual(['hello']);
  await broker.publish({ topic: `${own}/cmd/1`, payload: '{}' });
  await until(() => delivered.length === 1);
});

test('a device that does not trust it says nothing, its password least of all', async () => {
  await expect(device({ ca: [] })).rejects.toThrow(/self.signed/i);
  expect(refusals).toEqual([]);
});

test('the same rules hold: a wrong password, another client id and a foreign topic are refused', async () => {
  await expect(device({ password: 'wrong' })).rejects.toThrow();
  await expect(device({ clientId: '860000000000002' })).rejects.toThrow();
  const client = await device();
  await client.publishAsync('v1/1000/robot/860000000000002/event', 'attack', { qos: 1 });
  expect(received).toEqual([]);
  expect(refusals.map(({ kind }) => kind)).toEqual(['login', 'login', 'publish']);
});

test('a packet above the limit ends the connection here too', async () => {
  const client = await device();
  client.publish(`${own}/event`, Buffer.alloc(80_000, 'x'), { qos: 1 });
  await until(() => !client.connected);
  expect(received).toEqual([]);
});

test('older versions than TLS 1.2 are refused', async () => {
  const attempt = new Promise((done, failed) => {
    const socket = connectTls(
      { host: '127.0.0.1', port, ca: cert, maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' },
      () => done(socket.getProtocol()),
    );
    socket.once('error', failed);
  });
  await expect(attempt).rejects.toThrow();
});

test('a device that speaks in clear on the port of TLS gets nothing, and the next one is served', async () => {
  const clear = connect(port, '127.0.0.1');
  const delivered: Buffer[] = [];
  clear.on('data', (chunk: Buffer) => delivered.push(chunk));
  clear.on('error', () => undefined);
  const closed = once(clear, 'close');
  // CONNECT of MQTT 3.1.1 without anything in it
  clear.write(Buffer.from([0x10, 0x0c, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0]));
  await closed;
  const connack = 0x20;
  expect(Buffer.concat(delivered)[0]).not.toBe(connack);
  await (await device()).publishAsync(`${own}/event`, 'still here', { qos: 1 });
  expect(received).toHaveLength(1);
});

test('the clear port stays open beside it', async () => {
  await (await device({}, broker.url)).publishAsync(`${own}/event`, 'in clear', { qos: 1 });
  expect(received).toHaveLength(1);
});

test('the settings name the files and open port 8883; without them there is no TLS', () => {
  const environment = { MQTT_TLS_CERT: files.certFile, MQTT_TLS_KEY: files.keyFile };
  expect(makeBroker(readConfig(environment), log).tlsUrl).toBe('mqtts://127.0.0.1:8883');
  expect(makeBroker(readConfig({}), log).tlsUrl).toBeNull();
});

test.each(['a certificate of another key', 'no certificate at all'])('%s stops the start', async (what) => {
  const wrong = join(folder, 'wrong.pem');
  await writeFile(wrong, what.startsWith('no') ? 'hello' : selfSigned().cert);
  const other = openEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    tls: { certFile: wrong, keyFile: files.keyFile, port: await freePort() },
    log,
  });
  const door = { subscribeTo: [], publishTo: [], now: () => new Date(), refused: () => undefined };
  const opening = other.open({ ...door, findLogin: async () => undefined, receive: async () => undefined });
  await expect(opening).rejects.toThrow(/MQTT_TLS_CERT/);
  await other.close();
});
