import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { answerJson, listenLocally, readBody } from '../world/local-http.ts';
import { CONTROL_CALLS, type ControlledWorld, UnknownThing } from './control-calls.ts';

export interface ControlServer {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Colours, letters and sign are those of the console, out of its own files. */
const OF_CONSOLE = '../../..';
const FILES: Readonly<Record<string, [type: string, ...files: string[]]>> = {
  '/': ['text/html', './page/page.html'],
  '/messages': ['text/html', './page/messages.html'],
  '/favicon.svg': ['image/svg+xml', `${OF_CONSOLE}/apps/console/public/favicon.svg`],
  '/theme.css': ['text/css', `${OF_CONSOLE}/ui/theme/tokens.css`, `${OF_CONSOLE}/ui/theme/base.css`],
  '/page.css': ['text/css', './page/page.css'],
  ...Object.fromEntries(
    ['theme', 'frame', 'texts', 'page', 'customers', 'provider', 'renters', 'robots', 'messages'].map((name) => [
      `/${name}.js`,
      ['text/javascript', `./page/${name}.js`],
    ]),
  ),
};

export async function startControl(options: ControlledWorld & { port: number }): Promise<ControlServer> {
  const server = await listenLocally(options.port, async (request, response, url) => {
    const file = request.method === 'GET' ? FILES[url.pathname] : undefined;
    if (file) {
      response.writeHead(200, {
        'content-type': `${file[0]}; charset=utf-8`,
        'content-security-policy': "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
        'cache-control': 'no-store',
      });
      const [, ...parts] = file;
      response.end(Buffer.concat(parts.map((part) => readFileSync(new URL(part, import.meta.url)))));
      return;
    }
    if (await options.messages.answer(request, response, url)) return;
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
