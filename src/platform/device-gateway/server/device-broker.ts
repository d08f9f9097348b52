/** What one device may do at the broker, as MQTT filters (security 10.2). */
export interface DeviceRights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** The only topics on which it may leave a retained message. */
  readonly retain: readonly string[];
}

/** User name = client id = IMEI; the password is kept as its SHA-256 (security 10.1). */
export interface DeviceLogin {
  readonly imei: string;
  readonly passwordDigest: Buffer;
  readonly rights: DeviceRights;
}

export interface DeviceMessage {
  readonly topic: string;
  readonly payload: Buffer;
  readonly retain: boolean;
}

/** Something that the broker refused: operators see it, the device never does. */
export interface Refusal {
  readonly kind: 'login' | 'publish' | 'subscribe' | 'retain' | 'size';
  /** Which device it claimed to be. */
  readonly imei: string;
  readonly topic: string;
  readonly address: string;
}

/** What the broker needs from the slice that knows the devices. */
export interface DeviceDoor {
  /** Filters of all messages from devices, and of all messages to them. */
  readonly subscribeTo: readonly string[];
  readonly publishTo: readonly string[];
  now(): Date;
  findLogin(imei: string): Promise<DeviceLogin | undefined>;
  /** Resolves once the message is committed, only then is it acknowledged; a rejection leaves it unacknowledged. */
  receive(message: DeviceMessage): Promise<void>;
  refused(refusal: Refusal): void;
}

export interface Publication {
  readonly topic: string;
  readonly payload: string;
  readonly retain?: boolean;
  /** It is not delivered after this moment. */
  readonly expiresAt?: Date;
}

/**
 * The broker that devices connect to: embedded, or an external one with the same interface. Several servers may share an
 * external one and publish from any of them.
 */
export interface DeviceBroker {
  readonly kind: 'embedded' | 'external';
  /** Addresses for people: `mqtt://host:port`, and with TLS where it is offered. */
  readonly url: string;
  readonly tlsUrl: string | null;
  /** The name under which the broker keeps messages for this server; null where no other server could fetch them. */
  readonly serverId: string | null;
  /** Whether devices and server can reach each other now; reported by `/readyz`, never a reason to be unready. */
  readonly isUp: boolean;
  open(door: DeviceDoor): Promise<void>;
  /** QoS 1; rejects at once when the broker cannot be reached. */
  publish(publication: Publication): Promise<void>;
  /** Adds a device or its new password to the broker; an open connection with an older password ends. */
  saveLogin(login: { imei: string; password: string; rights: DeviceRights }): Promise<void>;
  /** The device is cut off now and cannot come back. */
  removeLogin(imei: string): Promise<void>;
  /**
   * Receives what the broker keeps for another server, ends that server's session, and answers how many messages there
   * were. If that server lives after all, it takes its session back and this rejects; nothing is lost either way.
   */
  takeOver(serverId: string): Promise<number>;
  close(): Promise<void>;
}

/** Bytes of the largest message, topic included (security 10.4). */
export const MAX_PAYLOAD_BYTES = 65_536;
/** Messages of one device that wait for their commit at the same time (security 10.6). */
export const MAX_IN_FLIGHT_PER_DEVICE = 100;
/** Messages that wait for their commit at the same time in all: two batches (security 10.6). */
export const MAX_IN_FLIGHT = 2_000;
