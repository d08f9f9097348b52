import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { answerSms, SMS_PATH } from '../outbox/sms-gateway.ts';
import { answerJson, listenLocally, readBody } from '../world/local-http.ts';
import { CONTROL_CALLS, type ControlledWorld, UnknownThing } from './control-calls.ts';

export interface ControlServer {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

const FILES: Readonly<Record<string, [file: string, type: string]>> = {
  '/': ['page.html', 'text/html'],
  '/page.css': ['page.css', 'text/css'],
  '/page.js': ['page.js', 'text/javascript'],
  '/texts.js': ['texts.js', 'text/javascript'],
  '/messages': ['messages.html', 'text/html'],
  '/messages.js': ['messages.js', 'text/javascript'],
};

export async function startControl(options: ControlledWorld & { port: number }): Promise<ControlServer> {
  const server = await listenLocally(options.port, async (request, response, url) => {
    const file = request.method === 'GET' ? FILES[url.pathname] : undefined;
    if (file) {
      response.writeHead(200, {
        'content-type': `${file[1]}; charset=utf-8`,
        'content-security-policy': "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
        'cache-control': 'no-store',
      });
      response.end(readFileSync(new URL(`./page/${file[0]}`, import.meta.url)));
      return;
    }
    if (url.pathname === SMS_PATH) return answerSms(options.outbox, request, response);
    await answerCall(options, request, response, url);
  });
  return { url: server.url, port: server.port, stop: server.close };
}

async function answerCall(
  world: ControlledWorld,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname: path, searchParams }: URL,
): Promise<void> {
  const found = CONTROL_CALLS.find(({ method, path: pattern }) => method === request.method && pattern.test(path));
  if (!found) {
    const calls = CONTROL_CALLS.map(({ method, path: pattern, summary }) => ({
      method,
      path: pattern.source,
      summary,
    }));
    answerJson(response, 404, { error: 'no such call', calls });
    return;
  }
  try {
    let given: unknown = Object.fromEntries(searchParams);
    if (found.method !== 'GET') {
      const text = await readBody(request);
      // Only a page of our own may send this type without asking the browser first.
      if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
        answerJson(response, 415, { error: 'send application/json' });
        return;
      }
      given = text === '' ? undefined : JSON.parse(text);
    }
    const name = found.path.exec(path)?.[1] ?? '';
    answerJson(response, 200, (await found.perform(world, given, name)) ?? null);
  } catch (error) {
    if (error instanceof z.ZodError) {
      answerJson(response, 400, {
        error: 'malformed',
        faults: error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
      });
    } else if (error instanceof SyntaxError) answerJson(response, 400, { error: 'not JSON' });
    else if (error instanceof UnknownThing) answerJson(response, 404, { error: error.message });
    else answerJson(response, 409, { error: error instanceof Error ? error.message : String(error) });
  }
}
