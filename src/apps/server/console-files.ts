import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/server/config.ts';
import { isCall } from '#platform/http/contract/endpoint.ts';

const CONSOLE_FOLDER = join(import.meta.dirname, '../../../dist/console');
const ONE_YEAR = 31_536_000;

/** Headers of every document (security 13.3). The console's styles are files, so no inline style is allowed either. */
function documentHeaders(config: Config): Record<string, string> {
  // pictures of the map's streets, where the installation names a server of them
  const tiles = config.mapTiles ? ` ${new URL(config.mapTiles.url.replace(/[{}]/g, '')).origin}` : '';
  const frames = config.frameOrigins.length > 0 ? config.frameOrigins.join(' ') : "'none'";
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' data:${tiles}`,
      "media-src 'self'",
      "connect-src 'self'",
      "font-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      `frame-src ${frames}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      // the one policy of `service-worker.ts`: no library makes one of its own (decision 28)
      'trusted-types service-worker',
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // its own place: where the tour of a refill run begins
    'Permissions-Policy': 'camera=(), geolocation=(self), microphone=(), payment=()',
    ...(config.publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${ONE_YEAR}` } : {}),
  };
}

/** The built console: hashed files for ever, the document never cached; any page address answers the document. */
export async function consoleFiles(app: FastifyInstance, config: Config, folder = CONSOLE_FOLDER): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    if (config.production)
      throw new Error('The console is not built: run `npm run build` first (NODE_ENV=production never builds).');
    return;
  }
  const headers = documentHeaders(config);
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      response.header('X-Content-Type-Options', 'nosniff');
      response.header(
        'Cache-Control',
        path.includes('/assets/') ? `public, max-age=${ONE_YEAR}, immutable` : 'no-cache',
      );
    },
  });
  const document = await readFile(join(folder, 'index.html'), 'utf8');
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (isFile(request.url) || !wantsDocument(request)) return reply.callNotFound() as unknown as FastifyReply;
    if (config.publicUrl.startsWith('https:') && request.protocol === 'http')
      return reply.redirect(config.publicUrl + request.url, 308);
    return reply.headers(headers).header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(document);
  };
  app.get('/', answer);
  app.get('/*', answer);
}

/** Addresses of calls and of files answer 404 like any unknown path; everything else is a page: `?sort=paid.desc` too. */
export function isFile(url: string): boolean {
  const [path = ''] = url.split('?');
  return isCall(path) || path.startsWith('/assets/') || /\.[a-z0-9]{1,8}$/i.test(path);
}

function wantsDocument(request: FastifyRequest): boolean {
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
}
