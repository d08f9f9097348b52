import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'mqtt';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { until } from '#platform/testing/until.ts';
import type { DeviceMessage } from './device-broker.ts';
import { openExternalBroker, publishConfirmed } from './external-broker.ts';

const log = pino({ level: 'silent' });
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A server in the place of a broker that answers each connection as it is told. */
async function aBroker(answer: (socket: Socket, turn: number) => void) {
  let turn = 0;
  let packets = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const mine = turn++;
    socket.on('data', () => {
      packets += 1;
    });
    socket.once('data', () => answer(socket, mine));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const received: DeviceMessage[] = [];
  const broker = openExternalBroker({ url: `mqtt://gateway:secret@127.0.0.1:${port}`, serverId: 'test', log });
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    // the broker is away, and has seen it
    await new Promise((resolve) => server.close(resolve));
    await sleep(20);
    await broker.close();
  });
  await broker.open({
    subscribeTo: ['v1/+/+/+/state'],
    publishTo: [],
    now: () => new Date(),
    findLogin: async () => undefined,
    receive: async (message) => void received.push(message),
    refused: () => undefined,
  });
  return { broker, received, turns: () => turn, packets: () => packets };
}

/** CONNACK of MQTT 5 with this reason. */
const connack = (reason: number) => Buffer.from([0x20, 3, 0, reason, 0]);
/** PUBLISH of MQTT 5 at QoS 0. */
function publication(topic: string, payload: string): Buffer {
  const body = Buffer.concat([
    Buffer.from([0, topic.length]),
    Buffer.from(topic),
    Buffer.from([0]),
    Buffer.from(payload),
  ]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

test('a broker that refused the server once is asked again', async () => {
  const { broker, turns } = await aBroker((socket, turn) => {
    // busy, as while it starts
    if (turn === 0) socket.end(connack(0x89));
    else socket.write(connack(0x86));
  });
  await until(() => broker.failure === 'wrong-password');
  expect(turns()).toBe(2);
});

test('a broker that refuses what the server needs is asked again, as its rights may have been given meanwhile', async () => {
  const { broker, turns } = await aBroker((socket) => {
    socket.write(connack(0));
    // SUBACK of MQTT 5: not authorised
    socket.on('data', (packet: Buffer) => {
      if (packet[0] === 0x82) socket.write(Buffer.from([0x90, 4, packet[2] ?? 0, packet[3] ?? 0, 0, 0x87]));
    });
  });
  await until(() => turns() > 1);
  expect(broker).toMatchObject({ failure: 'no-rights', isUp: false });
});

test('a broker that confirms nothing does not hold up the one who leaves it', async () => {
  const { broker, packets } = await aBroker((socket) => void socket.write(connack(0)));
  await until(() => packets() > 1);
  // nobody is heard where no subscription was confirmed
  expect(broker.isUp).toBe(false);
  await broker.close();
});

test.each(['nonsense', 'null', '{}', '{"responses":{}}', '{"responses":[null]}'])(
  'what a broker answers about logins cannot stop the server: %s',
  async (answer) => {
    const { received } = await aBroker((socket) => {
      socket.write(connack(0));
      socket.write(publication('$CONTROL/dynamic-security/v1/response', answer));
      socket.write(publication('v1/1000/robot/860000000000001/state', 'still here'));
    });
    await until(() => received.length === 1);
    expect(received[0]?.payload.toString()).toBe('still here');
  },
);

test('what waits for a broker that is away fails, also where its connection was closed meanwhile', async () => {
  const connection = connect('mqtt://127.0.0.1:1', { reconnectPeriod: 60_000 });
  connection.on('error', () => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const published = publishConfirmed(connection, { topic: 'a', payload: 'b' }, undefined);
  const failure = expect(published).rejects.toThrow('did not confirm in time');
  await connection.endAsync(true);
  expect(connection.disconnected).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  await failure;
});
