import { Aedes, type AuthenticateError, type PublishPacket } from 'aedes';
import type { Logger } from 'pino';
import type { DeviceBroker, Publication } from './device-broker.ts';
import { DeviceListeners, type DeviceListenersOptions } from './device-listeners.ts';
import { DeviceSessions } from './device-sessions.ts';
import { LoginLine } from './login-line.ts';

export type EmbeddedBrokerOptions = DeviceListenersOptions;

const CONNECT_TIMEOUT_MS = 10_000;
const SERVER_UNAVAILABLE = 3;
const BAD_CREDENTIAL = 4;

type Done = (error?: Error | null) => void;

/** What a device publishes is not forwarded: it goes to the server alone. */
class DeviceAedes extends Aedes {
  override publish(packet: PublishPacket, clientOrDone: unknown, done?: Done): void {
    if (typeof clientOrDone === 'function') super.publish(packet, clientOrDone as Done);
    else if (clientOrDone) done?.(null);
    else super.publish(packet, done ?? (() => undefined));
  }
}

/** MQTT 3.1.1 in this process (aedes). Acknowledgements wait for the commit inside `authorizePublish`, before PUBACK. */
export function openEmbeddedBroker(options: EmbeddedBrokerOptions): DeviceBroker {
  const sessions = new DeviceSessions();
  const line = new LoginLine();
  const aedes = makeAedes(sessions, line, options.log);
  const listeners = new DeviceListeners(options, (socket) => aedes.handle(socket));
  let isUp = false;

  return {
    kind: 'embedded',
    get url() {
      return listeners.url;
    },
    get tlsUrl() {
      return listeners.tlsUrl;
    },
    serverId: null,
    get isUp() {
      return isUp;
    },
    open: async (door) => {
      sessions.open(door);
      await aedes.listen();
      await listeners.open();
      isUp = true;
    },
    publish: ({ topic, payload, retain = false, expiresAt }: Publication) => {
      if (!isUp) return Promise.reject(new Error('The broker is closed'));
      sessions.expire(topic, expiresAt);
      return new Promise((resolve, reject) => {
        aedes.publish(
          { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain, dup: false },
          (error?: Error | null) => (error ? reject(error) : resolve()),
        );
      });
    },
    // the credential itself is read through the door; an older connection must not outlive it
    saveLogin: async ({ imei }) => sessions.disconnect(imei),
    removeLogin: async (imei) => sessions.disconnect(imei),
    takeOver: async () => 0,
    close: async () => {
      if (!isUp) return;
      isUp = false;
      line.close();
      sessions.close();
      const closed = listeners.close();
      await new Promise<void>((resolve) => aedes.close(resolve));
      // those that have connected and not logged in
      listeners.endConnections();
      await closed;
    },
  };
}

function makeAedes(sessions: DeviceSessions, line: LoginLine, log: Logger): DeviceAedes {
  const aedes = new DeviceAedes({
    heartbeatInterval: 60_000,
    // a device that does not read must not hold up what others wait for
    concurrency: 1_000,
    drainTimeout: 5_000,
    connectTimeout: CONNECT_TIMEOUT_MS,
    queueLimit: 200,
    maxTopicLevels: 12,
    authenticate: (client, username, password, done) =>
      line.enter({
        id: client.id,
        isGone: () => client.closed,
        letIn: () =>
          void sessions.authenticate(client, username, password).then(
            (accepted) => (accepted ? done(null, true) : done(badCredential(), null)),
            (error: Error) => {
              log.error({ err: error }, 'A device could not be checked');
              done(unavailable(error), null);
            },
          ),
        sendAway: () => done(unavailable(new Error('too many logins wait')), null),
      }),
    authorizePublish: (client, packet, done) => sessions.receive(client, packet, done),
    // a null subscription is answered with the failure code 128
    authorizeSubscribe: (client, subscription, done) =>
      done(null, sessions.maySubscribe(client, subscription.topic) ? subscription : null),
    authorizeForward: (client, packet) => (sessions.mayReceive(client, packet.topic) ? packet : null),
  });
  aedes.on('clientDisconnect', (client) => sessions.disconnected(client));
  aedes.on('clientError', (client, error) =>
    log.debug({ imei: client.id, reason: error.message }, 'Device connection failed'),
  );
  aedes.on('connectionError', (_client, error) => log.debug({ reason: error.message }, 'Connection refused'));
  return aedes;
}

function unavailable(error: Error): AuthenticateError {
  return Object.assign(error, { returnCode: SERVER_UNAVAILABLE }) as AuthenticateError;
}

function badCredential(): AuthenticateError {
  return Object.assign(new Error('bad user name or password'), { returnCode: BAD_CREDENTIAL }) as AuthenticateError;
}
