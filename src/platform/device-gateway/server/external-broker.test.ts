import { connect } from 'mqtt';
import { afterEach, expect, test, vi } from 'vitest';
import { publishConfirmed } from './external-broker.ts';

afterEach(() => {
  vi.useRealTimers();
});

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
