import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '#platform/http/server/openapi.ts';
import { type RawRoute, type Route, rawRoute } from '#platform/http/server/route.ts';
import { signSecret } from '#platform/http/server/sign-secret.ts';
import { listProviders } from '#system/third-login/server/index.ts';
import type { Config } from './config.ts';
import { docsPage } from './docs-page.ts';

export const PRODUCT_NAME = 'Smart IOT Device';
const PRODUCT_VERSION = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
).version;

/** `/config.json`, OpenAPI and its readable page (product.md 3). */
export function documentRoutes(config: Config, routes: readonly Route[], rawRoutes: readonly RawRoute[]): RawRoute[] {
  let openApi: string | undefined;
  let page: string | undefined;
  const document = () => openApiDocument(routes, rawRoutes, PRODUCT_NAME);
  return [
    rawRoute({
      method: 'GET',
      path: '/config.json',
      openBecause: 'the console reads it before anybody is logged in; it holds nothing secret',
      summary: 'What a client must know before login',
      handle: async (services, _request, reply) =>
        reply.header('Cache-Control', 'no-store').send({
          productName: PRODUCT_NAME,
          version: PRODUCT_VERSION,
          systemBase: '/api',
          backendBase: '/sos-backend',
          adminWorkNo: config.adminWorkNo,
          signSecret: await signSecret(services),
          errorPagePaths: config.errorPagePaths,
          frameOrigins: config.frameOrigins,
          thirdLogin: (await listProviders(services, 'en-US')).length > 0,
          demo: config.demo,
          settingsDrawer: config.settingsDrawer,
        }),
    }),
    rawRoute({
      method: 'GET',
      path: '/api/openapi.json',
      openBecause: 'documentation of the interface',
      summary: 'OpenAPI 3.1 of every call',
      handle: async (_services, _request, reply) => {
        openApi ??= JSON.stringify(document());
        return reply.type('application/json').send(openApi);
      },
    }),
    rawRoute({
      method: 'GET',
      path: '/api/docs',
      openBecause: 'documentation of the interface',
      summary: 'Readable page of every call',
      handle: async (_services, _request, reply) => {
        page ??= docsPage(document());
        return reply
          .type('text/html; charset=utf-8')
          .header(
            'Content-Security-Policy',
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          )
          .send(page);
      },
    }),
  ];
}
