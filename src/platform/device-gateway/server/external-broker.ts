import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type IClientOptions, type IConnackPacket, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { type BrokerFailure, failureOf, SESSION_TAKEN_OVER } from './broker-failure.ts';
import {
  type DeviceBroker,
  type DeviceDoor,
  MAX_IN_FLIGHT,
  MAX_PAYLOAD_BYTES,
  type Publication,
} from './device-broker.ts';
import { MessageReader } from './message-reader.ts';
import { CONTROL_RESPONSE_TOPIC, CONTROL_TOPIC, MosquittoLogins } from './mosquitto-logins.ts';

export interface ExternalBrokerOptions {
  /** `mqtt://user:password@host:port`, or `mqtts`. */
  readonly url: string;
  /** Stays the same over restarts and differs between servers: the broker keeps what arrives while we are away. */
  readonly serverId: string;
  readonly log: Logger;
  /** Where the name of the host was checked to lead; the connection goes there. */
  readonly address?: string;
  /** Its own for each set of rights: who shares the broker would take the rights of the others away. */
  readonly role?: string;
  /** What the broker says of itself, if it lets us read it. */
  readonly watch?: readonly string[];
}

/** `isUp` says that devices are heard there, not only that there is a connection. */
export type ExternalBroker = DeviceBroker & {
  /** Why it is not up, as far as it is known. */
  readonly failure: BrokerFailure | null;
};

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
export function openExternalBroker(options: ExternalBrokerOptions): ExternalBroker {
  const { log } = options;
  const address = new URL(options.url);
  let client: MqttClient | undefined;
  let door: DeviceDoor | undefined;
  /** Whether the broker takes credentials from us; unknown until it has answered. */
  let control: 'unknown' | 'ours' | 'none' = 'unknown';
  let isListening = false;
  let failure: BrokerFailure | null = null;
  const logins = new MosquittoLogins((payload) => publish({ topic: CONTROL_TOPIC, payload }), options.role);
  const reader = new MessageReader({
    log,
    receive: async (message) => {
      await openDoor().receive(message);
    },
    answered: (payload) => logins.answered(payload),
  });

  function openDoor(): DeviceDoor {
    if (!door) throw new Error('The gateway is not open');
    return door;
  }

  async function publish(publication: Publication): Promise<void> {
    const { expiresAt } = publication;
    if (!client?.connected) throw new Error('The broker cannot be reached');
    const seconds = expiresAt && Math.floor((expiresAt.getTime() - (door?.now() ?? expiresAt).getTime()) / 1000);
    if (seconds !== undefined && seconds <= 0) return;
    await publishConfirmed(client, publication, seconds);
  }

  /** Credentials and subscriptions of a new connection. */
  async function prepare(): Promise<void> {
    if (!door) return;
    const stream = client?.stream;
    try {
      await client?.subscribeAsync(CONTROL_RESPONSE_TOPIC, { qos: 1 });
      await logins.prepare(decodeURIComponent(address.username), door);
      control = 'ours';
    } catch (error) {
      // the broker disconnects us when it gives us our role: the next connection finds it
      if (!client?.connected || client.stream !== stream) return;
      control = 'none';
      log.warn(
        { reason: (error as Error).message },
        'The broker takes no device credentials from us: keep them there by hand',
      );
    }
    // a retained birth that is sent again is no sign of life: only new ones (rh 2)
    await client?.subscribeAsync(sharedFilters(door), { qos: 1, rap: true, rh: 2 });
    if (client?.stream !== stream || !client?.connected) return;
    isListening = true;
    failure = null;
    if (options.watch)
      await client
        ?.subscribeAsync([...options.watch], { qos: 0 })
        .catch(() => log.debug('The broker tells no figures'));
    log.info({ broker: address.host, control }, 'Connected to the external broker');
  }

  async function withControl(work: () => Promise<void>): Promise<void> {
    if (control === 'none') return;
    if (control === 'unknown' || !client?.connected) throw new Error('The broker cannot take credentials now');
    await work();
  }

  return {
    kind: 'external',
    // for people and devices: without our own account
    url: `${address.protocol}//${address.host}`,
    tlsUrl: address.protocol === 'mqtts:' ? `mqtts://${address.host}` : null,
    serverId: options.serverId,
    get isUp() {
      return isListening && (client?.connected ?? false);
    },
    get failure() {
      return failure;
    },
    open: async (newDoor) => {
      door = newDoor;
      const connection = connect(options.url, optionsOf(options));
      client = connection;
      reader.read(connection);
      // first of what follows a close: it asks whether the connection served
      spreadReconnects(connection, () => isListening);
      connection.on('close', () => {
        control = 'unknown';
        isListening = false;
      });
      connection.on('error', (error) => {
        failure = failureOf(error);
      });
      connection.on('disconnect', ({ reasonCode }) => {
        if (reasonCode === SESSION_TAKEN_OVER) failure = 'name-taken';
      });
      connection.on('connect', () => {
        const { stream } = connection;
        prepare().catch((error: Error) => {
          log.error({ err: error }, 'The external broker refuses what the gateway needs');
          // one that ended meanwhile was not refused
          if (!connection.connected || connection.stream !== stream) return;
          failure = 'no-rights';
          // rights are given while we wait: the next connection asks for them
          stream.destroy();
        });
      });
    },
    publish,
    saveLogin: (login) => withControl(() => logins.save(login)),
    removeLogin: (imei) => withControl(() => logins.remove(imei)),
    takeOver: async (serverId) => takeOverSession({ ...options, serverId }, sharedFilters(openDoor()), reader),
    close: async () => {
      door = undefined;
      if (client) await leave(client);
    },
  };
}

