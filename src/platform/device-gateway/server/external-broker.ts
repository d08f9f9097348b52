import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type IClientOptions, type IConnackPacket, type MqttClient, type Packet } from 'mqtt';
import type { Logger } from 'pino';
import {
  type DeviceBroker,
  type DeviceDoor,
  MAX_IN_FLIGHT,
  MAX_PAYLOAD_BYTES,
  type Publication,
} from './device-broker.ts';
import { CONTROL_RESPONSE_TOPIC, CONTROL_TOPIC, MosquittoLogins } from './mosquitto-logins.ts';

export interface ExternalBrokerOptions {
  /** `mqtt://user:password@host:port`, or `mqtts`. */
  readonly url: string;
  /** Stays the same over restarts and differs between servers: the broker keeps what arrives while we are away. */
  readonly serverId: string;
  readonly log: Logger;
}

/** Device messages of one connection. */
interface Traffic {
  open: number;
  committed: number;
  lastAt: number;
}

/** All servers share the work of this group. */
const SHARE = '$share/gw/';
/** How long the broker keeps messages for a server that is down. */
const SESSION_SECONDS = 24 * 3600;
const PUBLISH_TIMEOUT_MS = 5_000;
/** A session that brings nothing for this long is empty. */
const QUIET_MS = 1_000;
const RETRY_MS = { least: 1_000, most: 60_000 };

/**
 * An external broker (Mosquitto, EMQX). QoS 1 is acknowledged by hand after the commit; the broker repeats what was not
 * acknowledged when we come back, because the session persists.
 */
