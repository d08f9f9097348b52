import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import type { RawRoute } from '../route.ts';
import { answersOf, refusedBy } from './answers.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import { type Json, pathNames } from './json.ts';

export interface Named {
  readonly operationId: string;
  readonly tag: string;
}

export const SHARED_PARAMETERS: Json = {
  TenantId: {
    name: 'tenant-id',
    in: 'header',
    description: 'Selects among the tenants of the session; 1000 without it. It never grants anything.',
    schema: { type: 'string', pattern: '^[1-9]\\d{0,17}$' },
  },
  Language: {
    name: 'language',
    in: 'header',
    description: 'Of `message` and of all names in the answer; without it `Accept-Language` decides.',
    schema: { enum: ['en-US', 'zh-CN'], default: 'en-US' },
  },
};

/** One call of the contract. */
export function operation(endpoint: Endpoint, method: string, named: Named, schemas: ComponentSchemas): Json {
  const inPath = pathNames(endpoint.path);
  const request = schemas.refer(endpoint.request, 'input');
  const shape = schemas.shapeOf(request);
  const properties = (shape['properties'] ?? {}) as Record<string, Json>;
  const required = new Set((shape['required'] as string[] | undefined) ?? []);
  const takesBody = method === 'POST' || method === 'PUT';
  const inQuery = takesBody ? [] : Object.keys(properties).filter((name) => !inPath.includes(name));
  return {
    operationId: named.operationId,
    tags: [named.tag],
    summary: endpoint.summary,
    ...describe(endpoint),
    // the readable page says so before a call is tried
    ...(endpoint.effect === 'change' ? { 'x-changes-data': true } : {}),
    security:
      endpoint.auth === 'open' ? [] : [{ [endpoint.auth]: [] }, ...(endpoint.deviceToo ? [{ device: [] }] : [])],
    parameters: [
      ...inPath.map((name) => parameter(name, 'path', properties[name] ?? { type: 'string' }, true)),
      ...inQuery.map((name) => parameter(name, 'query', properties[name] ?? {}, required.has(name))),
      ...(endpoint.scope === 'tenant' && endpoint.auth === 'session' ? [shared('TenantId')] : []),
      shared('Language'),
      ...(method === 'POST' ? [idempotencyKey(endpoint)] : []),
    ],
    ...(takesBody ? requestBody(endpoint, request, shape, inPath) : {}),
    responses: answersOf(endpoint, method, schemas),
  };
}

function describe({ permission, openBecause, ignores = [] }: Endpoint): Json {
  const said = [
    ...(permission === null ? [] : [`Needs the permission \`${permission}\`.`]),
    ...(permission === null && openBecause !== undefined ? [`Needs no login: ${openBecause}.`] : []),
    ...(ignores.length === 0
      ? []
      : [`May be sent along, and changes nothing: ${ignores.map((name) => `\`${name}\``).join(', ')}.`]),
  ];
  return said.length === 0 ? {} : { description: said.join(' ') };
}

/** The request without what stands in the path; none where nothing is left. */
function requestBody(endpoint: Endpoint, request: Json, shape: Json, inPath: readonly string[]): Json {
  const properties = Object.entries((shape['properties'] ?? {}) as Json).filter(([name]) => !inPath.includes(name));
  const isObject = shape['type'] === 'object';
  if (isObject && properties.length === 0) return {};
  const required = ((shape['required'] as string[] | undefined) ?? []).filter((name) => !inPath.includes(name));
  const schema = inPath.length === 0 ? request : { ...shape, properties: Object.fromEntries(properties), required };
  const type = endpoint.upload ? 'multipart/form-data' : 'application/json';
  return { requestBody: { required: !isObject || required.length > 0, content: { [type]: { schema } } } };
}

function idempotencyKey({ idempotencyKey }: Endpoint): Json {
  const isRequired = idempotencyKey === 'required';
  return {
    ...parameter('Idempotency-Key', 'header', { type: 'string', minLength: 1, maxLength: 255 }, isRequired),
    description: 'A repeated call with the same key is answered with the first answer and does nothing.',
  };
}

/** A call whose answer or body is no envelope. */
export function rawOperation(raw: RawRoute, named: Named, schemas: ComponentSchemas): Json {
  const { status = 200, orStatus, type = 'application/json', schema, alsoRefused = [] } = raw.answers ?? {};
  const content = { [type]: { schema: schema ? schemas.refer(schema, 'output') : plain(type) } };
  return {
    operationId: named.operationId,
    tags: [named.tag],
    summary: raw.summary,
    description: `Needs no login: ${raw.openBecause}.`,
    security: [],
    parameters: [
      ...pathNames(raw.path).map((name) => parameter(name, 'path', { type: 'string' }, true)),
      ...(raw.query ? queryOf(schemas.refer(raw.query, 'input')) : []),
    ],
    ...(raw.rawBody === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } }),
    responses: {
      ...refusedBy(['Malformed', 'NotFound', ...alsoRefused, 'TooMany', 'Failed', 'Busy']),
      [status]: { description: raw.summary, ...(status < 300 ? { content } : {}) },
      ...(orStatus === undefined ? {} : { [orStatus]: { description: raw.summary, content } }),
    },
  };
}

function queryOf({ properties = {}, required = [] }: Json): Json[] {
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) =>
    parameter(name, 'query', schema, (required as string[]).includes(name)),
  );
}

const plain = (type: string): Json => (type.startsWith('application/json') ? { type: 'object' } : { type: 'string' });

const shared = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

function parameter(name: string, place: string, schema: Json, required: boolean): Json {
  return { name, in: place, required, schema };
}
