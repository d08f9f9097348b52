import { expect, test } from 'vitest';
import { Problem } from '#platform/problems/server/raise.ts';
import type { Incoming } from './incoming.ts';
import { IngestQueue } from './ingest-queue.ts';

const at = new Date('2027-03-01T09:15:00Z');
const message = (name: string) =>
  ({
    good: {
      device: { imei: name, tenantId: '1000' },
      frame: { messageId: name, session: 's', seq: 0, deviceAt: at },
      report: { kind: 'telemetry', data: {} },
      receivedAt: at,
    },
  }) as Incoming;
const nameOf = (incoming: Incoming) =>
  'good' in incoming ? incoming.good.device.imei : `quarantined ${incoming.bad.imei}`;

function aQueue(store: (names: string[]) => void | Promise<void>) {
  const stored: string[] = [];
  const batches: number[] = [];
  const queue = new IngestQueue({
    store: async (batch) => {
      const names = batch.map(nameOf);
      await store(names);
      batches.push(names.length);
      stored.push(...names);
    },
    warn: () => undefined,
  });
  return { queue, stored, batches };
}

test('messages are stored in their order, many at a time', async () => {
  const { queue, stored, batches } = aQueue(() => new Promise((resolve) => setTimeout(resolve, 5)));
  const names = Array.from({ length: 2_500 }, (_, i) => String(i));
  await Promise.all(names.map((name) => queue.add(message(name))));
  expect(stored).toEqual(names);
  expect(Math.max(...batches)).toBe(250);
});

test('one message that cannot be stored goes to quarantine, the others are stored', async () => {
  const { queue, stored } = aQueue((names) => {
    if (names.includes('poison')) throw new Error('invalid byte sequence');
  });
  await Promise.all(['a', 'b', 'poison', 'c', 'd'].map((name) => queue.add(message(name))));
  expect(stored).toEqual(['a', 'b', 'quarantined poison', 'c', 'd']);
});

test('while the database is away messages wait, and none is lost or doubled', async () => {
  let away = 3;
  const { queue, stored } = aQueue(() => {
    if (away-- > 0) throw new Problem('server.unavailable');
  });
  await Promise.all(['a', 'b'].map((name) => queue.add(message(name))));
  expect(stored).toEqual(['a', 'b']);
});

test('what still waits when the gateway stops is not acknowledged', async () => {
  const { queue, stored } = aQueue(() => {
    throw new Problem('server.unavailable');
  });
  const waiting = queue.add(message('a'));
  await new Promise((resolve) => setTimeout(resolve, 60));
  const refused = expect(waiting).rejects.toThrow();
  await queue.stop();
  await refused;
  await expect(queue.add(message('b'))).rejects.toThrow('stopping');
  expect(stored).toEqual([]);
});
