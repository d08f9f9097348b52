import { serverAnswers } from './connection.ts';

const TIME_OUT_MS = 10_000;

/**
 * Did a deployment take away what could not be fetched? The browser names it in the error; a server that has it after all, or
 * that does not answer, says no: then it was the connection, and a reload would make things worse.
 */
export async function isCodeGone(error: unknown): Promise<boolean> {
  const named = /(?:https?:\/\/[^\s'"]+|\/assets\/[^\s'"]+)/.exec(error instanceof Error ? error.message : '')?.[0];
  if (named === undefined) return serverAnswers();
  return fetch(named, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(TIME_OUT_MS) }).then(
    // A proxy that answers every path with its own page does not have the file either.
    ({ status, headers }) => status === 404 || (headers.get('content-type')?.includes('html') ?? false),
    () => false,
  );
}
