import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes, type AedesPublishPacket, type AuthenticateError, type Client, type PublishPacket } from 'aedes';
import type { Logger } from 'pino';
import {
  type DeviceBroker,
  type DeviceDoor,
  type DeviceLogin,
  type DeviceRights,
  MAX_IN_FLIGHT_PER_DEVICE,
  MAX_PAYLOAD_BYTES,
  type Publication,
  type Refusal,
} from './device-broker.ts';
import { InFlight } from './in-flight.ts';
import { PacketSizeGuard } from './packet-size-guard.ts';
import { filterCovers, filterMatches } from './topic-filter.ts';

export interface EmbeddedBrokerOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly certFile: string; readonly keyFile: string; readonly port?: number };
  readonly log: Logger;
}

/** The registered port of MQTT over TLS. */
export const MQTT_TLS_PORT = 8883;
/** Room for the topic and the packet's own fields beside the payload. */
const MAX_PACKET_BYTES = MAX_PAYLOAD_BYTES + 1_024;
const MAX_CONNECTIONS = 50_000;
const CONNECT_TIMEOUT_MS = 10_000;
const BAD_CREDENTIAL = 4;

type Done = (error?: Error | null) => void;

/** Nothing that a device publishes is forwarded: it goes to the server and to nobody else. */
class DeviceAedes extends Aedes {
  override publish(packet: PublishPacket, clientOrDone: unknown, done?: Done): void {
    if (typeof clientOrDone === 'function') super.publish(packet, clientOrDone as Done);
    else if (clientOrDone) done?.(null);
    else super.publish(packet, done ?? (() => undefined));
  }
}

interface Connection {
  readonly login: DeviceLogin;
  readonly inFlight: InFlight;
}

