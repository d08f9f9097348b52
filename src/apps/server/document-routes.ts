import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#platform/config/server/config.ts';
import { BACKEND_BASE, SYSTEM_BASE } from '#platform/http/contract/bases.ts';
import { openApiDocument } from '#platform/http/server/openapi/openapi-document.ts';
import { type RawRoute, rawRoute } from '#platform/http/server/route.ts';
import { signSecret } from '#platform/http/server/sign-secret.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { PRODUCT_NAME } from '#system/passwords/rules/product-name.ts';
import { listProviders } from '#system/third-login/server/index.ts';
import { contractNames } from './contract-names.ts';
import { findDemoHints } from './demo-hints.ts';
import { docsFile, sendDocs } from './docs-page/docs-files.ts';
import { docsPage } from './docs-page/docs-page.ts';
import { groupFile } from './docs-page/groups.ts';

const PRODUCT_VERSION = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
).version;

/** What holds for every call, said once (product.md 3). */
const ABOUT_ALL_CALLS = `Answers are envelopes: \`success\`, \`code\`, \`message\`, \`result\`, \`timestamp\`. A refusal has \`result: null\` and says
why in \`problem\`, a stable code; a refusal by a business rule travels with HTTP 200. A malformed request names each fault.

Ids are texts, amounts whole numbers of minor units, times ISO instants. A plain decimal text is taken where a number is
declared. Unknown fields are refused; \`_t\` is allowed on every GET and means nothing. Lists take \`pageNo\` from 1 and \`pageSize\`
up to 200.`;

/** `/config.json`, OpenAPI and its readable page (product.md 3). */
export function documentRoutes(config: Config, slices: readonly ServerSlice[]): RawRoute[] {
  const own: RawRoute[] = [];
  let made: Promise<Record<string, unknown>> | undefined;
  const document = () => {
    made ??= contractNames(slices).then((names) =>
      openApiDocument({
        ...{ title: PRODUCT_NAME, version: PRODUCT_VERSION, description: ABOUT_ALL_CALLS, names },
        serverUrl: config.publicUrl,
        groups: [...slices, { name: 'documents', about: 'What clients and developers read first.', rawRoutes: own }],
      }),
    );
    return made;
  };
  let openApi: string | undefined;
  let page: string | undefined;
  own.push(
    rawRoute({
      method: 'GET',
      path: '/config.json',
      openBecause: 'the console reads it before anybody is logged in; it holds nothing secret',
      summary: 'What a client must know before login',
      handle: async (services, _request, reply) =>
        reply.header('Cache-Control', 'no-store').send({
          productName: PRODUCT_NAME,
          version: PRODUCT_VERSION,
          systemBase: SYSTEM_BASE,
          backendBase: BACKEND_BASE,
          adminWorkNo: config.adminWorkNo,
          signSecret: await signSecret(services),
          errorPagePaths: config.errorPagePaths,
          frameOrigins: config.frameOrigins,
          thirdLogin: (await listProviders(services, 'en-US')).length > 0,
          demo: config.demo,
          demoHints: await findDemoHints(services),
          settingsDrawer: config.settingsDrawer,
        }),
    }),
    rawRoute({
      method: 'GET',
      path: '/api/openapi.json',
      openBecause: 'documentation of the interface',
      summary: 'OpenAPI 3.1 of every call',
      handle: async (_services, _request, reply) => {
        openApi ??= JSON.stringify(await document());
        return reply.type('application/json').send(openApi);
      },
    }),
    rawRoute({
      method: 'GET',
      path: '/api/docs',
      openBecause: 'documentation of the interface',
      summary: 'Readable page of every call',
      answers: { type: 'text/html' },
      handle: async (_services, request, reply) => {
        page ??= docsPage(await document());
        return sendDocs(request, reply, 'text/html', page);
      },
    }),
    rawRoute({
      method: 'GET',
      path: '/api/docs/*',
      openBecause: 'documentation of the interface',
      summary: 'Script, style and groups of the readable page',
      answers: { type: 'text/javascript' },
      handle: async (_services, request, reply) => {
        const name = (request.params as { '*': string })['*'];
        const group = /^groups\/([\w-]+)\.json$/.exec(name)?.[1];
        const text = group === undefined ? undefined : groupFile(await document(), group);
        const file = text === undefined ? docsFile(name) : { type: 'application/json', text };
        return file ? sendDocs(request, reply, file.type, file.text) : reply.callNotFound();
      },
    }),
  );
  return own;
}