/** One that is away has nobody to say goodbye to, and one that confirms nothing is not waited for. */
async function leave(connection: MqttClient): Promise<void> {
  const patience = new AbortController();
  const late = sleep(PUBLISH_TIMEOUT_MS, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([connection.endAsync(!connection.connected), late]).catch(() => undefined);
  patience.abort();
  connection.stream.destroy();
}

/** Resolves once the broker has confirmed. */
export function publishConfirmed(
  connection: MqttClient,
  { topic, payload, retain = false }: Publication,
  expirySeconds: number | undefined,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      // must not be sent after a reconnect: for the caller it has failed; a connection that was closed meanwhile keeps nothing
      if (!connection.disconnected) connection.removeOutgoingMessage(messageId);
      reject(new Error('The broker did not confirm in time'));
    }, PUBLISH_TIMEOUT_MS);
    const properties = expirySeconds === undefined ? {} : { messageExpiryInterval: expirySeconds };
    connection.publish(topic, payload, { qos: 1, retain, properties }, (error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    });
    const messageId = connection.getLastMessageId();
  });
}

/** Each connection in a row that did not serve lengthens the pause before the next one, with full jitter (security 16.6). */
function spreadReconnects(connection: MqttClient, served: () => boolean): void {
  let pause = RETRY_MS.least;
  connection.on('close', () => {
    if (served()) pause = RETRY_MS.least;
    connection.options.reconnectPeriod = RETRY_MS.least + Math.random() * pause;
    pause = Math.min(pause * 2, RETRY_MS.most - RETRY_MS.least);
  });
}

/** Connects as another server, receives what the broker keeps for it, and ends its session. Answers how many messages there were. */
async function takeOverSession(
  options: ExternalBrokerOptions,
  filters: string[],
  reader: MessageReader,
): Promise<number> {
  // one try: a server that lives takes its session back, and then this must not fight for it
  const connection = connect(options.url, { ...optionsOf(options), reconnectPeriod: 0 });
  const lost = new Promise<never>((_, reject) => {
    connection.once('close', () => reject(new Error('The connection for the other server ended')));
  });
  lost.catch(() => undefined);
  const connected = new Promise<IConnackPacket>((resolve) => connection.once('connect', resolve));
  const traffic = reader.read(connection);
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

function sharedFilters(door: DeviceDoor): string[] {
  return door.subscribeTo.map((filter) => SHARE + filter);
}

function optionsOf(options: ExternalBrokerOptions): IClientOptions {
  return {
    protocolVersion: 5,
    clientId: `gateway-${options.serverId}`,
    ...(options.address === undefined ? {} : { host: options.address, servername: new URL(options.url).hostname }),
    clean: false,
    resubscribe: false,
    reconnectPeriod: RETRY_MS.least,
    // one that is busy, or does not know our account yet
    reconnectOnConnackError: true,
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
