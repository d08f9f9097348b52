import type * as z from 'zod';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { Refusal } from '#platform/http/contract/refusal.ts';
import type { RawRoute } from '../route.ts';
import type { DocumentedWebhook, ServerSlice } from '../slice.ts';
import { sharedAnswers } from './answers.ts';
import { ComponentSchemas } from './component-schemas.ts';
import type { Json } from './json.ts';
import { operation, rawOperation, SHARED_PARAMETERS } from './operation.ts';
import { camelCase, idOfPath, STOREFRONT, tagOf } from './operation-ids.ts';

/** What the contracts call their calls and schemas: the names of the document are those of the code. */
export interface ContractNames {
  /** The key under which a contract holds the call, such as `page`. */
  readonly endpoints: ReadonlyMap<Endpoint, string>;
  readonly schemas: ReadonlyMap<z.ZodType, string>;
}

export interface Documented {
  readonly title: string;
  readonly version: string;
  /** Markdown: what holds for every call. */
  readonly description: string;
  readonly serverUrl: string;
  readonly groups: readonly Pick<
    ServerSlice,
    'name' | 'about' | 'documentedWith' | 'routes' | 'rawRoutes' | 'webhooks'
  >[];
  readonly names: ContractNames;
}

/** OpenAPI 3.1 of everything, from the endpoint objects themselves (product.md 3). */
export function openApiDocument({ title, version, description, serverUrl, groups, names }: Documented): Json {
  const endpoints = groups.flatMap(({ routes = [] }) => routes.map((route) => route.endpoint));
  const schemas = new ComponentSchemas(names.schemas, [Refusal, ...endpoints.map(({ response }) => response)]);
  const paths: Record<string, Json> = {};
  const add = (path: string, method: RawRoute['method'], made: Json): void => {
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: made };
  };
  const tags = new Map<string, string>();
  const speaking = new Set(groups.flatMap((group) => (hasCalls(group) ? [group.name] : [])));
  for (const { name, about = '', documentedWith = name, routes = [], rawRoutes = [] } of groups) {
    for (const { endpoint } of routes) {
      const tag = tagOf(endpoint, documentedWith);
      if (tag === STOREFRONT) tags.set(tag, STOREFRONT_ABOUT);
      else if (tag === name || !speaking.has(tag)) tags.set(tag, about);
      const key = names.endpoints.get(endpoint);
      const id = key === undefined ? idOfPath(endpoint.method, endpoint.path) : key === tag ? key : camelCase(tag, key);
      add(
        fullPath(endpoint.path),
        endpoint.method,
        operation(endpoint, endpoint.method, { operationId: id, tag }, schemas),
      );
      for (const method of endpoint.alsoMethods ?? [])
        add(
          fullPath(endpoint.path),
          method,
          operation(endpoint, method, { operationId: camelCase(id, 'by', method.toLowerCase()), tag }, schemas),
        );
    }
    for (const raw of rawRoutes) {
      const tag = documentedWith;
      if (tag === name || !speaking.has(tag)) tags.set(tag, about);
      const path = raw.path.replace(/\*$/, ':path');
      // what stands below an address is not the address itself
      const named = { operationId: idOfPath(raw.method, raw.path.replace(/\*$/, 'file')), tag };
      add(path, raw.method, rawOperation({ ...raw, path }, named, schemas));
    }
  }
  const { responses, headers } = sharedAnswers(schemas);
  const webhooks = Object.fromEntries(
    groups.flatMap((group) =>
      (group.webhooks ?? []).map((one) => [one.name, { post: received(one, group.name, schemas) }]),
    ),
  );
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: serverUrl }],
    tags: [...tags].map(([name, about]) => ({ name, description: about })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'X-Access-Token', description: 'The `token` of a login' },
        device: {
          type: 'http',
          scheme: 'basic',
          description: 'IMEI and password of the MQTT access of a device, which calls about itself',
        },
        storefront: {
          type: 'http',
          scheme: 'bearer',
          description: 'A client key made in the console, never a staff token',
        },
      },
      parameters: SHARED_PARAMETERS,
      headers,
      responses,
      schemas: schemas.usedIn({ paths, webhooks, responses }),
    },
  };
}

/** A call that we make: the receiver answers 2xx, and nothing of its answer is read. */
function received({ name, about, headers, body }: DocumentedWebhook, tag: string, schemas: ComponentSchemas): Json {
  return {
    operationId: camelCase('receive', ...name.split(/[.-]/)),
    summary: about,
    tags: [tag],
    // the signature among the headers is what a receiver checks
    security: [],
    parameters: Object.entries(headers).map(([header, description]) => ({
      ...{ name: header, in: 'header', required: true, description },
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: schemas.refer(body, 'output') } } },
    responses: { '2XX': { description: 'Taken. Any other answer, or none within 15 seconds: it is sent again' } },
  };
}

/** A group whose own slice has no calls is described by the one that stands in for it. */
const hasCalls = ({ routes, rawRoutes }: Documented['groups'][number]): boolean =>
  Boolean(routes?.length || rawRoutes?.length);

const STOREFRONT_ABOUT =
  'What a kiosk, an app or a mini-program needs to sell. A client key says tenant and channel, for a kiosk the spot.';