/** MQTT 3.1.1 in this process (aedes). Acknowledgements wait for the commit inside `authorizePublish`, before PUBACK. */
export function openEmbeddedBroker(options: EmbeddedBrokerOptions): DeviceBroker {
  const { log } = options;
  const connections = new WeakMap<Client, Connection>();
  const byImei = new Map<string, Client>();
  /** Commands that nobody may receive after this moment, by topic. */
  const expiries = new Map<string, Date>();
  let door: DeviceDoor | undefined;
  let plainServer: Server | undefined;
  let tlsServer: Server | undefined;
  let boundPort = options.port;
  let isUp = false;
  const sockets = new Set<Socket>();

  const aedes = new DeviceAedes({
    heartbeatInterval: 60_000,
    // a device that does not read must not hold up what others wait for
    concurrency: 1_000,
    drainTimeout: 5_000,
    connectTimeout: CONNECT_TIMEOUT_MS,
    queueLimit: 200,
    maxTopicLevels: 12,
    authenticate: (client, username, password, done) => {
      authenticate(client, username, password).then(
        (accepted) => (accepted ? done(null, true) : done(badCredential(), null)),
        (error: Error) => {
          log.error({ err: error }, 'A device could not be checked');
          done(Object.assign(error, { returnCode: 3 }) as AuthenticateError, null);
        },
      );
    },
    authorizePublish: (client, packet, done) => authorizePublish(client, packet, done),
    authorizeSubscribe: (client, subscription, done) => {
      const connection = connections.get(client);
      const allowed = connection?.login.rights.subscribe.some((filter) => filterCovers(filter, subscription.topic));
      if (!allowed) refuse('subscribe', client, subscription.topic);
      // a null subscription is answered with the failure code 128
      done(null, allowed ? subscription : null);
    },
    authorizeForward: (client, packet) => (mayReceive(client, packet) ? packet : null),
  });
  aedes.on('clientDisconnect', (client) => {
    if (byImei.get(client.id) === client) byImei.delete(client.id);
  });
  aedes.on('clientError', (client, error) =>
    log.debug({ imei: client.id, reason: error.message }, 'Device connection failed'),
  );
  aedes.on('connectionError', (_client, error) => log.debug({ reason: error.message }, 'Connection refused'));

  async function authenticate(
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
  ): Promise<boolean> {
    const known = username && username === client.id && password ? await door?.findLogin(username) : undefined;
    const digest = createHash('sha256')
      .update(password ?? '')
      .digest();
    const accepted = known !== undefined && timingSafeEqual(digest, known.passwordDigest);
    if (accepted) {
      connections.set(client, { login: known, inFlight: new InFlight(MAX_IN_FLIGHT_PER_DEVICE) });
      byImei.set(known.imei, client);
    } else refuse('login', client, '', username);
    return accepted;
  }

  function authorizePublish(client: Client | null, packet: PublishPacket, done: Done): void {
    const connection = client ? connections.get(client) : undefined;
    if (!client || !connection || !door) {
      done(client ? new Error('not connected') : null);
      return;
    }
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
    const refusal = refusalOf(connection.login.rights, packet, payload);
    if (refusal) {
      // A refused message is acknowledged and dropped: MQTT 3.1.1 knows no other answer than to hang up.
      refuse(refusal, client, packet.topic);
      done(null);
      return;
    }
    const { inFlight } = connection;
    const receive = door.receive;
    inFlight.enter(() => {
      receive({ topic: packet.topic, payload, retain: packet.retain ?? false }).then(
        () => {
          inFlight.leave();
          done(null);
        },
        (error: Error) => {
          inFlight.leave();
          done(error);
        },
      );
    });
  }

  function mayReceive(client: Client, packet: AedesPublishPacket): boolean {
    const connection = connections.get(client);
    if (!connection?.login.rights.subscribe.some((filter) => filterMatches(filter, packet.topic))) return false;
    const expiresAt = expiries.get(packet.topic);
    return expiresAt === undefined || now() < expiresAt;
  }

  function refuse(kind: Refusal['kind'], client: Client, topic: string, claimed: string = client.id): void {
    const socket = client.conn as Socket;
    door?.refused({
      kind,
      imei: claimed.slice(0, 64),
      topic: topic.slice(0, 200),
      address: socket.remoteAddress ?? '',
    });
  }

  function accept(socket: Socket): void {
    const guard = new PacketSizeGuard(MAX_PACKET_BYTES);
    const read = socket.read.bind(socket);
    // aedes pulls with read(); a packet that is too large ends the connection before it is gathered
    socket.read = (size?: number): Buffer | null => {
      const chunk = read(size) as Buffer | null;
      if (chunk === null || guard.accepts(chunk)) return chunk;
      log.warn({ address: socket.remoteAddress }, 'A device sent a packet above the limit');
      socket.destroy();
      return null;
    };
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.setNoDelay(true);
    aedes.handle(socket);
  }

  function now(): Date {
    return door?.now() ?? new Date(0);
  }

  function dropExpired(): void {
    const moment = now();
    for (const [topic, expiresAt] of expiries) if (expiresAt <= moment) expiries.delete(topic);
  }

  function hangUp(imei: string): void {
    byImei.get(imei)?.close();
  }

  return {
    kind: 'embedded',
    get url() {
      return `mqtt://${addressOf(options.host)}:${boundPort}`;
    },
    get tlsUrl() {
      return options.tls ? `mqtts://${addressOf(options.host)}:${options.tls.port ?? MQTT_TLS_PORT}` : null;
    },
    serverId: null,
    get isUp() {
      return isUp;
    },
    open: async (newDoor) => {
      door = newDoor;
      await aedes.listen();
      plainServer = createServer(accept);
      boundPort = await listen(plainServer, options.port, options.host);
      if (options.tls) {
        const { certFile, keyFile, port = MQTT_TLS_PORT } = options.tls;
        tlsServer = openTlsServer(certFile, keyFile, accept);
        await listen(tlsServer, port, options.host);
      }
      isUp = true;
    },
    publish: ({ topic, payload, retain = false, expiresAt }: Publication) => {
      if (!isUp) return Promise.reject(new Error('The broker is closed'));
      dropExpired();
      if (expiresAt) expiries.set(topic, expiresAt);
      return new Promise((resolve, reject) => {
        aedes.publish(
          { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain, dup: false },
          (error?: Error | null) => (error ? reject(error) : resolve()),
        );
      });
    },
    // the credential itself is read through the door; an older connection must not outlive it
    saveLogin: async ({ imei }) => hangUp(imei),
    removeLogin: async (imei) => hangUp(imei),
    takeOver: async () => 0,
    close: async () => {
      if (!isUp) return;
      isUp = false;
      // wills of devices that we hang up on are no news
      door = undefined;
      const closed = [plainServer, tlsServer].map(
        (server) => server && new Promise((resolve) => server.close(resolve)),
      );
      await new Promise<void>((resolve) => aedes.close(resolve));
      // those that have connected and not said who they are
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

function refusalOf(rights: DeviceRights, packet: PublishPacket, payload: Buffer): Refusal['kind'] | undefined {
  if (!rights.publish.some((filter) => filterMatches(filter, packet.topic))) return 'publish';
  if (packet.retain && !rights.retain.includes(packet.topic)) return 'retain';
  return payload.length > MAX_PAYLOAD_BYTES ? 'size' : undefined;
}

function openTlsServer(certFile: string, keyFile: string, accept: (socket: Socket) => void): Server {
  const files = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  try {
    return createTlsServer({ ...files, minVersion: 'TLSv1.2' }, accept);
  } catch (error) {
    throw new Error(
      `MQTT_TLS_CERT: ${certFile} is no certificate of the key in ${keyFile} (${(error as Error).message}).`,
    );
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  server.maxConnections = MAX_CONNECTIONS;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`MQTT port ${port} on ${host} is in use: set MQTT_PORT to a free one`)
          : error,
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function badCredential(): AuthenticateError {
  return Object.assign(new Error('bad user name or password'), { returnCode: BAD_CREDENTIAL }) as AuthenticateError;
}

function addressOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
