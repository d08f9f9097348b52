import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type {
  CabinetEventData,
  CabinetStateData,
  CabinetTelemetryData,
  SlotReading,
} from '#domains/cabinets/contract/messages.ts';
import { ConfigDesired } from '#domains/devices/contract/messages.ts';
import { type DeviceAddress, deviceTopic } from '#domains/devices/contract/topics.ts';
import { createDeviceConnection, messageFaults } from '../robots/device-connection.ts';
import { createWorldClock, type WorldClock } from '../world/clock.ts';
import { createRandom } from '../world/random.ts';
import { createTimers } from '../world/timers.ts';
import { createWaitingFaults } from '../world/waiting-faults.ts';
import { createCabinetDesk } from './cabinet-desk.ts';
import {
  CabinetFault,
  type CabinetFaultInput,
  type ImmediateCabinetFault,
  isWaiting,
  type WaitingCabinetFault,
} from './cabinet-faults.ts';
import { type HeldSlot, type HeldUnit, openCabinetMemory } from './cabinet-memory.ts';

export interface CabinetOptions {
  mqttUrl: string;
  tenantId: string;
  imei: string;
  password: string;
  name?: string | undefined;
  capacity: number;
  /** What lies in it at first. */
  units?: readonly { slot: number; serial: string; soc: number; cycles?: number | undefined }[] | undefined;
  reportIntervalSeconds?: number | undefined;
  seed?: number | string;
  dataDir?: string;
  clock?: WorldClock;
}

export interface CabinetView {
  tenantId: string;
  imei: string;
  name: string;
  powered: boolean;
  online: boolean;
  refusedBecause: string | null;
  clockSkewSeconds: number;
  slots: { slot: number; serial: string | null; soc: number | null; broken: boolean }[];
  waitingFaults: string[];
  unacknowledged: number;
}

export interface Cabinet {
  view(): CabinetView;
  fault(fault: CabinetFaultInput): void;
  /** A customer puts a unit into a slot; the first free one where none is named. */
  putBack(unit: { serial: string; slot?: number | undefined; soc?: number | undefined }): void;
  stop(): Promise<void>;
}

export class SlotTaken extends Error {}

const UPLOAD_EVERY_MS = 10 * 60_000;
/** A full charge takes two hours; a beat a minute. */
const CHARGE_PER_MINUTE = 100 / 120;
const RETURNED_SOC = { from: 5, to: 70 };