export function openExternalBroker(options: ExternalBrokerOptions): DeviceBroker {
  const { log } = options;
  const address = new URL(options.url);
  let client: MqttClient | undefined;
  let door: DeviceDoor | undefined;
  let inFlight = 0;
  /** The reading of a stream stops here until there is room again. */
  const readLater: (() => void)[] = [];
  /** Whether the broker takes credentials from us; unknown until it has answered. */
  let control: 'unknown' | 'ours' | 'none' = 'unknown';
  const logins = new MosquittoLogins((payload) => send({ topic: CONTROL_TOPIC, payload }));

  function listenTo(connection: MqttClient): Traffic {
    const traffic: Traffic = { open: 0, committed: 0, lastAt: performance.now() };
    connection.handleMessage = (packet, next) => handleMessage(connection, traffic, packet, next);
    connection.on('error', (error) => log.warn({ reason: error.message }, 'External broker'));
    return traffic;
  }

  function handleMessage(
    connection: MqttClient,
    traffic: Traffic,
    packet: Packet,
    next: (error?: Error) => void,
  ): void {
    if (packet.cmd !== 'publish') {
      next();
      return;
    }
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
    if (packet.topic === CONTROL_RESPONSE_TOPIC) {
      logins.answered(payload.toString());
      next();
      return;
    }
    const { stream } = connection;
    inFlight += 1;
    traffic.open += 1;
    receive(packet.topic, payload, packet.retain)
      .then(
        () => {
          traffic.committed += 1;
          // only on the stream that brought the message: after a reconnect the broker sends it again
          if (
            packet.qos === 1 &&
            packet.messageId !== undefined &&
            connection.stream === stream &&
            connection.connected
          ) {
            stream.write(pubackOf(packet.messageId));
          }
        },
        (error: Error) => log.warn({ err: error }, 'A device message was not stored and stays unacknowledged'),
      )
      .finally(() => {
        traffic.open -= 1;
        traffic.lastAt = performance.now();
        left();
      });
    // An error here tells the library not to acknowledge by itself; it goes on reading.
    const goOn = (): void => next(packet.qos === 0 ? undefined : new Error('acknowledged after the commit'));
    if (inFlight < MAX_IN_FLIGHT) goOn();
    else readLater.push(goOn);
  }

  async function receive(topic: string, payload: Buffer, retain: boolean): Promise<void> {
    if (!door) throw new Error('The gateway is not open');
    await door.receive({ topic, payload, retain });
  }

  function left(): void {
    inFlight -= 1;
    if (inFlight < MAX_IN_FLIGHT) readLater.shift()?.();
  }

  async function takeOver(serverId: string): Promise<number> {
    if (!door) throw new Error('The gateway is not open');
    const filters = sharedFilters(door);
    // one try: a server that lives takes its session back, and then this must not fight for it
    const connection = connect(options.url, { ...optionsOf({ ...options, serverId }), reconnectPeriod: 0 });
    const lost = new Promise<never>((_, reject) => {
      connection.once('close', () => reject(new Error('The connection for the other server ended')));
    });
    lost.catch(() => undefined);
    const connected = new Promise<IConnackPacket>((resolve) => connection.once('connect', resolve));
    const traffic = listenTo(connection);
    try {
      const { sessionPresent } = await Promise.race([connected, lost]);
      if (sessionPresent) {
        // its share goes to the others from now on
        await Promise.race([connection.unsubscribeAsync(filters), lost]);
        traffic.lastAt = performance.now();
        const isQuiet = (): boolean => traffic.open === 0 && performance.now() - traffic.lastAt > QUIET_MS;
        while (!isQuiet()) await Promise.race([sleep(100), lost]);
      }
      await connection.endAsync(false, { properties: { sessionExpiryInterval: 0 } });
      return traffic.committed;
    } finally {
      connection.end(true);
    }
  }

  async function send({ topic, payload, retain = false, expiresAt }: Publication): Promise<void> {
    const connection = client;
    if (!connection?.connected) throw new Error('The broker cannot be reached');
    const seconds = expiresAt && Math.floor((expiresAt.getTime() - (door?.now() ?? expiresAt).getTime()) / 1000);
    if (seconds !== undefined && seconds <= 0) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        // must not be sent after a reconnect: the caller was told that it failed
        connection.removeOutgoingMessage(messageId);
        reject(new Error('The broker did not confirm in time'));
      }, PUBLISH_TIMEOUT_MS);
      const properties = seconds === undefined ? {} : { messageExpiryInterval: seconds };
      connection.publish(topic, payload, { qos: 1, retain, properties }, (error) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      });
      const messageId = connection.getLastMessageId();
    });
  }

  async function prepare(): Promise<void> {
    if (!door) return;
    const stream = client?.stream;
    try {
      await client?.subscribeAsync(CONTROL_RESPONSE_TOPIC, { qos: 1 });
      await logins.prepare(decodeURIComponent(address.username), door);
      control = 'ours';
    } catch (error) {
      // the broker hangs up on us when it gives us our role: the next connection finds it
      if (!client?.connected || client.stream !== stream) return;
      control = 'none';
      log.warn(
        { reason: (error as Error).message },
        'The broker takes no device credentials from us: keep them there by hand',
      );
    }
    // a retained birth that is told again is no sign of life: only news (rh 2)
    await client?.subscribeAsync(sharedFilters(door), { qos: 1, rap: true, rh: 2 });
    log.info({ broker: address.host, control }, 'Connected to the external broker');
  }

  return {
    kind: 'external',
    // for people and devices: without our own account
    url: `${address.protocol}//${address.host}`,
    tlsUrl: address.protocol === 'mqtts:' ? `mqtts://${address.host}` : null,
    serverId: options.serverId,
    get isUp() {
      return client?.connected ?? false;
    },
    open: async (newDoor) => {
      door = newDoor;
      const connection = connect(options.url, optionsOf(options));
      client = connection;
      listenTo(connection);
      let pause = RETRY_MS.least;
      connection.on('close', () => {
        control = 'unknown';
        // full jitter (security 16.6)
        connection.options.reconnectPeriod = RETRY_MS.least + Math.random() * pause;
        pause = Math.min(pause * 2, RETRY_MS.most - RETRY_MS.least);
      });
      connection.on('connect', () => {
        pause = RETRY_MS.least;
        prepare().catch((error: Error) =>
          log.error({ err: error }, 'The external broker refuses what the gateway needs'),
        );
      });
    },
    publish: send,
    saveLogin: (login) => withControl(() => logins.save(login)),
    removeLogin: (imei) => withControl(() => logins.remove(imei)),
    takeOver,
    close: async () => {
      door = undefined;
      await client?.endAsync(false).catch(() => undefined);
    },
  };

  async function withControl(work: () => Promise<void>): Promise<void> {
    if (control === 'none') return;
    if (control === 'unknown' || !client?.connected) throw new Error('The broker cannot take credentials now');
    await work();
  }
}

function sharedFilters(door: DeviceDoor): string[] {
  return door.listen.map((filter) => SHARE + filter);
}

function optionsOf(options: ExternalBrokerOptions): IClientOptions {
  return {
    protocolVersion: 5,
    clientId: `gateway-${options.serverId}`,
    clean: false,
    resubscribe: false,
    reconnectPeriod: RETRY_MS.least,
    connectTimeout: 10_000,
    queueQoSZero: false,
    keepalive: 30,
    properties: {
      sessionExpiryInterval: SESSION_SECONDS,
      receiveMaximum: MAX_IN_FLIGHT,
      maximumPacketSize: MAX_PAYLOAD_BYTES + 1_024,
    },
  };
}

const PUBACK = 0x40;

/** PUBACK with reason "success", the same bytes in MQTT 3.1.1 and 5. */
function pubackOf(messageId: number): Buffer {
  return Buffer.from([PUBACK, 2, messageId >> 8, messageId & 0xff]);
}
