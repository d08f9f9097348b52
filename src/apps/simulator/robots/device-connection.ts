import { randomBytes, randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { type ConfigReportedData, PROTOCOL_VERSION } from '#domains/devices/contract/messages.ts';
import { type DeviceAddress, deviceTopic } from '#domains/devices/contract/topics.ts';
import type { Random } from '../world/random.ts';
import type { Timers } from '../world/timers.ts';
import type { Unacknowledged } from './robot-memory.ts';

/** What spoils the messages of a device of any kind; each asks once. */
export interface MessageFaults {
  /** Numbers that are left out before the next message. */
  skipped(): number;
  /** Seconds by which an event is late. */
  lateSeconds(): number | undefined;
  repeats(): boolean;
  reorders(): boolean;
}

/** The waiting faults of a kind of device that has these. */
export const messageFaults = (take: {
  skipSequence(): { readonly messages: number } | undefined;
  lateEvent(): { readonly seconds: number } | undefined;
  repeatSequence(): object | undefined;
  reorderSequence(): object | undefined;
}): MessageFaults => ({
  skipped: () => take.skipSequence()?.messages ?? 0,
  lateSeconds: () => take.lateEvent()?.seconds,
  repeats: () => take.repeatSequence() !== undefined,
  reorders: () => take.reorderSequence() !== undefined,
});

/** `State`, `Telemetry` and `Event`: what its kind of device says. */
export interface ConnectionSurroundings<State extends object = object> {
  mqttUrl: string;
  device: DeviceAddress;
  password: string;
  keepAliveSeconds: number;
  now(): Date;
  random: Random;
  timers: Timers;
  faults: MessageFaults;
  unacknowledged: Unacknowledged[];
  save(): void;
  /** A complete state and telemetry for the birth. */
  fullState(): State;
  onConnected(): void;
  onDisconnected(): void;
  onMessage(topic: string, payload: Buffer): void;
}

export interface DeviceConnection<State extends object, Telemetry extends object, Event extends object> {
  readonly connected: boolean;
  readonly refusedBecause: string | null;
  readonly session: string;
  readonly seq: number;
  /** Keeps trying until it is connected. */
  connect(): void;
  /** Says goodbye and closes. */
  disconnect(): Promise<void>;
  /** Leaves its broker and connects to another one. */
  moveTo(mqttUrl: string): void;
  /** Closes without goodbye, so that the will speaks. It stays away. */
  vanish(): void;
  /** Vanishes and comes back. */
  drop(afterMs: number, overlap: boolean): void;
  state(data: State): void;
  telemetry(data: Telemetry): void;
  event(data: Event): void;
  configReported(data: ConfigReportedData): void;
  ack(commandId: string, message: object): void;
  rubbish(): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const GOODBYE_WITHIN_MS = 1_000;
const newSession = (): string => randomBytes(6).toString('hex');

/**
 * One device's life on the broker: a session and a sequence per connection, birth and will, and events that are repeated
 * until they are acknowledged (practice 10.1). Each connection is a new MQTT client, because the will belongs to it.
 */
export function createDeviceConnection<State extends object, Telemetry extends object, Event extends object>(
  around: ConnectionSurroundings<State>,
): DeviceConnection<State, Telemetry, Event> {
  const { device, timers, faults } = around;
  let client: MqttClient | undefined;
  let { mqttUrl } = around;
  let connected = false;
  let wanted = false;
  let session = newSession();
  let sessionWasUsed = false;
  let seq = 0;
  let failures = 0;
  let refusedBecause: string | null = null;
  let heldBack: (() => void) | undefined;

  const envelope = (data: object): { id: string; payload: string } => {
    seq += faults.skipped();
    const id = randomUUID();
    const payload = JSON.stringify({ v: PROTOCOL_VERSION, id, ts: around.now().toISOString(), seq, session, data });
    seq += 1;
    return { id, payload };
  };

  /** Sends a message that must arrive; it is forgotten only once the broker has acknowledged it. */
  const transmit = (message: Unacknowledged): void => {
    const through = client;
    if (!through || !connected) return;
    through.publish(message.topic, message.payload, { qos: 1 }, (error) => {
      if (error) return;
      const at = around.unacknowledged.indexOf(message);
      if (at >= 0) around.unacknowledged.splice(at, 1);
    });
  };
  const sendSurely = (message: Unacknowledged): void => {
    around.unacknowledged.push(message);
    around.save();
    transmit(message);
  };

  /** Lets a message through in the order that the faults ask for. */
  const inOrder = (send: () => void): void => {
    if (heldBack) {
      const earlier = heldBack;
      heldBack = undefined;
      send();
      earlier();
    } else if (faults.reorders()) heldBack = send;
    else send();
    if (faults.repeats()) send();
  };

  const birth = (): void => {
    const { payload } = envelope(around.fullState());
    client?.publish(deviceTopic.state(device), payload, { qos: 1, retain: true });
  };

  const open = (): void => {
    if (!wanted) return;
    if (sessionWasUsed) {
      session = newSession();
      seq = 0;
    }
    // also where the answer never comes: the broker may have let it in, and have its will
    sessionWasUsed = true;
    const ownSession = session;
    const will = {
      v: PROTOCOL_VERSION,
      id: randomUUID(),
      ts: around.now().toISOString(),
      seq: 0,
      session: ownSession,
      data: { online: false },
    };
    const opened = mqtt.connect(mqttUrl, {
      clientId: device.imei,
      username: device.imei,
      password: around.password,
      protocolVersion: 4,
      // Commands that were under way when the connection broke still arrive, and their time-to-live decides.
      clean: false,
      keepalive: around.keepAliveSeconds,
      reconnectPeriod: 0,
      connectTimeout: 10_000,
      queueQoSZero: false,
      will: { topic: deviceTopic.state(device), payload: Buffer.from(JSON.stringify(will)), qos: 1, retain: true },
    });
    client = opened;
    opened.on('error', (error) => {
      if (client === opened) refusedBecause = error.message;
    });
    opened.on('message', (topic, payload) => {
      if (client === opened) around.onMessage(topic, payload);
    });
    opened.on('connect', () => {
      if (client !== opened) return;
      failures = 0;
      refusedBecause = null;
      connected = true;
      // Birth first: what comes after it is judged by its session.
      birth();
      opened.subscribe([deviceTopic.commands(device), deviceTopic.configDesired(device)], { qos: 1 });
      for (const message of [...around.unacknowledged]) transmit(message);
      around.onConnected();
    });
    opened.on('close', () => {
      if (client !== opened) return;
      client = undefined;
      const wasConnected = connected;
      connected = false;
      if (wasConnected) around.onDisconnected();
      if (!wanted) return;
      failures += 1;
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
      timers.after(pause * (0.5 + around.random.next()), () => {
        if (!client) open();
      });
    });
  };

  const abandon = (): void => {
    const old = client;
    client = undefined;
    if (connected) {
      connected = false;
      around.onDisconnected();
    }
    if (!old) return;
    old.stream?.destroy();
    old.end(true);
  };

  return {
    get connected() {
      return connected;
    },
    get refusedBecause() {
      return refusedBecause;
    },
    get session() {
      return session;
    },
    get seq() {
      return seq;
    },
    connect: () => {
      wanted = true;
      if (!client) open();
    },
    disconnect: async () => {
      wanted = false;
      const old = client;
      if (!old || !connected) {
        abandon();
        return;
      }
      const { payload } = envelope({ online: false });
      // A broker that has just gone never acknowledges: do not wait for it.
      const patience = new Promise<void>((resolve) => void timers.after(GOODBYE_WITHIN_MS, resolve));
      const said = old.publishAsync(deviceTopic.state(device), payload, { qos: 1, retain: true }).catch(() => {});
      await Promise.race([said, patience]);
      if (client === old) {
        client = undefined;
        connected = false;
        around.onDisconnected();
      }
      await Promise.race([old.endAsync().catch(() => {}), patience]);
      old.stream?.destroy();
    },
    moveTo: (url) => {
      mqttUrl = url;
      if (!wanted) return;
      failures = 0;
      abandon();
      open();
    },
    vanish: () => {
      wanted = false;
      abandon();
    },
    drop: (afterMs, overlap) => {
      wanted = true;
      if (overlap) {
        const old = client;
        client = undefined;
        connected = false;
        open();
        timers.after(afterMs, () => old?.end(true));
        return;
      }
      abandon();
      timers.after(afterMs, () => {
        if (!client) open();
      });
    },
    state: (data) => {
      if (!connected) return;
      const { payload } = envelope(data);
      inOrder(() => client?.publish(deviceTopic.state(device), payload, { qos: 1, retain: true }));
    },
    telemetry: (data) => {
      if (!connected) return;
      const { payload } = envelope(data);
      inOrder(() => client?.publish(deviceTopic.telemetry(device), payload, { qos: 0 }));
    },
    event: (data) => {
      const message = { ...envelope(data), topic: deviceTopic.event(device) };
      const late = faults.lateSeconds();
      if (late !== undefined) timers.after(late * 1000, () => sendSurely(message));
      else inOrder(() => sendSurely(message));
    },
    configReported: (data) => {
      if (!connected) return;
      client?.publish(deviceTopic.configReported(device), envelope(data).payload, { qos: 1 });
    },
    ack: (commandId, message) => {
      sendSurely({ id: randomUUID(), topic: deviceTopic.ack(device, commandId), payload: JSON.stringify(message) });
    },
    rubbish: () => {
      client?.publish(deviceTopic.event(device), `{"v":1,"ts":"${randomUUID()}`, { qos: 1 });
    },
  };
}