/** A cabinet that speaks nothing but the public protocol (practice 18.1). */
export function startCabinet(options: CabinetOptions): Cabinet {
  const device: DeviceAddress = { tenantId: options.tenantId, kind: 'cabinet', imei: options.imei };
  const clock = options.clock ?? createWorldClock();
  const random = createRandom(options.seed ?? 1).stream(`cabinet/${options.imei}`);
  const timers = createTimers();
  const faults = createWaitingFaults<WaitingCabinetFault>();
  const held = new Map(options.units?.map((unit) => [unit.slot, unit]));
  const { memory, save } = openCabinetMemory(options.dataDir, options.imei, {
    slots: Array.from({ length: options.capacity }, (_, at): HeldSlot => {
      const unit = held.get(at + 1);
      return { slot: at + 1, unit: unit ? { cycles: 0, ...unit } : null, broken: false };
    }),
    ...{ events: 0, commands: {}, unacknowledged: [], configVersion: 0 },
    reportIntervalSeconds: options.reportIntervalSeconds ?? 60,
  });
  let powered = true;
  let skewSeconds = 0;
  let silentUntil = 0;
  let beatTimer: { cancel(): void } | undefined;
  let uploadTimer: { cancel(): void } | undefined;

  const now = (): Date => new Date(clock.now().getTime() + skewSeconds * 1000);
  const isSilent = (): boolean => clock.now().getTime() < silentUntil;
  const eventId = (): string => {
    memory.events += 1;
    return `${memory.events}-${randomUUID().slice(0, 8)}`;
  };

  const connection = createDeviceConnection<
    z.infer<typeof CabinetStateData>,
    z.infer<typeof CabinetTelemetryData>,
    CabinetEventData
  >({
    ...{ mqttUrl: options.mqttUrl, device, password: options.password, keepAliveSeconds: 30, now, timers, save },
    ...{ random: random.stream('connection'), unacknowledged: memory.unacknowledged },
    faults: messageFaults({
      skipSequence: () => faults.take('skipSequence'),
      lateEvent: () => faults.take('lateEvent'),
      repeatSequence: () => faults.take('repeatSequence'),
      reorderSequence: () => faults.take('reorderSequence'),
    }),
    fullState: () => fullState(),
    onConnected: () => {
      uploadAll();
      beat();
    },
    onDisconnected: () => {
      beatTimer?.cancel();
      uploadTimer?.cancel();
    },
    onMessage: (topic, payload) => {
      if (!powered) return;
      if (topic === deviceTopic.configDesired(device)) takeConfig(payload);
      else desk.receive(topic.slice(topic.lastIndexOf('/') + 1), payload);
    },
  });

  const fullState = () => ({
    ...{ online: true, fw: '2.3.1', hardware: 'R4', model: `C${options.capacity}` },
    ...{ iccid: `8947${options.imei.replaceAll(/\D/g, '').padStart(15, '0')}`, signal: signal() },
  });
  const signal = (): number => -random.integer(58, 96);
  const temperature = (): number => random.integer(180, 320);

  const readingOf = ({ slot, unit, broken }: HeldSlot): SlotReading => ({
    slot,
    state: broken ? 'fault' : unit ? 'occupied' : 'empty',
    serial: unit?.serial ?? null,
    ...(unit && { soc: Math.floor(unit.soc), cycles: unit.cycles, temperatureTenths: temperature() }),
    lock: 'closed',
    ...(broken && { fault: 'lock-jam' }),
  });
  const uploadAll = (): void => {
    uploadTimer?.cancel();
    uploadTimer = timers.after(UPLOAD_EVERY_MS, uploadAll);
    if (!isSilent()) connection.event({ kind: 'bank.slots', slots: memory.slots.map(readingOf) });
  };
  const beat = (): void => {
    beatTimer?.cancel();
    beatTimer = timers.after(memory.reportIntervalSeconds * 1000 * (0.95 + random.next() * 0.1), () => {
      charge(memory.reportIntervalSeconds / 60);
      if (!isSilent())
        connection.telemetry({
          ...{ signal: signal(), temperatureTenths: temperature() },
          slots: memory.slots.flatMap(({ slot, unit }) => (unit ? [{ slot, soc: Math.floor(unit.soc) }] : [])),
        });
      beat();
    });
  };
  const charge = (minutes: number): void => {
    for (const { unit } of memory.slots) if (unit) unit.soc = Math.min(100, unit.soc + minutes * CHARGE_PER_MINUTE);
    save();
  };

  const release = (slot: HeldSlot, cmdId: string): HeldUnit | null => {
    const { unit } = slot;
    if (!unit || !powered) return null;
    slot.unit = null;
    save();
    connection.event({ kind: 'bank.ejected', serial: unit.serial, slot: slot.slot, cmdId, eventId: eventId() });
    return unit;
  };
  const desk = createCabinetDesk({
    ...{ memory, faults, timers, now, release, save },
    ack: (commandId, message) => connection.ack(commandId, message),
    uploadAll: () => {
      connection.state(fullState());
      uploadAll();
    },
    loadAds: (version, clips) =>
      connection.event({ kind: 'adverts.loaded', version, clips: clips.map(({ id }) => ({ id, ok: true })) }),
  });

  const takeConfig = (payload: Buffer): void => {
    const parsed = ConfigDesired.safeParse(JSON.parse(payload.toString('utf8')));
    if (!parsed.success) return;
    const { version, reportIntervalSeconds, reportType } = parsed.data;
    Object.assign(memory, { configVersion: version, reportIntervalSeconds });
    save();
    connection.configReported({ version, reportIntervalSeconds, reportType });
  };

  const slotOf = (no: number): HeldSlot => {
    const found = memory.slots.find(({ slot }) => slot === no);
    if (!found) throw new SlotTaken(`no slot ${no}`);
    return found;
  };
  const putBack: Cabinet['putBack'] = ({ serial, slot, soc }) => {
    if (memory.slots.some(({ unit }) => unit?.serial === serial)) throw new SlotTaken(`${serial} is in this cabinet`);
    const free = slot === undefined ? memory.slots.find(({ unit, broken }) => !unit && !broken) : slotOf(slot);
    if (!free || free.unit || free.broken) throw new SlotTaken('no free slot');
    free.unit = {
      serial,
      soc: soc ?? random.integer(RETURNED_SOC.from, RETURNED_SOC.to),
      cycles: random.integer(1, 300),
    };
    save();
    if (faults.take('loseReturn')) return;
    const { soc: charged, cycles } = free.unit;
    connection.event({
      ...{ kind: 'bank.returned', serial, slot: free.slot, soc: Math.floor(charged), cycles },
      ...{ temperatureTenths: temperature(), eventId: eventId() },
    });
  };

  const immediate: Record<ImmediateCabinetFault['kind'], (fault: never) => void> = {
    pullPlug: () => {
      powered = false;
      connection.vanish();
    },
    plugIn: () => {
      powered = true;
      connection.connect();
    },
    dropConnection: ({ afterMs, overlap }: { afterMs: number; overlap: boolean }) => connection.drop(afterMs, overlap),
    clockSkew: ({ seconds }: { seconds: number }) => {
      skewSeconds = seconds;
    },
    fallSilent: ({ seconds }: { seconds: number }) => {
      silentUntil = clock.now().getTime() + seconds * 1000;
    },
    slotFault: ({ slot, on }: { slot: number; on: boolean }) => {
      const broken = slotOf(slot);
      broken.broken = on;
      save();
      connection.event({ kind: 'bank.slot', ...readingOf(broken) });
    },
    steal: ({ slot }: { slot: number }) => {
      slotOf(slot).unit = null;
      save();
    },
    sendRubbish: () => connection.rubbish(),
    clear: () => {
      faults.clear();
      skewSeconds = 0;
      silentUntil = 0;
    },
  };

  connection.connect();
  return {
    view: () => ({
      ...{ tenantId: options.tenantId, imei: options.imei, name: options.name ?? options.imei, powered },
      ...{ online: connection.connected, refusedBecause: connection.refusedBecause, clockSkewSeconds: skewSeconds },
      slots: memory.slots.map(({ slot, unit, broken }) => ({
        ...{ slot, broken, serial: unit?.serial ?? null, soc: unit ? Math.floor(unit.soc) : null },
      })),
      waitingFaults: faults.list().map(({ kind }) => kind),
      unacknowledged: memory.unacknowledged.length,
    }),
    fault: (input) => {
      const fault = CabinetFault.parse(input);
      if (isWaiting(fault)) faults.add(fault);
      else immediate[fault.kind](fault as never);
    },
    putBack,
    stop: async () => {
      await connection.disconnect();
      timers.stop();
    },
  };
}
