import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { Aedes } from 'aedes';
import { afterEach, expect, test, vi } from 'vitest';
import {
  type CabinetEventData,
  CabinetEventMessage,
  CabinetStateMessage,
  CabinetTelemetryMessage,
} from '#domains/cabinets/contract/messages.ts';
import { AckMessage } from '#domains/devices/contract/messages.ts';
import { deviceTopic, parseUpwardTopic } from '#domains/devices/contract/topics.ts';
import { startCabinet } from './start-cabinet.ts';

const device = { tenantId: '1000', kind: 'cabinet', imei: 'CAB0000000001' } as const;
const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A broker that checks every message with the gateway's schemas, with one cabinet that holds A and B. */
async function aCabinet() {
  const broker = await Aedes.createBroker();
  const events: CabinetEventData[] = [];
  const acks: { commandId: string; message: AckMessage }[] = [];
  const faulty: string[] = [];
  broker.on('publish', (packet) => {
    const topic = parseUpwardTopic(packet.topic);
    if (!topic) return;
    try {
      const message: unknown = JSON.parse(packet.payload.toString());
      if (topic.channel === 'ack') acks.push({ commandId: topic.commandId, message: AckMessage.parse(message) });
      else if (topic.channel === 'state') CabinetStateMessage.parse(message);
      else if (topic.channel === 'telemetry') CabinetTelemetryMessage.parse(message);
      else if (topic.channel === 'event') events.push(CabinetEventMessage.parse(message).data);
    } catch {
      faulty.push(packet.payload.toString());
    }
  });
  const server = createServer(broker.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(async () => {
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const cabinet = startCabinet({
    mqttUrl: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ tenantId: device.tenantId, imei: device.imei, password: 'right', capacity: 3 },
    units: [
      { slot: 1, serial: 'A', soc: 90 },
      { slot: 2, serial: 'B', soc: 40 },
    ],
  });
  cleanUps.push(() => cabinet.stop());
  await vi.waitFor(() => expect(events.map(({ kind }) => kind)).toEqual(['bank.slots']), { timeout: 5_000 });
  const command = (cmd: string, args: object, more: { id?: string; issuedAt?: Date } = {}): string => {
    const id = more.id ?? randomUUID();
    const issuedAt = (more.issuedAt ?? new Date()).toISOString();
    const payload = JSON.stringify({ v: 1, cmd, args, issuedAt, ttlS: 30 });
    const packet = { cmd: 'publish', topic: deviceTopic.command(device, id), payload, qos: 1, retain: false } as const;
    broker.publish({ ...packet, dup: false }, () => undefined);
    return id;
  };
  const resultOf = (id: string) =>
    vi.waitFor(
      () => {
        const found = acks.find(({ commandId, message }) => commandId === id && message.stage === 'result');
        if (found?.message.stage !== 'result') throw new Error('no result yet');
        return found.message;
      },
      { timeout: 8_000 },
    );
  const kinds = () => events.map(({ kind }) => kind);
  return { cabinet, events, kinds, acks, faulty, command, resultOf };
}

test('an eject brings out one unit, once, whatever is asked again', async () => {
  const { cabinet, events, faulty, command, resultOf, acks } = await aCabinet();
  const id = command('eject', { slot: 1, serial: 'A' });
  expect(await resultOf(id)).toMatchObject({ ok: true, code: 'EJECTED', data: { serial: 'A' } });
  expect(events.at(-1)).toMatchObject({ kind: 'bank.ejected', serial: 'A', slot: 1, cmdId: id });
  const said = acks.length;
  command('eject', { slot: 1, serial: 'A' }, { id });
  await vi.waitFor(() => expect(acks.length).toBe(said + 1));
  expect(events.filter(({ kind }) => kind === 'bank.ejected').length).toBe(1);
  expect(await resultOf(command('eject', { slot: 1 }))).toMatchObject({ ok: false, code: 'EMPTY' });
  const old = new Date(Date.now() - 60_000);
  expect(await resultOf(command('eject', { slot: 2 }, { issuedAt: old }))).toMatchObject({ code: 'EXPIRED' });
  expect(cabinet.view().slots.map(({ serial }) => serial)).toEqual([null, 'B', null]);
  expect(faulty).toEqual([]);
});

test('it brings out another unit, or none, where it is told to', async () => {
  const { cabinet, command, resultOf } = await aCabinet();
  cabinet.fault({ kind: 'ejectWrong' });
  expect(await resultOf(command('eject', { slot: 1, serial: 'A' }))).toMatchObject({ data: { serial: 'B' } });
  cabinet.fault({ kind: 'ejectNothing' });
  expect(await resultOf(command('eject', { slot: 1 }))).toMatchObject({ ok: false, code: 'JAMMED' });
  expect(await resultOf(command('check', { slot: 1 }))).toMatchObject({ data: { serial: 'A' } });
});

test('a return is said, or lost and shown by the next full upload', async () => {
  const { cabinet, events, kinds, command } = await aCabinet();
  cabinet.putBack({ serial: 'C', soc: 20 });
  await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ kind: 'bank.returned', serial: 'C', slot: 3, soc: 20 }));
  expect(() => cabinet.putBack({ serial: 'D' })).toThrow('no free slot');
  command('popAll', {});
  await vi.waitFor(() => expect(kinds().filter((kind) => kind === 'bank.ejected').length).toBe(3), { timeout: 8_000 });
  cabinet.fault({ kind: 'loseReturn' });
  const before = kinds().length;
  cabinet.putBack({ serial: 'A', slot: 2 });
  command('uploadAll', {});
  await vi.waitFor(() => expect(kinds().slice(before)).toEqual(['bank.slots']));
  expect(events.at(-1)).toMatchObject({ slots: [{ state: 'empty' }, { serial: 'A' }, { state: 'empty' }] });
});
