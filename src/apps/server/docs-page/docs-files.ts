import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Colours and letters are the console's, out of its own files. */
const THEME = ['tokens', 'base'].map((name) => `../../../ui/theme/${name}.css`);
const FILES: Readonly<Record<string, readonly [type: string, ...files: string[]]>> = {
  'docs.css': ['text/css', ...THEME, 'page/docs.css'],
  ...Object.fromEntries(
    ['theme', 'frame', 'example', 'schema', 'try', 'docs'].map((name) => [
      `${name}.js`,
      ['text/javascript', `page/${name}.js`] as const,
    ]),
  ),
};

/** A file of the page by its name. */
export function docsFile(name: string): { type: string; text: string } | undefined {
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (!file) return undefined;
  const [type, ...parts] = file;
  return { type, text: parts.map((part) => readFileSync(join(import.meta.dirname, part), 'utf8')).join('\n') };
}

/** Our own script, our own style, calls to ourselves; a browser runs nothing else on this page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const packed = new Map<string, Buffer>();
const MOST_PACKED = 200;

/** The index and the groups are long and say the same words again and again: a tenth of it goes over the wire. */
export function sendDocs(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  reply.type(`${type}; charset=utf-8`).headers({
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-cache',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
  });
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text);
  const bytes = packed.get(text) ?? gzipSync(text);
  if (packed.size < MOST_PACKED) packed.set(text, bytes);
  return reply.header('Content-Encoding', 'gzip').send(bytes);
}
