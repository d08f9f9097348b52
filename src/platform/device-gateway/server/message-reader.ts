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
  /** Resolves once the message is committed. */
  readonly receive: (message: DeviceMessage) => Promise<void>;
  /** What the broker answered about credentials. */
  readonly answered: (payload: string) => void;
}

/**
 * Reads the connections to an external broker. QoS 1 is acknowledged by hand after the commit; while too many messages of all
 * connections together wait for theirs, no more are read.
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
    this.#inFlight += 1;
    traffic.open += 1;
    this.#parts
      .receive({ topic, payload, retain })
      .then(
        () => {
          traffic.committed += 1;
          // only on the stream that brought the message: after a reconnect the broker sends it again
          if (qos === 1 && messageId !== undefined && connection.stream === stream && connection.connected) {
            stream.write(pubackOf(messageId));
          }
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
