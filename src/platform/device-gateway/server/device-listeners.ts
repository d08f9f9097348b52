import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Logger } from 'pino';
import { MAX_PAYLOAD_BYTES } from './device-broker.ts';
import { PacketSizeGuard } from './packet-size-guard.ts';

export interface DeviceListenersOptions {
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
/**
 * Connections that the system takes before we do: where it has to turn one away, the device's system waits for seconds. The event
 * loop takes one connection of a listener in each of its turns, which are long when much is to be done, so some share a port.
 */
const BACKLOG = 4_096;
const LISTENERS = process.platform === 'linux' ? 8 : 1;

/** The ports that devices connect to: plain, and with TLS where it is set up. */
export class DeviceListeners {
  readonly #options: DeviceListenersOptions;
  readonly #handle: (socket: Socket) => void;
  readonly #sockets = new Set<Socket>();
  readonly #servers: Server[] = [];
  #boundPort: number;

  constructor(options: DeviceListenersOptions, handle: (socket: Socket) => void) {
    this.#options = options;
    this.#handle = handle;
    this.#boundPort = options.port;
  }

  get url(): string {
    return `mqtt://${addressOf(this.#options.host)}:${this.#boundPort}`;
  }

  get tlsUrl(): string | null {
    const { host, tls } = this.#options;
    return tls ? `mqtts://${addressOf(host)}:${tls.port ?? MQTT_TLS_PORT}` : null;
  }

  async open(): Promise<void> {
    const { host, port, tls } = this.#options;
    const accept = (socket: Socket): void => this.#accept(socket);
    this.#boundPort = await this.#listen(port, host, accept);
    if (tls) {
      const secured = makeTlsServer(tls.certFile, tls.keyFile, accept);
      await this.#listen(tls.port ?? MQTT_TLS_PORT, host, (socket) => void secured.emit('connection', socket));
    }
  }

  /** No new connections from now on; resolves once the open ones have ended. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.splice(0).map(closed));
  }

  endConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #listen(port: number, host: string, accept: (socket: Socket) => void): Promise<number> {
    // of those that share a port none finds it taken: one that does not is asked before
    if (port !== 0) await closed(await listen(createServer(), { port, host }));
    let bound = port;
    for (let nth = 0; nth < LISTENERS; nth += 1) {
      const server = createServer(accept);
      server.maxConnections = MAX_CONNECTIONS / LISTENERS;
      this.#servers.push(
        await listen(server, { port: bound, host, backlog: BACKLOG, ...(LISTENERS > 1 && { reusePort: true }) }),
      );
      bound = (server.address() as AddressInfo).port;
    }
    return bound;
  }

  #accept(socket: Socket): void {
    const guard = new PacketSizeGuard(MAX_PACKET_BYTES);
    const read = socket.read.bind(socket);
    // aedes pulls with read(); a packet that is too large ends the connection before it is gathered
    socket.read = (size?: number): Buffer | null => {
      const chunk = read(size) as Buffer | null;
      if (chunk === null || guard.accepts(chunk)) return chunk;
      this.#options.log.warn({ address: socket.remoteAddress }, 'A device sent a packet above the limit');
      socket.destroy();
      return null;
    };
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.setNoDelay(true);
    this.#handle(socket);
  }
}

function makeTlsServer(certFile: string, keyFile: string, accept: (socket: Socket) => void): Server {
  const files = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  try {
    return createTlsServer({ ...files, minVersion: 'TLSv1.2' }, accept);
  } catch (error) {
    throw new Error(
      `MQTT_TLS_CERT: ${certFile} is no certificate of the key in ${keyFile} (${(error as Error).message}).`,
    );
  }
}

function listen(server: Server, options: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`MQTT port ${options.port} on ${options.host} is in use: set MQTT_PORT to a free one`)
          : error,
      ),
    );
    server.listen(options, () => resolve(server));
  });
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

function addressOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
