import { setTimeout as sleep } from 'node:timers/promises';
import type { MqttClient, Packet } from 'mqtt';
import type { Logger } from 'pino';
import { type DeviceMessage, MAX_IN_FLIGHT } from './device-broker.ts';
import { CONTROL_RESPONSE_TOPIC } from './mosquitto-logins.ts';

/** Device messages of one connection. */
export interface Traffic {
  open: number;
  committed: number;
  lastAt: number;
}

export interface MessageReaderParts {
  readonly log: Logger;
  /** Resolves once the message is committed, rejects where it cannot be stored now. */
  readonly receive: (message: DeviceMessage) => Promise<void>;
  /** What the broker answered about credentials. */
  readonly answered: (payload: string) => void;
}

const RETRY_MS = { least: 100, most: 5_000 };

/**
 * Reads the connections to an external broker. QoS 1 is acknowledged by hand after the commit; while too many messages of all
 * connections together wait for theirs, no more are read. A broker repeats what was not acknowledged only on a new connection: on
 * this one we keep the message ourselves and try again.
 */
export class MessageReader {
  readonly #parts: MessageReaderParts;
  #inFlight = 0;
  /** The reading of a stream stops here until there is room again. */
  readonly #readLater: (() => void)[] = [];

  constructor(parts: MessageReaderParts) {
    this.#parts = parts;
  }

  read(connection: MqttClient): Traffic {
    const traffic: Traffic = { open: 0, committed: 0, lastAt: performance.now() };
    connection.handleMessage = (packet, next) => this.#handle(connection, traffic, packet, next);
    connection.on('error', (error) => this.#parts.log.warn({ reason: error.message }, 'External broker'));
    return traffic;
  }

  #handle(connection: MqttClient, traffic: Traffic, packet: Packet, next: (error?: Error) => void): void {
    if (packet.cmd !== 'publish') {
      next();
      return;
    }
    const { topic, qos, messageId, retain } = packet;
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
    if (topic === CONTROL_RESPONSE_TOPIC) {
      this.#parts.answered(payload.toString());
      next();
      return;
    }
    const { stream } = connection;
    // after a reconnect the broker sends the message again, and a new stream acknowledges it
    const isHere = (): boolean => connection.stream === stream && connection.connected;
    this.#inFlight += 1;
    traffic.open += 1;
    this.#store({ topic, payload, retain }, isHere)
      .then(
        () => {
          traffic.committed += 1;
          if (qos === 1 && messageId !== undefined && isHere()) stream.write(pubackOf(messageId));
        },
        (error: Error) =>
          this.#parts.log.warn({ err: error }, 'A device message was not stored and stays unacknowledged'),
      )
      .finally(() => {
        traffic.open -= 1;
        traffic.lastAt = performance.now();
        this.#leave();
      });
    // With an error the library does not acknowledge by itself; it goes on reading.
    const goOn = (): void => next(qos === 0 ? undefined : new Error('acknowledged after the commit'));
    if (this.#inFlight < MAX_IN_FLIGHT) goOn();
    else this.#readLater.push(goOn);
  }

  /** Tries until it is stored, or the connection that brought it is gone. */
  async #store(message: DeviceMessage, isHere: () => boolean): Promise<void> {
    for (let pause = RETRY_MS.least; ; pause = Math.min(pause * 2, RETRY_MS.most)) {
      try {
        return await this.#parts.receive(message);
      } catch (error) {
        if (!isHere()) throw error;
        this.#parts.log.warn({ err: error }, 'A device message could not be stored and is tried again');
        await sleep(pause * (0.5 + Math.random()));
        if (!isHere()) throw error;
      }
    }
  }

  #leave(): void {
    this.#inFlight -= 1;
    if (this.#inFlight < MAX_IN_FLIGHT) this.#readLater.shift()?.();
  }
}

const PUBACK = 0x40;

/** PUBACK with reason "success", the same bytes in MQTT 3.1.1 and 5. */
function pubackOf(messageId: number): Buffer {
  return Buffer.from([PUBACK, 2, messageId >> 8, messageId & 0xff]);
}
