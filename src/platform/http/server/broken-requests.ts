import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DEFAULT_LANGUAGE } from '#platform/http/contract/envelope.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import type { CallDeps } from './handle-call.ts';
import { refusalEnvelope } from './refusal-envelope.ts';

/** Node's errors of a request that it could not read to its end; any other is no HTTP. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.too-slow',
  HPE_HEADER_OVERFLOW: 'request.headers-too-large',
};

/**
 * Answers what never became a request in the envelope of all answers (product.md 3). Its language is not known, and no
 * hook or handler sees it. The connection is closed, because where the next request begins is not known either.
 */
export function answerBrokenRequest(deps: Pick<CallDeps, 'services' | 'texts' | 'problems'>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (!socket.writable) return void socket.destroy(error);
    const problem = new Problem(PROBLEMS[error.code ?? ''] ?? 'request.malformed');
    const requestId = randomUUID();
    const { number, envelope } = refusalEnvelope(deps, { problem, language: DEFAULT_LANGUAGE, requestId, faults: [] });
    const body = JSON.stringify(envelope);
    const head = [
      `HTTP/1.1 ${number} ${STATUS_CODES[number]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  };
}
