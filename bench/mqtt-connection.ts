import { connect, type Socket } from 'node:net';

const CONNECT = 0x10;
const CONNACK = 2;
const PUBLISH_QOS1 = 0x32;
const PUBACK = 4;
const DISCONNECT = Buffer.from([0xe0, 0]);

/** As much MQTT 3.1.1 as a device needs to speak, and no more, so that a thousand of them cost the driver little. */
export class MqttConnection {
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #packetId = 0;
  #connected: { done: () => void; failed: (error: Error) => void } | undefined;
  readonly #waiting = new Map<number, () => void>();
  readonly #failures: ((error: Error) => void)[] = [];

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
    socket.on('close', () => end());
  }

  static async open(port: number, login: { clientId: string; password: string }): Promise<MqttConnection> {
    const socket = connect({ host: '127.0.0.1', port });
    const connection = new MqttConnection(socket);
    const { clientId, password } = login;
    const head = Buffer.from([0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0b1100_0010, 0, 0]);
    const body = Buffer.concat([head, text(clientId), text(clientId), text(password)]);
    const accepted = new Promise<void>((done, failed) => {
      connection.#connected = { done, failed };
    });
    socket.write(packet(CONNECT, body));
    await accepted;
    return connection;
  }

  /** Resolves when the broker has acknowledged. */
  publish(topic: string, payload: string): Promise<void> {
    this.#packetId = (this.#packetId % 65_535) + 1;
    const id = this.#packetId;
    return new Promise((done, failed) => {
      this.#waiting.set(id, done);
      this.#failures[0] = failed;
      this.#socket.write(
        packet(PUBLISH_QOS1, Buffer.concat([text(topic), Buffer.from([id >> 8, id & 0xff]), Buffer.from(payload)])),
      );
    });
  }

  close(): void {
    this.#failures.length = 0;
    this.#socket.end(DISCONNECT);
    this.#socket.destroySoon();
  }

  #read(chunk: Buffer): void {
    let buffer = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    while (buffer.length >= 2) {
      // nothing that a broker sends us is longer than 127 bytes
      const length = buffer[1] as number;
      if (buffer.length < 2 + length) break;
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
      buffer = buffer.subarray(2 + length);
    }
    this.#rest = buffer;
  }
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
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
