import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The two small HTTP servers of the simulator (provider, control) listen on loopback only. */
export const LOOPBACK = '127.0.0.1';

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export type LocalHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

/** A page of another site could aim a host name of its own at 127.0.0.1; its name in `Host` gives it away. */
function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}

export async function listenLocally(port: number, handle: LocalHandler): Promise<LocalServer> {
  const server: Server = createServer((request, response) => {
    if (!isLoopbackHost(request.headers.host)) {
      response.writeHead(403).end();
      return;
    }
    const url = new URL(request.url ?? '/', 'http://simulator');
    handle(request, response, url).catch((error: unknown) => {
      process.stderr.write(`simulator: ${request.method} ${url.pathname} failed: ${String(error)}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${LOOPBACK}:${bound}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export class BodyTooLarge extends Error {}

export async function readBody(request: IncomingMessage, limit = 256 * 1024): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  response.end(text);
}
