import { connect, type Socket } from 'node:net';

const CONNECT = 0x10;
const CONNACK = 2;
const PUBLISH_QOS1 = 0x32;
const PUBACK = 4;
const SUBSCRIBE = 0x82;
const DISCONNECT = Buffer.from([0xe0, 0]);

/** User, password and a clean session; the will is kept by the broker and sent at least once. */
const WITHOUT_WILL = 0b1100_0010;
const WITH_WILL = 0b1110_1110;

export interface MqttLogin {
  readonly clientId: string;
  readonly password: string;
  /** What the broker says for it when the connection breaks. */
  readonly will?: { readonly topic: string; readonly payload: string };
}

/** As the robots of the simulator wait for the answer to their login. */
const PATIENCE_MS = 10_000;

/** As much MQTT 3.1.1 as a device needs to speak, and no more, so that a thousand of them cost the driver little. */
export class MqttConnection {
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #packetId = 0;
  #connected: { done: () => void; failed: (error: Error) => void } | undefined;
  readonly #waiting = new Map<number, () => void>();
  readonly #failures: ((error: Error) => void)[] = [];
  /** Called where the broker, and nobody here, has ended it. */
  onLost: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    const end = (error?: Error): void => {
      const reason = error ?? new Error('The broker closed the connection');
      this.#connected?.failed(reason);
      for (const failed of this.#failures.splice(0)) failed(reason);
    };
    socket.on('error', end);
    socket.on('close', () => {
      end();
      this.onLost?.();
    });
  }

  static async open(port: number, { clientId, password, will }: MqttLogin): Promise<MqttConnection> {
    const socket = connect({ host: '127.0.0.1', port });
    const connection = new MqttConnection(socket);
    const head = Buffer.from([0, 4, 0x4d, 0x51, 0x54, 0x54, 4, will ? WITH_WILL : WITHOUT_WILL, 0, 0]);
    const left = will ? [text(will.topic), text(will.payload)] : [];
    const body = Buffer.concat([head, text(clientId), ...left, text(clientId), text(password)]);
    const accepted = new Promise<void>((done, failed) => {
      connection.#connected = { done, failed };
    });
    socket.write(packet(CONNECT, body));
    const late = setTimeout(() => socket.destroy(new Error('The broker does not answer')), PATIENCE_MS);
    try {
      await accepted;
    } finally {
      clearTimeout(late);
    }
    return connection;
  }

  /** Resolves when the broker has acknowledged. */
  publish(topic: string, payload: string): Promise<void> {
    const id = this.#nextId();
    return new Promise((done, failed) => {
      this.#waiting.set(id, done);
      this.#failures[0] = failed;
      this.#socket.write(packet(PUBLISH_QOS1, Buffer.concat([text(topic), twoBytes(id), Buffer.from(payload)])));
    });
  }

  /** What comes on it is not read: the broker has the work of it, and we have none. */
  subscribe(filter: string): void {
    this.#socket.write(packet(SUBSCRIBE, Buffer.concat([twoBytes(this.#nextId()), text(filter), Buffer.from([1])])));
  }

  #nextId(): number {
    this.#packetId = (this.#packetId % 65_535) + 1;
    return this.#packetId;
  }

  close(): void {
    this.onLost = undefined;
    this.#failures.length = 0;
    this.#socket.end(DISCONNECT);
    this.#socket.destroySoon();
  }

  /** As when a cable is pulled and the other side hears of it. */
  cut(): void {
    this.onLost = undefined;
    this.#failures.length = 0;
    this.#socket.resetAndDestroy();
  }

  /** As when a router restarts: the other side hears nothing, and holds the connection until the device is back with another one. */
  abandon(): void {
    this.onLost = undefined;
    this.#failures.length = 0;
  }

  #read(chunk: Buffer): void {
    let buffer = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    while (buffer.length >= 2) {
      const { head, length } = sizeOf(buffer);
      if (buffer.length < head + length) break;
      const kind = (buffer[0] as number) >> 4;
      if (kind === CONNACK) {
        if (buffer[3] === 0) this.#connected?.done();
        else this.#connected?.failed(new Error(`The broker refused the login: ${buffer[3]}`));
        this.#connected = undefined;
      } else if (kind === PUBACK) {
        const id = buffer.readUInt16BE(2);
        const done = this.#waiting.get(id);
        this.#waiting.delete(id);
        done?.();
      }
      buffer = buffer.subarray(head + length);
    }
    this.#rest = buffer;
  }
}

/** Length of a packet, and of what stands before it: seven bits of each byte, as long as the eighth says that more come. */
function sizeOf(buffer: Buffer): { head: number; length: number } {
  let length = 0;
  for (let at = 1; ; at += 1) {
    const byte = buffer[at];
    if (byte === undefined) return { head: at, length: Number.POSITIVE_INFINITY };
    length += (byte & 0x7f) * 128 ** (at - 1);
    if (byte < 0x80) return { head: at + 1, length };
  }
}

const twoBytes = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([twoBytes(bytes.length), bytes]);
}

function packet(type: number, body: Buffer): Buffer {
  const length: number[] = [];
  for (let left = body.length; ; ) {
    const digit = left % 128;
    left = Math.floor(left / 128);
    length.push(left > 0 ? digit | 0x80 : digit);
    if (left === 0) break;
  }
  return Buffer.concat([Buffer.from([type, ...length]), body]);
}
