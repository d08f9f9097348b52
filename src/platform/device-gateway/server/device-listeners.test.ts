import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { until } from '#platform/testing/until.ts';
import { DeviceListeners } from './device-listeners.ts';

const log = pino({ level: 'silent' });
const opened: DeviceListeners[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const listeners of opened.splice(0)) {
    listeners.endConnections();
    await listeners.close();
  }
});

async function listenersAt(port: number, handle: (socket: Socket) => void = () => undefined): Promise<number> {
  const listeners = new DeviceListeners({ host: '127.0.0.1', port, log }, handle);
  opened.push(listeners);
  await listeners.open();
  return Number(new URL(listeners.url).port);
}

test('a port that another server has is not shared with it', async () => {
  const port = await listenersAt(0);
  await expect(listenersAt(port)).rejects.toThrow(`MQTT port ${port} on 127.0.0.1 is in use`);
});

test('a port is free again once it is closed', async () => {
  const port = await listenersAt(0);
  await opened.pop()?.close();
  expect(await listenersAt(port)).toBe(port);
});

test.runIf(process.platform === 'linux')(
  'of many connections several are taken in one turn of the event loop',
  async () => {
    const many = 160;
    let taken = 0;
    const port = await listenersAt(0, () => {
      taken += 1;
    });
    for (let nth = 0; nth < many; nth += 1) sockets.push(connect(port, '127.0.0.1').on('error', () => undefined));
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      if (taken > 0 && taken < many) turns += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    await until(() => taken === many);
    isOver = true;
    expect(turns).toBeGreaterThan(0);
    expect(turns).toBeLessThan(many * 0.6);
  },
);
