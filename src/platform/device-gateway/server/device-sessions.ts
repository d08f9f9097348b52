import { createHash, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Client, PublishPacket } from 'aedes';
import {
  type DeviceDoor,
  type DeviceLogin,
  type DeviceRights,
  MAX_IN_FLIGHT_PER_DEVICE,
  MAX_PAYLOAD_BYTES,
  type Refusal,
} from './device-broker.ts';
import { InFlight } from './in-flight.ts';
import { filterCovers, filterMatches } from './topic-filter.ts';

interface Session {
  readonly login: DeviceLogin;
  readonly inFlight: InFlight;
}

/** The devices that are logged in at the embedded broker, and what each of them may publish, subscribe to and receive. */
export class DeviceSessions {
  readonly #sessions = new WeakMap<Client, Session>();
  readonly #byImei = new Map<string, Client>();
  /** Commands that are not delivered after this moment, by topic. */
  readonly #expiries = new Map<string, Date>();
  #door: DeviceDoor | undefined;

  open(door: DeviceDoor): void {
    this.#door = door;
  }

  /** The wills of devices that the broker itself disconnects do not count: nothing is received from here on. */
  close(): void {
    this.#door = undefined;
  }

  async authenticate(client: Client, username: string | undefined, password: Buffer | undefined): Promise<boolean> {
    const known = username && username === client.id && password ? await this.#door?.findLogin(username) : undefined;
    const digest = createHash('sha256')
      .update(password ?? '')
      .digest();
    const accepted = known !== undefined && timingSafeEqual(digest, known.passwordDigest);
    if (accepted) {
      this.#sessions.set(client, { login: known, inFlight: new InFlight(MAX_IN_FLIGHT_PER_DEVICE) });
      this.#byImei.set(known.imei, client);
    } else this.#refuse('login', client, '', username);
    return accepted;
  }

  disconnected(client: Client): void {
    if (this.#byImei.get(client.id) === client) this.#byImei.delete(client.id);
  }

  disconnect(imei: string): void {
    this.#byImei.get(imei)?.close();
  }

  /** Calls `done` once the message is committed: only then is it acknowledged. */
  receive(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    const session = client ? this.#sessions.get(client) : undefined;
    if (!client || !session || !this.#door) {
      done(client ? new Error('not connected') : null);
      return;
    }
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
    const refusal = refusalOf(session.login.rights, packet, payload);
    if (refusal) {
      // A refused message is acknowledged and dropped: MQTT 3.1.1 knows no other answer than to disconnect.
      this.#refuse(refusal, client, packet.topic);
      done(null);
      return;
    }
    const { inFlight } = session;
    const receive = this.#door.receive;
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

  /** Notes a subscription that is refused. */
  maySubscribe(client: Client, topic: string): boolean {
    const session = this.#sessions.get(client);
    const allowed = session?.login.rights.subscribe.some((filter) => filterCovers(filter, topic)) ?? false;
    if (!allowed) this.#refuse('subscribe', client, topic);
    return allowed;
  }

  mayReceive(client: Client, topic: string): boolean {
    const session = this.#sessions.get(client);
    if (!session?.login.rights.subscribe.some((filter) => filterMatches(filter, topic))) return false;
    const expiresAt = this.#expiries.get(topic);
    return expiresAt === undefined || this.#now() < expiresAt;
  }

  /** Without a moment the topic keeps the one that it has; those that have passed go. */
  expire(topic: string, expiresAt: Date | undefined): void {
    const moment = this.#now();
    for (const [expired, at] of this.#expiries) if (at <= moment) this.#expiries.delete(expired);
    if (expiresAt) this.#expiries.set(topic, expiresAt);
  }

  #refuse(kind: Refusal['kind'], client: Client, topic: string, claimed: string = client.id): void {
    const socket = client.conn as Socket;
    this.#door?.refused({
      kind,
      imei: claimed.slice(0, 64),
      topic: topic.slice(0, 200),
      address: socket.remoteAddress ?? '',
    });
  }

  #now(): Date {
    return this.#door?.now() ?? new Date(0);
  }
}

function refusalOf(rights: DeviceRights, packet: PublishPacket, payload: Buffer): Refusal['kind'] | undefined {
  if (!rights.publish.some((filter) => filterMatches(filter, packet.topic))) return 'publish';
  if (packet.retain && !rights.retain.includes(packet.topic)) return 'retain';
  return payload.length > MAX_PAYLOAD_BYTES ? 'size' : undefined;
}
